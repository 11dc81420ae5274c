"""Grids that programs have, as native text: rows of numbers or of text, or arrays."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from hashicnf.core.document import LARGEST, Document, Source
from hashicnf.core.options import show_yes_or_no
from hashicnf.errors import InputError
from hashicnf.formats.native import native_lines

Integers: TypeAlias = NDArray[np.integer[Any]]
Grid: TypeAlias = Sequence[str] | Sequence[Sequence[int]] | Sequence[Sequence[Sequence[int]]] | Integers

ROWS: Final = "<rows>"  # the source in messages
NAME: Final = re.compile(r"[A-Za-z][A-Za-z_-]*")
SYNTAX: Final = frozenset(":#\n\r")  # what means something else than a cell in native text


def native_text(rows: Grid, settings: Mapping[str, str | float | None]) -> str:
    """Write a grid with its settings, whose names have underscores for dashes; None is the default.

    Raises InputError for what is no grid or setting.
    """
    lines = [*(_setting(name, value) for name, value in settings.items() if value is not None), *_lines(rows)]
    return "\n".join(lines) + "\n"


def _setting(name: str, value: str | float) -> str:
    if not NAME.fullmatch(name):
        raise InputError(f"no setting is named {name!r}", ROWS)
    text = show_yes_or_no(value) if isinstance(value, bool) else str(value)
    if "\n" in text or "\r" in text:
        raise InputError(f"the setting {name} has several lines", ROWS)
    if "#" in text and name != "title":
        raise InputError(f"the setting {name} has a '#', which begins a comment", ROWS)
    return f"{name.replace('_', '-')}: {text}"


def _lines(rows: Grid) -> list[str]:
    """Write a grid as native text. Raises InputError for what is no grid."""
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
    if hasattr(rows, "mask"):  # what it hides would become cells
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
