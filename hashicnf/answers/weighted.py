"""A puzzle as a question of MaxSAT: the rules are hard clauses, each clue is a soft one.

The optimum is the fewest clues that a solution breaks: 0 for a puzzle that has one. Connectivity is demanded by clauses, so any
MaxSAT solver answers the question as it is.
"""

from __future__ import annotations

from hashicnf.answers.switched import Switched
from hashicnf.dimacs.header import escape, header_lines
from hashicnf.dimacs.wcnf import write_wcnf
from hashicnf.families import Puzzle
from hashicnf.files.outputs import writing
from hashicnf.passes.connectivity.choice import AUTO

REMARK = "the optimum is the fewest clues that have to be broken"


def write_weighted(puzzle: Puzzle, name: str) -> None:
    """Write the question to a file (``-``: standard output). Raises UsageError for families without clues."""
    switched = Switched(puzzle, AUTO)
    hard, selectors = switched.weighted()
    rules = switched.compiled
    comments = header_lines(rules.description, REMARK, rules.variables.groups, (), puzzle.lines)
    where = zip(selectors.tolist(), switched.clue_cells(), strict=True)
    comments += [
        escape(f"soft {number}: the clue at row {row + 1}, column {column + 1}") for number, (row, column) in where
    ]
    with writing(name) as stream:
        write_wcnf(stream, [block.rows for block in hard], selectors, comments)
