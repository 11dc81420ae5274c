"""Deferred arrays: the rows that numpy would have made at once, for any piece, and no memory before that."""

from __future__ import annotations

import random
import tracemalloc

import numpy as np
import pytest

from hashicnf.arrays import blocking
from hashicnf.arrays.blocking import (
    Deferred,
    Rows,
    batches,
    counting,
    deferred,
    each_repeated,
    in_pieces,
    picked,
    whole,
    without,
)
from hashicnf.families.hashi.generate import generate
from hashicnf.logic import Ints
from hashicnf.pipeline.compile import compile_puzzle
from hashicnf.pipeline.encodings import Encodings
from tests.oracles.puzzles import puzzle_with


def squares(rows: slice) -> Ints:
    """Make rows (i, i * i)."""
    i = np.arange(rows.start, rows.stop, dtype=np.int32)
    return np.stack((i, i * i), axis=1)


def table(size: int) -> Ints:
    return squares(slice(0, size))


def test_short_arrays_are_made_at_once_and_long_ones_when_they_are_looked_at(small_pieces: int) -> None:
    for size in range(40):
        rows = deferred(squares, size, 2)
        assert isinstance(rows, Deferred) == (2 * size > small_pieces)
        assert (len(rows), rows.shape, rows.size) == (size, (size, 2), 2 * size)
        assert np.array_equal(whole(rows), table(size))
        assert np.array_equal(np.concatenate([table(0), *(part for _, part in in_pieces(rows))]), table(size))
        assert [some.start for some, _ in in_pieces(rows)] == list(range(0, size, max(1, small_pieces // 2)))


def test_any_slice_can_be_asked_for() -> None:
    rows = Deferred((20, 2), squares)
    for start in (None, 0, 3, 19, 20, 30, -4):
        for stop in (None, 0, 2, 3, 20, 25, -1):
            assert np.array_equal(rows[start:stop], table(20)[start:stop])


@pytest.mark.usefixtures("small_pieces")
def test_helpers_agree_with_numpy() -> None:
    rng = np.random.default_rng(5)
    items = rng.integers(-50, 50, 30, dtype=np.int32)
    for size in (0, 1, 7, 90):
        index = rng.integers(0, 30, size, dtype=np.int32)
        pairs: list[tuple[Rows, Ints]] = [
            (counting(size), np.arange(size, dtype=np.int32)),
            (picked(items, index), items[index]),
            (each_repeated(index, 4), np.repeat(index, 4)),
        ]
        for made, wanted in pairs:
            assert np.array_equal(whole(made), wanted)
            assert whole(made).dtype == np.int32


@pytest.mark.usefixtures("small_pieces")
def test_rows_can_be_left_out() -> None:
    rng = random.Random(6)
    for _ in range(200):
        size = rng.randint(1, 30)
        gone = np.array(sorted(rng.sample(range(size), rng.randint(0, size))), dtype=np.int32)
        wanted = np.delete(table(size), gone, axis=0)
        for rows in (deferred(squares, size, 2), table(size)):
            left = without(rows, gone)
            assert np.array_equal(whole(left), wanted)
            start, stop = sorted((rng.randint(0, size), rng.randint(0, size)))
            assert np.array_equal(left[start:stop], wanted[start:stop])
            again = np.flatnonzero(wanted[:, 0] % 3 == 0).astype(np.int32)
            assert np.array_equal(whole(without(left, again)), np.delete(wanted, again, axis=0))


@pytest.mark.usefixtures("small_pieces")
def test_batches_hold_all_rows_in_order() -> None:
    blocks: list[Rows] = [deferred(squares, size, 2) for size in (3, 0, 40, 1, 1)]
    found = [list(batch) for batch in batches(blocks, 10)]
    assert np.array_equal(
        np.concatenate([part for batch in found for part in batch]), np.concatenate([*map(whole, blocks)])
    )
    assert all(sum(part.size for part in batch) <= 10 for batch in found)


def test_a_batch_is_filled_to_the_last_item() -> None:
    rows = np.arange(12, dtype=np.int32).reshape(6, 2)
    assert [[len(block) for block in batch] for batch in batches([rows[:2], rows[2:4], rows[4:]], 8)] == [[2, 2], [2]]


def test_a_formula_is_smaller_than_its_clauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(blocking, "ITEMS", 1 << 10)
    puzzle = puzzle_with(generate(150, 150, 5000, seed=1).board)
    compile_puzzle(puzzle, Encodings(connectivity="planar"))
    tracemalloc.start()
    try:
        formula = compile_puzzle(puzzle, Encodings(connectivity="planar")).formula
        kept = tracemalloc.get_traced_memory()[0]
    finally:
        tracemalloc.stop()
    clauses = sum(4 * block.rows.size + 4 * len(block) for block in formula.blocks)
    assert 4 * kept < clauses
