"""Options of connectivity: static cuts change no answer, a bound on the depth is declared."""

from __future__ import annotations

import random

import pytest

import hashicnf
from hashicnf.errors import UsageError
from hashicnf.pipeline.compile import BEST_FOR_CYCLES, BEST_ONE_SHOT, compile_puzzle
from tests.oracles import hashi
from tests.oracles.models import projected


def models(puzzle: hashicnf.Puzzle, **options: object) -> set[tuple[bool, ...]]:
    formula = compile_puzzle(puzzle, **options).formula  # type: ignore[arg-type]
    return projected(formula.blocks, formula.variables["bridge"].lits.ravel().tolist())


def text(grid: hashi.Grid) -> str:
    return "\n".join(" ".join("?" if cell < 0 else str(cell) for cell in row) for row in grid) + "\n"


@pytest.mark.parametrize("cuts", [2, 3, 4, 5])
def test_static_cuts_exclude_no_solution_and_help_without_connectivity(cuts: int) -> None:
    rng = random.Random(cuts)
    fewer = 0
    for _ in range(25):
        grid = hashi.planted(rng, rng.randint(2, 5), rng.randint(2, 5), rng.randint(4, 8))
        puzzle = hashicnf.parse(text(grid), "native")
        assert models(puzzle, connectivity="planar", cuts=cuts) == models(puzzle, connectivity="planar"), grid
        fewer += len(models(puzzle, connectivity="none", cuts=cuts)) < len(models(puzzle, connectivity="none"))
    assert fewer > 0


def test_two_ones_that_see_each_other_are_cut() -> None:
    puzzle = hashicnf.parse("1.1\n...\n1.1\n")
    assert models(puzzle, connectivity="none")
    assert not models(puzzle, connectivity="none", cuts=2)


def test_a_square_of_twos_is_cut_from_four_on() -> None:
    puzzle = hashicnf.parse("2.2.2\n.....\n2.2.2\n")
    pairs_only, squares = (models(puzzle, connectivity="none", cuts=k) for k in (2, 4))
    assert squares == models(puzzle, connectivity="planar")
    assert squares <= pairs_only


def test_a_smaller_depth_is_incomplete_and_says_so() -> None:
    puzzle = hashicnf.parse("1.2.2.2.1\n")
    deep = compile_puzzle(puzzle, connectivity="levels-unary", depth=4)
    shallow = compile_puzzle(puzzle, connectivity="levels-unary", depth=2)
    assert (deep.formula.complete, shallow.formula.complete) == (True, False)
    assert models(puzzle, connectivity="levels-unary", depth=4)
    assert not models(puzzle, connectivity="levels-unary", depth=2)
    with pytest.raises(UsageError, match="no depth"):
        compile_puzzle(puzzle, connectivity="planar", depth=3)


@pytest.mark.parametrize(
    ("board", "name"),
    [
        ("2.2\n...\n2.2\n", BEST_FOR_CYCLES),
        ("2.2\n", BEST_FOR_CYCLES),
        ("3.2\n...\n2.1\n", BEST_ONE_SHOT),
        ("2.?\n...\n2.2\n", BEST_ONE_SHOT),
        ("...\n", BEST_ONE_SHOT),
    ],
)
def test_auto_chooses_by_the_numbers(board: str, name: str) -> None:
    compiled = compile_puzzle(hashicnf.parse(board), connectivity="auto")
    assert compiled.connectivity == name
    assert compiled.formula.complete
