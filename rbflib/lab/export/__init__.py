"""The quizzes of the pages in formats of learning platforms: see `python -m rbflib.lab.export`."""
