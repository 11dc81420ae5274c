"""Certificates: how large they are, and how long an independent checker takes for them."""

from __future__ import annotations

from collections.abc import Sequence
from math import isqrt
from typing import Final

from study.boards import Boards
from study.chapters import Batch, Chapter, Facts
from study.table import Table

ISLANDS: Final = (25, 50, 100, 200, 400, 800)
CELLS: Final = 4
SEEDS: Final = 5
BOXES: Final = (3, 4)


def batches(boards: Boards) -> Sequence[Batch]:
    """Certify boards with one solution, boards without any, and sudokus."""
    seeds = boards.thinned(SEEDS)
    unique = [_hashi(boards, "one", islands, seed) for islands in ISLANDS for seed in seeds]
    none = [_hashi(boards, "none", islands, seed, unsolvable=True) for islands in ISLANDS for seed in seeds]
    sudokus = [
        boards.make(f"sudoku-n{box**4}-s{seed}", "sudoku", size=box * box, seed=seed) for box in BOXES for seed in seeds
    ]
    return [
        Batch(way, made, "certify", {})
        for way, made in (("hashi, unique", unique), ("hashi, unsolvable", none), ("sudoku, unique", sudokus))
    ]


def _hashi(boards: Boards, kind: str, islands: int, seed: int, **options: bool) -> str:
    side = isqrt(CELLS * islands)
    unique = {} if options else {"unique": True}
    return boards.make(
        f"{kind}-n{islands}-s{seed}", "hashi", size=f"{side}x{side}", islands=islands, seed=seed, **options, **unique
    )


def facts(rows: Table) -> Facts:
    """Read what the page quotes off the table."""
    return {}


def draw(rows: Table, file: str) -> None:
    """Draw the picture."""


CHAPTER: Final = Chapter(
    title="Certificates",
    timeout=60.0,
    figures=("islands", "cells", "bytes", "proves", "cpu made", "cpu checked"),
    batches=batches,
    facts=facts,
    draw=draw,
)
