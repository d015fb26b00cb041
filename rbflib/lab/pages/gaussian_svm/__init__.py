"""Page 01: see `rbflib.lab.pages` for what lies where."""
