"""``hashicnf families``, ``formats``, ``solvers`` and ``encodings``: list plug-ins, and which are installed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, Final

import typer

from hashicnf.cli.installed import (
    default_encodings,
    encodings_by_option,
    format_packages,
    lacking,
    origin,
)
from hashicnf.cli.options import Json
from hashicnf.cli.tables import print_columns, print_prose
from hashicnf.errors import Exit

if TYPE_CHECKING:
    from hashicnf.backends.choose import Known
    from hashicnf.core.options import Option
    from hashicnf.families import Family

TITLES: Final = {"cardinality": "Cardinality", "at-most-one": "At most one", "connectivity": "Connectivity"}
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
        from hashicnf.cli.catalogue import family_rows
        from hashicnf.cli.objects import print_objects

        print_objects(family_rows())
        return Exit.DONE
    from hashicnf.families import FAMILIES
    from hashicnf.pipeline.puzzles import formats as every_format

    notations = every_format()
    for number, (name, plugin) in enumerate(FAMILIES.listed().items()):
        if number:
            typer.echo()
        family, package = plugin.value, origin(plugin.package)
        print_prose(f"{name}: {family.title}" + (f", {package}" if package else ""))
        written = [key for key, f in notations.items() if f.families is None or name in f.families]
        print_columns([("  " + label, ", ".join(words)) for label, words in _abilities(family, written) if words])
    return Exit.DONE


def _abilities(family: Family[Any, Any], written: Sequence[str]) -> list[tuple[str, Iterable[str]]]:
    """Return the parts of a family by label."""
    from hashicnf.families import constraint_options
    from hashicnf.solving.methods import default_method
    from hashicnf.solving.spaces import space_names

    static, planning = family.static, family.planning
    return [
        ("symbols", [family.symbols]),
        ("settings", _described(family.settings)),
        ("formula", [] if static is None else ["yes"]),
        ("plans", [] if planning is None else ["yes"]),
        ("options", _described(constraint_options(family))),
        ("metrics", [] if planning is None else planning.metrics),
        ("method", [f"{default_method(family)} by default"]),
        ("spaces", space_names(family)),
        ("generators", family.generators()),
        ("styles", family.styles),
        ("formats", written),
    ]


def _described(options: Iterable[Option[Any]]) -> list[str]:
    """Return descriptions of options: name, values, default."""
    return [f"{o.name} ({o.expected}; default {o.show(o.default)})" for o in options]


def formats(json: Json = False) -> int:
    """List the input formats, with examples.

    \b
    Example:
      $ hashicnf formats --json
    """
    from hashicnf.pipeline.puzzles import formats as every_format

    if json:
        from hashicnf.cli.catalogue import format_rows
        from hashicnf.cli.objects import print_objects

        print_objects(format_rows())
        return Exit.DONE
    packages = format_packages()
    print_columns(
        (name, " ".join(f.suffixes), f.summary, first_line(f.example), origin(packages[name]))
        for name, f in every_format().items()
    )
    return Exit.DONE


def first_line(text: str) -> str:
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
        from hashicnf.cli.catalogue import encoding_rows
        from hashicnf.cli.objects import print_objects

        print_objects(encoding_rows())
        return Exit.DONE
    usual = default_encodings()
    for number, (option, plugins) in enumerate(encodings_by_option().items()):
        typer.echo("\n" * bool(number), nl=False)
        print_prose(f"{TITLES[option]} (--{option}):")
        print_columns(
            (
                "  " + name,
                usual[option].get(name, ""),
                plugin.value.summary,
                _missing(lacking(plugin)),
                origin(plugin.package),
            )
            for name, plugin in plugins.items()
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
    from hashicnf.backends.choose import known_solvers
    from hashicnf.backends.dpll.branching import RULES

    if json:
        from hashicnf.cli.catalogue import solver_rows
        from hashicnf.cli.objects import print_objects

        print_objects(solver_rows())
        return Exit.DONE
    every = known_solvers()
    for runs, title in SOLVERS.items():
        print_prose(title)
        print_columns(("  " + solver.name, _state(solver)) for solver in every if solver.runs == runs)
        typer.echo()
    print_prose("Branching rules of dpll (sat --branching):")
    print_columns(("  " + name, rule.title) for name, rule in RULES.all().items())
    typer.echo()
    print_prose("Any other solver: --solver 'command {cnf}', or with {out} for a result file.")
    print_prose("Unsatisfiable means exit code 20 or 0; {unsat=1} in the command declares 1 as well.")
    return Exit.DONE


def _state(solver: Known) -> str:
    """Return the path of a solver, how to install it, or its use and the settings that it gets, as text."""
    from hashicnf.backends.choose import settings_of, with_settings

    if solver.runs == "built-in":
        return "DPLL: no learning, but readable steps and proofs (sat --branching, --proof)"
    if solver.install is not None:
        return _missing(solver.install)
    use = f"default of {', '.join(solver.default_of)}" if solver.default_of else solver.program or ""
    return with_settings(use, settings_of(solver.name)).strip()
