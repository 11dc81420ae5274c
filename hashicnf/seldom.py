"""Modules that others import at each start, and that hardly a command uses, are executed when something is asked of them.

They are a fifth of what a start would execute: the types of numpy's annotations, the texts of its documentation, the part of Lark
that reads grammars, and modules of the standard library that Typer, Lark and numpy import for some function of theirs. Each is
found as usual and waits (``SeldomUsed``). Names that are known to be taken from it at each start are stood in for (``Later``) where
they are taken; whoever else takes a name gets the true one.

Python's own ``LazyLoader`` executes a module as soon as it is imported a second time or a name is taken from it, and before
Python 3.12 lets another thread use it half executed. PEP 810 proposes lazy imports of this kind for the language.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping
    from importlib.abc import Loader
    from importlib.machinery import ModuleSpec
    from typing import Any


SELDOM_USED: Mapping[str, tuple[str, ...]] = {  # for some, a package and the names that it takes from them as it starts
    "getpass": (),
    "gettext": ("typer", "gettext"),
    "hashlib": (),
    "ipaddress": (),
    "lark.load_grammar": (
        "lark",
        *("FromPackageLoader", "Grammar", "PackageResource"),
        *("load_grammar", "sha256_digest", "verify_used_files"),
    ),
    "linecache": (),
    "numpy._core._add_newdocs": (),
    "numpy._core._add_newdocs_scalars": (),
    "numpy._core._internal": (),
    "numpy._typing": ("numpy", "NDArray"),
    "numpy.linalg": ("numpy", "eigvals", "inv", "lstsq", "matrix_power"),
    "numpy.typing": ("hashicnf", "NDArray"),
    "platform": (),
    "subprocess": (),
    "tempfile": (),
    "textwrap": (),
    "tokenize": (),
    "typer.completion": ("typer", "get_completion_inspect_parameters"),
    "urllib.parse": ("pathlib", "quote_from_bytes"),
    "uuid": ("typer", "UUID"),
}


class SeldomFinder:
    """Find the modules of ``SELDOM_USED`` as usual, and have them wait. It comes first in ``sys.meta_path``."""

    @staticmethod
    def find_spec(name: str, path: Sequence[str] | None = None, target: ModuleType | None = None) -> ModuleSpec | None:
        """Find a module; None for all others, which the usual finders are asked for."""
        if name not in SELDOM_USED:
            return None
        from importlib.machinery import PathFinder

        spec = PathFinder.find_spec(name, path, target)
        if spec is not None and spec.loader is not None:
            spec.loader = SeldomLoader(spec.loader)  # type: ignore[assignment] # a loader by what it does
        return spec


class SeldomLoader:
    """Load a module by its own loader, and execute it when that is wanted."""

    def __init__(self, loader: Loader) -> None:
        """Take the module's own loader."""
        from threading import RLock

        self.loader = loader
        self.lock = RLock()
        self.is_executing = False

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        """Create the module as its own loader does."""
        return self.loader.create_module(spec)

    def exec_module(self, module: ModuleType) -> None:
        """Have the module wait."""
        spec: Any = module.__spec__
        spec.loader = module.__loader__ = self.loader
        spec.loader_state = self
        for name in SELDOM_USED[spec.name][1:]:
            setattr(module, name, Later(module, name))
        module.__class__ = SeldomUsed

    def execute(self, module: ModuleType) -> None:
        """Execute the module, once; other threads wait until that is done."""
        with self.lock:
            if type(module) is not SeldomUsed or self.is_executing:
                return
            self.is_executing = True
            try:
                self.loader.exec_module(module)
                object.__setattr__(module, "__class__", ModuleType)
            finally:
                self.is_executing = False


class SeldomUsed(ModuleType):
    """A module that is executed when it is asked for more than those look at who import it."""

    def __getattribute__(self, name: str) -> Any:
        """Return an attribute, for most of them after the module has been executed."""
        spec = object.__getattribute__(self, "__dict__")["__spec__"]
        taken = SELDOM_USED[spec.name]
        if not (name in ("__spec__", "__path__") or (name in taken[1:] and _asks_for(taken[0]))):
            spec.loader_state.execute(self)
        return ModuleType.__getattribute__(self, name)


def _asks_for(taker: str) -> bool:
    """Return whether an attribute of a module is asked for by a package, or by an import that looks whether it is there."""
    asking = sys._getframe(2).f_globals.get("__name__") or ""
    return asking == "importlib._bootstrap" or asking.partition(".")[0] == taker


class Later:
    """A function or class of a module that waits: in annotations and comparisons it is itself, all else asks the true one."""

    def __init__(self, module: ModuleType, name: str) -> None:
        """Take the module and the name."""
        self._module = module
        self._name = name

    def _true(self) -> Any:
        self._module.__spec__.loader_state.execute(self._module)  # type: ignore[union-attr]
        return vars(self._module)[self._name]

    def __getitem__(self, parameters: object) -> Later:
        """Take parameters, in annotations."""
        return self

    def __or__(self, other: object) -> Later:
        """Be one of several, in annotations."""
        return self

    __ror__ = __or__

    def __call__(self, *positional: object, **named: object) -> Any:
        """Call the true one."""
        return self._true()(*positional, **named)

    def __getattr__(self, name: str) -> Any:
        """Return an attribute of the true one."""
        return getattr(self._true(), name)

    def __instancecheck__(self, thing: object) -> bool:
        """Return whether something is an instance of the true one."""
        return isinstance(thing, self._true())
