"""Connectivity: the chosen edges of a graph connect all its nodes.

The choice that decides whether a puzzle compiles to something small. An encoding is complete when its clauses accept exactly
the connected choices; a lazy one adds nothing (or little) at first and refines: given a model whose edges do not connect all
nodes, it returns clauses that every connected choice satisfies and this model does not.

Any graph will do. Only the planar encodings need to know how it is drawn: its ``embedding``.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

import numpy as np

from hashicnf.arrays.blocking import Deferred, Rows, counting
from hashicnf.arrays.graph import components
from hashicnf.core.constraints import Claim, Clauses, Connected, Embedding, Relaxed, Restricted
from hashicnf.core.variables import VariablePool
from hashicnf.errors import InternalError, UsageError, too_small
from hashicnf.logic import Bools
from hashicnf.propagation.theory import Theory
from hashicnf.records import record
from hashicnf.registry import Registry, returned

AUTO: Final = "auto"
LAZY: Final = "lazy"

DISCONNECTED: Final = "models may be disconnected; hashicnf decode checks them and writes cut clauses"
LOOSE: Final = "models may be disconnected or have loops; hashicnf decode checks them and writes clauses against these"
SHALLOW: Final = "solutions whose spanning trees are all deeper than the bound are missing"


@record
class ConnectivityEncoding:
    """One way to demand connectivity.

    ``encode`` declares auxiliaries and returns clauses, none for a graph of no nodes or one; ``complete`` is whether these suffice.
    ``refine`` returns clauses that the model (bool[V + 1]) violates, none if the model is connected; None where there is no lazy
    loop. ``bounded`` encodes trees of a given depth only, where the encoding has such a bound. ``theory`` is what ``refine`` does,
    for solvers that can ask it during their search. With ``needs_embedding`` it is for graphs drawn on a grid only. With ``grows``
    its size depends on how dense the graph gets, so formulas with it are simplified unless the request says otherwise. Where it is
    ``functional``, each auxiliary is a function of the edges.
    """

    summary: str
    complete: bool
    encode: Callable[[Connected, VariablePool], list[Clauses]]
    refine: Callable[[Connected, Bools], list[Clauses]] | None = None
    bounded: Callable[[Connected, VariablePool, int], list[Clauses]] | None = None
    theory: Callable[[Connected], Theory] | None = None
    needs_embedding: bool = False
    grows: bool = False
    functional: bool = False

    def claim(self, batch: Connected, depth: int | None = None) -> Claim:
        """Return the claim of the clauses, with trees bounded in ``depth`` or (None) not."""
        if not self.complete:
            why = LOOSE if batch.acyclic else DISCONNECTED
            return Claim.of(Relaxed(why, None if self.refine is None else partial(self.refine, batch)))
        return Claim() if depth is None or depth >= batch.nodes - 1 else Claim.of(Restricted(SHALLOW))


@record
class ConnectivityChoice:
    """A choice of encoding: an encoding's name, static cuts of sets up to ``cuts`` nodes, a bound on the depth.

    ``why`` tells why the encoding was chosen, where ``auto`` was asked for.
    """

    name: str
    cuts: int = 0
    depth: int | None = None
    why: str = ""

    @property
    def is_drawn(self) -> bool:
        """Return whether the encoding needs the graph as it is drawn."""
        return CONNECTIVITY.get(self.name).needs_embedding

    @property
    def simplifies(self) -> bool:
        """Return whether formulas are simplified unless the request says otherwise."""
        return self.name == AUTO or CONNECTIVITY.get(self.name).grows

    @property
    def is_complete(self) -> bool:
        """Return whether the encoding's clauses suffice."""
        return CONNECTIVITY.get(self.name).complete

    @property
    def is_demanded(self) -> bool:
        """Return whether solutions have to be connected, by the encoding's clauses or those that refine."""
        return self.is_complete or CONNECTIVITY.get(self.name).refine is not None

    def encode(self, batch: Connected, pool: VariablePool) -> list[Clauses]:
        """Run the encoding and add the static cuts.

        Raises UsageError if it has no depth to be bounded, or needs an embedding that the graph does not have.
        """
        encoding = CONNECTIVITY.get(self.name)
        if encoding.needs_embedding and batch.embedding is None and batch.nodes > 1:
            raise self._undrawn()
        if self.depth is None and batch.nodes < 2:
            blocks = []
        elif self.depth is None:
            blocks = returned(encoding.encode(batch, pool), list, encoding.encode, Clauses)
        elif encoding.bounded is None:
            raise UsageError(f"--depth: the connectivity encoding {self.name} has no depth to be bounded")
        elif self.depth < 1:
            raise too_small("--depth", self.depth, 1)
        else:
            blocks = returned(encoding.bounded(batch, pool, self.depth), list, encoding.bounded, Clauses)
        if not self.cuts:
            return blocks
        from hashicnf.passes.connectivity.static_cuts import static_cuts

        return blocks + static_cuts(batch, self.cuts)

    def claim(self, batch: Connected) -> Claim:
        """Return the claim of the clauses."""
        return CONNECTIVITY.get(self.name).claim(batch, self.depth)

    def _undrawn(self) -> UsageError:
        able = (name for name, other in CONNECTIVITY.all().items() if other.complete and not other.needs_embedding)
        return UsageError(
            f"the connectivity encoding {self.name} needs a graph that is drawn on a grid, and this one is not; "
            f"use --connectivity {', '.join([AUTO, *able])}"
        )


def clause_block(batch: Connected, rows: Rows, source: Rows | None = None) -> Clauses:
    """Make a block int32[c, k] for a connectivity rule; sources default to 0..c-1."""
    return Clauses(_int32(rows), batch.origin, counting(len(rows)) if source is None else _int32(source))


def _int32(rows: Rows) -> Rows:
    return rows if isinstance(rows, Deferred) else np.ascontiguousarray(rows, dtype=np.int32)


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


CONNECTIVITY: Final[Registry[ConnectivityEncoding]] = Registry(
    "hashicnf.passes.connectivity", "ENCODING", "connectivity encoding", "ConnectivityEncoding"
)
