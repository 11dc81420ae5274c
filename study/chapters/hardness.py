"""A map of hardness: the best road for each density, share of double bridges and size."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import product
from math import isqrt
from typing import Any, Final, TypeAlias

from hashicnf.measure.plotting import look, picture
from study import charts
from study.boards import Boards
from study.chapters import Batch, Chapter, Facts
from study.table import Row, Table, answered, grouped, markdown, median, most, of, seconds, share, spread, timed

SIZES: Final = (100, 400, 1_600, 6_400)
CELLS: Final = (3, 5, 10)  # for an island: from dense to sparse
DOUBLES: Final = (0, 10, 30, 60)  # per cent of the bridges
SEEDS: Final = 3
Place: TypeAlias = tuple[int, int, int]

ROADS: Final = ("lazy", "windows", "link-elimination", "planar")


def batches(boards: Boards) -> Sequence[Batch]:
    """List the batches that solve every board by each road alone."""
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
    """Compute the facts that the page quotes from the table."""
    cells = grouped(rows, place)
    best = {where: winner(own) for where, own in cells.items()}
    wins = Counter(best.values())
    failed = [where for where, road in best.items() if road is None]
    return {
        "cells": f"{len(cells)}",
        "wins": ", ".join(f"`{road}` in {wins[road]}" for road in ROADS) + f", none in {wins[None]}",
        "per_cell": spread(len({row["board"] for row in own}) for own in cells.values()),
        "boards": f"{len({row['board'] for row in rows})}",
        "table": _table(rows, best),
        "windows_where": _where([where for where, road in best.items() if road == "windows"]),
        "windows_alone": _where([where for where, own in cells.items() if _complete(own) == ["windows"]]),
        "failed": f"\n- No road answers a board with {_where(failed)}." if failed else "",
        "all_best": ", ".join(f"`{road}`" for road in ROADS if wins[road] == len(cells)) or "no road",
        "answered": ", ".join(f"`{road}` {share(of(rows, way=road))}" for road in ROADS),
        "by_doubles": _answered_by(rows, 2, "% double"),
        "by_cells": _answered_by(rows, 1, " cells for an island"),
    }


def _complete(rows: Table) -> list[str]:
    """List the roads that answer all boards of a cell."""
    return [way for way, own in grouped(rows, lambda row: row["way"]).items() if len(answered(own)) == len(own)]


def _answered_by(rows: Table, part: int, unit: str) -> str:
    """Write how many runs are answered for each value of a part of a place, all roads together."""
    groups = grouped(sorted(rows, key=lambda row: place(row)[part]), lambda row: place(row)[part])
    return ", ".join(f"{share(own)} with {value}{unit}" for value, own in groups.items())


def place(row: Row) -> Place:
    """Read islands, cells per island and per cent of doubles from the name of a board, ``n100-c3-d10-s1``."""
    islands, cells, doubles = (int(part[1:]) for part in row["board"].split("-")[:3])
    return islands, cells, doubles


def winner(rows: Table) -> str | None:
    """Return the road that answers most boards, the one with the least median time among equals; None if no road answers any."""
    ways = grouped(rows, lambda row: row["way"])
    worth = {way: (-len(answered(own)), median(answered(own), "cpu") or 0.0) for way, own in ways.items()}
    best = min(ROADS, key=lambda road: worth.get(road, (0, 0.0)))
    return best if worth.get(best, (0, 0.0))[0] else None


def _where(places: Sequence[Place]) -> str:
    """Write places as a list, by size."""
    by_size = grouped([{"n": str(n), "rest": f"{c} cells, {d}%"} for n, c, d in sorted(places)], lambda row: row["n"])
    parts = [f"{int(n):,} islands ({'; '.join(row['rest'] for row in own)})" for n, own in by_size.items()]
    return ", ".join(parts) or "nowhere"


def _table(rows: Table, best: Mapping[Place, str | None]) -> str:
    """Write a row for each size and road."""
    lines = []
    for islands, road in product(SIZES, ROADS):
        own = [row for row in of(rows, way=road) if place(row)[0] == islands]
        wins = sum(name == road for where, name in best.items() if where[0] == islands)
        lines.append((f"{islands:,} islands", road, share(own), f"{wins}", timed(own), seconds(most(own))))
    return markdown(("", "road", "answered", "best in", "median s", "slowest answer s"), lines, left=2)


def draw(rows: Table, file: str) -> None:
    """Draw a map for each size: the colour is the road that is best, the number its median time."""
    cells = grouped(rows, place)
    with picture(file, 1, len(SIZES), (charts.WIDTH, 3.4), sharey=True) as (figure, panels):
        for axes, islands in zip(panels, SIZES, strict=True):
            axes.set(title=f"{islands:,} islands", xlabel="double bridges, %", xlim=(-0.5, len(DOUBLES) - 0.5))
            axes.set_ylim(-0.5, len(CELLS) - 0.5)
            axes.set_xticks(range(len(DOUBLES)), map(str, DOUBLES))
            axes.set_yticks(range(len(CELLS)), map(str, CELLS))
            axes.tick_params(length=0)
            for (y, density), (x, doubles) in product(enumerate(CELLS), enumerate(DOUBLES)):
                _cell(axes, x, y, cells.get((islands, density, doubles), []))
        panels[0].set_ylabel("cells for an island")
        marks = [_patch(name) for name in (*ROADS, None)]
        figure.legend(handles=marks, loc="outside upper center", ncols=len(marks), frameon=False)


def _cell(axes: Any, x: int, y: int, rows: Table) -> None:
    """Colour one cell, and write the time into it."""
    best = winner(rows)
    time = median(answered([row for row in rows if row["way"] == best]), "cpu") if best is not None else None
    patch = _patch(best)
    patch.set_bounds(x - 0.47, y - 0.47, 0.94, 0.94)
    axes.add_patch(patch)
    axes.text(x, y, seconds(time) if time is not None else "", ha="center", va="center", fontsize=9, color="black")


def _patch(road: str | None) -> Any:
    from matplotlib.patches import Rectangle

    colour = "0.85" if road is None else look(ROADS.index(road))["color"]
    return Rectangle((0, 0), 1, 1, facecolor=colour, alpha=1.0 if road is None else 0.45, label=road or "none")


CHAPTER: Final = Chapter(
    title="A map of hardness",
    timeout=30.0,
    figures=("islands",),
    batches=batches,
    facts=facts,
    draw=draw,
)
