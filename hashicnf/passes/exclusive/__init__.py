"""At-most-one constraints: at most one literal of a set is true.

An encoding here is a template: clauses over the literals 1..w of one width, with auxiliaries numbered from w + 1, which is stamped
over all rows of a batch. With each of them unit propagation derives all consequences: one true literal makes the others false, and
two true literals are a conflict. They differ in size. Rows of two literals are one clause in every encoding.

Surveys: Frisch and Giannaros 2010, "SAT encodings of the at-most-k constraint"; Nguyen and Mai 2015, "A new method to encode the
at-most-one constraint into SAT".
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from itertools import combinations
from typing import Final

from hashicnf.core.constraints import Clauses, Exclusive
from hashicnf.core.variables import VariablePool
from hashicnf.passes.template import AbstractClauses, Template, stamp_template, template_by
from hashicnf.records import record
from hashicnf.registry import Registry


@record
class ExclusiveEncoding:
    """An encoding of "at most one"; ``clauses(width)`` returns clauses over the literals 1..width and auxiliaries above."""

    summary: str
    clauses: Callable[[int], AbstractClauses]


def pairs(lits: list[int]) -> AbstractClauses:
    """Return the n (n - 1) / 2 clauses that no two of n literals are true together."""
    return [(-a, -b) for a, b in combinations(lits, 2)]


@lru_cache(maxsize=1024)
def template_of(encoding: ExclusiveEncoding, width: int) -> Template:
    """Return the template of an encoding for one width. Raises UsageError if the encoding refuses the width as too large."""
    if width <= 2:
        return Template.of(width, pairs(list(range(1, width + 1))))
    return template_by(encoding.clauses, width, width)


def stamp(batch: Exclusive, encoding: ExclusiveEncoding, name: str, pool: VariablePool) -> list[Clauses]:
    """Encode a batch of g constraints of one width as clause blocks; auxiliaries become the group ``name[g, a]``."""
    width = batch.lits.shape[1]
    if width == 2:
        return [Clauses(-batch.lits, batch.origin, batch.source)]  # the template's clauses, without a gather
    meaning = f"auxiliaries of at most one of {width} literals, one row per constraint"
    template = template_of(encoding, width)
    return stamp_template(template, batch.lits, batch.origin, batch.source, pool=pool, name=name, meaning=meaning)


EXCLUSIVE: Final[Registry[ExclusiveEncoding]] = Registry(
    "hashicnf.passes.exclusive", "ENCODING", "at-most-one encoding", "ExclusiveEncoding"
)
