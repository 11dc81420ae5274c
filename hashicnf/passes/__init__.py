"""Passes: a module or folder for each kind of batch; in a folder, each module is one encoding of that kind as clauses."""
