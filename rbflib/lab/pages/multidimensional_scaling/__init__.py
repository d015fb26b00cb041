"""Page 08: see `rbflib.lab.pages` for what lies where."""
