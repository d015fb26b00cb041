"""Page 00: see `rbflib.lab.pages` for what lies where."""
