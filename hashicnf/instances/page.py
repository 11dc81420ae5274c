"""Describe a family of instances from the rows of its manifest, on a page as competitions of solvers require it."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from statistics import median_low
from typing import Any, Final

from hashicnf.errors import UsageError, counted, printable
from hashicnf.families import FAMILIES
from hashicnf.instances.manifest import NAME, Row

PAGE: Final = "README.md"
OWN: Final = re.compile(rb"# [\d,]+ instances?: ")  # how each description begins
MOST: Final = 100  # bytes of a page that are examined for that
UNKNOWN: Final = "unknown"
FIGURES: Final = ("variables", "clauses", "counts", "solutions", "backbone")


def require_own(folder: Path) -> None:
    """Raise UsageError for a folder with another page, not made by this module, which the description would replace."""
    page = folder / PAGE
    try:
        with page.open("rb") as stream:
            is_own = OWN.match(stream.read(MOST)) is not None
    except FileNotFoundError:
        return
    except OSError as problem:
        raise UsageError(f"{page}: cannot be replaced: {problem.strerror}") from None
    if not is_own:
        raise UsageError(
            f"{page}: describes no instances, and would be replaced; name another folder, or move that file away"
        )


class Page:
    """The description of a folder, made from rows that are added one by one and not stored."""

    def __init__(self) -> None:
        """Begin without rows."""
        self._count, self._example = 0, ""
        self._families, self._versions = set[str](), set[str]()
        self._status, self._made = Counter[str](), Counter[str]()
        self._encodings: Counter[tuple[str, str, str]] = Counter()
        self._sizes: dict[str, list[int]] = {}
        self._figures: dict[str, list[int]] = {name: [] for name in FIGURES}

    def add(self, row: Row) -> None:
        """Add the row of an instance."""
        self._count += 1
        self._families.add(_cell(row["family"]))
        self._versions.add(_cell(row["hashicnf"]))
        self._status[str(row.get("formula", UNKNOWN))] += 1
        if "generator" in row:
            self._made[json.dumps(row["generator"], sort_keys=True)] += 1
        encoding = row["encoding"]
        used = _cell(row["form"]), _cell(encoding["cardinality"]), _cell(encoding.get("connectivity", ""))
        self._encodings[used] += 1
        for name, value in row["sizes"].items():
            self._sizes.setdefault(_cell(name), []).append(value)
        for name, values in self._figures.items():
            if name in row:
                values.append(row[name])
        if not self._example and row["form"] == "cnf":
            self._example = _cell(row["name"])

    def text(self) -> str:
        """Return the description of all instances, in Markdown."""
        parts = [
            _head(self._count, self._families, self._status),
            _problem(self._families),
            _origin(self._count, self._made, self._versions),
            _encodings(self._encodings),
            _figures([*self._sizes.items(), *self._figures.items()]),
            _files(self._example or "FORMULA"),
        ]
        return "\n".join(parts)


def _head(count: int, families: Iterable[str], status: Counter[str]) -> str:
    expected = ", ".join(f"{status[name]} {name}" for name in ("SAT", "UNSAT", UNKNOWN) if status[name])
    return f"# {counted(count, 'instance')}: {', '.join(sorted(families))}\n\nExpected: {expected}.\n"


def _problem(families: Iterable[str]) -> str:
    known = {name: FAMILIES.find(name) for name in sorted(families)}
    titles = [f"- {name if family is None else family.title}" for name, family in known.items()]
    return "\n".join(
        [
            "## Problem",
            "",
            *titles,
            "",
            "If the first comment of a formula states `complete`, its models are exactly the solutions of the puzzle in its",
            "comments.",
            "",
        ]
    )


def _origin(count: int, made: Counter[str], versions: Iterable[str]) -> str:
    lines = [f"| {counted(number, 'instance')} | {_options(options)} |" for options, number in made.most_common()]
    others = count - made.total()
    lines += (
        [f"| {counted(others, 'instance')} | not generated, or by a generator that is not known |"] if others else []
    )
    return "\n".join(
        [
            "## Origin",
            "",
            "| instances | options of the generator |",
            "| --- | --- |",
            *lines,
            "",
            f"Made with hashicnf {', '.join(sorted(versions))}.",
            "",
        ]
    )


def _options(text: str) -> str:
    options: dict[str, Any] = json.loads(text)
    words = (f"--{key}" if value is True else f"--{key} {value}" for key, value in options.items())
    return f"`{_cell(' '.join(words))}`" if options else "defaults"


def _encodings(used: Counter[tuple[str, str, str]]) -> str:
    lines = [
        f"| {form} | {counts} | {connectivity} | {number} |"
        for (form, counts, connectivity), number in used.most_common()
    ]
    return "\n".join(
        ["## Encodings", "", "| form | counts | connectivity | instances |", "| --- | --- | --- | --- |", *lines, ""]
    )


def _figures(columns: Iterable[tuple[str, Sequence[int]]]) -> str:
    lines = [f"| {name} | {_spread(values)} | {len(values)} |" for name, values in columns if values]
    head = ["## Figures", "", "| figure | least | lower median | most | known of |", "| --- | --- | --- | --- | --- |"]
    return "\n".join([*head, *lines, ""])


def _spread(values: Sequence[int]) -> str:
    """Return least, lower median and most as cells of a table; the mean of two long counts would not fit into a float."""
    return " | ".join(f"{value:,}" for value in (min(values), median_low(values), max(values)))


def _files(example: str) -> str:
    return f"""## Files

`{NAME}` has a line of JSON for each instance: its name, seed, generator's options, sizes, expected status, and the sha256 of
the puzzle's text and of the formula before it was compressed. A name holds family, size, seed, connectivity, other options of
the formula that are not the usual ones, and the beginning of the puzzle's sha256. The comments of each formula hold the puzzle,
the meaning of its variables, and the rule behind each clause. Of DIMACS CNF

    hashicnf decode MODEL --cnf {example}

turns a model into a solution, and checks it against the rules.
"""


def _cell(value: object) -> str:
    """Return a value of a row as text without characters that would end a line, a cell of a table, or code."""
    return printable(str(value)).replace("|", "/").replace("`", "'")
