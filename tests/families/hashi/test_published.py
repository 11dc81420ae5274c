"""Claims about boards in a published report on solving this puzzle, which are confirmed or refuted here."""

from __future__ import annotations

import pytest

import hashicnf
from hashicnf.core.constraints import Clauses
from hashicnf.passes.cardinality import CARDINALITY
from hashicnf.passes.connectivity import CONNECTIVITY
from hashicnf.pipeline.compile import compile_puzzle
from hashicnf.pipeline.encodings import Encodings
from hashicnf.testing.models import satisfiable
from tests.oracles import hashi
from tests.oracles.puzzles import counts_of, decoded, puzzle_of

INTRODUCTION = hashi.drawn(".2.5..2 ....... 4.2.2.4 ....... .1.5.2. ....... 4.....3")
WORKED_EXAMPLE = hashi.drawn(".2.3..3 ....... 2.1...2 ....... .1..... ....... 2.....2")
PLUS = hashi.drawn(".1. 1.1 .1.")
PRINTED = """
    [ "0", "2", "=", "5", "-", "-", "2" ]
    [ "0", "0", "0", "$", "0", "0", "|" ]
    [ "4", "=", "2", "$", "2", "=", "4" ]
    [ "$", "0", "0", "$", "0", "0", "|" ]
    [ "$", "1", "-", "5", "=", "2", "|" ]
    [ "$", "0", "0", "0", "0", "0", "|" ]
    [ "4", "=", "=", "=", "=", "=", "3" ]
"""
EVERY = [(c, "planar") for c in CARDINALITY.names()] + [
    ("direct", k) for k, e in CONNECTIVITY.all().items() if e.complete
]


@pytest.fixture(scope="module")
def only_solution() -> tuple[int, ...]:
    (counts,) = hashi.solutions(INTRODUCTION)
    return counts


@pytest.mark.parametrize(("cardinality", "connectivity"), EVERY)
def test_the_introductory_board_has_one_solution(
    cardinality: str, connectivity: str, only_solution: tuple[int, ...]
) -> None:
    puzzle = puzzle_of(INTRODUCTION)
    formula = compile_puzzle(puzzle, Encodings(cardinality=cardinality, connectivity=connectivity)).formula
    assert decoded(puzzle, INTRODUCTION, formula, formula.blocks) == [only_solution]


def test_its_solution_is_the_printed_one() -> None:
    puzzle = puzzle_of(INTRODUCTION)
    answer = hashicnf.solve(puzzle)
    drawing = hashicnf.draw(puzzle, answer.solution, "csv")
    assert drawing.replace(" ", "").split() == PRINTED.replace(" ", "").split()


@pytest.mark.parametrize(("cardinality", "connectivity"), EVERY)
def test_the_worked_example_has_no_solution(cardinality: str, connectivity: str) -> None:
    """It has none even without connectivity, or with the clue 1 that the prose gives one island instead of 2."""
    for grid in (WORKED_EXAMPLE, [[0, 1, *WORKED_EXAMPLE[0][2:]], *WORKED_EXAMPLE[1:]]):
        assert not list(hashi.solutions(grid))
        formula = compile_puzzle(puzzle_of(grid), Encodings(cardinality=cardinality, connectivity=connectivity)).formula
        assert not satisfiable(formula.blocks)
        assert not satisfiable([b for b in formula.blocks if b.origin.rule != "connectivity"])


@pytest.mark.parametrize(("cardinality", "connectivity"), EVERY)
def test_the_plus_of_ones_has_no_solution(cardinality: str, connectivity: str) -> None:
    assert not list(hashi.every_choice(PLUS))
    formula = compile_puzzle(puzzle_of(PLUS), Encodings(cardinality=cardinality, connectivity=connectivity)).formula
    assert not satisfiable(formula.blocks)


def test_no_bridge_of_a_board_of_ones_is_double() -> None:
    assert compile_puzzle(puzzle_of(PLUS)).formula.variables["bridge"].shape == (2, 1)


def test_one_implies_two_is_the_wrong_way_round() -> None:
    """Reversing the dependency, as a misprint does, lets the two bridges of the plus cross.

    An island apart makes room for double bridges. Crossings are forbidden on "at least one" alone, as they should be; with
    "one implies two" a single bridge is a second one without a first, and crosses unseen.
    """
    grid = hashi.drawn(".1... 1.1.. .1... ...33 ...33")
    assert not any(crossed(grid, turned=False))
    assert any(crossed(grid, turned=True))


def crossed(grid: hashi.Grid, *, turned: bool) -> list[bool]:
    """Return, for every model without connectivity, whether bridges cross in it; the dependency may be reversed."""
    puzzle = puzzle_of(grid)
    formula = compile_puzzle(puzzle, Encodings(cardinality="pairwise", connectivity="none")).formula
    blocks = [
        Clauses(-block.lits, block.origin, block.source) if turned and block.origin.rule == "dependency" else block
        for block in formula.blocks
    ]
    models = decoded(puzzle, grid, formula, blocks)
    return [any(counts[a] and counts[b] for a, b in hashi.crosses(grid)) for counts in models]


def test_both_directions_at_once_leave_no_single_bridges() -> None:
    puzzle = puzzle_of(INTRODUCTION)
    formula = compile_puzzle(puzzle, Encodings(connectivity="planar")).formula
    turned = [Clauses(-b.lits, b.origin, b.source) for b in formula.blocks if b.origin.rule == "dependency"]
    assert satisfiable(formula.blocks)
    assert not satisfiable([*formula.blocks, *turned])


def test_every_solution_has_half_the_sum_of_the_numbers() -> None:
    """So minimising the number of bridges is pointless, and an odd sum is unsolvable."""
    answer = hashicnf.solve(puzzle_of(INTRODUCTION))
    assert sum(counts_of(INTRODUCTION, answer.solution)) == 18 == sum(map(sum, INTRODUCTION)) // 2
