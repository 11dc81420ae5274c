"""DIMACS CNF and related formats: a fast writer, a strict reader, and a header that describes the formula.

writer        clause blocks to text: ``format_ints`` for any clauses, ``alike`` for clauses with lines of one form
reader        text to clauses, or an error with line and column: ``preamble``, then ``clauses``
line_windows  texts in pieces of whole lines; ``tokenise`` finds the numbers in them, ``text`` makes their error messages
cubes         whether the cubes of an incremental formula cover all assignments
header        the comments that make a file self-describing; ``remarks`` makes those for other programs
drup          the text of a proof to its steps
opb, wcnf     pseudo-Boolean constraints (``opb_reader`` reads them back), weighted clauses
"""
