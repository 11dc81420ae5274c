"""The constants of windows in one table, each with what was measured for it.

Figures are numbers of solver calls, which do not depend on the machine, on two boards of 10,000 islands (``generate hashi --size
200x200 --islands 10000 --seed 1``): the default one, of which probing leaves one variable of an island open, and one with
``--doubles 0.1``, where it leaves 2.7. With the values below they are 63 and 2,197, and take 0.9 and 6.6 seconds of processor time,
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


# Halo of 0: 76 calls, of 2: 48, of 4: 39, in 1.1 s. Eight boards of 40,000 islands take 1.0 to 1.9 s by halos of 1, 1.7 to 2.6 s by
# 2, 2.9 to 4.6 s by 4. The limits of tiles are only to end what is hopeless.
LARGE: Final = Plan(scale=1.0, halo=1, conflicts=20_000, most_tiles=4000, widenings=3)
# Larger tiles have fewer windows that fail, where none is too hard: the second board by 1,125 calls in 4.2 s, by SMALLER 1,980.
SMALL: Final = Plan(scale=0.625, halo=1, conflicts=100_000, most_tiles=1500)
SMALLER: Final = Plan(scale=0.3, halo=1, conflicts=20_000, most_tiles=1500)
# Of eight boards of 5,000 or 10,000 islands, dense, in clusters, trees or without loops, these solve all, in at most 10 s each;
# SMALLER seven in 20 s each, SMALL with 40,000 conflicts four. Halo of 0: 2,872 calls and 7.7 s, of 2: 2,260, of 4: 2,777;
# of the eight boards a halo of 2 solves seven in 45 s each, most of them in up to twice the time.
TINY: Final = Plan(scale=0.2, halo=1, conflicts=20_000, most_tiles=1500)


@record
class Settings:
    """The constants of windows.

    - ``nodes_per_tile``: on a tile of scale 1. 32: 86 calls; 128: 24. On the second board the fewest nodes decide.
    - ``interior``: side of a window without its halo, in tiles. 3: 73 and 3,229 calls, the second in 8.2 s; 6: 36 and 1,920, in 0.7
      and 7.4 s.
    - ``few_open``: up to so many undecided variables of a node, plans for large windows are tried, beyond it those for small ones.
      Small ones on the default board: 247 calls, in 0.9 s.
    - ``where_many_are_open``: tried in this order; see there.
    - ``fewest_nodes``: on a tile, whatever its scale; boards with many open variables would get tiles of one or two.
    - ``conflicts_a_node``: after so many in an attempt at the board, the next one begins.
    - ``patience``: growths of a window before tiles around those in the core are added too. 0: 63 and 1,627 calls;
      1,000: 63 and 2,748.
    - ``portion``: conflicts between two looks at the deadline, after which the solver also restarts. 200: 62 and 2,306 calls;
      10,000: 61 and 2,158.
    - ``static_cuts``: largest set of nodes that clauses keep from closing. 1: 48 and 2,401 calls; 3: 33 and 1,503,
      in 0.7 and 4.8 s, but of the eight boards at ``TINY`` four take longer.
    - ``equation_width``: variables of a piece of an equation. 3: 43 and 2,519 calls, the second in 8.4 s; 6: 39 and 2,375.
    - ``region``: side of what is probed at once, in tiles; a bound on memory. Of 20,000 islands, 18 x 18 tiles, 24 leaves 19,296
      variables open, 12: 19,321, 6: 19,353, in a fifth more time.
    - ``overlap``: tiles that regions share with their neighbours. With regions of 6 there, 0 leaves 22,141 open, 2: 19,303,
      in a third more time.
    - ``worthwhile``: share of the variables that a round of probing must fix for another to follow. A tenth: 46 and 2,538 calls,
      the second in 7.8 s; a thousandth: 63 and 2,500.
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
