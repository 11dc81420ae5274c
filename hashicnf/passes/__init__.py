"""Passes: encode batches as clauses. A module or folder for each kind of batch; in a folder, each module is an encoding of it."""
