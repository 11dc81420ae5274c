"""Tables: the results of a chapter as rows of text, kept as CSV."""

from __future__ import annotations

import csv
import io
import statistics
from collections.abc import Callable, Iterable, Mapping, Sequence
from math import inf
from pathlib import Path
from typing import Final, TypeAlias, TypeVar

from hashicnf.measure.plotting import RAISED

Row: TypeAlias = Mapping[str, str]
Table: TypeAlias = Sequence[Row]
K = TypeVar("K")

COMMON: Final = ("way", "board", "status", "cpu")  # of all tables; cpu in seconds of processor time
NOTHING: Final = "–"
NOT_TRIED: Final = "not tried"
ANSWERS: Final = ("solved", "unsolvable", "unique", "several", "counted", "encoded", "optimal")


def read(file: Path) -> Table:
    """Read a table; without a file it is empty."""
    if not file.is_file():
        return []
    return list(csv.DictReader(io.StringIO(file.read_text(encoding="utf-8"))))


def write(file: Path, figures: Sequence[str], rows: Iterable[Row]) -> None:
    """Write a table, sorted, so that the same results are the same bytes."""
    text = io.StringIO()
    writer = csv.DictWriter(text, [*COMMON, *figures], lineterminator="\n", restval="")
    writer.writeheader()
    writer.writerows(sorted(rows, key=lambda row: (row["board"], row["way"])))
    file.write_text(text.getvalue(), encoding="utf-8")


def answered(rows: Table) -> Table:
    """Return the rows with an answer."""
    return [row for row in rows if row["status"] in ANSWERS]


def grouped(rows: Table, key: Callable[[Row], K]) -> dict[K, list[Row]]:
    """Group rows by their keys, in the order in which the keys first occur."""
    found: dict[K, list[Row]] = {}
    for row in rows:
        found.setdefault(key(row), []).append(row)
    return found


def numbers(rows: Table, column: str) -> list[float]:
    """List the numbers of a column, without empty cells."""
    return [float(row[column]) for row in rows if row[column]]


def median(rows: Table, column: str) -> float | None:
    """Return the median of a column, None where it has no numbers."""
    found = numbers(rows, column)
    return statistics.median(found) if found else None


def seconds(value: float | None) -> str:
    """Write seconds with two significant digits, from ten on as a whole number."""
    if value is None:
        return NOTHING
    return f"{value:,.0f}" if value >= 10 else f"{value:.1f}" if value >= 1 else f"{float(f'{value:.2g}'):.5g}"


def count(value: float | None) -> str:
    """Write a whole number; large ones as a power of ten."""
    if value is None:
        return NOTHING
    if value < 1e7:
        return f"{value:,.0f}"
    digits, exponent = f"{value:.1e}".split("e+")
    return f"{digits} · 10{str(int(exponent)).translate(RAISED)}"


def markdown(head: Sequence[str], rows: Iterable[Sequence[str]], left: int = 1) -> str:
    """Write a table in Markdown; all columns but the first ``left`` are numbers."""
    rule = ["---"] * left + ["---:"] * (len(head) - left)
    return "\n".join("| " + " | ".join(row) + " |" for row in (head, rule, *rows))


def typical(rows: Table) -> float | None:
    """Return the median processor time of all rows, endless for those without an answer; None if it is endless, or without rows."""
    found = numbers(answered(rows), "cpu") + [inf] * (len(rows) - len(answered(rows)))
    middle = statistics.median(found) if found else inf
    return None if middle == inf else middle


def timed(rows: Table) -> str:
    """Write the median over all rows for a cell of a table, which distinguishes no answer from no attempt."""
    return seconds(typical(rows)) if rows else NOT_TRIED


def most(rows: Table, column: str = "cpu") -> float | None:
    """Return the largest number among the rows with an answer."""
    return max(numbers(answered(rows), column), default=None)


def share(rows: Table) -> str:
    """Return the number of rows with an answer out of all, such as ``3 of 5``."""
    return f"{len(answered(rows))} of {len(rows)}"


def reach(rows: Table, size: Callable[[Row], int], sizes: Iterable[int]) -> str:
    """Write up to which size every board is answered; of each larger size how many are, or that it was not tried.

    Limits are wall clock, so the least processor time after which a board was given up is written too.
    ``sizes`` are those of the chapter, so those without rows were not tried.
    """
    groups = grouped(rows, size)
    later = sorted({*sizes, *groups})
    done = 0
    while later and (own := groups.get(later[0], [])) and len(answered(own)) == len(own):
        done = later.pop(0)
    left = [
        f"{share(groups[n])} with {n:,}{_given_up(groups[n])}" if n in groups else f"{n:,} {NOT_TRIED}" for n in later
    ]
    return "; ".join([f"every board up to {done:,} islands" if done else "no size completely", *left])


def _given_up(rows: Table) -> str:
    """Write after how much processor time the first board was given up, nothing if all are answered."""
    least = min(numbers([row for row in rows if row["status"] not in ANSWERS], "cpu"), default=None)
    return "" if least is None else f" (given up after {seconds(least)} s)"


def spread(values: Iterable[int]) -> str:
    """Write the range of some numbers: ``3``, or ``1 to 3``."""
    found = sorted({*values})
    return f"{found[0]} to {found[-1]}" if len(found) > 1 else f"{found[0]}" if found else NOTHING


def of(rows: Table, **wanted: str) -> list[Row]:
    """Return the rows with certain values in certain columns."""
    return [row for row in rows if all(row[column] == value for column, value in wanted.items())]
