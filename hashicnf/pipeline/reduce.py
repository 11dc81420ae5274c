"""Reduce the constraints of a puzzle before they are encoded: propagate and probe.

Unit propagation fixes half of the variables of many boards, and where connectivity is demanded no two nodes may use each other up.
Probing fixes more: what runs into a contradiction is false, and what follows from both values of a variable holds. All variables
stay in the formula, the fixed ones as clauses of one literal.

Probing asks a solver about every variable, which pays where a formula is solved as a whole. Then decided edges merge nodes, and
connectivity is demanded of a graph with a fourth of them.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from hashicnf.core.constraints import Batch, Clauses, Connected
from hashicnf.core.variables import VariablePool
from hashicnf.logic import Ints
from hashicnf.passes.connectivity.contraction import closed_pairs
from hashicnf.passes.simplify import Simplified, simplified

Encode = Callable[[Batch, VariablePool], list[Clauses]]


def reduced(
    batches: tuple[Batch, ...], variables: int, encode: Encode, *, connecting: bool, probing: bool
) -> Simplified:
    """Return the batches that are left, and what is fixed.

    ``encode`` lowers a batch for the solver that probes. With ``connecting`` the connectivity constraints count; some encodings
    leave them out.
    """
    pairs = [closed_pairs(batch) for batch in batches if connecting and isinstance(batch, Connected)]
    simple = simplified(batches, variables, np.concatenate(pairs) if pairs else None)
    if not probing:
        return simple
    return simplified(simple.batches, variables, probed(simple, variables, encode))


def probed(simple: Simplified, variables: int, encode: Encode) -> Ints:
    """Return literals that hold in all models and that probing finds, int32[k]."""
    from hashicnf.backends.probing import fix
    from hashicnf.backends.pysat import PysatSession

    pool = VariablePool()
    pool.declare("problem", variables, meaning="as in the formula")
    rest = [batch for batch in simple.batches if not isinstance(batch, Connected)]
    blocks = [block.made() for batch in rest for block in encode(batch, pool)]
    value = [*simple.truth[: variables + 1].tolist(), *[0] * (pool.count - variables)]
    with PysatSession("minisat22", pool.count) as session:
        session.add(blocks)
        fix(session, value)
    found = np.array(value[: variables + 1], dtype=np.int32)
    literals: Ints = np.flatnonzero(found).astype(np.int32) * found[found != 0]
    return literals
