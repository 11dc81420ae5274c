"""Shortest plans: found by searches and by formulas, proved to be shortest by formulas."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from study.boards import Boards
from study.chapters import Batch, Chapter, Facts
from study.table import Table

SLIDES: Final = (4, 8, 12, 16, 20, 24, 28, 31)  # of 3 x 3 tiles, up to the longest there are
SCRAMBLES: Final = (10, 20, 30)  # slides from the goal of 4 x 4 tiles, mostly not the shortest way back
STEPS: Final = (5, 10, 20, 40)  # of klotski
SEEDS: Final = 2
SEARCHES: Final = ("astar", "idastar")


def batches(boards: Boards) -> Sequence[Batch]:
    """Find plans by searches, raise the horizon of a formula, prove that there is no shorter plan, certify."""
    seeds = boards.thinned(SEEDS)
    small = [boards.make(f"tiles3-d{n}-s{s}", "tiles", size="3x3", depth=n, seed=s) for n in SLIDES for s in seeds]
    large = [boards.make(f"tiles4-d{n}-s{s}", "tiles", size="4x4", depth=n, seed=s) for n in SCRAMBLES for s in seeds]
    klotski = [boards.make(f"klotski-d{n}-s{s}", "klotski", depth=n, seed=s) for n in STEPS for s in seeds]
    every = [*small, *large, *klotski]
    found = [Batch(name, every, "solve", {"method": name, "all_answers": False}) for name in SEARCHES]
    found.append(Batch("cdcl", every, "solve", {"method": "cdcl", "all_answers": False}))
    return [*found, Batch("prove", every, "prove", {}), Batch("certify", every, "certify", {})]


def facts(rows: Table) -> Facts:
    """Read what the page quotes off the table."""
    return {}


def draw(rows: Table, file: str) -> None:
    """Draw the picture."""


CHAPTER: Final = Chapter(
    title="Shortest plans with proofs",
    timeout=60.0,
    figures=(
        "length",
        "optimal",
        "variables",
        "clauses",
        "lemmas",
        "bytes",
        "cpu solved",
        "cpu proved",
        "cpu made",
        "cpu checked",
    ),
    batches=batches,
    facts=facts,
    draw=draw,
)
