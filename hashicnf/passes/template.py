"""Templates: clauses over abstract literals, computed once for each shape of constraint and stamped over all rows of a batch.

A template has, for each clause width k, an int32[c, k] array of abstract literals. Stamping looks them up in a table with one row
per constraint (its own literals, then its fresh auxiliaries): one gather per clause width, whatever the number of constraints.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import accumulate
from math import log10
from typing import Final, TypeAlias, TypeVar

import numpy as np

from hashicnf.arrays.blocking import Rows, deferred, each_repeated
from hashicnf.core.constraints import Clauses, Origin
from hashicnf.core.variables import VariablePool
from hashicnf.errors import TooLarge
from hashicnf.logic import Ints, by_width
from hashicnf.records import record
from hashicnf.registry import returned

MANY = 64
MOST_LITERALS: Final = 1_000_000  # per template; as tuples they take up to 150 MB and a second
MOST_READABLE: Final = 10**15  # larger numbers are printed as powers of ten

AbstractClauses: TypeAlias = list[tuple[int, ...]]
S = TypeVar("S")


@record
class Template:
    """The clauses of one shape: ``blocks`` int32[c, k], one per k; ``auxiliaries`` is the number of variables above ``width``."""

    width: int
    auxiliaries: int
    blocks: tuple[Ints, ...]

    @classmethod
    def of(cls, width: int, clauses: AbstractClauses) -> Template:
        """Build a template from clauses over the literals 1..width, and auxiliaries from width + 1; drop repeated clauses."""
        top = int(max((abs(lit) for clause in clauses for lit in clause), default=0))  # literals may be of numpy
        once = dict.fromkeys(tuple(sorted(clause, key=abs)) for clause in clauses)
        return cls(width, max(0, top - width), tuple(by_width([*once])))


def require_small(literals: int, what: str, instead: str) -> None:
    """Raise TooLarge if ``what`` takes more than MOST_LITERALS literals; the message recommends ``instead``."""
    if literals > MOST_LITERALS:
        size = f"{literals:,}" if literals <= MOST_READABLE else f"about 10^{log10(literals):.0f}"
        raise TooLarge(f"{what} takes {size} literals (the limit is {MOST_LITERALS:,}); use {instead}")


def template_by(encode: Callable[[S], AbstractClauses], shape: S, width: int) -> Template:
    """Run an encoding on a shape of ``width`` literals. Raises PluginError if it does not return valid clauses."""
    return Template.of(width, returned(encode(shape), list, encode, fault=lambda clauses: _fault(clauses, width)))


def _fault(clauses: AbstractClauses, width: int) -> str:
    """Return a description of the first fault in clauses over the literals 1..width and auxiliaries above, "" if there is none."""
    used = set[int]()
    for clause in clauses:
        if not isinstance(clause, Sequence) or not all(isinstance(lit, int | np.integer) and lit for lit in clause):
            return f"{clause!r} is no clause: literals are whole numbers other than 0"
        used.update(abs(int(lit)) for lit in clause)  # numpy's lowest number has no absolute value
    missing = [number for number in range(width + 1, len(used) + width + 1) if number not in used]
    if missing and missing[0] < max(used):
        return f"there is a variable {max(used)} and none {missing[0]}: auxiliaries are numbered from {width + 1}"
    return ""


def stamp_template(
    template: Template, lits: Ints, origin: Origin, source: Ints, *, pool: VariablePool, name: str, meaning: str
) -> list[Clauses]:
    """Return the clauses of a constraint for each row of ``lits`` int32[g, width]; auxiliaries become the group ``name[g, a]``."""
    table = lits
    if template.auxiliaries:
        group = pool.declare(name, len(lits), template.auxiliaries, meaning=meaning)
        table = np.concatenate((table, group.lits), axis=1)
    return [
        Clauses(stamped(table, abstract), origin, each_repeated(source, len(abstract))) for abstract in template.blocks
    ]


def stamp_together(
    templates: Sequence[Template], tables: Sequence[Ints], origin: Origin, source: Ints
) -> list[Clauses]:
    """Return the clauses of constraints of many shapes, a few of each: one block per clause width, by a single gather.

    Row i of ``tables[t]`` int32[g, width] is a constraint of ``templates[t]``, which has no auxiliaries; ``source`` has an entry
    for each row of all tables.
    """
    height, widest = [len(table) for table in tables], max(template.width for template in templates)
    lits = np.zeros((sum(height), 2 * widest + 1), dtype=np.int32)  # of each row the negations, a 0, the literals
    for table, stop in zip(tables, accumulate(height), strict=True):
        lits[stop - len(table) : stop, widest + 1 : widest + 1 + table.shape[1]] = table
    lits[:, :widest] = -lits[:, : -widest - 1 : -1]
    middle = np.arange(widest, lits.size, lits.shape[1])
    widths = [{block.shape[1]: block for block in template.blocks} for template in templates]
    found = []
    for k in sorted(set().union(*widths)):
        here = np.array([len(blocks[k]) if k in blocks else 0 for blocks in widths])
        each, first = here.repeat(height), (here.cumsum() - here).repeat(height)
        row = np.arange(len(lits)).repeat(each)
        within = np.arange(len(row)) + (first - (each.cumsum() - each)).repeat(each)
        abstract = np.concatenate([blocks[k] for blocks in widths if k in blocks]).take(within, axis=0)
        found.append(Clauses(lits.take(middle.take(row)[:, None] + abstract), origin, source.take(row)))
    return found


def stamped(table: Ints, abstract: Ints) -> Rows:
    """Defer ``stamp_rows`` until the clauses are needed."""
    each = len(abstract)

    def make(some: slice) -> Ints:
        first = some.start // each
        clauses = stamp_rows(table[first : -(-some.stop // each)], abstract)
        return clauses[some.start - first * each : some.stop - first * each]

    return deferred(make, len(table) * each, abstract.shape[1])


def stamp_rows(table: Ints, abstract: Ints) -> Ints:
    """Replace abstract literals int32[c, k] by those of each row of a table int32[g, n]: int32[g * c, k], row by row.

    The abstract literal i is the row's i-th literal, counted from 1, and -i its negation. If there are many more rows than abstract
    literals, copying one literal of all rows at a time is fastest.
    """
    column, sign = np.abs(abstract) - 1, np.sign(abstract)
    if len(table) <= MANY * abstract.size:
        clauses = table[:, column] * sign
    else:
        clauses = np.empty((len(table), *abstract.shape), dtype=np.int32)
        for at in np.ndindex(abstract.shape):
            np.multiply(table[:, column[at]], sign[at], out=clauses[:, *at])
    return clauses.reshape(len(table) * abstract.shape[0], abstract.shape[1])
