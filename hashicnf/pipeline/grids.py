"""Build puzzles from grids in memory: rows of numbers or of text, or arrays."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from hashicnf.core.arguments import require_known
from hashicnf.core.document import DEFAULT_FAMILY, LARGEST, Document, Setting, Source
from hashicnf.core.options import read_named
from hashicnf.errors import InputError, UsageError
from hashicnf.families import FAMILIES, Puzzle
from hashicnf.formats.native import native_lines
from hashicnf.pipeline.puzzles import NATIVE, build, parse_documents

Integers: TypeAlias = NDArray[np.integer[Any]]
Grid: TypeAlias = Sequence[str] | Sequence[Sequence[int]] | Sequence[Sequence[Sequence[int]]] | Integers

ROWS: Final = "<rows>"  # the source in messages
TITLE: Final = "title"
SYNTAX: Final = frozenset(":#-\n\r")  # characters that are no cells in native text


def puzzle_of(rows: Grid, family: str = DEFAULT_FAMILY, settings: Mapping[str, object] | None = None) -> Puzzle:
    """Return a puzzle of a grid with settings, whose names have underscores instead of dashes; None selects a setting's default.

    Raises UsageError for a text instead of rows, an unknown family or an unknown setting; InputError for an invalid grid.
    """
    if isinstance(rows, str):
        raise UsageError(
            "rows: expected a list of rows, not one text; parse makes a puzzle of a text, read of a stream of bytes"
        )
    known = {option.name.replace("-", "_"): option for option in FAMILIES.get(family).settings}
    given = {name: value for name, value in (settings or {}).items() if value is not None}
    require_known(given, (TITLE, *known), "setting")
    title = str(given.pop(TITLE, ""))
    if len(title.splitlines()) > 1:
        raise UsageError(f"{TITLE}: expected one line, not {title!r}")
    chosen = read_named(known, {name: known[name].written(value) for name, value in given.items()})
    lines = _lines(rows)
    named = {TITLE: Setting(title)} if title else {}
    with _counting_rows():
        (document,) = parse_documents("\n".join([f"family: {family}", *lines, ""]), NATIVE, ROWS)
        return build(replace(document, settings={**document.settings, **named, **chosen.settings()}))


@contextmanager
def _counting_rows() -> Iterator[None]:
    """Let errors count lines from the first row of the grid, after the line that names the family; settings have no line."""
    try:
        yield
    except InputError as problem:
        problem.line = problem.line and problem.line - 1
        if not problem.line:
            problem.line = problem.column = problem.text = None
        raise


def _lines(rows: Grid) -> list[str]:
    """Return a grid as lines of native text. Raises InputError if it is not a grid."""
    if isinstance(rows, Iterator):
        rows = [*rows]
    if not isinstance(rows, np.ndarray) and all(isinstance(row, str) for row in rows):
        lines = [str(row) for row in rows]
        if not lines:
            raise InputError("this grid has no rows", ROWS)
        if any(SYNTAX & set(line) for line in lines):
            raise InputError("a row of a grid holds cells alone", ROWS)
        return lines
    if not isinstance(rows, np.ndarray) and any(isinstance(row, bytes | bytearray | memoryview) for row in rows):
        raise InputError(
            "a row of a grid is no bytes", ROWS, expected="rows of numbers, all of one length, or rows of text"
        )
    if hasattr(rows, "mask"):  # masked values would become cells
        raise InputError(
            "a grid is no masked array", ROWS, expected="its method filled(0), where hidden cells are empty"
        )
    try:
        cells = np.asarray(rows)
    except ValueError:
        raise InputError("the rows of the grid have different lengths", ROWS) from None
    if cells.ndim not in (2, 3) or not cells.size or not np.issubdtype(cells.dtype, np.integer):
        raise InputError("this is no grid", ROWS, expected="rows of numbers, all of one length, or rows of text")
    if cells.min() < -1 or cells.max() > LARGEST:
        raise InputError("a number of the grid is out of range", ROWS, expected=f"-1 (for ?) to {LARGEST:,}")
    starts = tuple(range(0, len(cells) * cells.shape[1], cells.shape[1]))[1:] if cells.ndim == 3 else ()
    whole = np.ascontiguousarray(cells.reshape(-1, cells.shape[-1]), dtype=np.int32)
    return native_lines(Document(whole, Source(ROWS, ""), starts=starts))
