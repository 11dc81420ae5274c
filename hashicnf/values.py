"""Values that hold arrays: compared and hashed by content, where a dataclass alone would ask an array for its truth."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import fields
from typing import Any, cast

import numpy as np


class ByValue:
    """The base of frozen dataclasses (``eq=False``) that hold arrays and compare by value, fields with ``compare=False`` apart.

    Arrays are equal if shape and numbers are, whatever their dtype.
    """

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        """Compare field by field."""
        if other.__class__ is not self.__class__:
            return NotImplemented
        return all(_same(getattr(self, name), getattr(other, name)) for name in _compared(self))

    def __hash__(self) -> int:
        """Hash field by field."""
        return hash((self.__class__.__qualname__, *(_key(getattr(self, name)) for name in _compared(self))))


def _compared(value: object) -> list[str]:
    return [field.name for field in fields(cast(Any, value)) if field.compare]


def _same(one: object, other: object) -> bool:
    if isinstance(one, np.ndarray) and isinstance(other, np.ndarray):
        return np.array_equal(one, other)
    return one is other or bool(one == other)


def _key(value: Any) -> Hashable:
    if isinstance(value, np.ndarray):
        return value.shape, np.ascontiguousarray(value, dtype=np.int64).tobytes()
    key: Hashable = frozenset(value.items()) if isinstance(value, Mapping) else value
    return key
