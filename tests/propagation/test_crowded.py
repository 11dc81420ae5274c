"""Crowded parts, compared with counting by the frontier: no solvable board has one, whichever islands are named."""

from __future__ import annotations

import random
from collections import Counter
from typing import TypeAlias

import numpy as np
import pytest

import hashicnf
from hashicnf.core.constraints import Batch
from hashicnf.core.flaws import Crowded
from hashicnf.core.variables import VariablePool
from hashicnf.families import Puzzle
from hashicnf.propagation.counting.argument import Argument, replay
from hashicnf.refuting.search import Refuted, refute_batches
from tests.portions import short_and_long
from tests.propagation.test_counting import NONE, ints

DIAMOND = "12332\n22432\n11243\n13221\n22.11\n"  # two bridges can be spared


Cell: TypeAlias = tuple[int, int]
Edges: TypeAlias = list[tuple[Cell, Cell]]


def divided(cells: list[Cell], rng: random.Random) -> tuple[Edges, Edges]:
    """Return the edges between some cells, divided into a random spanning tree and the others."""
    edges = [
        (cell, near) for cell in cells for near in ((cell[0], cell[1] + 1), (cell[0] + 1, cell[1])) if near in cells
    ]
    rng.shuffle(edges)
    group = {cell: cell for cell in cells}
    tree, others = Edges(), Edges()
    for one, other in edges:
        kept, gone = group[one], group[other]
        (others if kept == gone else tree).append((one, other))
        group = {cell: kept if top == gone else top for cell, top in group.items()}
    return tree, others


def board(side: int, edges: Edges) -> str:
    degree = Counter(cell for edge in edges for cell in edge)
    rows = ("".join(str(degree[row, column] or ".") for column in range(side)) for row in range(side))
    return "".join(f"{row}\n" for row in rows)


def lattice(side: int, apart: int, more: int, rng: random.Random) -> str:
    """Return a full lattice with the degrees of a spanning tree, changed so that edges close some cycles."""
    tree, others = divided([(row, column) for row in range(side) for column in range(side)], rng)
    return board(side, [*tree[: len(tree) - apart], *others[: apart + more]])


def halves(side: int, rng: random.Random) -> str:
    """Return a lattice with the degrees of a tree, but with an edge more above a diagonal, and one less below it."""
    cells = [(row, column) for row in range(side) for column in range(side)]
    above, others = divided([cell for cell in cells if sum(cell) < side], rng)
    below, _ = divided([cell for cell in cells if sum(cell) >= side], rng)
    return board(side, [*above, others[0], *below[1:], ((side - 1, 0), (side - 1, 1))])


def stated(puzzle: Puzzle) -> tuple[tuple[Batch, ...], int]:
    pool = VariablePool()
    return puzzle.constraints(pool)[0], pool.count


@pytest.mark.parametrize("boards", short_and_long(7, 60))
@pytest.mark.parametrize("side", [4, 5])
@pytest.mark.parametrize("more", [0, 1, 3])
def test_what_is_called_crowded_has_no_solution(side: int, more: int, boards: int) -> None:
    flaws, unsolvable = 0, 0
    for seed in range(boards):
        rng = random.Random(seed)
        puzzle = hashicnf.parse(lattice(side, rng.randint(1, 3), more, rng))
        found, solutions = refute_batches(*stated(puzzle)), hashicnf.count(puzzle)
        unsolvable += solutions.total == 0
        if isinstance(found, Refuted):
            assert solutions.total == 0
        if isinstance(found, Refuted) and isinstance(found.flaw, Crowded):
            flaws += 1
            assert found.flaw.need == found.flaw.groups + found.flaw.spare
    assert unsolvable
    assert flaws >= unsolvable // 3  # most have one; others fall apart before


@pytest.mark.parametrize("boards", short_and_long(10, 30))
def test_other_islands_show_nothing_on_a_solvable_board(boards: int) -> None:
    rng = random.Random(1)
    tried = 0
    while tried < boards:
        puzzle = hashicnf.parse(lattice(4, rng.randint(0, 2), rng.randint(0, 2), rng))
        if not hashicnf.count(puzzle).total:
            continue
        tried += 1
        batches, variables = stated(puzzle)
        for _ in range(20):
            share = rng.random()
            nodes = ints(*(island for island in range(puzzle.size["islands"]) if rng.random() < share))
            assert not replay(Argument((), NONE, nodes), batches, variables).is_contradiction


def test_the_check_believes_no_other_islands() -> None:
    batches, variables = stated(hashicnf.parse(DIAMOND))
    found = refute_batches(batches, variables)
    assert isinstance(found, Refuted)
    assert isinstance(found.flaw, Crowded)
    nodes = found.flaw.nodes
    for wrong in (nodes[:0], nodes[1:], np.arange(24, dtype=np.int32)):
        assert not replay(Argument(found.argument.steps, NONE, wrong), batches, variables).is_contradiction


def test_it_is_told_in_words() -> None:
    why = hashicnf.parse(DIAMOND).why_refuted(Crowded("island", ints(3, 7, 9, 13), 13, 11, 2))
    assert why == (
        "the four islands at (1, 4), (2, 3), (2, 5) and (3, 4) lack 13 bridges, and no two of them are neighbours, so all of "
        "these lie among 11 groups of islands; but no more than 12 can lie there if all islands are to be connected, since only 2 "
        "bridges can be spared"
    )
    alone = hashicnf.parse(DIAMOND).why_refuted(Crowded("island", ints(7), 4, 4, 0))
    assert alone is not None
    assert alone.startswith("island 4 at row 2, column 3 lacks 4 bridges, so all of these lie among 4 groups")
    assert alone.endswith("since none can be spared")


@pytest.mark.parametrize("side", [20, 30])
def test_large_boards_are_refuted_at_once(side: int) -> None:
    puzzle = hashicnf.parse(halves(side, random.Random(side)))
    batches, variables = stated(puzzle)
    found = refute_batches(batches, variables)
    assert isinstance(found, Refuted)
    assert isinstance(found.flaw, Crowded)
