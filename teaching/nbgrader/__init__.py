"""Function exercises of the pages as assignments for nbgrader."""
