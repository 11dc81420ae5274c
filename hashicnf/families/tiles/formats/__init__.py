"""Notations of sliding tiles."""
