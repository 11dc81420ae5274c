"""The encoding that ``auto`` chooses: by how large elimination gets on the graph that is left.

Contracted graphs of most boards are narrow, and ``link-elimination`` is small on them. Mazes and boards with few double edges
leave wide ones. There elimination in the dual graph takes fewer clauses and much less search, until that gets too wide as well.
``planar`` is linear at any width, but a solver searches for longer. docs/connectivity.md has the measurements.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from hashicnf.core.constraints import Connected
from hashicnf.passes.connectivity.link_elimination import MOST_PAIRS, by_fill

LINKS: Final = "link-elimination"
DUAL: Final = "dual-elimination"
PLANAR: Final = "planar"
UNDRAWN: Final = "levels-log"  # the smallest for graphs without an embedding
FEW_PAIRS: Final = 20  # neighbours that are linked to each other, for each node
FEW_PAIRS_OF_TREES: Final = 10  # where loops are forbidden, each two reasons of a link exclude each other
FEW_PAIRS_UNDRAWN: Final = 32  # on graphs of up to SMALL nodes without an embedding
WIDEST: Final = 48  # neighbours of a node that goes; the time to find an order grows with the third power of them
SMALL: Final = 1000  # nodes
FEW_STEPS: Final = 1000  # clauses of elimination in the dual graph, for each face
MOST_CYCLIC: Final = 10_000  # nodes whose degree is 2; beyond, elimination in the dual graph is too large


def best_one_shot(connected: Sequence[Connected], graphs: Sequence[Connected]) -> tuple[str, str]:
    """Name the complete encoding to choose for graphs, of which ``graphs`` are left after contraction, and say why.

    Where every degree is 2, a solution is a cycle through all nodes, and nothing but the dual graph will do.
    """
    nodes, before = sum(graph.nodes for graph in graphs), sum(batch.nodes for batch in connected)
    is_drawn = all(batch.embedding is not None for batch in connected)
    if is_drawn and _is_cyclic(connected) and 0 < nodes <= MOST_CYCLIC:
        return DUAL, "every degree is 2"
    left = f"{nodes} of {before} nodes are left, and elimination joins"
    if (pairs := _pairs(graphs, _most_pairs(graphs, nodes, is_drawn=is_drawn))) is not None:
        return LINKS, f"{left} {pairs} pairs"
    if not is_drawn:
        return UNDRAWN, f"{left} too many pairs"
    from hashicnf.passes.connectivity.dual_elimination import size

    if any(size(batch, FEW_STEPS) is None for batch in connected):
        return PLANAR, f"{left} too many pairs, in the dual graph as well"
    return DUAL, f"{left} too many pairs, but fewer in the dual graph"


def _is_cyclic(connected: Sequence[Connected]) -> bool:
    """Return whether every degree is 2."""
    return all(batch.degrees is not None and bool((batch.degrees.degree == 2).all()) for batch in connected)


def _most_pairs(graphs: Sequence[Connected], nodes: int, *, is_drawn: bool) -> int:
    """Return how many pairs of neighbours ``link-elimination`` may have."""
    if not is_drawn:
        return min(MOST_PAIRS, nodes * FEW_PAIRS_UNDRAWN) if nodes <= SMALL else MOST_PAIRS
    few = FEW_PAIRS_OF_TREES if any(graph.acyclic for graph in graphs) else FEW_PAIRS
    return min(MOST_PAIRS, nodes * few)


def _pairs(graphs: Sequence[Connected], most: int) -> int | None:
    """Count the pairs of neighbours that ``link-elimination`` has; None where there are more than ``most``, or nodes get wide."""
    pairs = 0
    for graph in graphs:
        if graph.nodes > 1:
            order, count = by_fill(graph.nodes, graph.ends, most, WIDEST)
            pairs += count
            if pairs > most or len(order) < graph.nodes:
                return None
    return pairs
