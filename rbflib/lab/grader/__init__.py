"""Exercises: what they are, and how a student's function is run and judged."""
