"""Python in a reader's browser: what it is made of, and how it is built. See ARCHITECTURE."""
