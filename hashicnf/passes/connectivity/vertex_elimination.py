"""Connectivity by vertex elimination: parent arcs without directed cycles, by eliminating nodes one by one.

Parent arcs (see ``_arcs``) lead from every node but the root to another node; elimination (see ``_elimination``) excludes directed
cycles of them. Besides the arcs there are, with width w (the largest degree at elimination), at most 2 n w variables, 2 m clauses
from arcs to reachability, and n w^2 others.

Reference: Rankooh and Rintanen 2022, "Propositional encodings of acyclicity and reachability by using vertex elimination".
"""

from __future__ import annotations

from typing import Final

from hashicnf.core.constraints import Clauses, Connected
from hashicnf.core.progress import Observer, unobserved
from hashicnf.core.variables import VariablePool
from hashicnf.passes.connectivity import ConnectivityEncoding
from hashicnf.passes.connectivity._arcs import declare_arcs, parents
from hashicnf.passes.connectivity._elimination import forbid_cycles


def encode(batch: Connected, pool: VariablePool, observe: Observer = unobserved) -> list[Clauses]:
    """Declare arcs and reachability and return the clauses; ``observe`` is called repeatedly."""
    arc = declare_arcs(batch, pool)
    return [*parents(batch, arc), *forbid_cycles(batch, pool, batch.nodes, batch.ends, arc, observe)]


ENCODING: Final = ConnectivityEncoding(
    "parent arcs made acyclic by vertex elimination (Rankooh and Rintanen 2022)",
    complete=True,
    encode=encode,
    observed=True,
)
