"""What every cardinality encoding promises, for every small shape, every bound and every assignment.

A new module in the package of encodings is tested here without being named anywhere.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from itertools import product
from math import comb
from typing import get_args

import pytest

import hashicnf
from hashicnf.core.constraints import Op, Origin
from hashicnf.errors import SolverMissing, UsageError
from hashicnf.passes.cardinality import CARDINALITY, CardinalityEncoding, Shape, direct, pb, template_of
from hashicnf.passes.cardinality.direct import ENCODING as DIRECT
from hashicnf.passes.cardinality.pairwise import ENCODING as PAIRWISE
from hashicnf.pipeline.compile import compile_puzzle
from hashicnf.pipeline.encodings import Encodings
from hashicnf.testing import counting
from hashicnf.testing.cases import Case
from tests.conformance.every import every_case

ORIGIN = Origin("capacity", "island")
OPS: tuple[Op, ...] = get_args(Op)
Box = tuple[tuple[int, int], ...]


@pytest.mark.parametrize("check", every_case("hashicnf.passes.cardinality", CARDINALITY.names()))
def test_it_keeps_its_promises(check: Case) -> None:
    check()


def test_the_extra_encodings_are_installed() -> None:
    """Without this, a missing package would turn a part of the suite into errors about something else."""
    assert {name: e.missing() for name, e in CARDINALITY.all().items() if e.missing()} == {}


def test_an_encoding_that_is_not_installed_is_missed_where_it_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is decided before needs no counting."""
    monkeypatch.setattr(pb, "missing", lambda: "pip install it")
    template_of.cache_clear()
    board = hashicnf.parse("2.2\n...\n2.2\n")
    with pytest.raises(SolverMissing, match="the pb encoding needs the package pindakaas: pip install it"):
        compile_puzzle(board, Encodings(cardinality="pb", connectivity="planar"))
    assert compile_puzzle(board, Encodings(cardinality="pb", connectivity="lazy", simplify=True)).formula.clause_count


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


def largest_empty_boxes(runs: int, chain: int, op: Op, bound: int) -> set[Box]:
    """The maximal boxes of run lengths without a solution: the prime implicates, seen from what they exclude.

    A clause over ordered runs excludes lengths between two limits in each run: a box. A larger box is a stronger clause.
    """
    intervals = [(low, high) for low in range(chain + 1) for high in range(low, chain + 1)]
    good = [a for a in product(range(chain + 1), repeat=runs) if counting.holds(sum(a), op, bound)]
    empty = {
        box
        for box in product(intervals, repeat=runs)
        if not any(all(low <= x <= high for x, (low, high) in zip(a, box, strict=True)) for a in good)
    }
    return {box for box in empty if not any(larger in empty for larger in _grown(box, chain))}


def _grown(box: Box, chain: int) -> Iterator[Box]:
    for i, (low, high) in enumerate(box):
        if low > 0:
            yield (*box[:i], (low - 1, high), *box[i + 1 :])
        if high < chain:
            yield (*box[:i], (low, high + 1), *box[i + 1 :])


def box_of(clause: Sequence[int], runs: int, chain: int) -> Box:
    """The run lengths that a clause excludes."""
    low, high = [0] * runs, [chain] * runs
    for lit in clause:
        run, place = divmod(abs(lit) - 1, chain)
        if lit > 0:
            high[run] = min(high[run], place)
        else:
            low[run] = max(low[run], place + 1)
    return tuple(zip(low, high, strict=True))


@pytest.mark.parametrize(("runs", "chain"), [(3, 1), (5, 1), (1, 2), (2, 2), (3, 2), (4, 2), (2, 3), (3, 3), (2, 4)])
@pytest.mark.parametrize("op", OPS)
def test_direct_is_the_set_of_prime_implicates(runs: int, chain: int, op: Op) -> None:
    for bound in range(1, runs * chain):
        clauses = DIRECT.clauses(Shape(runs * chain, op, bound, chain))
        boxes = {box_of(clause, runs, chain) for clause in clauses}
        assert len(boxes) == len(clauses)
        assert boxes == largest_empty_boxes(runs, chain, op, bound), bound


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
    """Also where few clauses are long ones."""
    for width, bound, size in ((400, 200, r"about 10\^12[12]"), (4000, 2, r"[\d,]+")):
        advice = rf"takes {size} literals \(the limit is 1,000,000\); use --cardinality (adder, )?seqcounter"
        with pytest.raises(UsageError, match=f"of {bound} of {width} .*{advice}"):
            template_of(encoding, Shape(width, "ge", bound, 1))


def test_direct_counts_more_runs_than_python_calls_within_another() -> None:
    width = sys.getrecursionlimit() + 1
    found = direct.tuples((1,) * width, 1)
    assert [row.index(1) for row, _ in zip(found, range(3), strict=False)] == [width - 1, width - 2, width - 3]
