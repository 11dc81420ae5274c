"""Passes: each folder is a kind of constraint, each module in it one way to turn a batch into clause blocks."""
