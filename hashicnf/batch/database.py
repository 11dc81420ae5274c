"""The file of a database of results: its tables, the marks that identify it, and opening it."""

from __future__ import annotations

import os
import sqlite3
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Final

from hashicnf.errors import InputError, UsageError
from hashicnf.files.inputs import is_folder
from hashicnf.files.outputs import destination

VERSION: Final = 3  # of the tables
APPLICATION: Final = 0x68636E66  # "hcnf", in the head of the file
KIND: Final = (APPLICATION, VERSION)
WAIT_SECONDS: Final = 60.0  # seconds that a writer waits for readers
TABLES: Final = """
CREATE TABLE settings (id INTEGER PRIMARY KEY, command TEXT NOT NULL, options TEXT NOT NULL, UNIQUE (command, options));
CREATE TABLE texts (source TEXT PRIMARY KEY, puzzles INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE inputs (
    settings INTEGER NOT NULL REFERENCES settings, name TEXT NOT NULL, source TEXT NOT NULL, PRIMARY KEY (settings, name)
) WITHOUT ROWID;
CREATE TABLE results (
    settings INTEGER NOT NULL REFERENCES settings, source TEXT NOT NULL, number INTEGER NOT NULL,
    status TEXT NOT NULL, code INTEGER, family TEXT, title TEXT, sha256 TEXT, seed TEXT,
    stopped TEXT, reason TEXT, error TEXT, figures TEXT, solution TEXT, file TEXT, bytes INTEGER, file_sha256 TEXT,
    seconds REAL, cpu REAL, host TEXT, machine TEXT, version TEXT, finished TEXT, PRIMARY KEY (settings, source, number)
);
"""
ALL_TABLES: Final = TABLES.count("CREATE TABLE")
KEY: Final = ("source", "number")
COLUMNS: Final = (
    *("status", "code", "family", "title", "sha256", "seed", "stopped", "reason", "error", "figures", "solution"),
    *("file", "bytes", "file_sha256", "seconds", "cpu", "host", "machine", "version", "finished"),
)
AS_JSON: Final = ("figures", "solution")  # columns of JSON


class UnwritableError(UsageError):
    """A database cannot be written, for a ``reason`` of SQLite."""

    def __init__(self, name: str, reason: str) -> None:
        """Make the message from both."""
        super().__init__(f"{destination(name)}: cannot be written: {reason}")
        self.reason = reason


def require_database(name: str, option: str = "-o") -> None:
    """Raise UsageError for a name whose ending is not that of a database, that cannot be written, or is standard output."""
    from hashicnf.files.outputs import DATABASES, require_output

    if name == "-":
        raise UsageError(f"{option}: a database is a file, not -; give it a name such as run.sqlite")
    require_output(name, "an SQLite database", DATABASES)


def opened(name: str, *, writes: bool = False) -> sqlite3.Connection:
    """Open a database of results; with ``writes``, create it if it does not exist.

    Raises UsageError if it cannot be opened, InputError if it is another kind of file, or does not exist.
    """
    expected = "a database of results, which batch -o FILE or bench --db FILE makes"
    if writes and is_folder(name):
        raise UsageError(f"{destination(name)}: cannot be written: it is a folder")
    if not writes and not os.path.isfile(name):  # noqa: PTH113 - a path raises OSError for names that are too long
        other = "this is no regular file" if os.path.exists(name) else "no such file"  # noqa: PTH110 - as above
        raise InputError("this is a folder" if is_folder(name) else other, name, expected=expected)
    with ExitStack() as undo:
        try:
            base = _connected(name, writes=writes)
            undo.callback(base.close)
            if writes and (_kind(base), _tables(base)) == ((0, 0), 0):
                kind = f"PRAGMA application_id = {APPLICATION}; PRAGMA user_version = {VERSION};"
                base.executescript(f"BEGIN IMMEDIATE; {kind} {TABLES} COMMIT;")
            if (_kind(base), _tables(base)) != (KIND, ALL_TABLES):
                message = "this is a database of another kind or version, or an empty one"
                raise InputError(message, name, expected=expected)
        except sqlite3.OperationalError as problem:
            if writes:
                raise UnwritableError(name, str(problem)) from None
            raise UsageError(f"{destination(name)}: cannot be read: {problem}") from None
        except sqlite3.DatabaseError as problem:
            more = "" if getattr(problem, "sqlite_errorcode", None) == sqlite3.SQLITE_NOTADB else f": {problem}"
            raise InputError(f"this is no database{more}", name, expected=expected) from None
        except UnicodeDecodeError:  # a message of SQLite quotes bytes of the file
            raise InputError("this is no database: it is damaged", name, expected=expected) from None
        undo.pop_all()
    return base


def discard(name: str) -> None:
    """Remove a database that an attempt that failed has created; the failure is reported, and an empty database does no harm."""
    with suppress(OSError):
        Path(name).resolve().unlink(missing_ok=True)


def _connected(name: str, *, writes: bool) -> sqlite3.Connection:
    """Connect to a database; readers open it for writing if they may, to roll back a transaction that another process left."""
    if writes:
        return sqlite3.connect(name, timeout=WAIT_SECONDS, isolation_level=None)
    mode = "rw" if os.access(name, os.W_OK) else "ro"
    return sqlite3.connect(
        f"{Path(name).absolute().as_uri()}?mode={mode}", timeout=WAIT_SECONDS, uri=True, isolation_level=None
    )


def _kind(base: sqlite3.Connection) -> tuple[int, int]:
    kind, version = (int(base.execute(f"PRAGMA {what}").fetchone()[0]) for what in ("application_id", "user_version"))
    return kind, version


def _tables(base: sqlite3.Connection) -> int:
    return int(base.execute("SELECT count(*) FROM sqlite_schema WHERE type = 'table'").fetchone()[0])
