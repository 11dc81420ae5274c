"""``hashicnf methods``: list solving methods, and the values of their options."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

import typer

from hashicnf.cli.installed import (
    default_methods,
    heuristics_by_space,
    method_title,
    origin,
    spaces_by_name,
    spaces_of_examples,
    usable_families,
)
from hashicnf.cli.options import Json
from hashicnf.cli.tables import print_columns, print_prose
from hashicnf.errors import Exit

if TYPE_CHECKING:
    from hashicnf.core.statespace import Searchable
    from hashicnf.solving.request import Method

PROMISES: Final = (
    "by h, an estimate of the cost that is left; g is the cost so far. An admissible h never exceeds the true cost, and a "
    "consistent h falls in no step by more than the cost of the step. Both promises may depend on board and metric: these are "
    "for the example of each family in its usual metric; check-heuristic tests them for a puzzle."
)


def methods(json: Json = False) -> int:
    """List solving methods and their options.

    Lists methods, search spaces, heuristics, tie-breaks and branching rules.

    \b
    Example:
      $ hashicnf methods --json
    """
    if json:
        from hashicnf.cli.catalogue import method_rows
        from hashicnf.cli.objects import print_objects

        print_objects(method_rows())
        return Exit.DONE
    _print_all_methods()
    return Exit.DONE


def _print_all_methods() -> None:
    """Print the methods, and the values of their options."""
    from hashicnf.backends.dpll.branching import RULES, default_branching
    from hashicnf.search import TIE_BREAKS
    from hashicnf.solving import methods as registry
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
    _choices("Spaces of the searches (--space):", shown, FORMULA)
    typer.echo()
    weighted = " and ".join(name for name, search in searches if search.takes_weight)
    print_prose(f"Heuristics (--heuristic) guide {guided} {PROMISES} For {weighted}, --weight W multiplies h.")
    for name, families, space in heuristics_by_space(made):
        promised = [(h.name, h.promises, h.title) for h in space.heuristics.values()]
        where = f"the space {name} of {' and '.join(families)}"
        _choices(f"Heuristics in {where}:", promised, promised[0][0])
    _choices(f"Tie-breaks for {ordered}, among equally good nodes (--tie-break):", [*TIE_BREAKS.items()], "deepest")
    rules = [(name, plugin.value.title, origin(plugin.package)) for name, plugin in RULES.listed().items()]
    default = default_branching(has_groups=True)
    _choices("Branching rules for dpll, which choose the next decision (--branching):", rules, default)


def _print_methods(known: Iterable[Method], made: Mapping[str, Mapping[str, Searchable[Any]]]) -> None:
    """Print the methods, each with the families whose default it is, or to which it is limited.

    ``made`` are the spaces returned by ``spaces_of_examples``.
    """
    from hashicnf.families import FAMILIES
    from hashicnf.search import SEARCHES
    from hashicnf.solving.methods import DEFAULT_METHOD

    origins = {name: origin(plugin.package) for name, plugin in SEARCHES.listed().items()}
    for plugin in FAMILIES.listed().values():
        origins |= dict.fromkeys(plugin.value.methods, origin(plugin.package))
    defaults = default_methods()
    typer.echo("Methods (--method):")
    print_columns(
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
    typer.echo()
    print_prose(title)
    print_columns(("  " + name, "default" if name == default else "", *words) for name, *words in rows)
