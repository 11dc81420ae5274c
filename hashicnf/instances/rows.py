"""Rows of a manifest, sorted by name without all of them in memory; and rows to be added to the manifest of a folder."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing
from itertools import chain
from pathlib import Path
from typing import Final, Self

from hashicnf.files.locks import locked
from hashicnf.files.outputs import write_text, writing
from hashicnf.instances.manifest import NAME, Row, read_rows
from hashicnf.instances.page import PAGE, Page, require_own

# With this name SQLite uses memory, and if that is short a temporary file, which is deleted with the connection.
TEMPORARY: Final = ""
PREPARED: Final = (
    "PRAGMA journal_mode = OFF",
    "CREATE TABLE rows (name BLOB, number INTEGER, row TEXT NOT NULL, PRIMARY KEY (name, number)) WITHOUT ROWID",
)


def write_lines(name: str, lines: Iterable[str]) -> None:
    """Write lines to a file. Raises UsageError if it cannot be written."""
    with writing(name) as stream:
        for line in lines:
            stream.write(f"{line}\n".encode())


class Sorted:
    """Rows sorted by name, and by a number if several have the same name, such as puzzles in one file."""

    def __init__(self) -> None:
        """Begin without rows."""
        self._base = sqlite3.connect(TEMPORARY, isolation_level=None)
        for statement in PREPARED:
            self._base.execute(statement)

    def add(self, row: Row, number: int = 0) -> None:
        """Add a row; it replaces a row of the same name and number."""
        name = row["name"].encode("utf-8", "surrogatepass")  # bytes are sorted like the name
        self._base.execute("INSERT OR REPLACE INTO rows VALUES (?, ?, ?)", (name, number, json.dumps(row)))

    def __len__(self) -> int:
        """Count the rows."""
        return int(self._base.execute("SELECT count(*) FROM rows").fetchone()[0])

    def lines(self) -> Iterator[str]:
        """Yield each row as JSON, without the end of the line."""
        return (line for (line,) in self._base.execute("SELECT row FROM rows ORDER BY name, number"))

    def write(self, name: str) -> None:
        """Write a manifest; ``-`` is standard output. Raises UsageError if it cannot be written."""
        write_lines(name, self.lines())

    def close(self) -> None:
        """Delete all rows."""
        self._base.close()


class Rows:
    """Rows to be added to a folder's manifest; each replaces the row of the same name. Several processes may do so at once."""

    def __init__(self, folder: Path) -> None:
        """Check the manifest of the folder, if there is one.

        Raises InputError for an invalid manifest, UsageError if the description would replace another page.
        """
        require_own(folder)
        self._folder = folder
        for _ in self._present():
            pass
        self._rows = Sorted()

    def _present(self) -> Iterator[Row]:
        manifest = self._folder / NAME
        return read_rows(str(manifest)) if manifest.is_file() else iter(())

    def add(self, row: Row) -> None:
        """Add a row."""
        self._rows.add(row)

    def save(self) -> int:
        """Merge the rows into the manifest, and write the description; return the number of rows in the manifest.

        The manifest may have rows of puzzles, too. Raises UsageError if a file cannot be written, InputError for an invalid
        manifest.
        """
        if not len(self._rows):
            return sum(1 for _ in self._present())
        with locked(str(self._folder / NAME), "hashicnf", waits=True), closing(Sorted()) as every:
            for row in chain(self._present(), map(json.loads, self._rows.lines())):
                every.add(row)
            page = Page()
            write_lines(str(self._folder / NAME), _described(every, page))
            write_text(str(self._folder / PAGE), page.text())
            return len(every)

    def __enter__(self) -> Self:
        """Return the rows."""
        return self

    def __exit__(self, *problem: object) -> None:
        """Delete all rows."""
        self._rows.close()


def _described(rows: Sorted, page: Page) -> Iterator[str]:
    """Yield each row as JSON, and add those of formulas to the description."""
    for line in rows.lines():
        if "form" in (row := json.loads(line)):
            page.add(row)
        yield line
