"""Parity of whole tiles: one equation over the variables that leave a tile.

The sums of a tile add up, in GF(2), to one equation over the variables that are also counted in other tiles. An auxiliary variable
for each pair of neighbouring tiles represents the parity of the variables shared by both, so the equations of tiles are short, and
the solver derives the parity of larger areas tile by tile instead of node by node. Refutations become some twenty times shorter.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from hashicnf.arrays.equal_rows import equal_rows
from hashicnf.core.constraints import Clauses, Origin
from hashicnf.logic import Bools, Ints
from hashicnf.windows.xor import Equation, clauses_of, cut, links_of

TILE_PARITY: Final = Origin("parity", "tile")


def tile_equations(
    variables: Ints, ends: Ints, odd: Bools, tile_of_sum: Ints, tile_of: Ints, width: int
) -> tuple[list[Clauses], Ints]:
    """Return the equations of all tiles as clauses, and ``tile_of`` int32[v + 1] with the tiles of their auxiliaries appended.

    ``variables``, ``ends`` and ``odd`` are as in ``Parities``; ``tile_of_sum`` int32[s] is the tile of each sum, -1 for the
    ground, which is the first. Equations are cut into pieces of ``width`` variables.
    """
    pair = np.sort(tile_of_sum[ends], axis=1)
    between = np.flatnonzero(pair[:, 0] != pair[:, 1])
    pairs = pair[between][:, ::-1]
    first, group = equal_rows(pairs)
    order = between[np.argsort(group, kind="stable")]
    end = np.cumsum(np.bincount(group, minlength=len(first)))
    odd_tile = np.bincount(tile_of_sum[1:], odd[1:]) % 2 == 1
    writer = _Writer(tile_of, width)
    sides: dict[int, list[int]] = {}
    for (high, low), shared in zip(pairs[first].tolist(), np.split(variables[order], end)[:-1], strict=True):
        link = writer.link(shared.tolist(), high)
        for tile in (high, low):
            sides.setdefault(tile, []).append(link)
    for tile, links in sides.items():
        if tile >= 0:
            writer.write(Equation(links, bool(odd_tile[tile])), tile)
    blocks = [Clauses.of(lits, TILE_PARITY) for lits in clauses_of(writer.pieces)]
    return blocks, np.append(tile_of, np.array(writer.tiles, dtype=np.int32))


class _Writer:
    """Equations cut into pieces, and the tiles of their auxiliary variables."""

    def __init__(self, tile_of: Ints, width: int) -> None:
        """Start without equations; auxiliaries are numbered after the variables of ``tile_of``."""
        self._first, self._width = len(tile_of), width
        self.tiles: list[int] = []
        self.pieces: list[Equation] = []

    def write(self, equation: Equation, tile: int) -> None:
        """Add the pieces of an equation, whose auxiliary variables lie in a tile."""
        links = self._new(links_of(len(equation.variables), self._width), tile)
        self.pieces += cut(equation, links, self._width)

    def link(self, variables: list[int], tile: int) -> int:
        """Return a variable that is true if and only if an odd number of ``variables`` are true."""
        if len(variables) == 1:
            return variables[0]
        (link,) = self._new(1, tile)
        self.write(Equation([*variables, link], odd=False), tile)
        return link

    def _new(self, number: int, tile: int) -> range:
        self.tiles += [tile] * number
        end = self._first + len(self.tiles)
        return range(end - number, end)
