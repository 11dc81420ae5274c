"""Simplification before encoding: propagation, probing and contraction neither lose nor add solutions."""

from __future__ import annotations

import random

import numpy as np
import pytest

import hashicnf
from hashicnf.arrays.graph import components
from hashicnf.backends.probing import PHASE
from hashicnf.core.constraints import Connected, Origin
from hashicnf.errors import GaveUp
from hashicnf.families import Puzzle
from hashicnf.families.hashi.generate import generate
from hashicnf.passes import simplify
from hashicnf.passes.cardinality import CARDINALITY
from hashicnf.passes.connectivity import CONNECTIVITY, contraction
from hashicnf.passes.simplify import FIXED
from hashicnf.pipeline import probing
from hashicnf.pipeline.compile import compile_puzzle
from hashicnf.pipeline.compiled import Compiled
from hashicnf.pipeline.encodings import Encodings
from hashicnf.testing.models import projected
from tests.oracles import hashi
from tests.oracles.puzzles import decoded, puzzle_of, puzzle_with
from tests.portions import few

COMPLETE = [name for name, encoding in CONNECTIVITY.all().items() if encoding.complete]
SEEDS = range(6)


def boards(seed: int) -> list[tuple[hashi.Grid, int, bool]]:
    """Return planted boards, some with unknown clues, some whose solutions are trees: grid, largest number of bridges, loops.

    They are dense, so that propagation and probing do not solve all of them, and connectivity is left to the encodings.
    """
    rng = random.Random(seed)
    kinds = ((2, True), (3, True), (2, False))
    return [(hashi.planted(rng, 4, 4, 9, most, loops=loops, largest=12), most, loops) for most, loops in kinds]


def large(islands: int) -> Puzzle:
    side = int((islands * 4) ** 0.5)
    return puzzle_with(generate(side, side, islands, seed=1).board)


def is_solved(compiled: Compiled) -> bool:
    """Return whether simplification left nothing but unit clauses, so that the encodings do not matter."""
    return all(block.width == 1 for block in compiled.formula.blocks)


def fixed(compiled: Compiled) -> int:
    return sum(len(block) for block in compiled.formula.blocks if block.origin == FIXED)


@pytest.mark.parametrize("seed", few(SEEDS, 3))
@pytest.mark.parametrize("name", [*COMPLETE, "auto"])
def test_the_solutions_are_those_of_brute_force(name: str, seed: int) -> None:
    solved = []
    for grid, most, loops in boards(seed):
        puzzle = puzzle_of(grid, most, loops=loops)
        compiled = compile_puzzle(puzzle, Encodings(connectivity=name, simplify=True))
        wanted = sorted(hashi.solutions(grid, most, loops=loops))
        assert decoded(puzzle, grid, compiled.formula, compiled.formula.blocks) == wanted
        assert compiled.claim.is_exact
        solved.append(is_solved(compiled))
    assert not all(solved)


@pytest.mark.parametrize("seed", few(SEEDS, 2))
@pytest.mark.parametrize("name", [*COMPLETE, "auto"])
def test_nothing_to_spare_loses_no_solution(name: str, seed: int) -> None:
    """The solutions are trees of single bridges, although the boards allow loops and double bridges."""
    rng, solved = random.Random(seed), []
    for _ in range(5):
        grid = hashi.planted(rng, 4, 4, 10, 1, loops=False, largest=13)
        puzzle = puzzle_of(grid, 2, loops=True)
        compiled = compile_puzzle(puzzle, Encodings(connectivity=name, simplify=True))
        wanted = sorted(hashi.solutions(grid, 2, loops=True))
        assert decoded(puzzle, grid, compiled.formula, compiled.formula.blocks) == wanted
        solved.append(is_solved(compiled))
    assert not all(solved)


def test_too_few_bridges_are_a_contradiction() -> None:
    """Six islands need five bridges, and these clues leave four, which no single clue reveals."""
    puzzle = hashicnf.parse("1.2.1\n.....\n1.2.1\n")
    blocks = compile_puzzle(puzzle).formula.blocks
    assert any(block.width == 0 and len(block) for block in blocks)
    assert not projected(blocks, [1])


def test_nothing_to_spare_fixes_more(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = hashicnf.generate(size="30x30", islands=300, seed=3, doubles=0.0, loops=0.0).puzzle
    trees = compile_puzzle(puzzle)
    for module in (simplify, contraction, probing):
        monkeypatch.setattr(module, "spare", lambda *_: None)
    unaware = compile_puzzle(puzzle)
    second = trees.variables["bridge"].lits[:, 1]
    assert (trees.formula.known()[second] == -1).all()
    assert fixed(unaware) + 100 < fixed(trees)


@pytest.mark.parametrize("seed", range(20))
def test_edges_close_a_cycle_if_some_join_what_is_joined(seed: int) -> None:
    rng = random.Random(seed)
    answers = []
    for _ in range(50):
        pairs = [(rng.randrange(9), rng.randrange(9)) for _ in range(rng.randint(0, 8))]
        parts = 1 + components(9, np.array(pairs, dtype=np.int32).reshape(-1, 2)).max()
        answers.append(probing.has_cycle(pairs))
        assert answers[-1] == (9 - len(pairs) < parts)
    assert any(answers)
    assert not all(answers)


def test_what_is_known_is_contracted_where_a_graph_is_drawn() -> None:
    puzzle = large(400)
    for name in ("planar", "dual-elimination"):
        whole, small = (
            compile_puzzle(puzzle, Encodings(connectivity=name, simplify=wanted)) for wanted in (False, True)
        )
        assert 3 * small.variables["cotree"].size < whole.variables["cotree"].size


@pytest.mark.parametrize("seed", few(SEEDS, 3))
@pytest.mark.parametrize("cardinality", [name for name, how in CARDINALITY.all().items() if how.missing() is None])
def test_encodings_with_auxiliaries_of_their_own_are_probed_too(cardinality: str, seed: int) -> None:
    for grid, most, loops in boards(seed):
        puzzle = puzzle_of(grid, most, loops=loops)
        compiled = compile_puzzle(puzzle, Encodings(cardinality=cardinality))
        wanted = sorted(hashi.solutions(grid, most, loops=loops))
        assert decoded(puzzle, grid, compiled.formula, compiled.formula.blocks) == wanted


@pytest.mark.parametrize("simplify", [False, True])
@pytest.mark.parametrize("seed", few(SEEDS, 3))
def test_auxiliaries_of_link_elimination_are_functions_of_the_edges(seed: int, simplify: bool) -> None:
    """So a model counter without projection counts solutions."""
    for grid, most, loops in boards(seed):
        puzzle = puzzle_of(grid, most, loops=loops)
        compiled = compile_puzzle(puzzle, Encodings(connectivity="link-elimination", simplify=simplify))
        every = projected(compiled.formula.blocks, range(1, compiled.variables.count + 1))
        assert len(every) == len(list(hashi.solutions(grid, most, loops=loops)))


def test_rows_whose_order_counts_keep_it() -> None:
    """With twelve bridges per pair, encodings that ignore their order would take millions of clauses."""
    compiled = compile_puzzle(hashicnf.parse("max-bridges: 12\n12 . 10\n. . .\n14 . 12\n"))
    assert compiled.formula.clause_count < 200


def test_a_puzzle_that_contradicts_itself_stays_unsolvable() -> None:
    apart = hashicnf.parse("1.1\n...\n1.1\n")
    for wanted in (False, True):
        compiled = compile_puzzle(apart, Encodings(connectivity="auto", simplify=wanted))
        assert not projected(compiled.formula.blocks, [1])


def test_contraction_makes_formulas_small() -> None:
    puzzle = large(400)
    whole, small = (
        compile_puzzle(puzzle, Encodings(connectivity="link-elimination", simplify=wanted)) for wanted in (False, True)
    )
    assert 20 * small.formula.clause_count < whole.formula.clause_count
    assert fixed(whole) == 0
    assert fixed(small) > small.puzzle.size["edges"], "more than half of the variables"
    assert small.variables["bridge"] == whole.variables["bridge"]


def test_probing_fixes_more_than_propagation_alone() -> None:
    puzzle = large(400)
    alone, probed = (
        compile_puzzle(puzzle, Encodings(connectivity=name, simplify=True)) for name in ("lazy", "link-elimination")
    )
    assert fixed(alone) < fixed(probed)


def test_probing_rules_out_what_closes_a_part_off(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = large(400)
    connecting = compile_puzzle(puzzle)
    monkeypatch.setattr(probing, "separating", lambda *_: lambda _: False)
    alone = compile_puzzle(puzzle)
    assert fixed(alone) + 5 < fixed(connecting)
    assert connecting.formula.clause_count < alone.formula.clause_count


@pytest.mark.parametrize("seed", range(20))
def test_literals_separate_a_graph_if_the_edges_that_they_leave_do_not_connect_it(seed: int) -> None:
    rng = random.Random(seed)
    nodes, edges = 8, 14
    ring = [(i, (i + 1) % nodes) for i in range(nodes)]
    chords = [rng.sample(range(nodes), 2) for _ in range(edges - nodes)]
    ends = np.array([*ring, *chords], dtype=np.int32)
    lits = np.array([rng.choice((1, -1)) * (edge + 1) for edge in range(edges)], dtype=np.int32)
    value = np.zeros(edges + 1, dtype=np.int8)
    for edge in rng.sample(range(edges), 3):
        value[edge + 1] = np.sign(lits[edge])
    separate = probing.separating([Connected(nodes, ends, lits, Origin("connectivity", "cut"))], value, list)
    answers = []
    for _ in range(50):
        some = [edge for edge in rng.sample(range(edges), rng.randint(0, 9)) if not value[edge + 1]]
        literals = [rng.choice((1, -1)) * (edge + 1) for edge in some]
        gone = [edge for edge in range(edges) if -lits[edge] in literals]
        answers.append(separate(literals))
        assert answers[-1] == (components(nodes, np.delete(ends, gone, axis=0)).max() > 0)
    assert any(answers)
    assert not all(answers)


@pytest.mark.parametrize(
    ("clue", "side", "is_seen"), [(2, 4, True), pytest.param(2, 6, True, marks=pytest.mark.slow), (1, 2, False)]
)
def test_sums_that_take_more_edges_than_a_tree_has_are_a_contradiction(clue: int, side: int, is_seen: bool) -> None:
    row, gap = ".".join([str(clue)] * side), "." * (2 * side - 1)
    puzzle = hashicnf.parse("loops: no\n" + f"\n{gap}\n".join([row] * side) + "\n")
    formula = hashicnf.encode(puzzle).formula
    assert any(block.width == 0 and len(block) for block in formula.blocks) >= is_seen
    assert hashicnf.solve(puzzle).status == "unsolvable"
    loose = hashicnf.parse("loops: no\n2.3.1\n.....\n1.1..\n")
    assert not any(block.width == 0 and len(block) for block in hashicnf.encode(loose).formula.blocks)


def test_probing_ends_when_its_observer_does() -> None:
    told: list[str] = []

    def late(phase: str, share: float | None = None, size: int | None = None) -> None:
        told.append(phase)
        if phase == PHASE:
            raise GaveUp("late")

    with pytest.raises(GaveUp):
        compile_puzzle(large(60), Encodings(connectivity="planar", simplify=True), observe=late)
    assert told[-1] == PHASE
