"""The records of a class, as tables: see `python -m rbflib.lab.collect`."""
