"""Page 06: see `rbflib.lab.pages` for what lies where."""
