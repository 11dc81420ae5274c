"""Find plug-ins: a plug-in is one annotated constant at the end of its module, and the module's name is its name.

A module ``passes/cardinality/pairwise.py`` that ends with ``ENCODING: Final[...] = ...`` is the encoding ``pairwise``;
there is no list to edit. Underscores become dashes. Modules are imported only when asked for by name or when all are listed.
"""

from __future__ import annotations

from importlib import import_module, resources
from typing import Generic, TypeVar, cast

from hashicnf.errors import UsageError

T = TypeVar("T")


class Registry(Generic[T]):
    """The plug-ins of one package: modules that define ``constant``."""

    def __init__(self, package: str, constant: str, noun: str) -> None:
        """Look in ``package`` for modules that define ``constant``; ``noun`` is what messages call such a thing."""
        self.package, self.constant, self.noun = package, constant, noun

    def names(self) -> list[str]:
        """List the names of all plug-ins, sorted."""
        return sorted(self.all())

    def all(self) -> dict[str, T]:
        """Import every module of the package and return the plug-ins by name."""
        found: dict[str, T] = {}
        for entry in sorted(resources.files(self.package).iterdir(), key=lambda e: e.name):
            stem = entry.name.removesuffix(".py")
            if stem.startswith(("_", ".")) or (stem == entry.name and not entry.joinpath("__init__.py").is_file()):
                continue
            module = import_module(f"{self.package}.{stem}")
            if hasattr(module, self.constant):
                found[stem.replace("_", "-")] = cast(T, getattr(module, self.constant))
        return found

    def get(self, name: str) -> T:
        """Return a plug-in by name. Raises UsageError that lists the names there are."""
        stem = name.replace("-", "_")
        if stem.isidentifier() and not stem.startswith("_"):
            folder = resources.files(self.package)
            if folder.joinpath(f"{stem}.py").is_file() or folder.joinpath(stem, "__init__.py").is_file():
                module = import_module(f"{self.package}.{stem}")
                if hasattr(module, self.constant):
                    return cast(T, getattr(module, self.constant))
        raise UsageError(f"no {self.noun} is named {name!r}; there are: {', '.join(self.names())}")
