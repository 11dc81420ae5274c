"""The planning task of a board: its moves, and the cells that must be blank for them."""

from __future__ import annotations

import pytest

from hashicnf.core.options import Choices
from hashicnf.families.klotski.task import task
from tests.families.klotski.boards import board_of, classic

OPEN = "family: klotski\ngoal: B at 2,2\nA..\n...\n..B\n"


@pytest.mark.parametrize("metric", ["step", "slide", "move"])
def test_no_move_needs_more_cells_than_are_blank_nor_more_than_another_with_its_effect(metric: str) -> None:
    for board in (classic(), board_of(OPEN)):
        needs: dict[tuple[object, ...], list[set[int]]] = {}
        for action in task(board, metric, Choices({})).actions:
            assert len(action.needs) - 1 <= board.blanks
            needs.setdefault((action.name, action.adds, action.deletes), []).append(set(action.needs))
        for sets in needs.values():
            assert not any(one < other for one in sets for other in sets)
            assert len({frozenset(one) for one in sets}) == len(sets)


@pytest.mark.parametrize(("rows", "most"), [("A.", 1), ("A..", 2), ("A.\n..", 3), ("ABC..\n.....", None)])
def test_no_shortest_plan_meets_a_placement_twice(rows: str, most: int | None) -> None:
    assert task(board_of(f"family: klotski\ngoal: A at 0,0\n{rows}\n"), "step", Choices({})).most == most


def test_moves_on_an_open_board_are_as_long_as_the_metric_allows() -> None:
    """A piece in a corner of 3 x 3 cells moves to neighbouring cells, along row and column, or anywhere."""
    board = board_of(OPEN)
    names = {
        metric: [action.name for action in task(board, metric, Choices({})).actions]
        for metric in ("step", "slide", "move")
    }
    of_corner = {
        metric: {name for name in found if name.startswith("1x1 at row 1, column 1 ")}
        for metric, found in names.items()
    }
    assert {metric: len(found) for metric, found in of_corner.items()} == {"step": 2, "slide": 4, "move": 8}
