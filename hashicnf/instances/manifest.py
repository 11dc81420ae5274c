"""The manifest of a folder: a line of JSON for each puzzle or instance, sorted by name.

Rows of generated puzzles hold ``schema``, ``name``, ``family``, ``title``, ``seed``, ``generator`` (its options), ``hashicnf`` (the
version), ``sizes``, ``sha256`` of the puzzle in native form, and facts about it: ``expected``, ``solutions``, ``backbone``.
Rows of instances add the formula (see ``folder``). Unknown keys are kept. Rows without ``schema``, such as those of cubes, and rows
of another schema are errors.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, TypeAlias, get_args

from hashicnf.errors import InputError
from hashicnf.families import Puzzle
from hashicnf.files.inputs import is_there, read_lines
from hashicnf.instances.facts import Expected, Facts, find
from hashicnf.pipeline.writing import checksum
from hashicnf.version import __version__

Row: TypeAlias = dict[str, Any]
NAME: Final = "manifest.jsonl"
ORIGIN: Final = ("title", "seed", "generator")  # known to the generator of a puzzle alone
SCHEMA: Final = 1
KINDS: Final[Mapping[str, type]] = {
    **dict.fromkeys(("name", "family", "title", "hashicnf", "expected", "formula", "form", "claim"), str),
    "complete": bool,
    **dict.fromkeys(("schema", "seed", "solutions", "backbone", "variables", "clauses", "counts"), int),
    **dict.fromkeys(("generator", "sizes", "sha256", "encoding"), dict),
}
OF_INSTANCES: Final = ("family", "hashicnf", "sizes", "encoding")  # keys of each row with a form
VALUES: Final[Mapping[str, Sequence[object]]] = {
    "schema": (SCHEMA,),
    "expected": get_args(Expected),
    "formula": ("SAT", "UNSAT"),
}
WORDS: Final = {str: "a text", int: "a whole number", dict: "an object", bool: "true or false"}


def row_of(
    puzzle: Puzzle, name: str, facts: Facts, *, seed: str = "", options: Mapping[str, object] | None = None
) -> Row:
    """Return the row of a puzzle; ``options`` are those of its generator, with the seed among them."""
    found: Row = {"schema": SCHEMA, "name": name, "family": puzzle.family}
    if title := puzzle.title or (puzzle.name if options is not None else ""):
        found["title"] = title
    if options is not None:
        found |= {"seed": int(seed)} if seed else {}
        found["generator"] = {key: value for key, value in options.items() if key != "seed"}
    found |= {"hashicnf": __version__, "sizes": dict(puzzle.size), "sha256": {"puzzle": checksum(puzzle)}}
    return found | facts.data()


def facts_of(row: Row) -> Facts:
    """Return the facts about a puzzle that its row contains."""
    return Facts(row.get("expected"), row.get("solutions"), row.get("backbone"))


def read_rows(name: str) -> Iterator[Row]:
    """Yield the rows of a manifest. Raises InputError, with the line, for anything else."""
    for number, line in enumerate(map(str.rstrip, read_lines(name)), 1):
        if not line:
            continue
        try:
            row = json.loads(line)
        except (ValueError, RecursionError):
            row = None
        if not isinstance(row, dict) or not isinstance(row.get("name"), str):
            raise InputError("no row of a manifest", name, number, 1, line, '{"name": ..., ...}')
        if (expected := _fault(row)) is not None:
            raise InputError("no row of a manifest that hashicnf has written", name, number, expected=expected)
        yield row


def _fault(row: Row) -> str | None:
    """Return what is expected instead of the first mistake in a row, None if it has none: files and pages are made from rows."""
    for key, kind in KINDS.items():
        if key in row and type(row[key]) is not kind:
            return f'"{key}": {WORDS[kind]}'
    for key, values in VALUES.items():
        if (key in row or key == "schema") and row.get(key) not in values:
            return f'"{key}": {" or ".join(map(json.dumps, values))}'
    if any(type(size) is not int for size in row.get("sizes", {}).values()):
        return '"sizes": whole numbers'
    if "form" not in row:
        return None
    if missing := [key for key in OF_INSTANCES if key not in row]:
        return f'"{missing[0]}": {WORDS[KINDS[missing[0]]]}'
    named = isinstance(row["encoding"].get("cardinality"), str)
    named = named and isinstance(row["encoding"].get("connectivity", ""), str)
    return None if named else '"encoding": names of "cardinality" and "connectivity"'


class Origins:
    """The manifests in the folders of puzzles, read on demand: the rows of their generators, by the hash of the puzzle."""

    def __init__(self) -> None:
        """Begin without manifests."""
        self._rows: dict[Path, dict[str, str]] = {}  # as JSON, which takes a tenth of the memory

    def known(self, puzzle: Puzzle, file: str, seconds: float | None) -> tuple[Row | None, Facts]:
        """Return the row of a puzzle in the manifest beside its file, and facts: found within ``seconds``, or (None) of the row."""
        row = self.row(puzzle, file)
        return row, facts_of(row or {}) if seconds is None else find(puzzle, seconds)

    def row(self, puzzle: Puzzle, file: str) -> Row | None:
        """Return the row of a puzzle in the manifest beside its file, None if there is none. Raises InputError."""
        if not is_there(file):
            return None
        beside = Path(file).parent / NAME
        if beside not in self._rows:
            rows = read_rows(str(beside)) if beside.is_file() else iter(())
            self._rows[beside] = {row["sha256"]["puzzle"]: json.dumps(row) for row in rows if _has_hash(row)}
        found = self._rows[beside].get(checksum(puzzle))
        return None if found is None else json.loads(found)


def _has_hash(row: Row) -> bool:
    return isinstance(row.get("sha256"), dict) and isinstance(row["sha256"].get("puzzle"), str)
