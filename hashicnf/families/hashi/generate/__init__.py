"""Make benchmark boards: planted ones of any size, lattices whose solutions are Hamiltonian cycles, and unsolvable ones.

A planted board starts from its solution: islands and bridges are laid out as a tree, extra bridges close loops, some
bridges are made double, and the clues are counted. So it has the planted solution; whether it has others is not
checked. There are several ways to lay out a tree, since boards differ in what makes them hard:

    grow        islands all over the board, each in sight of another one or under its bridges (``growth``)
    scatter     islands anywhere, connected afterwards by a random spanning tree (``scattered``)
    cluster     crowds of islands with wide gaps between them (``clustered``)
    wind        islands along one path through a maze (``winding``)
    part        parts that are connected by one pair of islands only (``parted``)

When all bridges are planted, the outer islands move to the borders of the board (``borders``).

    loops      extra bridges, as a share of the islands, or as many as fit: 0 plants a tree, 1 all loops that fit
    doubles    the share of connected pairs with more than one bridge: from 2 to ``max_bridges``, uniformly distributed

The public benchmark's boards Hs_S_N_A_B_I have S x S cells and N islands. According to counts over its files, B of 100
islands have an extra bridge, which is single, and 100 - A of 100 other bridges are double; so ``loops`` B / 100 and
``doubles`` (100 - A) / (100 + B) give as many bridges of either kind.

The same arguments give the same board on every machine. A million islands take a few seconds, scattered ones half a minute.
Reference: Coelho, Laporte, Lindbeck and Vidal 2019, "Benchmark instances and branch-and-cut algorithm for the
Hashiwokakero puzzle".
"""

from __future__ import annotations

from hashicnf.core.randomness import RandomStream
from hashicnf.families import Generated
from hashicnf.families.hashi.board import Board, solution_of
from hashicnf.families.hashi.generate.borders import reaching
from hashicnf.families.hashi.generate.clustered import cluster
from hashicnf.families.hashi.generate.growth import Layout, spread
from hashicnf.families.hashi.generate.lattices import lattice
from hashicnf.families.hashi.generate.parted import part
from hashicnf.families.hashi.generate.planting import (
    USUAL,
    Mixture,
    PlantedBoard,
    plant,
    planted_words,
    require_islands,
    require_size,
)
from hashicnf.families.hashi.generate.pockets import unsolvable
from hashicnf.families.hashi.generate.scattered import scatter
from hashicnf.families.hashi.generate.symmetry import NONE
from hashicnf.families.hashi.generate.winding import wind
from hashicnf.logic import Ints


def generate(
    rows: int,
    columns: int,
    islands: int,
    wanted: Mixture = USUAL,
    *,
    seed: int,
    layout: Layout = spread,
    is_apart: bool = False,
    symmetry: str = NONE,
) -> PlantedBoard:
    """Plant a board of exactly ``islands`` islands, from 2 up to one in every cell, or in the range that the layout allows.

    A layout that keeps them apart, or symmetric, is marked as such, so that repair does the same. Raises UsageError for sizes and
    seeds that are out of range.
    """
    require_size(rows, columns)
    require_islands(islands, 2, rows * columns, f"a board of {rows} x {columns} cells")
    random = RandomStream(seed)
    flags = layout(rows, columns, islands, random)
    board, count = plant(flags, wanted, random, f"hashi-{rows}x{columns}-{islands}-{seed}")
    board = reaching(board, random, symmetry)
    return Generated(board, solution_of(board, count), _title(board, count, seed), apart=is_apart, symmetry=symmetry)


def _title(board: Board, count: Ints, seed: int) -> str:
    """Return the title of a board: size, seed, and the planted bridges."""
    rows, columns = board.shape
    return f"{board.islands:,} islands on {rows} x {columns} cells, seed {seed}; {planted_words(board, count)}"


__all__ = ["PlantedBoard", "cluster", "generate", "lattice", "part", "scatter", "unsolvable", "wind"]
