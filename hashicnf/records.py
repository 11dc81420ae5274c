"""Records: frozen dataclasses with slots that compare, hash and print by their fields.

All records share the methods that are defined here, and ``__init__`` is compiled once for all records with the same number of
fields, and then gets their names. ``dataclass`` would compile these methods anew for each class, also those that prevent changes,
which took a sixth of the time that a command needs to start.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Set
from dataclasses import MISSING, Field, FrozenInstanceError, dataclass, field, fields
from functools import cache
from types import CodeType, FunctionType
from typing import Any, Final, TypeVar, dataclass_transform, overload

C = TypeVar("C")
COMPARING: Final = ("__eq__", "__hash__")
OTHERS: Final = ("__repr__", "__setattr__", "__delattr__", "__getstate__", "__setstate__")


@overload
@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def record(cls: type[C], /) -> type[C]: ...


@overload
@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def record(*, kw_only: bool = False, eq: bool = True) -> Callable[[type[C]], type[C]]: ...


def record(
    cls: type[C] | None = None, /, *, kw_only: bool = False, eq: bool = True
) -> type[C] | Callable[[type[C]], type[C]]:
    """Make a class a frozen dataclass with slots; methods that it defines itself take precedence over the shared ones.

    Fields with ``compare=False`` are ignored in comparisons and hashes; without ``eq`` a record equals only itself. Arrays are
    equal if their shapes and numbers are, whatever their dtype.
    """

    def make(plain: type[C]) -> type[C]:
        for name in (*COMPARING, *OTHERS) if eq else OTHERS:
            if name not in vars(plain):
                setattr(plain, name, vars(_Shared)[name])
        made = dataclass(init=False, slots=True, eq=False, repr=False, kw_only=kw_only)(plain)
        setattr(made, "__init__", _initialiser(made))  # noqa: B010 - mypy refuses to assign it
        return made

    return make if cls is None else make(cls)


class _Factory:
    """The default in a signature of a field whose value is made by a factory."""

    def __repr__(self) -> str:
        """Return the same text as in dataclasses."""
        return "<factory>"


FACTORY: Final = _Factory()


def _initialiser(kind: Any) -> Callable[..., None]:
    """Return the ``__init__`` of a record, which sets the slots by their descriptors."""
    every = sorted(fields(kind), key=lambda one: bool(one.kw_only))
    names = tuple(one.name for one in every)
    defaults = {one.name: _default_of(one) for one in every}
    keywords = sum(bool(one.kw_only) for one in every)
    has_factory = tuple(default is FACTORY for default in defaults.values())
    scope: dict[str, Any] = {f"set_{at}": getattr(kind, name).__set__ for at, name in enumerate(names)}
    scope |= {f"make_{at}": one.default_factory for at, one in enumerate(every)} | {"FACTORY": FACTORY}
    code = _code(has_factory, hasattr(kind, "__post_init__")).replace(
        co_varnames=("self", *names), co_argcount=1 + len(names) - keywords, co_kwonlyargcount=keywords
    )
    given = {name: default for name, default in defaults.items() if default is not MISSING}
    positional, by_name = names[: len(names) - keywords], names[len(names) - keywords :]
    required = tuple(name for name in positional if name not in given)
    if positional[: len(required)] != required:
        raise TypeError(f"{kind.__qualname__}: the field {required[-1]} has no default, and one before it has")
    made = FunctionType(code, scope, "__init__")
    made.__defaults__ = tuple(given[name] for name in positional if name in given)
    made.__kwdefaults__ = {name: given[name] for name in by_name if name in given}
    made.__annotations__ = {one.name: one.type for one in every} | {"return": "None"}
    made.__qualname__ = f"{kind.__qualname__}.__init__"
    return made


@cache
def _code(has_factory: tuple[bool, ...], is_checked: bool) -> CodeType:
    """Compile the ``__init__`` of all records with as many fields as ``has_factory`` has, with factories for the same ones."""
    values = [
        f"make_{at}() if _{at} is FACTORY else _{at}" if made else f"_{at}" for at, made in enumerate(has_factory)
    ]
    lines = [f" set_{at}(self, {value})" for at, value in enumerate(values)]
    lines += [" self.__post_init__()"] if is_checked else [] if lines else [" pass"]
    scope: dict[str, Any] = {}
    parameters = ["self", *(f"_{at}" for at in range(len(has_factory)))]
    exec(f"def __init__({', '.join(parameters)}):\n" + "\n".join(lines), scope)  # noqa: S102 - as dataclasses do
    code: CodeType = scope["__init__"].__code__
    return code


def _default_of(one: Field[Any]) -> object:
    return one.default if one.default_factory is MISSING else FACTORY


class _Shared:
    """The methods that all records share."""

    def __eq__(self, other: object) -> bool:
        """Compare field by field."""
        if other.__class__ is not self.__class__:
            return NotImplemented
        return all(_same(getattr(self, name), getattr(other, name)) for name in _compared(self.__class__))

    def __hash__(self) -> int:
        """Hash field by field."""
        return hash((self.__class__.__qualname__, *(_key(getattr(self, name)) for name in _compared(self.__class__))))

    def __setattr__(self, name: str, value: object) -> None:
        """Raise FrozenInstanceError."""
        raise FrozenInstanceError(f"cannot assign to field {name!r}")

    def __delattr__(self, name: str) -> None:
        """Raise FrozenInstanceError."""
        raise FrozenInstanceError(f"cannot delete field {name!r}")

    def __getstate__(self: Any) -> list[Any]:
        """List the values of the fields, for copies."""
        return [getattr(self, one.name) for one in fields(self)]

    def __setstate__(self: Any, state: list[Any]) -> None:
        """Set the fields of a copy."""
        for one, value in zip(fields(self), state, strict=True):
            object.__setattr__(self, one.name, value)

    def __repr__(self: Any) -> str:
        """Name the class and its fields."""
        shown = ", ".join(f"{field.name}={getattr(self, field.name)!r}" for field in fields(self) if field.repr)
        return f"{self.__class__.__qualname__}({shown})"


# A type checker lets no class that defines ``__hash__`` be the key of a cache, so it is one of any kind.
def _compared(kind: Any) -> tuple[str, ...]:
    return _names(kind)


@cache
def _names(kind: Any) -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind) if field.compare)


def _same(one: object, other: object) -> bool:
    import numpy as np  # not at the top: help needs no arrays

    if isinstance(one, np.ndarray) or isinstance(other, np.ndarray):
        return one is other or (type(one) is type(other) and np.array_equal(np.asarray(one), np.asarray(other)))
    if isinstance(one, tuple) and isinstance(other, tuple):
        return len(one) == len(other) and all(map(_same, one, other))
    return one is other or bool(one == other)


def _key(value: Any) -> Hashable:
    import numpy as np

    if isinstance(value, np.ndarray):
        return value.shape, np.ascontiguousarray(value, dtype=np.int64).tobytes()
    if isinstance(value, Mapping):
        return frozenset((name, _key(one)) for name, one in value.items())
    if isinstance(value, Set):
        return frozenset(value)
    try:
        hash(value)
    except TypeError:
        return tuple(map(_key, value))
    key: Hashable = value
    return key
