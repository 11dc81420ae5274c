"""Deliberate faults, each of which an oracle must notice: a test suite that lets one pass cannot be believed.

A fault replaces one function of the package by a wrong one. Four comparisons may notice it:

    MODELS   the models of the formula, decoded, are the brute-force solutions
    CHOICES  the connectivity encoding, and its cuts if it has any, accept the choices of edges that a search calls connected
    LOOP     the lazy loop says "solved" and "unsolvable" where brute force does, and its solution is one of those
    CHECK    the checker objects exactly to what brute force does not list

Faults that only make a formula larger, or that remove clauses that others imply, are listed apart: there the same
comparison must see nothing, which shows that what the docstrings call redundant is redundant.
"""

# ruff: noqa: ARG005 - a wrong function takes what the right one takes
from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from importlib import import_module
from itertools import product
from typing import Any

import numpy as np
import pytest

import hashicnf
from hashicnf.core.constraints import Cardinality, Clauses
from hashicnf.families.hashi import board as boards
from hashicnf.passes import cardinality as counting
from hashicnf.passes import connectivity, duplicates, exclusive, implication, template
from hashicnf.passes.cardinality import direct, pairwise
from hashicnf.passes.connectivity import CONNECTIVITY, block, closure, dual_elimination, lazy, planar
from hashicnf.passes.connectivity import _arcs as arcs
from hashicnf.passes.connectivity import _plane as plane
from hashicnf.passes.connectivity import loops as loop_finder
from hashicnf.pipeline import compile as pipeline
from hashicnf.pipeline.compile import compile_puzzle
from hashicnf.pipeline.encodings import Encodings
from hashicnf.testing.connectivity import accepted
from hashicnf.testing.graphs import DRAWN, drawn
from tests.oracles import hashi
from tests.oracles.puzzles import Counts, counts_of, decoded, puzzle_of, solution_of

# The family's package exports functions of the same names as these modules.
checker = import_module("hashicnf.families.hashi.check")
rules = import_module("hashicnf.families.hashi.constraints")

Wrong = Callable[[Any], Any]
Compare = Callable[["Fault"], bool]


@dataclass(frozen=True)
class Sample:
    """A board with its settings and all its solutions."""

    grid: hashi.Grid
    most: int
    loops: bool
    solutions: tuple[Counts, ...]


@dataclass(frozen=True)
class Fault:
    """One wrong function: ``wrong`` gets the right one and returns the wrong one."""

    what: str
    module: Any
    name: str
    wrong: Wrong
    sees: str = "MODELS"
    cardinality: str = "direct"
    connectivity: str = "planar"


WITNESSES = [
    "22. 2.1 .1.",
    "2.1 ... 1.2",
    "1.1 ... 1.1",
    "23. 2.3 .44",
    "1?1",
    "??.. ..?? ?.?.",
    ".1. 1.1 .1.",
    "11 33",
    "31 11",
    "2.2 ... 2.2",
]


@cache
def panel() -> tuple[Sample, ...]:
    """Witnesses, and planted boards with and without loops, half of them with one number changed."""
    rng = random.Random(1)
    made: list[tuple[hashi.Grid, int, bool]] = [(hashi.drawn(text), 2, True) for text in WITNESSES]
    made.append((hashi.drawn("2.2 ... 2.2"), 2, False))
    made.append((hashi.drawn("??? ??? ???"), 1, False))
    while len(made) < 40:
        most, loops = rng.choice([(2, True), (2, True), (2, False), (1, True), (3, True)])
        grid = hashi.planted(rng, rng.randint(2, 5), rng.randint(3, 5), rng.randint(4, 7), most, loops=loops, largest=9)
        if len(made) % 2:
            r, c = rng.choice(hashi.islands(grid))
            grid[r][c] = max(1, grid[r][c] + rng.choice([-1, 1]))
        if len(made) % 3 == 0 or hashi.crosses(grid):
            made.append((grid, most, loops))
    return tuple(Sample(g, m, k, tuple(hashi.solutions(g, m, loops=k))) for g, m, k in made)


def models_agree(fault: Fault) -> bool:
    for sample in panel():
        puzzle = puzzle_of(sample.grid, sample.most, loops=sample.loops)
        formula = compile_puzzle(
            puzzle, Encodings(cardinality=fault.cardinality, connectivity=fault.connectivity)
        ).formula
        if decoded(puzzle, sample.grid, formula, formula.blocks) != list(sample.solutions):
            return False
    return True


def loop_agrees(fault: Fault) -> bool:
    """The loop may also end with one of its own errors: it does not trust the passes either."""
    for sample in panel():
        puzzle = puzzle_of(sample.grid, sample.most, loops=sample.loops)
        try:
            answer = hashicnf.solve(puzzle, cardinality=fault.cardinality, connectivity=fault.connectivity)
        except hashicnf.HashicnfError:
            return False
        match answer.verdict:
            case hashicnf.Sat():
                if counts_of(sample.grid, answer.solution) not in sample.solutions:
                    return False
            case _:
                if sample.solutions:
                    return False
    return True


CHOICES = (
    "square",
    "crossing that must stay open",
    "ladder",
    "plus",
    "lattice",
    "disconnected pair and one",
    "connected across",
    "tail inside a face",
)


def choices_agree(fault: Fault) -> bool:
    encoding = CONNECTIVITY.get(fault.connectivity)
    for name in CHOICES:
        graph = drawn(DRAWN[name])
        for loops in (True, False):
            if accepted(encoding, graph, loops=loops) != graph.connected(loops=loops):
                return False
    return True


def checker_agrees(_: Fault) -> bool:
    """All choices for boards with few pairs, one more bridge than allowed included."""
    for sample in panel():
        puzzle, pairs = puzzle_of(sample.grid, sample.most, loops=sample.loops), len(hashi.pairs(sample.grid))
        for counts in product(range(sample.most + 2), repeat=pairs) if pairs < 5 else ():
            objects = bool(hashicnf.check(puzzle, solution_of(sample.grid, counts)))
            if objects == hashi.is_solution(sample.grid, counts, sample.most, loops=sample.loops):
                return False
    return True


COMPARE: dict[str, Compare] = {
    "MODELS": models_agree,
    "CHOICES": choices_agree,
    "LOOP": loop_agrees,
    "CHECK": checker_agrees,
}


def agrees(fault: Fault) -> bool:
    try:
        return COMPARE[fault.sees](fault)
    except (AssertionError, IndexError, ValueError):
        return False  # the fault was noticed before anything could be compared


def keep(rows: slice) -> Wrong:
    """Keep some rows of every block that a function returns."""
    return changed(lambda block: Clauses(block.lits[rows], block.origin, block.source[rows]))


def changed(change: Callable[[Clauses], Clauses]) -> Wrong:
    """Change every block that a function returns: one, or a list of them."""

    def wrong(right: Any, *a: Any) -> Any:
        found = right(*a)
        return [*map(change, found)] if isinstance(found, list) else change(found)

    return lambda right: lambda *a: wrong(right, *a)


def without(index: int) -> Wrong:
    """Leave out one block of the list that a function returns."""
    return lambda right: (
        lambda *a, **k: [b for i, b in enumerate(right(*a, **k)) if i != index % max(1, len(right(*a, **k)))]
    )


def nothing(_: Any) -> Any:
    return lambda *a, **k: []


negated = changed(lambda block: Clauses(-block.lits, block.origin, block.source))


def batch_with(change: Callable[[Cardinality], Cardinality]) -> Wrong:
    return lambda right: lambda *a: [change(batch) for batch in right(*a)]


def bounded(step: int) -> Wrong:
    return batch_with(lambda batch: replace(batch, bound=batch.bound + step))


def shifted(step: int) -> Wrong:
    """Count tuples of another sum."""
    return lambda right: lambda runs, total: right(runs, total + step)


def other_face(right: Any) -> Any:
    """Give the planar encoding a plane whose first segment has its two faces changed over."""

    def wrong(batch: Any) -> Any:
        found = right(batch)
        side = found.side.copy()
        first = np.flatnonzero(found.end[:, 0] == 0)[0]
        side[first] = np.where(side[first] == side.max(), 0, side.max())
        return replace(found, side=side)

    return wrong


def rightmost(right: Any) -> Any:
    """Go straight on at every node, so that faces run into one another."""

    def wrong(nodes: int, end: Any, horizontal: Any) -> Any:
        return np.zeros_like(right(nodes, end, horizontal))

    return wrong


def rooted_nowhere(right: Any) -> Any:
    return lambda batch, end, arc, count, root, *, at_most: right(batch, end, arc, count, -1, at_most=at_most)


def outgoing_only(*, nodes: bool) -> Wrong:
    """Ask only nodes, or only faces, for an outgoing arc (nodes are those that have at most one)."""
    return lambda right: lambda *a, at_most: right(*a, at_most=at_most) if at_most == nodes else []


def without_at_most(right: Any) -> Any:
    return lambda *a, at_most: right(*a, at_most=False)


def without_pairs(right: Any) -> Any:
    """Keep the clauses of the root face and those that ask for arcs, drop those that forbid two."""
    return lambda *a: [b for b in right(*a) if b.lits.shape[1] != 2 or (b.lits > 0).any()]


def loops_allowed(right: Any) -> Any:
    return lambda batch, *a: right(replace(batch, acyclic=False), *a)


def one_face(right: Any) -> Any:
    return lambda batch: replace(right(batch), faces=1, side=np.zeros_like(right(batch).side))


def sharing_auxiliaries(right: Any) -> Any:
    """Look auxiliaries up in the first row only, so that all constraints of a shape share them."""

    def wrong(table: Any, abstract: Any) -> Any:
        own = int(np.abs(abstract).max())
        shared = table.copy()
        if own > 2:
            shared[:, 4:] = shared[0, 4:]
        return right(shared, abstract)

    return wrong


def unsigned(right: Any) -> Any:
    return lambda blocks: right([np.sort(np.abs(lits), axis=1) for lits in blocks])


def skipping_touching(right: Any) -> Any:
    """Overlook islands in neighbouring cells."""

    def wrong(shape: Any, row: Any, column: Any) -> Any:
        edge, horizontal, crossing = right(shape, row, column)
        u, v = edge.T
        far = np.abs(row[u] - row[v]) + np.abs(column[u] - column[v]) > 1
        number = np.cumsum(far, dtype=np.int32) - 1
        return edge[far], horizontal[far], number[crossing]

    return wrong


def no_vertical(right: Any) -> Any:
    def wrong(*a: Any) -> Any:
        edge, horizontal, crossing = right(*a)
        return edge[horizontal], horizontal[horizontal], crossing[:0]

    return wrong


def no_crossings(right: Any) -> Any:
    return lambda *a: (*right(*a)[:2], right(*a)[2][:0])


def without_upward(right: Any) -> Any:
    """Forget the last edge of islands that have four, or more than two."""

    def wrong(board: Any) -> Any:
        table, degree = right(board)
        return table, np.minimum(degree, 2)

    return wrong


def one_side(right: Any) -> Any:
    """Say that every edge leaves the first component."""
    return lambda batch, label, count: right(batch, np.minimum(label, 1) * 0 + np.arange(len(label)) // 2, count)


def trusting(_: Any) -> Any:
    return lambda batch, model: []


def flip(right: Any) -> Any:
    return lambda *a: [Clauses(-b.lits, b.origin, b.source) for b in right(*a)]


def swapped_orders(right: Any) -> Any:
    return lambda batch, above: right(batch, above)[1:]


def asymmetric_only(right: Any) -> Any:
    return lambda batch, above: right(batch, above)[:1]


FAULTS = [
    Fault("one crossing has no clause", exclusive, "stamp", keep(slice(1, None))),
    Fault("no crossing has a clause", exclusive, "stamp", keep(slice(0, 0))),
    Fault("crossing clauses have the wrong sign", exclusive, "stamp", negated),
    Fault("boards have no crossings", boards, "_edges", no_crossings),
    Fault("the dependency is turned round", implication, "encode", negated),
    Fault("the dependency is turned round, pairwise", implication, "encode", negated, cardinality="pairwise"),
    Fault("there is no dependency", implication, "encode", keep(slice(0, 0)), cardinality="pairwise"),
    Fault("numbers are one too large", rules, "_capacity", bounded(1)),
    Fault("numbers are one too small", rules, "_capacity", bounded(-1)),
    Fault("numbers are only a lower bound", rules, "_capacity", batch_with(lambda b: replace(b, op="ge"))),
    Fault("numbers are only an upper bound", rules, "_capacity", batch_with(lambda b: replace(b, op="le"))),
    Fault("islands of the first shape have no number", rules, "_capacity", lambda r: lambda *a: r(*a)[1:]),
    Fault("islands of the last shape have no number", rules, "_capacity", lambda r: lambda *a: r(*a)[:-1]),
    Fault("? asks for exactly one", rules, "_demand", lambda r: lambda clue: ("eq", abs(clue))),
    Fault("? asks for two", rules, "_demand", lambda r: lambda clue: ("ge", 2) if clue < 0 else r(clue)),
    Fault("islands forget edges beyond the second", rules, "incidence_table", without_upward),
    Fault("touching islands do not see each other", boards, "_edges", skipping_touching),
    Fault("columns are not searched", boards, "_edges", no_vertical),
    Fault("direct: lower and upper tuples one too large", direct, "tuples", shifted(1)),
    Fault("direct: lower and upper tuples one too small", direct, "tuples", shifted(-1)),
    Fault("direct: at least says too much", direct, "_at_least", lambda r: lambda *a: r(*a)[1:] or r(*a)),
    Fault("direct: at most says too much", direct, "_at_most", lambda r: lambda a, c: r(a, c)[1:] or r(a, c)),
    Fault(
        "direct: at least is off by one literal",
        direct,
        "_at_least",
        lambda r: lambda *a: tuple(max(1, x - 1) for x in r(*a)),
    ),
    Fault(
        "pairwise: subsets one too large",
        pairwise,
        "combinations",
        lambda r: lambda x, k: r(x, k + 1),
        cardinality="pairwise",
    ),
    Fault(
        "pairwise: subsets one too small",
        pairwise,
        "combinations",
        lambda r: lambda x, k: r(x, k - 1),
        cardinality="pairwise",
    ),
    Fault("bounds that cannot be met are trivial", counting, "trivial_clauses", lambda r: lambda s: r(s) or []),
    Fault("the empty clause is lost", counting, "trivial_clauses", lambda r: lambda s: [] if r(s) == [()] else r(s)),
    Fault("auxiliaries are shared", template, "stamped", sharing_auxiliaries, cardinality="seqcounter"),
    Fault("auxiliaries are shared, totalizer", template, "stamped", sharing_auxiliaries, cardinality="totalizer"),
    Fault("literals lose their sign", template, "stamped", lambda r: lambda t, a: np.abs(r(t, a))),
    Fault("clauses are equal when their variables are", duplicates, "_repeated", unsigned),
    *(Fault(f"planar: pair {i} of arcs excludes nothing", planar, "_one_of_four", without(i)) for i in (1, 6)),
    Fault("planar: nodes need no arc", planar, "_outgoing", outgoing_only(nodes=False)),
    Fault("planar: faces need no arc", planar, "_outgoing", outgoing_only(nodes=True)),
    Fault("planar: the roots need an arc", planar, "_outgoing", rooted_nowhere),
    Fault("planar: arcs need no edges", planar, "_arcs_need_edges", nothing),
    Fault("planar: arcs from islands need no edges", planar, "_arcs_need_edges", without(0)),
    Fault("planar: loops are not forbidden", planar, "_edges_need_arcs", nothing),
    Fault("planar: a segment lies between the wrong faces", plane, "planarise", other_face),
    Fault("planar: all faces are one", plane, "_faces", rightmost),
    *(
        Fault(f"dual: {what}", dual_elimination, name, wrong, sees="CHOICES", connectivity="dual-elimination")
        for what, name, wrong in (
            ("segments need be nothing", "_arcs_or_kept", without(0)),
            ("segments left of crossing points need be nothing", "_arcs_or_kept", without(1)),
            ("arcs may lead from a face to itself", "_arcs_or_kept", without(3)),
            ("what is chosen may be an arc", "_arcs_or_kept", without(4)),
            ("any number of arcs may leave a face", "_outgoing", without_pairs),
            ("faces need no arc where loops are forbidden", "_outgoing", loops_allowed),
            ("arcs may run in cycles", "forbid_cycles", nothing),
        )
    ),
    Fault("dual: all faces are one", plane, "planarise", one_face, sees="CHOICES", connectivity="dual-elimination"),
    Fault("closure: no order", closure, "_strict_order", nothing, connectivity="closure"),
    Fault("closure: not asymmetric", closure, "_strict_order", swapped_orders, connectivity="closure"),
    Fault("closure: not transitive", closure, "_strict_order", asymmetric_only, connectivity="closure"),
    Fault("closure: no parents", closure, "parents", nothing, connectivity="closure"),
    Fault("closure: even the root has a parent", arcs, "ROOT", lambda _: -1, connectivity="closure"),
    Fault(
        "connectivity is not asked for",
        pipeline,
        "lower_batch",
        lambda r: lambda b, *a: [] if hasattr(b, "acyclic") else r(b, *a),
    ),
    Fault("lazy: nothing is refined", lazy, "refine", trusting, "CHOICES", connectivity="lazy"),
    Fault("lazy: cuts have the wrong sign", lazy, "cuts", flip, "CHOICES", connectivity="lazy"),
    Fault("lazy: loops are not cut", lazy, "loop_clauses", nothing, "CHOICES", connectivity="lazy"),
    Fault("lazy: loop clauses have the wrong sign", lazy, "loop_clauses", flip, "CHOICES", connectivity="lazy"),
    Fault("lazy: cuts of sets that are no components", lazy, "cuts", one_side, "CHOICES", connectivity="lazy"),
    Fault(
        "lazy: loops lack an edge",
        loop_finder,
        "cycles",
        lambda r: lambda *a: [cycle[1:] for cycle in r(*a)],
        "CHOICES",
        connectivity="lazy",
    ),
    Fault("lazy: nothing is refined, and solved", lazy, "refine", trusting, "LOOP", connectivity="lazy"),
    Fault("lazy: cuts have the wrong sign, and solved", lazy, "cuts", flip, "LOOP", connectivity="lazy"),
    Fault("block: nothing is refined", block, "refine", trusting, "LOOP", connectivity="block"),
    Fault("checker: numbers are not counted", checker, "_numbers", nothing, "CHECK"),
    Fault("checker: crossings are not seen", checker, "_crossing", nothing, "CHECK"),
    Fault("checker: bridges are not limited", checker, "_too_many", nothing, "CHECK"),
    Fault("checker: groups and loops are not seen", checker, "_joined", nothing, "CHECK"),
    Fault(
        "checker: loops are always allowed",
        checker,
        "_joined",
        lambda r: lambda *a, loops: r(*a, loops=True),
        "CHECK",
    ),
    Fault(
        "checker: loops are never allowed",
        checker,
        "_joined",
        lambda r: lambda *a, loops: r(*a, loops=False),
        "CHECK",
    ),
    Fault(
        "checker: vertical bridges pass over nothing",
        checker,
        "_passes",
        lambda r: lambda shape, start, end, axis: r(shape, start, end, axis) * axis,
        "CHECK",
    ),
]
HARMLESS = [
    Fault("planar: two arcs may leave a node", planar, "_outgoing", without_at_most),
    Fault("planar: segments need be nothing", planar, "_one_of_four", without(0)),
    Fault("boards in two parts are not noticed", connectivity, "is_connectable", lambda r: lambda batch: True),
    Fault(
        "dual: segments may be both arcs",
        dual_elimination,
        "_arcs_or_kept",
        without(2),
        connectivity="dual-elimination",
    ),
    Fault("duplicates stay", pipeline, "without_duplicates", lambda r: list),
    Fault("planar: nothing is wrong", planar, "_outgoing", lambda r: r),
]


@pytest.fixture
def commit(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[Fault], None]]:
    """Put a fault into the package for the length of a test; encodings are frozen, so their functions are replaced too."""

    def put(fault: Fault) -> None:
        right = getattr(fault.module, fault.name)
        wrong = fault.wrong(right)
        monkeypatch.setattr(fault.module, fault.name, wrong)
        encoding = getattr(fault.module, "ENCODING", None)
        if encoding is not None and hasattr(encoding, fault.name):
            monkeypatch.setattr(fault.module, "ENCODING", replace(encoding, **{fault.name: wrong}))
        counting.template_of.cache_clear()

    yield put
    monkeypatch.undo()
    counting.template_of.cache_clear()


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.what)
def test_the_fault_is_noticed(fault: Fault, commit: Callable[[Fault], None]) -> None:
    commit(fault)
    assert not agrees(fault), f"{fault.sees} does not notice: {fault.what}"


@pytest.mark.parametrize("fault", HARMLESS, ids=lambda fault: fault.what)
def test_what_is_redundant_is_not_missed(fault: Fault, commit: Callable[[Fault], None]) -> None:
    commit(fault)
    assert agrees(fault)


@pytest.mark.parametrize(
    "fault", {(f.sees, f.cardinality, f.connectivity): f for f in FAULTS}.values(), ids=lambda f: f.sees
)
def test_without_a_fault_nothing_is_noticed(fault: Fault) -> None:
    """Otherwise all of the above would pass for nothing."""
    assert COMPARE[fault.sees](fault)


def test_there_are_many_faults() -> None:
    assert len(FAULTS) >= 30
