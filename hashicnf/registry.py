"""Find plug-ins: a plug-in is one annotated constant at the end of its module, and the module's name is its name.

A module ``passes/cardinality/pairwise.py`` that ends with ``ENCODING: Final[...] = ...`` is the encoding ``pairwise``;
there is no list to edit. Underscores become dashes. Modules are imported only when asked for by name or when all are listed,
and a plug-in is held against its contract as soon as it is imported.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from importlib import import_module
from importlib.util import find_spec
from pkgutil import iter_modules
from typing import Generic, TypeVar

from hashicnf.errors import InternalError, no_such

T = TypeVar("T")


class Registry(Generic[T]):
    """The plug-ins of one package: modules that define ``constant``; and those ``added`` by hand, by name, from elsewhere."""

    def __init__(self, package: str, constant: str, noun: str, kind: str | None = None) -> None:
        """Look in ``package`` for modules that define ``constant``; ``noun`` is what messages call such a thing.

        ``kind`` names the class in the package that plug-ins are of; its method ``faults``, if it has one, lists what one lacks.
        """
        self.package, self.constant, self.noun, self.kind = package, constant, noun, kind
        self.added: dict[str, T] = {}

    def names(self) -> list[str]:
        """List the names of all plug-ins, sorted."""
        return sorted(self.all())

    def all(self) -> dict[str, T]:
        """Import every module of the package and return the plug-ins by name."""
        stems = [entry.name for entry in iter_modules(import_module(self.package).__path__)]
        plugins = ((stem, self._load(stem)) for stem in stems if not stem.startswith("_"))
        own = {stem.replace("_", "-"): plugin for stem, plugin in plugins if plugin is not None}
        return own | self.added

    def find(self, name: str) -> T | None:
        """Return a plug-in by name, None if there is none."""
        if name in self.added:
            return self.added[name]
        stem = name.replace("-", "_")
        usable = stem.isidentifier() and not stem.startswith("_")
        return self._load(stem) if usable and find_spec(f"{self.package}.{stem}") is not None else None

    def get(self, name: str) -> T:
        """Return a plug-in by name. Raises UsageError that lists the names there are."""
        if (found := self.find(name)) is not None:
            return found
        raise no_such(self.noun, name, self.names())

    def _load(self, stem: str) -> T | None:
        """Import a module of the package and return its plug-in, None if it defines none.

        Raises InternalError for a plug-in that breaks its contract, before anything relies on it.
        """
        module = import_module(f"{self.package}.{stem}")
        plugin: T | None = getattr(module, self.constant, None)
        if plugin is not None and (fault := next(self._faults(plugin), None)) is not None:
            raise InternalError(f"the {self.noun} {stem} cannot be used: {fault} (in {module.__file__})")
        return plugin

    def _faults(self, plugin: T) -> Iterator[str]:
        """List what a plug-in lacks: the right class, fields that can be called where they must be, its class's own demands."""
        if self.kind is None:
            return
        kind = getattr(import_module(self.package), self.kind)
        if not isinstance(plugin, kind):
            yield f"{self.constant} is no {self.kind}"
            return
        for field in fields(kind):
            if (wrong := _misfit(str(field.type), getattr(plugin, field.name))) is not None:
                yield f"its {field.name} is {wrong}"
        yield from getattr(plugin, "faults", tuple)()


def _misfit(hint: str, value: object) -> str | None:
    """Say what a value is not that its annotation asks for, None if it fits, or the annotation asks for something else."""
    if value is None and hint.endswith("| None"):
        return None
    if hint.startswith("Callable[") and not callable(value):
        return "no function"
    if hint.startswith("tuple[") and not isinstance(value, tuple):
        return "no tuple"
    return "no text" if hint == "str" and not (isinstance(value, str) and value.strip()) else None
