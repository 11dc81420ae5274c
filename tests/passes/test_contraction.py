"""Graphs of which some edges are known: every complete encoding accepts the connected choices that agree with that."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
import pytest

from hashicnf.arrays.graph import components
from hashicnf.core.constraints import Clauses, Connected, Degrees, Origin
from hashicnf.passes.connectivity import CONNECTIVITY
from hashicnf.passes.connectivity._arcs import declare_arcs
from hashicnf.passes.connectivity._plane import planarise
from hashicnf.passes.connectivity.contraction import closed_pairs, contracted, marked
from hashicnf.testing.graphs import Choice, Graph, drawn, thrown
from hashicnf.testing.models import projected

COMPLETE = [name for name, encoding in CONNECTIVITY.all().items() if encoding.complete]
GRAPHS = [*thrown(11, 40, 5, 10), drawn(".?. ??? .?."), drawn("?.? .?. ?.? ???")]


def knowledge(rng: random.Random, graph: Graph) -> list[int]:
    """Return random knowledge about edges, in which no two crossing edges are chosen."""
    known = [rng.choice((0, 0, 1, -1)) for _ in graph.ends]
    for one, other in graph.crossing:
        if known[one] > 0:
            known[other] = rng.choice((0, -1))
    return known


def accepted(name: str, graph: Graph, known: list[int], *, loops: bool) -> set[Choice]:
    batch, pool = graph.batch(loops=loops)
    encoding = CONNECTIVITY.get(name)
    blocks = list[Clauses]()
    for part in marked(batch, np.array([0, *known], dtype=np.int8)):
        if isinstance(part, Connected):
            blocks += encoding.clauses(part if encoding.needs_embedding else contracted(part), pool)
        elif isinstance(part, Clauses):
            blocks.append(part)
    units = [[lit * value] for lit, value in zip(batch.lits.tolist(), known, strict=True) if value]
    pairs = [[-batch.lits[one], -batch.lits[other]] for one, other in graph.crossing]
    for rows, width in ((units, 1), (pairs, 2)):
        table = np.array(rows, dtype=np.int32).reshape(-1, width)
        blocks.append(Clauses.of(table, Origin("given", "edge")))
    return projected(blocks, batch.lits.tolist())


def test_arcs_are_numbered_as_the_edges_of_the_contracted_graph() -> None:
    rng, shifted = random.Random(3), 0
    for graph in GRAPHS:
        batch, pool = graph.batch(loops=True)
        known = knowledge(rng, graph)
        together = components(graph.nodes, batch.ends[np.array(known, dtype=np.int8) > 0]).tolist()
        left = [e for e, (u, v) in enumerate(graph.ends) if not known[e] and together[u] != together[v]]
        arcs = contracted(replace(batch, known=np.array(known, dtype=np.int8)))
        first = declare_arcs(arcs, pool)[:, 0].tolist() if len(left) else []
        meaning = {pool.freeze().text(arc): arcs.lits[e] for e, arc in enumerate(first)}
        assert meaning == {f"parent[{i},0]": batch.lits[e] for i, e in enumerate(left)}
        shifted += left != [*range(len(left))]
    assert shifted > 5


@pytest.mark.parametrize("loops", [True, False])
@pytest.mark.parametrize("name", COMPLETE)
def test_contracted_graphs_have_the_connected_choices(name: str, loops: bool) -> None:
    rng = random.Random(f"{name} {loops}")
    solvable = 0
    for graph in GRAPHS:
        known = knowledge(rng, graph)
        wanted = {
            choice
            for choice in graph.connected(loops=loops)
            if all(value in (0, 1 if chosen else -1) for chosen, value in zip(choice, known, strict=True))
        }
        assert accepted(name, graph, known, loops=loops) == wanted, (graph, known)
        solvable += bool(wanted)
    assert solvable >= 5


def test_groups_and_joined_faces_are_what_is_left() -> None:
    """A square of four nodes: two of its edges are contracted, and deleting one of the others joins its two faces."""
    batch, _ = drawn("?.? ... ?.?").batch(loops=True)
    values = np.array([0, 1, 0, 1, 0], dtype=np.int8)
    (two,) = marked(batch, values)
    assert isinstance(two, Connected)
    plane = planarise(two)
    assert (plane.own, plane.faces, len(plane.edge)) == (2, 2, 2)
    (one,) = marked(batch, np.array([0, 1, -1, 1, 0], dtype=np.int8))
    assert isinstance(one, Connected)
    plane = planarise(one)
    assert (plane.own, plane.faces, len(plane.edge)) == (2, 1, 1)


def test_graphs_lose_their_leaves_if_they_are_to_be_connected() -> None:
    """A square with two opposite nodes of degree 1 that a diagonal joins: 1 3 1 3 in turn, and one node more."""
    ends = np.array([[0, 1], [1, 2], [2, 3], [0, 3], [0, 2], [1, 3], [1, 4], [3, 4]], dtype=np.int32)
    lits = np.arange(1, 9, dtype=np.int32)
    degrees = Degrees(np.array([1, 3, 1, 3, 2], dtype=np.int32), 1, lits[:, None])
    batch = Connected(5, ends, lits, Origin("joined", "edge"), degrees=degrees)
    nothing = np.zeros(9, dtype=np.int8)
    inner, apart = marked(batch, nothing)
    assert isinstance(inner, Connected)
    assert isinstance(apart, Clauses)
    assert (inner.nodes, inner.lits.tolist(), apart.lits.tolist(), apart.source.tolist()) == (3, [6, 7, 8], [[-5]], [4])
    for unchanged in (marked(batch, nothing, connecting=False), marked(replace(batch, redundant=True), nothing)):
        (graph,) = unchanged
        assert isinstance(graph, Connected)
        assert graph.nodes == 5


@pytest.mark.parametrize(("nodes", "literals"), [(2, []), (3, [-3])])
def test_only_beside_other_nodes_two_must_not_use_up_their_degrees(nodes: int, literals: list[int]) -> None:
    """Both nodes of the first edge have the degree 2, which its second literal, 3, means."""
    lits = np.array([[1, 3], [2, 4]], dtype=np.int32)[: nodes - 1]
    ends = np.array([[0, 1], [1, 2]], dtype=np.int32)[: nodes - 1]
    degrees = Degrees(np.array([2, 2, 1], dtype=np.int32)[:nodes], 2, lits)
    batch = Connected(nodes, ends, lits[:, 0], Origin("joined", "edge"), degrees=degrees)
    assert closed_pairs(batch).tolist() == literals
