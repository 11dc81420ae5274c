"""Uniqueness and exact counts of the public benchmark."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from typing import Final

from hashicnf.measure.plotting import picture
from study import charts
from study.boards import Boards
from study.chapters import Batch, Chapter, Facts
from study.table import NOTHING, Row, Table, answered, count, grouped, markdown, most, of, seconds, share, timed


def batches(boards: Boards) -> Sequence[Batch]:
    """List the batches that find out whether each board has one solution, and count its solutions."""
    own = boards.benchmark()
    return [Batch("unique", own, "unique", {}), Batch("count", own, "count", {})]


def facts(rows: Table) -> Facts:
    """Compute the facts that the page quotes from the table."""
    unique, counts = of(rows, way="unique"), of(rows, way="count")
    found = answered(counts)
    largest = max((int(row["count"]) for row in found), default=None)
    least = min((int(row["count"]) for row in found), default=None)
    left = [row["board"] for row in counts if row not in found]
    return {
        "boards": f"{len(unique)}",
        "several": f"{len(of(unique, status='several'))}",
        "one": f"{len(of(unique, status='unique'))}",
        "unknown": f"{len(unique) - len(answered(unique))}",
        "slowest": seconds(most(of(unique, status="several"))),
        "counted": share(counts),
        "least": count(least),
        "largest": count(largest),
        "left": f"Not counted: {', '.join(left)}." if left else "All were counted.",
        "by_class": ", ".join(
            f"{share(own)} of class {name}" for name, own in sorted(grouped(counts, lambda row: kind(row)[1]).items())
        ),
        "extremes": _extremes(found),
        "table": _table(unique, counts),
    }


def _table(unique: Table, counts: Table) -> str:
    """Write a row for each size and class of the benchmark's second parameter."""
    groups = grouped(counts, kind)
    asked = grouped(unique, kind)
    lines = [
        (
            f"{islands} islands, class {share_of}",
            f"{len(of(asked.get((islands, share_of), []), status='several'))} of {len(asked.get((islands, share_of), []))}",
            share(own),
            *_range(own),
            timed(own),
            seconds(most(own)),
        )
        for (islands, share_of), own in sorted(groups.items())
    ]
    head = ("", "several solutions", "counted", "least", "median", "most", "median s", "most s")
    return markdown(head, lines)


def _range(rows: Table) -> tuple[str, str, str]:
    """Write the smallest, the median and the largest count; boards that were not counted leave bounds of the outer two."""
    found = sorted(int(row["count"]) for row in answered(rows))
    if not found:
        return NOTHING, NOTHING, NOTHING
    if len(found) < len(rows):
        return f"≤ {count(found[0])}", NOTHING, f"≥ {count(found[-1])}"
    return count(found[0]), count(statistics.median(found)), count(found[-1])


def _extremes(rows: Table) -> str:
    """Write time and count of the board that took longest to count, and of the board with the largest count."""
    if not rows:
        return NOTHING
    slowest, largest = max(rows, key=lambda row: float(row["cpu"])), max(rows, key=lambda row: int(row["count"]))
    if slowest is largest:
        return f"the one with the largest count, {_timed(largest)}, took longest"
    return f"the one with the largest count took {_timed(largest)}, the one that took longest {_timed(slowest)}"


def _timed(row: Row) -> str:
    return f"{seconds(float(row['cpu']))} s for {count(int(row['count']))} solutions"


def kind(row: Row) -> tuple[int, str]:
    """Read the number of islands and the class from the name of a board, ``Hs_16_100_25_00_001``."""
    parts = row["board"].split("_")
    return int(row["islands"] or parts[2]), parts[3] if len(parts) > 3 else ""


def draw(rows: Table, file: str) -> None:
    """Draw the number of solutions of each board against its islands, and the time that it took."""
    groups = grouped(answered(of(rows, way="count")), lambda row: kind(row)[1])
    with picture(file, 1, 2, (charts.WIDTH, charts.HEIGHT)) as (_, (sizes, times)):
        charts.ground(sizes, "How many solutions")
        charts.ground(times, "How long counting takes", by_size="solutions")
        for number, (name, own) in enumerate(sorted(groups.items())):
            label = f"class {name}"
            places = [(kind(row)[0] + 12.0 * (number - 1), float(row["count"])) for row in own]
            charts.series(sizes, number, label, places, joined=False)
            charts.series(times, number, label, [(float(row["count"]), float(row["cpu"])) for row in own], joined=False)
        charts.finish(sizes, "islands", "solutions")
        charts.finish(times, "solutions", charts.SECONDS, kind="size")


CHAPTER: Final = Chapter(
    title="Uniqueness and counts",
    timeout=60.0,
    figures=("islands", "count"),
    batches=batches,
    facts=facts,
    draw=draw,
    needs_boards=True,
)
