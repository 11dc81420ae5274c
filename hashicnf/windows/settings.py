"""The constants of windows in one table, each with what was measured for it.

Figures are numbers of solver calls, which do not depend on the machine, on two boards of 10,000 islands (``generate hashi --size
200x200 --islands 10000 --seed 1``): the default one, of which probing leaves one variable of an island open, and one with
``--doubles 0.1``, where it leaves 2.7. With the values below they are 54 and 2,551, and take 0.8 and 7.0 seconds of processor time,
within a tenth; seconds are given where they differ by more. One board is no proof: a few per cent of calls mean nothing.
"""

from __future__ import annotations

from typing import Final

from hashicnf.records import record


@record
class Plan:
    """A way to cut a board into windows.

    ``scale`` is that of tiles. A window is given up after so many ``conflicts`` (a call of the solver counts for some too), or when
    it would have more than ``most_tiles``. Before that it grows on all sides, ``widenings`` times, with as many conflicts again.
    """

    scale: float
    conflicts: int
    most_tiles: int
    widenings: int = 0


# The limits of tiles are only to end what is hopeless.
LARGE: Final = Plan(scale=1.0, conflicts=20_000, most_tiles=4000, widenings=3)
# Larger tiles have fewer windows that fail, where none is too hard: the second board by TINY on these, 1,066 calls in 5.0 s.
SMALL: Final = Plan(scale=0.625, conflicts=100_000, most_tiles=1500)
SMALLER: Final = Plan(scale=0.3, conflicts=20_000, most_tiles=1500)
# Of eight boards of 5,000 or 10,000 islands, dense, in clusters, trees or without loops, all are solved, in at most 8 s each; on
# tiles of SMALLER, all but one in 20 s each, of SMALL, four.
TINY: Final = Plan(scale=0.2, conflicts=20_000, most_tiles=1500)


@record
class Settings:
    """The constants of windows.

    - ``nodes_per_tile``: on a tile of scale 1. 32: 86 calls; 128: 42 and 1,381, the second in 4.9 s.
    - ``interior``: side of what a window decides, in tiles. 3: 72 and 3,643 calls, the second in 10.9 s; 6: 40 and 1,486, in 0.7
      and 5.0 s, but of three larger boards where little is open one is not solved in half a minute then, and a tree of 100,000
      islands that takes 31 s is not in two minutes.
    - ``halo``: width of what a window looks at around that, in tiles. 0: 76 and 2,669 calls; 2: 50 and 2,189, the second in 5.7 s;
      4: 42 and 3,242, in 1.3 and 13.7 s. Eight boards of 40,000 islands take 1.2 to 2.0 s by 1, 1.5 to 2.6 s by 2, and 2.9 to
      4.6 s by 4; of the eight boards at ``TINY`` all but one are solved in 45 s each by 2.
    - ``few_open``: up to so many undecided variables of a node, plans for large windows are tried, beyond it those for small ones.
      Small ones on the default board: 236 calls.
    - ``where_many_are_open``: tried in this order; see there.
    - ``fewest_nodes``: on a tile, whatever its scale; boards with many open variables would get tiles of one or two.
    - ``conflicts_a_node``: after so many in an attempt at the board, the next one begins.
    - ``patience``: growths of a window before tiles around those in the core are added too. 0: 56 and 1,950 calls,
      the second in 5.7 s; 1,000: 54 and 2,935.
    - ``portion``: conflicts between two looks at the deadline, after which the solver also restarts. 200: 58 and 2,483 calls;
      10,000: 54 and 2,551.
    - ``static_cuts``: largest set of nodes that clauses keep from closing. 1: 52 and 2,258 calls; 3: 51 and 1,523, the
      second in 4.9 s.
    - ``equation_width``: variables of a piece of an equation. 3: 46 and 2,204 calls, the second in 5.7 s; 6: 46 and 2,581.
    - ``region``: side of what is probed at once, in tiles; a bound on memory. Of 20,000 islands, 18 x 18 tiles, 24 leaves 19,296
      variables open, 12: 19,321, 6: 19,353, in a fifth more time.
    - ``overlap``: tiles that regions share with their neighbours. With regions of 6 there, 0 leaves 22,141 open, 2: 19,303,
      in a third more time.
    - ``worthwhile``: share of the variables that a round of probing must fix for another to follow. A tenth: 56 and 2,506 calls;
      a thousandth: 54 and 2,311.
    """

    nodes_per_tile: int = 64
    interior: tuple[int, int] = (8, 4)
    halo: int = 1
    few_open: float = 1.2
    where_few_are_open: tuple[Plan, ...] = (LARGE, SMALL)
    where_many_are_open: tuple[Plan, ...] = (TINY, SMALLER, SMALL)
    fewest_nodes: int = 5
    conflicts_a_node: int = 40
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
