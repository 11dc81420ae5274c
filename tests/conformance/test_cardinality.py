"""What every cardinality encoding promises, for every small shape, every bound and every assignment.

A new module in the package of encodings is tested here without being named anywhere.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from math import comb
from typing import get_args

import numpy as np
import pytest

from hashicnf.core.constraints import Cardinality, Op, Origin
from hashicnf.core.variables import VariablePool
from hashicnf.errors import UsageError
from hashicnf.logic import Ints
from hashicnf.passes.cardinality import CARDINALITY, CardinalityEncoding, Shape, stamp, template_of
from hashicnf.passes.cardinality.direct import ENCODING as DIRECT
from hashicnf.passes.cardinality.pairwise import ENCODING as PAIRWISE
from tests.oracles import counting
from tests.oracles.models import projected

ORIGIN = Origin("capacity", "island")
OPS: tuple[Op, ...] = get_args(Op)
ENCODINGS = [pytest.param(encoding, id=name) for name, encoding in sorted(CARDINALITY.all().items())]
RUNS = [(1, 2), (2, 2), (3, 2), (1, 3), (2, 3), (3, 3), (1, 4), (2, 4)]


def test_the_extra_encodings_are_installed() -> None:
    """Without this, a missing package would turn a part of the suite into errors about something else."""
    assert {name: e.missing() for name, e in CARDINALITY.all().items() if e.missing()} == {}


def one_row(width: int) -> Ints:
    return np.arange(1, width + 1, dtype=np.int32)[None, :]


def accepted(encoding: CardinalityEncoding, lits: Ints, op: Op, bound: int, chain: int = 1) -> set[tuple[bool, ...]]:
    """Stamp a batch over ``lits`` and list which values of the literals its clauses allow."""
    pool = VariablePool()
    pool.declare("x", int(np.abs(lits).max(initial=0)), meaning="inputs")
    batch = Cardinality(lits, op, bound, ORIGIN, np.arange(len(lits), dtype=np.int32), chain)
    return projected(stamp(batch, encoding, "aux", pool), lits.ravel().tolist())


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("op", OPS)
def test_unordered_literals(encoding: CardinalityEncoding, op: Op) -> None:
    for width in range(7):
        for bound in range(-1, width + 2):
            wanted = counting.rows(width, op, bound)
            assert accepted(encoding, one_row(width), op, bound) == wanted, (width, bound)


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("op", OPS)
def test_ordered_runs(encoding: CardinalityEncoding, op: Op) -> None:
    """Ordered assignments are judged rightly by all, unordered ones by encodings that do not ask for the order."""
    for runs, chain in RUNS:
        width = runs * chain
        for bound in range(-1, width + 2):
            found = accepted(encoding, one_row(width), op, bound, chain)
            kept = {row for row in found if counting.ordered(row, chain)}
            assert kept == counting.rows(width, op, bound, chain), (runs, chain, bound)
            if not encoding.needs_order:
                assert found == counting.rows(width, op, bound), (runs, chain, bound)


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize(("op", "bound"), [("eq", 1), ("ge", 2), ("le", 1)])
def test_negative_literals_and_several_rows(encoding: CardinalityEncoding, op: Op, bound: int) -> None:
    """Rows are independent of one another: in particular, they share no auxiliaries."""
    lits = np.array([[1, -2, 3], [-4, 5, -6], [9, 8, 7]], dtype=np.int32)
    good = counting.rows(3, op, bound)
    assert accepted(encoding, lits, op, bound) == {(*a, *b, *c) for a, b, c in product(good, repeat=3)}


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_rows_may_share_literals(encoding: CardinalityEncoding) -> None:
    """Two islands share the literals of the edge between them."""
    lits = np.array([[1, 2, 3], [3, -1, 4]], dtype=np.int32)
    wanted = {
        (*row[:3], row[2], not row[0], row[3])
        for row in product((False, True), repeat=4)
        if sum(row[:3]) == 2 == row[2] + (not row[0]) + row[3]
    }
    assert accepted(encoding, lits, "eq", 2) == wanted


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_auxiliaries_are_fresh_and_have_a_name(encoding: CardinalityEncoding) -> None:
    for bound in range(6):
        pool = VariablePool()
        x = pool.declare("x", 4, 6, meaning="inputs").lits
        source = np.array([7, 5, 3, 1], dtype=np.int32)
        blocks = stamp(Cardinality(x[:, :], "eq", bound, ORIGIN, source, 2), encoding, "aux", pool)
        variables = pool.freeze()
        own = {int(s): set(x[i].tolist()) for i, s in enumerate(source)}
        for block in blocks:
            assert block.lits.dtype == np.int32
            for clause, s in zip(block.lits.tolist(), block.source.tolist(), strict=True):
                for lit in map(abs, clause):
                    assert lit in own[s] or variables.text(lit).startswith("aux[")
        texts = [
            {variables.text(v) for v in np.unique(np.abs(b.lits[b.source == s])).tolist()} for b in blocks for s in own
        ]
        assert all(len({t.split("[")[1].split(",")[0] for t in row if t.startswith("aux[")}) <= 1 for row in texts)


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("op", OPS)
def test_templates_are_clean(encoding: CardinalityEncoding, op: Op) -> None:
    """No clause twice, no literal twice in a clause, no tautology, no auxiliary left out."""
    for width, chain in ((3, 1), (6, 2), (8, 2), (6, 3), (8, 4)):
        for bound in range(-1, width + 2):
            template = template_of(encoding, Shape(width, op, bound, chain))
            clauses = [tuple(clause) for block in template.blocks for clause in block.tolist()]
            assert len({frozenset(clause) for clause in clauses}) == len(clauses)
            assert all(len({abs(lit) for lit in clause}) == len(clause) for clause in clauses)
            above = {abs(lit) for clause in clauses for lit in clause} - set(range(1, width + 1))
            assert above == set(range(width + 1, width + 1 + template.auxiliaries))


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_the_same_shape_gives_the_same_clauses(encoding: CardinalityEncoding) -> None:
    shape = Shape(8, "eq", 3, 2)
    assert encoding.clauses(shape) == encoding.clauses(shape)


STRONG = [(DIRECT, runs, chain) for runs, chain in ((4, 1), (5, 1), (2, 2), (3, 2), (2, 3), (1, 4))]
STRONG += [(PAIRWISE, width, 1) for width in range(1, 7)]


@pytest.mark.parametrize(("encoding", "runs", "chain"), STRONG)
@pytest.mark.parametrize("op", OPS)
def test_unit_propagation_finds_everything(encoding: CardinalityEncoding, runs: int, chain: int, op: Op) -> None:
    """On all 3^n partial assignments: every literal that follows, every contradiction, and nothing else."""
    width = runs * chain
    order = [(-(i + 1), i) for i in range(1, width + 1) if i % chain]
    for bound in range(-1, width + 2):
        template = template_of(encoding, Shape(width, op, bound, chain))
        clauses = [tuple(clause) for block in template.blocks for clause in block.tolist()] + order
        good = counting.rows(width, op, bound, chain)
        for given in counting.partial_assignments(width):
            assert counting.propagate(clauses, given) == counting.forced(good, given), (bound, given)


@pytest.mark.parametrize(
    ("runs", "chain"), [(1, 1), (3, 1), (5, 1), (1, 2), (2, 2), (3, 2), (4, 2), (2, 3), (3, 3), (2, 4)]
)
@pytest.mark.parametrize("op", OPS)
def test_direct_is_the_set_of_prime_implicates(runs: int, chain: int, op: Op) -> None:
    for bound in range(1, runs * chain):
        clauses = DIRECT.clauses(Shape(runs * chain, op, bound, chain))
        boxes = {counting.box_of(clause, runs, chain) for clause in clauses}
        assert len(boxes) == len(clauses)
        assert boxes == counting.largest_empty_boxes(runs, chain, op, bound), bound


def sizes(encoding: CardinalityEncoding, width: int, op: Op, chain: int = 1) -> Iterator[int]:
    for bound in range(1, width):
        yield sum(map(len, template_of(encoding, Shape(width, op, bound, chain)).blocks))


def test_pairwise_has_the_size_that_it_states() -> None:
    for n in range(2, 10):
        assert list(sizes(PAIRWISE, n, "ge")) == [comb(n, k - 1) for k in range(1, n)]
        assert list(sizes(PAIRWISE, n, "le")) == [comb(n, k + 1) for k in range(1, n)]
        assert list(sizes(PAIRWISE, n, "eq")) == [comb(n, k - 1) + comb(n, k + 1) for k in range(1, n)]


def test_direct_has_the_size_that_it_states() -> None:
    """One clause for each way to write k - 1, and each way to write k + 1, as a sum of run lengths."""
    for runs, chain in ((4, 1), (4, 2), (4, 3), (3, 4)):
        ways = [1]
        for _ in range(runs):
            ways = [sum(ways[max(0, s - chain) : s + 1]) for s in range(len(ways) + chain)]
        width = runs * chain
        assert list(sizes(DIRECT, width, "eq", chain)) == [ways[k - 1] + ways[k + 1] for k in range(1, width)]
    assert max(sizes(DIRECT, 8, "eq", 2)) == 16 + 16
    assert [max(sizes(DIRECT, 8, op, 2)) for op in ("ge", "le")] == [19, 19]


@pytest.mark.parametrize("encoding", [pytest.param(DIRECT, id="direct"), pytest.param(PAIRWISE, id="pairwise")])
def test_explosions_are_refused_before_they_happen(encoding: CardinalityEncoding) -> None:
    with pytest.raises(UsageError, match=r"has [\d,]+ clauses; use --cardinality seqcounter"):
        template_of(encoding, Shape(400, "eq", 200, 1))
