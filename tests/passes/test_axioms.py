"""A clause that is recognised as an axiom holds in every connected choice; for clauses of one sign the converse holds too."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from hashicnf.passes.connectivity.axioms import is_axiom
from hashicnf.testing.graphs import Graph, abstract

GRAPHS = (
    Graph(0, ()),
    Graph(1, ()),
    Graph(2, ()),
    Graph(2, ((0, 1), (0, 1))),
    Graph(3, ((0, 1), (1, 1), (1, 2))),
    *(graph for graph in abstract(3, 25, 6) if len(graph.ends) < 7),
)


@pytest.mark.parametrize("sign", [1, -1])
@pytest.mark.parametrize("loops", [True, False])
def test_axioms_are_what_all_connected_choices_keep(loops: bool, sign: int) -> None:
    axioms = 0
    for graph in GRAPHS:
        batch, _ = graph.batch(loops=loops, sign=sign)
        good = graph.connected(loops=loops)
        for signs in product((0, 1, -1), repeat=len(graph.ends)):
            clause = np.array([one * lit for one, lit in zip(signs, batch.lits.tolist(), strict=True) if one])
            holds = all(
                any(used == (one > 0) for one, used in zip(signs, choice, strict=True) if one) for choice in good
            )
            found = is_axiom(batch, clause.astype(np.int32))
            assert found == holds if abs(sum(signs)) == len(clause) else holds or not found, (graph, signs)
            axioms += found
    assert axioms > 100
