"""DIMACS CNF: a fast writer, a strict reader, and a header that describes the formula.

- ``writer``: clause blocks to text
- ``reader``: text to clauses, or an error with line and column
- ``drup``: the text of a proof to its steps
- ``header``: the comments that make a file self-describing
"""
