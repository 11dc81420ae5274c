"""Connectivity: the chosen edges of a graph connect all its nodes.

The choice that decides whether a puzzle compiles to something small. An encoding is complete when its clauses accept exactly
the connected choices; a lazy one adds nothing (or little) at first and refines: given a model whose edges do not connect all
nodes, it returns clauses that every connected choice satisfies and this model does not.

Any graph will do. Only the planar encodings need to know how it is drawn: its ``embedding``.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from typing import Final

import numpy as np

from hashicnf.arrays.blocking import Deferred, Rows, counting, deferred
from hashicnf.arrays.graph import components
from hashicnf.core.constraints import Clauses, Connected, Embedding
from hashicnf.core.variables import VariablePool
from hashicnf.errors import InternalError, UsageError
from hashicnf.logic import Bools
from hashicnf.propagation.theory import Theory
from hashicnf.records import record
from hashicnf.registry import Registry, is_foreign, misreturned, returned

MOST_PAIRED: Final = 6  # literals that are forbidden two by two; of more, a ladder is smaller
MOST_CLAUSES: Final = 20_000_000  # of three literals each take a gigabyte of a solver's memory, or half of one as text


@record
class ConnectivityEncoding:
    """One way to demand connectivity.

    ``encode`` declares auxiliaries and returns clauses, none for a graph of no nodes or one; it is given no edge from a node to
    itself. ``complete`` is whether these clauses suffice. ``refine`` returns clauses that the model (bool[V + 1]) violates, none if
    the model is connected; None where there is no lazy loop. ``bounded`` encodes trees of a given depth only, where the encoding
    has such a bound. ``theory`` is what ``refine`` does, for solvers that can ask it during their search. With
    ``needs_embedding`` it is for graphs drawn on a grid only. One that is ``observed`` may take long: ``encode`` is given an
    observer too, calls it again and again, and ends where that raises. With ``grows`` its size depends on how dense the graph
    gets, so formulas with it are simplified unless the request says otherwise. Where it is ``functional``, each auxiliary is a
    function of the edges.
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


def clause_block(batch: Connected, rows: Rows, source: Rows | None = None) -> Clauses:
    """Make a block int32[c, k] for a connectivity rule; sources default to 0..c-1."""
    return Clauses(_int32(rows), batch.origin, counting(len(rows)) if source is None else _int32(source))


def _int32(rows: Rows) -> Rows:
    return rows if isinstance(rows, Deferred) else np.ascontiguousarray(rows, dtype=np.int32)


def sound(blocks: list[Clauses], pool: VariablePool, encode: Callable[..., list[Clauses]]) -> list[Clauses]:
    """Return what an encoding returned. Raises PluginError for what are no clauses over declared variables."""
    returned(blocks, list, encode, Clauses)
    for block in blocks if is_foreign(encode) else ():
        lits = np.asarray(block.lits)
        if not np.issubdtype(lits.dtype, np.integer) or not ((lits != 0) & (np.abs(lits) <= pool.count)).all():
            raise misreturned(encode, blocks, f"the variables of its clauses are not all from 1 to {pool.count:,}")
    return blocks


def not_both(batch: Connected, rows: Rows, source: Rows) -> list[Clauses]:
    """Forbid any two literals of the same row to be true together."""

    def pair(i: int, j: int) -> Rows:
        return deferred(lambda some: -rows[some][:, i : j + 1 : j - i], len(rows), 2)

    return [clause_block(batch, pair(i, j), source) for i, j in combinations(range(rows.shape[1]), 2)]


def embedding_of(batch: Connected) -> Embedding:
    """Return how a graph is drawn. Raises InternalError if it is not; encodings that need it declare so."""
    if batch.embedding is None:
        raise InternalError("a graph without an embedding was given to an encoding that needs one")
    return batch.embedding


def impossible(batch: Connected) -> list[Clauses]:
    """Return the empty clause if even all edges together leave the nodes apart, else nothing."""
    possible = batch.ends if batch.known is None else batch.ends[batch.known >= 0]
    if batch.nodes > 1 and components(batch.nodes, possible).max() > 0:
        return [clause_block(batch, np.empty((1, 0), dtype=np.int32))]
    return []


def require_writable(clauses: int, what: str, advice: str) -> None:
    """Raise UsageError where ``what`` takes more than MOST_CLAUSES clauses; ``advice`` names what to use instead."""
    if clauses > MOST_CLAUSES:
        raise UsageError(f"{what} need {clauses:,} clauses (the limit is {MOST_CLAUSES:,}); use {advice}")


ENCODING_CLAUSES: Final = "connectivity clauses"  # what an observer is told of an encoding at work

CONNECTIVITY: Final[Registry[ConnectivityEncoding]] = Registry(
    "hashicnf.passes.connectivity", "ENCODING", "connectivity encoding", "ConnectivityEncoding"
)
