"""The choice of a connectivity encoding: the one requested by name, or with ``auto`` the best for the graph.

``auto`` compares the sizes of eliminations on the contracted graph. The contracted graphs of most boards are narrow, so that
``link-elimination`` is small on them; those of mazes and of boards with few double edges are wide. On these, elimination in the
dual graph takes fewer clauses and much less search, unless that graph is too wide as well. ``planar`` is linear for any width, but
solvers search longer on it. The measurements are in docs/connectivity.md.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

import numpy as np

from hashicnf.core.constraints import Claim, Clauses, Connected, Relaxed, Restricted
from hashicnf.core.progress import Observer, unobserved
from hashicnf.core.variables import VariablePool
from hashicnf.errors import UsageError, too_small
from hashicnf.logic import Bools
from hashicnf.passes.connectivity import AUTO as AUTO
from hashicnf.passes.connectivity import CONNECTIVITY, ConnectivityEncoding, clause_block, sound
from hashicnf.records import record
from hashicnf.registry import is_foreign

LAZY: Final = "lazy"
LINKS: Final = "link-elimination"
DUAL: Final = "dual-elimination"
PLANAR: Final = "planar"
UNDRAWN: Final = "levels-log"  # the smallest for graphs without an embedding
FEW_PAIRS: Final = 10  # most pairs of linked neighbours per node for which link-elimination is chosen
FEW_PAIRS_OF_TREES: Final = 4  # the same if loops are forbidden, when any two reasons of a link exclude each other
FEW_PAIRS_UNDRAWN: Final = 32  # the same for graphs of up to SMALL nodes without an embedding
WIDEST: Final = 48  # most neighbours of a node when it is eliminated; finding an order takes time cubic in this
SMALL: Final = 1000  # nodes
FEW_STEPS: Final = 1000  # most clauses of elimination in the dual graph per face
MOST_CYCLIC: Final = 10_000  # nodes, all of degree 2; for more, elimination in the dual graph is too large

DISCONNECTED: Final = "models may be disconnected; hashicnf decode checks them and writes cut clauses"
LOOSE: Final = "models may be disconnected or have loops; hashicnf decode checks them and writes clauses against these"
SHALLOW: Final = "solutions whose spanning trees are all deeper than the bound are missing"


@record
class ConnectivityChoice:
    """A choice of encoding: its name, static cuts for sets of up to ``cuts`` nodes, and a bound on the depth.

    With ``refuting``, ``auto`` chooses the encoding that refutes best. ``why`` is the reason for a choice by ``auto``, else empty.
    """

    name: str
    cuts: int = 0
    depth: int | None = None
    why: str = ""
    refuting: bool = False

    @property
    def is_drawn(self) -> bool:
        """Return whether the encoding needs an embedding of the graph."""
        return CONNECTIVITY.get(self.name).needs_embedding

    @property
    def simplifies(self) -> bool:
        """Return whether formulas are simplified unless the request excludes that."""
        return self.name == AUTO or CONNECTIVITY.get(self.name).grows

    @property
    def is_complete(self) -> bool:
        """Return whether the encoding's clauses suffice for connectivity."""
        return CONNECTIVITY.get(self.name).complete

    @property
    def is_demanded(self) -> bool:
        """Return whether the encoding enforces connectivity, by its clauses or by refinement."""
        return self.is_complete or CONNECTIVITY.get(self.name).refine is not None

    def encode(self, batch: Connected, pool: VariablePool, observe: Observer = unobserved) -> list[Clauses]:
        """Return the clauses of the encoding and the static cuts; ``observe`` is called repeatedly if this may take long.

        Raises UsageError if a depth is given and the encoding has no bound, or if it needs an embedding that the graph lacks.
        """
        encoding = CONNECTIVITY.get(self.name)
        batch, blocks = _without_self_loops(batch)
        if encoding.needs_embedding and batch.embedding is None and batch.nodes > 1:
            raise self._undrawn()
        if self.depth is not None and encoding.bounded is None:
            raise UsageError(f"--depth: the connectivity encoding {self.name} has no depth to be bounded")
        if self.depth is not None and self.depth < 1:
            raise too_small("--depth", self.depth, 1)
        if batch.nodes > 1:  # on boards that propagation decides, no code of encodings is entered
            blocks += encoding.clauses(batch, pool, observe, self.depth)
        if not self.cuts:
            return blocks
        from hashicnf.passes.connectivity.static_cuts import static_cuts

        return blocks + static_cuts(batch, self.cuts, observe)

    def claim(self, batch: Connected) -> Claim:
        """Return the claim of the clauses: complete, restricted to some solutions, or relaxed and left to ``refine``."""
        encoding = CONNECTIVITY.get(self.name)
        if not encoding.complete:
            why = LOOSE if batch.acyclic else DISCONNECTED
            return Claim.of(Relaxed(why, _refinement(encoding, batch)))
        is_free = self.depth is None or self.depth >= batch.nodes - 1
        return Claim() if is_free else Claim.of(Restricted(SHALLOW))

    def _undrawn(self) -> UsageError:
        able = (name for name, other in CONNECTIVITY.all().items() if other.complete and not other.needs_embedding)
        return UsageError(
            f"the connectivity encoding {self.name} needs a graph that is drawn on a grid, and this one is not; "
            f"use --connectivity {', '.join([AUTO, *able])}"
        )


def _refinement(encoding: ConnectivityEncoding, batch: Connected) -> Callable[[Bools], list[Clauses]] | None:
    """Return the refinement of a constraint; that of another package is checked."""
    if (refine := encoding.refine) is None:
        return None
    return partial(_refined, refine, batch) if is_foreign(refine) else partial(refine, batch)


def _refined(refine: Callable[[Connected, Bools], list[Clauses]], batch: Connected, model: Bools) -> list[Clauses]:
    """Refine a constraint. Raises PluginError unless the function returns clauses."""
    return sound(refine(batch, model), len(model) - 1, refine)


def _without_self_loops(batch: Connected) -> tuple[Connected, list[Clauses]]:
    """Remove the edges from a node to itself, which join nothing; if loops are forbidden, return unit clauses against them.

    A graph without some of its edges has no embedding, and no degrees.
    """
    is_loop = batch.ends[:, 0] == batch.ends[:, 1]
    if not is_loop.any():
        return batch, []
    known = np.zeros(len(is_loop), dtype=np.int8) if batch.known is None else batch.known
    open_ = np.flatnonzero(is_loop & (known == 0)).astype(np.int32)
    left = replace(
        batch,
        ends=batch.ends[~is_loop],
        lits=batch.lits[~is_loop],
        embedding=None,
        degrees=None,
        known=None if batch.known is None else known[~is_loop],
    )
    return left, [clause_block(batch, -batch.lits[open_, None], open_)] if batch.acyclic and len(open_) else []


def all_drawn(graphs: Sequence[Connected]) -> bool:
    """Return whether all graphs have an embedding."""
    return all(graph.embedding is not None for graph in graphs)


def best_one_shot(
    connected: Sequence[Connected], graphs: Sequence[Connected], observe: Observer = unobserved
) -> tuple[str, str]:
    """Return the name of the complete encoding to choose for graphs, whose contractions are ``graphs``, and the reason.

    ``observe`` is called repeatedly. If every degree is 2, a solution is a Hamiltonian cycle, for which only elimination in the
    dual graph is fast enough.
    """
    nodes, before = sum(graph.nodes for graph in graphs), sum(batch.nodes for batch in connected)
    is_drawn = all_drawn(connected)
    if is_drawn and all(batch.is_cyclic for batch in connected) and 0 < nodes <= MOST_CYCLIC:
        return DUAL, "every degree is 2"
    left = f"{nodes} of {before} nodes are left, and elimination joins"
    if (pairs := _pairs(graphs, _most_pairs(graphs, nodes, is_drawn=is_drawn), observe)) is not None:
        return LINKS, f"{left} {pairs} pairs"
    if not is_drawn:
        return UNDRAWN, f"{left} too many pairs"
    if not _is_small_in_dual(connected, observe):
        return PLANAR, f"{left} too many pairs, in the dual graph as well"
    return DUAL, f"{left} too many pairs, but fewer in the dual graph"


def best_to_refute(
    connected: Sequence[Connected], graphs: Sequence[Connected], observe: Observer = unobserved
) -> tuple[str, str]:
    """Return the name of the complete encoding that refutes with the fewest conflicts, and the reason, as ``best_one_shot`` does.

    On dense boards of 240 islands, deciding whether a single edge can be left out takes a solver 130 conflicts per edge with
    ``dual-elimination``, 800 with ``link-elimination``.
    """
    is_drawn = all_drawn(connected)
    if connected and is_drawn and _is_small_in_dual(connected, observe):
        return DUAL, "it refutes with the fewest conflicts"
    return best_one_shot(connected, graphs, observe)


def _is_small_in_dual(connected: Sequence[Connected], observe: Observer) -> bool:
    """Return whether elimination in the dual graphs takes few clauses; requires embeddings."""
    from hashicnf.passes.connectivity.dual_elimination import size

    return all(size(batch, FEW_STEPS, observe) is not None for batch in connected)


def _most_pairs(graphs: Sequence[Connected], nodes: int, *, is_drawn: bool) -> int:
    """Return the number of pairs of neighbours up to which ``link-elimination`` is chosen."""
    from hashicnf.passes.connectivity.link_elimination import MOST_PAIRS

    if not is_drawn:
        return min(MOST_PAIRS, nodes * FEW_PAIRS_UNDRAWN) if nodes <= SMALL else MOST_PAIRS
    few = FEW_PAIRS_OF_TREES if any(graph.acyclic for graph in graphs) else FEW_PAIRS
    return min(MOST_PAIRS, nodes * few)


def _pairs(graphs: Sequence[Connected], most: int, observe: Observer) -> int | None:
    """Count the pairs of neighbours in ``link-elimination``; None if there are more than ``most``, or a node gets too many."""
    from hashicnf.passes.connectivity.link_elimination import by_fill

    pairs = 0
    for graph in graphs:
        if graph.nodes > 1:
            order, count = by_fill(graph.nodes, graph.ends, most, WIDEST, observe)
            pairs += count
            if pairs > most or len(order) < graph.nodes:
                return None
    return pairs
