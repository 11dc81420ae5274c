"""Methods, encodings and other solvers on the public benchmark."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from study.boards import Boards
from study.chapters import Batch, Chapter, Facts
from study.table import Table

METHODS: Final = ("cdcl", "dpll", "astar", "frontier")
ENCODINGS: Final = ("lazy", "link-elimination", "planar", "vertex-elimination", "levels-log")
STRONG: Final = "cadical153"


def batches(boards: Boards) -> Sequence[Batch]:
    """Run each method in a process of its own, then each encoding in one process that stays."""
    own = boards.benchmark()
    programs = [f"{name}={command}" for name, command in boards.peers.items()]
    found = [
        Batch(f"process: {name.partition('=')[0]}", own, "compare", {"method": name}) for name in (*METHODS, *programs)
    ]
    for name in ENCODINGS:
        solver = {} if name == "lazy" else {"connectivity": name, "solver": STRONG}
        found.append(Batch(f"encoding: {name}", own, "solve", {**solver, "all_answers": False}))
    return found


def facts(rows: Table) -> Facts:
    """Read what the page quotes off the table."""
    return {}


def draw(rows: Table, file: str) -> None:
    """Draw the picture."""


CHAPTER: Final = Chapter(
    title="Methods, encodings and other solvers",
    timeout=60.0,
    figures=("islands", "clauses", "peak"),
    batches=batches,
    facts=facts,
    draw=draw,
    needs_boards=True,
)
