"""Connectivity as a theory, compared with all completions of all partial choices of edges of small graphs."""

from __future__ import annotations

import random
from itertools import combinations, product

import numpy as np
import pytest

from hashicnf.core.constraints import Connected, Origin
from hashicnf.propagation.codes import code, codes_of, literal
from hashicnf.propagation.connected import ConnectivityTheory
from hashicnf.propagation.theory import Explained
from tests.oracles.hashi import connected

GRAPHS: dict[str, tuple[int, list[tuple[int, int]]]] = {
    "no node": (0, []),
    "a node": (1, []),
    "two apart": (2, []),
    "two": (2, [(0, 1)]),
    "two, twice": (2, [(0, 1), (0, 1)]),
    "path": (4, [(0, 1), (1, 2), (2, 3)]),
    "cycle": (4, [(0, 1), (1, 2), (2, 3), (0, 3)]),
    "complete": (4, list(combinations(range(4), 2))),
    "two triangles and a link": (6, [(0, 1), (1, 2), (0, 2), (3, 4), (4, 5), (3, 5), (2, 3)]),
    "grid": (6, [(0, 1), (1, 2), (3, 4), (4, 5), (0, 3), (1, 4), (2, 5)]),
    "star": (5, [(0, 4), (1, 4), (2, 4), (3, 4)]),
    "backwards": (5, [(3, 4), (2, 3), (1, 2), (0, 1), (0, 4), (1, 3)]),
    "a node with loops": (1, [(0, 0), (0, 0)]),
    "nodes with loops": (3, [(0, 1), (1, 1), (1, 2), (0, 0), (0, 2)]),
    "in pieces": (5, [(0, 1), (2, 3), (3, 4), (2, 4)]),
}

each_graph = pytest.mark.parametrize("name", GRAPHS)


def batch_of(nodes: int, ends: list[tuple[int, int]], lits: list[int], *, acyclic: bool = False) -> Connected:
    return Connected(
        nodes=nodes,
        ends=np.array(ends, dtype=np.int32).reshape(-1, 2),
        lits=np.array(lits, dtype=np.int32),
        origin=Origin("connectivity", "set"),
        acyclic=acyclic,
    )


def literals_for(edges: int) -> list[int]:
    """Return literals with gaps and of both signs, so that confusions are noticed."""
    return [(2 * e + 3) * (-1) ** e for e in range(edges)]


def truth_of(lits: list[int], values: tuple[bool | None, ...]) -> list[int]:
    truth = [0] * (2 * max(map(abs, lits), default=0) + 2)
    for lit, value in zip(lits, values, strict=True):
        if value is not None:
            truth[code(lit if value else -lit)] = 1
    return truth


def completions(
    nodes: int, ends: list[tuple[int, int]], values: tuple[bool | None, ...], *, tree: bool
) -> list[tuple[bool, ...]]:
    choices = [(False, True) if value is None else (value,) for value in values]
    return [
        choice
        for choice in product(*choices)
        if connected(nodes, [e for e, used in zip(ends, choice, strict=True) if used], tree=tree)
    ]


def consequences(theory: ConnectivityTheory, truth: list[int]) -> set[int] | None:
    """Return the literals that clauses of a theory force; None for a conflict. Every clause must be a conflict or force one."""
    answers, forced = theory.examine(truth), set[int]()
    for answer in answers:
        assert not any(truth[code(lit)] for lit in answer.clause)
        free = [lit for lit in answer.clause if not truth[code(-lit)]]
        assert len(free) < 2
        if not free:
            assert len(answers) == 1
            return None
        forced.update(free)
    return forced


@each_graph
def test_it_finds_all_that_follows_from_connectivity(name: str) -> None:
    nodes, ends = GRAPHS[name]
    lits = literals_for(len(ends))
    theory = ConnectivityTheory(batch_of(nodes, ends, lits))
    for values in product((None, False, True), repeat=len(ends)):
        truth = truth_of(lits, values)
        good = completions(nodes, ends, values, tree=False)
        found = consequences(theory, truth)
        if not good:
            assert found is None
        else:
            forced = {lit for e, lit in enumerate(lits) if values[e] is None and all(choice[e] for choice in good)}
            assert found == forced


@each_graph
@pytest.mark.parametrize("acyclic", [False, True])
def test_its_clauses_hold_for_every_good_choice(name: str, acyclic: bool) -> None:
    """Clauses may be kept: no connected choice of edges violates one, whatever the assignment was."""
    nodes, ends = GRAPHS[name]
    lits = literals_for(len(ends))
    theory = ConnectivityTheory(batch_of(nodes, ends, lits, acyclic=acyclic))
    every = completions(nodes, ends, (None,) * len(ends), tree=acyclic)
    good = [{lit if used else -lit for lit, used in zip(lits, choice, strict=True)} for choice in every]
    for values in product((None, False, True), repeat=len(ends)):
        for answer in theory.examine(truth_of(lits, values)):
            assert all(set(answer.clause) & choice for choice in good)


@each_graph
def test_trees_are_told_from_other_choices(name: str) -> None:
    nodes, ends = GRAPHS[name]
    lits = literals_for(len(ends))
    theory = ConnectivityTheory(batch_of(nodes, ends, lits, acyclic=True))
    for values in product((False, True), repeat=len(ends)):
        truth = truth_of(lits, values)
        is_good = bool(completions(nodes, ends, values, tree=True))
        assert (consequences(theory, truth) is not None) == is_good


@each_graph
def test_an_edge_that_would_close_a_loop_is_excluded(name: str) -> None:
    nodes, ends = GRAPHS[name]
    lits = literals_for(len(ends))
    theory = ConnectivityTheory(batch_of(nodes, ends, lits, acyclic=True))
    for values in product((None, True), repeat=len(ends)):
        truth = truth_of(lits, values)
        used = [e for e, value in enumerate(values) if value]
        label = labels(nodes, [ends[e] for e in used])
        if len(used) + len(set(label)) != nodes or len(set(labels(nodes, ends))) > 1:
            continue
        closing = {-lits[e] for e, (u, v) in enumerate(ends) if values[e] is None and label[u] == label[v]}
        found = consequences(theory, truth)
        assert found is not None
        assert closing <= found


def labels(nodes: int, ends: list[tuple[int, int]]) -> list[int]:
    label = list(range(nodes))
    for u, v in ends:
        label = [label[u] if at == label[v] else at for at in label]
    return label


@each_graph
@pytest.mark.parametrize("acyclic", [False, True])
def test_what_does_not_concern_it_changes_nothing(name: str, acyclic: bool) -> None:
    """Starting without clauses, no literal outside ``concerns`` leads to an assignment with clauses.

    There are such literals where the graph is connected, with a cycle that its edges may close.
    """
    nodes, ends = GRAPHS[name]
    tried = 0
    lits = literals_for(len(ends))
    theory = ConnectivityTheory(batch_of(nodes, ends, lits, acyclic=acyclic))
    for values in product((None, False, True), repeat=len(ends)):
        truth = truth_of(lits, values)
        if theory.examine(truth):
            continue
        for e, lit in enumerate(lits):
            for sign in (1, -1):
                if values[e] is None and code(sign * lit) not in theory.concerns:
                    assert not theory.examine([*truth[: code(sign * lit)], 1, *truth[code(sign * lit) + 1 :]])
                    tried += 1
    assert (tried > 0) == (not acyclic and len({*labels(nodes, ends)}) == 1 and len(ends) >= nodes)


def test_an_answer_names_the_smaller_side() -> None:
    nodes, ends = GRAPHS["path"]
    theory = ConnectivityTheory(batch_of(nodes, ends, [1, 2, 3]))
    assert theory.examine(truth_of([1, 2, 3], (None, None, False))) == [Explained((3,), (3,))]
    assert [(a.clause, a.sources) for a in theory.examine([0] * 8)] == [((1,), (0,)), ((2,), (2, 3)), ((3,), (3,))]
    assert theory.origin == Origin("connectivity", "node")


def test_large_random_graphs_agree_with_removing_each_edge() -> None:
    rng = random.Random(7)
    for _ in range(30):
        nodes = rng.randint(10, 40)
        tree = [(rng.randrange(v), v) for v in range(1, nodes)]
        more = [tuple(sorted(rng.sample(range(nodes), 2))) for _ in range(rng.randint(0, nodes // 2))]
        ends = list(dict.fromkeys([*tree, *more]))
        lits = literals_for(len(ends))
        theory = ConnectivityTheory(batch_of(nodes, ends, lits))  # type: ignore[arg-type]
        truth = truth_of(lits, (None,) * len(ends))
        bridges = {lits[e] for e in range(len(ends)) if not connected(nodes, [*ends[:e], *ends[e + 1 :]])}  # type: ignore[list-item]
        assert consequences(theory, truth) == bridges


def test_codes() -> None:
    for lit in (1, -1, 7, -7, 2**30 - 1):
        assert literal(code(lit)) == lit
        assert code(-lit) == code(lit) ^ 1
    lits = np.array([[1, -1], [5, -6]], dtype=np.int32)
    assert codes_of(lits).tolist() == [[code(lit) for lit in row] for row in lits.tolist()]
    assert codes_of(lits).dtype == np.int32
