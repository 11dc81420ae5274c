"""Formats of sudokus alone."""
