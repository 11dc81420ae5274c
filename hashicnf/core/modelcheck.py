"""Check models: no solver is trusted."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from hashicnf.core.constraints import Cardinality, Clauses, Exclusive
from hashicnf.errors import SolverFailed, counted
from hashicnf.logic import Bools, Ints, truth


def require_model(
    model: Bools, blocks: Iterable[Clauses], source: str, counts: Sequence[Cardinality | Exclusive] = ()
) -> None:
    """Raise SolverFailed for a model that breaks clauses or counts; ``source`` begins the message, such as "cadical returned"."""
    parts = [(block.violated(model), len(block)) for block in blocks]
    parts += [(broken_rows(batch, model), len(batch.lits)) for batch in counts]
    if broken := sum(len(rows) for rows, _ in parts):
        constraints = counted(sum(number for _, number in parts), "constraint" if counts else "clause")
        raise SolverFailed(f"{source} a model that breaks {broken:,} of {constraints}")


def broken_rows(batch: Cardinality | Exclusive, model: Bools) -> Ints:
    """List the rows of which a model makes too few or too many literals true, int32."""
    number, (least, most) = np.count_nonzero(truth(model, batch.lits), axis=1), batch.bounds
    return np.flatnonzero((number < least) | (number > most)).astype(np.int32)
