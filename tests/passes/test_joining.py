"""Options of connectivity: static cuts change no answer, a bound on the depth is declared."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest

import hashicnf
from hashicnf.core.constraints import Connected, Degrees, Origin
from hashicnf.errors import UsageError
from hashicnf.passes.connectivity import (
    BEST_DRAWN,
    BEST_FOR_CYCLES,
    BEST_ONE_SHOT,
    MOST_ELIMINATED,
    SMALL,
    SMALL_UNDRAWN,
    _elimination,
    best_one_shot,
    closing_sets,
    levels_unary,
)
from hashicnf.pipeline.compile import compile_puzzle
from hashicnf.testing.graphs import drawn
from hashicnf.testing.models import projected
from tests.oracles import hashi


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
    assert (deep.claim.is_exact, shallow.claim.is_exact) == (True, False)
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
    assert compiled.claim.is_exact


def test_many_bridges_between_many_islands_are_no_harder_to_count_off() -> None:
    """With loads tried one by one, the last of these sets alone would take 9 to the power of 12 steps."""
    puzzle = hashicnf.parse("max-bridges: 8\n7 9 8 .\n9 9 9 .\n8 9 7 1\n")
    assert models(puzzle, connectivity="planar", cuts=9) == models(puzzle, connectivity="planar")


def test_too_many_sets_are_refused_and_large_numbers_are_not(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = hashicnf.parse("2.2.2\n.....\n2.2.2\n")
    assert models(puzzle, connectivity="planar", cuts=10**9) == models(puzzle, connectivity="planar")
    monkeypatch.setattr(closing_sets, "MOST_SETS", 3)
    with pytest.raises(UsageError, match="cuts of 5 nodes: there are too many such sets"):
        compile_puzzle(puzzle, cuts=5)


def test_auto_takes_elimination_unless_it_is_too_large() -> None:
    def complete(nodes: int) -> Connected:
        ends = np.array([*combinations(range(nodes), 2)], dtype=np.int32)
        return Connected(nodes, ends, np.arange(1, len(ends) + 1, dtype=np.int32), Origin("joined", "edge"))

    batch, _ = drawn("??").batch(loops=True)
    for nodes, undrawn, on_a_grid in ((12, BEST_ONE_SHOT, BEST_ONE_SHOT), (40, SMALL_UNDRAWN, BEST_DRAWN)):
        assert best_one_shot([complete(nodes)], [complete(nodes)])[0] == undrawn
        assert best_one_shot([batch], [complete(nodes)])[0] == on_a_grid


def test_auto_leaves_wide_eliminations_early() -> None:
    nodes = SMALL + 1
    ends = np.random.default_rng(1).integers(0, nodes, (3 * nodes, 2)).astype(np.int32)
    ends = np.sort(ends[ends[:, 0] != ends[:, 1]], axis=1)
    graph = Connected(nodes, ends, np.arange(1, len(ends) + 1, dtype=np.int32), Origin("joined", "edge"))
    name, why = best_one_shot([graph], [graph])
    assert name == SMALL_UNDRAWN
    assert why == f"{nodes} of {nodes} nodes are left, and elimination joins too many pairs"


def test_auto_takes_the_dual_graph_for_cycles_unless_that_is_too_large() -> None:
    batch, _ = drawn("??").batch(loops=True)
    for islands, name in ((MOST_ELIMINATED, BEST_FOR_CYCLES), (MOST_ELIMINATED + 1, BEST_ONE_SHOT)):
        twos = replace(batch, nodes=islands, degrees=Degrees(np.full(islands, 2, dtype=np.int32), 2))
        assert best_one_shot([twos], [twos])[0] == name


def test_formulas_that_would_fill_the_memory_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = hashicnf.parse("2.2.2\n.....\n2.2.2\n")
    monkeypatch.setattr(_elimination, "MOST_STEPS", 10)
    monkeypatch.setattr(levels_unary, "MOST_CLAUSES", 60)
    with pytest.raises(UsageError, match="elimination over 6 nodes needs more than 10 clauses"):
        compile_puzzle(puzzle, connectivity="vertex-elimination")
    with pytest.raises(UsageError, match=r"unary levels of 6 nodes up to 5 need 108 clauses \(the limit is 60\)"):
        compile_puzzle(puzzle, connectivity="levels-unary")
    assert not compile_puzzle(puzzle, connectivity="levels-unary", depth=2).claim.is_exact
