"""Check batches of constraints against their contract: those of other packages, before anything relies on them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final, get_args

import numpy as np

from hashicnf.arrays.blocking import Deferred, in_pieces
from hashicnf.core.constraints import Batch, Cardinality, Clauses, Connected, Exclusive, Implies, Op, Origin
from hashicnf.errors import counted
from hashicnf.logic import is_whole

OPS: Final = get_args(Op)
KINDS: Final = get_args(Batch)
MOST_BOUND: Final = 1 << 30  # bounds are added to numbers of literals, as int32


def fault_of(batch: object, variables: int) -> str:
    """Return a description of the first fault of a batch over so many declared variables, "" if there is none."""
    if not isinstance(batch, KINDS):
        return f"{type(batch).__name__} is no batch of constraints"
    origin: object = batch.origin
    if not isinstance(origin, Origin) or not isinstance(origin.rule, str) or not isinstance(origin.kind, str):
        return "its origin is no Origin of two texts"
    return next(CHECKS[type(batch)](batch, variables), "")


# Batches may have parts of any types here, whatever their annotations say.
def _cardinality(batch: Any, variables: int) -> Iterator[str]:
    yield from _rows("lits", batch.lits, variables)
    yield from _sources(batch.source, len(batch.lits))
    if batch.op not in OPS:
        yield f"its op is {batch.op!r}, not one of {', '.join(OPS)}"
    if not is_whole(batch.bound):
        yield f"its bound is {batch.bound!r}, not a whole number"
    if abs(batch.bound) > MOST_BOUND:
        yield f"its bound is {batch.bound:,}, and {MOST_BOUND:,} is the largest"
    width, chain = batch.lits.shape[1], batch.chain
    if not all(isinstance(run, int) and run > 0 for run in (chain if isinstance(chain, tuple) else (chain,))):
        yield f"its chain is {chain!r}, not a whole number from 1 or a tuple of such"
    if sum(batch.runs) != width:
        yield f"its chain {chain!r} does not divide rows of {width} literals into runs"
    if not isinstance(batch.encoding, str | None):
        yield f"its encoding is {batch.encoding!r}, not a name"


def _implies(batch: Any, variables: int) -> Iterator[str]:
    yield from _rows("body", batch.body, variables)
    yield from _rows("head", batch.head, variables)
    if len(batch.body) != len(batch.head):
        yield f"it has {len(batch.body)} bodies and {len(batch.head)} heads"
    yield from _sources(batch.source, len(batch.head))


def _exclusive(batch: Any, variables: int) -> Iterator[str]:
    yield from _rows("lits", batch.lits, variables)
    yield from _sources(batch.source, len(batch.lits))


def _clauses(batch: Any, variables: int) -> Iterator[str]:
    if not isinstance(batch.rows, Deferred):
        yield from _rows("rows", batch.rows, variables)
    for _, rows in in_pieces(batch.rows):
        yield from _rows("rows", rows, variables)
    if not isinstance(batch.sources, Deferred):
        yield from _sources(batch.sources, len(batch.rows))
    elif len(batch.sources) != len(batch.rows):
        yield f"it has {len(batch.rows)} rows and {len(batch.sources)} sources"


def _connected(batch: Any, variables: int) -> Iterator[str]:
    if not is_whole(batch.nodes) or batch.nodes < 0:
        yield f"nodes is {batch.nodes!r}, not a whole number from 0"
    yield from _shape("ends", batch.ends, 2)
    if batch.ends.shape[1] != 2:
        yield f"ends has {batch.ends.shape[1]} columns, not 2"
    if batch.ends.size and not 0 <= int(batch.ends.min()) <= int(batch.ends.max()) < batch.nodes:
        yield f"ends contains numbers that are not those of a node, 0 to {batch.nodes - 1}"
    if (batch.ends[:, 0] > batch.ends[:, 1]).any():
        yield "ends contains a row with the larger node first"
    yield from _shape("lits", batch.lits, 1)
    yield from _literals("lits", batch.lits, variables)
    if len(batch.lits) != len(batch.ends):
        yield f"it has {len(batch.ends)} edges and {len(batch.lits)} literals"
    if len(np.unique(np.abs(batch.lits))) != len(batch.lits):
        yield "lits contains a variable twice"
    yield from _described(batch, variables)


def _described(batch: Any, variables: int) -> Iterator[str]:
    """Yield faults of the parts that describe the edges further."""
    nodes, edges = batch.nodes, len(batch.lits)
    if batch.known is not None and (np.shape(batch.known) != (edges,) or not np.isin(batch.known, (-1, 0, 1)).all()):
        yield f"known has not a number from -1 to 1 for each of {edges} edges"
    if (drawn := batch.embedding) is not None:
        if np.shape(drawn.row) != (nodes,) or np.shape(drawn.column) != (nodes,) or len(drawn.horizontal) != edges:
            yield "its embedding has not a row and a column for each node, and a direction for each edge"
        yield from _shape("crossing", drawn.crossing, 2)
        if drawn.crossing.size and not 0 <= int(drawn.crossing.min()) <= int(drawn.crossing.max()) < edges:
            yield f"crossing contains numbers that are not those of an edge, 0 to {edges - 1}"
    if (loads := batch.degrees) is not None:
        if np.shape(loads.degree) != (nodes,):
            yield f"degree has not a number for each of {nodes} nodes"
        if loads.lits is not None:
            yield from _rows("the lits of degrees", loads.lits, variables)
            if loads.lits.shape != (edges, loads.most):
                yield f"the lits of degrees have the shape {loads.lits.shape}, not {(edges, loads.most)}"


CHECKS: Final[dict[type, Callable[[Any, int], Iterator[str]]]] = {
    Cardinality: _cardinality,
    Implies: _implies,
    Exclusive: _exclusive,
    Connected: _connected,
    Clauses: _clauses,
}


def _rows(name: str, rows: object, variables: int) -> Iterator[str]:
    yield from _shape(name, rows, 2)
    yield from _literals(name, rows, variables)


def _sources(source: Any, rows: int) -> Iterator[str]:
    yield from _shape("source", source, 1)
    if len(source) != rows:
        yield f"it has {rows} rows and {len(source)} sources"
    if len(source) and int(source.min()) < 0:
        yield "source contains a negative number"


def _shape(name: str, array: object, dimensions: int) -> Iterator[str]:
    if not isinstance(array, np.ndarray):
        yield f"{name} is no array but {type(array).__name__}"
    elif array.ndim != dimensions or array.dtype != np.int32:
        yield f"{name} is {array.dtype}{[*array.shape]}, not int32 in {counted(dimensions, 'dimension')}"


def _literals(name: str, lits: Any, variables: int) -> Iterator[str]:
    if not lits.all():
        yield f"{name} contains the literal 0"
    if lits.size and (most := max(-int(lits.min()), int(lits.max()))) > variables:
        yield f"{name} contains a literal of the variable {most}, and {variables} are declared"
