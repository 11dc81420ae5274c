"""The growth of one-shot formulas from 100 to 100,000 islands, and the time that solvers take for them."""

from __future__ import annotations

from collections.abc import Sequence
from math import isqrt
from typing import Final

from hashicnf.measure.plotting import picture
from study import charts
from study.boards import Boards
from study.chapters import Batch, Chapter, Facts
from study.table import (
    NOT_TRIED,
    NOTHING,
    Row,
    Table,
    answered,
    count,
    grouped,
    markdown,
    median,
    most,
    reach,
    seconds,
    spread,
    timed,
    typical,
)

SIZES: Final = (100, 300, 1_000, 3_000, 10_000, 30_000, 100_000)
CELLS: Final = 4  # for an island
SEEDS: Final = 3
FORMULAS: Final = ("link-elimination", "planar")
SOLVERS: Final = ("cadical153", "minisat22")
NAMES: Final = {"cadical153": "CaDiCaL", "minisat22": "MiniSat"}
FEW: Final = 10_000  # islands; from here on one board of a size is enough


def batches(boards: Boards) -> Sequence[Batch]:
    """List the batches that write each formula, that encode and solve it, and that run ``solve`` on the same boards."""
    made = {
        size: [
            boards.make(f"n{size}-s{seed}", "hashi", size=f"{side(size)}x{side(size)}", islands=size, seed=seed)
            for seed in boards.thinned(SEEDS if size < FEW else 1)
        ]
        for size in SIZES
    }
    every = [name for names in made.values() for name in names]
    found = [Batch("solve", every, "solve", {"all_answers": False})]
    for formula in FORMULAS:
        simplify = {"connectivity": formula, "simplify": True}
        found.append(Batch(formula, every, "encode", simplify))
        found += [
            Batch(f"{formula}, {solver}", every, "solve", {**simplify, "solver": solver, "all_answers": False})
            for solver in SOLVERS
        ]
    return found


def side(islands: int) -> int:
    """Return rows and columns of a board."""
    return isqrt(CELLS * islands)


def facts(rows: Table) -> Facts:
    """Compute the facts that the page quotes from the table."""
    ways, sizes = _ways(rows), sorted({size(row) for row in rows})
    plain = ways.get("solve", [])
    return {
        "table": _table(rows),
        "per_size": spread(len({row["board"] for row in _of_size(rows, islands)}) for islands in sizes),
        "clauses": "; ".join(f"`{formula}` {_per_island(ways.get(formula, []))}" for formula in FORMULAS),
        "written": "; ".join(f"`{formula}` {_written(ways.get(formula, []))}" for formula in FORMULAS),
        "reached": "\n".join(_reached(ways, solver, sizes) for solver in SOLVERS),
        "solve": reach(plain, size, sizes),
        "solve_most": seconds(most(plain)),
        "planar_clauses": _per_island(ways.get("planar", [])),
    }


def size(row: Row) -> int:
    """Read the number of islands from the name of a board, ``n100-s1``."""
    return int(row["board"].partition("-")[0].removeprefix("n"))


def _ways(rows: Table) -> dict[str, list[Row]]:
    return grouped(rows, lambda row: row["way"])


def _of_size(rows: Table, islands: int) -> list[Row]:
    return [row for row in rows if size(row) == islands]


def _per_island(rows: Table) -> str:
    """Write the number of clauses per island of the smallest and of the largest size."""
    groups = grouped(sorted(answered(rows), key=size), size)
    found = [(count((median(own, "clauses") or 0) / islands), islands) for islands, own in groups.items()]
    if not found:
        return NOTHING
    (first, least), (last, largest) = found[0], found[-1]
    return f"{first} clauses per island with {least:,} islands and {last} with {largest:,}"


def _written(rows: Table) -> str:
    """Write the median time that writing the largest formula takes."""
    groups = grouped(rows, size)
    return f"{timed(groups[max(groups)])} s with {max(groups):,}" if groups else NOT_TRIED


def _reached(ways: dict[str, list[Row]], solver: str, sizes: Sequence[int]) -> str:
    """Write up to which size a solver answers each formula, and its times at the largest size that has times of both."""
    own = {formula: ways.get(f"{formula}, {solver}", []) for formula in FORMULAS}
    text = [f"`{formula}`: {reach(rows, size, sizes)}" for formula, rows in own.items()]
    common = [n for n in sizes if all(typical(_of_size(rows, n)) is not None for rows in own.values())]
    if common:
        each = " and ".join(_cost(formula, _of_size(rows, common[-1])) for formula, rows in own.items())
        text.append(f"At {common[-1]:,} islands, the largest size with times of both, {each}")
    return f"- {NAMES[solver]}, {'. '.join(text)}."


def _cost(formula: str, rows: Table) -> str:
    return f"{timed(rows)} s for `{formula}` with {count(median(rows, 'clauses'))} clauses"


def _table(rows: Table) -> str:
    """Write a row for each formula and size."""
    ways, lines = _ways(rows), []
    for formula in FORMULAS:
        for islands, own in grouped(sorted(ways.get(formula, []), key=size), size).items():
            solved = [_of_size(ways.get(f"{formula}, {solver}", []), islands) for solver in SOLVERS]
            plain = _of_size(ways.get("solve", []), islands)
            sizes = (count(median(own, name)) for name in ("variables", "clauses"))
            megabytes = median(own, "bytes")
            size_of = NOTHING if megabytes is None else f"{megabytes / 1e6:,.1f}"
            times = (timed(same) for same in (own, *solved, plain))
            lines.append((formula, f"{islands:,}", *sizes, size_of, *times))
    head = ("formula", "islands", "variables", "clauses", "MB", "write", *SOLVERS, "`solve`")
    return markdown(head, lines)


def draw(rows: Table, file: str) -> None:
    """Draw sizes and times against the islands."""
    every, ways = _ways(rows), _ways(answered(rows))
    with picture(file, 1, 2, (charts.WIDTH, charts.HEIGHT)) as (_, (sizes, times)):
        charts.ground(sizes, "Size of the formula", by_size="islands")
        charts.ground(times, "Time, encoding included", by_size="islands")
        pairs = [(formula, name) for formula in FORMULAS for name in ("variables", "clauses")]
        for number, (formula, name) in enumerate(pairs):
            points = _medians(ways.get(formula, []), name)
            charts.series(sizes, number, f"{formula}, {name}", points)
        for number, way in enumerate(way for way in ways if way not in FORMULAS):
            charts.series(times, number, way, _times(every[way]))
        charts.finish(sizes, "islands", "number", kind="size")
        charts.finish(times, "islands", charts.SECONDS, kind="size")


def _medians(rows: Table, column: str) -> list[tuple[float, float]]:
    groups = grouped(sorted(rows, key=size), size)
    return [(float(islands), median(own, column) or 0.0) for islands, own in groups.items()]


def _times(rows: Table) -> list[tuple[float, float]]:
    """Return the median time of each size at which more than half of the boards are answered, as in the table."""
    groups = grouped(sorted(rows, key=size), size)
    return [(float(islands), time) for islands, own in groups.items() if (time := typical(own)) is not None]


CHAPTER: Final = Chapter(
    title="The growth of formulas",
    timeout=60.0,
    figures=("islands", "variables", "clauses", "bytes"),
    batches=batches,
    facts=facts,
    draw=draw,
)
