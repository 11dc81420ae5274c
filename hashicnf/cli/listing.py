"""``hashicnf families``, ``formats``, ``solvers`` and ``encodings``: list plug-ins, and which are installed."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from operator import itemgetter
from typing import Any, Final

import typer

from hashicnf.cli.catalogue import Row, encoding_rows, family_rows, format_rows, solver_rows
from hashicnf.cli.installed import origin
from hashicnf.cli.options import Json
from hashicnf.cli.tables import print_columns, print_prose
from hashicnf.errors import Exit

PARTS: Final = (
    "symbols",
    "settings",
    "formula",
    "plans",
    "options",
    "metrics",
    "method",
    "spaces",
    "generators",
    "styles",
    "formats",
)
TITLES: Final = {"--cardinality": "Cardinality", "--at-most-one": "At most one", "--connectivity": "Connectivity"}
WIDEST: Final = 40  # most characters of a format's example
SOLVERS: Final = {"built-in": "Built in:", "pysat": "Inside PySAT:", "external": "External binaries:"}


def families(json: Json = False) -> int:
    """List puzzle families and what they offer.

    Each with its settings, default method, search spaces, generators, drawing styles and formats, by the names that options take.

    \b
    Example:
      $ hashicnf families --json
    """
    if json:
        return _print_objects(family_rows())
    for number, row in enumerate(family_rows()):
        if number:
            typer.echo()
        package = origin(row["package"])
        print_prose(f"{row['name']}: {row['title']}" + (f", {package}" if package else ""))
        parts = {part: _words(row[part]) for part in PARTS} | {"method": f"{row['method']} by default"}
        print_columns([("  " + part, words) for part, words in parts.items() if words])
    return Exit.DONE


def _print_objects(rows: Iterable[Row]) -> int:
    from hashicnf.cli.objects import print_objects

    print_objects(rows)
    return Exit.DONE


def _words(part: Any) -> str:
    """Return a part of a family as text, "" if it lacks the part; of options name, values and default."""
    if isinstance(part, bool):
        return "yes" if part else ""
    if isinstance(part, str):
        return part
    options = (
        one if isinstance(one, str) else f"{one['name']} ({one['values']}; default {one['default']})" for one in part
    )
    return ", ".join(options)


def formats(json: Json = False) -> int:
    """List the input formats, with examples.

    \b
    Example:
      $ hashicnf formats --json
    """
    if json:
        return _print_objects(format_rows())
    print_columns(
        (row["name"], " ".join(row["endings"]), row["summary"], _first_line(row["example"]), origin(row["package"]))
        for row in format_rows()
    )
    return Exit.DONE


def _first_line(text: str) -> str:
    """Return the first line of an example, with … if something is left out."""
    line = text.strip().partition("\n")[0][:WIDEST]
    return line if line == text.strip() else f"{line} …"


def encodings(json: Json = False) -> int:
    """List the encodings of constraints.

    \b
    Example:
      $ hashicnf encodings --json
    """
    if json:
        return _print_objects(encoding_rows())
    for number, (option, rows) in enumerate(groupby(encoding_rows(), itemgetter("option"))):
        typer.echo("\n" * bool(number), nl=False)
        print_prose(f"{TITLES[option]} ({option}):")
        print_columns(
            ("  " + row["name"], row["default"] or "", row["summary"], _missing(row["install"]), origin(row["package"]))
            for row in rows
        )
    return Exit.DONE


def _missing(how: str | None) -> str:
    """Return the remark how to install missing packages."""
    return f"not installed: {how}" if how else ""


def solvers(json: Json = False) -> int:
    """List the solvers and where they are installed.

    \b
    Example:
      $ hashicnf solvers
    """
    from hashicnf.backends.dpll.branching import RULES

    if json:
        return _print_objects(solver_rows())
    for runs, rows in groupby(solver_rows(), itemgetter("runs")):
        print_prose(SOLVERS[runs])
        print_columns(("  " + row["name"], _state(row)) for row in rows)
        typer.echo()
    print_prose("Branching rules of dpll (sat --branching):")
    print_columns(("  " + name, rule.title) for name, rule in RULES.all().items())
    typer.echo()
    print_prose("Any other solver: --solver 'command {cnf}', or with {out} for a result file.")
    print_prose("Unsatisfiable means exit code 20 or 0; {unsat=1} in the command declares 1 as well.")
    return Exit.DONE


def _state(solver: Row) -> str:
    """Return the path of a solver, how to install it, or its use and the settings that it gets, as text."""
    from hashicnf.backends.choose import with_settings

    if solver["runs"] == "built-in":
        return "DPLL: no learning, but readable steps and proofs (sat --branching, --proof)"
    if solver["install"] is not None:
        return _missing(solver["install"])
    use = f"default of {', '.join(solver['default_of'])}" if solver["default_of"] else solver["program"] or ""
    return with_settings(use, solver["settings"]).strip()
