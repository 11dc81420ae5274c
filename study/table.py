"""Tables: the results of a chapter as rows of text, kept as CSV."""

from __future__ import annotations

import csv
import io
import statistics
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Final, TypeAlias, TypeVar

from hashicnf.measure.plotting import RAISED

Row: TypeAlias = Mapping[str, str]
Table: TypeAlias = Sequence[Row]
K = TypeVar("K")

COMMON: Final = ("way", "board", "status", "cpu")  # of all tables; cpu in seconds of processor time
NOTHING: Final = "–"
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


def typical(rows: Table, column: str = "cpu") -> float | None:
    """Return the median over all rows, those without an answer counted as slower than all others; None if it is one of these."""
    found = sorted(numbers(answered(rows), column)) + [None] * (len(rows) - len(answered(rows)))
    return found[(len(found) - 1) // 2] if found else None


def most(rows: Table, column: str = "cpu") -> float | None:
    """Return the largest number among the rows with an answer."""
    return max(numbers(answered(rows), column), default=None)


def share(rows: Table) -> str:
    """Return the number of rows with an answer out of all, such as ``3 of 5``."""
    return f"{len(answered(rows))} of {len(rows)}"


def of(rows: Table, **wanted: str) -> list[Row]:
    """Return the rows with certain values in certain columns."""
    return [row for row in rows if all(row[column] == value for column, value in wanted.items())]
