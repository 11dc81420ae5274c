"""Connectivity: the chosen edges of a graph join all its nodes.

The choice that decides whether a puzzle compiles to something small. An encoding is complete when its clauses accept exactly
the connected choices; a lazy one adds nothing (or little) at first and refines: given a model whose edges do not join all
nodes, it returns clauses that every connected choice satisfies and this model does not.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import numpy as np

from hashicnf.arrays.deferred import Deferred, Rows, counting
from hashicnf.arrays.graph import components
from hashicnf.core.constraints import Clauses, Connected
from hashicnf.core.variables import VariablePool
from hashicnf.logic import Bools
from hashicnf.propagation.theory import Theory
from hashicnf.registry import Registry


@dataclass(frozen=True, slots=True)
class ConnectivityEncoding:
    """One way to demand connectivity.

    ``encode`` declares auxiliaries and returns clauses; ``complete`` tells whether these suffice. ``refine`` returns clauses that
    the model (bool[V + 1]) violates, none if the model is connected; None where there is no lazy loop. ``bounded`` encodes trees
    of a given depth only, where the encoding has such a bound. ``theory`` is what ``refine`` does, for solvers that can ask it
    during their search.
    """

    summary: str
    complete: bool
    encode: Callable[[Connected, VariablePool], list[Clauses]]
    refine: Callable[[Connected, Bools], list[Clauses]] | None = None
    bounded: Callable[[Connected, VariablePool, int], list[Clauses]] | None = None
    theory: Callable[[Connected], Theory] | None = None


def clause_block(batch: Connected, rows: Rows, source: Rows | None = None) -> Clauses:
    """Make a block int32[c, k] for a connectivity rule; sources default to 0..c-1."""
    return Clauses(_int32(rows), batch.origin, counting(len(rows)) if source is None else _int32(source))


def _int32(rows: Rows) -> Rows:
    return rows if isinstance(rows, Deferred) else np.ascontiguousarray(rows, dtype=np.int32)


def impossible(batch: Connected) -> list[Clauses]:
    """Return the empty clause if even all edges together leave the nodes apart, else nothing."""
    if batch.nodes > 1 and components(batch.nodes, batch.ends).max() > 0:
        return [clause_block(batch, np.empty((1, 0), dtype=np.int32))]
    return []


CONNECTIVITY: Final[Registry[ConnectivityEncoding]] = Registry(
    "hashicnf.passes.connectivity", "ENCODING", "connectivity encoding", "ConnectivityEncoding"
)
