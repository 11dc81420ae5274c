"""``hashicnf families``, ``formats``, ``methods``, ``solvers`` and ``encodings``: list plug-ins, and which are installed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

import typer

from hashicnf.cli.commands import Exit
from hashicnf.cli.installed import (
    DEFAULT_ENCODINGS,
    default_methods,
    encodings_by_option,
    format_packages,
    method_title,
    spaces_by_name,
    spaces_of_examples,
    spaces_of_family,
    usable_families,
)
from hashicnf.cli.options import Json

if TYPE_CHECKING:
    from hashicnf.backends.choose import Known
    from hashicnf.core.options import Option
    from hashicnf.core.statespace import Searchable
    from hashicnf.families import Family
    from hashicnf.solving.request import Method

PROMISES: Final = (
    "\nPromises of heuristics (admissible, consistent) may depend on board and metric: these are for the example of each family "
    "in its usual metric; check-heuristic tests them for a puzzle."
)

TITLES: Final = {"cardinality": "Cardinality", "at-most-one": "At most one", "connectivity": "Connectivity"}
SOLVERS: Final = {"built-in": "Built in:", "pysat": "Inside PySAT:", "external": "External binaries:"}


def _table(rows: Iterable[Sequence[str]]) -> None:
    lines = list(rows)
    widths = [max(len(row[i]) for row in lines) for i in range(len(lines[0]))]
    for row in lines:
        typer.echo("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())


def _origin(package: str) -> str:
    """Name the package that a plug-in of another package comes from."""
    from hashicnf.registry import OURS

    return "" if package == OURS else f"from the package {package}"


def families(json: Json = False) -> int:
    """List puzzle families and what they offer.

    Settings, the default method, search spaces, generators, drawing styles and formats, by the names that options take.
    """
    if json:
        from hashicnf.cli.catalogue import family_rows, print_rows

        print_rows(family_rows())
        return Exit.DONE
    from hashicnf.families import FAMILIES
    from hashicnf.pipeline.puzzles import formats as every_format

    notations = every_format()
    for number, (name, plugin) in enumerate(FAMILIES.listed().items()):
        if number:
            typer.echo()
        family, origin = plugin.value, _origin(plugin.package)
        typer.echo(f"{name}: {family.title}" + (f", {origin}" if origin else ""))
        written = [key for key, f in notations.items() if f.families is None or name in f.families]
        _table([("  " + label, ", ".join(words)) for label, words in _abilities(family, written) if words])
    return Exit.DONE


def _abilities(family: Family[Any, Any], written: Sequence[str]) -> list[tuple[str, Iterable[str]]]:
    """List the parts of a family by label."""
    from hashicnf.families import POSITIONS
    from hashicnf.solving.methods import default_method

    static, planning = family.static, family.planning
    return [
        ("symbols", [family.symbols]),
        ("settings", _described(family.settings)),
        ("formula", [] if static is None else ["yes", *_described(static.options)]),
        ("plans", [] if planning is None else ["yes", *_described((*planning.options, POSITIONS))]),
        ("metrics", [] if planning is None else planning.metrics),
        ("method", [f"{default_method(family)} by default"]),
        ("spaces", spaces_of_family(family)),
        ("generators", family.generators()),
        ("styles", family.styles),
        ("formats", written),
    ]


def _described(options: Iterable[Option[Any]]) -> list[str]:
    """Describe options: name, values, default."""
    return [f"{o.name} ({o.expected}; default {o.show(o.default)})" for o in options]


def formats(json: Json = False) -> int:
    """List the input formats, with examples."""
    from hashicnf.pipeline.puzzles import formats as every_format

    if json:
        from hashicnf.cli.catalogue import format_rows, print_rows

        print_rows(format_rows())
        return Exit.DONE
    packages = format_packages()
    _table(
        (name, " ".join(f.suffixes), f.summary, f.example.split("\n")[0][:40], _origin(packages[name]))
        for name, f in every_format().items()
    )
    return Exit.DONE


def encodings(json: Json = False) -> int:
    """List the encodings of constraints."""
    if json:
        from hashicnf.cli.catalogue import encoding_rows, print_rows

        print_rows(encoding_rows())
        return Exit.DONE
    for number, (option, plugins) in enumerate(encodings_by_option().items()):
        typer.echo("\n" * bool(number) + f"{TITLES[option]} (--{option}):")
        _table(
            (
                "  " + name,
                DEFAULT_ENCODINGS[option].get(name, ""),
                plugin.value.summary,
                _missing(plugin.value.missing() if option == "cardinality" else None),
                _origin(plugin.package),
            )
            for name, plugin in plugins.items()
        )
    return Exit.DONE


def _missing(how: str | None) -> str:
    """Print how to install what is not installed."""
    return f"not installed: {how}" if how else ""


def solvers(json: Json = False) -> int:
    """List the solvers and where they are installed."""
    from hashicnf.backends.choose import known_solvers
    from hashicnf.backends.dpll.branching import RULES

    if json:
        from hashicnf.cli.catalogue import print_rows, solver_rows

        print_rows(solver_rows())
        return Exit.DONE
    every = known_solvers()
    for runs, title in SOLVERS.items():
        typer.echo(title)
        _table(("  " + solver.name, _state(solver)) for solver in every if solver.runs == runs)
        typer.echo()
    typer.echo("Branching rules of dpll (sat --branching):")
    _table(("  " + name, rule.title) for name, rule in RULES.all().items())
    typer.echo()
    typer.echo("Any other solver: --solver 'command {cnf}', or with {out} for a result file.")
    typer.echo("Unsatisfiable means exit code 20 or 0; {unsat=1} in the command declares 1 as well.")
    return Exit.DONE


def _state(solver: Known) -> str:
    """Describe where a solver is, how to install it, or what it is for."""
    if solver.runs == "built-in":
        return "DPLL: no learning, but readable steps and proofs (sat --branching, --proof)"
    if solver.install is not None:
        return _missing(solver.install)
    return "default of solve" if solver.is_default else solver.program or ""


def methods(json: Json = False) -> int:
    """List solving methods and their options.

    Search spaces, heuristics, tie-breaks and branching rules.
    """
    if json:
        from hashicnf.cli.catalogue import method_rows, print_rows

        print_rows(method_rows())
        return Exit.DONE
    _print_all_methods()
    return Exit.DONE


def _print_all_methods() -> None:
    """Print the methods, and what each of their options can be told."""
    from hashicnf.backends.dpll.branching import RULES
    from hashicnf.search import TIE_BREAKS
    from hashicnf.solving import methods as registry
    from hashicnf.solving.glassbox import DEFAULT_BRANCHING
    from hashicnf.solving.spaces import FORMULA

    known = registry.methods().values()
    searches = [(m.name, m.search) for m in known if m.search is not None and m.space is None]
    made = spaces_of_examples()
    spaces = spaces_by_name(made)
    guided = ", ".join(
        name + (f" (whose default is {s.heuristic})" if s.heuristic else "") for name, s in searches if s.informed
    )
    ordered = ", ".join(name for name, search in searches if search.has_open_list)
    _print_methods(known, made)
    shown = [(name, f"{owner}: {s.title}" if owner else s.title) for name, (owner, s) in spaces.items()]
    _choices("\nSpaces of the searches (--space):", shown, FORMULA)
    typer.echo(PROMISES)
    for name, (owner, space) in spaces.items():
        promised = [(h.name, h.promises, h.title) for h in space.heuristics.values()]
        where = f"the space {name}" + (f" of {owner}" if owner else "")
        _choices(f"\nHeuristics in {where}, for {guided} (--heuristic):", promised, promised[0][0])
    _choices(f"\nTie-breaks for {ordered}, among equally good nodes (--tie-break):", [*TIE_BREAKS.items()], "deepest")
    rules = [(name, plugin.value.title, _origin(plugin.package)) for name, plugin in RULES.listed().items()]
    _choices("\nBranching rules for dpll, which choose the next decision (--branching):", rules, DEFAULT_BRANCHING)


def _print_methods(known: Iterable[Method], made: Mapping[str, Mapping[str, Searchable[Any]]]) -> None:
    """Print the methods, each with the families that it is the default of, or limited to; ``made`` as by ``spaces_of_examples``."""
    from hashicnf.families import FAMILIES
    from hashicnf.search import SEARCHES
    from hashicnf.solving.methods import DEFAULT_METHOD

    origins = {name: _origin(plugin.package) for name, plugin in SEARCHES.listed().items()}
    for plugin in FAMILIES.listed().values():
        origins |= dict.fromkeys(plugin.value.methods, _origin(plugin.package))
    defaults = default_methods()
    typer.echo("Methods (--method):")
    _table(
        (
            "  " + m.name,
            "default" if m.name == DEFAULT_METHOD else _default_of(defaults.get(m.name, [])),
            method_title(m) + _limits(m.name, made),
            origins.get(m.name, ""),
        )
        for m in known
    )


def _default_of(families: Sequence[str]) -> str:
    return f"default of {', '.join(families)}" if families else ""


def _limits(method: str, made: Mapping[str, Mapping[str, Searchable[Any]]]) -> str:
    usable = usable_families(method, made)
    return "" if usable is None else f"; only for {', '.join(usable) or 'families of other packages'}"


def _choices(title: str, rows: Sequence[tuple[str, ...]], default: str) -> None:
    """Print names with their descriptions, and mark the default."""
    typer.echo(title)
    _table(("  " + name, "default" if name == default else "", *words) for name, *words in rows)
