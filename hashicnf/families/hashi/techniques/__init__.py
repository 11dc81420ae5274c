"""Human solving techniques: a ladder of techniques, each in a module of its own, from the easiest to the hardest.

1a just_enough    1b each_way    1c at_least_one    1d room_left    1e loops    2 isolation    2b distributions
3a only_way_out   3b bottleneck  4a parity          4b branching    5 supposing  6 together
"""

from __future__ import annotations

from typing import Final

from hashicnf.core.techniques import Technique
from hashicnf.families.hashi.board import Board, Solution
from hashicnf.families.hashi.techniques import (
    at_least_one,
    bottleneck,
    branching,
    distributions,
    each_way,
    isolation,
    just_enough,
    loops,
    only_way_out,
    parity,
    room_left,
)
from hashicnf.families.hashi.techniques.position import BEYOND, HashiPosition
from hashicnf.families.hashi.techniques.rung import Rung

RUNGS: Final[tuple[Rung, ...]] = (
    just_enough.RUNG,
    each_way.RUNG,
    at_least_one.RUNG,
    room_left.RUNG,
    loops.RUNG,
    isolation.RUNG,
    distributions.RUNG,
    only_way_out.RUNG,
    bottleneck.RUNG,
    parity.RUNG,
    branching.RUNG,
)
LADDER: Final[tuple[Technique, ...]] = (*(rung.technique for rung in RUNGS), *BEYOND)


def position(board: Board, drawn: Solution | None = None) -> HashiPosition:
    """Return the position from which a board is solved by hand. Raises InputError for ``drawn`` bridges that do not fit."""
    return HashiPosition(board, RUNGS, drawn)
