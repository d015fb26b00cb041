"""Page 02: see `rbflib.lab.pages` for what lies where."""
