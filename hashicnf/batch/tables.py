"""Convert results for people and programs: lines of JSON, rows of a table for each puzzle, and sums."""

from __future__ import annotations

import json
import sqlite3
import statistics
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from hashicnf.batch.database import AS_JSON, COLUMNS, opened
from hashicnf.batch.state import outcomes
from hashicnf.batch.tasks import INSTANCE, TASKS
from hashicnf.errors import InputError

SCHEMA: Final = 1
FIELDS: Final = (
    "command",
    "options",
    "puzzle",
    "index",
    *COLUMNS,
)  # of a line of JSON, in this order, after the schema
LEFT_OUT: Final = ("figures", "solution")  # of rows: figures have columns of their own, solutions are long
FIGURES_READ: Final = "figures_read"  # of results in a database: the figures by name, beside their text
SEVERAL: Final = "several"  # of results in a database: whether other puzzles of their file have results there
GRADE: Final = "grade"  # the figure whose range the sums show
SUMS: Final = ("command", "options", "family", "puzzles", "results", "seconds", "median", "most")
QUERY: Final = (
    f"SELECT command, options, inputs.name, inputs.source, number, {', '.join(f'results.{column}' for column in COLUMNS)} "  # noqa: S608 - our names
    "FROM settings JOIN inputs ON inputs.settings = settings.id "
    "JOIN results ON results.settings = settings.id AND results.source = inputs.source "
    "ORDER BY settings.id, inputs.name, number"
)


def line_of(result: Mapping[str, Any]) -> str:
    """Return a result as a line of JSON, without missing and empty values."""
    found = {name: result[name] for name in FIELDS if result.get(name) not in (None, {}) and name not in AS_JSON}
    head = json.dumps({"schema": SCHEMA, **found})
    tail = [f'"{name}": {result[name]}' for name in AS_JSON if result.get(name) is not None]
    return ", ".join([head[:-1], *tail]) + "}"


def results_in(name: str) -> Iterator[dict[str, Any]]:
    """Yield the result for each puzzle of each input in a database, sorted, with its command and options.

    Figures are there as text and by name, and ``SEVERAL`` is added. Raises InputError for a file that is not such a database, or
    damaged.
    """
    base = opened(name)
    try:
        several = {source for (source,) in base.execute("SELECT source FROM results WHERE number > 1")}
        for command, options, puzzle, source, number, *values in base.execute(QUERY):
            result = dict(zip(COLUMNS, values, strict=True))
            own, figures, _ = _read_json(name, puzzle, options, *(result[column] for column in AS_JSON))
            head = {"command": command, "options": own, "puzzle": puzzle, "index": number}
            yield {**head, **result, FIGURES_READ: figures or {}, SEVERAL: source in several}
    except sqlite3.DatabaseError as problem:
        raise InputError(f"the database cannot be read: {problem}", name) from None
    finally:
        base.close()


def _read_json(name: str, puzzle: str, *texts: str | None) -> list[Any]:
    """Return the values of texts in JSON, None for missing ones. Raises InputError: SQLite does not see damage inside a text.

    The first two, options and figures, are objects.
    """
    damaged = InputError(f"the database is damaged: what it holds about {puzzle} is no JSON", name)
    try:
        values = [None if text is None else json.loads(text) for text in texts]
    except ValueError:
        raise damaged from None
    if not all(isinstance(value, dict | None) for value in values[:2]):
        raise damaged
    return values


def rows_of(*names: str) -> Iterator[list[str]]:
    """Yield a head and a row for each puzzle of databases, with a column for each figure that occurs. Raises InputError."""
    figures = dict.fromkeys(key for name in names for result in results_in(name) for key in _figures(result))
    columns = [column for column in FIELDS if column not in LEFT_OUT]
    yield [*columns, *figures]
    for result in (result for name in names for result in results_in(name)):
        own = _figures(result)
        yield [*(_cell(result[column]) for column in columns), *(_cell(own.get(figure)) for figure in figures)]


def _figures(result: Mapping[str, Any]) -> dict[str, Any]:
    """Return the figures of a result by name, without long texts; nested ones, such as seconds of phases, get joined names."""
    found: dict[str, Any] = {}
    for name, value in result[FIGURES_READ].items():
        if name == INSTANCE:
            continue  # a row of a manifest, which is a separate file
        if isinstance(value, dict):
            found |= {f"{name} {key}": part for key, part in value.items()}
        elif not (isinstance(value, str) and "\n" in value):
            found[name] = value
    return found


def _cell(value: object) -> str:
    if value is None or value == {}:
        return ""
    if isinstance(value, list) and all(isinstance(one, str) for one in value):
        return ",".join(value)
    return value if isinstance(value, str) else json.dumps(value)


def why_nothing(result: Mapping[str, Any]) -> str | None:
    """Return the reason why a result has no answer, or lacks the file that its command writes; None for complete results."""
    needs_file = (task := TASKS.find(result["command"])) is not None and task.needs_folder
    lacks = result["status"] == "unknown" or (needs_file and result["file"] is None)
    why: str | None = result["error"] or (result["reason"] if lacks else None)
    return why


@dataclass(slots=True)
class _Sum:
    statuses: Counter[str] = field(default_factory=Counter)
    seconds: list[float] = field(default_factory=list)
    grades: list[float] = field(default_factory=list)

    @property
    def results(self) -> str:
        """Return a text of the number of results per status, and the least, median and largest grade, if any."""
        found = ", ".join(outcomes(self.statuses))
        if not self.grades:
            return found
        least, median, most = min(self.grades), statistics.median(self.grades), max(self.grades)
        spread = f"grade {least:.1f}" if least == most else f"grades {least:.1f} to {most:.1f}, median {median:.1f}"
        return f"{found}; {spread}"


def sums_of(name: str) -> Iterator[list[str]]:
    """Yield a head and a row for each command, options and family: number of puzzles, results and grades, seconds."""
    sums: dict[tuple[str, str, str], _Sum] = {}
    for result in results_in(name):
        key = result["command"], _cell(result["options"]), result["family"] or ""
        group = sums.setdefault(key, _Sum())
        group.statuses[result["status"]] += 1
        group.seconds.append(result["seconds"] or 0.0)
        if (grade := result[FIGURES_READ].get(GRADE)) is not None:
            group.grades.append(grade)
    yield [*SUMS]
    for key, group in sums.items():
        times = sum(group.seconds), statistics.median(group.seconds), max(group.seconds)
        counts = f"{len(group.seconds):,}", group.results
        yield [*key, *counts, *(f"{value:.3f}" for value in times)]
