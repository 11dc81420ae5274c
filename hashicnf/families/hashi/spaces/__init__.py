"""Hashiwokakero as search on the grid itself, edge by edge.

    grid             partial configurations that break no rule so far
    configurations   all of them, (most + 1) ** edges, judged only when complete

Search on the formula of a board is not here: it needs no board.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from hashicnf.families.hashi.board import Board
from hashicnf.families.hashi.spaces.configurations import searchable as configurations
from hashicnf.families.hashi.spaces.grid import searchable as grid
from hashicnf.statespace import Searchable

SPACES: Final[Mapping[str, Callable[[Board], Searchable[Any]]]] = {"grid": grid, "configurations": configurations}
