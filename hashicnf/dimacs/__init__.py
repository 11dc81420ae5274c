"""DIMACS CNF: write it fast, read it strictly, and let a file say what it is.

- ``writer``: clause blocks to text
- ``reader``: text to clauses, or an error with line and column
- ``drup``: the text of a proof to its steps
- ``header``: the comments that make a file self-describing
"""
