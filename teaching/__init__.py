"""What only teachers get: it is in no wheel, and no exam is in the book."""
