"""Measure every phase but the solver's on planted boards of several sizes: the time for an island should stay the same.

The boards are ``hashicnf generate hashi --size SxS --islands N --seed 1`` with a quarter of the cells islands. A figure is the
median of several runs in one process, in microseconds of processor time for an island: other work on the machine disturbs
that least. The system's part of it is what it takes to hand out memory that nobody has touched yet, which a small board
does not need. DIMACS is written to no disk, and read as ``decode`` reads it: from a file, piece by piece. Its text grows faster
than the board, since the numbers of variables get more digits; so its bytes for an island are a row of their own.
"""

from __future__ import annotations

import math
import os
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

import numpy as np

from hashicnf.arrays.deferred import in_pieces
from hashicnf.dimacs.reader import CnfStream
from hashicnf.errors import UsageError
from hashicnf.families import Puzzle
from hashicnf.families.hashi import FAMILY
from hashicnf.families.hashi.generate import generate
from hashicnf.files import read_pieces
from hashicnf.pipeline.compile import compile_puzzle
from hashicnf.pipeline.puzzles import parse

SEED = 1
CELLS = 4  # for an island
FEWEST, MOST = 3, 25  # runs of a phase; between these bounds, as many as make ISLANDS islands
ISLANDS = 250_000

Figures: TypeAlias = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Phase:
    """A row of figures for an island, one for each size of board; microseconds, or bytes if the name says so.

    ``system`` are the microseconds among them that the system took, in steps of 10 milliseconds a run.
    """

    name: str
    figures: tuple[float, ...]
    system: tuple[float, ...]

    @property
    def growth(self) -> float:
        """Divide the last figure by the first: 1 is linear."""
        return self.figures[-1] / self.figures[0]


def measure(sizes: Sequence[int]) -> list[Phase]:
    """Measure all phases on boards of these numbers of islands. Raises UsageError for boards that are too small."""
    if not sizes or min(sizes) < 2:
        raise UsageError("boards to be measured have 2 islands or more")
    found = [list(_figures(islands)) for islands in sizes]
    return [Phase(row[0][0], *zip(*(figures for _, figures in row), strict=True)) for row in zip(*found, strict=True)]


def _figures(islands: int) -> Iterator[tuple[str, Figures]]:
    """Measure all phases on one board."""
    side = math.isqrt(CELLS * islands)
    planted = generate(side, side, islands, seed=SEED)
    text = "\n".join(FAMILY.lines(planted.board))
    runs = min(MOST, max(FEWEST, ISLANDS // islands))

    def timed(work: Callable[[], object]) -> Figures:
        total, system = zip(*(_seconds(work) for _ in range(runs)), strict=True)
        return statistics.median(total) * 1e6 / islands, statistics.median(system) * 1e6 / islands

    puzzle = Puzzle("hashi", "planted", planted.board, FAMILY)
    yield "read the board", timed(lambda: parse(text))
    yield "encode, planar", timed(lambda: _encoded(puzzle, "planar"))
    yield "encode, lazy", timed(lambda: _encoded(puzzle, "lazy"))
    compiled = compile_puzzle(puzzle, connectivity="lazy")
    yield "write DIMACS, lazy", timed(lambda: compiled.write(os.devnull))
    with tempfile.TemporaryDirectory() as folder:
        path = str(Path(folder) / "lazy.cnf")
        compiled.write(path)
        yield "read DIMACS, lazy", timed(lambda: sum(map(len, CnfStream(read_pieces(path), path))))
        yield "bytes of DIMACS, lazy", (Path(path).stat().st_size / islands, 0.0)

    variables = compiled.formula.variables
    model = np.arange(variables.count + 1) % 3 == 1
    yield "decode", timed(lambda: FAMILY.decode(planted.board, variables, model))
    yield "components and cuts", timed(lambda: compiled.refine(model))
    if (solution := planted.solution) is not None:
        yield "check", timed(lambda: FAMILY.check(planted.board, solution))
        yield "draw, csv", timed(lambda: FAMILY.draw(planted.board, solution, "csv"))
        yield "draw, unicode", timed(lambda: FAMILY.draw(planted.board, solution, "unicode"))


def _seconds(work: Callable[[], object]) -> Figures:
    """Run once and tell processor time and the system's part of it; the result is let go before the next run."""
    system, start = os.times().system, time.process_time()
    work()
    return time.process_time() - start, os.times().system - system


def _encoded(puzzle: Puzzle, connectivity: str) -> int:
    """Compile, and make every clause; return the number of literals."""
    blocks = compile_puzzle(puzzle, connectivity=connectivity).formula.blocks
    return sum(lits.size for block in blocks for _, lits in in_pieces(block.rows))
