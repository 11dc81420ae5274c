"""Cases for at-most-one encodings: the assignments that they allow, and propagation, compared with counting by the definition."""

from __future__ import annotations

from itertools import combinations, product

import numpy as np

from hashicnf.core.constraints import Exclusive, Origin
from hashicnf.core.variables import VariablePool
from hashicnf.logic import Ints
from hashicnf.passes.exclusive import EXCLUSIVE, ExclusiveEncoding, stamp, template_of
from hashicnf.testing import counting
from hashicnf.testing.cases import Case, case, require_same
from hashicnf.testing.models import projected
from hashicnf.testing.written import a_formula_is_written_and_has_a_text

ORIGIN = Origin("crossing", "crossing")
WIDTHS = [*range(12), 16, 17, 25, 26, 37, 65]


def clauses_of(encoding: ExclusiveEncoding, width: int) -> list[tuple[int, ...]]:
    return [tuple(clause) for block in template_of(encoding, width).blocks for clause in block.tolist()]


def accepted(encoding: ExclusiveEncoding, lits: Ints) -> set[tuple[bool, ...]]:
    """Encode a batch over ``lits``; return the values of the literals that its clauses allow."""
    pool = VariablePool()
    pool.declare("x", int(np.abs(lits).max(initial=0)), meaning="inputs")
    batch = Exclusive(lits, ORIGIN, np.arange(len(lits), dtype=np.int32))
    return projected(stamp(batch, encoding, "aux", pool), lits.ravel().tolist())


def models_are_the_assignments_with_at_most_one_true(encoding: ExclusiveEncoding, width: int) -> None:
    """Check all models, also for widths at which recursive encodings recur."""
    wanted = {tuple(i == j for i in range(width)) for j in range(-1, width)}
    require_same(accepted(encoding, np.arange(1, width + 1, dtype=np.int32)[None, :]), wanted)


def unit_propagation_finds_everything(encoding: ExclusiveEncoding, width: int) -> None:
    """Check on all 3^n partial assignments that exactly the literals that follow are found, and every contradiction."""
    clauses, good = clauses_of(encoding, width), counting.rows(width, "le", 1)
    for given in counting.partial_assignments(width):
        found = counting.propagate(clauses, given)
        inputs = None if found is None else {name: value for name, value in found.items() if name <= width}
        assert inputs == counting.forced(good, given), given


def one_true_literal_settles_a_wide_row(encoding: ExclusiveEncoding, width: int) -> None:
    """Check one true literal, and any two: unit propagation is monotone, so no other assignments need a check."""
    clauses = clauses_of(encoding, width)
    for x in range(1, width + 1):
        found = counting.propagate(clauses, {x: True})
        assert found is not None
        assert [found.get(i) for i in range(1, width + 1)] == [i == x for i in range(1, width + 1)]
    for x, y in combinations(range(1, width + 1), 2):
        assert counting.propagate(clauses, {x: True, y: True}) is None


def rows_are_independent_and_literals_may_be_negative(encoding: ExclusiveEncoding, width: int) -> None:
    """Check, in particular, that rows share no auxiliaries."""
    first = np.arange(1, width + 1, dtype=np.int32) * np.where(np.arange(width) % 2, -1, 1).astype(np.int32)
    good = counting.rows(width, "le", 1)
    found = accepted(encoding, np.stack((first, -(first + np.sign(first) * width).astype(np.int32))))
    require_same(found, {(*a, *b) for a, b in product(good, repeat=2)})


def rows_may_share_literals(encoding: ExclusiveEncoding) -> None:
    lits = np.array([[1, 2, 3, 4], [4, 5, 6, -1]], dtype=np.int32)
    wanted = {
        (*row[:4], row[3], *row[4:], not row[0])
        for row in product((False, True), repeat=6)
        if sum(row[:4]) <= 1 >= sum(row[3:]) + (not row[0])
    }
    require_same(accepted(encoding, lits), wanted)


def templates_are_clean(encoding: ExclusiveEncoding) -> None:
    """Check for duplicate clauses, a variable twice in a clause, and gaps in auxiliaries; up to two literals need none."""
    for width in WIDTHS:
        template, clauses = template_of(encoding, width), clauses_of(encoding, width)
        assert len({frozenset(clause) for clause in clauses}) == len(clauses)
        assert all(len({abs(lit) for lit in clause}) == len(clause) for clause in clauses)
        above = {abs(lit) for clause in clauses for lit in clause} - set(range(1, width + 1))
        assert above == set(range(width + 1, width + 1 + template.auxiliaries))
        assert width > 2 or clauses == [(-1, -2)][: width // 2]


def auxiliaries_have_a_name_and_clauses_a_source(encoding: ExclusiveEncoding) -> None:
    pool = VariablePool()
    x = pool.declare("x", 2, 9, meaning="inputs").lits
    source = np.array([7, 5], dtype=np.int32)
    blocks = stamp(Exclusive(x, ORIGIN, source), encoding, "aux", pool)
    variables = pool.freeze()
    for block in blocks:
        assert block.lits.dtype == np.int32
        assert block.origin == ORIGIN
        for clause, s in zip(block.lits.tolist(), block.source.tolist(), strict=True):
            row = source.tolist().index(s)
            assert all(variables.text(abs(lit)).startswith((f"x[{row},", f"aux[{row},")) for lit in clause)


def cases(name: str) -> list[Case]:
    """List the cases for an encoding by its name."""
    encoding = EXCLUSIVE.get(name)
    by_width = (
        (models_are_the_assignments_with_at_most_one_true, WIDTHS),
        (unit_propagation_finds_everything, range(8)),
        (one_true_literal_settles_a_wide_row, (9, 13, 26)),
        (rows_are_independent_and_literals_may_be_negative, (3, 7)),
    )
    found = [case(check, encoding, width, label=str(width)) for check, widths in by_width for width in widths]
    alone = (rows_may_share_literals, templates_are_clean, auxiliaries_have_a_name_and_clauses_a_source)
    found.append(case(a_formula_is_written_and_has_a_text, "at_most_one", name))
    return found + [case(check, encoding) for check in alone]
