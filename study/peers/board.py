"""Boards for the models of other solvers: read native text, find pairs and crossings, print the answer."""

from __future__ import annotations

import json
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from typing import Final, NoReturn, TypeAlias

Cell: TypeAlias = tuple[int, int]
Loads: TypeAlias = Sequence[int]

SOLVED, UNSOLVABLE, MISSING, FAILED = 0, 20, 69, 70
STATUSES: Final = {SOLVED: "solved", UNSOLVABLE: "unsolvable"}


@dataclass(frozen=True)
class Board:
    """Islands with their clues; pairs of islands, by number, that see each other; pairs, by number, that cross."""

    cells: tuple[Cell, ...]
    clues: tuple[int, ...]
    pairs: tuple[tuple[int, int], ...]
    crossings: tuple[tuple[int, int], ...]

    def at(self, island: int) -> list[int]:
        """List the pairs of an island."""
        return [number for number, pair in enumerate(self.pairs) if island in pair]

    def leaving(self, loads: Loads) -> list[list[int]]:
        """List, for each component of the chosen bridges, the pairs that leave it; empty if there is one component."""
        group = list(range(len(self.cells)))

        def root(island: int) -> int:
            while group[island] != island:
                group[island] = group[group[island]]
                island = group[island]
            return island

        for (first, second), load in zip(self.pairs, loads, strict=True):
            if load:
                group[root(first)] = root(second)
        roots = [root(island) for island in range(len(self.cells))]
        if len(set(roots)) == 1:
            return []
        out: dict[int, list[int]] = {top: [] for top in roots}
        for number, (first, second) in enumerate(self.pairs):
            if roots[first] != roots[second]:
                out[roots[first]].append(number)
                out[roots[second]].append(number)
        return list(out.values())


def read(text: str) -> Board:
    """Read a board: rows with one character per cell, or numbers separated by blanks; settings and comments are ignored."""
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith("#") and ":" not in line]
    rows = [line.split() if " " in line.strip() else list(line) for line in lines]
    clues = {(r, c): int(cell) for r, row in enumerate(rows) for c, cell in enumerate(row) if cell not in ".0"}
    number = {cell: island for island, cell in enumerate(clues)}
    pairs: list[tuple[int, int]] = []
    over: defaultdict[Cell, list[int]] = defaultdict(list)
    for axis in (0, 1):
        lanes: defaultdict[int, list[Cell]] = defaultdict(list)
        for cell in clues:
            lanes[cell[axis]].append(cell)
        for lane in lanes.values():
            for first, second in pairwise(sorted(lane)):
                for place in range(first[1 - axis] + 1, second[1 - axis]):
                    over[(first[0], place) if axis == 0 else (place, first[1])].append(len(pairs))
                pairs.append((number[first], number[second]))
    crossings = {crossing for under in over.values() for crossing in combinations(under, 2)}
    return Board(tuple(clues), tuple(clues.values()), tuple(pairs), tuple(sorted(crossings)))


def run(solve: Callable[[Board], Loads | None]) -> NoReturn:
    """Solve the board on standard input, print the answer and end with its exit code."""
    board = read(sys.stdin.read())
    begun = time.perf_counter()
    loads = solve(board)
    code = UNSOLVABLE if loads is None else SOLVED
    answer: dict[str, object] = {"status": STATUSES[code]}
    if loads is not None:
        answer["solution"] = {"bridges": [bridge(board, pair, load) for pair, load in enumerate(loads) if load]}
    answer["stats"] = {"seconds": {"search": time.perf_counter() - begun}}
    sys.stdout.write(json.dumps(answer))
    sys.exit(code)


def bridge(board: Board, pair: int, load: int) -> Mapping[str, object]:
    """Return the bridges of a pair as data; rows and columns count from 1."""
    first, second = (board.cells[island] for island in board.pairs[pair])
    return {"from": [first[0] + 1, first[1] + 1], "to": [second[0] + 1, second[1] + 1], "count": load}


def failed(status: object) -> NoReturn:
    """Print the status with which a solver ended without an answer, and exit: it has not proved that there is no solution."""
    sys.stderr.write(f"the solver ended without an answer: {status}\n")
    sys.exit(FAILED)


def missing(package: str) -> NoReturn:
    """Print that a solver is not installed, and exit."""
    sys.stderr.write(f"{package} is not installed for {sys.executable}\n")
    sys.exit(MISSING)
