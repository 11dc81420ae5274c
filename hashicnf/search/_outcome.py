"""How a search can end."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeAlias, TypeVar

from hashicnf.core.limits import Statistics, Stopped

S = TypeVar("S")
A = TypeVar("A")


@dataclass(frozen=True, slots=True)
class Found(Generic[S, A]):
    """A goal, the actions that lead to it from an initial state, and their cost."""

    goal: S
    path: tuple[A, ...]
    cost: float


@dataclass(frozen=True, slots=True)
class Exhausted:
    """No goal can be reached: everything was searched."""


Outcome: TypeAlias = Found[S, A] | Exhausted | Stopped


@dataclass(frozen=True, slots=True)
class Result(Generic[S, A]):
    """How a search ended, and its figures."""

    outcome: Outcome[S, A]
    statistics: Statistics
