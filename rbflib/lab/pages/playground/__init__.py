"""Page 09: see `rbflib.lab.pages` for what lies where."""
