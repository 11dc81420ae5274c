"""Connectivity constraints: the chosen edges of a graph connect all its nodes.

The choice of this encoding decides whether the formula of a puzzle is small. An encoding is complete if its clauses accept exactly
the connected choices of edges; a lazy one adds no clauses (or few) at first and refines: given a model whose edges do not connect
all nodes, it returns clauses that every connected choice satisfies and this model violates.

Most encodings work on any graph. Only the planar ones need the drawing of the graph, its ``embedding``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations
from typing import Final

import numpy as np

from hashicnf.arrays.blocking import Deferred, Rows, counting, deferred
from hashicnf.arrays.graph import components
from hashicnf.core.constraints import Clauses, Connected, Embedding
from hashicnf.core.progress import Observer, unobserved
from hashicnf.core.variables import VariablePool
from hashicnf.errors import InternalError, TooLarge
from hashicnf.logic import Bools
from hashicnf.propagation.theory import Theory
from hashicnf.records import record
from hashicnf.registry import Registry, returned

MOST_PAIRED: Final = 6  # literals up to which pairs are forbidden one by one; for more, a ladder is smaller
MOST_CLAUSES: Final = 20_000_000  # with three literals each, these take a gigabyte in a solver, or half of it as text


@record
class ConnectivityEncoding:
    """An encoding of connectivity.

    - ``encode``: declares auxiliaries and returns clauses. It is never passed an edge from a node to itself, nor a graph of one
      node or none; and unless the encoding leaves connectivity open, no graph that its possible edges do not connect.
    - ``complete``: these clauses suffice.
    - ``refine``: returns clauses that a model, bool[V + 1], violates, none if the model is connected; None without a lazy loop.
    - ``bounded``: encodes trees up to a given depth only; None if the encoding has no such bound.
    - ``theory``: does the same as ``refine`` for solvers that propagate theories during their search.
    - ``needs_embedding``: the encoding works only on graphs drawn on a grid.
    - ``observed``: ``encode`` may take long, so it takes an observer too, calls it repeatedly, and ends if the observer raises.
    - ``grows``: the size depends on the density of the graph, so formulas are simplified unless the request excludes that.
    - ``functional``: each auxiliary is a function of the edges.
    """

    summary: str
    complete: bool
    encode: Callable[..., list[Clauses]]
    refine: Callable[[Connected, Bools], list[Clauses]] | None = None
    bounded: Callable[[Connected, VariablePool, int], list[Clauses]] | None = None
    theory: Callable[[Connected], Theory] | None = None
    needs_embedding: bool = False
    observed: bool = False
    grows: bool = False
    functional: bool = False

    def clauses(
        self, batch: Connected, pool: VariablePool, observe: Observer = unobserved, depth: int | None = None
    ) -> list[Clauses]:
        """Return the clauses for a graph without edges from a node to itself, for trees up to a ``depth`` if it is given.

        None for a graph of at most one node, the empty clause if all possible edges together do not connect the nodes. Raises
        PluginError for an encoding that returns no clauses.
        """
        if batch.nodes <= 1:
            return []
        if (self.complete or self.refine is not None) and not is_connectable(batch):
            return [clause_block(batch, np.empty((1, 0), dtype=np.int32))]
        if depth is not None and self.bounded is not None:
            return sound(self.bounded(batch, pool, depth), pool.count, self.bounded)
        given = (batch, pool, observe) if self.observed else (batch, pool)
        return sound(self.encode(*given), pool.count, self.encode)


def no_clauses(batch: Connected, pool: VariablePool) -> list[Clauses]:  # noqa: ARG001 - the signature of all encodings
    """Return no clauses, as an encoding that leaves connectivity open does at first."""
    return []


def clause_block(batch: Connected, rows: Rows, source: Rows | None = None) -> Clauses:
    """Return a block int32[c, k] of clauses of a connectivity constraint; sources default to 0..c-1."""
    return Clauses(_int32(rows), batch.origin, counting(len(rows)) if source is None else _int32(source))


def _int32(rows: Rows) -> Rows:
    """Return an array as int32. Raises TypeError for one that does not hold whole numbers."""
    if isinstance(rows, Deferred):
        return rows
    return np.ascontiguousarray(np.asarray(rows).astype(np.int32, casting="same_kind", copy=False))


def sound(blocks: list[Clauses], variables: int, encode: Callable[..., list[Clauses]]) -> list[Clauses]:
    """Return the clauses of an encoding unchanged. Raises PluginError unless they are clauses over so many variables."""
    return returned(
        blocks,
        list,
        encode,
        Clauses,
        lambda given: next(filter(None, (_fault(block, variables) for block in given)), ""),
    )


def _fault(block: Clauses, variables: int) -> str:
    """Return a description of the first fault of a block, "" if there is none."""
    lits, source = np.asarray(block.lits), np.asarray(block.source)
    if lits.ndim != 2 or source.shape != lits.shape[:1]:
        return f"clauses are an array of two dimensions, with a source for each, not {lits.shape} with {source.shape}"
    if (
        not np.issubdtype(lits.dtype, np.integer)
        or not ((lits != 0) & (-variables <= lits) & (lits <= variables)).all()
    ):
        return f"the variables of its clauses are not all from 1 to {variables:,}"
    return ""


def not_both(batch: Connected, rows: Rows, source: Rows) -> list[Clauses]:
    """Return the clauses that no two literals of the same row are true together."""

    def pair(i: int, j: int) -> Rows:
        return deferred(lambda some: -rows[some][:, i : j + 1 : j - i], len(rows), 2)

    return [clause_block(batch, pair(i, j), source) for i, j in combinations(range(rows.shape[1]), 2)]


def embedding_of(batch: Connected) -> Embedding:
    """Return the embedding of a graph. Raises InternalError if it has none; encodings that need one declare it."""
    if batch.embedding is None:
        raise InternalError("a graph without an embedding was given to an encoding that needs one")
    return batch.embedding


def is_connectable(batch: Connected) -> bool:
    """Return whether all possible edges together connect the nodes."""
    possible = batch.ends if batch.known is None else batch.ends[batch.known >= 0]
    return not components(batch.nodes, possible).any()


def require_writable(clauses: int, what: str, advice: str) -> None:
    """Raise TooLarge if ``what`` takes more than MOST_CLAUSES clauses; the message recommends ``advice``."""
    if clauses > MOST_CLAUSES:
        raise TooLarge(f"{what} need {clauses:,} clauses (the limit is {MOST_CLAUSES:,}); use {advice}")


ENCODING_CLAUSES: Final = "connectivity clauses"  # the phase that encodings report to observers


def _uncallable(encoding: ConnectivityEncoding) -> Iterator[str]:
    """Yield why ``encode`` cannot be called as ``observed`` declares; its annotation leaves that open."""
    from hashicnf.contracts import uncallable  # not at the top: for plug-ins of other packages alone

    yield from (f"its encode is {fault}" for fault in uncallable(encoding.encode, 3 if encoding.observed else 2))


AUTO: Final = "auto"  # chooses one of the encodings
CONNECTIVITY: Final[Registry[ConnectivityEncoding]] = Registry(
    "hashicnf.passes.connectivity",
    "ENCODING",
    "connectivity encoding",
    "ConnectivityEncoding",
    taken=(AUTO,),
    faults_of_others=_uncallable,
)
