"""What every connectivity encoding promises, on every choice of edges of many small boards, against breadth-first search.

A new module in the package of encodings is tested here without being named anywhere: complete ones by their clauses alone,
lazy ones by running their loop. All clues are "?", so that nothing but connectivity is asked for.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import product

import numpy as np
import pytest
from pysat.solvers import Solver

from hashicnf.core.constraints import Clauses, Connected
from hashicnf.core.document import Document, Source
from hashicnf.core.variables import VariablePool
from hashicnf.families.hashi.board import build_board
from hashicnf.families.hashi.constraints import CONNECTIVITY as ORIGIN
from hashicnf.families.hashi.constraints import constraints
from hashicnf.passes.connectivity import CONNECTIVITY, ConnectivityEncoding
from tests.oracles import hashi

ASKING = {name: e for name, e in sorted(CONNECTIVITY.all().items()) if e.complete or e.refine}
ENCODINGS = [pytest.param(encoding, id=name) for name, encoding in ASKING.items()]
COMPLETE = [pytest.param(encoding, id=name) for name, encoding in ASKING.items() if encoding.complete]
LAZY = [pytest.param(encoding, id=name) for name, encoding in ASKING.items() if encoding.refine]
SHAPES = {
    "nothing": "..",
    "one": "?",
    "touching pair": "??",
    "pair apart": "?.?",
    "column": "? . ?",
    "out of sight": "?. .?",
    "three in a row": "?.??",
    "square": "?.? ... ?.?",
    "ladder": "??? ???",
    "plus": ".?. ?.? .?.",
    "crossing that must stay open": "??. ?.? .?.",
    "pinwheel": "?.?. .?.? ?.?. .?.?",
    "lattice": "??? ??? ???",
    "two crossings on one edge": ".?.?. ?...? .?.?.",
    "tic-tac-toe of crossings": ".?.?. ?...? ..... ?...? .?.?.",
    "two squares apart": "??... ??... ...?? ...??",
    "square inside a square": "?...? .?.?. ..... .?.?. ?...?",
    "chain of squares": "??. ??? .??",
    "disconnected pair and one": "??. ... ..?",
    "comb": "?.?.? ..... ?.?.?",
    "long face": "?????? ?....?",
    "joined across": ".?? ?.? ??.",
    "tail inside a face": "?.?.?.?.? ......... ..?...... ......... ?...?....",
}


def drawn(text: str) -> hashi.Grid:
    return [[-1 if cell == "?" else 0 for cell in row] for row in text.split()]


def thrown(seed: int, count: int, least: int, most: int) -> Iterator[hashi.Grid]:
    """Make random boards with ``least`` to ``most`` edges."""
    rng = random.Random(seed)
    while count:
        rows, columns, share = rng.randint(2, 6), rng.randint(2, 6), rng.choice([0.25, 0.35, 0.5])
        grid = [[-(rng.random() < share) for _ in range(columns)] for _ in range(rows)]
        if least <= len(hashi.pairs(grid)) <= most:
            count -= 1
            yield grid


def batch_of(grid: hashi.Grid, *, loops: bool, sign: int = 1) -> tuple[Connected, VariablePool]:
    """Let the family state the constraint; ``sign`` -1 chooses edges by negative literals."""
    pool = VariablePool()
    board = build_board(Document(np.array(grid, dtype=np.int32), Source("test", "")), 1, loops=loops)
    (batch,) = (b for b in constraints(board, pool) if isinstance(b, Connected))
    return replace(batch, lits=(sign * batch.lits).astype(np.int32)), pool


def choices(grid: hashi.Grid) -> Iterator[tuple[bool, ...]]:
    """All choices of edges that do not cross."""
    crosses = hashi.crosses(grid)
    for chosen in product((False, True), repeat=len(hashi.pairs(grid))):
        if not any(chosen[a] and chosen[b] for a, b in crosses):
            yield chosen


def joined(grid: hashi.Grid, *, loops: bool) -> set[tuple[bool, ...]]:
    """What must be accepted: the choices that breadth-first search calls connected (and trees, without loops)."""
    pairs, n = hashi.pairs(grid), len(hashi.islands(grid))
    return {
        chosen
        for chosen in choices(grid)
        if hashi.connected(n, [pair for pair, on in zip(pairs, chosen, strict=True) if on], tree=not loops)
    }


def load(solver: Solver, blocks: list[Clauses]) -> bool:
    """Give clauses to a solver; False if one of them is empty."""
    clauses = [clause for block in blocks for clause in block.lits.tolist()]
    solver.append_formula([clause for clause in clauses if clause])
    return all(clauses)


def model_of(batch: Connected, chosen: tuple[bool, ...]) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    model = np.zeros(int(np.abs(batch.lits).max(initial=0)) + 1, dtype=np.bool_)
    model[np.abs(batch.lits)] = np.array(chosen, dtype=np.bool_) ^ (batch.lits < 0)
    return model


def accepted(encoding: ConnectivityEncoding, grid: hashi.Grid, *, loops: bool, sign: int = 1) -> set[tuple[bool, ...]]:
    """Ask the clauses about every choice of edges, refining as the lazy loop would. Cuts stay for the choices after."""
    batch, pool = batch_of(grid, loops=loops, sign=sign)
    found = set()
    with Solver("cadical153") as solver:
        alive = load(solver, encoding.encode(batch, pool))
        for chosen in choices(grid):
            fixed = [lit if on else -lit for lit, on in zip(batch.lits.tolist(), chosen, strict=True)]
            while alive and solver.solve(assumptions=fixed):
                model = model_of(batch, chosen)
                cuts = [] if encoding.refine is None else encoding.refine(batch, model)
                assert all(len(block.violated(model)) for block in cuts), "a cut that does not cut"
                if not cuts:
                    found.add(chosen)
                    break
                alive = load(solver, cuts)
    return found


@pytest.mark.parametrize("loops", [pytest.param(True, id="loops"), pytest.param(False, id="trees")])
@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("text", [pytest.param(text, id=name) for name, text in SHAPES.items()])
def test_drawn_boards(encoding: ConnectivityEncoding, text: str, loops: bool) -> None:
    grid = drawn(text)
    assert accepted(encoding, grid, loops=loops) == joined(grid, loops=loops)


@pytest.mark.parametrize("loops", [pytest.param(True, id="loops"), pytest.param(False, id="trees")])
@pytest.mark.parametrize("encoding", ENCODINGS)
def test_random_boards(encoding: ConnectivityEncoding, loops: bool) -> None:
    several = 0
    for grid in thrown(7, 60, 2, 9):
        wanted = joined(grid, loops=loops)
        assert accepted(encoding, grid, loops=loops) == wanted, grid
        several += len(wanted) > 1
    assert several > 10, "most boards have nothing to choose from"


@pytest.mark.slow
@pytest.mark.parametrize("loops", [pytest.param(True, id="loops"), pytest.param(False, id="trees")])
@pytest.mark.parametrize("encoding", ENCODINGS)
def test_random_boards_with_many_edges(encoding: ConnectivityEncoding, loops: bool) -> None:
    for grid in thrown(8, 40, 10, 13):
        assert accepted(encoding, grid, loops=loops) == joined(grid, loops=loops), grid


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_edges_may_be_chosen_by_negative_literals(encoding: ConnectivityEncoding) -> None:
    for text in ("??? ???", ".?. ?.? .?.", "??. ?.? .?."):
        for loops in (True, False):
            grid = drawn(text)
            assert accepted(encoding, grid, loops=loops, sign=-1) == joined(grid, loops=loops), text


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_clauses_are_clean_and_say_what_they_are(encoding: ConnectivityEncoding) -> None:
    """Blocks of int32, no variable that nobody declared, no literal twice in a clause, a source for every clause."""
    for grid in (*map(drawn, SHAPES.values()), *thrown(9, 10, 4, 12)):
        for loops in (True, False):
            batch, pool = batch_of(grid, loops=loops)
            for block in encoding.encode(batch, pool):
                assert block.lits.dtype == block.source.dtype == np.int32
                assert block.lits.ndim == 2
                assert len(block.lits) == len(block.source) > 0
                assert block.origin == ORIGIN
                size = np.abs(block.lits)
                assert 1 <= size.min(initial=1) <= size.max(initial=1) <= max(1, pool.count)
                assert all(len(set(clause)) == len(clause) for clause in size.tolist())


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_the_same_board_gives_the_same_clauses(encoding: ConnectivityEncoding) -> None:
    for grid in thrown(10, 5, 5, 12):
        written = [
            [block.lits.tolist() for block in encoding.encode(*batch_of(grid, loops=loops))]
            for loops in (True, False, True, False)
        ]
        assert written[:2] == written[2:]


@pytest.mark.parametrize("encoding", COMPLETE)
def test_a_complete_encoding_leaves_nothing_to_refine(encoding: ConnectivityEncoding) -> None:
    for grid in thrown(11, 10, 3, 9):
        for loops in (True, False):
            batch, _ = batch_of(grid, loops=loops)
            refine = encoding.refine or (lambda _batch, _model: [])
            assert all(not refine(batch, model_of(batch, chosen)) for chosen in joined(grid, loops=loops))


def refinements(
    encoding: ConnectivityEncoding, grid: hashi.Grid, *, loops: bool
) -> Iterator[tuple[Connected, Clauses]]:
    """The clauses for every bad choice of edges, after the promises that can be seen one model at a time."""
    refine: Callable[[Connected, np.ndarray], list[Clauses]] | None = encoding.refine
    assert refine is not None
    batch, _ = batch_of(grid, loops=loops)
    good = joined(grid, loops=loops)
    for chosen in choices(grid):
        model = model_of(batch, chosen)
        cuts = refine(batch, model)
        assert bool(cuts) == (chosen not in good), "a bad model is refined, a good one is not"
        for block in cuts:
            assert len(block.violated(model)) == len(block) > 0, "a cut that does not cut"
            yield batch, block


@pytest.mark.parametrize("encoding", LAZY)
def test_cuts_exclude_their_model_and_nothing_that_is_right(encoding: ConnectivityEncoding) -> None:
    for grid in (*map(drawn, SHAPES.values()), *thrown(12, 15, 3, 8)):
        if max(len(hashi.pairs(grid)), 1) > 9:
            continue
        for loops in (True, False):
            good = joined(grid, loops=loops)
            models = [model_of(batch_of(grid, loops=loops)[0], chosen) for chosen in good]
            seen: set[bytes] = set()
            for _, block in refinements(encoding, grid, loops=loops):
                if (key := block.lits.tobytes()) in seen:
                    continue
                seen.add(key)
                assert all(len(block.violated(model)) == 0 for model in models), (grid, block.lits)


def rounds(encoding: ConnectivityEncoding, grid: hashi.Grid) -> int:
    """Count the models of a lazy loop that has to prove that island 0 cannot do without its edges."""
    batch, pool = batch_of(grid, loops=True)
    assert encoding.refine is not None
    count = 0
    with Solver("cadical153") as solver:
        load(solver, encoding.encode(batch, pool))
        solver.append_formula([[-lit] for lit in batch.lits[(batch.ends == 0).any(axis=1)].tolist()])
        while solver.solve():
            count += 1
            found = set(solver.get_model() or ())
            load(solver, encoding.refine(batch, model_of(batch, tuple(lit in found for lit in batch.lits.tolist()))))
    return count


def test_cuts_need_far_fewer_rounds_than_whole_models() -> None:
    """With 10 edges left, blocking whole models takes all 2^10 of them."""
    grid = drawn("??? ??? ???")
    assert rounds(CONNECTIVITY.get("block"), grid) == 2**10
    assert rounds(CONNECTIVITY.get("lazy"), grid) <= 10


def test_what_asks_for_nothing_says_so() -> None:
    silent = sorted(set(CONNECTIVITY.names()) - set(ASKING))
    assert silent == ["none"]
    batch, pool = batch_of(drawn("?. .?"), loops=True)
    assert CONNECTIVITY.get("none").encode(batch, pool) == []
