"""The constants of windows in one table, each with what was measured for it.

Figures are numbers of solver calls, which do not depend on the machine, on two boards of 10,000 islands (``generate hashi --size
200x200 --islands 10000 --seed 1``): the default one, of which probing leaves one variable of an island open, and one with
``--doubles 0.1``, where it leaves 2.7. With the values below they are 44 and 1,151, and take 1.6 and 7.6 seconds of processor time,
within a tenth; seconds are given where they differ by more. One board is no proof: a few per cent of calls mean nothing.
"""

from __future__ import annotations

from typing import Final

from hashicnf.records import record


@record
class Plan:
    """A way to cut a board into windows.

    ``scale`` is that of tiles, ``halo`` the tiles around the interior of a window; a window is given up after so many ``conflicts``
    (a call of the solver counts for some too), or when it would have more than ``most_tiles``. Before that it grows on all sides,
    ``widenings`` times, with as many conflicts again.
    """

    scale: float
    halo: int
    conflicts: int
    most_tiles: int
    widenings: int = 0


# Halo of 2: 44 calls, of 6: 42. Nothing here needs more than 96 tiles, but a window of a board of a million islands took 1,533: the
# limits of tiles are only to end what is hopeless.
LARGE: Final = Plan(scale=1.0, halo=1, conflicts=20_000, most_tiles=4000, widenings=3)
# Scale 0.3: 1,754 calls, 1.0: 1,613 and 11.9 s, 1.25: 1,274 and 12.0 s. Halo of 1: 1,167, of 4: 3,187 and 27 s.
SMALL: Final = Plan(scale=0.625, halo=1, conflicts=100_000, most_tiles=1500)
SMALLER: Final = Plan(scale=0.3, halo=1, conflicts=20_000, most_tiles=1500)
# Two dense boards of 3,000 islands, planted as trees, one bridge of ten doubled: 3.3 and 10 s; by SMALLER 23 and over 30 s, and by
# SMALLER with 8,000 conflicts, twice as far around what fails, both over 30 s.
TINY: Final = Plan(scale=0.2, halo=1, conflicts=20_000, most_tiles=1500)


@record
class Settings:
    """The constants of windows.

    - ``nodes_per_tile``: on a tile of scale 1. 32: 115 and 1,502 calls; 128: 41 and 1,274, the second in 11.7 s.
    - ``interior``: side of a window without its halo, in tiles. 3: 73 and 1,757 calls, the second in 11.8 s; 6: 33 and 857, in 1.6
      and 8.3 s.
    - ``few_open``: up to so many undecided variables of a node, plans for large windows are tried, beyond it those for small ones.
      Small ones on the default board: 93 calls, in 1.4 s; they fail now and then where a board has a million islands.
    - ``where_many_are_open``: CPU seconds by ``TINY`` and ``SMALL`` of 10,000 islands in clusters 7.6 and 25; 20,000 scattered 15
      and 47; 5,000 dense, planted as a tree, 9 and over 60; here 7.3 and 6.2.
    - ``fewest_nodes``: on a tile, whatever its scale. 20,000 islands with 6.7 undecided variables each: 17.9 s, without 21.2 s.
    - ``conflicts_a_node``: after so many in an attempt at the board, the next one begins.
    - ``patience``: growths of a window before tiles around those in the core are added too. 0: 44 and 1,448 calls, the second in
      10.1 s; 1,000: 44 and 1,184, in 9.0 s.
    - ``portion``: conflicts between two looks at the deadline, after which the solver also restarts. 200: 45 and 1,372 calls, the
      second in 10.3 s; 10,000: 50 and 1,216.
    - ``static_cuts``: largest set of nodes that clauses keep from closing. 1: 112 and 1,939 calls, the second in 11.5 s.
    - ``equation_width``: variables of a piece of an equation. 3: 39 and 1,214 calls; 6: 50 and 1,554, the second in 9.0 s.
    - ``region``: side of what is probed at once, in tiles; a bound on memory. Of 20,000 islands, 18 x 18 tiles, 24 leaves 19,296
      variables open, 12: 19,321, 6: 19,353, in a fifth more time.
    - ``overlap``: tiles that regions share with their neighbours. With regions of 6 there, 0 leaves 22,141 open, 2: 19,303,
      in a third more time.
    - ``worthwhile``: share of the variables that a round of probing must fix for another to follow. A tenth: 52 and 1,294 calls; a
      thousandth: 45 and 1,328.
    """

    nodes_per_tile: int = 64
    interior: int = 4
    few_open: float = 1.2
    where_few_are_open: tuple[Plan, ...] = (LARGE, SMALL)
    where_many_are_open: tuple[Plan, ...] = (TINY, SMALLER, SMALL)
    fewest_nodes: int = 5
    conflicts_a_node: int = 60
    patience: int = 5
    portion: int = 1_000
    static_cuts: int = 2
    equation_width: int = 4
    region: int = 24
    overlap: int = 1
    worthwhile: float = 0.01

    def nodes_in_tile(self, nodes: int, undecided: int) -> float:
        """Return how many of ``nodes`` a tile of scale 1 holds: fewer where more variables than nodes are undecided."""
        return self.nodes_per_tile * min(1, nodes / max(1, undecided))

    def plans(self, nodes: int, undecided: int) -> tuple[Plan, ...]:
        """Return the plans to try, in order."""
        return self.where_few_are_open if undecided <= self.few_open * nodes else self.where_many_are_open


DEFAULTS: Final = Settings()
