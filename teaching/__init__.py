"""What teachers get beside the pages."""
