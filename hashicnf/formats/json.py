"""Puzzles as JSON: a grid as rows of strings or numbers, alone or in an object with the puzzle's family, title and settings.

    [["2", ".", "3"], [".", ".", "."]]
    {"family": "sudoku", "title": "mine", "settings": {"diagonals": "yes"}, "grid": [["2", ".", ...], ...]}

``write`` produces one object per line. ``parse`` also accepts rows that are one string, grids under other names that data sets
use, several grids of one puzzle under ``grids``, lists of puzzles, and objects that hold puzzles by name under ``data``. Data sets
use the key ``solution`` with notations of their own, so in an object that does not name its family it may be unreadable.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Final, NoReturn

import numpy as np

from hashicnf.core.document import EMPTY, UNKNOWN, Document, Setting, Source, setting_name
from hashicnf.core.jsondata import TOO_DEEP, RepeatedKeyError, is_deep, unrepeated
from hashicnf.errors import InputError, counted
from hashicnf.formats import Format
from hashicnf.formats.distinct import coded, first_places, numbers
from hashicnf.formats.jsonplaces import Mark, Node, marked, repeated_key, too_deep, too_long
from hashicnf.formats.parsing import natural, require_size
from hashicnf.logic import Ints
from hashicnf.records import record

EXPECTED: Final = 'rows of cells, such as [["2", ".", "3"], ...], or an object with such a "grid"'
CELLS: Final = '"." or 0 for an empty cell, "?", a number, or a letter for families whose grids hold them'
CELLS_OF_LETTERS: Final = '"." or 0 for an empty cell, "?", a letter, or beside letters a digit'
GRIDS: Final = ("grid", "problem", "puzzle", "board", "cells")
COLLECTIONS: Final = ("data", "puzzles")
NAMES: Final = ("family", "name")  # keys of a collection that name the family, the first of them first
PLAIN: Final = {str, int, type(None)}
SEPARATORS: Final = ",\t"  # of cells that may be empty; in a row with commas, tabs are blanks around its cells
BLANK: Final = ("", ".", "-", "_", "0")
START: Final = re.compile(r'\s*(?:\[\s*[\[{"\d\]]|\{\s*["}])')


def looks_like(text: str) -> bool:
    """Return whether the text starts an object, or a list of lists, objects or strings."""
    return START.match(text) is not None


def parse(source: Source) -> list[Document]:
    """Parse all puzzles of a text. Raises InputError with line and column."""
    if not source.text.strip():
        raise source.nothing(EXPECTED)
    puzzles = [item for value in list(_values(source)) for item in _puzzles(value, "", "")]
    if not puzzles:
        raise source.error("there is no puzzle in this", 1, 1, EXPECTED)
    nodes = marked([node for node, _, _ in puzzles])
    return [_document(node, family, title) for node, (_, family, title) in zip(nodes, puzzles, strict=True)]


def _values(source: Source) -> Iterator[Node]:
    """Yield the decoded values of a text, one after the other. Raises InputError."""
    import json  # not at the top: the module is loaded for every text, to test whether it looks like JSON

    decoder, at, text, mark = json.JSONDecoder(object_pairs_hook=unrepeated), 0, source.text, Mark()
    while at < len(text):
        if text[at].isspace():
            at += 1
            continue
        try:
            mark = mark.moved(text, at)
            value, at = decoder.raw_decode(text, at)
        except json.JSONDecodeError as problem:
            raise source.error(f"this is no JSON: {problem.msg}", problem.lineno, problem.colno, EXPECTED) from None
        except RepeatedKeyError:
            key, again = repeated_key(text, mark)  # the first in the text; the decoder may have found a later one
            raise source.error(f"{RepeatedKeyError(key)}", again.line, again.column, "each key once") from None
        except ValueError:
            long = too_long(text, mark)
            raise source.error("too large a number", long.line, long.column, EXPECTED) from None
        except RecursionError:
            raise _too_deep(source, mark) from None
        if is_deep(value):
            raise _too_deep(source, mark)
        yield Node(source, mark, (), value)


def _too_deep(source: Source, mark: Mark) -> InputError:
    """Make (not raise) the error for brackets nested too deeply somewhere after the mark."""
    deep = too_deep(source.text, mark)
    return source.error(f"brackets {TOO_DEEP}", deep.line, deep.column, EXPECTED)


def _puzzles(node: Node, family: str, title: str) -> Iterator[tuple[Node, str, str]]:
    """Yield the puzzles in a value, each with the family and the title that enclosing objects give it."""
    value = node.value
    if isinstance(value, dict):
        if any(key in value for key in (*GRIDS, "grids")):
            yield node, family, title
            return
        name = next((given for key in NAMES if (given := value.get(key)) is not None), family)
        for key in COLLECTIONS:
            inner = node.child(key)
            if isinstance(inner.value, dict):
                for member in inner.value:
                    yield from _puzzles(inner.child(member), setting_name(str(name)), member)
            elif isinstance(inner.value, list):
                yield from _puzzles(inner, setting_name(str(name)), title)
    elif isinstance(value, list) and value and all(isinstance(item, dict) or _is_grid(item) for item in value):
        for number in range(len(value)):
            yield from _puzzles(node.child(number), family, title)
    elif isinstance(value, list):
        yield node, family, title
    else:
        raise node.error("this is no puzzle", EXPECTED)


def _is_grid(value: object) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(row, list) for row in value)


def _document(node: Node, family: str, title: str) -> Document:
    if not isinstance(node.value, dict):
        return replace(_cells([node]), family=family or None)
    key = next((key for key in GRIDS if key in node.value), "grids")
    grids = [node.child(key)]
    if key == "grids":
        if not isinstance(grids[0].value, list) or not grids[0].value:
            raise grids[0].error("this is no list of grids", EXPECTED)
        grids = [grids[0].child(number) for number in range(len(grids[0].value))]
    settings = _settings(node.child("settings"))
    name = node.child("title")
    if name.value is not None or title:
        settings = {"title": name.setting() if name.value is not None else Setting(title), **settings}
    named = node.child("family")
    if named.value is not None:
        if "family" in settings:
            raise named.error("family is set twice", "it once, here or among the settings")
        settings["family"] = named.setting()
    if "family" in settings:
        family = setting_name(settings["family"].value)
    found = replace(_cells(grids), settings=settings, family=family or None, misplaced=partial(_misplaced, node))
    solved = node.child("solution")
    if solved.value is None:
        return found
    return replace(found, solution=solved.value, solution_error=solved.outer, doubtful="family" not in settings)


def _misplaced(node: Node, name: str) -> InputError | None:
    """Return the error for a setting beside the grid, or in an object with another key than ``settings``; None without one."""
    for key, value in node.value.items() if isinstance(node.value, dict) else ():
        inside = isinstance(value, dict) and name in value and key not in ("settings", "solution")
        if key == name or inside:
            where = f"in {replace(node, value=key).shown[:40]}" if inside else "beside the grid"
            found = node.child(key).child(name) if inside else node.child(key)
            return found.error(f"the setting {name} stands {where}", 'it in an object "settings"')
    return None


def _settings(node: Node) -> dict[str, Setting]:
    if node.value is None:
        return {}
    if not isinstance(node.value, dict):
        raise node.error("settings are names with values", "an object of names and values")
    settings: dict[str, Setting] = {}
    for key, value in zip(node.value, marked([node.child(key) for key in node.value]), strict=True):
        name = setting_name(key)
        if name in settings:
            raise value.error(f"{name} is set twice", "each setting once")
        settings[name] = value.setting()
    return settings


@record
class _Row:
    """A row of a grid: the values of a list, or the words of a string, whose place is that of the string."""

    node: Node
    values: Sequence[object]

    def cell(self, column: int) -> Node:
        """Return the node of a cell, by its 0-based column."""
        return (
            self.node.child(column) if self.values is self.node.value else replace(self.node, value=self.values[column])
        )

    def keys(self) -> Iterable[Hashable]:
        """Return hashable keys that are equal for equal cells: texts, numbers and None as they are, other values as JSON."""
        if PLAIN.issuperset(map(type, self.values)):
            return self.values
        return [value if type(value) in PLAIN else (replace(self.node, value=value).shown,) for value in self.values]


def _cells(grids: list[Node]) -> Document:
    """Return grids, one below the other, as a document. Raises InputError for rows of different lengths and for invalid cells."""
    tables = [_rows(grid) for grid in grids]
    rows = [row for table in tables for row in table]
    columns = len(rows[0].values)
    for row in rows:
        if len(row.values) != columns:
            where = row.cell(min(columns, len(row.values) - 1))
            raise where.error(f"this row has {counted(len(row.values), 'cell')}", f"{columns:,}, as in the first row")
    source = grids[0].source
    require_size(source, len(rows) * columns, 0, 1)
    codes = coded((row.keys() for row in rows), (len(rows), columns), source)
    letters = any(_is_letter(rows[row].cell(column)) for row, column in first_places(codes))
    cells = numbers(codes, lambda row, column: _cell(rows[row].cell(column), letters=letters))
    require_size(source, 0, int(np.count_nonzero(cells)), 1)
    starts = [sum(map(len, tables[:number])) for number in range(1, len(tables))]
    return Document(
        cells,
        source,
        letters=letters,
        starts=tuple(starts),
        place=rows[0].cell(0).place,
        locate=lambda row, column: rows[row].cell(column).place,
    )


def _rows(grid: Node) -> list[_Row]:
    """Return the rows of a grid: lists, or strings with commas, tabs, blanks or nothing between cells. Raises InputError."""
    value = grid.value
    if isinstance(value, str):
        return _rows_of_text(grid, value)
    if not isinstance(value, list) or not value:
        _refuse(grid)
    rows = []
    for number, row in enumerate(value):
        node = grid.child(number)
        if isinstance(row, str):
            rows.append(_words(node, row))
        elif isinstance(row, list) and row:
            rows.append(_Row(node, row))
        else:
            _refuse(node)
    return rows


def _rows_of_text(grid: Node, text: str) -> list[_Row]:
    """Return the rows of a grid in one string, without a first line that holds its rows and columns. Raises InputError."""
    lines = [line for line in text.split("\n") if line.strip(" \r")]  # tabs alone are a row of empty cells
    if not lines:
        _refuse(grid)
    rows = [_words(grid, line) for line in lines]
    has_size = len(rows) > 1 and lines[0].split() == rows[0].values == [str(len(rows) - 1), str(len(rows[1].values))]
    return rows[1:] if has_size else rows


def _words(node: Node, line: str) -> _Row:
    separator = next((one for one in SEPARATORS if one in line), None)
    if separator is not None:  # each of these ends a cell, which may be empty, as in a table
        words = [word.strip() for word in line.split(separator)]
    else:
        words = line.split()
        words = words if len(words) > 1 else [*"".join(words)]
    if not words:
        _refuse(node)
    return _Row(node, words)


def _refuse(node: Node) -> NoReturn:
    raise node.error("this is no grid", EXPECTED)


def _is_letter(node: Node) -> bool:
    return isinstance(node.value, str) and node.value.isalpha()


def _cell(node: Node, *, letters: bool) -> int:
    value = node.value.strip() if isinstance(node.value, str) else node.value
    if value is None or value in BLANK or (value == 0 and value is not False):
        return EMPTY
    if value == "?":
        return UNKNOWN
    text = str(value) if isinstance(value, int) and not isinstance(value, bool) else value
    if isinstance(text, str):
        if letters and len(text) == 1 and text.isascii() and text.isalnum():
            return ord(text)
        if not letters and (number := natural(text)):
            return number
    raise node.error(f"{node.shown[:40]} is no cell", CELLS_OF_LETTERS if letters else CELLS)


def _texts(cells: Ints, *, letters: bool) -> list[list[str]]:
    signs = {EMPTY: ".", UNKNOWN: "?"}
    return [[signs.get(cell) or (chr(cell) if letters else str(cell)) for cell in row] for row in cells.tolist()]


def write(document: Document) -> str:
    """Return a document as one JSON object on a line, with the solution if there is one."""
    import json

    settings = {name: setting.value for name, setting in document.settings.items() if name not in ("family", "title")}
    data: dict[str, object] = {} if document.family is None else {"family": document.family}
    if "title" in document.settings:
        data["title"] = document.settings["title"].value
    if settings:
        data["settings"] = settings
    grids = [_texts(grid, letters=document.letters) for grid in document.grids]
    data |= {"grid": grids[0]} if len(grids) == 1 else {"grids": grids}
    if document.solution is not None:
        data["solution"] = document.solution
    return json.dumps(data, ensure_ascii=False) + "\n"


FORMAT: Final = Format(
    summary="JSON: a grid of strings or numbers, or objects with one",
    suffixes=(".json", ".jsonl"),
    example='[["2", ".", "2"], [".", ".", "."], ["1", ".", "1"]]\n',
    looks_like=looks_like,
    parse=parse,
    write=write,
    separator="",
    holds=lambda document: document.family is not None,
)
