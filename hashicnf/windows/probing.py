"""Probing region by region, before the first decision: consequences of some of the clauses are consequences of all.

On boards of any size this fixes about three of four variables, so the later windows have a fourth of the work, and can be twice as
wide.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress

from hashicnf.arrays.blocking import in_pieces
from hashicnf.backends.probing import fix
from hashicnf.core.constraints import Clauses
from hashicnf.core.deadline import NEVER, Deadline
from hashicnf.errors import GaveUp
from hashicnf.logic import Ints
from hashicnf.windows.calls import counted_session
from hashicnf.windows.settings import DEFAULTS, Settings
from hashicnf.windows.subformula import Subformula, reduced, window_clauses
from hashicnf.windows.tiles import Tiles


def probe(
    blocks: tuple[Clauses, ...],
    tile_of: Ints,
    tiles: Tiles,
    known: Ints,
    settings: Settings = DEFAULTS,
    deadline: Deadline = NEVER,
) -> Ints | None:
    """Return 1 or -1 for variables found true or false in all models, 0 for others, int32[v + 1]; None on a contradiction.

    ``known`` int32[v + 1] are the values found before. At the deadline, the values found so far are returned.
    """
    value = known.copy()
    if deadline.is_past():
        return value
    blocks = reduced(blocks, known)
    if any(len(block) and not block.width for block in blocks):  # an empty clause lies in no tile
        return None
    subformula = Subformula(blocks, tile_of, tiles)
    size, overlap = settings.region, settings.overlap
    for top, left in tiles.corners(size):
        if deadline.is_past():
            return value
        region = tiles.rectangle(top - overlap, top + size + overlap, left - overlap, left + size + overlap)
        with counted_session() as session:
            found = subformula.take(region)
            local = value[subformula.originals].tolist()
            with suppress(GaveUp):
                session.add(_within(deadline, found))
                if not fix(session, local, settings.worthwhile, observe=deadline.ending()):
                    return None
        value[subformula.originals] = local
        subformula.clear()
    return value


def _within(deadline: Deadline, blocks: Iterable[Clauses]) -> Iterator[Clauses]:
    """Yield clauses in pieces. Raises GaveUp at the deadline."""
    for block in blocks:
        for _, lits in in_pieces(block.rows):
            deadline.require()
            yield window_clauses(lits)
