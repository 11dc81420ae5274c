"""Choose the roads and their order by features of the formula, not by the name of the puzzle.

Budgets are conflicts of the solver per node of the graph, at least ``LEAST``. Measured with ``python -m tests.kinds``: on boards on
which the lazy loop clearly wins, it needs at most 14 conflicts per node; on those on which windows win, these need up to 280. If
everything follows from the first decisions, a solver on the whole board needs very few conflicts: 0.1 s for a comb of 10,000
islands, for which windows take over 60 s.
"""

from __future__ import annotations

from typing import Final, Literal, TypeAlias, get_args

from hashicnf.errors import no_such
from hashicnf.pipeline.compiled import NATIVE
from hashicnf.records import record
from hashicnf.solving.lazy import FEW_NODES
from hashicnf.solving.roads.features import Features

RoadName: TypeAlias = Literal["lazy", "counting", "windows", "dual-elimination", "planar", "link-elimination"]

ROADS: Final = (NATIVE, *get_args(RoadName))  # all that can be requested
LEAST: Final = 2_000
GLANCE: Final = 200  # conflicts of the first, short stage on the whole board
LAZILY: Final = 15  # conflicts per node; windows are faster on boards for which the lazy loop takes 25
BY_WINDOWS: Final = 900  # conflicts per node: some attempts at the board, and repair after them
WHOLE_SOON: Final = 2_500  # nodes up to which a drawn graph is solved as a whole in seconds, faster than by windows
# Conflicts per node for windows on such graphs: with 200 some boards are not solved, with 900 unsolvable ones take 15 s.
BEFORE_WHOLE: Final = 300
# Conflicts per node of windows before they pause for the lazy loop, and of the loop then. On crosses of islands with long bridges
# between them (five boards of 1,600 to 2,025 nodes) windows find nothing in 300; the loop takes 19, 19, 40, 156 and 434.
BEFORE_LAZY: Final = 100
LAZILY_AGAIN: Final = 450
# Nodes up to which windows pause for a limited search of the whole, conflicts per node before it, and those of the search, 10 to 25
# s. A pause ends an attempt: a near-tree of 7,225 nodes takes 69 s with one after 80 per node, 52 after 120, 55 without. The search
# takes over 100 for a near-tree of 4,970 nodes, 5 to 8 for dense grown boards with few loops, 20 for a tree of 10,000.
PAUSES: Final = ((6_000, 80, 120), (10_000, 120, 25))
BEFORE_PAUSE: Final = 400_000  # conflicts of windows before a pause at least, some 10 s
MANY_OPEN: Final = 2.4  # undecided variables per node
LITTLE_SLACK: Final = 0.35  # spare literals per node
# Nodes up to which a graph is encoded as a whole; on larger ones, counting first would cost easy boards a fifth of the time.
MOST_WHOLE: Final = 20_000
WIDE: Final = 10_000  # nodes from which on the lazy loop is not tried first


@record
class Stage:
    """A stage: the name of a road and a budget in conflicts, None without limit."""

    road: RoadName
    conflicts: int | None = None

    @property
    def is_glance(self) -> bool:
        """Return whether the stage is so short that it delays the other roads little."""
        return self.conflicts == GLANCE


def one_road(name: str) -> tuple[Stage, ...]:
    """Return the single stage of a road without a budget. Raises UsageError for an unknown name."""
    for road in get_args(RoadName):
        if road == name:
            return (Stage(road),)
    raise no_such("road", name, ROADS)


def stages_for(features: Features, *, has_begun: bool = False) -> tuple[Stage, ...]:
    """Return the stages for a formula; if it ``has_begun``, the lazy loop has already used up its first budget."""
    counting, lazily, whole = Stage("counting"), _stage("lazy", LAZILY, features), Stage(_whole(features))
    if features.nodes > MOST_WHOLE:
        first = (counting, Stage("windows")) if is_hard(features) else (Stage("windows"), counting)
        return *first, Stage("lazy")
    windows = _windows(features)
    if has_begun:
        return counting, *windows, whole
    if is_hard(features):
        return Stage("lazy", GLANCE), counting, *windows, lazily, whole
    if features.nodes >= WIDE:
        return counting, *windows, lazily, whole
    return lazily, counting, *windows, whole


def is_hard(features: Features) -> bool:
    """Return whether windows should come first."""
    return features.nodes > FEW_NODES and _suits_windows(features)


def _suits_windows(features: Features) -> bool:
    """Return whether windows are probably faster than the lazy loop if a board takes either of them long."""
    is_open = features.undecided > MANY_OPEN and features.slack < LITTLE_SLACK
    return is_open or features.is_tight or features.cycles


def _windows(features: Features) -> tuple[Stage, ...]:
    """Return the stages of windows, with a search of a drawn graph as a whole between them if the graph is of middle size.

    It takes too long if loops are forbidden and the sums leave more than a tree.
    """
    windows, nodes, whole = _stage("windows", BY_WINDOWS, features), features.nodes, _whole(features)
    if not features.is_drawn:
        return (windows,)
    if nodes <= WHOLE_SOON:
        return _before_whole(features)
    if features.acyclic and features.slack > 0:
        return (windows,)
    for most, before, between in PAUSES:
        if nodes <= most:
            return Stage("windows", max(BEFORE_PAUSE, before * nodes)), Stage(whole, between * nodes), windows
    return (windows,)


def _before_whole(features: Features) -> tuple[Stage, ...]:
    """Return the stages of windows on a small graph, with a pause for the lazy loop unless windows are probably faster."""
    if _suits_windows(features):
        return (_stage("windows", BEFORE_WHOLE, features),)
    turns: tuple[tuple[RoadName, int], ...] = (
        ("windows", BEFORE_LAZY),
        ("lazy", LAZILY_AGAIN),
        ("windows", BEFORE_WHOLE - BEFORE_LAZY),
    )
    return tuple(_stage(road, conflicts, features) for road, conflicts in turns)


def _stage(road: RoadName, conflicts: int, features: Features) -> Stage:
    """Return a stage with a budget of so many conflicts per node."""
    return Stage(road, max(LEAST, conflicts * features.nodes))


def _whole(features: Features) -> RoadName:
    """Return the name of the encoding for solving the formula as a whole."""
    if not features.is_drawn:
        return "link-elimination"
    return "dual-elimination" if features.cycles else "planar"
