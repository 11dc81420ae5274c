"""Connectivity by binary levels: every node has a number, and parents have smaller ones.

Parent arcs (see ``_arcs``) and, for every node, a level of b = ceil(log2 n) bits, ``level[v, i]``, bit 0 the least. An arc
from u to its parent v implies level(v) < level(u), compared from the highest bit down: ``below[e, d, i]`` means that the bits
i and lower of the parent are less than those of the child; at the highest bit it is the arc itself.

    below_i and v_i -> u_i          below_i and v_i = u_i -> below_(i-1)          below_0 -> not v_0 and u_0

Levels can have all values below n, so the encoding is complete. Variables: 2 m + n b + 2 m (b - 1); clauses for the levels:
2 m (3 (b - 1) + 2). Small, but propagates little: a level has no consequences until its high bits are fixed.

Reference: Janhunen 2004, "Representing normal programs with clauses"; Janota, Grigore and Manquinho 2017, "On the quest for an
acyclic graph", for a comparison of levels and closure.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from hashicnf.core.constraints import Clauses, Connected
from hashicnf.core.variables import VariablePool
from hashicnf.logic import Ints
from hashicnf.passes.connectivity import ConnectivityEncoding, clause_block
from hashicnf.passes.connectivity._arcs import declare_arcs, parents


def encode(batch: Connected, pool: VariablePool) -> list[Clauses]:
    """Declare arcs, levels and comparisons and return the clauses."""
    bits = (batch.nodes - 1).bit_length()
    arc = declare_arcs(batch, pool)
    level = pool.declare("level", batch.nodes, bits, meaning="bit i of the node's level, 0 the least").lits
    meaning = "bits i and lower: the parent's are less than the child's"
    below = pool.declare("below", len(batch.ends), 2, bits - 1, meaning=meaning).lits
    at = np.concatenate((below, arc[:, :, None]), axis=2).reshape(-1, bits)
    child, parent = level[batch.ends.ravel()], level[batch.ends[:, ::-1].ravel()]
    return [*parents(batch, arc), *_less(batch, at, parent, child)]


def _less(batch: Connected, at: Ints, small: Ints, large: Ints) -> list[Clauses]:
    """Return the clauses of "at[a, b-1] implies small[a] < large[a]" for all rows a, from the highest bit down."""
    blocks = []
    for i in range(at.shape[1] - 1, -1, -1):
        here, s, g = at[:, i], small[:, i], large[:, i]
        if i == 0:
            blocks += [np.stack((-here, -s), axis=1), np.stack((-here, g), axis=1)]
        else:
            lower = at[:, i - 1]
            blocks += [
                np.stack((-here, -s, g), axis=1),
                np.stack((-here, -s, -g, lower), axis=1),
                np.stack((-here, s, g, lower), axis=1),
            ]
    return [clause_block(batch, block) for block in blocks]


ENCODING: Final = ConnectivityEncoding("binary levels, parents below children", complete=True, encode=encode)
