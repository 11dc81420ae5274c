"""Shares of solutions of a sudoku, and its grid: text and pictures agree with all solutions, which are listed and counted here."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Any

import numpy as np

import hashicnf
from hashicnf.core.picture import Box, Line, Text
from hashicnf.families.sudoku.board import Grid

ROWS = "family: sudoku\n..1...\n.2.1..\n....6.\n23....\n..5.4.\n......\n"
PUZZLE: Any = hashicnf.parse(ROWS)


@cache
def _shares() -> dict[tuple[int, int], dict[int, float]]:
    """Return the share of each number that a cell has in some solution."""
    found = [PUZZLE.as_data(item) for item in hashicnf.enumerate(PUZZLE)]
    cells = [(r, c) for r in range(6) for c in range(6)]
    times = {(r, c): Counter(sorted(rows[r][c] for rows in found)) for r, c in cells}
    return {cell: {number: of[number] / len(found) for number in of} for cell, of in times.items()}


def _marginals() -> Any:
    found = hashicnf.count(PUZZLE, shares=True).marginals
    assert found is not None
    return found


def _sign(number: int, share: float) -> str:
    return f"{number}{'░' if share < 1 / 3 else '▒' if share < 2 / 3 else '▓'}"


def test_each_cell_has_its_numbers_at_their_places() -> None:
    """Boxes are 2 rows of 3 cells, and so is the block of a cell; a certain number is in the middle of the second line."""
    lines = [f"┌{'─' * 22}┬{'─' * 22}┐"]
    for r in range(6):
        for level in (0, 1):
            cells = []
            for c in range(6):
                shares = _shares()[r, c]
                signs = [_sign(k, shares[k]) if k in shares else "  " for k in range(3 * level + 1, 3 * level + 4)]
                sure = f"{next(iter(shares))}".center(6) if level else " " * 6
                cells.append(sure if len(shares) == 1 else "".join(signs))
            lines.append("│ " + " ".join(cells[:3]) + " │ " + " ".join(cells[3:]) + " │")
        if r < 5:
            lines.append(f"├{'─' * 22}┼{'─' * 22}┤" if r % 2 else f"│{' ' * 22}│{' ' * 22}│")
    lines += [f"└{'─' * 22}┴{'─' * 22}┘", "░ ▒ ▓: in fewer than 1/3, 2/3, all of the solutions"]
    assert _marginals().layout().text.splitlines() == lines
    assert _marginals().layout(len(lines[0])).text.splitlines() == lines


def test_cells_are_listed_on_narrow_screens() -> None:
    lines = []
    for (r, c), shares in _shares().items():
        order = sorted(shares, key=lambda number: -shares[number])
        words = [f"{number} {_sign(number, shares[number])[1]} {shares[number]:.2%}" for number in order]
        if len(shares) > 1:
            lines.append(f"row {r + 1}, column {c + 1}: {', '.join(words)}")
    assert _marginals().layout(46).text.splitlines()[:-1] == lines


def test_numbers_are_as_dark_as_their_shares() -> None:
    expected = []
    for (r, c), shares in _shares().items():
        for number, share in shares.items():
            down, right = divmod(number - 1, 3)
            middle = (c + 1.6, r + 1.6) if share == 1 else (c + 1.6 + 0.28 * (right - 1), r + 1.6 + 0.42 * (down - 0.5))
            opacity = 1 if share == 1 else 0.25 + 0.065 * round(10 * share)
            colour = "ink" if str(number) == ROWS.splitlines()[r + 1][c] else "pen"
            expected.append((*(round(value, 6) for value in (*middle, opacity)), colour, str(number)))
    texts = [shape for shape in _marginals().picture(coordinates=True).shapes if isinstance(shape, Text)]
    drawn = [(round(s.x, 6), round(s.y, 6), round(s.paint.opacity, 6), s.paint.fill, s.text) for s in texts]
    assert sorted(one for one in drawn if one[3] != "soft") == sorted(expected)


def test_grids_have_thick_lines_around_boxes_and_frames_around_faults() -> None:
    puzzle = hashicnf.parse("family: sudoku\ndiagonals: yes\n1.....\n......\n......\n......\n......\n......\n")
    cells = np.zeros((6, 6), dtype=np.int32)
    cells[0, 0], cells[2, 1], cells[2, 4], cells[5, 3] = 1, 3, 3, 7  # two 3 in a row, and a number that is none
    shapes = puzzle.picture(Grid(cells)).shapes
    lines = {(s.x, s.y, s.to_x, s.to_y, s.paint.kind) for s in shapes if isinstance(s, Line)}
    at = [0.5 + k for k in range(7)]
    down = {(x, 0.5, x, 6.5, "line" if k % 3 else "line box") for k, x in enumerate(at)}
    across = {(0.5, y, 6.5, y, "line" if k % 2 else "line box") for k, y in enumerate(at)}
    assert lines == down | across | {(0.5, 0.5, 6.5, 6.5, "diagonal"), (6.5, 0.5, 0.5, 6.5, "diagonal")}
    frames = {
        (round(s.x, 6), round(s.y, 6), s.width, s.height) for s in shapes if isinstance(s, Box) and s.paint.dashes
    }
    assert frames == {(1.6, 2.6, 0.8, 0.8), (4.6, 2.6, 0.8, 0.8), (3.6, 5.6, 0.8, 0.8)}
