"""The pages as a folder of static files."""
