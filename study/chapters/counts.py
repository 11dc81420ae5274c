"""Uniqueness and exact counts of the public benchmark."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from study.boards import Boards
from study.chapters import Batch, Chapter, Facts
from study.table import Table


def batches(boards: Boards) -> Sequence[Batch]:
    """Ask of each board whether it has one solution, and how many it has."""
    own = boards.benchmark()
    return [Batch("unique", own, "unique", {}), Batch("count", own, "count", {})]


def facts(rows: Table) -> Facts:
    """Read what the page quotes off the table."""
    return {}


def draw(rows: Table, file: str) -> None:
    """Draw the picture."""


CHAPTER: Final = Chapter(
    title="Uniqueness and counts",
    timeout=60.0,
    figures=("islands", "count"),
    batches=batches,
    facts=facts,
    draw=draw,
    needs_boards=True,
)
