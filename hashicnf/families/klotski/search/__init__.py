"""The search space of Klotski: the moves of a board by tables, with heuristics. A space is imported when it is searched."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from hashicnf.core.statespace import Searchable
    from hashicnf.families.klotski.board import Board


def _moves(board: Board, metric: str) -> Searchable[Any]:
    from hashicnf.core.statespace import Searchable
    from hashicnf.families.klotski.layout import Layout
    from hashicnf.families.klotski.plans import named
    from hashicnf.families.klotski.search.heuristics import heuristics
    from hashicnf.families.klotski.search.moves import Moves

    layout = Layout(board)
    return Searchable(
        Moves(layout, metric),
        heuristics(layout, metric),
        lambda _, path: named(board, path),
        title="positions of the pieces, those of one shape interchangeable, one move per step",
        metric=metric,
        unit_costs=True,
    )


SPACES: Final[Mapping[str, Callable[[Board, str], Searchable[Any]]]] = {"moves": _moves}
