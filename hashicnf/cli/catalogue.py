"""Describe families, formats, methods, solvers and encodings as objects, for the commands that list them.

Each object has its ``kind``, the ``name`` that options take, and for a plug-in of another package the ``package``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from hashicnf.core.options import Option

Row: TypeAlias = dict[str, Any]


def family_rows() -> Iterator[Row]:
    """Yield a description of each family and its parts."""
    from hashicnf.families import FAMILIES, constraint_options
    from hashicnf.pipeline.puzzles import formats
    from hashicnf.solving.methods import default_method
    from hashicnf.solving.spaces import space_names

    notations = formats()
    for name, plugin in FAMILIES.listed().items():
        family = plugin.value
        static, planning = family.static, family.planning
        yield {
            "kind": "family",
            "name": name,
            "title": family.title,
            "symbols": family.symbols,
            "settings": _options(family.settings),
            "formula": static is not None,
            "plans": planning is not None,
            "options": _options(constraint_options(family)),
            "metrics": [] if planning is None else [*planning.metrics],
            "method": default_method(family),
            "spaces": space_names(family),
            "generators": [*family.generators()],
            "styles": [*family.styles],
            "formats": [key for key, f in notations.items() if f.families is None or name in f.families],
            "package": plugin.package,
        }


def _options(options: Iterable[Option[Any]]) -> list[Row]:
    return [{"name": o.name, "values": o.expected, "default": o.show(o.default), "help": o.help} for o in options]


def format_rows() -> Iterator[Row]:
    """Describe the formats."""
    from hashicnf.cli.installed import format_packages
    from hashicnf.pipeline.puzzles import formats

    packages = format_packages()
    for name, f in formats().items():
        yield {
            "kind": "format",
            "name": name,
            "endings": [*f.suffixes],
            "summary": f.summary,
            "example": f.example,
            "families": None if f.families is None else [*f.families],
            "package": packages[name],
        }


def encoding_rows() -> Iterator[Row]:
    """Describe the encodings of constraints, with the option that takes them."""
    from hashicnf.cli.installed import default_encodings, encodings_by_option, lacking

    usual = default_encodings()
    for option, plugins in encodings_by_option().items():
        for name, plugin in plugins.items():
            how = lacking(plugin)
            yield {
                "kind": "encoding",
                "name": name,
                "option": f"--{option}",
                "default": usual[option].get(name),
                "summary": plugin.value.summary,
                "installed": how is None,
                "install": how,
                "package": plugin.package,
            }


def solver_rows() -> Iterator[Row]:
    """Describe the solvers: whether they are installed, where, or how to install them."""
    from hashicnf.backends.choose import known_solvers, settings_of

    for solver in known_solvers():
        yield {
            "kind": "solver",
            "name": solver.name,
            "runs": solver.runs,
            "installed": solver.install is None,
            "program": solver.program,
            "install": solver.install,
            "default_of": [*solver.default_of],
            "settings": settings_of(solver.name),
        }


def method_rows() -> Iterator[Row]:
    """Describe the methods, then the spaces, heuristics, tie-breaks and branching rules that they take."""
    from hashicnf.backends.dpll.branching import RULES
    from hashicnf.cli.installed import (
        default_methods,
        heuristics_by_space,
        method_title,
        spaces_by_name,
        spaces_of_examples,
        usable_families,
    )
    from hashicnf.cli.options import REQUEST
    from hashicnf.search import TIE_BREAKS
    from hashicnf.solving.methods import methods
    from hashicnf.solving.request import option_of

    made = spaces_of_examples()
    defaults = default_methods()
    for method in methods().values():
        yield {
            "kind": "method",
            "name": method.name,
            "title": method_title(method),
            "default_of": defaults.get(method.name, []),
            "families": usable_families(method.name, made),
            "options": sorted(option_of(name) for name in method.options if name in (*REQUEST, "tracer")),
        }
    spaces = spaces_by_name(made)
    for name, (owner, space) in spaces.items():
        yield {"kind": "space", "name": name, "title": space.title, "family": owner or None}
    for name, families, space in heuristics_by_space(made):
        for h in space.heuristics.values():
            row: Row = {"kind": "heuristic", "name": h.name, "title": h.title, "space": name, "families": families}
            yield row | {"admissible": h.admissible, "consistent": h.consistent}
    for name, title in TIE_BREAKS.items():
        yield {"kind": "tie-break", "name": name, "title": title}
    for name, rule in RULES.listed().items():
        yield {"kind": "branching", "name": name, "title": rule.value.title, "package": rule.package}
