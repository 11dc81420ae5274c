"""The database of a batch: one SQLite file with a row for each result, and for each input the checksum of its text.

Only the driver writes, and it keeps the lock beside the file meanwhile; ``results`` may read at any time. Transactions use SQLite's
rollback journal: a write-ahead log needs shared memory between processes, which network file systems lack, and has no advantage at
two transactions a second. Committed results survive the end of any process.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self

from hashicnf.batch.database import COLUMNS, KEY, UnwritableError, discard, opened
from hashicnf.batch.execute import Result
from hashicnf.batch.items import WHOLE, Settings
from hashicnf.batch.tasks import TASKS
from hashicnf.core.stats import ANSWERED
from hashicnf.errors import Exit, OutputWarning, UsageError, warn
from hashicnf.files.outputs import destination
from hashicnf.version import this_version

REDONE: Final = (Exit.USAGE.value, Exit.NO_SOLVER.value)  # errors of the request, or of the installation
NOT_DONE: Final = f"code IN {REDONE}"
INSERT: Final = (
    f"INSERT OR REPLACE INTO results (settings, {', '.join((*KEY, *COLUMNS))}) "  # noqa: S608 - our own names
    f"VALUES ({', '.join('?' * (1 + len(KEY) + len(COLUMNS)))})"
)


class LostError(UsageError):
    """The database was removed or replaced while it was written: its results are lost."""


class Store:
    """A database, opened to write the results of some settings."""

    def __init__(self, name: str, settings: Settings) -> None:
        """Open or create the database; an OutputWarning names other versions by which results of these settings were made.

        Raises UsageError if it cannot be written, InputError if it is another kind of file.
        """
        self.name, self._task = name, TASKS.find(settings.command)
        self._is_bare = _file_at(name) is None  # created here, and nothing written so far
        self._file: tuple[int, int] | None = None
        with ExitStack() as undo:
            undo.callback(self._remove_if_bare)
            self._base = opened(name, writes=True)
            undo.callback(self._base.close)
            self._file = _file_at(name)
            with self.writing():
                values = settings.command, settings.identity
                self._base.execute("INSERT OR IGNORE INTO settings (command, options) VALUES (?, ?)", values)
            row = self._base.execute("SELECT id FROM settings WHERE command = ? AND options = ?", values).fetchone()
            undo.pop_all()
        self._settings: int = row[0]
        query = "SELECT DISTINCT version FROM results WHERE settings = ? AND version <> ? ORDER BY version"
        if others := " and ".join(version for (version,) in self._base.execute(query, (row[0], this_version()))):
            again = f"to make them again with {this_version()}, name another database"
            warn(f"{destination(name)}: results of {others} are kept; {again}", OutputWarning)

    @contextmanager
    def writing(self) -> Iterator[None]:
        """Run the block as one transaction. Raises UsageError if it cannot be written.

        Raises LostError if the file of this name was removed or replaced: the file that SQLite has open then ends with the process.
        """
        try:
            with self._base:
                self._base.execute("BEGIN IMMEDIATE")
                yield
        except sqlite3.Error as problem:
            self._require_there()
            raise UnwritableError(self.name, str(problem)) from None
        self._require_there()

    def _require_there(self) -> None:
        if _file_at(self.name) != self._file:
            raise LostError(
                f"{self.name}: the database was removed or replaced during the run: all its results are lost"
            )

    def puzzles(self, source: str) -> int | None:
        """Return the number of puzzles in a text, None if the text has not been parsed yet."""
        row = self._base.execute("SELECT puzzles FROM texts WHERE source = ?", (source,)).fetchone()
        return None if row is None else int(row[0])

    def status(self, source: str, number: int, *, answered: bool, files: bool) -> str | None:
        """Return the status of a puzzle that is done, otherwise None.

        With ``answered``, errors and unknown results do not count as done; with ``files``, results whose files are missing do not.
        """
        no = "status IN ('error', 'unknown')" if answered else NOT_DONE
        return next(iter(self._done(f"number = ? AND ({no}) IS NOT 1", (source, number), files)), None)

    def statuses(self, source: str, *, files: bool) -> list[str]:
        """Return the statuses of the puzzles of a text that are done; with ``files``, results whose files are missing are not."""
        return self._done(f"({NOT_DONE}) IS NOT 1", (source,), files)

    def unanswered(self) -> set[tuple[str, int]]:
        """Return the keys of the puzzles that were tried, and have no answer."""
        query = f"SELECT source, number FROM results WHERE settings = ? AND error IS NULL AND status NOT IN {ANSWERED}"  # noqa: S608
        return set(self._base.execute(query, (self._settings,)))

    def _done(self, where: str, values: Sequence[str | int], files: bool) -> list[str]:
        query = f"SELECT status, file FROM results WHERE settings = ? AND source = ? AND {where}"  # noqa: S608
        rows = self._base.execute(query, (self._settings, *values))
        return [str(status) for status, file in rows if not files or file is None or self._is_there(Path(file))]

    def _is_there(self, file: Path) -> bool:
        """Return whether a file and those written with it exist and are not empty.

        The recorded size is not compared, since the same file may have been written again for an equivalent puzzle.
        """
        return all(map(_has_text, [file] if self._task is None else self._task.files(file)))

    def results(self, source: str, number: int) -> list[Result]:
        """Return the results of a puzzle of a text, by its number, or with WHOLE of all its puzzles."""
        where, values = ("", ()) if number == WHOLE else (" AND number = ?", (number,))
        query = f"SELECT {', '.join((*KEY, *COLUMNS))} FROM results WHERE settings = ? AND source = ?{where} ORDER BY number"  # noqa: S608
        rows = self._base.execute(query, (self._settings, source, *values))
        return [dict(zip((*KEY, *COLUMNS), row, strict=True)) for row in rows]

    def figures(self) -> Iterator[str]:
        """Yield the figures of all results, as JSON."""
        query = "SELECT figures FROM results WHERE settings = ? AND figures IS NOT NULL"
        return (str(text) for (text,) in self._base.execute(query, (self._settings,)))

    def add(
        self, results: Sequence[Result], inputs: Sequence[tuple[str, str]], texts: Sequence[tuple[str, int]]
    ) -> None:
        """Write results, the text of each input by name, and the number of puzzles of each text, in one transaction."""
        self._is_bare = self._is_bare and not (results or inputs or texts)
        with self.writing():
            self._base.executemany("INSERT OR REPLACE INTO texts VALUES (?, ?)", texts)
            rows = ((self._settings, name, source) for name, source in inputs)
            self._base.executemany("INSERT OR REPLACE INTO inputs VALUES (?, ?, ?)", rows)
            self._base.executemany(INSERT, ((self._settings, *_values(result)) for result in results))

    def __enter__(self) -> Self:
        """Return the store."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close the database; remove it if it was created here and an error occurred before anything was written."""
        self._base.close()
        if error is not None:
            self._remove_if_bare()

    def _remove_if_bare(self) -> None:
        if self._is_bare and self._file in (None, _file_at(self.name)):
            discard(self.name)


def _has_text(file: Path) -> bool:
    try:
        return file.stat().st_size > 0
    except OSError:
        return False


def _file_at(name: str) -> tuple[int, int] | None:
    """Return device and inode of the file of a name, None if there is none."""
    try:
        found = Path(name).stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _values(result: Result) -> Sequence[Any]:
    """Return the values of a result in the order of the columns."""
    return [result.get(name) for name in (*KEY, *COLUMNS)]
