"""Page 04: see `rbflib.lab.pages` for what lies where."""
