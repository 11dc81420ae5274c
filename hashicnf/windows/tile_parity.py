"""Parity on a coarse scale: what the sums of whole tiles come to.

All sums of a tile add up to one equation over the variables that leave it, in GF(2). A variable for each pair of neighbouring
tiles stands for the parity of what runs between them, so that the tiles' equations are short, and conclusions about the parity of
larger areas go from tile to tile rather than from node to node. Refutations become some twenty times shorter.
"""

from __future__ import annotations

import numpy as np

from hashicnf.core.constraints import Clauses, Origin
from hashicnf.logic import Ints
from hashicnf.windows.parity import Parities
from hashicnf.windows.xor import Equation, clauses_of, cut, spares

COARSE = Origin("parity", "tile")


def tile_equations(parities: Parities, place: Ints, home: Ints) -> tuple[list[Clauses], Ints]:
    """Write the equations of all tiles; return them with ``home`` int32[v + 1] continued for the variables that are added.

    ``place`` int32[s] is the tile of each sum, -1 for the ground, the first of them.
    """
    ends = np.sort(place[parities.ends], axis=1)
    apart = np.flatnonzero(ends[:, 0] != ends[:, 1])
    order = apart[np.lexsort((ends[apart, 0], ends[apart, 1]))]
    pairs, start = np.unique(ends[order][:, ::-1], axis=0, return_index=True)
    odd = np.bincount(place[1:], parities.odd[1:]) % 2 == 1
    writer = _Writer(home)
    sides: dict[int, list[int]] = {}
    for (high, low), names in zip(pairs.tolist(), np.split(parities.names[order], start)[1:], strict=True):
        link = writer.link(names.tolist(), high)
        for tile in (high, low):
            sides.setdefault(tile, []).append(link)
    for tile, links in sides.items():
        if tile >= 0:
            writer.write(Equation(links, bool(odd[tile])), tile)
    blocks = [Clauses(lits, COARSE, np.zeros(len(lits), dtype=np.int32)) for lits in clauses_of(writer.pieces)]
    return blocks, np.append(home, np.array(writer.homes, dtype=np.int32))


class _Writer:
    """Equations cut into pieces, and the tiles of the variables that come to it."""

    def __init__(self, home: Ints) -> None:
        """Begin behind the variables that have a home."""
        self._first = len(home)
        self.homes: list[int] = []
        self.pieces: list[Equation] = []

    def write(self, equation: Equation, tile: int) -> None:
        """Write an equation with spare variables at home in a tile."""
        self.pieces += cut(equation, self._new(spares(len(equation.names)), tile))

    def link(self, names: list[int], tile: int) -> int:
        """Return a variable that is true if an odd number of some are."""
        if len(names) == 1:
            return names[0]
        (link,) = self._new(1, tile)
        self.write(Equation([*names, link], odd=False), tile)
        return link

    def _new(self, number: int, tile: int) -> range:
        self.homes += [tile] * number
        end = self._first + len(self.homes)
        return range(end - number, end)
