"""Notations in which only Hashiwokakero is written."""
