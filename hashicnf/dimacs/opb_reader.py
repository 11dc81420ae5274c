"""Read linear pseudo-Boolean constraints, OPB text such as ``write_opb`` writes: comments, and sums over variables."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from hashicnf.core.variables import MOST_VARIABLES
from hashicnf.dimacs.preamble import Comment
from hashicnf.errors import InputError, counted
from hashicnf.logic import Bools
from hashicnf.records import record

COUNTS: Final = re.compile(r"#variable=\s*(\d{1,10})\s+#constraint=\s*(\d{1,18})", re.ASCII)
SUM: Final = re.compile(r"((?:[+-]?\d{1,9} +~?x\d{1,10} +)*)(>=|=) *([+-]?\d{1,18}) *;", re.ASCII)
TERM: Final = re.compile(r"([+-]?\d+) +(~?)x(\d+)", re.ASCII)
HEADER: Final = "* #variable= 4 #constraint= 2"
EXPECTED: Final = "a sum such as +1 x1 +1 x2 >= 1 ;"


@record
class Constraint:
    """A sum of ``factors`` times literals that is equal to ``bound``, or at least ``bound`` if ``is_least``."""

    factors: Sequence[int]
    literals: Sequence[int]
    is_least: bool
    bound: int


@record(eq=False)
class Opb:
    """A file: its comments, the number of variables, and the constraints in order."""

    comments: tuple[Comment, ...]
    variables: int
    constraints: tuple[Constraint, ...]

    @property
    def announced(self) -> int:
        """Count the constraints."""
        return len(self.constraints)

    def broken(self, model: Bools) -> int:
        """Count the constraints that a model, bool[v + 1], breaks."""
        values = model.tolist()
        found = 0
        for one in self.constraints:
            true = zip(one.factors, one.literals, strict=True)
            total = sum(factor for factor, literal in true if values[abs(literal)] == (literal > 0))
            found += total < one.bound or (total > one.bound and not one.is_least)
        return found


def read_opb(text: bytes, name: str) -> Opb:
    """Parse an OPB file, one constraint per line. Raises InputError with the line for anything else.

    It is also raised for terms that are not linear, and for files with more or fewer constraints than they announce.
    """
    comments, constraints, counts = list[Comment](), list[Constraint](), list[int]()
    for number, raw in enumerate(text.splitlines(), 1):
        line = raw.decode("utf-8", "replace")
        if line.startswith("*"):
            if not counts and (found := COUNTS.search(line)):
                counts = [int(found[1]), int(found[2]), number]
            comments.append(Comment.of(number, line))
        elif line.strip():
            if not counts:
                raise InputError("no number of variables above", name, number, expected=HEADER)
            constraints.append(_constraint(line, number, name, counts[0]))
    if not counts:
        raise InputError("no number of variables", name, 1, expected=HEADER)
    variables, announced, counts_at = counts
    if announced != len(constraints):
        message = f"this line announces {counted(announced, 'constraint')} and the file holds {len(constraints):,}"
        raise InputError(message, name, counts_at, expected=f"* #variable= {variables} #constraint= {len(constraints)}")
    return Opb(tuple(comments), variables, tuple(constraints))


def _constraint(line: str, number: int, name: str, variables: int) -> Constraint:
    found = SUM.fullmatch(line.strip())
    if found is None:
        raise InputError("this is no linear constraint", name, number, expected=EXPECTED)
    terms = TERM.findall(found[1])
    literals = [-int(variable) if sign else int(variable) for _, sign, variable in terms]
    known = range(1, min(variables, MOST_VARIABLES) + 1)
    wrong = next((variable for variable in map(abs, literals) if variable not in known), None)
    if wrong is not None:
        expected = f"x1 to x{known[-1]}" if known else "a sum without variables"
        raise InputError(f"a variable x{wrong}, of {variables}", name, number, expected=expected)
    return Constraint([int(factor) for factor, _, _ in terms], literals, found[2] == ">=", int(found[3]))
