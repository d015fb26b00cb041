"""Page 07: see `rbflib.lab.pages` for what lies where."""
