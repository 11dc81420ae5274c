"""Bounds on the length of plans, compared with breadth-first search from the goal."""

from __future__ import annotations

import pytest

from hashicnf.families.tiles.board import BLANK, Board, Position
from hashicnf.families.tiles.moves import slides, swapped
from hashicnf.families.tiles.parity import impossible
from hashicnf.families.tiles.task import HARDEST, least, most


def distances(shape: tuple[int, int], goal: Position) -> dict[Position, int]:
    found, queue = {goal: 0}, [goal]
    for position in queue:  # grows meanwhile
        blank = position.index(BLANK)
        for _, cell in slides(shape)[blank]:
            after = swapped(position, blank, cell)
            if after not in found:
                found[after] = found[position] + 1
                queue.append(after)
    return found


@pytest.mark.parametrize("shape", [(1, 1), (1, 4), (4, 1), (2, 2), (2, 3), (3, 2)])
def test_every_position_that_can_be_reached_lies_between_the_bounds(shape: tuple[int, int]) -> None:
    cells = shape[0] * shape[1]
    for corner in range(cells):
        goal = (*range(1, corner + 1), BLANK, *range(corner + 1, cells))
        every = distances(shape, goal)
        for start, distance in every.items():
            board = Board(shape, start, goal)
            upper = most(board)
            assert upper is not None
            assert least(board) <= distance <= upper
            assert (distance - least(board)) % 2 == 0
        if 1 not in shape and corner in (0, shape[1] - 1, cells - shape[1], cells - 1):
            assert max(every.values()) == HARDEST[min(shape), max(shape)]


def test_of_large_boards_no_upper_bound_is_known() -> None:
    goal = (*range(1, 25), BLANK)
    assert most(Board((5, 5), goal, goal)) is None


@pytest.mark.parametrize("shape", [(1, 4), (4, 1)])
def test_in_a_single_line_tiles_stay_in_order(shape: tuple[int, int]) -> None:
    goal = (1, 2, 3, BLANK)
    assert impossible(Board(shape, (BLANK, 1, 2, 3), goal)) is None
    reason = impossible(Board(shape, (2, 1, 3, BLANK), goal))
    assert reason is not None
    assert f"in a single {'row' if shape[0] == 1 else 'column'}" in reason
