"""Propagation over rows with bounds, compared with trying every choice of one row after another."""

from __future__ import annotations

import random
from itertools import pairwise, product

import numpy as np
import pytest

from hashicnf.propagation import bounds
from hashicnf.propagation.bounds import FEW, MANY_TURNS, Bounded, Contradiction, propagate
from tests.portions import each

Row = tuple[tuple[int, ...], int, int, int]  # literals, least, most, chain
VARIABLES = 8


def rows_of(rng: random.Random) -> list[Row]:
    rows = []
    for _ in range(rng.randint(2, 9)):
        chain = rng.choice((1, 1, 2, 3))
        width = chain * rng.randint(1, 6 // chain)
        lits = tuple(v * rng.choice((1, -1)) for v in rng.sample(range(1, VARIABLES + 1), width))
        least = rng.randint(0, width)
        rows.append((lits, least, rng.randint(least, width), chain))
    return rows


def choices(row: Row, known: set[int]) -> list[tuple[int, ...]]:
    """Yield all values of a row's literals that are ordered within runs, within the bounds, and agree with known values."""
    lits, least, most, chain = row
    found = []
    for values in product((False, True), repeat=len(lits)):
        runs = [values[i : i + chain] for i in range(0, len(values), chain)]
        taken = tuple(lit if value else -lit for lit, value in zip(lits, values, strict=True))
        if least <= sum(values) <= most and all(sorted(run, reverse=True) == list(run) for run in runs):
            found.append(taken)
    return [taken for taken in found if not any(-lit in known for lit in taken)]


def closure(rows: list[Row]) -> set[int] | None:
    """Return the consequences of single rows, repeated to a fixed point; None for a contradiction."""
    known: set[int] = set()
    while True:
        before = len(known)
        for row in rows:
            left = choices(row, known)
            if not left:
                return None
            known |= set.intersection(*map(set, left))
        if len(known) == before:
            return known


def bounded(row: Row) -> Bounded:
    lits, least, most, chain = row
    return Bounded(
        np.array([lits], dtype=np.int32), np.array([least], dtype=np.int32), np.array([most], dtype=np.int32), chain
    )


@each("seed", range(300))
def test_all_that_follows_is_found_and_nothing_else(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Literals that follow from the order of a run alone are left to the clauses that state the order.

    The rows are few, so they are examined as a whole, or as many would be: those that changed, or those of the new literals.
    """
    monkeypatch.setattr(bounds, "FEW", 0 if seed % 3 == 1 else FEW)
    monkeypatch.setattr(bounds, "MANY_TURNS", 1 if seed % 3 == 2 else MANY_TURNS)
    rows = rows_of(random.Random(seed))
    order: list[Row] = []
    for lits, _, _, chain in rows:
        runs = [lits[i : i + chain] for i in range(0, len(lits), chain)]
        order += [((one, -other), 1, 2, 1) for run in runs for one, other in pairwise(run)]
    wanted = closure([*rows, *order])
    try:
        truth, fixed = propagate([bounded(row) for row in [*rows, *order]], VARIABLES)
    except Contradiction:
        assert wanted is None
        return
    assert wanted == set(fixed.tolist())
    assert len(set(fixed.tolist())) == len(fixed)
    for v in range(1, VARIABLES + 1):
        value = (v in wanted) - (-v in wanted)
        assert (truth[v], truth[-v]) == (value, -value)


@pytest.mark.parametrize("width", [3, 100, 101, 127, 128, 300])
def test_rows_of_any_width_are_counted(width: int) -> None:
    """Bounds may be far beyond the width."""
    lits = tuple(range(1, width + 1))
    assert propagate([bounded((lits, width, 1_000_000, 1))], width)[1].tolist() == list(lits)
    assert propagate([bounded((lits, -1_000_000, 0, 1))], width)[1].tolist() == [-lit for lit in lits]
    assert not propagate([bounded((lits, -1_000_000, 1_000_000, 1))], width)[1].size
    with pytest.raises(Contradiction):
        propagate([bounded((lits, width + 256, 1_000_000, 1))], width)


def outcome(row: Row, units: tuple[int, ...]) -> list[int] | None:
    """Return the consequences, None for a contradiction."""
    try:
        _, fixed = propagate([bounded(one) for one in (row, *(((unit,), 1, 1, 1) for unit in units))], VARIABLES)
    except Contradiction:
        return None
    return sorted(fixed.tolist())


@pytest.mark.parametrize("padding", [1, 2])
@pytest.mark.parametrize(
    ("width", "least", "most"), [(w, i, j) for w in (1, 2) for j in range(w + 1) for i in range(j + 1)]
)
def test_padding_changes_nothing(width: int, least: int, most: int, padding: int) -> None:
    """This includes rows of two, where clauses and "at most one" are propagated in a way of their own."""
    lits = tuple(range(1, width + 1))
    for known in product(*((0, lit, -lit) for lit in lits)):
        units = tuple(unit for unit in known if unit)
        padded = ((*lits, *(0,) * padding), least, most, 1)
        assert outcome(padded, units) == outcome((lits, least, most, 1), units)


def test_without_rows_nothing_follows() -> None:
    truth, fixed = propagate([], 3)
    assert not truth.any()
    assert not len(fixed)


@pytest.mark.parametrize("width", [2, 3])
@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize("few", [FEW, 0])
def test_long_chains_are_followed_to_their_ends(
    width: int, turned: bool, few: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each variable implies the next, in rows that are mixed: most turns fix one, and rows are looked up by their literals.

    Tables of more than a few rows look at those in which something has changed.
    """
    monkeypatch.setattr(bounds, "FEW", few)
    length = 3 * MANY_TURNS
    links = np.arange(1, length, dtype=np.int32)
    spare = np.full(len(links), length + 1, dtype=np.int32)  # false, so that a row of three is a clause of two
    rows = np.stack((-links, links + 1, spare), axis=1)[:, :width]
    rows = rows[np.random.default_rng(5).permutation(len(rows))]
    ones = np.ones(len(rows), dtype=np.int32)
    chain = [Bounded(rows, ones, width * ones), bounded(((-length - 1,), 1, 1, 1))]
    start = -length if turned else 1
    truth, fixed = propagate([*chain, bounded(((start,), 1, 1, 1))], length + 1)
    assert truth[1 : length + 1].tolist() == [-1 if turned else 1] * length
    assert {*fixed.tolist()} == {-length - 1, *(-v if turned else v for v in range(1, length + 1))}
    along = [-v for v in range(length, 0, -1)] if turned else list(range(1, length + 1))
    assert [lit for lit in fixed.tolist() if lit != -length - 1] == along, "in the order in which they were fixed"
    with pytest.raises(Contradiction):
        propagate([*chain, bounded(((1,), 1, 1, 1)), bounded(((-length,), 1, 1, 1))], length + 1)
