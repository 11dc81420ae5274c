"""Literals, models and verdicts: the words that every solver and every pass shares.

A literal is a non-zero int32: ``+v`` is variable v, ``-v`` its negation; variables count from 1, as in DIMACS.
A model is ``bool[V + 1]``: entry v is the value of variable v, entry 0 is unused and False.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Final, TypeAlias, cast

import numpy as np
from numpy.typing import NDArray

Ints: TypeAlias = NDArray[np.int32]
Bools: TypeAlias = NDArray[np.bool_]


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


@dataclass(frozen=True, slots=True, eq=False)
class Sat(ByValue):
    """A model was found: ``bool[V + 1]``, 1-based."""

    model: Bools


@dataclass(frozen=True, slots=True, eq=False)
class Unsat(ByValue):
    """No model exists; ``proof`` holds DRUP lines where the solver wrote them, ``core`` the assumptions to blame, int32."""

    proof: tuple[str, ...] | None = None
    core: Ints | None = None


@dataclass(frozen=True, slots=True)
class Unknown:
    """The solver gave up; ``reason`` says why, in words for a person."""

    reason: str = field(default="the solver gave no reason")


Verdict: TypeAlias = Sat | Unsat | Unknown

LATE: Final = "time limit reached"


def in_full(reason: str, timeout: float | None) -> str:
    """Name the time limit that was asked for, where a reason is that what was left of it is over."""
    late = timeout is not None and reason.startswith("time limit")
    return f"time limit of {timeout:g} s reached{reason.partition('reached')[2]}" if late else reason


def model_of(literals: Ints, variables: int) -> Bools:
    """Turn a solver's literals into a model over ``variables`` variables.

    Variables that no literal mentions are False: solvers omit what does not matter.
    Literals above ``variables`` raise IndexError: the caller decides whose fault that is.
    """
    model = np.zeros(variables + 1, dtype=np.bool_)
    model[literals[literals > 0]] = True
    return model


def truth(model: Bools, literals: Ints) -> Bools:
    """Evaluate literals of any shape under a model; the result has the same shape."""
    return model[np.abs(literals)] ^ (literals < 0)
