"""Import seldom used modules lazily: modules that other packages import at each start are executed when they are first used.

They are a fifth of the code that a start would execute: the types of numpy's annotations, the texts of its documentation, the parts
of Lark that read grammars and that parse ambiguous ones, PySAT's formulas, and modules of the standard library that Typer, Lark and
numpy import for single functions. Each is found as usual, but not executed (``SeldomUsed``). A package that imports known names
from such a module at each start gets placeholders for them (``Later``); any other access to a name executes the module.

Python's own ``LazyLoader`` executes a module as soon as it is imported a second time or a name is imported from it, and before
Python 3.12 lets other threads use it while it is half executed. PEP 810 proposes lazy imports of this kind for the language.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from types import ModuleType

TYPE_CHECKING = False  # type checkers take it as True; typing would be imported before main
if TYPE_CHECKING:
    from collections.abc import Mapping
    from importlib.abc import Loader
    from importlib.machinery import ModuleSpec
    from typing import Any


# By module: for some, a package or module and the names that it imports from the module as it starts.
SELDOM_USED: Mapping[str, tuple[str, ...]] = {
    "difflib": ("typer", "get_close_matches"),
    "getpass": (),
    "gettext": ("typer", "gettext"),
    "hashlib": (),
    "ipaddress": (),
    "lark.load_grammar": (
        "lark",
        *("FromPackageLoader", "Grammar", "PackageResource"),
        *("load_grammar", "sha256_digest", "verify_used_files"),
    ),
    "lark.parsers.cyk": (),
    "lark.parsers.earley": ("lark.parser_frontends", "Parser"),
    "lark.parsers.xearley": (),
    "linecache": (),
    "numpy._core._add_newdocs": (),
    "numpy._core._add_newdocs_scalars": (),
    "numpy._core._internal": (),
    "numpy._typing": ("numpy", "NDArray"),
    "numpy.linalg": ("numpy", "eigvals", "inv", "lstsq", "matrix_power"),
    "numpy.typing": ("hashicnf", "NDArray"),
    "platform": (),
    "pysat.formula": ("pysat.solvers", "CNFPlus", "IDPool"),
    "subprocess": (),
    "tempfile": (),
    "textwrap": (),
    "tokenize": (),
    "typer.completion": ("typer", "get_completion_inspect_parameters"),
    "urllib.parse": ("pathlib", "quote_from_bytes"),
    "uuid": ("typer", "UUID"),
}


class SeldomFinder:
    """Find the modules of ``SELDOM_USED`` as usual, with a lazy loader. It comes first in ``sys.meta_path``."""

    @staticmethod
    def find_spec(name: str, path: Sequence[str] | None = None, target: ModuleType | None = None) -> ModuleSpec | None:
        """Return the spec of a module of ``SELDOM_USED``; None for others, which are left to the usual finders."""
        if name not in SELDOM_USED:
            return None
        from importlib.machinery import PathFinder

        spec = PathFinder.find_spec(name, path, target)
        if spec is not None and spec.loader is not None:
            spec.loader = SeldomLoader(spec.loader)  # type: ignore[assignment] # a loader by its methods
        return spec


class SeldomLoader:
    """Loads a module by its own loader, but executes it only when it is used."""

    def __init__(self, loader: Loader) -> None:
        """Wrap the module's own loader."""
        from threading import RLock

        self.loader = loader
        self.lock = RLock()
        self.is_executing = False

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        """Create the module as its own loader does."""
        return self.loader.create_module(spec)

    def exec_module(self, module: ModuleType) -> None:
        """Prepare the module without executing it."""
        spec: Any = module.__spec__
        spec.loader = module.__loader__ = self.loader
        spec.loader_state = self
        for name in SELDOM_USED[spec.name][1:]:
            setattr(module, name, Later(module, name))
        module.__class__ = SeldomUsed

    def execute(self, module: ModuleType) -> None:
        """Execute the module, once; other threads wait until it is finished."""
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
    """A module that is executed when an attribute is used, other than those that an import itself needs."""

    def __getattribute__(self, name: str) -> Any:
        """Return an attribute; execute the module first, unless it is one that the import needs."""
        spec = object.__getattribute__(self, "__dict__")["__spec__"]
        taken = SELDOM_USED[spec.name]
        if not (name in ("__spec__", "__path__") or (name in taken[1:] and _asks_for(taken[0]))):
            spec.loader_state.execute(self)
        return ModuleType.__getattribute__(self, name)


def _asks_for(taker: str) -> bool:
    """Return whether an attribute of a module is accessed by the package or module ``taker``, or by the import system for it."""
    asking = sys._getframe(2).f_globals.get("__name__") or ""
    return asking == "importlib._bootstrap" or f"{asking}.".startswith(f"{taker}.")


class Later:
    """A placeholder for a function or class of a lazy module: it serves in annotations; any other use loads the true object."""

    def __init__(self, module: ModuleType, name: str) -> None:
        """Store the module and the name."""
        self._module = module
        self._name = name

    def _true(self) -> Any:
        self._module.__spec__.loader_state.execute(self._module)  # type: ignore[union-attr]
        return vars(self._module)[self._name]

    def __getitem__(self, parameters: object) -> Later:
        """Return the placeholder, for annotations with parameters."""
        return self

    def __or__(self, other: object) -> Later:
        """Return the placeholder, for unions in annotations."""
        return self

    __ror__ = __or__

    def __call__(self, *positional: object, **named: object) -> Any:
        """Call the true object."""
        return self._true()(*positional, **named)

    def __getattr__(self, name: str) -> Any:
        """Return an attribute of the true object."""
        return getattr(self._true(), name)

    def __instancecheck__(self, thing: object) -> bool:
        """Return whether something is an instance of the true class."""
        return isinstance(thing, self._true())
