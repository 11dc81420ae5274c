"""Merge databases, such as those of the shards of a batch."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from hashicnf.batch.database import COLUMNS, KEY, discard, opened
from hashicnf.errors import InputError, UsageError
from hashicnf.files.locks import locked
from hashicnf.files.outputs import destination
from hashicnf.files.signals import catch_termination, release_termination

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
# A name stands for the text of which its databases have the latest result: a file that was changed between two runs has two texts.
NAMED: Final = (
    "CREATE TEMP TABLE named "
    "(settings INTEGER, name TEXT, source TEXT, finished TEXT, PRIMARY KEY (settings, name)) WITHOUT ROWID"
)
LATEST: Final = (
    "coalesce((SELECT max(finished) FROM {0}.results AS one "
    "WHERE one.settings = inputs.settings AND one.source = inputs.source), '')"
)
OUR_NAMES: Final = f"INSERT INTO named SELECT settings, name, source, {LATEST.format('main')} FROM main.inputs"  # noqa: S608
THEIR_NAMES: Final = (
    f"INSERT INTO named SELECT ours, name, source, {LATEST.format('other')} "  # noqa: S608 - our own names
    "FROM other.inputs JOIN numbers ON theirs = settings WHERE true "
    "ON CONFLICT DO UPDATE SET source = excluded.source, finished = excluded.finished "
    "WHERE (excluded.finished, excluded.source) > (named.finished, named.source)"
)
INPUTS: Final = (
    "INSERT OR REPLACE INTO main.inputs SELECT named.settings, name, named.source "
    "FROM other.inputs JOIN numbers ON theirs = inputs.settings JOIN named USING (name) WHERE named.settings = ours"
)
STEPS: Final = (
    "INSERT OR IGNORE INTO main.settings (command, options) SELECT command, options FROM other.settings",
    NUMBERS,
    "INSERT OR REPLACE INTO main.texts SELECT * FROM other.texts",
    THEIR_NAMES,
    INPUTS,
    RESULTS,
    "DROP TABLE temp.numbers",
)


def merge(names: Sequence[str], output: str) -> int:
    """Merge the results of databases into one, which may exist already; return the number of results that it contains then.

    Of two results for the same puzzle and settings, an answer is preferred to an error, and of two answers the later one is kept;
    of two texts that one name had, that with the later result.
    Raises InputError for a file that is not such a database, or damaged, UsageError if the output cannot be written.
    """
    for name in names:
        _require_sound(name)
    with locked(output, "hashicnf results merge"), _removed_on_failure(output):
        base = opened(output, writes=True)
        try:
            base.execute(NAMED)
            base.execute(OUR_NAMES)
            for name in names:
                _add(base, name)
            return int(base.execute("SELECT count(*) FROM results").fetchone()[0])
        except sqlite3.Error as problem:
            raise UsageError(f"{destination(output)}: cannot be written: {problem}") from None
        finally:
            base.close()


@contextmanager
def _removed_on_failure(output: str) -> Iterator[None]:
    """Remove a database that the block creates, if the block fails or SIGTERM or SIGHUP ends it."""
    is_new, terminate = not Path(output).exists(), catch_termination()
    try:
        yield
    except BaseException:
        if is_new:
            discard(output)
        raise
    finally:
        release_termination(terminate)


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
