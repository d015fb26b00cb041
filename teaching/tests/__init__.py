"""Tests of the teachers' material."""
