"""Formats of sudokus alone, and their parts of formats that families share."""
