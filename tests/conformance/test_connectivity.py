"""What every connectivity encoding promises, on every choice of edges of many small graphs, against breadth-first search.

A new module in the package of encodings is tested here without being named anywhere: complete ones by their clauses alone,
lazy ones by running their loop. Encodings that need an embedding are held against drawn graphs only, the others against all.
"""

from __future__ import annotations

import pytest
from pysat.solvers import Solver

from hashicnf.passes.connectivity import CONNECTIVITY, ConnectivityEncoding
from hashicnf.passes.connectivity.choice import ConnectivityChoice, best_one_shot
from hashicnf.testing.cases import Case
from hashicnf.testing.connectivity import load, model_of
from hashicnf.testing.graphs import DRAWN, PLAIN, Graph, drawn
from tests.conformance.every import every_case

ASKING = {name: e for name, e in sorted(CONNECTIVITY.all().items()) if e.complete or e.refine}
each_kind = pytest.mark.parametrize("loops", [pytest.param(True, id="loops"), pytest.param(False, id="trees")])


@pytest.mark.parametrize("check", every_case("hashicnf.passes.connectivity", CONNECTIVITY.names()))
def test_it_keeps_its_promises(check: Case) -> None:
    check()


@each_kind
def test_the_best_encoding_fits_any_graph(loops: bool) -> None:
    for graph in (*PLAIN.values(), *map(drawn, DRAWN.values())):
        batch, pool = graph.batch(loops=loops)
        choice = ConnectivityChoice(best_one_shot([batch], [batch])[0])
        assert choice.claim(batch).is_exact
        choice.encode(batch, pool)


def rounds(encoding: ConnectivityEncoding, graph: Graph) -> int:
    """Count the models of a lazy loop that has to prove that island 0 cannot do without its edges."""
    batch, pool = graph.batch(loops=True)
    assert encoding.refine is not None
    count = 0
    with Solver("cadical153") as solver:
        load(solver, encoding.clauses(batch, pool))
        solver.append_formula([[-lit] for lit in batch.lits[(batch.ends == 0).any(axis=1)].tolist()])
        while solver.solve():
            count += 1
            found = set(solver.get_model() or ())
            load(solver, encoding.refine(batch, model_of(batch, tuple(lit in found for lit in batch.lits.tolist()))))
    return count


def test_cuts_need_far_fewer_rounds_than_whole_models() -> None:
    """With 10 edges left, blocking whole models takes all 2^10 of them."""
    graph = drawn("??? ??? ???")
    assert rounds(CONNECTIVITY.get("block"), graph) == 2**10
    assert rounds(CONNECTIVITY.get("lazy"), graph) <= 10


def test_what_asks_for_nothing_says_so() -> None:
    silent = sorted(set(CONNECTIVITY.names()) - set(ASKING))
    assert silent == ["none"]
    batch, pool = drawn("?. .?").batch(loops=True)
    assert CONNECTIVITY.get("none").clauses(batch, pool) == []
