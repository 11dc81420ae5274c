"""The choice by ``auto``: by the degrees, by the embedding, and by the size of elimination on the contracted graph."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest

import hashicnf
from hashicnf.core.constraints import Connected, Degrees, Origin
from hashicnf.core.variables import VariablePool
from hashicnf.errors import UsageError
from hashicnf.families import Puzzle
from hashicnf.passes.connectivity import CONNECTIVITY, choice
from hashicnf.passes.connectivity.choice import (
    DUAL,
    LINKS,
    MOST_CYCLIC,
    PLANAR,
    UNDRAWN,
    ConnectivityChoice,
    best_one_shot,
    best_to_refute,
)
from hashicnf.pipeline.compile import compile_puzzle
from hashicnf.pipeline.encodings import Encodings
from hashicnf.testing.graphs import Graph, drawn
from hashicnf.testing.models import projected


@pytest.mark.parametrize(
    ("board", "name"),
    [
        ("2.2\n...\n2.2\n", DUAL),
        ("2.2\n", DUAL),
        ("3.2\n...\n2.1\n", LINKS),
        ("2.?\n...\n2.2\n", LINKS),
        ("...\n", LINKS),
    ],
)
def test_it_depends_on_the_numbers(board: str, name: str) -> None:
    compiled = compile_puzzle(hashicnf.parse(board), Encodings(connectivity="auto"))
    assert compiled.connectivity == name
    assert compiled.claim.is_exact


def complete(nodes: int, *, acyclic: bool = False) -> Connected:
    ends = np.array([*combinations(range(nodes), 2)], dtype=np.int32)
    lits = np.arange(1, len(ends) + 1, dtype=np.int32)
    return Connected(nodes, ends, lits, Origin("joined", "edge"), acyclic=acyclic)


def test_links_are_eliminated_unless_there_are_too_many() -> None:
    batch, _ = drawn("??").batch(loops=True)
    for nodes, undrawn, on_a_grid in ((8, LINKS, LINKS), (40, UNDRAWN, DUAL)):
        assert best_one_shot([complete(nodes)], [complete(nodes)])[0] == undrawn
        assert best_one_shot([batch], [complete(nodes)])[0] == on_a_grid


def test_what_refutes_best_is_the_dual_graph_where_there_is_one(monkeypatch: pytest.MonkeyPatch) -> None:
    batch, _ = drawn("??").batch(loops=True)
    assert best_to_refute([batch], [batch])[0] == DUAL
    for connected in ([], [batch, complete(4)]):
        assert best_to_refute(connected, connected) == best_one_shot(connected, connected)
    monkeypatch.setattr(choice, "FEW_STEPS", -1)
    assert best_to_refute([batch], [batch])[0] == LINKS


def test_links_in_trees_have_to_be_fewer() -> None:
    batch, _ = drawn("??").batch(loops=False)
    for acyclic, name in ((False, LINKS), (True, DUAL)):
        graph = complete(7, acyclic=acyclic)
        assert best_one_shot([batch], [graph])[0] == name


def test_what_is_wide_in_the_dual_graph_too_is_planar(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = winding(200)
    assert compile_puzzle(puzzle).connectivity == DUAL
    monkeypatch.setattr(choice, "FEW_STEPS", 20)
    compiled = compile_puzzle(puzzle)
    assert compiled.connectivity == PLANAR
    assert compiled.lowering.connectivity.why.endswith("too many pairs, in the dual graph as well")


def test_wide_eliminations_are_left_early(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(choice, "SMALL", 300)
    nodes = 301
    ends = np.random.default_rng(1).integers(0, nodes, (3 * nodes, 2)).astype(np.int32)
    ends = np.sort(ends[ends[:, 0] != ends[:, 1]], axis=1)
    graph = Connected(nodes, ends, np.arange(1, len(ends) + 1, dtype=np.int32), Origin("joined", "edge"))
    name, why = best_one_shot([graph], [graph])
    assert name == UNDRAWN
    assert why == f"{nodes} of {nodes} nodes are left, and elimination joins too many pairs"


def test_cycles_take_the_dual_graph_unless_that_is_too_large() -> None:
    batch, _ = drawn("??").batch(loops=True)
    for islands, name in ((MOST_CYCLIC, DUAL), (MOST_CYCLIC + 1, LINKS)):
        twos = replace(batch, nodes=islands, degrees=Degrees(np.full(islands, 2, dtype=np.int32), 2))
        assert best_one_shot([twos], [twos])[0] == name


def winding(islands: int) -> Puzzle:
    side = int((islands * 4) ** 0.5)
    return hashicnf.generate(size=f"{side}x{side}", islands=islands, seed=1, winding=True).puzzle


LOOPED = Graph(4, ((0, 1), (1, 1), (1, 2), (0, 2), (0, 0), (2, 3), (2, 2)))


@pytest.mark.parametrize("acyclic", [True, False])
@pytest.mark.parametrize("graph", [LOOPED, Graph(1, ((0, 0), (0, 0))), Graph(2, ((0, 0), (1, 1)))])
@pytest.mark.parametrize("name", [name for name, one in CONNECTIVITY.all().items() if one.complete])
def test_edges_from_a_node_to_itself_join_nothing_and_are_loops(name: str, graph: Graph, acyclic: bool) -> None:
    batch, pool = graph.batch(loops=not acyclic)
    if CONNECTIVITY.get(name).needs_embedding and graph.nodes > 1:
        with pytest.raises(UsageError, match="is drawn on a grid"):
            ConnectivityChoice(name).encode(batch, pool)
        return
    found = projected(ConnectivityChoice(name).encode(batch, pool), batch.lits.tolist())
    assert found == graph.connected(loops=not acyclic)
    assert best_one_shot([batch], [batch])[0] == LINKS


def test_known_edges_from_a_node_to_itself_are_left_alone() -> None:
    """Such edges are contracted; trees, which have none of them, are still possible in the graph without them."""
    batch, pool = LOOPED.batch(loops=False)
    known = np.array([0, 1, 0, 0, -1, 0, 0], dtype=np.int8)
    found = projected(ConnectivityChoice("closure").encode(replace(batch, known=known), pool), batch.lits.tolist())
    free = {
        (*edges[:1], True, *edges[2:4], some, *edges[5:])
        for edges in LOOPED.connected(loops=False)
        for some in (True, False)
    }
    assert {edges for edges in found if edges[1]} == free


@pytest.mark.parametrize("depth", [2, 3, 4])
def test_a_depth_leaves_nothing_out_if_the_longest_path_fits(depth: int) -> None:
    graph, pool = complete(4), VariablePool()
    pool.declare("edge", len(graph.lits), meaning="an edge")
    bounded = ConnectivityChoice("levels-unary", depth=depth, cuts=0)
    accepted = projected(bounded.encode(graph, pool), graph.lits.tolist())
    assert bounded.claim(graph).is_exact == (len(accepted) == 38), "so many graphs of four nodes are connected"
    assert bounded.claim(graph).is_exact == (depth >= 3)
