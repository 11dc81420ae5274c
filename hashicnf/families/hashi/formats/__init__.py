"""Formats of Hashiwokakero puzzles alone."""
