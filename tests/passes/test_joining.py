"""Options of connectivity: static cuts change no answer, a bound on the depth is declared."""

from __future__ import annotations

import random

import pytest

import hashicnf
from hashicnf.errors import UsageError
from hashicnf.passes import connectivity
from hashicnf.passes.connectivity import _elimination, closing_sets
from hashicnf.pipeline.compile import compile_puzzle
from hashicnf.pipeline.encodings import Encodings
from hashicnf.testing.models import projected
from tests.oracles import hashi
from tests.oracles.puzzles import puzzle_of
from tests.portions import short_and_long


def models(puzzle: hashicnf.Puzzle, **options: object) -> set[tuple[bool, ...]]:
    formula = compile_puzzle(puzzle, Encodings(**options)).formula  # type: ignore[arg-type]
    return projected(formula.blocks, formula.variables["bridge"].lits.ravel().tolist())


@pytest.mark.parametrize("boards", short_and_long(10, 25))
@pytest.mark.parametrize("cuts", [2, 3, 4, 5])
def test_static_cuts_exclude_no_solution_and_help_without_connectivity(cuts: int, boards: int) -> None:
    rng = random.Random(cuts)
    fewer = 0
    for _ in range(boards):
        grid = hashi.planted(rng, rng.randint(2, 5), rng.randint(2, 5), rng.randint(4, 8))
        puzzle = puzzle_of(grid)
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
    deep = compile_puzzle(puzzle, Encodings(connectivity="levels-unary", depth=4))
    shallow = compile_puzzle(puzzle, Encodings(connectivity="levels-unary", depth=2))
    assert (deep.claim.is_exact, shallow.claim.is_exact) == (True, False)
    assert models(puzzle, connectivity="levels-unary", depth=4)
    assert not models(puzzle, connectivity="levels-unary", depth=2)
    with pytest.raises(UsageError, match="no depth"):
        compile_puzzle(puzzle, Encodings(connectivity="planar", depth=3))


def test_many_bridges_between_many_islands_are_no_harder_to_count_off() -> None:
    """If loads were tried one by one, the last of these sets would take 9 to the power of 12 steps."""
    puzzle = hashicnf.parse("max-bridges: 8\n7 9 8 .\n9 9 9 .\n8 9 7 1\n")
    assert models(puzzle, connectivity="planar", cuts=9) == models(puzzle, connectivity="planar")


def test_too_many_sets_are_refused_and_large_numbers_are_not(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = hashicnf.parse("2.2.2\n.....\n2.2.2\n")
    assert models(puzzle, connectivity="planar", cuts=10**9) == models(puzzle, connectivity="planar")
    monkeypatch.setattr(closing_sets, "MOST_SETS", 3)
    with pytest.raises(UsageError, match="cuts of 5 nodes: there are too many such sets"):
        compile_puzzle(puzzle, Encodings(cuts=5))


def test_formulas_that_would_fill_the_memory_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = hashicnf.parse("2.2.2\n.....\n2.2.2\n")
    monkeypatch.setattr(_elimination, "MOST_STEPS", 10)
    monkeypatch.setattr(connectivity, "MOST_CLAUSES", 60)
    with pytest.raises(UsageError, match="elimination over 6 nodes needs more than 10 clauses"):
        compile_puzzle(puzzle, Encodings(connectivity="vertex-elimination"))
    with pytest.raises(UsageError, match=r"unary levels of 6 nodes up to 5 need 108 clauses \(the limit is 60\)"):
        compile_puzzle(puzzle, Encodings(connectivity="levels-unary"))
    with pytest.raises(UsageError, match=r"transitive orders of 6 nodes need 120 clauses \(the limit is 60\)"):
        compile_puzzle(puzzle, Encodings(connectivity="closure"))
    assert not compile_puzzle(puzzle, Encodings(connectivity="levels-unary", depth=2)).claim.is_exact
