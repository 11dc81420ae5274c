"""Every cardinality encoding, every small shape, every bound, every assignment."""

from __future__ import annotations

from itertools import product
from math import comb
from typing import get_args

import numpy as np
import pytest

from hashicnf.constraints import Cardinality, Op, Origin
from hashicnf.logic import Ints
from hashicnf.passes.cardinality import CardinalityEncoding, Shape
from hashicnf.passes.cardinality._template import stamp, template_of
from hashicnf.passes.cardinality.direct import ENCODING as DIRECT
from hashicnf.passes.cardinality.pairwise import ENCODING as PAIRWISE
from hashicnf.pipeline.compile import CARDINALITY
from hashicnf.variables import VariablePool
from tests.oracles.models import projected

ORIGIN = Origin("capacity", "island")
OPS: tuple[Op, ...] = get_args(Op)
ENCODINGS = sorted(CARDINALITY.all().items())


def holds(count: int, op: Op, bound: int) -> bool:
    return {"eq": count == bound, "ge": count >= bound, "le": count <= bound}[op]


def ordered(values: tuple[bool, ...], chain: int) -> bool:
    return all(values[i] or not values[i + 1] for i in range(len(values) - 1) if (i + 1) % chain)


def accepted(encoding: CardinalityEncoding, lits: Ints, op: Op, bound: int, chain: int = 1) -> set[tuple[bool, ...]]:
    pool = VariablePool()
    variables = int(np.abs(lits).max(initial=0))
    pool.declare("x", variables, meaning="inputs")
    batch = Cardinality(lits, op, bound, ORIGIN, np.arange(len(lits), dtype=np.int32), chain)
    return projected(stamp(batch, encoding, "aux", pool), lits.ravel().tolist())


@pytest.mark.parametrize(("name", "encoding"), ENCODINGS)
@pytest.mark.parametrize("op", OPS)
def test_unordered_literals(name: str, encoding: CardinalityEncoding, op: Op) -> None:
    for width in range(6):
        lits = np.arange(1, width + 1, dtype=np.int32)[None, :]
        for bound in range(-1, width + 2):
            wanted = {v for v in product([False, True], repeat=width) if holds(sum(v), op, bound)}
            assert accepted(encoding, lits, op, bound) == wanted, (name, width, bound)


@pytest.mark.parametrize(("name", "encoding"), ENCODINGS)
@pytest.mark.parametrize("op", OPS)
def test_ordered_runs(name: str, encoding: CardinalityEncoding, op: Op) -> None:
    for runs, chain in ((1, 2), (2, 2), (3, 2), (2, 3), (1, 4), (2, 4)):
        width = runs * chain
        lits = np.arange(1, width + 1, dtype=np.int32)[None, :]
        for bound in range(-1, width + 2):
            wanted = {v for v in product([False, True], repeat=width) if holds(sum(v), op, bound)}
            found = accepted(encoding, lits, op, bound, chain)
            assert {v for v in found if ordered(v, chain)} == {v for v in wanted if ordered(v, chain)}, (name, bound)


@pytest.mark.parametrize(("name", "encoding"), ENCODINGS)
def test_rows_are_independent_and_negative_literals_count(name: str, encoding: CardinalityEncoding) -> None:
    lits = np.array([[1, -2, 3], [-4, 5, -6]], dtype=np.int32)
    found = accepted(encoding, lits, "eq", 1)
    wanted = {v for v in product([False, True], repeat=6) if sum(v[:3]) == 1 == sum(v[3:])}
    assert found == wanted, name


def propagate(clauses: list[tuple[int, ...]], given: dict[int, bool]) -> dict[int, bool] | None:
    """Plain unit propagation; None is a conflict."""
    value = dict(given)
    changed = True
    while changed:
        changed = False
        for clause in clauses:
            free = [lit for lit in clause if abs(lit) not in value]
            if any(value.get(abs(lit)) == (lit > 0) for lit in clause):
                continue
            if not free:
                return None
            if len(free) == 1:
                value[abs(free[0])] = free[0] > 0
                changed = True
    return value


@pytest.mark.parametrize(
    ("encoding", "runs", "chain"), [(DIRECT, 2, 2), (DIRECT, 3, 2), (DIRECT, 2, 3), (PAIRWISE, 5, 1)]
)
@pytest.mark.parametrize("op", OPS)
def test_unit_propagation_finds_everything(encoding: CardinalityEncoding, runs: int, chain: int, op: Op) -> None:
    width = runs * chain
    order = [(-(i + 1), i) for i in range(1, width + 1) if i % chain]
    everything = [v for v in product([False, True], repeat=width) if ordered(v, chain)]
    for bound in range(width + 1):
        template = template_of(encoding, Shape(width, op, bound, chain))
        clauses = [tuple(c) for block in template.blocks for c in block.tolist()] + order
        good = [v for v in everything if holds(sum(v), op, bound)]
        for partial in product([None, False, True], repeat=width):
            given = {i: v for i, v in enumerate(partial, 1) if v is not None}
            fits = [v for v in good if all(v[i - 1] == x for i, x in given.items())]
            found = propagate(clauses, given)
            if not fits:
                # a full conflict must be found at least when everything is assigned
                assert found is None or len(given) < width
            else:
                assert found is not None
                for i in range(1, width + 1):
                    if len({v[i - 1] for v in fits}) == 1:
                        assert found.get(i) == fits[0][i - 1], (op, bound, given, i)


def test_sizes_are_those_of_the_docstrings() -> None:
    for n in range(2, 8):
        for k in range(1, n):
            size = sum(map(len, template_of(PAIRWISE, Shape(n, "eq", k)).blocks))
            assert size == comb(n, k - 1) + comb(n, k + 1)
    largest = max(sum(map(len, template_of(DIRECT, Shape(8, "eq", k, 2)).blocks)) for k in range(1, 8))
    assert largest <= 19 + 19


@pytest.mark.parametrize(("name", "encoding"), ENCODINGS)
def test_templates_repeat_no_clause(name: str, encoding: CardinalityEncoding) -> None:
    for bound in range(1, 8):
        for block in template_of(encoding, Shape(8, "eq", bound, 2)).blocks:
            assert len({tuple(sorted(c)) for c in block.tolist()}) == len(block), name
