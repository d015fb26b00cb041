"""What only teachers get: it is in no wheel, in no book, and on no class server."""
