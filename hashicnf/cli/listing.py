"""``hashicnf families``, ``formats``, ``methods``, ``solvers`` and ``encodings``: list plug-ins, and which are installed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

import typer

from hashicnf.cli.commands import Exit

if TYPE_CHECKING:
    from hashicnf.core.options import Option
    from hashicnf.core.statespace import Searchable
    from hashicnf.families import Family
    from hashicnf.registry import Plugin
    from hashicnf.solving.request import Method

PROMISES: Final = (
    "\nPromises of heuristics (admissible, consistent) may depend on board and metric: these are for the example of each family "
    "in its usual metric; check-heuristic tests them for a puzzle."
)


def _table(rows: Iterable[Sequence[str]]) -> None:
    lines = list(rows)
    widths = [max(len(row[i]) for row in lines) for i in range(len(lines[0]))]
    for row in lines:
        typer.echo("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())


def _origin(plugin: Plugin[Any]) -> str:
    """Name the package that a plug-in of another package comes from."""
    from hashicnf.registry import OURS

    return "" if plugin.package == OURS else f"from the package {plugin.package}"


def families() -> int:
    """List puzzle families and what they offer.

    Settings, the default method, search spaces, generators, drawing styles and formats, by the names that options take.
    """
    from hashicnf.families import FAMILIES
    from hashicnf.pipeline.puzzles import formats as every_format

    notations = every_format()
    for number, (name, plugin) in enumerate(FAMILIES.listed().items()):
        if number:
            typer.echo()
        family, origin = plugin.value, _origin(plugin)
        typer.echo(f"{name}: {family.title}" + (f", {origin}" if origin else ""))
        written = [key for key, f in notations.items() if f.families is None or name in f.families]
        _table([("  " + label, ", ".join(words)) for label, words in _abilities(family, written) if words])
    return Exit.DONE


def _abilities(family: Family[Any, Any], written: Sequence[str]) -> list[tuple[str, Iterable[str]]]:
    """List the parts of a family by label."""
    from hashicnf.families import POSITIONS, STATES
    from hashicnf.solving.methods import default_method
    from hashicnf.solving.spaces import FORMULA

    static, planning = family.static, family.planning
    ways = [FORMULA] * (static is not None) + [*family.spaces]
    ways += [] if planning is None else [*planning.spaces, STATES]
    return [
        ("symbols", [family.symbols]),
        ("settings", _described(family.settings)),
        ("formula", [] if static is None else ["yes", *_described(static.options)]),
        ("plans", [] if planning is None else ["yes", *_described((*planning.options, POSITIONS))]),
        ("metrics", [] if planning is None else planning.metrics),
        ("method", [f"{default_method(family)} by default"]),
        ("spaces", ways),
        ("generators", family.generators()),
        ("styles", family.styles),
        ("formats", written),
    ]


def _described(options: Iterable[Option[Any]]) -> list[str]:
    """Describe options: name, values, default."""
    return [f"{o.name} ({o.expected}; default {o.show(o.default)})" for o in options]


def formats() -> int:
    """List the input formats, with examples."""
    from hashicnf.families import FAMILIES
    from hashicnf.formats import FORMATS
    from hashicnf.pipeline.puzzles import formats as every_format

    origins = {name: _origin(plugin) for name, plugin in FORMATS.listed().items()}
    for plugin in FAMILIES.listed().values():
        origins = dict.fromkeys(plugin.value.formats(), _origin(plugin)) | origins
    _table(
        (name, " ".join(f.suffixes), f.summary, f.example.split("\n")[0][:40], origins[name])
        for name, f in every_format().items()
    )
    return Exit.DONE


def encodings() -> int:
    """List the encodings of constraints."""
    from hashicnf.passes.cardinality import CARDINALITY
    from hashicnf.passes.connectivity import CONNECTIVITY
    from hashicnf.passes.exclusive import EXCLUSIVE

    typer.echo("Cardinality (--cardinality):")
    _table(
        ("  " + name, "default" if name == "direct" else "", e.summary, _missing(e.missing()), _origin(plugin))
        for name, plugin in CARDINALITY.listed().items()
        for e in [plugin.value]
    )
    typer.echo("\nAt most one (--at-most-one):")
    _table(
        ("  " + name, "default" if name == "pairwise" else "", plugin.value.summary, _origin(plugin))
        for name, plugin in EXCLUSIVE.listed().items()
    )
    typer.echo("\nConnectivity (--connectivity):")
    default = {
        "link-elimination": "auto",
        "dual-elimination": "auto if all are 2",
        "planar": "auto if that is too large",
        "lazy": "default of solve",
    }
    _table(
        ("  " + name, default.get(name, ""), plugin.value.summary, _origin(plugin))
        for name, plugin in CONNECTIVITY.listed().items()
    )
    return Exit.DONE


def _missing(how: str | None) -> str:
    """Print how to install what is not installed."""
    return f"not installed: {how}" if how else ""


def solvers() -> int:
    """List the solvers and where they are installed."""
    from hashicnf.backends.choose import list_solvers

    for title, rows in list_solvers():
        typer.echo(title)
        _table(("  " + name, state) for name, state in rows)
        typer.echo()
    typer.echo("Any other solver: --solver 'command {cnf}', or with {out} for a result file.")
    typer.echo("Unsatisfiable means exit code 20 or 0; {unsat=1} in the command declares 1 as well.")
    return Exit.DONE


def methods() -> int:
    """List solving methods and their options.

    Search spaces, heuristics, tie-breaks and branching rules.
    """
    from hashicnf.backends.dpll.branching import RULES
    from hashicnf.search import TIE_BREAKS
    from hashicnf.solving import methods as registry
    from hashicnf.solving.glassbox import DEFAULT_BRANCHING
    from hashicnf.solving.spaces import FORMULA

    known = registry.methods().values()
    searches = [(m.name, m.search) for m in known if m.search is not None and m.space is None]
    made = _spaces()
    spaces = _by_name(made)
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
    rules = [(name, plugin.value.title, _origin(plugin)) for name, plugin in RULES.listed().items()]
    _choices("\nBranching rules for dpll, which choose the next decision (--branching):", rules, DEFAULT_BRANCHING)
    return Exit.DONE


def _print_methods(known: Iterable[Method], made: Mapping[str, Mapping[str, Searchable[Any]]]) -> None:
    """Print the methods, each with the families that it is the default of, or limited to; ``made`` as by ``_spaces``."""
    from hashicnf.families import FAMILIES
    from hashicnf.search import SEARCHES

    origins = {name: _origin(plugin) for name, plugin in SEARCHES.listed().items()}
    for plugin in FAMILIES.listed().values():
        origins |= dict.fromkeys(plugin.value.methods, _origin(plugin))
    defaults = _defaults()
    typer.echo("Methods (--method):")
    _table(
        (
            "  " + m.name,
            defaults.get(m.name, ""),
            (_said_by(m.name) or m.title) + _limits(m.name, made),
            origins.get(m.name, ""),
        )
        for m in known
    )


def _said_by(method: str) -> str:
    """Describe a method that families name, for each of them that does."""
    from hashicnf.families import FAMILIES

    own = {name: family.methods[method].title for name, family in FAMILIES.all().items() if method in family.methods}
    return "; ".join(f"{name}: {title}" for name, title in own.items() if title)


def _defaults() -> dict[str, str]:
    """Describe the default methods by name: the usual one, and those that families have instead."""
    from hashicnf.families import FAMILIES
    from hashicnf.solving.methods import DEFAULT_METHOD, default_method

    users: dict[str, list[str]] = {}
    for name, family in FAMILIES.all().items():
        users.setdefault(default_method(family), []).append(name)
    found = {method: f"default of {', '.join(names)}" for method, names in users.items()}
    return found | {DEFAULT_METHOD: "default"}


def _limits(method: str, made: Mapping[str, Mapping[str, Searchable[Any]]]) -> str:
    """Name the families with a space that meets the requirements of a search algorithm, "" if all have one."""
    from hashicnf.search import SEARCHES
    from hashicnf.solving.spaces import misfit

    if (search := SEARCHES.find(method)) is None:
        return ""
    usable = [name for name, spaces in made.items() if not all(misfit(search, space) for space in spaces.values())]
    return "" if len(usable) == len(made) else f"; only for {', '.join(usable) or 'families of other packages'}"


def _spaces() -> dict[str, dict[str, Searchable[Any]]]:
    """Make the spaces of every family's example: by family, then by name."""
    from hashicnf.families import FAMILIES
    from hashicnf.pipeline.puzzles import parse
    from hashicnf.solving.spaces import spaces_of

    return {name: spaces_of(parse(family.example, "native")) for name, family in FAMILIES.all().items()}


def _by_name(made: Mapping[str, Mapping[str, Searchable[Any]]]) -> dict[str, tuple[str, Searchable[Any]]]:
    """List spaces by name, each with its family; where families share a name, the first one's.

    The space of the formula, and that of a planning task, are no family's own.
    """
    from hashicnf.families import FAMILIES

    found: dict[str, tuple[str, Searchable[Any]]] = {}
    for name, spaces in made.items():
        family = FAMILIES.get(name)
        own = {*family.spaces, *(family.planning.spaces if family.planning else ())}
        for space, searchable in spaces.items():
            found.setdefault(space, (name if space in own else "", searchable))
    return found


def _choices(title: str, rows: Sequence[tuple[str, ...]], default: str) -> None:
    """Print names with their descriptions, and mark the default."""
    typer.echo(title)
    _table(("  " + name, "default" if name == default else "", *words) for name, *words in rows)
