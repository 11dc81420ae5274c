"""Certificates: their sizes, and the time that an independent checker takes for them."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from math import isqrt
from typing import Final

from hashicnf.measure.plotting import picture
from study import charts
from study.boards import Boards
from study.chapters import Batch, Chapter, Facts
from study.table import NOTHING, Row, Table, answered, grouped, markdown, median, most, numbers, of, seconds, share

ISLANDS: Final = (25, 50, 100, 200, 400, 800)
CELLS: Final = 4
SEEDS: Final = 5
BOXES: Final = (3, 4)


def batches(boards: Boards) -> Sequence[Batch]:
    """List the batches that certify boards with one solution, boards without a solution, and sudokus."""
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
    """Compute the facts that the page quotes from the table."""
    found = answered(rows)
    largest = max(found, key=lambda row: float(row["bytes"]), default=None)
    checked = numbers(found, "cpu checked")
    made = numbers(found, "cpu made")
    return {
        "certified": share(rows),
        "table": _table(rows),
        "largest": kilobytes(float(largest["bytes"])) if largest is not None else NOTHING,
        "largest_board": largest["board"] if largest is not None else NOTHING,
        "checked_median": seconds(statistics.median(checked) if checked else None),
        "checked_most": seconds(max(checked, default=None)),
        "ratio": f"{100 * sum(checked) / sum(made):.0f}%" if sum(made) else NOTHING,
        "unique": f"{len(of(found, status='unique'))}",
        "trivial": f"{sum('lemmas: 0' in row['proves'] for row in of(found, status='unique'))}",
        "growth": "; ".join(f"{way} {_growth(own)}" for way, own in grouped(found, lambda row: row["way"]).items())
        or NOTHING,
    }


def size(row: Row) -> int:
    """Read the number of islands or cells from the name of a board, ``one-n25-s1``."""
    return int(row["board"].split("-")[-2].removeprefix("n"))


def kilobytes(value: float | None) -> str:
    """Write a size in thousands of bytes."""
    return NOTHING if value is None else f"{value / 1000:,.1f}"


def _growth(rows: Table) -> str:
    """Write the median sizes of the smallest and of the largest puzzles."""
    groups = grouped(sorted(rows, key=size), size)
    ends = {number: groups[number] for number in (min(groups), max(groups))}
    unit = _unit(rows[0]["way"])
    return " and ".join(f"{kilobytes(median(own, 'bytes'))} kB with {number:,} {unit}" for number, own in ends.items())


def _unit(way: str) -> str:
    return "cells" if way.startswith("sudoku") else "islands"


def _table(rows: Table) -> str:
    """Write a row for each kind of boards and size."""
    lines = []
    for way, same in grouped(rows, lambda row: row["way"]).items():
        for number, own in grouped(sorted(same, key=size), size).items():
            sizes = (kilobytes(median(own, "bytes")), kilobytes(most(own, "bytes")))
            times = (
                seconds(value)
                for value in (median(own, "cpu made"), median(own, "cpu checked"), most(own, "cpu checked"))
            )
            lines.append((way, f"{number:,} {_unit(way)}", share(own), *sizes, *times))
    head = ("", "size", "certified", "median kB", "most kB", "made, median s", "checked, median s", "checked, most s")
    return markdown(head, lines, left=2)


def draw(rows: Table, file: str) -> None:
    """Draw sizes, and times of making and checking."""
    ways = grouped(answered(rows), lambda row: row["way"])
    with picture(file, 1, 2, (charts.WIDTH, charts.HEIGHT)) as (_, (sizes, times)):
        charts.ground(sizes, "Size of the certificate", by_size="islands or cells")
        charts.ground(times, "Checking", by_size="kilobytes")
        for number, (way, own) in enumerate(ways.items()):
            charts.series(sizes, number, way, [(size(row), float(row["bytes"]) / 1000) for row in own], joined=False)
            points = [(float(row["bytes"]) / 1000, float(row["cpu checked"])) for row in own]
            charts.series(times, number, way, points, joined=False)
        charts.finish(sizes, "islands or cells", "kilobytes", kind="size")
        charts.finish(times, "kilobytes", charts.SECONDS, kind="size")


CHAPTER: Final = Chapter(
    title="Certificates",
    timeout=60.0,
    figures=("islands", "cells", "bytes", "proves", "cpu made", "cpu checked"),
    batches=batches,
    facts=facts,
    draw=draw,
)
