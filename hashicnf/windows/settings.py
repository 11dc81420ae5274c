"""The sizes and limits of windows in one table, each with the measurements behind its value.

Unless another unit is given, figures are numbers of solver calls, which do not depend on the machine, on two boards of 10,000
islands (``generate hashi --size 200x200 --islands 10000 --seed 1``): the *first* board is the default one, on which probing leaves
one variable per island undecided, the *second* one has ``--doubles 0.1``, on which probing leaves 2.7. With the values below the
two boards take 32 and 1,214 calls, and 0.7 and 5.0 seconds of processor time. With other values "20 and 1,194 calls" are those of
the two boards in this order; seconds are given if they differ by more than a tenth. One board is no proof: a few per cent of calls
mean nothing.
"""

from __future__ import annotations

from typing import Final

from hashicnf.records import record


@record
class WindowPlan:
    """A way to cut a board into windows.

    ``scale`` is the factor of the size of tiles. A window stays unsolved after so many ``conflicts`` (each call of the solver
    counts for some too), or when it would have more than ``most_tiles``. At the limit of conflicts it first grows on all sides, at
    most ``widenings`` times, each time with as many conflicts again.
    """

    scale: float
    conflicts: int
    most_tiles: int
    widenings: int = 0


# The limits ``most_tiles`` only end hopeless windows.
LARGE: Final = WindowPlan(scale=1.0, conflicts=20_000, most_tiles=4000, widenings=3)
# With larger tiles fewer windows fail, as long as none is too hard: TINY with this scale takes 658 calls and 6.4 s on the second
# board.
SMALL: Final = WindowPlan(scale=0.625, conflicts=100_000, most_tiles=1500)
SMALLER: Final = WindowPlan(scale=0.3, conflicts=20_000, most_tiles=1500)
# Of eight boards of 5,000 or 10,000 islands, dense, in clusters, trees or without loops, TINY solves all, in at most 8 s each; with
# tiles of SMALLER all but one are solved in 20 s each, with tiles of SMALL four.
TINY: Final = WindowPlan(scale=0.2, conflicts=20_000, most_tiles=1500)


@record
class RepairTurns:
    """Turns of repair, which alternate with attempts by windows.

    - ``patience``: conflicts without progress after which repair begins anew; progress is one gap fewer in
      ``RepairLimits.progress``. The patience is doubled at the last gap, and is at least ``lasting`` times the conflicts that
      repair has spent since it began: the less it took to get there, the less is lost.
    - ``share_a_node``: conflicts per node of the first turn; each turn has twice the share of the turn before.
    - ``near``: with at most so many gaps left, repair makes attempts that begin with its values.
    - ``wait_a_node``: conflicts per node without a gap fewer before such attempts; at least twice as many before the next ones.
    - ``wait_a_conflict``: conflicts before the next attempts for each of the last ones, which take so much longer, since windows of
      attempts have many rounds.
    - ``near_a_node``: patience of these attempts, in conflicts per node.
    - ``few``: as long as at least so many gaps are left, a turn's share is restored whenever half of the gaps are closed. If it is
      never restored, nine near-trees and boards without loops, of 5,000 to 10,000 islands, two runs each with different random
      seeds, take a tenth longer in total, and a board of 20,000 takes 75 s instead of 59. If it is restored down to the last gap,
      one of two boards takes 83 s instead of 57, the other 100 instead of 77.
    """

    patience: int
    share_a_node: int
    few: int = 8
    lasting: int = 1
    near: int = 16
    wait_a_node: int = 6
    wait_a_conflict: int = 4
    near_a_node: int = 1

    def patience_at(self, gaps: int, spent: int) -> int:
        """Return the patience, in conflicts, with so many gaps left after so many conflicts."""
        return max(self.patience * (2 if gaps == 1 else 1), self.lasting * spent)


@record
class RepairLimits:
    """Limits of repair, after sweeps that leave windows unsolved.

    - ``most_nodes``: the largest board that is repaired. A near-tree of 20,000 islands has 11 gaps left after 45 s, a board of as
      many islands without loops 120.
    - ``nodes_per_tile``: tiles are small here. Of eight runs on two boards of 2,533 and 3,712 islands that no sweep solves in 10
      seconds, six end in 3 to 5 s; with 5 nodes per tile they take three times as long.
    - ``head_start``: assumed conflicts per gap of large windows before they have closed any.
    - ``memory``: conflicts after which the costs of small and of large windows count for a third.
    - ``progress``: repair has to close one gap of so many within its patience.
    - ``turns``: with a patience of 200,000, before turns had a share, seven of ten near-trees and boards without loops, of 3,000 to
      10,000 islands, had an answer in a minute, with 100,000 four. Without a share, boards that an attempt would solve wait for
      repair: one of 10,000 islands takes over a minute, and 33 s with a share.
    """

    most_nodes: int = 30_000
    nodes_per_tile: float = 3
    head_start: int = 2_000
    memory: int = 20_000
    progress: int = 10
    turns: RepairTurns = RepairTurns(patience=200_000, share_a_node=40)


@record
class PatchingLimits:
    """Limits of the small windows of repair.

    - ``moves``: radius of the first window around a gap, in king's moves, one of these at random. With 3, neither of the two boards
      for ``RepairLimits.nodes_per_tile`` is solved in 40 s.
    - ``tiles``: a window that would have more tiles is given up, and its gap left to another window. 500 and 1,000 give the same.
    - ``conflicts``: limit of a window. Repair alone solves with 8,000 15 of 24 runs in 20 s, on eight near-trees of 2,000 to 5,178
      islands, with 3,000 nine. Of 21 of these runs, 16,000 solves seven and 8,000 twelve, but six with another random seed.
    - ``insistence``: share of the windows that grow if they can only move their gap. With 0, and 3,000 conflicts, six of the 24
      runs end; and a board of 8,825 islands still has three gaps after a minute, which 0.2 and 0.6 close in 3 s.
    """

    moves: tuple[int, ...] = (1, 2)
    tiles: int = 250
    conflicts: int = 8_000
    insistence: float = 0.5


@record
class ClosingLimits:
    """Limits of the large windows, for gaps that small ones do not close.

    - ``reach``: the largest distance, in king's moves, between a gap and a literal to spare for which one window contains both; at
      a larger distance the gap moves. With 16, on a lattice of 15,876 islands, as many gaps are left after 60 s, but 8 gets there
      in half the time.
    - ``rim``: king's moves from gap and literal to the rim of the first window.
    - ``insistence``: share of the windows in which the gap may not move.
    - ``even``: share of the windows that grow on all sides, by ``ring`` king's moves; the others grow around the nearest tiles of a
      core, by ``step`` moves. Of eight boards with ten gaps left, three are solved in 25 s with 1, two with 0; but a near-tree of
      10,000 islands comes down to fifty gaps after 37 s with 1, after 17 s with 0.
    - ``tiles``: a window that would grow to more tiles is given up, and its gap left to another window. The limit rises by as many
      again for each ``windows`` windows in a row that have closed no gap. The first window is not limited: if the way has at least
      seven moves, it has 169 tiles. When it was given up too, the last gap of a tree of 20,000 islands was never tried.
    - ``variables_a_conflict``: encoding a window counts for a conflict per so many variables, since it takes as long.
    - ``moves``: the radii, in king's moves, of the windows that are tried one after the other to move a gap.
    - ``shortest``: share of the windows that begin where the way from the gap to a literal to spare is shortest.
    - ``places``: the number of edges at which another gap may open. With one, drawn at random from all that are nearer to a
      literal to spare, 14 gaps are left after 25 s; with 20, ten.
    - ``last``, ``together``: with at most so many gaps left, this share of the windows closes all gaps that it touches. A window
      that closes one of two gaps keeps the other, and may have no model even if it is as large as the board.
    - ``conflicts``: limit of a window. By large windows alone a near-tree of 2,533 islands took 17 s with 5,000, 9 s with 20,000,
      when gaps moved at random.
    - ``hard``: share of the windows that a second solver takes over if they are not decided in ``easy`` conflicts. It has a limit
      of ``most`` conflicts, in portions of ``portion`` between two checks of the deadline. On 11 of 13 windows that the first
      solver does not decide it needs a third to nine tenths of the conflicts, and it finds models of 300 tiles after 50,000
      conflicts, which take the first 236,000; but it is slower on easy windows. If it solves all windows, a near-tree of 3,479
      islands has 21 gaps left after 35 s, otherwise 4. With portions of 1,000, after each of which it restarts, each of five boards
      takes longer.
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
    last: int = 5
    together: float = 0.5
    conflicts: int = 20_000
    hard: float = 0.3
    easy: int = 3_000
    most: int = 100_000
    portion: int = 10_000


@record
class ClimbingLimits:
    """Limits of local search on boards whose solutions are trees.

    Unless stated otherwise, figures are of 12 runs of a minute: four crowded boards of 10,000 islands, three random seeds each.
    With the whole board as the only window, two gaps were left on each of the four without shakes; with them, 11 of the runs ended.

    - ``rims``: king's moves that are added to half the distance between a component and a cycle, for the radius of a window around
      the tile halfway between them; one of these at random.
    - ``growth``: factor of the rim, applied k times with a probability halved for each k; k is at most the number of windows since
      a gap was closed, divided by ``windows`` and the number of gaps. At the last 20 gaps, windows of up to 600 parts close one in
      0.2 to 1 s, of 600 to 2,000 parts in 1.4 to 2.1 s, of more in 10 to 30 s.
    - ``variables_a_conflict``: a call counts for a further conflict per so many variables.
    - ``vain``: number of calls after which a descent ends, unless one of them has led to fewer gaps than ever. With 100, and up to
      two shakes, 11 of the runs end; with 60, and up to one shake, 10.
    - ``slack``: king's moves by which components may lie farther from cycles than before. On whole boards 4 takes 3.5 to 8 s, 0
      takes 4 to 20 s, and 12 is slower than 4 on each of five.
    - ``share``: one in so many of the clauses that close gaps is added, the shortest ones, but at least ``fewest`` of them.
    - ``refusals``: clauses that may be left out in a window because they contradict fixed variables. Without limit, a board of
      20,000 islands takes 13 s from 1,062 gaps to 192.
    - ``shakes``: share of the windows whose search goes on once from flipped variables. They close half as many gaps in the same
      time, but different ones.
    - ``moves``: radius around a gap, in king's moves, within which variables are flipped; their number is one of ``flips``.
    - ``conflicts``: limit of a call, in portions of ``portion`` between two checks of the deadline; most calls take some tens.
    - ``head_start``: assumed conflicts per gap of large windows before they have closed any. They close the last gaps, but the
      first ones for more conflicts than climbing does: on a tree of 8,000 nodes six climbs of up to 300,000 conflicts end with an
      answer twice in 23 s without large windows, four times in 28 s with 2,000, and three times in 16 s with 200,000.
    - ``turns``: with this patience and large windows that tree takes 9 s, without large windows 64, of which it waits 40 with one
      gap left. Four clustered trees of 6,000 nodes take 73 s together with this patience or one of 2,000,000, 144 with 50,000.
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
    head_start: int = 200_000
    turns: RepairTurns = RepairTurns(patience=500_000, share_a_node=150)


@record
class BackboneLimits:
    """Limits of local backbones.

    Figures are the literals found, of 21,715 undecided ones, and the conflicts spent, on ``generate hashi --size 200x200 --islands
    10000 --seed 999033 --doubles 0.1 --max-bridges 3 --loops 0.0``, by versions that differ little.

    - ``nodes_per_tile``: size of tiles here.
    - ``interior``, ``margin``: the side of the square whose literals are decided, and the width of the window around it, in tiles.
      12 and 4: 14,840 literals by 188 thousand conflicts; 8 and 3: 13,105 by 210; 6 and 3: 12,638 by 220; 10 and 5: 15,325 by 239;
      16 and 4: 15,577 by 214, in more time. 20 and 4: 11,044, since a window reaches its limit.
    - ``first``: conflicts for the first model of a window. 20,000 finds as many literals, but takes two and a half times as long on
      crowded boards, where no literal is found.
    - ``each``: conflicts for a literal. 200, 500 and 2,000 find 13,990, 14,012 and 14,029, all by 230 to 235 thousand conflicts.
    - ``conflicts``: limit of a window. After backbones with 20,000, attempts fail on two of three such boards that 40,000 solve.
    - ``head_start``, ``price``: conflicts that may be spent at first, and further conflicts for each literal that is found. On
      boards where backbones help, a literal takes 4 to 20 conflicts. On crowded boards the first windows have no model soon, and
      the search for backbones ends after five of them, in 1 to 2 s. With a head start of 15,000, one of three near-trees of 10,000
      islands that take 20 s with 40,000 has no answer in 100.
    - ``head_start_a_node``: the head start is no more than so many conflicts per node, so that small boards do not spend most of
      their time here: 25 boards of 1,000 to 3,000 islands, with at most a fifth of the bridges double, take 82 s in total, and 95
      without this limit; if there are no backbones where many bridges are to spare, 86. 22 near-trees of 1,500 to 5,000 take as
      long with it as without.
    - ``worthwhile``: share of the undecided variables that must be decided for attempts to begin anew.
    - ``scarce``: boards that are too large for repair begin with backbones if the sums leave at most so many true literals per
      node beyond a tree. A tree of 100,000 islands on a fourth of the cells takes 22 s; if an attempt comes first, it has no answer
      in 200 s.
    """

    nodes_per_tile: float = 5
    interior: int = 12
    margin: int = 4
    first: int = 8_000
    each: int = 500
    conflicts: int = 40_000
    head_start: int = 40_000
    head_start_a_node: int = 4
    price: int = 50
    worthwhile: float = 0.05
    scarce: float = 0.15


@record
class Settings:
    """Sizes and limits of windows.

    - ``nodes_per_tile``: nodes on a tile of scale 1. 32: 41 calls on the first board; 128: 13 and 633 calls, the second in 3.6 s.
    - ``interior``: side of the square that a window decides, in tiles, for attempts that go down the board and for those that go
      backwards. Smaller interiors take more calls, larger ones harder calls. Both 4: 55 and 2,156 calls; both 12: 11 and 791, the
      second in 4.2 s. Boards of 100,000 islands like the second take 48 s in windows with 8, over 120 with 4.
    - ``halo``: width of the halo around the interior, in tiles. 0: 30 and 1,417 calls; 2: 21 and 1,116; 4: 19 and 1,146, in 0.9 and
      5.6 s. Eight boards of 40,000 islands, with interiors half as wide, take 1.2 to 2.0 s with 1, 1.5 to 2.6 s with 2, and 2.9 to
      4.6 s with 4.
    - ``few_to_spare``: the rule ``Spare`` applies to boards with at most so many true literals per node that join nothing. Of 13
      boards of 5,000 islands with at most 0.05, in clusters, crowded, or with some double bridges, the first sweep solves three
      without the rule, 12 with it; eight boards with 0.03 take half the conflicts. Three of 20,000 islands with 0.1 take a fifth
      more with the rule.
    - ``slack``: surplus literals beyond its share that a window may use. 20 and 40, with an ``insistence`` of 20, solve 11 and 11
      of the 13 boards, in a version of the rule that gave way a little later.
    - ``insistence``: growths of a window before it may drop wishes. In that version, 10 solves eight of the 13; 40, with a slack of
      30, eight.
    - ``leeway``: wishes that are ignored from then on; as many more each time that wishes are in the way again, or if growing would
      not help.
    - ``few_apart``: if known edges leave at most so many groups per node, the plans for large windows are used, otherwise those for
      small ones. Small windows take 122 calls on the first board; on a tree of 100,000 islands, with 0.36 groups per node, they
      take 65 s, large ones 8 s. Of 19 near-trees of 2,400 to 7,300 islands with 0.65 to 0.8, 15 take longer in large windows, all
      together 250 s instead of 101; two of 15,000 with 0.58 and 0.63 take 56 instead of 73.
    - ``where_few_are_apart``, ``where_many_are_apart``: the plans in the order in which they are tried; figures stand beside them.
    - ``fewest_nodes``: the least number of nodes on a tile, whatever its scale; otherwise boards with many undecided variables
      would get tiles of one or two nodes.
    - ``patience_a_node``: conflicts per node without progress that end an attempt: of short ones, and of long ones. Eight trees of
      4,000 to 10,000 islands took, with 6 and 30, 3 to 41 s each, 130 in total, before there was climbing; with 30 alone 7 to over
      60 s, more than 205 in total, and only one of them less time. Of six others with more double bridges, three take two or three
      times as long with 6 and 30 as with 30; 12 and then 30 is no better in total. If the first attempt of all ends after 2,
      backbones and repair come too early: the 25 boards for ``BackboneLimits.head_start_a_node`` take 123 s instead of 95, some of
      them three times as long.
    - ``many_loopless``: nodes from which on all attempts are long if loops are forbidden, but sums leave more than a tree. Repair
      is slow there: of 34 boards of 1,000 to 20,000 islands two of 10,000 are not solved in 60 s with short attempts first, and
      take 22 and 52 s with long ones; of the others one takes half as long, one half as much again. On smaller boards repair is
      faster: two of 1,444 islands take 13 s instead of over 60.
    - ``patience``: growths of a window after which also the tiles around those in the core are added. 0: 30 and 1,231 calls; 1,000:
      34 and 1,848, the second in 6.5 s.
    - ``portion``: conflicts between two checks of the deadline, at which the solver also restarts. 200: 20 and 1,194 calls; 10,000:
      32 and 1,214.
    - ``static_cuts``: the largest sets of nodes for which clauses forbid that the set is closed. 1: 30 and 1,409 calls, the second
      in 8.2 s; 3: 31 and 780.
    - ``equation_width``: variables per piece of an equation. 3: 15 and 1,112 calls; 6: 23 and 1,505, the second in 7.4 s.
    - ``region``: side of the square that is probed at once, in tiles; it bounds the memory. On a board of 20,000 islands, 18 x 18
      tiles, 24 leaves 19,296 variables undecided, 12 leaves 19,321, and 6 leaves 19,353, in a fifth more time.
    - ``overlap``: tiles that regions share with their neighbours. With regions of 6 on that board, 0 leaves 22,141 undecided, 2
      leaves 19,303, in a third more time.
    - ``worthwhile``: share of the variables that a round of probing must fix for another round to follow. A tenth: 22 and 1,126
      calls; a thousandth: 32 and 1,554.
    """

    nodes_per_tile: int = 64
    interior: tuple[int, int] = (8, 4)
    halo: int = 1
    few_to_spare: float = 0.09
    slack: int = 10
    insistence: int = 14
    leeway: int = 20
    few_apart: float = 0.65
    where_few_are_apart: tuple[WindowPlan, ...] = (LARGE, SMALL, TINY)
    where_many_are_apart: tuple[WindowPlan, ...] = (TINY, SMALLER, SMALL)
    fewest_nodes: int = 5
    patience_a_node: tuple[int, int] = (6, 30)
    many_loopless: int = 2_500
    patience: int = 5
    portion: int = 1_000
    static_cuts: int = 2
    equation_width: int = 4
    region: int = 24
    overlap: int = 1
    worthwhile: float = 0.01
    backbones: BackboneLimits = BackboneLimits()
    climbing: ClimbingLimits = ClimbingLimits()
    repair: RepairLimits = RepairLimits()
    patching: PatchingLimits = PatchingLimits()
    closing: ClosingLimits = ClosingLimits()

    def nodes_in_tile(self, nodes: int, undecided: int) -> float:
        """Return the nodes per tile of scale 1: fewer than ``nodes_per_tile`` if there are more undecided variables than nodes."""
        return self.nodes_per_tile * min(1, nodes / max(1, undecided))

    def plans(self, nodes: int, groups: int) -> tuple[WindowPlan, ...]:
        """Return the plans to try, in order, on a board whose nodes known edges connect into so many groups."""
        return self.where_few_are_apart if groups <= self.few_apart * nodes else self.where_many_are_apart


DEFAULTS: Final = Settings()
