"""Write a puzzle as a MaxSAT problem: the rules are hard clauses, each given clue is a soft clause.

The optimum is the smallest number of clues that a solution breaks, 0 for a puzzle with a solution. Connectivity is encoded
completely, so any MaxSAT solver can solve the file.
"""

from __future__ import annotations

from collections.abc import Iterator

from hashicnf.answers.switched import Switched
from hashicnf.core.variables import Group
from hashicnf.dimacs.header import escape, header_lines
from hashicnf.dimacs.wcnf import write_wcnf
from hashicnf.families import Puzzle
from hashicnf.files.outputs import writing
from hashicnf.logic import Ints
from hashicnf.passes.connectivity.choice import AUTO
from hashicnf.pipeline.emit import rule_ranges

REMARK = "the optimum is the fewest clues that have to be broken; a model is a solution only where it breaks none"
MEANING = "if it holds, so does a clue: one for each, and each a soft clause"
SOFT = "soft"
OF_FORMULAS = ("complete", "functional")  # claims about all models of a formula, which soft clauses do not keep


def write_weighted(puzzle: Puzzle, name: str) -> None:
    """Write the MaxSAT problem to a file (``-``: standard output). Raises UsageError for families without clues."""
    switched = Switched(puzzle, AUTO)
    hard, selectors = switched.weighted()
    comments = _comments(switched, [*rule_ranges(hard)], selectors)
    with writing(name) as stream:
        write_wcnf(stream, [block.rows for block in hard], selectors, comments)


def _comments(switched: Switched, rules: list[tuple[str, int, int]], selectors: Ints) -> list[str]:
    """Return the comments of the file: hard clauses by their rules, then soft clauses, and the clue of each selector."""
    formula = switched.compiled
    known = {key: value for key, value in formula.description.items() if key not in OF_FORMULAS}
    groups = [*formula.variables.groups]
    if count := len(selectors):
        groups.append(Group("selector", (count,), int(selectors[0]), MEANING))
        last = rules[-1][2] if rules else 0
        rules = [*rules, (SOFT, last + 1, last + count)]
    comments = header_lines({**known, SOFT: count}, REMARK, groups, rules, formula.lines)
    return [*comments, *_clues(switched, selectors)]


def _clues(switched: Switched, selectors: Ints) -> Iterator[str]:
    """Yield a comment for each selector with the place of its clue."""
    for number, (row, column) in zip(selectors.tolist(), switched.clue_cells(), strict=True):
        yield escape(f"soft {number}: the clue at row {row + 1}, column {column + 1}")
