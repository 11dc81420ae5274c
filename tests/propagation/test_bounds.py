"""Propagation over rows with bounds, against trying every choice of one row after another."""

from __future__ import annotations

import random
from itertools import pairwise, product

import numpy as np
import pytest

from hashicnf.propagation.bounds import MANY_TURNS, Bounded, Contradiction, propagate
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
    """All ways to make a row's literals true or false: in order within a run, between the bounds, as is known."""
    lits, least, most, chain = row
    found = []
    for values in product((False, True), repeat=len(lits)):
        runs = [values[i : i + chain] for i in range(0, len(values), chain)]
        taken = tuple(lit if value else -lit for lit, value in zip(lits, values, strict=True))
        if least <= sum(values) <= most and all(sorted(run, reverse=True) == list(run) for run in runs):
            found.append(taken)
    return [taken for taken in found if not any(-lit in known for lit in taken)]


def closure(rows: list[Row]) -> set[int] | None:
    """What follows from single rows, again and again; None from a contradiction."""
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
def test_all_that_follows_is_found_and_nothing_else(seed: int) -> None:
    """A literal that follows from the order of a run alone is left to the clauses that state the order."""
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


def test_without_rows_nothing_follows() -> None:
    truth, fixed = propagate([], 3)
    assert not truth.any()
    assert not len(fixed)


@pytest.mark.parametrize("width", [2, 3])
@pytest.mark.parametrize("turned", [False, True])
def test_long_chains_are_followed_to_their_ends(width: int, turned: bool) -> None:
    """Each variable implies the next, in rows that are mixed: most turns fix one, and rows are looked up by their literals."""
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
    with pytest.raises(Contradiction):
        propagate([*chain, bounded(((1,), 1, 1, 1)), bounded(((-length,), 1, 1, 1))], length + 1)
