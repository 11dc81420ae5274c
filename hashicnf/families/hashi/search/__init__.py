"""Search spaces of Hashiwokakero on the grid itself, edge by edge.

    grid             partial configurations that break no rule so far
    configurations   all (most + 1) ** edges configurations, checked only when complete

The space of a board's formula is not defined here, as it is the same for all families. A space is imported when it is searched.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final

from hashicnf.families import SearchMethod

if TYPE_CHECKING:
    from hashicnf.core.statespace import Searchable
    from hashicnf.families.hashi.board import Board


def _grid(board: Board) -> Searchable[Any]:
    from hashicnf.families.hashi.search.grid import searchable

    return searchable(board)


def _configurations(board: Board) -> Searchable[Any]:
    from hashicnf.families.hashi.search.configurations import searchable

    return searchable(board)


SPACES: Final[Mapping[str, Callable[[Board], Searchable[Any]]]] = {"grid": _grid, "configurations": _configurations}
METHODS: Final[Mapping[str, SearchMethod]] = {
    "backtracking": SearchMethod(
        "dfs", "grid", "depth first on the grid: 0, 1, 2 bridges edge by edge, pruned by numbers and crossings"
    ),
    "bruteforce": SearchMethod("bruteforce", "configurations"),
}
