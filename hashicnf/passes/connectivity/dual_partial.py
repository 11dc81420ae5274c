"""Connectivity by a forest in the dual graph, as far as that takes few clauses, and by cuts for the rest.

This is ``dual-elimination`` without eliminating the faces that would have many neighbours: it excludes small sets of nodes that are
enclosed by edges that are not chosen. A cycle through at most two of the remaining faces is still excluded; a cycle through more is
excluded by a cut, when a model has it. The size is linear: at most a constant number of clauses per face.

On crowded boards of some hundred nodes this is a fourth of the size of ``dual-elimination``. The first model is connected, or
nearly; cuts alone take dozens of rounds, each of which starts an external solver anew. If there is no model, ``dual-elimination``
refutes with fewer conflicts.
"""

from __future__ import annotations

from typing import Final

from hashicnf.core.constraints import Clauses, Connected
from hashicnf.core.progress import Observer, unobserved
from hashicnf.core.variables import VariablePool
from hashicnf.passes.connectivity import ConnectivityEncoding, dual_elimination, lazy
from hashicnf.propagation.connected import ConnectivityTheory

WIDEST: Final = 4  # most neighbours of a face that is eliminated; between 3 and 8 there is little difference


def encode(batch: Connected, pool: VariablePool, observe: Observer = unobserved) -> list[Clauses]:
    """Declare the arcs of the dual forest and return the clauses that exclude its short cycles."""
    return dual_elimination.encode(batch, pool, observe, WIDEST)


ENCODING: Final = ConnectivityEncoding(
    "unused edges enclose no small set of nodes; cut clauses, found while solving, for others",
    complete=False,
    encode=encode,
    observed=True,
    refine=lazy.refine,
    theory=ConnectivityTheory,
    needs_embedding=True,
)
