"""Measure every phase but solving on generated puzzles of several sizes: the time per unit should stay constant.

The puzzles are Hashiwokakero, by the first generator that makes boards of a given number of islands. A figure
is the median of several runs in one process, in microseconds of processor time per unit, which other work on the machine disturbs
least. Most of the system's part of it is spent on providing fresh memory, which a small board does not need. DIMACS is written to
the null device, and read as ``decode`` reads it: from a file, piece by piece. Its text grows faster than the board, since the
numbers of variables get more digits; so its bytes per unit are a row of their own.
"""

from __future__ import annotations

import os
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TypeAlias

import numpy as np

from hashicnf.arrays.blocking import in_pieces
from hashicnf.backends.scratch import private_folder, scratch_file
from hashicnf.core.document import DEFAULT_FAMILY
from hashicnf.dimacs.reader import CnfStream
from hashicnf.errors import UsageError
from hashicnf.families import FAMILIES, Puzzle
from hashicnf.files.inputs import read_pieces
from hashicnf.pipeline.compile import compile_puzzle
from hashicnf.pipeline.encodings import Encodings
from hashicnf.pipeline.puzzles import NATIVE, parse
from hashicnf.records import record

FAMILY = DEFAULT_FAMILY
FEWEST, MOST = 3, 25  # runs of a phase; between these bounds, as many as have UNITS units together
UNITS = 250_000

Figures: TypeAlias = tuple[float, float]


@record
class Phase:
    """A row of figures per unit, one for each size of board: microseconds, or bytes if the name begins with that word.

    ``system`` is the part of the microseconds that the system took, measured in steps of 10 milliseconds per run.
    """

    name: str
    figures: tuple[float, ...]
    system: tuple[float, ...]

    @property
    def growth(self) -> float:
        """Return the last figure divided by the first: 1 is linear."""
        return self.figures[-1] / self.figures[0]


def measure(sizes: Sequence[int]) -> list[Phase]:
    """Measure all phases on puzzles of these sizes, each a number of islands. Raises UsageError for boards that are too small."""
    rules = FAMILIES.get(FAMILY)
    make, of_size = next((g.make, g.of_size) for g in rules.generators().values() if g.of_size is not None)
    if not sizes or min(sizes) < 2:
        raise UsageError(f"boards to be measured have 2 {rules.unit}s or more")
    boards = ((units, make(of_size(units))) for units in sizes)
    found = [
        list(_figures(Puzzle(FAMILY, "planted", made.board, rules), made.solution, units)) for units, made in boards
    ]
    return [Phase(row[0][0], *zip(*(figures for _, figures in row), strict=True)) for row in zip(*found, strict=True)]


def _figures(puzzle: Puzzle, solution: object, units: int) -> Iterator[tuple[str, Figures]]:
    """Measure all phases on one board."""
    text = puzzle.text
    runs = min(MOST, max(FEWEST, UNITS // units))

    def timed(work: Callable[[], object]) -> Figures:
        total, system = zip(*(_seconds(work) for _ in range(runs)), strict=True)
        return statistics.median(total) * 1e6 / units, statistics.median(system) * 1e6 / units

    yield "read the board", timed(lambda: parse(text, NATIVE))
    yield "encode, planar", timed(lambda: _encoded(puzzle, "planar"))
    yield "encode, lazy", timed(lambda: _encoded(puzzle, "lazy"))
    compiled = compile_puzzle(puzzle, Encodings(connectivity="lazy"))
    yield "write DIMACS, lazy", timed(lambda: compiled.write(os.devnull))
    with private_folder() as folder:
        path = str(folder / "lazy.cnf")
        with scratch_file(Path(path)) as stream:
            compiled.write(stream)
        yield "read DIMACS, lazy", timed(lambda: sum(map(len, CnfStream(read_pieces(path), path))))
        yield "bytes of DIMACS, lazy", (Path(path).stat().st_size / units, 0.0)

    variables = compiled.formula.variables
    model = np.arange(variables.count + 1) % 3 == 1
    yield "decode", timed(lambda: puzzle.decode(variables, model))
    yield "components and cuts", timed(lambda: compiled.refine(model))
    if solution is not None:
        yield "check", timed(lambda: puzzle.check(solution))
        for style in ("seed", "unicode"):
            if style in puzzle.rules.styles:
                yield f"draw, {style}", timed(partial(puzzle.draw, solution, style))


def _seconds(work: Callable[[], object]) -> Figures:
    """Run ``work`` once; return its processor time and the system's part of it. The result is freed before the next run."""
    system, start = os.times().system, time.process_time()
    work()
    return time.process_time() - start, os.times().system - system


def _encoded(puzzle: Puzzle, connectivity: str) -> int:
    """Compile a puzzle and make every clause; return the number of literals."""
    blocks = compile_puzzle(puzzle, Encodings(connectivity=connectivity)).formula.blocks
    return sum(lits.size for block in blocks for _, lits in in_pieces(block.rows))
