"""Sizes and limits of windows in one table, each with what was measured for it.

Figures are numbers of solver calls, which do not depend on the machine, on two boards of 10,000 islands (``generate hashi --size
200x200 --islands 10000 --seed 1``): the default one, of which probing leaves one variable of an island open, and one with
``--doubles 0.1``, where it leaves 2.7. With the values below they are 32 and 1,214, and take 0.7 and 5.0 seconds of processor time,
within a tenth; seconds are given where they differ by more. One board is no proof: a few per cent of calls mean nothing.
"""

from __future__ import annotations

from typing import Final

from hashicnf.records import record


@record
class WindowPlan:
    """A way to cut a board into windows.

    ``scale`` is that of tiles. A window is given up after so many ``conflicts`` (a call of the solver counts for some too), or when
    it would have more than ``most_tiles``. Before that it grows on all sides, ``widenings`` times, with as many conflicts again.
    """

    scale: float
    conflicts: int
    most_tiles: int
    widenings: int = 0


# The limits of tiles are only to end what is hopeless.
LARGE: Final = WindowPlan(scale=1.0, conflicts=20_000, most_tiles=4000, widenings=3)
# Larger tiles have fewer windows that fail, where none is too hard: the second board by TINY on these, 658 calls in 6.4 s.
SMALL: Final = WindowPlan(scale=0.625, conflicts=100_000, most_tiles=1500)
SMALLER: Final = WindowPlan(scale=0.3, conflicts=20_000, most_tiles=1500)
# Of eight boards of 5,000 or 10,000 islands, dense, in clusters, trees or without loops, all are solved, in at most 8 s each; on
# tiles of SMALLER, all but one in 20 s each, of SMALL, four.
TINY: Final = WindowPlan(scale=0.2, conflicts=20_000, most_tiles=1500)


@record
class Turns:
    """Turns of repair, which alternate with attempts by windows.

    - ``patience``: conflicts after which repair begins anew, from another attempt, if there are no fewer gaps by one in
      ``Mending.progress``; twice as many at the last gap.
    - ``share_a_node``: conflicts of the first turn; each turn has twice the share of the last.
    - ``few``: down to so many gaps a turn has its share again whenever half of them are closed. Without that, nine near-trees and
      boards without loops, of 5,000 to 10,000 islands, two runs each with other lots, take a tenth longer in all, and one of 20,000
      takes 75 s instead of 59; but without an end to it, boards wait for the last gap: of two, one takes 83 s instead of 57, and
      one 100 instead of 77.
    """

    patience: int
    share_a_node: int
    few: int = 8

    def patience_at(self, gaps: int) -> int:
        """Return the patience with so many gaps left."""
        return self.patience * (2 if gaps == 1 else 1)


@record
class Mending:
    """Limits of what is mended where sweeps leave windows unsolved, by small windows.

    - ``most_nodes``: of a board that is mended. A near-tree of 20,000 islands has 11 gaps left after 45 s, a board of as many
      without loops 120.
    - ``nodes_per_tile``: tiles are small here. Of eight runs on two boards of 2,533 and 3,712 islands that no sweep solves in 10
      seconds, six end in 3 to 5 s; tiles of 5 take three times as long.
    - ``moves``: king's moves around a gap, one of them by chance. 3: neither board in 40 s.
    - ``tiles``: beyond so many a gap is left to another try. 500 and 1,000: the same.
    - ``conflicts``: of a window. By repair alone 8,000 solve 15 of 24 runs in 20 s, on eight near-trees of 2,000 to 5,178
      islands, 3,000 nine; 16,000 seven of 21 of these runs, 8,000 twelve, but six where chance falls otherwise.
    - ``insistence``: share of the windows that grow where they can only move their gap. 0: of the 24 runs, by 3,000
      conflicts, six end; and a board of 8,825 islands keeps three gaps for a minute that 0.2 and 0.6 close in 3 s.
    - ``head_start``: conflicts that a gap is taken to cost by large windows before they have closed any.
    - ``memory``: conflicts after which what small windows and large ones have cost counts for a third.
    - ``progress``: share of the gaps that repair has to close in its patience.
    - ``turns``: by a patience of 200,000, before turns had a share, seven of ten near-trees and boards without loops, of 3,000 to
      10,000 islands, had an answer in a minute, by 100,000 four. Without a share, boards that an attempt solves wait for it: one of
      10,000 islands takes over a minute, and 33 s with it.
    """

    most_nodes: int = 30_000
    nodes_per_tile: float = 3
    moves: tuple[int, ...] = (1, 2)
    tiles: int = 250
    conflicts: int = 8_000
    insistence: float = 0.5
    head_start: int = 2_000
    memory: int = 20_000
    progress: int = 10
    turns: Turns = Turns(patience=200_000, share_a_node=40)


@record
class LargeWindows:
    """Limits of the large windows that close what small ones leave.

    - ``reach``: king's moves from a gap to what is to spare within which both are taken in one window; beyond, gaps move. 16:
      on a lattice of 15,876 islands as many gaps are left after 60 s, but it gets there in half the time with 8.
    - ``rim``: king's moves from there to the rim of a window at first.
    - ``insistence``: share of the windows in which the gap may not move.
    - ``even``: share of the windows that grow on all sides, by the moves of a ``ring``; the others grow around the nearest tiles of
      a core, by those of a ``step``. Of eight boards with ten gaps left, three are solved in 25 s with 1, two with 0; but with 1 a
      near-tree of 10,000 islands has fifty gaps after 37 s, and after 17 with 0.
    - ``tiles``: beyond so many a gap is left to another try; and as many more for each ``windows`` that have closed nothing.
    - ``variables_a_conflict``: writing a window counts for one conflict more for so many variables, for it takes as long.
    - ``moves``: king's moves from the middle of a window in which a gap moves to its rim, one after the other.
    - ``shortest``: share of the windows that begin where the way from the gap to what is to spare is shortest.
    - ``places``: edges at which another gap may open. One drawn by lot, as good as all that are nearer to what is to spare, leaves
      14 gaps after 25 s where 20 leave ten.
    - ``conflicts``: of a window. By large windows alone a near-tree of 2,533 islands took 17 s with 5,000, 9 with 20,000, when
      gaps moved by chance.
    - ``hard``: share of the windows that are given to another solver if they are not ``easy``, that is after so many conflicts;
      that one has the ``most``, by ``portion`` conflicts between two looks at the deadline. On 11 of 13 windows that were given
      up it needs a third to nine tenths of the conflicts, and finds models of 300 tiles after 50,000 where the other takes
      236,000; but it is slower on easy ones. For all windows, a near-tree of 3,479 islands has 21 gaps left after 35 s, otherwise
      4. By portions of 1,000, with which it begins anew, each of five boards takes longer.
    """

    reach: int = 8
    rim: int = 2
    insistence: float = 0.5
    even: float = 0.5
    ring: int = 3
    step: int = 2
    tiles: int = 150
    windows: int = 60
    variables_a_conflict: int = 5
    moves: tuple[int, ...] = (4, 8, 12)
    shortest: float = 0.7
    places: int = 20
    conflicts: int = 20_000
    hard: float = 0.3
    easy: int = 3_000
    most: int = 100_000
    portion: int = 10_000


@record
class Climbs:
    """Limits of local search where solutions are trees.

    Figures are of four crowded boards of 10,000 islands, three runs each with other lots, a minute each, but where they say more.
    With the whole board as the only window, two gaps were left on each of the four without shakes; with them, 11 of the runs ended.

    - ``rims``: king's moves from the middle between a component and a cycle, beyond the half of their distance, to the rim.
    - ``growth``: factor of these, once or more often, half as likely each time, but only once more for each ``windows`` and gap
      since one was closed. At the last 20 gaps, windows of up to 600 parts close one in 0.2 to 1 s, of 600 to 2,000 in 1.4 to 2.1,
      of more in 10 to 30.
    - ``variables_a_conflict``: a call counts for one conflict more for so many variables.
    - ``vain``: calls without fewer gaps than ever that end a descent. By 100, and up to two shakes, 11 of the runs end; by 60, and
      up to one, 10.
    - ``slack``: king's moves by which components may be farther from cycles. On whole boards 4 takes 3.5 to 8 s, 0 takes 4 to 20,
      and 12 is slower than 4 on each of five.
    - ``share``: of the clauses that close gaps, the shortest one in so many is added, but at least the ``fewest``.
    - ``refusals``: clauses that may be left out of a window where they contradict what is held. Without limit, a board of 20,000
      islands takes 13 s from 1,062 gaps to 192.
    - ``shakes``: share of the windows that go on once from flipped variables. They close half as many gaps in the same time, but
      others.
    - ``moves``: king's moves around a gap within which variables are flipped, as many as one of ``flips``.
    - ``conflicts``: of a call, by ``portion`` between two looks at the deadline; nearly all take some tens.
    - ``turns``: by a patience of 200,000, as elsewhere, two of the four boards have no answer, which take 12 and 21 s with this. A
      tree of a lattice of 10,000 islands, which keeps a gap for 40 s, is solved by an attempt when this turn ends.
    """

    rims: tuple[int, ...] = (2, 4, 8)
    growth: float = 1.5
    windows: int = 4
    variables_a_conflict: int = 20
    vain: int = 60
    slack: int = 4
    share: int = 3
    fewest: int = 20
    refusals: int = 10
    shakes: float = 0.5
    moves: tuple[int, ...] = (2, 4, 8)
    flips: tuple[int, ...] = (2, 4, 8)
    conflicts: int = 10_000
    portion: int = 1_000
    turns: Turns = Turns(patience=2_000_000, share_a_node=150)


@record
class Backbones:
    """Limits of local backbones.

    Figures are literals found, of 21,715 that are open, and thousands of conflicts for them, on ``generate hashi --size 200x200
    --islands 10000 --seed 999033 --doubles 0.1 --max-bridges 3 --loops 0.0``, by versions that differ little.

    - ``nodes_per_tile``; ``interior``, the side of what a window is asked about, and ``margin``, the width of what it sees around
      that, in tiles. 12 and 4: 14,840 by 188; 8 and 3: 13,105 by 210; 6 and 3: 12,638 by 220; 10 and 5: 15,325 by 239; 16 and 4:
      15,577 by 214, in more time. 20 and 4: 11,044, for a window is given up.
    - ``first``: conflicts for the first model of a window. 20,000: as many literals, and on crowded boards, where none is found,
      two and a half times the time.
    - ``each``: for a literal. 200, 500 and 2,000: 13,990, 14,012 and 14,029, all by 230 to 235.
    - ``conflicts``: of a window. 20,000: after it, attempts fail on two of three such boards which 40,000 solve.
    - ``head_start``, ``price``: conflicts that may be spent, and so many more for each literal that is found. It takes 4 to 20 a
      literal where it is of use. On crowded boards the first windows have no model soon, and that is the end of it.
    - ``worthwhile``: share of the open variables that must be decided for attempts to begin anew.
    - ``scarce``: up to so many true literals of a node beyond those of a tree, boards that are too large for repair begin with
      backbones. A tree of 100,000 islands on a fourth of the cells takes 22 s, which has no answer in 200 where an attempt begins.
    """

    nodes_per_tile: float = 5
    interior: int = 12
    margin: int = 4
    first: int = 8_000
    each: int = 500
    conflicts: int = 40_000
    head_start: int = 15_000
    price: int = 50
    worthwhile: float = 0.05
    scarce: float = 0.15


@record
class Settings:
    """Sizes and limits of windows.

    - ``nodes_per_tile``: on a tile of scale 1. 32: 41 calls; 128: 13 and 633, the second in 3.6 s.
    - ``interior``: side of what a window decides, in tiles: when windows go down the board, and when they go back, should that
      fail. The smaller the more calls, the larger the harder each: both ways 4: 55 and 2,156 calls; 12: 11 and 791, the second in
      4.2 s. Boards of 100,000 islands like the second take 48 s of windows by 8, over 120 by 4.
    - ``halo``: width of what a window looks at around that, in tiles. 0: 30 and 1,417 calls; 2: 21 and 1,116; 4: 19 and 1,146,
      in 0.9 and 5.6 s. Eight boards of 40,000 islands, by windows half as wide, take 1.2 to 2.0 s by 1, 1.5 to 2.6 s by 2, and
      2.9 to 4.6 s by 4.
    - ``few_to_spare``: up to so many chosen literals of a node that join nothing, what is decided keeps to its share of them. Of 13
      boards of 5,000 islands with at most 0.05, in clusters, crowded, or with some double bridges, the first sweep solves three
      without that, 12 with it; eight boards with 0.03 take half the conflicts. With 0.1, three of 20,000 take a fifth more.
    - ``slack``: so many more in all. 20 and 40, by an ``insistence`` of 20: 11 and 11 of the 13 boards, by a version of the rule
      that gave way a little later.
    - ``insistence``: growths of a window for the sake of that. By that version, 10: eight of 13; 40, by a slack of 30: eight.
    - ``leeway``: so many more then, again and again; and where growing would not help.
    - ``few_open``: up to so many undecided variables of a node, plans for large windows are tried, beyond it those for small ones.
      Small ones on the default board: 122 calls; on a tree of 100,000 islands with 1.3 open each, 65 s of windows, large ones 8.
    - ``where_few_are_open``, ``where_many_are_open``: the plans in the order in which they are tried; figures stand beside them.
    - ``fewest_nodes``: on a tile, whatever its scale; boards with many open variables would get tiles of one or two.
    - ``patience_a_node``: conflicts for a node in which an attempt at the board may get no farther before it ends: of quick
      attempts, which repair or climbing follow; of short ones; of long ones. Eight trees of 4,000 to 10,000
      islands took 3 to 41 s each, 130 in all, before there was climbing; with 30 alone 7 to over 60, more than 205 in all, and one
      of them faster. Of six others with more double bridges three take two or three times as long with 6 and 30 as with 30; 12 and
      then 30 is no better in all.
    - ``patience``: growths of a window before tiles around those in the core are added too. 0: 30 and 1,231 calls; 1,000: 34
      and 1,848, the second in 6.5 s.
    - ``portion``: conflicts between two looks at the deadline, after which the solver also restarts. 200: 20 and 1,194 calls;
      10,000: 32 and 1,214.
    - ``static_cuts``: largest set of nodes that clauses keep from closing. 1: 30 and 1,409 calls, the second in
      8.2 s; 3: 31 and 780.
    - ``equation_width``: variables of a piece of an equation. 3: 15 and 1,112 calls; 6: 23 and 1,505, the second in 7.4 s.
    - ``region``: side of what is probed at once, in tiles; a bound on memory. Of 20,000 islands, 18 x 18 tiles, 24 leaves 19,296
      variables open, 12: 19,321, 6: 19,353, in a fifth more time.
    - ``overlap``: tiles that regions share with their neighbours. With regions of 6 there, 0 leaves 22,141 open, 2: 19,303,
      in a third more time.
    - ``worthwhile``: share of the variables that a round of probing must fix for another to follow. A tenth: 22 and 1,126 calls;
      a thousandth: 32 and 1,554.
    """

    nodes_per_tile: int = 64
    interior: tuple[int, int] = (8, 4)
    halo: int = 1
    few_to_spare: float = 0.09
    slack: int = 10
    insistence: int = 14
    leeway: int = 20
    few_open: float = 1.5
    where_few_are_open: tuple[WindowPlan, ...] = (LARGE, SMALL, TINY)
    where_many_are_open: tuple[WindowPlan, ...] = (TINY, SMALLER, SMALL)
    fewest_nodes: int = 5
    patience_a_node: tuple[int, int, int] = (2, 6, 30)
    patience: int = 5
    portion: int = 1_000
    static_cuts: int = 2
    equation_width: int = 4
    region: int = 24
    overlap: int = 1
    worthwhile: float = 0.01
    backbones: Backbones = Backbones()
    climbing: Climbs = Climbs()
    mending: Mending = Mending()
    closing: LargeWindows = LargeWindows()

    def nodes_in_tile(self, nodes: int, undecided: int) -> float:
        """Return how many of ``nodes`` a tile of scale 1 holds: fewer where more variables than nodes are undecided."""
        return self.nodes_per_tile * min(1, nodes / max(1, undecided))

    def plans(self, nodes: int, undecided: int) -> tuple[WindowPlan, ...]:
        """Return the plans to try, in order."""
        return self.where_few_are_open if undecided <= self.few_open * nodes else self.where_many_are_open


DEFAULTS: Final = Settings()
