"""Find plug-ins: a plug-in is one annotated constant at the end of its module, and the module's name is its name.

A module ``passes/cardinality/pairwise.py`` that ends with ``ENCODING: Final[...] = ...`` is the encoding ``pairwise``;
there is no list to edit. Underscores become dashes. Modules are imported only when asked for by name or when all are listed.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from pkgutil import iter_modules
from typing import Generic, TypeVar

from hashicnf.errors import UsageError

T = TypeVar("T")


class Registry(Generic[T]):
    """The plug-ins of one package: modules that define ``constant``; and those ``added`` by hand, by name, from elsewhere."""

    def __init__(self, package: str, constant: str, noun: str) -> None:
        """Look in ``package`` for modules that define ``constant``; ``noun`` is what messages call such a thing."""
        self.package, self.constant, self.noun = package, constant, noun
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
        raise UsageError(f"no {self.noun} is named {name!r}; there are: {', '.join(self.names())}")

    def _load(self, stem: str) -> T | None:
        """Import a module of the package and return its plug-in, None if it defines none."""
        plugin: T | None = getattr(import_module(f"{self.package}.{stem}"), self.constant, None)
        return plugin
