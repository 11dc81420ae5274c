"""A map of hardness: density, share of double bridges and size, and the road that is best there."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import isqrt
from typing import Final

from study.boards import Boards
from study.chapters import Batch, Chapter, Facts
from study.table import Table

SIZES: Final = (100, 400, 1_600, 6_400)
CELLS: Final = (3, 5, 10)  # for an island: from dense to sparse
DOUBLES: Final = (0, 10, 30, 60)  # per cent of the bridges
SEEDS: Final = 3
ROADS: Final = ("lazy", "windows", "planar")


def batches(boards: Boards) -> Sequence[Batch]:
    """Send every board along each road."""
    made = [
        boards.make(
            f"n{size}-c{cells}-d{doubles}-s{seed}",
            "hashi",
            size=f"{isqrt(cells * size)}x{isqrt(cells * size)}",
            islands=size,
            doubles=doubles / 100,
            seed=seed,
        )
        for size, cells, doubles, seed in product(SIZES, CELLS, DOUBLES, boards.thinned(SEEDS))
    ]
    return [Batch(road, made, "solve", {"road": road, "all_answers": False}) for road in ROADS]


def facts(rows: Table) -> Facts:
    """Read what the page quotes off the table."""
    return {}


def draw(rows: Table, file: str) -> None:
    """Draw the picture."""


CHAPTER: Final = Chapter(
    title="A map of hardness",
    timeout=30.0,
    figures=("islands",),
    batches=batches,
    facts=facts,
    draw=draw,
)
