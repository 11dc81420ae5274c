"""Print tables, columns and prose: as text that fits the terminal, Markdown or CSV. In pipes no line is broken."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from typing import Final, TypeAlias

import typer

from hashicnf.cli import terminal_width
from hashicnf.cli.terminal import fitted
from hashicnf.errors import no_such, printable, terminal_columns

Lines: TypeAlias = Sequence[Sequence[str]]  # rows of cells, the first of which is the head

FORMS = ("text", "markdown", "csv", "json")
GAP: Final = "  "
UNBROKEN: Final = "\0"  # a blank in prose at which no line is broken
ROOM: Final = 20  # characters per line of prose after a head, at least; otherwise it begins below the head
LEAST: Final = 14  # least characters per line of a broken cell


def require_form(form: str) -> None:
    """Raise UsageError for an unknown form of output."""
    if form not in FORMS:
        raise no_such("form", form, FORMS)


def write_csv(rows: Iterable[Sequence[object]]) -> None:
    """Print rows as CSV. Rows with a carriage return, which some readers take for the end of a row, are quoted."""
    import csv

    usual, quoted = (
        csv.writer(sys.stdout, lineterminator="\n", quoting=kind) for kind in (csv.QUOTE_MINIMAL, csv.QUOTE_ALL)
    )
    for row in rows:
        has_return = any(isinstance(cell, str) and "\r" in cell for cell in row)
        (quoted if has_return else usual).writerow(row)


def print_table(lines: Lines, form: str, left: int = 1) -> None:
    """Print rows, the first of which is the head; the first ``left`` columns are aligned to the left, the others to the right.

    In a terminal that is too narrow, columns with one value in all rows are printed above, cells on the left are broken into
    several lines, and the other columns are printed in several tables.
    """
    if form == "csv":
        write_csv(lines)
        return
    lines = [[printable(cell) for cell in line] for line in lines]
    if form == "markdown":
        _print_markdown([[cell.replace("|", "\\|") for cell in line] for line in lines], left)
        return
    width = terminal_width()
    if width is None or _length(lines) <= width:
        _print_aligned(lines, left)
        return
    _print_narrow([*zip(*lines, strict=True)], left, width)


def _print_narrow(columns: Lines, left: int, width: int) -> None:
    """Print the columns of a table that is wider than the terminal."""
    is_shared = [len(set(column[1:])) == 1 for column in columns]
    if all(is_shared[left:]) and not all(is_shared):
        is_shared[left:] = [False] * len(is_shared[left:])  # so that rows keep figures
    shared = [column for column, above in zip(columns, is_shared, strict=True) if above]
    keys = [column for column, above in zip(columns[:left], is_shared, strict=False) if not above]
    others = [column for column, above in zip(columns[left:], is_shared[left:], strict=True) if not above]
    for head, value, *_ in shared:
        print_prose(f"{head}: {value}")
    for number, table in enumerate(_parts(keys, others, width)):
        typer.echo("\n" * bool(shared or number), nl=False)
        _print_aligned(table, len(keys))


def _print_markdown(lines: Lines, left: int) -> None:
    padded, widths = _padded(lines, left), _widths(lines)
    rule = ["-" * w if i < left else "-" * (w - 1) + ":" for i, w in enumerate(widths)]
    for line in [padded[0], rule, *padded[1:]]:
        typer.echo("| " + " | ".join(line) + " |")


def _print_aligned(lines: Lines, left: int) -> None:
    for line in _padded(lines, left):
        typer.echo(GAP.join(line).rstrip())


def _padded(lines: Lines, left: int) -> list[list[str]]:
    widths = _widths(lines)
    return [
        [_filled(cell, w, is_left=i < left) for i, (cell, w) in enumerate(zip(line, widths, strict=True))]
        for line in lines
    ]


def _filled(cell: str, width: int, *, is_left: bool) -> str:
    """Fill a cell with blanks up to a width."""
    blanks = " " * (width - terminal_columns(cell))
    return cell + blanks if is_left else blanks + cell


def _widths(lines: Lines) -> list[int]:
    return [max(3, *map(terminal_columns, column)) for column in zip(*lines, strict=True)]


def _length(lines: Lines) -> int:
    """Return the length of the lines of a table."""
    widths = _widths(lines)
    return sum(widths) + len(GAP) * (len(widths) - 1)


def _parts(keys: Lines, others: Lines, width: int) -> list[list[list[str]]]:
    """Divide columns into as few tables as fit into the terminal; each begins with the ``keys``, broken if necessary."""
    most = max(LEAST, width - max(_sizes(others), default=0))
    ways = [_reduced(_sizes(keys), room) for room in range(most, LEAST - 1, -1)]
    sizes = min(ways, key=lambda way: len(_packed(way, _sizes(others), width)))
    tables = [[*keys, *(others[number] for number in part)] for part in _packed(sizes, _sizes(others), width)]
    return [_broken(table, sizes) for table in tables if table]


def _packed(keys: Sequence[int], sizes: Sequence[int], width: int) -> list[list[int]]:
    """Return the numbers of the columns of each table; a column that does not fit into the terminal is a table by itself."""
    tables: list[list[int]] = [[]]
    room = left = width - sum(size + len(GAP) for size in keys)
    for number, size in enumerate(sizes):
        if tables[-1] and size > left:
            tables.append([])
            left = room
        tables[-1].append(number)
        left -= size + len(GAP)
    return tables


def _sizes(columns: Lines) -> list[int]:
    return [max(map(terminal_columns, column)) for column in columns]


def _reduced(sizes: Sequence[int], room: int) -> list[int]:
    """Return the sizes of columns, with the widest reduced until all fit into ``room``, or are minimal."""
    found = [*sizes]
    while sum(size + len(GAP) for size in found) > room and max(found) > LEAST:
        found[found.index(max(found))] -= 1
    return found


def _broken(columns: Lines, sizes: Sequence[int]) -> list[list[str]]:
    """Return the lines of a table whose first cells are broken into pieces of these sizes, between words if there are any."""
    import textwrap
    from itertools import zip_longest

    found: list[list[str]] = []
    for row in zip(*columns, strict=True):
        keys = [textwrap.wrap(cell, size, break_on_hyphens=False) for cell, size in zip(row, sizes, strict=False)]
        found += map(list, zip_longest(*keys, *([cell] for cell in row[len(sizes) :]), fillvalue=""))
    return found


def print_columns(rows: Iterable[Sequence[str]]) -> None:
    """Print rows of words in aligned columns, without a head.

    In a terminal that is too narrow, the widest column is broken between words, and the columns after it continue on further lines;
    if little of the line is left, this starts with the second column, or on a line of its own.
    """
    lines = list(rows)
    widths = [max(len(row[i]) for row in lines) for i in range(len(lines[0]))]
    width = terminal_width()
    joined = [GAP.join(cell.ljust(size) for cell, size in zip(row, widths, strict=True)).rstrip() for row in lines]
    if width is None or max(map(len, joined)) <= width:
        typer.echo("\n".join(joined))
        return
    first = widest = widths.index(max(widths))
    if sum(widths[:first]) + len(GAP) * first > width // 2:
        first = 1
    for row in lines:
        head = "".join(cell.ljust(size) + GAP for cell, size in zip(row[:first], widths, strict=False))
        texts = filter(None, [GAP.join(filter(None, row[first:widest])), *row[widest:]])
        if head and width - len(head) < ROOM:
            typer.echo(head.rstrip())
            head = " " * (len(head) - len(head.lstrip())) + GAP
        for text in [*texts] or [""]:
            print_prose(text, head)
            head = " " * len(head)


def print_prose(text: str, head: str = "", indent: int | None = None) -> None:
    """Print a line after a ``head``; on a narrow terminal it continues on further lines, by default indented to its start."""
    typer.echo(fitted(head + text, len(head) if indent is None else indent).rstrip().replace(UNBROKEN, " "))
