"""The growth of one-shot formulas from 100 to 100,000 islands, and the time that solvers take for them."""

from __future__ import annotations

from collections.abc import Sequence
from math import isqrt
from typing import Final

from hashicnf.measure.plotting import picture
from study import charts
from study.boards import Boards
from study.chapters import Batch, Chapter, Facts
from study.table import NOTHING, Row, Table, answered, count, grouped, markdown, median, most, of, seconds, typical

SIZES: Final = (100, 300, 1_000, 3_000, 10_000, 30_000, 100_000)
CELLS: Final = 4  # for an island
SEEDS: Final = 3
FORMULAS: Final = ("link-elimination", "planar")
SOLVERS: Final = ("cadical153", "minisat22")
FEW: Final = 10_000  # islands; from here on one board of a size is enough
SOLVED: Final = {"link-elimination": SIZES[-1], "planar": 3_000}  # islands of the largest board that solvers get


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
        small = [name for size, names in made.items() if size <= SOLVED[formula] for name in names]
        found += [
            Batch(f"{formula}, {solver}", small, "solve", {**simplify, "solver": solver, "all_answers": False})
            for solver in SOLVERS
        ]
    return found


def side(islands: int) -> int:
    """Return rows and columns of a board."""
    return isqrt(CELLS * islands)


def facts(rows: Table) -> Facts:
    """Compute the facts that the page quotes from the table."""
    largest = {way: max((size(row) for row in answered(own)), default=0) for way, own in _ways(rows).items()}
    link, planar = (_per_island(of(rows, way=formula)) for formula in FORMULAS)
    return {
        "table": _table(rows),
        "clauses_small": count(planar[0]),
        "clauses_large": count(planar[-1]),
        "contracted_small": count(link[0]),
        "contracted": count(link[-1]),
        "encode_large": seconds(typical(_of_size(of(rows, way="planar"), SIZES[-1]))),
        "planar_cadical": f"{largest.get('planar, cadical153', 0):,}",
        "planar_minisat": f"{largest.get('planar, minisat22', 0):,}",
        "link_cadical": f"{largest.get('link-elimination, cadical153', 0):,}",
        "link_minisat": f"{largest.get('link-elimination, minisat22', 0):,}",
        "solve": f"{largest.get('solve', 0):,}",
        "solve_large": seconds(most(_of_size(of(rows, way="solve"), largest.get("solve", 0)))),
    }


def size(row: Row) -> int:
    """Read the number of islands from the name of a board, ``n100-s1``."""
    return int(row["board"].partition("-")[0].removeprefix("n"))


def _ways(rows: Table) -> dict[str, list[Row]]:
    return grouped(rows, lambda row: row["way"])


def _of_size(rows: Table, islands: int) -> list[Row]:
    return [row for row in rows if size(row) == islands]


def _per_island(rows: Table) -> list[float]:
    """List the number of clauses per island by size."""
    groups = grouped(sorted(answered(rows), key=size), size)
    return [(median(own, "clauses") or 0) / islands for islands, own in groups.items()] or [0.0]


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
            times = (seconds(typical(same)) for same in (own, *solved, plain))
            lines.append((formula, f"{islands:,}", *sizes, size_of, *times))
    head = ("formula", "islands", "variables", "clauses", "MB", "write", *SOLVERS, "`solve`")
    return markdown(head, lines)


def draw(rows: Table, file: str) -> None:
    """Draw sizes and times against the islands."""
    ways = _ways(answered(rows))
    with picture(file, 1, 2, (charts.WIDTH, charts.HEIGHT)) as (_, (sizes, times)):
        charts.ground(sizes, "Size of the formula", by_size="islands")
        charts.ground(times, "Time, encoding included", by_size="islands")
        pairs = [(formula, name) for formula in FORMULAS for name in ("variables", "clauses")]
        for number, (formula, name) in enumerate(pairs):
            points = _medians(ways.get(formula, []), name)
            charts.series(sizes, number, f"{formula}, {name}", points)
        for number, way in enumerate(way for way in ways if way not in FORMULAS):
            charts.series(times, number, way, _medians(ways[way], "cpu"))
        charts.finish(sizes, "islands", "number", kind="size")
        charts.finish(times, "islands", charts.SECONDS, kind="size")


def _medians(rows: Table, column: str) -> list[tuple[float, float]]:
    groups = grouped(sorted(rows, key=size), size)
    return [(float(islands), median(own, column) or 0.0) for islands, own in groups.items()]


CHAPTER: Final = Chapter(
    title="The growth of formulas",
    timeout=60.0,
    figures=("islands", "variables", "clauses", "bytes"),
    batches=batches,
    facts=facts,
    draw=draw,
)
