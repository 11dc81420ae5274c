"""Whole boards: the models of a formula, seen on the bridges, are the brute-force solutions, one to one."""

from __future__ import annotations

import random

import numpy as np
import pytest

import hashicnf
from hashicnf.document import Document, Setting, Source
from hashicnf.families import Puzzle
from hashicnf.pipeline.compile import CARDINALITY, CONNECTIVITY, compile_puzzle
from hashicnf.pipeline.puzzles import build
from tests.oracles import hashi
from tests.oracles.models import projected

COMPLETE = sorted(name for name, e in CONNECTIVITY.all().items() if e.complete)
LAZY = sorted(name for name, e in CONNECTIVITY.all().items() if e.refine)
CASES = [(2, True), (2, False), (1, True), (3, True), (4, True)]


def puzzle_of(grid: hashi.Grid, most: int = 2, *, loops: bool = True) -> Puzzle:
    settings = {"max-bridges": Setting(str(most), 1, 1), "loops": Setting("yes" if loops else "no", 1, 1)}
    return build(Document(np.array(grid, dtype=np.int32), Source("test", ""), settings))


def boards(most: int, *, loops: bool, count: int) -> list[hashi.Grid]:
    rng = random.Random(100 * most + loops)
    largest = {1: 10, 2: 8, 3: 6, 4: 5}[most]
    found: list[hashi.Grid] = []
    while len(found) < count:
        grid = hashi.planted(rng, rng.randint(2, 5), rng.randint(2, 5), rng.randint(3, 7), most, loops=loops)
        if len(hashi.pairs(grid)) <= largest:
            found.append(grid)
    return found


def counts_of(puzzle: Puzzle, cardinality: str, connectivity: str) -> set[tuple[int, ...]]:
    formula = compile_puzzle(puzzle, cardinality=cardinality, connectivity=connectivity).formula
    lits = formula.variables["bridge"].lits
    models = projected(formula.blocks, lits.ravel().tolist())
    return {tuple(int(k) for k in np.array(m).reshape(lits.shape).sum(axis=1)) for m in models}


@pytest.mark.parametrize(("most", "loops"), CASES)
@pytest.mark.parametrize("connectivity", COMPLETE)
def test_models_are_the_solutions(connectivity: str, most: int, loops: bool) -> None:
    for grid in boards(most, loops=loops, count=6):
        wanted = set(hashi.solutions(grid, most, loops=loops))
        assert wanted
        assert counts_of(puzzle_of(grid, most, loops=loops), "direct", connectivity) == wanted, grid


@pytest.mark.parametrize("cardinality", CARDINALITY.names())
def test_every_cardinality_encoding(cardinality: str) -> None:
    for most, loops in ((2, True), (3, True)):
        for grid in boards(most, loops=loops, count=4):
            wanted = set(hashi.solutions(grid, most, loops=loops))
            assert counts_of(puzzle_of(grid, most, loops=loops), cardinality, "planar") == wanted, grid


@pytest.mark.parametrize("connectivity", LAZY)
@pytest.mark.parametrize(("most", "loops"), CASES)
def test_the_lazy_loop_solves_what_has_solutions_and_nothing_else(connectivity: str, most: int, loops: bool) -> None:
    rng = random.Random(5)
    for grid in boards(most, loops=loops, count=8):
        changed = [row[:] for row in grid]
        r, c = rng.choice(hashi.islands(grid))
        changed[r][c] = max(1, changed[r][c] + rng.choice([-2, 2, 0]))
        puzzle = puzzle_of(changed, most, loops=loops)
        answer = hashicnf.solve(puzzle, connectivity=connectivity)
        solvable = any(True for _ in hashi.solutions(changed, most, loops=loops))
        assert isinstance(answer.verdict, hashicnf.Sat if solvable else hashicnf.Unsat), changed
        if solvable:
            assert hashicnf.check(puzzle, answer.solution) == []


def test_facts_about_published_boards() -> None:
    """A published worked example has no solution, and the plus of four ones has none either."""
    plus = [[0, 1, 0], [1, 0, 1], [0, 1, 0]]
    assert not counts_of(puzzle_of(plus), "direct", "planar")
    assert not list(hashi.solutions(plus))


def test_the_dependency_rule_the_wrong_way_round_is_a_bug() -> None:
    """With ``x1 -> x2`` and crossings on x1 alone, the plus has two "solutions" that cross."""
    compiled = compile_puzzle(puzzle_of([[0, 1, 0], [1, 0, 1], [0, 1, 0]]), connectivity="none", cardinality="pairwise")
    assert compiled.formula.variables["bridge"].shape == (2, 1), "no edge of ones can be double"


@pytest.mark.parametrize(
    ("grid", "solvable"),
    [([[1]], False), ([[-1]], False), ([[1, 1]], True), ([[2, 2]], True), ([[3, 3]], False), ([[1, 0], [0, 1]], False)],
)
def test_tiny_boards(grid: hashi.Grid, solvable: bool) -> None:
    for connectivity in (*COMPLETE, *LAZY):
        answer = hashicnf.solve(puzzle_of(grid), connectivity=connectivity)
        assert isinstance(answer.verdict, hashicnf.Sat if solvable else hashicnf.Unsat), (grid, connectivity)


def test_an_empty_board_is_solved() -> None:
    for connectivity in (*COMPLETE, *LAZY):
        assert isinstance(hashicnf.solve(puzzle_of([[0, 0]]), connectivity=connectivity).verdict, hashicnf.Sat)
