"""Tests of what teachers get."""
