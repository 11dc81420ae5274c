"""How one-shot formulas grow from 100 to 100,000 islands, and how long solvers take for them."""

from __future__ import annotations

from collections.abc import Sequence
from math import isqrt
from typing import Final

from study.boards import Boards
from study.chapters import Batch, Chapter, Facts
from study.table import Table

SIZES: Final = (100, 300, 1_000, 3_000, 10_000, 30_000, 100_000)
CELLS: Final = 4  # for an island
SEEDS: Final = 3
FORMULAS: Final = ("link-elimination", "planar")
SOLVERS: Final = ("cadical153", "minisat22")
MOST_ELIMINATED: Final = 10_000  # islands; beyond, what elimination writes would fill the memory


def batches(boards: Boards) -> Sequence[Batch]:
    """Write each formula, then encode and solve it; beside them what ``solve`` does with the same boards."""
    made = {
        size: [
            boards.make(f"n{size}-s{seed}", "hashi", size=f"{side(size)}x{side(size)}", islands=size, seed=seed)
            for seed in boards.thinned(SEEDS if size < MOST_ELIMINATED else 1)
        ]
        for size in SIZES
    }
    found = [Batch("solve", [name for names in made.values() for name in names], "solve", {"all_answers": False})]
    for formula in FORMULAS:
        most = MOST_ELIMINATED if formula == FORMULAS[0] else SIZES[-1]
        names = [name for size, names in made.items() if size <= most for name in names]
        simplify = {"connectivity": formula, "simplify": True}
        found.append(Batch(formula, names, "encode", simplify))
        found += [
            Batch(f"{formula}, {solver}", names, "solve", {**simplify, "solver": solver, "all_answers": False})
            for solver in SOLVERS
        ]
    return found


def side(islands: int) -> int:
    """Return rows and columns of a board."""
    return isqrt(CELLS * islands)


def facts(rows: Table) -> Facts:
    """Read what the page quotes off the table."""
    return {}


def draw(rows: Table, file: str) -> None:
    """Draw the picture."""


CHAPTER: Final = Chapter(
    title="The growth of formulas",
    timeout=60.0,
    figures=("islands", "variables", "clauses", "bytes"),
    batches=batches,
    facts=facts,
    draw=draw,
)
