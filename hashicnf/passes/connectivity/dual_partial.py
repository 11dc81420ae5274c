"""Connectivity by a forest in the dual graph, as far as that is cheap, and by cuts for the rest.

Edges that are not chosen enclose no small set of nodes: ``dual-elimination`` without the faces that would have many neighbours when
they go. A cycle through one or two faces that stay is still excluded; one through more is excluded by a cut, when a model has it.
The size is linear: at most a constant number of clauses for each face.

On crowded boards of some hundred nodes that is a fourth of the whole. The first model is connected, or nearly, where cuts alone
take dozens of rounds, each of which starts a solver of another program anew. Where there is no model, the whole refutes with fewer
conflicts.
"""

from __future__ import annotations

from typing import Final

from hashicnf.core.constraints import Clauses, Connected
from hashicnf.core.stats import Observer, unobserved
from hashicnf.core.variables import VariablePool
from hashicnf.passes.connectivity import ConnectivityEncoding, dual_elimination, lazy
from hashicnf.propagation.connected import ConnectivityTheory

WIDEST: Final = 4  # neighbours of a face that goes; from 3 to 8 it makes little difference


def encode(batch: Connected, pool: VariablePool, observe: Observer = unobserved) -> list[Clauses]:
    """Declare the arcs of the dual forest and write the clauses that exclude its shorter cycles."""
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
