"""Describe a family of instances, from the rows of its manifest: the page that competitions of solvers ask for."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, Final

from hashicnf.errors import counted
from hashicnf.families import FAMILIES
from hashicnf.instances.manifest import NAME, Row

PAGE: Final = "README.md"
UNKNOWN: Final = "unknown"
FIGURES: Final = ("variables", "clauses", "counts", "solutions", "backbone")


def describe(rows: Sequence[Row]) -> str:
    """Write the description of all instances of a manifest, in Markdown."""
    parts = [_head(rows), _problem(rows), _origin(rows), _encodings(rows), _figures(rows), _files(rows)]
    return "\n".join(part for part in parts if part)


def _head(rows: Sequence[Row]) -> str:
    families = ", ".join(sorted({str(row["family"]) for row in rows}))
    status = Counter(str(row.get("formula", UNKNOWN)) for row in rows)
    expected = ", ".join(f"{status[name]} {name}" for name in ("SAT", "UNSAT", UNKNOWN) if status[name])
    return f"# {counted(len(rows), 'instance')}: {families}\n\nExpected: {expected}.\n"


def _problem(rows: Sequence[Row]) -> str:
    families = sorted({str(row["family"]) for row in rows})
    titles = {name: FAMILIES.get(name).title for name in families if FAMILIES.find(name) is not None}
    told = [f"- {titles.get(name, name)}" for name in families]
    return "\n".join(
        [
            "## Problem",
            "",
            *told,
            "",
            "Where the first comment of a formula says `complete`, its models are exactly the solutions of the puzzle in its",
            "comments.",
            "",
        ]
    )


def _origin(rows: Sequence[Row]) -> str:
    made = Counter(json.dumps(row["generator"], sort_keys=True) for row in rows if "generator" in row)
    lines = [f"| {counted(count, 'puzzle')} | {_options(options)} |" for options, count in made.most_common()]
    others = len(rows) - sum(made.values())
    lines += [f"| {counted(others, 'puzzle')} | not generated, or by a generator that is not known |"] if others else []
    versions = ", ".join(sorted({str(row["hashicnf"]) for row in rows}))
    return "\n".join(
        [
            "## Origin",
            "",
            "| puzzles | options of the generator |",
            "| --- | --- |",
            *lines,
            "",
            f"Made with hashicnf {versions}.",
            "",
        ]
    )


def _options(text: str) -> str:
    options: dict[str, Any] = json.loads(text)
    words = (f"--{key}" if value is True else f"--{key} {value}" for key, value in options.items())
    return f"`{_cell(' '.join(words))}`" if options else "defaults"


def _encodings(rows: Sequence[Row]) -> str:
    named = ((row["form"], row["encoding"]) for row in rows)
    used = Counter((form, made["cardinality"], made.get("connectivity", "")) for form, made in named)
    lines = [
        f"| {form} | {counts} | {connectivity} | {number} |"
        for (form, counts, connectivity), number in used.most_common()
    ]
    return "\n".join(
        ["## Encodings", "", "| form | counts | connectivity | instances |", "| --- | --- | --- | --- |", *lines, ""]
    )


def _figures(rows: Sequence[Row]) -> str:
    sizes = dict.fromkeys(key for row in rows for key in row["sizes"])
    columns = [(name, [row["sizes"][name] for row in rows if name in row["sizes"]]) for name in sizes]
    columns += [(name, [row[name] for row in rows if name in row]) for name in FIGURES]
    lines = [f"| {name} | {_spread(values)} | {len(values)} |" for name, values in columns if values]
    head = ["## Figures", "", "| figure | least | median | most | known of |", "| --- | --- | --- | --- | --- |"]
    return "\n".join([*head, *lines, ""])


def _spread(values: Iterable[int]) -> str:
    ordered = sorted(values)
    return " | ".join(f"{value:,}" for value in (ordered[0], ordered[len(ordered) // 2], ordered[-1]))


def _files(rows: Sequence[Row]) -> str:
    example = next((_cell(str(row["name"])) for row in rows if row["form"] == "cnf"), "FORMULA")
    return f"""## Files

`{NAME}` has a line of JSON for each instance: its name, seed, generator's options, sizes, expected status, and the sha256 of the
puzzle's text and of the formula before it was compressed. A name holds family, size, seed, connectivity, and the beginning of the
puzzle's sha256. The comments of each formula hold the puzzle, the meaning of its variables, and the rule behind each clause. Of
DIMACS CNF

    hashicnf decode MODEL --cnf {example}

turns a model into a solution, and checks it against the rules.
"""


def _cell(text: str) -> str:
    """Keep a text from leaving its place in a table or in code."""
    return text.replace("|", "/").replace("`", "'").replace("\\n", " ")
