"""Find plug-ins: modules of hashicnf, and entry points of other packages.

A plug-in of hashicnf is one annotated constant at the end of its module, and has the module's name: a module
``passes/cardinality/pairwise.py`` that ends with ``ENCODING: Final[...] = ...`` is the encoding ``pairwise``; there is no list to
edit. Underscores become dashes.

Another package declares an entry point in the group with the name of hashicnf's own package for such plug-ins, under the name of
the plug-in (dashes, no underscores):

    [project.entry-points."hashicnf.passes.cardinality"]
    my-encoding = "my_package.encodings:ENCODING"

Modules are imported only when a plug-in is requested by name or when all are listed, and a plug-in is checked against its contract
as soon as it is imported. Other packages cannot take the names of hashicnf's own plug-ins. A plug-in of another package that cannot
be used is an error if it is requested by its name; when all are listed it is left out, with a ``PluginWarning``.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import fields
from functools import cache, lru_cache, partial, wraps
from importlib import import_module
from importlib.util import find_spec
from pkgutil import iter_modules
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar, cast

from hashicnf.entrypoints import entries_in, extended_groups, package_of
from hashicnf.errors import (
    InternalError,
    PluginError,
    PluginWarning,
    UsageError,
    at_fault,
    brief,
    exception_text,
    expecting,
    no_such,
    warn,
)
from hashicnf.records import record

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

T = TypeVar("T")

OURS: Final = "hashicnf"
NAME: Final = "[a-z0-9]+(-[a-z0-9]+)*"  # compiled only if other packages have plug-ins
TAKEN: Final = "hashicnf has one of that name"
UNNAMED: Final = "its name is not made of small letters and digits with dashes between"


@record
class Plugin(Generic[T]):
    """A plug-in with the name of the distribution that it comes from."""

    value: T
    package: str


class Registry(Generic[T]):
    """The plug-ins of one kind: modules of a package that define ``constant``, entry points, and those ``added`` by hand."""

    def __init__(
        self,
        package: str,
        constant: str,
        noun: str,
        kind: str | None = None,
        taken: Collection[str] = (),
        faults: Callable[[T], Iterable[str]] = lambda _: (),
        faults_of_others: Callable[[T], Iterable[str]] = lambda _: (),
    ) -> None:
        """Look in ``package`` for modules that define ``constant``; ``noun`` is the word for such plug-ins in messages.

        ``kind`` names the class of the plug-ins, exported by the package; ``faults`` lists violations of the contract that the
        annotations of the class do not show, and ``faults_of_others`` those sought in plug-ins of other packages alone. Names that
        are ``taken`` have another meaning, and plug-ins of other packages cannot have them.
        """
        self.package, self.constant, self.noun, self.kind, self.taken = package, constant, noun, kind, taken
        self.group = package
        self.faults, self.faults_of_others = faults, faults_of_others
        self.added: dict[str, T] = {}
        self.has_warned = False  # when all were listed last
        self._sound: dict[str, T] = {}  # plug-ins that have been checked
        self._refused: dict[tuple[object, ...], str] = {}  # entry points that have failed, on this path

    def names(self) -> list[str]:
        """List the names of all plug-ins, sorted."""
        return sorted(self.listed())

    def having(self, part: str) -> str:
        """Return the names of plug-ins whose attribute ``part`` is not None, separated by commas, for messages about others."""
        return ", ".join(name for name, plugin in self.all().items() if getattr(plugin, part) is not None)

    def all(self) -> dict[str, T]:
        """Import and return all plug-ins by name, those of hashicnf first."""
        return {name: plugin.value for name, plugin in self.listed().items()}

    def listed(self) -> dict[str, Plugin[T]]:
        """Import and return all plug-ins by name with their packages, those of hashicnf first.

        Those of other packages that cannot be used are left out, with a warning.
        """
        plugins = ((stem, self._load(stem)) for stem in modules_in(tuple(import_module(self.package).__path__)))
        found = {stem.replace("_", "-"): Plugin(plugin, OURS) for stem, plugin in plugins if plugin is not None}
        self.has_warned = False
        foreign = {name: partial(self._by_hand, name) for name in self.added}
        for name, entries in self._entries().items():
            foreign.setdefault(name, partial(self._foreign, entries, taken=(*found, *self.taken)))
        for name, load in foreign.items():
            try:
                found[name] = load()
            except UsageError as problem:
                warn(str(problem), PluginWarning)
                self.has_warned = True
        return found

    def find(self, name: str) -> T | None:
        """Return a plug-in by name, None if there is none."""
        if name in self.added:
            return self._by_hand(name).value
        stem = name.replace("-", "_")
        if "_" not in name and self._is_ours(stem) and (own := self._load(stem)) is not None:
            return own
        entries = self._entries().get(name)
        return None if entries is None or name in self.taken else self._foreign(entries).value

    def _is_ours(self, stem: str) -> bool:
        """Return whether the package has such a module."""
        if stem in self._sound:
            return True
        usable = stem.isidentifier() and not stem.startswith("_")
        return usable and _is_module(f"{self.package}.{stem}")

    def get(self, name: str) -> T:
        """Return a plug-in by name. Raises UsageError, which lists the known names."""
        if (found := self.find(name)) is not None:
            return found
        raise no_such(self.noun, name, self.names())

    def require_shared(self, name: str) -> None:
        """Raise UsageError for a plug-in that was added in this process: the processes that it starts do not know it."""
        if name in self.added:
            raise UsageError(
                f"the {self.noun} {name!r} is known only in this process, to which it was added, and the work is done in other "
                f"processes; install it as a package with an entry point of the group {self.group}"
            )

    def _load(self, stem: str) -> T | None:
        """Import a module of the package and return its plug-in, None if it defines none.

        Raises InternalError for a plug-in that breaks its contract.
        """
        module = import_module(f"{self.package}.{stem}")  # not from sys.modules: another thread may be importing it
        plugin: T | None = getattr(module, self.constant, None)
        if plugin is None or self._sound.get(stem) is plugin:
            return plugin
        if (fault := next(self._faults(plugin, self.constant, is_ours=True), None)) is not None:
            raise InternalError(f"the {self.noun} {stem} cannot be used: {fault} (in {module.__file__})")
        self._sound[stem] = plugin
        return plugin

    def _by_hand(self, name: str) -> Plugin[T]:
        """Return a plug-in that was added. Raises UsageError if it breaks its contract, or has a name of hashicnf's own."""
        plugin, stem = self.added[name], name.replace("-", "_")
        is_taken = name in self.taken or (self._is_ours(stem) and self._load(stem) is not None)
        wrong = TAKEN if is_taken else None if re.fullmatch(NAME, name) else UNNAMED
        if (fault := wrong or next(self._faults(plugin, "it"), None)) is not None:
            raise UsageError(f"the {self.noun} {name!r} that was added cannot be used ({fault})")
        return Plugin(plugin, type(plugin).__module__)

    def _entries(self) -> dict[str, list[EntryPoint]]:
        """Return the entry points of other packages by name; those with equal values are listed once."""
        entries: dict[str, list[EntryPoint]] = {}
        for entry in entries_in(self.group, tuple(sys.path)):
            known = entries.setdefault(entry.name, [])
            if entry.value not in (other.value for other in known):
                known.append(entry)
        return entries

    def _foreign(self, entries: Sequence[EntryPoint], taken: Collection[str] = ()) -> Plugin[T]:
        """Import the plug-in of another package.

        Raises UsageError if that fails, the plug-in breaks its contract, or its name is ``taken`` or used by two packages.
        """
        entry = entries[0]
        if len(entries) > 1:
            packages = " and ".join(map(package_of, entries))
            raise UsageError(f"{packages} both have a {self.noun} named {entry.name!r}; uninstall one of them")
        if entry.name in taken:
            raise self._unusable(entry, TAKEN)
        if not re.fullmatch(NAME, entry.name):
            raise self._unusable(entry, UNNAMED)
        if (reason := self._refused.get((entry, *sys.path))) is not None:
            raise self._unusable(entry, reason)
        try:
            plugin: T = entry.load()
            fault = next(self._faults(plugin, entry.attr or entry.value), None)
        except BaseException as problem:
            is_signal = not (isinstance(problem, Exception) or is_foreign(type(problem)))  # or a time limit
            if is_signal or isinstance(problem, KeyboardInterrupt | MemoryError):
                raise
            fault = exception_text(problem)
        if fault is not None:
            self._refused[entry, *sys.path] = fault
            raise self._unusable(entry, fault)
        return Plugin(plugin, package_of(entry))

    def _unusable(self, entry: EntryPoint, reason: str) -> UsageError:
        """Make (not raise) the error for a plug-in of another package."""
        return UsageError(
            f"the {self.noun} {entry.name!r} of the package {package_of(entry)} cannot be used ({reason}); "
            "mend or uninstall that package"
        )

    def _faults(self, plugin: T, called: str, *, is_ours: bool = False) -> Iterator[str]:
        """Yield violations of the contract of a plug-in that is ``called`` so: its class, fields, functions, ``faults``."""
        if self.kind is None:
            return
        kind = getattr(import_module(self.package), self.kind)
        if not isinstance(plugin, kind):
            yield f"{called} is no {self.kind}"
            return
        for field in fields(kind):
            value = getattr(plugin, field.name)
            if value is not field.default and (wrong := _misfit(str(field.type), value)) is not None:
                yield f"its {field.name} is {wrong}"
        yield from self.faults(plugin)
        if not is_ours:
            from hashicnf.contracts import unlike  # not at the top: for plug-ins of other packages alone

            yield from unlike(plugin, kind)
            yield from self.faults_of_others(plugin)


def kept_until_added(*registries: Registry[Any]) -> Callable[[Callable[[], T]], Callable[[], T]]:
    """Return a decorator that caches the result of a function until a plug-in is added to the registries, or the path changes.

    A result that came with a warning is not cached, so that the warning is repeated.
    """

    def decorate(function: Callable[[], T]) -> Callable[[], T]:
        kept: tuple[object, T] | None = None

        @wraps(function)
        def call() -> T:
            nonlocal kept
            state = (*sys.path,), [dict(registry.added) for registry in registries]
            last = kept  # another thread may replace it
            if last is None or last[0] != state:
                last = state, function()
                kept = None if any(registry.has_warned for registry in registries) else last
            return last[1]

        return call

    return decorate


def _misfit(hint: str, value: object) -> str | None:
    """Return how a value violates its annotation, None if it fits or the annotation is not one of those checked."""
    if value is None and hint.endswith("| None"):
        return None
    if hint.startswith("Callable[") and not callable(value):
        return "no function"
    if hint.startswith("tuple[") and not isinstance(value, tuple):
        return "no tuple"
    if hint.startswith("Mapping[") and not isinstance(value, Mapping):
        return "no mapping"
    if hint.startswith("type[") and not isinstance(value, type):
        return "no class"
    return "no text" if hint == "str" and not (isinstance(value, str) and value.strip()) else None


def returned(
    value: T,
    kind: type | tuple[type, ...],
    function: Callable[..., object],
    of: type | None = None,
    fault: Callable[[T], str] | None = None,
) -> T:
    """Return the result of a plug-in's function. Raises PluginError if it is not of this kind.

    If the function is from another package, its items must be ``of`` theirs, and ``fault`` returns a description of a fault of the
    result, "" if there is none; plug-ins of hashicnf are tested instead.
    """
    if not isinstance(value, kind):
        raise misreturned(function, value, expecting(kind, of))
    if (of is None and fault is None) or not is_foreign(function):
        return value
    if of is not None and not all(isinstance(one, of) for one in cast(Iterable[object], value)):
        raise misreturned(function, value, expecting(kind, of))
    if fault is not None and (found := fault(value)):
        raise misreturned(function, value, found)
    return value


def misreturned(function: Callable[..., object], value: object, fault: str) -> PluginError | InternalError:
    """Make (not raise) the error for an invalid result of a function: PluginError if it is from another package."""
    name = getattr(function, "__qualname__", type(function).__qualname__)
    return breach(f"{module_of(function)}.{name} returned {brief(value)}{fault and f': {fault}'}", [function])


def breach(message: str, functions: Iterable[Callable[..., object]]) -> PluginError | InternalError:
    """Make (not raise) the error for a fault of one of some functions: PluginError if any is from another package."""
    packages = packages_of(functions)
    return PluginError(message, packages) if packages else InternalError(message)


def module_of(function: Callable[..., object]) -> str:
    """Return the name of the module that defines a function."""
    return str(getattr(function.func if isinstance(function, partial) else function, "__module__", ""))


def is_foreign(function: Callable[..., object]) -> bool:
    """Return whether a function is from another package."""
    return module_of(function).partition(".")[0] != OURS


def packages_of(functions: Iterable[Callable[..., object]]) -> str:
    """Return the names of other packages that define some functions, by their distributions if known; "" if all are hashicnf's."""
    owners = _owners()
    tops = (module_of(function).partition(".")[0] for function in functions)
    return " and ".join(dict.fromkeys(name for top in tops if (name := owners.get(top, top))))


def _owners() -> dict[str, str]:
    """Return the distributions of the packages with plug-ins, by package; "" for hashicnf."""
    groups = extended_groups(tuple(sys.path))
    entries = (entry for group in sorted(groups) for entry in entries_in(group, tuple(sys.path)))
    return {entry.value.partition(":")[0].partition(".")[0]: package_of(entry) for entry in entries} | {OURS: ""}


def blame(problem: BaseException) -> str:
    """Return a text about where to report an unexpected exception: to the package of the plug-in that was running, or here."""
    package = package_behind(problem)
    return at_fault(package) if package else "internal error, please report it"


def package_behind(problem: BaseException) -> str:
    """Return the other package whose plug-in was running when an exception was raised, or returned an invalid result; or ""."""
    if isinstance(problem, PluginError):
        return problem.package
    owners, trace, found = _owners(), problem.__traceback__, ""
    while trace is not None:
        found = owners.get(trace.tb_frame.f_globals.get("__name__", "").partition(".")[0]) or found
        trace = trace.tb_next
    return found


@lru_cache
def _is_module(name: str) -> bool:
    """Return whether there is a module of this name, without importing it; to look for it in the folders takes long."""
    return find_spec(name) is not None


@cache
def modules_in(path: tuple[str, ...]) -> list[str]:
    """List the public modules of a package by its path."""
    return [entry.name for entry in iter_modules(path) if not entry.name.startswith("_")]
