"""The rows of a folder: those of its manifest with those that are added, sorted by name, without all of them in memory."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from hashicnf.files import write_text, writing
from hashicnf.instances.manifest import NAME, Row, read_rows
from hashicnf.instances.page import PAGE, Page

# Under this name SQLite makes a file that goes with its connection, and only when memory is short.
TEMPORARY: Final = ""
PREPARED: Final = (
    "PRAGMA journal_mode = OFF",
    "CREATE TABLE rows (name BLOB PRIMARY KEY, row TEXT NOT NULL) WITHOUT ROWID",
)


class Rows:
    """Rows by name; one that is added replaces that of the same name."""

    def __init__(self, folder: Path) -> None:
        """Begin with the manifest of the folder, if there is one. Raises InputError for a manifest that is none."""
        self._folder = folder
        self._base = sqlite3.connect(TEMPORARY, isolation_level=None)
        with ExitStack() as undo:
            undo.callback(self._base.close)
            for statement in PREPARED:
                self._base.execute(statement)
            if (manifest := folder / NAME).is_file():
                for row in read_rows(str(manifest)):
                    self.add(row)
            undo.pop_all()

    def add(self, row: Row) -> None:
        """Add a row."""
        name = row["name"].encode("utf-8", "surrogatepass")  # which sorts as the name does
        self._base.execute("INSERT OR REPLACE INTO rows VALUES (?, ?)", (name, json.dumps(row)))

    def save(self) -> int:
        """Write the manifest and the description of the instances, if there are rows; return how many there are.

        Boards may have their rows there too. Raises UsageError where nothing can be written.
        """
        count = int(self._base.execute("SELECT count(*) FROM rows").fetchone()[0])
        if count:
            page = Page()
            with writing(str(self._folder / NAME)) as manifest:
                for line in self._lines():
                    manifest.write(f"{line}\n".encode())
                    if "form" in (row := json.loads(line)):
                        page.add(row)
            write_text(str(self._folder / PAGE), page.text())
        return count

    def _lines(self) -> Iterator[str]:
        return (line for (line,) in self._base.execute("SELECT row FROM rows ORDER BY name"))

    def __enter__(self) -> Self:
        """Begin."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Forget all rows."""
        self._base.close()
