"""Choose the roads and their order, by features, not by what a puzzle is called.

Budgets are conflicts of the solver for a node of the graph, at least ``LEAST``. Measured with ``python -m tests.kinds``: where the
lazy loop clearly wins it needs at most 14 conflicts a node, where windows do, up to 280. Where all follows from the first
decisions, a solver that has the board as a whole needs no more than a glance: 0.1 s for a comb of 10,000 islands, windows over 60.
"""

from __future__ import annotations

from typing import Final, Literal, TypeAlias, get_args

from hashicnf.errors import no_such
from hashicnf.records import record
from hashicnf.solving.lazy import FEW_NODES
from hashicnf.solving.roads.features import Features

RoadName: TypeAlias = Literal["lazy", "counting", "windows", "dual-elimination", "planar", "link-elimination"]

LEAST: Final = 2_000
GLANCE: Final = 200  # conflicts, on the board as a whole
LAZILY: Final = 15  # conflicts a node; windows win where the lazy loop takes 25
BY_WINDOWS: Final = 900  # some attempts at the board, and the repair of what they leave
WHOLE_SOON: Final = 2_500  # nodes of a drawn graph that is solved as a whole in seconds, where windows take longer
BEFORE_WHOLE: Final = 200  # conflicts a node, for windows of such a graph: an unsolvable one takes 4 s, by 900 15
MANY_OPEN: Final = 2.4  # variables a node
LITTLE_SLACK: Final = 0.35
# Nodes of a graph that is encoded as a whole; beyond, counting first would cost easy boards a fifth.
MOST_WHOLE: Final = 20_000
WIDE: Final = 10_000  # nodes; beyond, the lazy loop is not even tried first


@record
class Stage:
    """A stretch of road: its name and a budget in conflicts, None without end."""

    road: RoadName
    conflicts: int | None = None

    @property
    def is_glance(self) -> bool:
        """Return whether it ends before any other road has lost much."""
        return self.conflicts == GLANCE


def one_road(name: str) -> tuple[Stage, ...]:
    """Return the stages of one road that is taken to its end. Raises UsageError if there is none of this name."""
    for road in get_args(RoadName):
        if road == name:
            return (Stage(road),)
    raise no_such("road", name, get_args(RoadName))


def stages_for(features: Features, *, has_begun: bool = False) -> tuple[Stage, ...]:
    """Return the stages to travel; if it ``has_begun``, the lazy loop has used up its first budget already."""

    def stage(road: RoadName, conflicts: int) -> Stage:
        return Stage(road, max(LEAST, conflicts * features.nodes))

    counting, lazily = Stage("counting"), stage("lazy", LAZILY)
    windows = stage("windows", BEFORE_WHOLE if features.is_drawn and features.nodes <= WHOLE_SOON else BY_WINDOWS)
    whole = Stage(_whole(features))
    if features.nodes > MOST_WHOLE:
        first = (counting, Stage("windows")) if is_hard(features) else (Stage("windows"), counting)
        return *first, Stage("lazy")
    if has_begun:
        return counting, windows, whole
    if is_hard(features):
        return Stage("lazy", GLANCE), counting, windows, lazily, whole
    if features.nodes >= WIDE:
        return counting, windows, lazily, whole
    return lazily, counting, windows, whole


def is_hard(features: Features) -> bool:
    """Return whether windows are the better road from the beginning."""
    is_open = features.undecided > MANY_OPEN and features.slack < LITTLE_SLACK
    return features.nodes > FEW_NODES and (is_open or features.is_tight or features.cycles)


def _whole(features: Features) -> RoadName:
    """Name the encoding of a formula that is solved as a whole."""
    if not features.is_drawn:
        return "link-elimination"
    return "dual-elimination" if features.cycles else "planar"
