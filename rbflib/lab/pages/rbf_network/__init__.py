"""Page 05: see `rbflib.lab.pages` for what lies where."""
