"""Removing repeated clauses: the first is kept, for any order of literals, and no other clause is removed."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from hashicnf.core.constraints import Clauses, Origin
from hashicnf.families.hashi.generate import generate
from hashicnf.logic import Ints
from hashicnf.passes import duplicates
from hashicnf.passes.duplicates import without_duplicates
from hashicnf.pipeline.compile import compile_puzzle
from hashicnf.pipeline.encodings import Encodings
from tests.oracles.puzzles import puzzle_with

Rows = list[list[int]]


def block(rows: Rows, rule: str = "a", width: int = 2) -> Clauses:
    lits = np.array(rows, dtype=np.int32).reshape(len(rows), len(rows[0]) if rows else width)
    return Clauses(lits, Origin(rule, "row"), np.arange(len(rows), dtype=np.int32))


def kept(blocks: list[Clauses]) -> list[tuple[str, Rows, list[int]]]:
    return [(b.origin.rule, b.lits.tolist(), b.source.tolist()) for b in without_duplicates(blocks)]


def test_the_first_of_equal_clauses_stays_with_its_source() -> None:
    found = kept([block([[1, 2], [2, 1], [3, 4]]), block([[4, 3], [5, 6]], "b")])
    assert found == [("a", [[1, 2], [3, 4]], [0, 2]), ("b", [[5, 6]], [1])]


def test_signs_and_widths_matter() -> None:
    blocks = [block([[1, 2], [-1, 2], [1, -2], [-1, -2]]), block([[1, 2, 3]]), block([[1], [2]]), block([[-1]])]
    assert [rows for _, rows, _ in kept(blocks)] == [b.lits.tolist() for b in blocks]


def test_empty_blocks_go_and_one_empty_clause_stays() -> None:
    assert kept([block([]), block([[], []]), block([[1, 2]])]) == [("a", [[]], [0]), ("a", [[1, 2]], [0])]
    assert kept([]) == []


def slow(blocks: list[Clauses]) -> list[tuple[str, list[int], int]]:
    seen: set[frozenset[int]] = set()
    found = []
    for b in blocks:
        for lits, source in zip(b.lits.tolist(), b.source.tolist(), strict=True):
            if frozenset(lits) not in seen:
                seen.add(frozenset(lits))
                found.append((b.origin.rule, lits, source))
    return found


def random_blocks(rng: random.Random) -> list[Clauses]:
    blocks = []
    for i in range(rng.randint(1, 8)):
        width, rows = rng.randint(1, 4), rng.randint(0, 12)
        lits = [[v * rng.choice([-1, 1]) for v in rng.sample(range(1, 6), width)] for _ in range(rows)]
        blocks.append(block(lits, f"rule{i}", width))
    return blocks


def flat(blocks: Sequence[Clauses]) -> list[tuple[str, list[int], int]]:
    return [
        (b.origin.rule, lits, source)
        for b in blocks
        for lits, source in zip(b.lits.tolist(), b.source.tolist(), strict=True)
    ]


def test_it_agrees_with_a_set_of_sets() -> None:
    rng = random.Random(5)
    for _ in range(300):
        blocks = random_blocks(rng)
        assert flat(without_duplicates(blocks)) == slow(blocks)


def test_clauses_whose_hashes_collide_are_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    def same(lits: Ints) -> np.ndarray:
        return np.zeros(len(lits), dtype=np.uint64)

    monkeypatch.setattr(duplicates, "_hash", same)
    rng = random.Random(6)
    for _ in range(100):
        blocks = random_blocks(rng)
        assert flat(without_duplicates(blocks)) == slow(blocks)


@pytest.mark.parametrize("loops", [True, False])
def test_blocks_that_promise_to_be_distinct_are(loops: bool) -> None:
    for seed in range(8):
        board = replace(generate(6 + seed, 9, 8 + 2 * seed, seed=seed).board, loops=loops)
        blocks = compile_puzzle(puzzle_with(board), Encodings(connectivity="planar")).formula.blocks
        assert any(block.distinct for block in blocks)
        assert flat(tuple(blocks)) == slow(list(blocks))


def test_distinct_blocks_are_not_compared() -> None:
    twice = replace(block([[1, 2], [2, 1]]), distinct=True)
    assert without_duplicates([twice, block([[1, 2], [1, 2]])])[0] is twice
    assert kept([twice, block([[1, 2], [1, 2]], "b")])[1] == ("b", [[1, 2]], [0])
