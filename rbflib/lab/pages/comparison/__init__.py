"""Page 10: see `rbflib.lab.pages` for what lies where."""
