"""Pictures of Hashiwokakero: islands with their clues on the crossings of the grid, bridges side by side, differences in badges."""

from __future__ import annotations

import numpy as np
import pytest

import hashicnf
from hashicnf.core.picture import Box, Circle, Line, Look, Picture, Text
from hashicnf.families.hashi.board import Solution
from hashicnf.families.hashi.draw.picture import BETWEEN, COUNT, LINE, labels
from hashicnf.pictures.wrapping import width_of


def _lines(picture: Picture, kind: str) -> set[tuple[float, ...]]:
    shapes = (shape for shape in picture.shapes if isinstance(shape, Line) and shape.paint.kind == kind)
    return {tuple(round(end, 6) for end in (shape.x, shape.y, shape.to_x, shape.to_y)) for shape in shapes}


@pytest.mark.parametrize("coordinates", [False, True])
def test_islands_and_clues_are_on_the_crossings_of_the_grid(coordinates: bool) -> None:
    at = Look(coordinates=coordinates).margins[0]
    picture = hashicnf.parse("3..4.\n.....\n?.12.\n").picture(coordinates=coordinates)
    across = {(at, at + r + 0.5, at + 5, at + r + 0.5) for r in range(3)}
    assert _lines(picture, "grid") == across | {(at + c + 0.5, at, at + c + 0.5, at + 3) for c in range(5)}
    clues = [s for s in picture.shapes if isinstance(s, Text) and s.paint.kind == "clue"]
    places = {(0, 0): "3", (3, 0): "4", (0, 2): "?", (2, 2): "1", (3, 2): "2"}
    assert {(round(s.x - at - 0.5, 6), round(s.y - at - 0.5, 6)): s.text for s in clues} == places
    assert all(s.bold and width_of(s.text, s.size) < 0.74 for s in clues)
    assert {(s.x, s.y) for s in picture.shapes if isinstance(s, Circle)} == {(s.x, s.y) for s in clues}


def test_up_to_three_bridges_are_side_by_side() -> None:
    puzzle = hashicnf.parse("max-bridges: 3\n????\n....\n????\n")
    solution = Solution(np.array([[0, c, 2, c, c] for c in (1, 2, 3)] + [[0, 0, 0, 1, 2]], dtype=np.int32))
    down = {1: [0.0], 2: [-0.105, 0.105], 3: [-0.21, 0.0, 0.21]}
    expected: set[tuple[float, ...]]
    expected = {(round(1 + c + off, 6), 1, round(1 + c + off, 6), 3) for c, all_off in down.items() for off in all_off}
    expected |= {(1, 1 - 0.105, 2, 1 - 0.105), (1, 1.105, 2, 1.105)}
    assert _lines(puzzle.picture(solution), "bridge") == expected


def test_differences_are_in_badges_at_the_upper_right_of_their_islands() -> None:
    puzzle = hashicnf.parse("max-bridges: 12\n1 . . 6\n. . . .\n2 . . 12\n")
    picture = puzzle.picture(Solution(np.array([[0, 0, 0, 3, 5]], dtype=np.int32)))
    boxes = [s for s in picture.shapes if isinstance(s, Box) and s.paint.kind.startswith("badge")]
    texts = [s for s in picture.shapes if isinstance(s, Text) and s.paint.kind == "difference"]
    islands = {"+4": (1, 1), "−1": (4, 1), "−2": (1, 3), "−12": (4, 3)}
    assert {s.text for s in texts} == islands.keys()
    for text, box in zip(texts, boxes, strict=True):
        x, y = islands[text.text]
        assert (box.x + box.width / 2, box.y + box.height / 2) == pytest.approx((text.x, text.y))
        assert width_of(text.text, text.size) < box.width < 1.3 * width_of(text.text, text.size) + 0.1
        assert text.size < box.height < 1.5 * text.size
        assert x < text.x < x + 0.4
        assert y - 0.4 < text.y < y


@pytest.mark.parametrize(
    ("x", "ends", "level"),
    [(3.0, (0, 2), 0.5), (3.0, (2, 0), 0.5), (2.5, (0, 2), 0.5), (3.5, (0, 2), 0.5), (4.0, (0, 2), 1.0)],
)
def test_the_box_of_an_upright_pair_makes_way_for_one_across_it(x: float, ends: tuple[int, int], level: float) -> None:
    pairs = [((1, 2, 1, 4), (3,), COUNT), ((ends[0], x, ends[1], x), (4,), COUNT)]
    boxes, texts = [*labels(pairs)][:2], [*labels(pairs)][2:]
    assert all(isinstance(box, Box) for box in boxes)
    assert [(text.x, text.y, text.text) for text in texts if isinstance(text, Text)] == [(3, 1, "3"), (x, level, "4")]
    assert len(texts) == 2


def test_numbers_between_islands_that_touch_side_by_side_are_one_below_the_other() -> None:
    for ends in ((0, 3, 0, 4), (0, 4, 0, 3)):
        box, low, high, dash = labels([(ends, (1, 12), COUNT)])
        assert isinstance(box, Box)
        assert isinstance(dash, Line)
        assert [(text.x, text.y, text.text, text.bold) for text in (low, high) if isinstance(text, Text)] == [
            (3.5, -LINE / 2, "1", True),
            (3.5, LINE / 2, "12", True),
        ]
        assert dash.x == dash.to_x == 3.5
        assert dash.y == -dash.to_y < 0
        assert (box.width, box.height) == pytest.approx((BETWEEN, 0.38 + LINE))
        assert (box.x + box.width / 2, box.y + box.height / 2) == pytest.approx((3.5, 0))
        assert isinstance(high, Text)
        assert width_of(high.text, high.size) < BETWEEN
