"""DIMACS CNF and its kin: a fast writer, a strict reader, and a header that describes the formula.

writer        clause blocks to text: ``format_ints`` for any clauses, ``alike`` for those of one shape
reader        text to clauses, or an error with line and column: ``preamble``, then ``clauses``
line_windows  texts in pieces of whole lines, ``tokenise`` the numbers in them, ``text`` what is wrong with them
header        the comments that make a file self-describing, ``remarks`` those that other programs read
drup          the text of a proof to its steps
opb, wcnf     pseudo-Boolean constraints (``opb_reader`` reads them back), weighted clauses
"""
