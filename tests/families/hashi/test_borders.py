"""Generated boards have islands at all four borders, and moving islands there changes no clue, edge or crossing."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

import hashicnf
from hashicnf.api import parse
from hashicnf.core.randomness import RandomStream
from hashicnf.families.hashi.board import Board, build_board, clue_cells, document_of
from hashicnf.families.hashi.generate.borders import reaching
from hashicnf.families.hashi.generate.symmetry import SYMMETRIES, partner
from tests.oracles.puzzles import board_of

KINDS: tuple[dict[str, Any], ...] = (
    {},
    {"scattered": True},
    {"clustered": True},
    {"winding": True},
    {"parted": True},
    {"unsolvable": True},
    {"apart": True},
    {"symmetry": "rotate"},
    {"symmetry": "mirror"},
    {"difficulty": "hard"},
    {"unknown": True, "apart": True, "symmetry": "rotate"},
)
INNER = """
.........
.........
..2.2.2..
...1.1...
..2...2..
...1.1...
..2.2.2..
.........
.........
"""


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("size", [(7, 7), (8, 9)])
def test_islands_reach_all_borders(kind: dict[str, Any], size: tuple[int, int]) -> None:
    for seed in range(2):
        there = hashicnf.generate(size=size, islands=14, seed=seed, **kind).puzzle.document.cells != 0
        assert all(line.any() for line in (there[0], there[-1], there[:, 0], there[:, -1]))


@pytest.mark.parametrize("symmetry", SYMMETRIES)
def test_moved_islands_have_the_same_neighbours(symmetry: str) -> None:
    before, found = board_of(parse(INNER)), set[Board]()
    for seed in range(20):
        after = reaching(before, RandomStream(seed), symmetry)
        assert after == build_board(document_of(after), after.max_bridges, loops=after.loops)
        assert replace(after, row=before.row, column=before.column) == before
        cells = set(clue_cells(after))
        assert cells == {partner(symmetry, after.shape, cell) for cell in cells}
        found.add(after)
    assert len({tuple(board.row.tolist()) for board in found}) > 2


def test_islands_in_one_row_stay_in_it() -> None:
    after = reaching(board_of(parse("......\n......\n..1.1.\n......\n")), RandomStream(1))
    assert clue_cells(after) == [(2, 0), (2, 5)]
