"""Names and properties of installed plug-ins and solvers, as the listings print them in tables and JSON."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from hashicnf.core.statespace import Searchable
    from hashicnf.registry import Plugin, Registry
    from hashicnf.solving.request import Method


def default_encodings() -> dict[str, dict[str, str]]:
    """Return the default encoding of each option."""
    from hashicnf.passes.connectivity.choice import DUAL, LINKS, PLANAR
    from hashicnf.pipeline.encodings import USUAL
    from hashicnf.solving.request import Request

    return {
        "cardinality": {USUAL.cardinality: "default"},
        "at-most-one": {USUAL.at_most_one: "default"},
        "connectivity": {
            LINKS: "auto",
            DUAL: f"auto where {LINKS} gets large",
            PLANAR: "auto where both get large",
            Request().connectivity: "default of solve",
        },
    }


def format_packages() -> dict[str, str]:
    """Return the package of each format."""
    from hashicnf.families import FAMILIES
    from hashicnf.formats import FORMATS
    from hashicnf.pipeline.puzzles import formats
    from hashicnf.registry import OURS

    found = {name: plugin.package for name, plugin in FORMATS.listed().items()}
    for plugin in reversed(FAMILIES.listed().values()):
        found |= dict.fromkeys(plugin.value.formats(), plugin.package)
    return dict.fromkeys(formats(), OURS) | found


def encodings_by_option() -> dict[str, dict[str, Plugin[Any]]]:
    """Return the encodings by the option that takes them."""
    from hashicnf.passes.cardinality import CARDINALITY
    from hashicnf.passes.connectivity import CONNECTIVITY
    from hashicnf.passes.exclusive import EXCLUSIVE

    registries: dict[str, Registry[Any]] = {
        "cardinality": CARDINALITY,
        "at-most-one": EXCLUSIVE,
        "connectivity": CONNECTIVITY,
    }
    return {option: registry.listed() for option, registry in registries.items()}


def lacking(plugin: Plugin[Any]) -> str | None:
    """Return how to install the packages that an encoding needs and that are missing, None if there are none."""
    missing = getattr(plugin.value, "missing", None)
    return None if missing is None else missing()


def method_title(method: Method) -> str:
    """Return the title of a method; for a method named by families, with the title of each."""
    from hashicnf.families import FAMILIES

    families, name = FAMILIES.all().items(), method.name
    own = {key: family.methods[name].title for key, family in families if name in family.methods}
    return "; ".join(f"{key}: {title}" for key, title in own.items() if title) or method.title


def default_methods() -> dict[str, list[str]]:
    """Return by method the families that have it as their default."""
    from hashicnf.families import FAMILIES
    from hashicnf.solving.methods import default_method

    users: dict[str, list[str]] = {}
    for name, family in FAMILIES.all().items():
        users.setdefault(default_method(family), []).append(name)
    return users


def usable_families(method: str, made: Mapping[str, Mapping[str, Searchable[Any]]]) -> list[str] | None:
    """Return the families with a space that meets the requirements of a search algorithm, None if all have one."""
    from hashicnf.search import SEARCHES
    from hashicnf.solving.spaces import serves

    if (search := SEARCHES.find(method)) is None:
        return None
    usable = [name for name, spaces in made.items() if serves(search, spaces.values())]
    return None if len(usable) == len(made) else usable


def spaces_of_examples() -> dict[str, dict[str, Searchable[Any]]]:
    """Return the spaces of every family's example, by family, then by name, with the heuristics of other packages."""
    from hashicnf.families import FAMILIES

    made = {name: _spaces_of_example(name, plugin) for name, plugin in FAMILIES.listed().items()}
    return {
        family: {name: _with_added(family, name, space) for name, space in spaces.items()}
        for family, spaces in made.items()
    }


def _spaces_of_example(name: str, plugin: Plugin[Any]) -> dict[str, Searchable[Any]]:
    """Return the spaces of a family's example; for one of another package that cannot be used, warn and return none."""
    from hashicnf.errors import PluginWarning, exception_text, warn
    from hashicnf.pipeline.puzzles import parse
    from hashicnf.registry import OURS
    from hashicnf.solving.spaces import spaces_of

    try:
        return spaces_of(parse(plugin.value.example, "native"))
    except Exception as problem:
        if plugin.package == OURS:
            raise
        reason = exception_text(problem)
        message = f"the example of the puzzle family {name!r} of the package {plugin.package} cannot be used ({reason})"
        warn(message, PluginWarning)
        return {}


def _with_added(family: str, name: str, space: Searchable[Any]) -> Searchable[Any]:
    """Return a space with the heuristics that other packages add to it; they are described, not prepared."""
    from hashicnf.core.statespace import Heuristic, zero
    from hashicnf.search.heuristics import HEURISTICS

    added = {
        key: Heuristic(key, zero, one.admissible, one.consistent, f"{one.title}; {origin(plugin.package)}")
        for key, plugin in HEURISTICS.listed().items()
        if key not in space.heuristics and (one := plugin.value).serves(family, name)
    }
    return replace(space, heuristics={**space.heuristics, **added}) if added else space


def spaces_by_name(made: Mapping[str, Mapping[str, Searchable[Any]]]) -> dict[str, tuple[str, Searchable[Any]]]:
    """Return spaces by name, each with its family; if families share a name, with the first one.

    The space of the formula, and that of a planning task, belong to no family.
    """
    from hashicnf.families import FAMILIES

    found: dict[str, tuple[str, Searchable[Any]]] = {}
    for name, spaces in made.items():
        family = FAMILIES.get(name)
        own = {*family.spaces, *(family.planning.spaces if family.planning else ())}
        for space, searchable in spaces.items():
            found.setdefault(space, (name if space in own else "", searchable))
    return found


def heuristics_by_space(
    made: Mapping[str, Mapping[str, Searchable[Any]]],
) -> list[tuple[str, list[str], Searchable[Any]]]:
    """Return names of spaces, the families whose spaces have the same heuristics with the same properties, and such a space."""
    found: dict[tuple[object, ...], tuple[str, list[str], Searchable[Any]]] = {}
    for name in spaces_by_name(made):
        for family, spaces in made.items():
            if (searchable := spaces.get(name)) is not None:
                rows = ((h.name, h.promises, h.title) for h in searchable.heuristics.values())
                found.setdefault((name, *rows), (name, [], searchable))[1].append(family)
    return list(found.values())


def origin(package: str) -> str:
    """Return the package of a plug-in, as a remark; empty for plug-ins of hashicnf."""
    from hashicnf.registry import OURS

    return "" if package == OURS else f"from the package {package}"
