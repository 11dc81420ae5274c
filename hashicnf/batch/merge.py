"""Merge databases, such as those of the shards of a batch."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Sequence
from typing import Final

from hashicnf.batch.database import COLUMNS, KEY, opened
from hashicnf.errors import InputError, UsageError
from hashicnf.files.locks import locked

OURS: Final = ", ".join(("settings", *KEY, *COLUMNS))
THEIRS: Final = ", ".join(("ours", *(f"new.{column}" for column in (*KEY, *COLUMNS))))
# An answer is preferred to an error and to no answer; of two results of the same rank the later one is kept.
WORTH: Final = "({0}.status NOT IN ('error', 'unknown'), {0}.finished)"
RESULTS: Final = (
    f"INSERT OR REPLACE INTO main.results ({OURS}) SELECT {THEIRS} FROM other.results AS new "  # noqa: S608 - our own names
    "JOIN numbers ON theirs = new.settings LEFT JOIN main.results AS old "
    "ON old.settings = ours AND old.source = new.source AND old.number = new.number "
    f"WHERE old.source IS NULL OR {WORTH.format('new')} > {WORTH.format('old')}"
)
NUMBERS: Final = (
    "CREATE TEMP TABLE numbers AS SELECT other.settings.id AS theirs, main.settings.id AS ours "
    "FROM other.settings JOIN main.settings USING (command, options)"
)
STEPS: Final = (
    "INSERT OR IGNORE INTO main.settings (command, options) SELECT command, options FROM other.settings",
    NUMBERS,
    "INSERT OR REPLACE INTO main.texts SELECT * FROM other.texts",
    "INSERT OR REPLACE INTO main.inputs SELECT ours, name, source FROM other.inputs JOIN numbers ON theirs = settings",
    RESULTS,
    "DROP TABLE temp.numbers",
)


def merge(names: Sequence[str], output: str) -> int:
    """Merge the results of databases into one, which may exist already; return the number of results that it contains then.

    Of two results for the same puzzle and settings, an answer is preferred to an error, and of two answers the later one is kept.
    Raises InputError for a file that is not such a database, or damaged, UsageError if the output cannot be written.
    """
    for name in names:
        _require_sound(name)
    with locked(output, "hashicnf results merge"):
        base = opened(output, writes=True)
        try:
            for name in names:
                _add(base, name)
            return int(base.execute("SELECT count(*) FROM results").fetchone()[0])
        except sqlite3.Error as problem:
            raise UsageError(f"{output}: cannot be written: {problem}") from None
        finally:
            base.close()


def _require_sound(name: str) -> None:
    """Raise InputError for a damaged database; later, with two databases open, an error does not show which one is damaged."""
    base = opened(name)
    try:
        found = base.execute("PRAGMA quick_check(1)").fetchone()[0]
    except sqlite3.DatabaseError as problem:
        found = str(problem)
    finally:
        base.close()
    if found != "ok":
        raise InputError(f"the database is damaged: {' '.join(found.split())}", name)


def _add(base: sqlite3.Connection, name: str) -> None:
    """Add one database in a transaction."""
    base.execute("ATTACH CAST(? AS TEXT) AS other", (os.fsencode(name),))  # the name need not be valid Unicode
    try:
        with base:
            base.execute("BEGIN IMMEDIATE")
            for step in STEPS:
                base.execute(step)
    finally:
        base.execute("DETACH other")
