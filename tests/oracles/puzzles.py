"""Grids of the oracle and boards as puzzles of the package, and what the package says of them in the oracle's words."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from hashicnf.core.constraints import Clauses, Formula
from hashicnf.core.document import Document, Setting, Source
from hashicnf.families import Puzzle
from hashicnf.families.hashi import FAMILY
from hashicnf.families.hashi.board import Board, Solution
from hashicnf.pipeline.puzzles import build
from hashicnf.testing.models import projected
from tests.oracles import hashi

Counts = tuple[int, ...]


def puzzle_of(grid: hashi.Grid, most: int = 2, *, loops: bool = True) -> Puzzle:
    """Build a puzzle as if a file had been read."""
    settings = {"max-bridges": Setting(str(most), 1, 1), "loops": Setting("yes" if loops else "no", 1, 1)}
    return build(Document(np.array(grid, dtype=np.int32), Source("test", ""), settings))


def puzzle_with(board: Board) -> Puzzle:
    """Return a board as a puzzle."""
    return Puzzle("hashi", "test", board, FAMILY)


def solution_of(grid: hashi.Grid, counts: Counts) -> Solution:
    """Write bridges per pair as a solution by coordinates."""
    places = hashi.islands(grid)
    rows = [(*places[u], *places[v], k) for (u, v), k in zip(hashi.pairs(grid), counts, strict=True) if k]
    return Solution(np.array(rows, dtype=np.int32).reshape(-1, 5))


def board_of(puzzle: Puzzle) -> Board:
    """Return the board of a Hashiwokakero puzzle."""
    assert isinstance(puzzle.board, Board)
    return puzzle.board


def hashi_solution(solution: object) -> Solution:
    """Return a solution as one of Hashiwokakero."""
    assert isinstance(solution, Solution)
    return solution


def counts_of(grid: hashi.Grid, solution: object) -> Counts:
    """Read bridges per pair off a solution."""
    places, pairs = hashi.islands(grid), hashi.pairs(grid)
    found = {((r1, c1), (r2, c2)): k for r1, c1, r2, c2, k in hashi_solution(solution)}
    assert set(found) <= {(places[u], places[v]) for u, v in pairs}, (
        "a bridge between islands that do not see each other"
    )
    return tuple(found.get((places[u], places[v]), 0) for u, v in pairs)


def decoded(puzzle: Puzzle, grid: hashi.Grid, formula: Formula, blocks: Iterable[Clauses]) -> list[Counts]:
    """Decode every model of the blocks, seen on the bridges; a list, since two models must not mean the same."""
    variables = formula.variables
    if not board_of(puzzle).edges:
        return [()] if projected(blocks, []) else []
    lits = variables["bridge"].lits.ravel()
    found = []
    for values in projected(blocks, lits.tolist()):
        model = np.zeros(variables.count + 1, dtype=np.bool_)
        model[lits] = values
        found.append(counts_of(grid, puzzle.decode(variables, model)))
    return sorted(found)
