// Whether a class serves the book: its server answers with true at this address.
export const HAS_CLASS = false;
