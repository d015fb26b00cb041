"""What only teachers get: it is in no wheel and on no class server, and no exam is in the book."""
