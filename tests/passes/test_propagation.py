"""Unit propagation in each encoding of cardinality constraints: all consequences are derived, or a known number is missed.

Every partial assignment of small constraints is tried: a literal that is in no model has to be false, and an assignment without a
model a conflict. Over ordered runs, the clauses of the order are there too.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import product
from typing import get_args

import pytest

from hashicnf.core.constraints import Op
from hashicnf.passes import cardinality
from hashicnf.passes.cardinality import CARDINALITY, Shape, adder, template_of

OPS: tuple[Op, ...] = get_args(Op)
WIDTHS = (3, 4, 5)
RUNS = ((2, 2), (2, 2, 2), (2, 1, 2), (3, 3))
ORDERED = {"direct", "adder"}
COMPLETE = ORDERED | {"seqcounter", "totalizer", "cardnetwrk", "sortnetwrk", "pairwise", "pb"}  # of unordered literals
# literals and conflicts that modulo totalizers miss over unordered literals
MISSED: dict[Op, tuple[int, int]] = {"eq": (160, 32), "ge": (80, 16), "le": (80, 16)}
INSTALLED = [name for name in CARDINALITY.names() if CARDINALITY.get(name).missing() is None]


@cache
def models(shape: Shape) -> tuple[tuple[int, ...], ...]:
    """Return the assignments, as literals, that satisfy the bound and the order of runs."""
    found = []
    for loads in product(*(range(length + 1) for length in shape.runs)):
        total = sum(loads)
        if {"eq": total == shape.bound, "ge": total >= shape.bound, "le": total <= shape.bound}[shape.op]:
            signs = [load > j for load, length in zip(loads, shape.runs, strict=True) for j in range(length)]
            found.append(tuple(v if sign else -v for v, sign in enumerate(signs, 1)))
    return tuple(found)


def partial(shape: Shape) -> Iterator[tuple[int, ...]]:
    """Yield partial assignments: for each run, the literals that bounds of its load fix."""
    spans = [[(low, high) for low in range(n + 1) for high in range(low, n + 1)] for n in shape.runs]
    first = [sum(shape.runs[:i]) + 1 for i in range(len(shape.runs))]
    for chosen in product(*spans):
        runs = zip(first, shape.runs, chosen, strict=True)
        yield tuple(
            lit for at, n, (low, high) in runs for lit in (*range(at, at + low), *range(-at - n + 1, -at - high + 1))
        )


@cache
def following(shape: Shape) -> list[tuple[tuple[int, ...], set[int] | None]]:
    """Return the partial assignments with the literals that each implies, None if it has no model."""
    found, every = [], [{*model} for model in models(shape)]
    for given in partial(shape):
        left = [model for model in every if model.issuperset(given)]
        found.append((given, set.intersection(*left) if left else None))
    return found


def propagated(clauses: Sequence[Sequence[int]], given: Sequence[int]) -> set[int] | None:
    """Return the literals that are true by unit propagation, None on a conflict."""
    true, waiting = {*given}, clauses
    while True:
        before, unsatisfied = len(true), list[Sequence[int]]()
        for clause in waiting:
            if true.isdisjoint(clause):
                left = [literal for literal in clause if -literal not in true]
                if not left:
                    return None
                if len(left) == 1:
                    true.add(left[0])
                else:
                    unsatisfied.append(left)
        if len(true) == before:
            return true
        waiting = unsatisfied


def missed(name: str, shape: Shape) -> tuple[int, int, int]:
    """Count the partial assignments, and those where unit propagation misses a literal, or a conflict."""
    template = template_of(CARDINALITY.get(name), shape)
    starts = [sum(shape.runs[:i]) + 1 for i in range(len(shape.runs))]
    clauses = [(-v - 1, v) for at, n in zip(starts, shape.runs, strict=True) for v in range(at, at + n - 1)]
    clauses += [tuple(clause) for block in template.blocks for clause in block.tolist()]
    literals = conflicts = 0
    for given, follows in following(shape):
        found = propagated(clauses, given)
        conflicts += follows is None and found is not None
        literals += follows is not None and not follows <= (found or set())
    return len(following(shape)), literals, conflicts


def totals(name: str, shapes: Sequence[Shape]) -> tuple[int, int, int]:
    counts = [missed(name, shape) for shape in shapes]
    return sum(one[0] for one in counts), sum(one[1] for one in counts), sum(one[2] for one in counts)


def unordered(op: Op) -> list[Shape]:
    return [Shape(width, op, bound) for width in WIDTHS for bound in range(1, width)]


def ordered(op: Op) -> list[Shape]:
    return [Shape(sum(runs), op, bound, runs) for runs in RUNS for bound in range(1, sum(runs))]


@pytest.mark.parametrize("op", OPS)
@pytest.mark.parametrize("name", INSTALLED)
def test_what_follows_of_unordered_literals_is_found_but_by_modulo_totalizers(name: str, op: Op) -> None:
    _, literals, conflicts = totals(name, unordered(op))
    assert (literals, conflicts) == ((0, 0) if name in COMPLETE else MISSED[op])


@pytest.mark.parametrize("op", OPS)
def test_numbers_that_are_added_up_find_all_and_have_one_value_each(op: Op, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cardinality, "MANY", 0)
    template_of.cache_clear()
    shapes = [*unordered(op), *ordered(op)]
    _, literals, conflicts = totals("adder", shapes)
    assert (literals, conflicts) == (0, 0)
    for shape in shapes:
        template = template_of(adder.ENCODING, shape)
        clauses = [tuple(clause) for block in template.blocks for clause in block.tolist()]
        every = {*range(1, shape.width + template.auxiliaries + 1)}
        assert all({*map(abs, propagated(clauses, model) or ())} == every for model in models(shape))
    template_of.cache_clear()


@pytest.mark.parametrize("op", OPS)
@pytest.mark.parametrize("name", INSTALLED)
def test_of_ordered_runs_only_encodings_that_know_the_order_find_all(name: str, op: Op) -> None:
    _, literals, conflicts = totals(name, ordered(op))
    assert (literals == conflicts == 0) == (name in ORDERED)
