"""The form of DIMACS CNF that every solver reads: ASCII, comments first, one clause per line, single blanks, exact counts."""

from __future__ import annotations

import re

_COUNT, _LITERAL = rb"(0|[1-9][0-9]{0,9})", rb"-?[1-9][0-9]{0,9}"
_FORM = re.compile(rb"(?:c(?: [ -~]*)?\n)*p cnf %b %b\n((?:(?:%b )*0\n)*)" % (_COUNT, _COUNT, _LITERAL))


def plain_clauses(data: bytes) -> list[list[int]] | None:
    """Return the clauses of a formula in this form, None for any other text."""
    if (found := _FORM.fullmatch(data)) is None:
        return None
    clauses = [[int(word) for word in line.split()[:-1]] for line in found[3].splitlines()]
    highest = max((abs(literal) for clause in clauses for literal in clause), default=0)
    variables, announced = int(found[1]), int(found[2])
    return clauses if len(clauses) == announced and highest <= variables <= 2**31 - 2 else None
