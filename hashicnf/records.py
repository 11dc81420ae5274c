"""Records: frozen dataclasses with slots that compare, hash and print by their fields.

Methods that all records share are written here once. ``dataclass`` would compile them anew for each class, which took a tenth of
the time that a command needs to start.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field, fields
from functools import cache
from typing import Any, TypeVar, dataclass_transform, overload

C = TypeVar("C")


@overload
@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def record(cls: type[C], /) -> type[C]: ...


@overload
@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def record(*, kw_only: bool = False) -> Callable[[type[C]], type[C]]: ...


def record(cls: type[C] | None = None, /, *, kw_only: bool = False) -> type[C] | Callable[[type[C]], type[C]]:
    """Make a class a frozen dataclass with slots; methods of its own come before those that records share.

    Fields with ``compare=False`` do not take part in comparing and hashing. Arrays are equal if shape and numbers are, whatever
    their dtype.
    """

    def make(plain: type[C]) -> type[C]:
        for name in ("__eq__", "__hash__", "__repr__"):
            if name not in vars(plain):
                setattr(plain, name, vars(_Shared)[name])
        return dataclass(frozen=True, slots=True, eq=False, repr=False, kw_only=kw_only)(plain)

    return make if cls is None else make(cls)


class _Shared:
    """What every record does."""

    def __eq__(self, other: object) -> bool:
        """Compare field by field."""
        if other.__class__ is not self.__class__:
            return NotImplemented
        return all(_same(getattr(self, name), getattr(other, name)) for name in _compared(self.__class__))

    def __hash__(self) -> int:
        """Hash field by field."""
        return hash((self.__class__.__qualname__, *(_key(getattr(self, name)) for name in _compared(self.__class__))))

    def __repr__(self: Any) -> str:
        """Name the class and its fields."""
        shown = ", ".join(f"{field.name}={getattr(self, field.name)!r}" for field in fields(self) if field.repr)
        return f"{self.__class__.__qualname__}({shown})"


def _compared(kind: Any) -> tuple[str, ...]:
    return _names(kind)


@cache
def _names(kind: Any) -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind) if field.compare)


def _same(one: object, other: object) -> bool:
    import numpy as np  # not at the top: help needs no arrays

    if isinstance(one, np.ndarray) and isinstance(other, np.ndarray):
        return np.array_equal(one, other)
    return one is other or bool(one == other)


def _key(value: Any) -> Hashable:
    import numpy as np

    if isinstance(value, np.ndarray):
        return value.shape, np.ascontiguousarray(value, dtype=np.int64).tobytes()
    key: Hashable = frozenset(value.items()) if isinstance(value, Mapping) else value
    return key
