"""The planning task of a board: its moves, and the cells that must be blank for them."""

from __future__ import annotations

from collections.abc import Iterator

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


def paths(at: int, goal: int, entered: frozenset[int], shape: tuple[int, int]) -> Iterator[frozenset[int]]:
    """Yield the cells that a piece of one cell enters on each path that meets no cell twice; ``entered`` begins with the start."""
    if at == goal:
        yield entered
        return
    row, column = divmod(at, shape[1])
    for down, right in ((0, 1), (0, -1), (1, 0), (-1, 0)):
        to = (row + down) * shape[1] + column + right
        if 0 <= row + down < shape[0] and 0 <= column + right < shape[1] and to not in entered:
            yield from paths(to, goal, entered | {to}, shape)


@pytest.mark.parametrize("other", ["B", "."])
def test_a_move_of_a_piece_needs_no_cells_but_those_of_a_smallest_path(other: str) -> None:
    board = board_of(f"family: klotski\ngoal: A at 0,3\nA...\n....\n.{other}..\n")
    found: dict[tuple[int, int], set[frozenset[int]]] = {}
    for action in task(board, "move", Choices({})).actions:
        cells = {fact for fact in action.needs if fact < 12}
        start, goal = (
            next(fact for fact in action.adds if fact < 12),
            next(fact for fact in action.deletes if fact < 12),
        )
        found.setdefault((start, goal), set()).add(frozenset(cells))
    assert len(found) == 12 * 11
    for (start, goal), sets in found.items():
        every = {
            path - {start} for path in paths(start, goal, frozenset({start}), (3, 4)) if len(path) - 1 <= board.blanks
        }
        assert sets == {path for path in every if not any(less < path for less in every)}


def test_an_open_board_has_its_moves_at_once() -> None:
    """All sets of cells on paths are far more than the minimal ones."""
    board = board_of("family: klotski\ngoal: A at 3,4\nA....\n" + ".....\n" * 3)
    assert len(task(board, "move", Choices({})).actions) == 6_660
