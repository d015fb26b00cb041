"""Page 03: see `rbflib.lab.pages` for what lies where."""
