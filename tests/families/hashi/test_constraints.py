"""Whole boards: the models of a formula, restricted to the bridges, are exactly the brute-force solutions, each once."""

from __future__ import annotations

import random
from functools import cache

import numpy as np
import pytest

import hashicnf
from hashicnf.core.constraints import Cardinality, Clauses, Connected, Exclusive, Implies
from hashicnf.core.variables import VariablePool
from hashicnf.families.hashi.constraints import constraints, incidence_table
from hashicnf.passes.cardinality import CARDINALITY
from hashicnf.passes.connectivity import CONNECTIVITY
from hashicnf.pipeline.compile import compile_puzzle
from hashicnf.pipeline.encodings import Encodings
from tests.oracles import hashi
from tests.oracles.puzzles import Counts, board_of, counts_of, decoded, puzzle_of
from tests.portions import each

COMPLETE = sorted(name for name, e in CONNECTIVITY.all().items() if e.complete)
LAZY = sorted(name for name, e in CONNECTIVITY.all().items() if e.refine)
KINDS = [(2, True), (2, False), (1, True), (1, False), (3, True), (3, False), (4, True)]
PAIRS = [(c, "planar") for c in CARDINALITY.names()] + [(c, k) for c in ("direct", "pairwise") for k in COMPLETE]
PAIRS = sorted(set(PAIRS))
LARGEST = {1: 10, 2: 9, 3: 8, 4: 6}


@cache
def boards(most: int, loops: bool, count: int, largest: int) -> list[tuple[hashi.Grid, list[Counts]]]:
    """Return planted boards with up to ``largest`` edges, every second one with crossings if there is room, and their solutions."""
    rng = random.Random(100 * most + 10 * largest + loops)
    found: list[tuple[hashi.Grid, list[Counts]]] = []
    while len(found) < count:
        rows, columns, n = rng.randint(2, 5), rng.randint(2, 5), rng.randint(4, 3 + largest // 2)
        grid = hashi.planted(rng, rows, columns, n, most, loops=loops, largest=largest)
        if len(found) % 2 == 0 or largest < 8 or hashi.crosses(grid):
            found.append((grid, list(hashi.solutions(grid, most, loops=loops))))
    return found


def models_of(grid: hashi.Grid, most: int, cardinality: str, connectivity: str, *, loops: bool) -> list[Counts]:
    puzzle = puzzle_of(grid, most, loops=loops)
    formula = compile_puzzle(puzzle, Encodings(cardinality=cardinality, connectivity=connectivity)).formula
    return decoded(puzzle, grid, formula, formula.blocks)


def test_the_two_brute_forces_agree() -> None:
    """Compare the oracle that prunes branches with the one that tries every configuration."""
    for most, loops in KINDS:
        for grid, wanted in boards(most, loops, 3, 7 if most < 3 else 5):
            assert list(hashi.every_choice(grid, most, loops=loops)) == wanted


def test_the_boards_are_worth_solving() -> None:
    """All boards are solvable; some have several solutions, crossings, ``?`` or triple bridges."""
    found = [(grid, wanted) for most, loops in KINDS for grid, wanted in boards(most, loops, 8, LARGEST[most])]
    assert all(wanted for _, wanted in found)
    assert sum(len(wanted) > 1 for _, wanted in found) > 5
    assert sum(bool(hashi.crosses(grid)) for grid, _ in found) > 5
    assert sum(any(-1 in row for row in grid) for grid, _ in found) > 5
    assert any(3 in counts for _, wanted in found for counts in wanted)


@pytest.mark.parametrize(("most", "loops"), KINDS)
@pytest.mark.parametrize(("cardinality", "connectivity"), PAIRS)
def test_models_are_the_solutions(cardinality: str, connectivity: str, most: int, loops: bool) -> None:
    for grid, wanted in boards(most, loops, 8, LARGEST[most])[:3]:
        assert models_of(grid, most, cardinality, connectivity, loops=loops) == wanted, grid


@pytest.mark.slow
@pytest.mark.parametrize(("most", "loops"), KINDS)
@pytest.mark.parametrize("connectivity", COMPLETE)
@pytest.mark.parametrize("cardinality", CARDINALITY.names())
def test_all_pairs_of_encodings_on_larger_boards(cardinality: str, connectivity: str, most: int, loops: bool) -> None:
    for grid, wanted in boards(most, loops, 12, 3 + LARGEST[most]):
        assert models_of(grid, most, cardinality, connectivity, loops=loops) == wanted, grid


@pytest.mark.parametrize("cuts", [1, 2, 3, 5])
@pytest.mark.parametrize(("most", "loops"), KINDS)
def test_static_cuts_exclude_no_solution(most: int, loops: bool, cuts: int) -> None:
    for grid, wanted in boards(most, loops, 8, LARGEST[most])[:2]:
        puzzle = puzzle_of(grid, most, loops=loops)
        for connectivity in ("none", "planar"):
            formula = compile_puzzle(puzzle, Encodings(connectivity=connectivity, cuts=cuts)).formula
            found = decoded(puzzle, grid, formula, formula.blocks)
            assert set(found) >= set(wanted), grid
            assert connectivity == "none" or found == wanted, grid


@pytest.mark.parametrize("connectivity", [name for name, e in CONNECTIVITY.all().items() if e.bounded])
@pytest.mark.parametrize("loops", [True, False])
def test_a_bound_on_the_depth_admits_only_solutions_and_says_when_all(connectivity: str, loops: bool) -> None:
    lost = 0
    for grid, wanted in boards(2, loops, 8, LARGEST[2]):
        puzzle = puzzle_of(grid, loops=loops)
        sizes = []
        for depth in range(1, board_of(puzzle).islands + 1):
            formula = compile_puzzle(puzzle, Encodings(connectivity=connectivity, depth=depth)).formula
            found = decoded(puzzle, grid, formula, formula.blocks)
            assert set(found) <= set(wanted), (grid, depth)
            assert not formula.claim.is_exact or found == wanted, (grid, depth)
            sizes.append(len(found))
            lost += found != wanted
        assert sizes == sorted(sizes)
        assert sizes[-1] == len(wanted)
    assert lost, "no bound cut anything off"


@pytest.mark.parametrize("connectivity", LAZY)
@pytest.mark.parametrize(("most", "loops"), KINDS)
def test_the_lazy_loop_solves_what_has_solutions_and_nothing_else(connectivity: str, most: int, loops: bool) -> None:
    rng = random.Random(5)
    for grid, _ in boards(most, loops, 8, LARGEST[most]):
        changed = [row[:] for row in grid]
        r, c = rng.choice(hashi.islands(grid))
        changed[r][c] = max(1, changed[r][c] + rng.choice([-2, 2, 0]))
        puzzle = puzzle_of(changed, most, loops=loops)
        answer = hashicnf.solve(puzzle, connectivity=connectivity)
        wanted = list(hashi.solutions(changed, most, loops=loops))
        assert isinstance(answer.verdict, hashicnf.Sat if wanted else hashicnf.Unsat), changed
        if wanted:
            assert counts_of(changed, answer.solution) in wanted


TINY = {
    ".": True,
    "..": True,
    "1": False,
    "?": False,
    "2": False,
    "11": True,
    "22": True,
    "33": False,
    "12": False,
    "1?": True,
    "??": True,
    "1. .1": False,
    "1.1": True,
    "121": True,
    "1?1": True,
    "1.1.1": False,
    "2.2 2.2": True,
    "11 11": False,
}


@each("connectivity", [*COMPLETE, *LAZY])
@pytest.mark.parametrize(("text", "solvable"), TINY.items())
def test_tiny_boards(text: str, solvable: bool, connectivity: str) -> None:
    grid = hashi.drawn(text)
    assert solvable == any(True for _ in hashi.every_choice(grid))
    answer = hashicnf.solve(puzzle_of(grid), connectivity=connectivity)
    assert isinstance(answer.verdict, hashicnf.Sat if solvable else hashicnf.Unsat)


def test_batches_name_the_things_they_come_from() -> None:
    """The sources of batches are edges, crossings and islands, one for each row."""
    board = board_of(puzzle_of(hashi.drawn(".2.? 2.31 .2.2 ..1."), 3))
    islands: list[int] = []
    for batch in constraints(board, VariablePool()):
        match batch:
            case Implies():
                assert batch.source.tolist() == [e for e in range(board.edges) for _ in range(board.load - 1)]
            case Exclusive():
                assert batch.source.tolist() == list(range(len(board.crossing)))
            case Connected():
                assert batch.nodes == board.islands
            case Cardinality():
                assert batch.origin.kind == "island"
                clues = {-1 if batch.op == "ge" else batch.bound}
                assert set(board.clue[batch.source].tolist()) == clues
                islands += batch.source.tolist()
            case Clauses():
                pytest.fail("all rules have a shape")
    assert sorted(islands) == list(range(board.islands))


def test_incident_edges_are_those_of_the_oracle() -> None:
    rng = random.Random(3)
    for _ in range(50):
        grid = [[int(rng.random() < 0.4) for _ in range(6)] for _ in range(5)]
        table, degree = incidence_table(board_of(puzzle_of(grid)))
        for island, row in enumerate(table.tolist()):
            wanted = {e for e, pair in enumerate(hashi.pairs(grid)) if island in pair}
            assert {e for e in row if e >= 0} == wanted
            assert degree[island] == len(wanted)
            assert -1 not in row[: len(wanted)]


def test_formulas_repeat_no_clause() -> None:
    for cardinality, connectivity in PAIRS:
        for grid, _ in boards(2, True, 8, 9)[:4]:
            formula = compile_puzzle(
                puzzle_of(grid), Encodings(cardinality=cardinality, connectivity=connectivity)
            ).formula
            clauses = [tuple(sorted(clause)) for block in formula.blocks for clause in block.lits.tolist()]
            assert len(set(clauses)) == len(clauses)
            assert formula.clause_count == len(clauses) == sum(formula.clauses_per_rule().values())
            used = np.unique(np.abs(np.concatenate([block.lits.ravel() for block in formula.blocks])))
            assert 1 <= used.min() <= used.max() <= formula.variables.count
