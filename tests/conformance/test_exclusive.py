"""What every at-most-one encoding promises: which assignments it allows, what unit propagation finds, and its size.

A new module in the package of encodings is tested here without being named anywhere.
"""

from __future__ import annotations

from itertools import combinations, product
from math import ceil, comb, log2, sqrt

import numpy as np
import pytest

from hashicnf.core.constraints import Exclusive, Origin
from hashicnf.core.variables import VariablePool
from hashicnf.errors import UsageError
from hashicnf.logic import Ints
from hashicnf.passes.exclusive import EXCLUSIVE, ExclusiveEncoding, stamp, template_of
from tests.oracles import counting
from tests.oracles.models import projected

ORIGIN = Origin("crossing", "crossing")
ENCODINGS = [pytest.param(encoding, id=name) for name, encoding in sorted(EXCLUSIVE.all().items())]
WIDTHS = [*range(12), 16, 17, 25, 26, 37, 65]


def clauses_of(encoding: ExclusiveEncoding, width: int) -> list[tuple[int, ...]]:
    return [tuple(clause) for block in template_of(encoding, width).blocks for clause in block.tolist()]


def accepted(encoding: ExclusiveEncoding, lits: Ints) -> set[tuple[bool, ...]]:
    """Stamp a batch over ``lits`` and list which values of the literals its clauses allow."""
    pool = VariablePool()
    pool.declare("x", int(np.abs(lits).max(initial=0)), meaning="inputs")
    batch = Exclusive(lits, ORIGIN, np.arange(len(lits), dtype=np.int32))
    return projected(stamp(batch, encoding, "aux", pool), lits.ravel().tolist())


def test_there_are_the_encodings_of_the_literature() -> None:
    assert {"pairwise", "ladder", "product", "bimander", "binary", "commander"} <= set(EXCLUSIVE.names())


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("width", WIDTHS)
def test_models_are_the_assignments_with_at_most_one_true(encoding: ExclusiveEncoding, width: int) -> None:
    """Also beyond the widths at which recursive encodings recur."""
    wanted = {tuple(i == j for i in range(width)) for j in range(-1, width)}
    assert accepted(encoding, np.arange(1, width + 1, dtype=np.int32)[None, :]) == wanted


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("width", range(8))
def test_unit_propagation_finds_everything(encoding: ExclusiveEncoding, width: int) -> None:
    """On all 3^n partial assignments: every literal that follows, every contradiction, and nothing else about the inputs."""
    clauses, good = clauses_of(encoding, width), counting.rows(width, "le", 1)
    for given in counting.partial_assignments(width):
        found = counting.propagate(clauses, given)
        inputs = None if found is None else {name: value for name, value in found.items() if name <= width}
        assert inputs == counting.forced(good, given), given


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("width", [9, 13, 26])
def test_one_true_literal_settles_a_wide_row(encoding: ExclusiveEncoding, width: int) -> None:
    """Unit propagation is monotone, so one true literal, and any two, are all that has to be looked at."""
    clauses = clauses_of(encoding, width)
    for x in range(1, width + 1):
        found = counting.propagate(clauses, {x: True})
        assert found is not None
        assert [found.get(i) for i in range(1, width + 1)] == [i == x for i in range(1, width + 1)]
    for x, y in combinations(range(1, width + 1), 2):
        assert counting.propagate(clauses, {x: True, y: True}) is None


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("width", [3, 7])
def test_rows_are_independent_and_literals_may_be_negative(encoding: ExclusiveEncoding, width: int) -> None:
    """In particular, rows share no auxiliaries."""
    first = np.arange(1, width + 1, dtype=np.int32) * np.where(np.arange(width) % 2, -1, 1).astype(np.int32)
    good = counting.rows(width, "le", 1)
    found = accepted(encoding, np.stack((first, -(first + np.sign(first) * width).astype(np.int32))))
    assert found == {(*a, *b) for a, b in product(good, repeat=2)}


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_rows_may_share_literals(encoding: ExclusiveEncoding) -> None:
    lits = np.array([[1, 2, 3, 4], [4, 5, 6, -1]], dtype=np.int32)
    wanted = {
        (*row[:4], row[3], *row[4:], not row[0])
        for row in product((False, True), repeat=6)
        if sum(row[:4]) <= 1 >= sum(row[3:]) + (not row[0])
    }
    assert accepted(encoding, lits) == wanted


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_templates_are_clean(encoding: ExclusiveEncoding) -> None:
    """No clause twice, no literal twice in a clause, no auxiliary left out; up to two literals need none."""
    for width in WIDTHS:
        template, clauses = template_of(encoding, width), clauses_of(encoding, width)
        assert len({frozenset(clause) for clause in clauses}) == len(clauses)
        assert all(len({abs(lit) for lit in clause}) == len(clause) for clause in clauses)
        above = {abs(lit) for clause in clauses for lit in clause} - set(range(1, width + 1))
        assert above == set(range(width + 1, width + 1 + template.auxiliaries))
        assert width > 2 or clauses == [(-1, -2)][: width // 2]


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_auxiliaries_have_a_name_and_clauses_a_source(encoding: ExclusiveEncoding) -> None:
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


def product_size(n: int) -> tuple[int, int]:
    if n <= 6:
        return 0, comb(n, 2)
    p = ceil(sqrt(n))
    q = ceil(n / p)
    below = [product_size(p), product_size(q)]
    return p + q + sum(a for a, _ in below), 2 * n + sum(c for _, c in below)


def commander_size(n: int) -> tuple[int, int]:
    if n <= 5:
        return 0, comb(n, 2)
    sizes = [3] * (n // 3) + [n % 3] * (n % 3 > 1)
    above = commander_size(len(sizes) + (n % 3 == 1))
    return len(sizes) + above[0], sum(comb(k, 2) + k for k in sizes) + above[1]


def bimander_size(n: int) -> tuple[int, int]:
    bits = ceil(log2(ceil(n / 2)))
    return bits, n // 2 + n * bits


SIZES = {
    "pairwise": lambda n: (0, comb(n, 2)),
    "ladder": lambda n: (n - 1, 3 * n - 4),
    "product": product_size,
    "binary": lambda n: (ceil(log2(n)), n * ceil(log2(n))),
    "bimander": bimander_size,
    "commander": commander_size,
}


@pytest.mark.parametrize("name", SIZES)
def test_encodings_have_the_size_that_they_state(name: str) -> None:
    encoding = EXCLUSIVE.get(name)
    for n in range(3, 200):
        assert (template_of(encoding, n).auxiliaries, len(clauses_of(encoding, n))) == SIZES[name](n), n


def test_sizes_stay_within_what_is_stated_in_general() -> None:
    for n in range(7, 2000):
        auxiliaries, clauses = product_size(n)
        assert auxiliaries <= 2 * sqrt(n) + 9 * n**0.25
        assert clauses <= 2 * n + 4 * sqrt(n) + 13 * n**0.25
        auxiliaries, clauses = commander_size(n)
        assert auxiliaries <= n / 2 + log2(n)
        assert clauses <= 3 * n


def test_pairwise_is_the_smallest_up_to_five_literals() -> None:
    for n in range(3, 6):
        assert min(size(n)[1] for size in SIZES.values()) == comb(n, 2)
    assert min(size(6)[1] for size in SIZES.values()) < comb(6, 2)


def test_explosions_are_refused_before_they_happen() -> None:
    with pytest.raises(
        UsageError, match=r"at most one of 1,000 literals has 499,500 clauses; use --at-most-one product"
    ):
        template_of(EXCLUSIVE.get("pairwise"), 1000)
