"""Counting by the definition: the assignments with the right number of true values, and the consequences of partial ones."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import product

from hashicnf.core.constraints import Op

Row = tuple[bool, ...]


def holds(count: int, op: Op, bound: int) -> bool:
    return {"eq": count == bound, "ge": count >= bound, "le": count <= bound}[op]


@cache
def ordered(values: Row, chain: int) -> bool:
    """Return whether, in each run of ``chain`` values, no True comes after a False."""
    runs = (values[i : i + chain] for i in range(0, len(values), chain))
    return all(list(run) == sorted(run, reverse=True) for run in runs)


@cache
def rows(width: int, op: Op, bound: int, chain: int = 1) -> frozenset[Row]:
    """Return all ordered total assignments with the right number of true values."""
    every = product((False, True), repeat=width)
    return frozenset(row for row in every if holds(sum(row), op, bound) and ordered(row, chain))


def partial_assignments(width: int) -> Iterator[dict[int, bool]]:
    """Yield all 3^width partial assignments of the variables 1..width."""
    for values in product((None, False, True), repeat=width):
        yield {i: value for i, value in enumerate(values, 1) if value is not None}


def forced(good: Iterable[Row], given: Mapping[int, bool]) -> dict[int, bool] | None:
    """Return the values that are the same in all good rows that agree with ``given``; None if there is no such row."""
    fits = [row for row in good if all(row[i - 1] == value for i, value in given.items())]
    if not fits:
        return None
    return {i: column[0] for i, column in enumerate(zip(*fits, strict=True), 1) if len(set(column)) == 1}


def propagate(clauses: Iterable[Sequence[int]], given: Mapping[int, bool]) -> dict[int, bool] | None:
    """Return the assignment after unit propagation, clause by clause until nothing changes; None for a conflict."""
    value, clauses, changed = dict(given), list(clauses), True
    while changed:
        changed = False
        for clause in clauses:
            if any(value.get(abs(lit)) == (lit > 0) for lit in clause):
                continue
            free = [lit for lit in clause if abs(lit) not in value]
            if not free:
                return None
            if len(free) == 1:
                value[abs(free[0])] = free[0] > 0
                changed = True
    return value
