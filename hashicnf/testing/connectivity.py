"""Cases for connectivity encodings: every choice of edges of many small graphs, compared with breadth-first search.

Complete encodings are tested by their clauses alone, lazy ones by running their loop; encodings that need an embedding are tested
on drawn graphs only, the others on all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

import numpy as np
from pysat.solvers import Solver

from hashicnf.backends.abilities import ABLE
from hashicnf.core.constraints import Clauses, Connected
from hashicnf.errors import UsageError
from hashicnf.passes.connectivity import CONNECTIVITY, ConnectivityEncoding
from hashicnf.passes.connectivity.choice import ConnectivityChoice
from hashicnf.testing.cases import Case, case, raises, require_same
from hashicnf.testing.graphs import DRAWN, ORIGIN, PLAIN, Choice, Graph, abstract, drawn, thinned, thrown
from hashicnf.testing.models import projected
from hashicnf.testing.written import a_formula_is_written_and_has_a_text

KINDS = {True: "loops", False: "trees"}


def load(solver: Solver, blocks: list[Clauses]) -> bool:
    """Add clauses to a solver; return False if one of them is empty."""
    clauses = [clause for block in blocks for clause in block.lits.tolist()]
    solver.append_formula([clause for clause in clauses if clause])
    return all(clauses)


def model_of(batch: Connected, chosen: Choice) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    model = np.zeros(int(np.abs(batch.lits).max(initial=0)) + 1, dtype=np.bool_)
    model[np.abs(batch.lits)] = np.array(chosen, dtype=np.bool_) ^ (batch.lits < 0)
    return model


def accepted(encoding: ConnectivityEncoding, graph: Graph, *, loops: bool, sign: int = 1) -> set[Choice]:
    """Return the choices of edges that are accepted, with refinement as in the lazy loop. Cuts are kept for later choices."""
    batch, pool = graph.batch(loops=loops, sign=sign)
    found, lits = set(), batch.lits.tolist()
    with Solver(ABLE) as solver:
        alive = load(solver, encoding.clauses(batch, pool))
        for chosen in graph.choices():
            fixed = [lit if on else -lit for lit, on in zip(lits, chosen, strict=True)]
            while alive and solver.solve(assumptions=fixed):
                model = model_of(batch, chosen)
                cuts = [] if encoding.refine is None else encoding.refine(batch, model)
                assert all(len(block.violated(model)) for block in cuts), "a cut that does not cut"
                if not cuts:
                    found.add(chosen)
                    break
                alive = load(solver, cuts)
    return found


def drawn_graphs(encoding: ConnectivityEncoding, text: str, loops: bool) -> None:
    graph = drawn(text)
    require_same(accepted(encoding, graph, loops=loops), graph.connected(loops=loops))


def plain_graphs(encoding: ConnectivityEncoding, graph: Graph, loops: bool) -> None:
    """Test graphs that are not drawn; some of them are not planar, or have two edges between two nodes."""
    require_same(accepted(encoding, graph, loops=loops), graph.connected(loops=loops))


def random_plain_graphs(encoding: ConnectivityEncoding, loops: bool) -> None:
    _check_many(encoding, (*abstract(3, 25, 8), *(graph.undrawn() for graph in thrown(4, 10, 3, 8))), loops)


def _check_many(encoding: ConnectivityEncoding, graphs: Iterable[Graph], loops: bool) -> None:
    """Check random graphs, some of which must have several solutions."""
    several = 0
    for graph in graphs:
        wanted = graph.connected(loops=loops)
        require_same(accepted(encoding, graph, loops=loops), wanted, graph)
        several += len(wanted) > 1
    assert several > 10, "most graphs have nothing to choose from"


def nodes_that_see_each_other_need_not_have_an_edge(encoding: ConnectivityEncoding, loops: bool) -> None:
    for graph in thinned(5, 30, 3, 8):
        require_same(accepted(encoding, graph, loops=loops), graph.connected(loops=loops), graph)


def planar_encodings_refuse_a_graph_that_is_not_drawn(name: str, loops: bool) -> None:
    """The message names ``auto`` and the other encodings; a graph of one node is connected in any case."""
    batch, pool = PLAIN["triangle"].batch(loops=loops)
    with raises(
        UsageError, match=rf"encoding {name} needs a graph that is drawn on a grid.*use --connectivity auto, closure, "
    ):
        ConnectivityChoice(name).encode(batch, pool)
    assert ConnectivityChoice(name).encode(*PLAIN["one node"].batch(loops=loops)) == []


def only_encodings_that_say_so_look_at_the_embedding(encoding: ConnectivityEncoding) -> None:
    """Check that the drawing of a graph without crossings changes no clause."""
    for name in ("lattice", "comb", "long face"):
        graph = drawn(DRAWN[name])
        written = [
            [block.lits.tolist() for block in encoding.clauses(*g.batch(loops=False))] for g in (graph, graph.undrawn())
        ]
        assert written[0] == written[1]


def a_bounded_depth_loses_only_and_says_so(name: str, loops: bool) -> None:
    lost = 0
    encoding = CONNECTIVITY.get(name)
    for graph in PLAIN.values():
        batch, _ = graph.batch(loops=loops)
        wanted = graph.connected(loops=loops)
        for depth in range(1, graph.nodes + 1):
            claim = ConnectivityChoice(name, depth=depth).claim(batch)
            assert not claim.relaxed
            found = bounded(encoding, graph, depth, loops=loops)
            assert found <= wanted
            assert claim.restricted or found == wanted
            lost += found != wanted
    assert lost, "no bound cut anything off"


def bounded(encoding: ConnectivityEncoding, graph: Graph, depth: int, *, loops: bool) -> set[Choice]:
    """Return the choices of edges with a spanning tree of at most this depth."""
    batch, pool = graph.batch(loops=loops)
    with Solver(ABLE) as solver:
        if not load(solver, encoding.clauses(batch, pool, depth=depth)):
            return set()
        lits = batch.lits.tolist()
        return {
            chosen
            for chosen in graph.choices()
            if solver.solve(assumptions=[lit if on else -lit for lit, on in zip(lits, chosen, strict=True)])
        }


def a_claim_is_relaxed_where_clauses_do_not_suffice(name: str) -> None:
    """Check also that the claim's refinement is that of the encoding."""
    encoding = CONNECTIVITY.get(name)
    graph = PLAIN["two triangles and a link"]
    batch, _ = graph.batch(loops=True)
    claim = ConnectivityChoice(name).claim(batch)
    assert (claim.is_exact, bool(claim.relaxed)) == (encoding.complete, not encoding.complete)
    assert claim.stays_relaxed == (encoding.refine is None and not encoding.complete)
    for chosen in graph.choices() if claim.relaxed else ():
        assert bool(claim.refine(model_of(batch, chosen))) == (chosen not in graph.connected(loops=True))


def random_drawings(encoding: ConnectivityEncoding, loops: bool) -> None:
    _check_many(encoding, thrown(7, 40, 2, 9), loops)


def random_drawings_with_many_edges(encoding: ConnectivityEncoding, loops: bool) -> None:
    for graph in thrown(8, 40, 10, 13):
        require_same(accepted(encoding, graph, loops=loops), graph.connected(loops=loops), graph)


def edges_may_be_chosen_by_negative_literals(encoding: ConnectivityEncoding) -> None:
    for text in ("??? ???", ".?. ?.? .?.", "??. ?.? .?."):
        for loops in (True, False):
            graph = drawn(text)
            require_same(accepted(encoding, graph, loops=loops, sign=-1), graph.connected(loops=loops), text)


def clauses_are_clean_and_say_what_they_are(encoding: ConnectivityEncoding) -> None:
    """Check that blocks are int32, variables declared, no variable twice in a clause, and that each clause has a source."""
    for graph in (*map(drawn, DRAWN.values()), *thrown(9, 10, 4, 12)):
        for loops in (True, False):
            batch, pool = graph.batch(loops=loops)
            for block in encoding.clauses(batch, pool):
                assert block.lits.dtype == block.source.dtype == np.int32
                assert block.lits.ndim == 2
                assert len(block.lits) == len(block.source) > 0
                assert block.origin == ORIGIN
                size = np.abs(block.lits)
                assert 1 <= size.min(initial=1) <= size.max(initial=1) <= max(1, pool.count)
                assert all(len(set(clause)) == len(clause) for clause in size.tolist())


def the_same_graph_gives_the_same_clauses(encoding: ConnectivityEncoding) -> None:
    for graph in thrown(10, 5, 5, 12):
        written = [
            [block.lits.tolist() for block in encoding.clauses(*graph.batch(loops=loops))]
            for loops in (True, False, True, False)
        ]
        assert written[:2] == written[2:]


def auxiliaries_of_a_functional_encoding_have_one_value_each(encoding: ConnectivityEncoding) -> None:
    """Check that no two models agree on the edges."""
    several = 0
    for graph in (*thrown(12, 40, 2, 9), *abstract(13, 20, 7)):
        for loops in (True, False):
            batch, pool = graph.batch(loops=loops)
            models = projected(encoding.clauses(batch, pool), list(range(1, pool.count + 1)))
            assert len({model[: len(batch.lits)] for model in models}) == len(models), graph
            several += len(models) > 1
    assert several > 10, "most graphs have nothing to choose from"


def a_complete_encoding_leaves_nothing_to_refine(encoding: ConnectivityEncoding) -> None:
    for graph in thrown(11, 10, 3, 9):
        for loops in (True, False):
            batch, _ = graph.batch(loops=loops)
            refine = encoding.refine or (lambda _batch, _model: [])
            assert all(not refine(batch, model_of(batch, chosen)) for chosen in graph.connected(loops=loops))


def refinements(encoding: ConnectivityEncoding, graph: Graph, *, loops: bool) -> Iterator[tuple[Connected, Clauses]]:
    """Yield the cuts for every bad choice of edges, after the checks that need one model at a time."""
    refine: Callable[[Connected, np.ndarray], list[Clauses]] | None = encoding.refine
    assert refine is not None
    batch, _ = graph.batch(loops=loops)
    good = graph.connected(loops=loops)
    for chosen in graph.choices():
        model = model_of(batch, chosen)
        cuts = refine(batch, model)
        assert bool(cuts) == (chosen not in good), "a bad model is refined, a good one is not"
        for block in cuts:
            assert len(block.violated(model)) == len(block) > 0, "a cut that does not cut"
            yield batch, block


def cuts_exclude_their_model_and_nothing_that_is_right(encoding: ConnectivityEncoding) -> None:
    for graph in (*map(drawn, DRAWN.values()), *thrown(12, 15, 3, 8)):
        if len(graph.ends) > 9:
            continue
        for loops in (True, False):
            batch, _ = graph.batch(loops=loops)
            good = [model_of(batch, chosen) for chosen in graph.connected(loops=loops)]
            models = np.array(good, dtype=np.bool_).reshape(len(good), len(batch.lits) + 1)
            seen: set[bytes] = set()
            for _, block in refinements(encoding, graph, loops=loops):
                if (key := block.lits.tobytes()) in seen:
                    continue
                seen.add(key)
                is_true = models[:, np.abs(block.lits)] ^ (block.lits < 0)
                assert is_true.any(axis=2).all(), (graph, block.lits)


def cases(name: str) -> list[Case]:
    """List the cases for an encoding by its name: none for one that neither encodes nor refines connectivity."""
    encoding = CONNECTIVITY.get(name)
    if not (encoding.complete or encoding.refine):
        return []
    found = [
        case(drawn_graphs, encoding, text, loops, label=f"{drawing}, {KINDS[loops]}")
        for drawing, text in DRAWN.items()
        for loops in KINDS
    ]
    if not encoding.needs_embedding:
        found += [
            case(plain_graphs, encoding, graph, loops, label=f"{known}, {KINDS[loops]}")
            for known, graph in PLAIN.items()
            for loops in KINDS
        ]
    for loops in KINDS:
        found += [case(check, *subject, loops, label=KINDS[loops]) for check, *subject in _by_kind(name, encoding)]
        many = (random_drawings_with_many_edges, encoding, loops)
        found.append(case(*many, label=KINDS[loops], slow=True))
    alone = [
        edges_may_be_chosen_by_negative_literals,
        clauses_are_clean_and_say_what_they_are,
        the_same_graph_gives_the_same_clauses,
    ]
    alone += [] if encoding.needs_embedding else [only_encodings_that_say_so_look_at_the_embedding]
    alone += [a_complete_encoding_leaves_nothing_to_refine] if encoding.complete else []
    alone += [auxiliaries_of_a_functional_encoding_have_one_value_each] if encoding.functional else []
    alone += [cuts_exclude_their_model_and_nothing_that_is_right] if encoding.refine else []
    found.append(case(a_formula_is_written_and_has_a_text, "connectivity", name))
    found.append(case(a_claim_is_relaxed_where_clauses_do_not_suffice, name))
    return found + [case(check, encoding) for check in alone]


def _by_kind(name: str, encoding: ConnectivityEncoding) -> Iterator[tuple[Callable[..., None], object]]:
    """Yield the checks that are run with and without loops, each with its subject."""
    yield nodes_that_see_each_other_need_not_have_an_edge, encoding
    yield random_drawings, encoding
    if encoding.needs_embedding:
        yield planar_encodings_refuse_a_graph_that_is_not_drawn, name
    else:
        yield random_plain_graphs, encoding
    if encoding.bounded:
        yield a_bounded_depth_loses_only_and_says_so, name
