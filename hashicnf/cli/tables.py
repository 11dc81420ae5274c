"""Print tables: aligned text, Markdown, CSV."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence

import typer

from hashicnf.errors import no_such, printable

FORMS = ("text", "markdown", "csv", "json")


def require_form(form: str) -> None:
    """Raise UsageError for an unknown form of output."""
    if form not in FORMS:
        raise no_such("form", form, FORMS)


def print_table(lines: Sequence[Sequence[str]], form: str, left: int = 1) -> None:
    """Print rows, the first one being the head; ``left`` columns are aligned to the left, the others to the right."""
    if form == "csv":
        import csv

        csv.writer(sys.stdout, lineterminator="\n").writerows(lines)
        return
    lines = [[printable(cell) for cell in line] for line in lines]
    if form == "markdown":
        lines = [[cell.replace("|", "\\|") for cell in line] for line in lines]
    widths = [max(3, *map(len, column)) for column in zip(*lines, strict=True)]
    padded = [
        [cell.ljust(w) if i < left else cell.rjust(w) for i, (cell, w) in enumerate(zip(line, widths, strict=True))]
        for line in lines
    ]
    if form == "markdown":
        rule = ["-" * w if i < left else "-" * (w - 1) + ":" for i, w in enumerate(widths)]
        for line in [padded[0], rule, *padded[1:]]:
            typer.echo("| " + " | ".join(line) + " |")
        return
    for line in padded:
        typer.echo("  ".join(line).rstrip())


def print_columns(rows: Iterable[Sequence[str]]) -> None:
    """Print rows of words in aligned columns, without a head."""
    lines = list(rows)
    widths = [max(len(row[i]) for row in lines) for i in range(len(lines[0]))]
    for row in lines:
        typer.echo("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())
