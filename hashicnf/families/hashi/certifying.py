"""Write the lines of certificates: the rules and places of which clauses are instances, and solutions.

    pair R C, R C       at least j + 1 bridges are at least j
    crossing R C        the two pairs that cross at this cell do not both have bridges
    island R C          the island has as many bridges as its clue
    set R C, R C, ...   at least one bridge leaves this set of islands
    loop R C, R C, ...  not every two successive islands of this ring have bridges
    sum R C W, ...      the weighted sum of the bridges at these islands, weights W, equals that of their clues
    spanning R C, ...   the bridges that the clues allow suffice to connect all islands, even if all bridges at these islands, no
                        two of which are neighbours, lie among them and their neighbours

Rows and columns count from 1.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import numpy as np

from hashicnf.arrays.cycles import ring
from hashicnf.arrays.graph import components
from hashicnf.families import Certifying
from hashicnf.families.hashi.board import Board, Solution, loads_of
from hashicnf.families.hashi.constraints import CAPACITY, CROSSING, DEPENDENCY
from hashicnf.logic import Ints


def reason(board: Board, rule: str, source: int, clause: Ints) -> str:
    """Return the rule and the places of which a clause is an instance, as a line of a certificate."""
    if rule == DEPENDENCY.rule:
        return f"pair {_places(board, board.edge[source])}"
    if rule == CROSSING.rule:
        across, down = board.crossing[source]
        return f"crossing {board.row[board.edge[across, 0]] + 1} {board.column[board.edge[down, 0]] + 1}"
    if rule == CAPACITY.rule:
        return f"island {_places(board, [source])}"
    edges = (np.abs(clause) - 1) // board.load
    if len(clause) and bool((clause < 0).all()):
        return f"loop {_places(board, ring(board.edge[edges]))}"
    return f"set {_places(board, _left(board, edges))}"


def _left(board: Board, edges: Ints) -> Ints:
    """Return the islands of the smallest component that is left when these edges are removed, int32[k]."""
    group = components(board.islands, np.delete(board.edge, edges, axis=0))
    return np.flatnonzero(group == np.bincount(group).argmin()).astype(np.int32)


def _places(board: Board, islands: Iterable[int]) -> str:
    return ", ".join(f"{board.row[island] + 1} {board.column[island] + 1}" for island in islands)


def sums(board: Board, islands: Ints, weights: Ints) -> str:
    """Return the line for a weighted sum of islands."""
    rows = zip(board.row[islands] + 1, board.column[islands] + 1, weights, strict=True)
    return f"sum {', '.join(f'{row} {column} {weight}' for row, column, weight in rows)}"


def crowded(board: Board, islands: Ints) -> str:
    """Return the line for islands that show a crowded part."""
    return f"spanning {_places(board, islands)}"


def lines(_: Board, solution: Solution) -> list[str]:
    """Return a line per connected pair: row, column, row, column (from 1), count."""
    return [f"{r + 1} {c + 1} {y + 1} {x + 1} {count}" for r, c, y, x, count in solution]


def differs(board: Board, solution: Solution) -> list[int]:
    """Return a clause that excludes exactly this choice of bridges: some pair has more bridges, or fewer."""
    most = board.load
    return [
        literal
        for edge, load in enumerate(loads_of(board, solution).tolist())
        for literal in [-(edge * most + load)] * (load > 0) + [edge * most + load + 1] * (load < most)
    ]


CERTIFYING: Final[Certifying[Board, Solution]] = Certifying(lines, reason, differs, sums, crowded)
