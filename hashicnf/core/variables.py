"""Variables of a formula, in named groups with shapes; no other module computes the number of a variable by hand.

A group such as ``bridge[m, 2]`` owns a run of consecutive variables in row-major order. A ``VariablePool`` declares groups; the
frozen ``Variables`` that it makes look numbers and names up. Declaring and looking up are different operations, so
a mistyped name is an error and never a new, unconstrained variable.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Iterator

import numpy as np

from hashicnf.errors import InternalError, UsageError
from hashicnf.logic import Bools, Ints
from hashicnf.records import record

MOST_VARIABLES = 2**31 - 2
FREE_VARIABLES = 1_000_000  # of these a header may speak, though nothing mentions them


@record
class Group:
    """A block of variables: ``first`` is the number of the entry at index (0, ..., 0)."""

    name: str
    shape: tuple[int, ...]
    first: int
    meaning: str
    base: int = 0

    @property
    def size(self) -> int:
        """Count the variables of the group."""
        return math.prod(self.shape)

    @property
    def lits(self) -> Ints:
        """Return the positive literals, int32 of the group's shape."""
        return np.arange(self.first, self.first + self.size, dtype=np.int32).reshape(self.shape)

    def values(self, model: Bools) -> Bools:
        """Return the group's values in a model: bool of the group's shape."""
        return model[self.first : self.first + self.size].reshape(self.shape)

    def text(self, variable: int) -> str:
        """Name one variable of the group, such as ``bridge[3,2]``; the last index counts from ``base``."""
        index: list[int] = [int(i) for i in np.unravel_index(variable - self.first, self.shape)]
        if not index:
            return self.name
        index[-1] += self.base
        return f"{self.name}[{','.join(map(str, index))}]"


@record
class Variables:
    """All groups of a formula, in order of their numbers."""

    groups: tuple[Group, ...] = ()

    @property
    def count(self) -> int:
        """Count all variables; this is also the largest number."""
        return self.groups[-1].first + self.groups[-1].size - 1 if self.groups else 0

    def __getitem__(self, name: str) -> Group:
        """Find a group by its name. Raises InternalError if it is not declared."""
        for group in self.groups:
            if group.name == name:
                return group
        raise InternalError(f"no variable group is named {name!r}")

    def names(self) -> Iterator[tuple[int, str]]:
        """Yield the number and the name of every variable, in order."""
        for group in self.groups:
            for number in range(group.first, group.first + group.size):
                yield number, group.text(number)

    def text(self, literal: int) -> str:
        """Name a literal, such as ``-bridge[3,2]``. Raises UsageError if there is no such variable."""
        variable = abs(literal)
        if not 1 <= variable <= self.count:
            raise UsageError(f"no variable has the number {variable}: they are 1 to {self.count:,}")
        at = bisect_right(self.groups, variable, key=lambda g: g.first) - 1
        return ("-" if literal < 0 else "") + self.groups[at].text(variable)


class VariablePool:
    """The builder of ``Variables``: declare groups, then freeze."""

    def __init__(self) -> None:
        """Start with no variables."""
        self._groups: list[Group] = []
        self._names: dict[str, int] = {}
        self._count = 0

    def declare(self, name: str, *shape: int, meaning: str, base: int = 0) -> Group:
        """Declare a group of fresh variables; ``base`` is the index base of its last dimension when shown.

        A name that is taken gets a number (``name.2``). Raises UsageError for more than ``MOST_VARIABLES`` variables in all.
        """
        times = self._names[name] = self._names.get(name, 0) + 1
        if times > 1:
            return self.declare(f"{name}.{times}", *shape, meaning=meaning, base=base)
        group = Group(name, tuple(map(int, shape)), self._count + 1, meaning, base)  # files contain no numbers of numpy
        if self._count + group.size > MOST_VARIABLES:
            raise UsageError(f"{name} needs {group.size:,} variables: more than DIMACS solvers can number")
        if group.size:
            self._groups.append(group)
            self._count += group.size
        return group

    @property
    def count(self) -> int:
        """Count the variables declared so far."""
        return self._count

    def freeze(self) -> Variables:
        """Return the declared variables."""
        return Variables(tuple(self._groups))
