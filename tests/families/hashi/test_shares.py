"""Shares of solutions (`count --marginals`): text, picture and data agree with all solutions, which are listed and counted here."""

from __future__ import annotations

from functools import cache
from itertools import chain
from typing import Any, TypeAlias

import pytest

import hashicnf
from hashicnf.core.picture import Line

Ends: TypeAlias = tuple[int, ...]  # row and column of both ends

SEVERAL = "2.4.2\n.....\n3.?.2\n"
CROSSING = "max-bridges: 3\n3.?.\n8?..\n6.?.\n42..\n?...\n"
BOARDS = [SEVERAL, CROSSING, "max-bridges: 3\n...3\n....\n?614\n.?2.\n.?.?\n", "3.?2.\n?2...\n1.4..\n.....\n.?4..\n"]


def _shown(text: str) -> Any:
    found = hashicnf.count(hashicnf.parse(text), shares=True).marginals
    assert found is not None
    return found


@cache
def _shares(text: str) -> dict[Ends, list[float]]:
    """Return the shares of solutions with at least 1, 2, ... bridges, of each pair that some solution connects."""
    listed = [
        item.bridges.tolist()
        for item in hashicnf.enumerate(hashicnf.parse(text))
        if isinstance(item, hashicnf.Solution)
    ]
    found = [{tuple(ends): count for *ends, count in bridges} for bridges in listed]
    most = {ends: max(one.get(ends, 0) for one in found) for ends in sorted({*chain(*found)})}
    return {
        ends: [sum(one.get(ends, 0) >= k for one in found) / len(found) for k in range(1, load + 1)]
        for ends, load in most.items()
    }


def _character(ends: Ends, shares: list[float]) -> str:
    if shares[0] == 1:
        single, double = "─═" if ends[0] == ends[2] else "│║"
        return double if shares[1:2] == [1] else single
    return "░" if shares[0] < 1 / 3 else "▒" if shares[0] < 2 / 3 else "▓"


@pytest.mark.parametrize("text", BOARDS)
def test_pairs_are_as_dark_as_their_shares(text: str) -> None:
    layout, board = _shown(text).layout(), hashicnf.parse(text).document.cells
    rows, columns = layout.rows, layout.columns
    lines = layout.text.splitlines()[: rows[-1] + 1]
    expected: dict[tuple[int, int], str] = {}
    for ends, shares in sorted(_shares(text).items(), key=lambda item: item[1][0]):
        top, left, bottom, right = rows[ends[0]], columns[ends[1]], rows[ends[2]], columns[ends[3]]
        inside = [(y, x) for y in range(top, bottom + 1) for x in range(left, right + 1)][1:-1]
        expected |= dict.fromkeys(inside, _character(ends, shares))
    clues = {(rows[r], columns[c]) for r in range(len(rows)) for c in range(len(columns)) if board[r, c]}
    drawn = {(y, x): sign for y, line in enumerate(lines) for x, sign in enumerate(line) if sign != " "}
    assert {place for place, sign in drawn.items() if sign in "?0123456789"} == clues
    assert {place: sign for place, sign in drawn.items() if place not in clues} == expected


@pytest.mark.parametrize("coordinates", [False, True])
@pytest.mark.parametrize("text", BOARDS)
def test_lines_are_as_dark_as_their_shares(text: str, coordinates: bool) -> None:
    at = 1.6 if coordinates else 1.0
    expected: dict[tuple[float, ...], float] = {}
    for (r, c, to_r, to_c), shares in _shares(text).items():
        for number, share in enumerate(shares):
            off = 0.105 * (2 * number - len(shares) + 1)
            down, right = (off, 0) if r == to_r else (0, off)
            look = (0.085, 1) if share == 1 else (0.065, 0.12 + 0.06 * round(10 * share))
            line = at + c + right, at + r + down, at + to_c + right, at + to_r + down, *look
            expected[tuple(round(value, 6) for value in line)] = shares[0]
    shapes = _shown(text).picture(coordinates=coordinates).shapes
    lines = [shape for shape in shapes if isinstance(shape, Line) and shape.paint.kind.startswith("share")]
    drawn = [(s.x, s.y, s.to_x, s.to_y, s.paint.width, s.paint.opacity) for s in lines]
    rounded = [tuple(round(value, 6) for value in line) for line in drawn]
    assert sorted(rounded) == sorted(expected)
    assert [expected[line] for line in rounded] == sorted(expected.values())  # the darker ones are on top


@pytest.mark.parametrize("text", BOARDS)
def test_data_lists_the_shares_of_the_pairs_in_use(text: str) -> None:
    found = {(*entry["from"], *entry["to"]): entry["shares"] for entry in _shown(text).data()}
    load = max(map(len, found.values()))
    assert found == {
        tuple(place + 1 for place in ends): pytest.approx([*shares, *[0] * (load - len(shares))])
        for ends, shares in _shares(text).items()
    }


@pytest.mark.parametrize(
    ("text", "legend"),
    [
        (
            SEVERAL,
            "░ ▒ ▓: in fewer than 1/3, 2/3, all of the solutions\n─ ═:   in every solution at least one bridge, at least two\n",
        ),
        ("1.1\n", "─ ═:   in every solution at least one bridge, at least two\n"),
        ("? ?\n? ?\n", "░ ▒ ▓: in fewer than 1/3, 2/3, all of the solutions\n"),
    ],
)
def test_the_legend_explains_what_is_drawn(text: str, legend: str) -> None:
    layout = _shown(text).layout()
    assert "".join(layout.text.splitlines(keepends=True)[layout.rows[-1] + 1 :]) == legend


def test_the_legend_is_at_least_twenty_characters_wide() -> None:
    lines = _shown("1.1\n").layout(1).text.splitlines()[1:]
    assert lines == [
        "─ ═:   in every",
        "       solution at",
        "       least one",
        "       bridge, at",
        "       least two",
    ]
