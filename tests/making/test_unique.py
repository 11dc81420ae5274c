"""Boards made to order: their uniqueness is confirmed by another method than the one that made them."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import hashicnf
from hashicnf.answers import switched
from hashicnf.answers.switched import Switched
from hashicnf.asking.questions import Questions
from hashicnf.families.hashi.board import Board, Solution, loads_of
from hashicnf.families.hashi.generate import generate
from hashicnf.families.hashi.generate.planting import mixture
from hashicnf.families.hashi.generate.repair import repair
from hashicnf.logic import Sat
from hashicnf.making.alternatives import alternatives
from hashicnf.windows import tiling_of
from tests.oracles import hashi as oracle
from tests.oracles.puzzles import puzzle_with


def test_made_boards_have_one_solution_and_it_is_the_planted_one() -> None:
    made = 0
    for seed in range(40):
        rng = random.Random(seed)
        most = rng.choice((1, 2, 2, 3))
        options: dict[str, Any] = {"max_bridges": most, "no_loops": rng.random() < 0.3, "seed": seed}
        try:
            puzzle, solution = hashicnf.generate(size=(5, 6), islands=rng.randint(4, 8), unique=True, **options)
        except hashicnf.GaveUp:
            continue
        board = puzzle.board
        assert isinstance(board, Board)
        assert isinstance(solution, Solution)
        every = list(oracle.solutions(board.cells().tolist(), most, loops=board.loops))
        assert every == [tuple(loads_of(board, solution).tolist())], seed
        assert not hashicnf.check(puzzle, solution)
        made += 1
    assert made > 30


@pytest.mark.parametrize(("islands", "seed"), [(150, 1), (400, 2)])
def test_larger_boards_go_through_regions(islands: int, seed: int) -> None:
    puzzle, solution = hashicnf.generate(size=(40, 40), islands=islands, doubles=0.2, seed=seed, unique=True)
    found = hashicnf.unique(puzzle)
    assert found
    assert found.solutions == (solution,)
    assert puzzle.name.endswith("; one solution")
    assert puzzle.name.startswith(f"{islands} islands")


def test_the_same_seed_makes_the_same_board() -> None:
    one, other = (hashicnf.generate(size=(20, 20), islands=80, seed=5, doubles=0.1, unique=True) for _ in range(2))
    assert one == other


def test_an_island_goes_where_no_edge_can_be_filled_up() -> None:
    """Without loops an edge that has no bridge cannot get one."""
    grown = 0
    for seed in range(200):
        made = generate(8, 8, 14, mixture(None, 0, 1, allow_loops=False), seed=seed)
        try:
            puzzle, _ = hashicnf.generate(
                size=(8, 8), islands=14, seed=seed, doubles=0, no_loops=True, max_bridges=1, unique=True
            )
        except hashicnf.GaveUp:
            continue
        board = puzzle.board
        assert isinstance(board, Board)
        grown += board.islands > made.board.islands
        if grown == 2:
            return
    pytest.fail("no board needed an island more")


def test_a_repair_keeps_the_planted_solution_right() -> None:
    for seed in range(30):
        made = generate(7, 7, 12, mixture(doubles=0.3), seed=seed)
        puzzle = puzzle_with(made.board)
        others = [other for other in hashicnf.enumerate(puzzle) if other != made.solution]
        if not others:
            continue
        other = others[0]
        assert isinstance(other, Solution)
        after = repair(made, [other])
        changed = puzzle_with(after.board)
        assert not changed.check(after.solution)
        assert changed.check(other)


def test_sudokus_are_unique_anyway() -> None:
    puzzle = hashicnf.generate("sudoku", size=4, seed=2, unique=True).puzzle
    assert hashicnf.unique(puzzle)


@pytest.mark.parametrize(
    ("family", "options", "why"),
    [
        ("hashi", {"unsolvable": True}, "the puzzle is made to have no solution"),
        ("hashi", {"lattice": 3}, "the puzzle is made to have no solution"),
        ("tiles", {}, "tiles puzzles cannot be made to have one solution; families that can be used here: hashi"),
        ("klotski", {}, "klotski puzzles cannot be made to have one solution; families that can be used here: hashi"),
    ],
)
def test_what_cannot_be_made_unique(family: str, options: dict[str, Any], why: str) -> None:
    with pytest.raises(hashicnf.UsageError, match=why):
        hashicnf.generate(family, unique=True, **options)


@pytest.mark.parametrize(
    ("family", "options", "longest"),
    [
        ("hashi", {"size": (5, 6), "islands": 7}, switched.LONG),
        ("hashi", {"size": (5, 6), "islands": 7}, 0),
        (
            "hashi",
            {"size": (5, 5), "islands": 2, "doubles": 0.0},
            switched.LONG,
        ),  # without clues, two bridges would fit
        ("hashi", {"size": (4, 6), "islands": 5, "max_bridges": 3, "doubles": 0.2}, 0),
        ("sudoku", {"size": 4}, 0),
    ],
)
def test_hidden_clues_leave_one_solution_and_none_can_be_spared(
    family: str, options: dict[str, Any], longest: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(switched, "LONG", longest)
    hidden = 0
    for seed in range(12):
        whole = hashicnf.generate(family, seed=seed, unique=True, **options)
        puzzle, solution = hashicnf.generate(family, seed=seed, unique=True, unknown=True, **options)
        assert hashicnf.unique(puzzle).solutions == (solution,)
        clues = puzzle.rules.clues
        assert clues is not None
        before, after = whole.puzzle.document.cells, puzzle.document.cells
        hidden += int((before != after).sum())
        kept = [
            number
            for number, (row, column) in enumerate(clues.cells(puzzle.board))
            if after[row, column] == before[row, column] > 0
        ]
        for one in kept:
            fewer = clues.only(whole.puzzle.board, np.array([k for k in kept if k != one], dtype=np.int32))
            assert len(hashicnf.unique(replace(puzzle, board=fewer)).solutions) == 2
    assert hidden > 0 or family == "sudoku"


def test_the_title_of_a_lattice_that_was_made_unique_tells_what_it_is_now() -> None:
    puzzle = hashicnf.generate("hashi", lattice=4, unique=True).puzzle
    assert re.fullmatch(r"\d+ islands on 7 x 7 cells; planted: \d+ connected pairs.*; one solution", puzzle.name)


@pytest.mark.parametrize(
    ("given", "title"),
    [
        ({"seed": 3}, r"24 givens on 9 x 9 cells, seed 3; one solution, and none of the givens can be spared"),
        ({"size": 4, "seed": 2, "symmetry": "rotate"}, r"\d givens on 4 x 4 cells, .*; one solution"),
    ],
)
def test_the_title_of_a_sudoku_counts_the_givens_that_are_left(given: dict[str, Any], title: str) -> None:
    puzzle = hashicnf.generate("sudoku", unknown=True, **given).puzzle
    assert re.fullmatch(title, puzzle.name)
    assert puzzle.name.startswith(f"{puzzle.size['givens']} givens ")


@pytest.mark.parametrize("difficulty", [None, "normal"])
def test_givens_that_lie_symmetrically_are_hidden_together(difficulty: str | None) -> None:
    """Without a grade no pair can be spared; boards of a grade have more givens, of which pairs are hidden."""
    given: dict[str, Any] = {"boxes": "2x3", "symmetry": "rotate", "seed": 3}
    board = hashicnf.generate("sudoku", unknown=True, difficulty=difficulty, **given).puzzle.document.cells > 0
    assert np.array_equal(board, board[::-1, ::-1])


@pytest.mark.parametrize("difficulty", [None, "easy"])
def test_a_number_of_clues_and_none_that_can_be_spared_contradict_each_other(difficulty: str | None) -> None:
    with pytest.raises(
        hashicnf.UsageError, match="unknown hides every clue that can be spared, and clues says how many stay"
    ):
        hashicnf.generate("sudoku", clues=40, unknown=True, difficulty=difficulty)


FULL = "family: sudoku\n1234\n3412\n2143\n4321\n"


@pytest.mark.parametrize("least", [0, 8, 11])
@pytest.mark.parametrize("most", [0, 1000])
def test_clues_go_in_groups_as_long_as_enough_stay(least: int, most: int) -> None:
    """The groups are pairs on opposite sides; the two corners of the first row are in no group, so they stay."""
    puzzle = hashicnf.parse(FULL)
    solution, rules, static = hashicnf.solve(puzzle).solution, puzzle.rules.clues, puzzle.rules.static
    assert rules is not None
    assert static is not None
    assert static.model is not None
    groups = [[cell, 15 - cell] for cell in (7, 6, 5, 4, 2, 1)]
    found = Switched(puzzle).needed(static.model(puzzle.board, solution), groups, least=least, most=most)
    assert found is not None
    clues = found.clues.tolist()
    assert {0, 3} <= {*clues}
    assert all((one in clues) == (other in clues) for one, other in groups)
    assert least <= len(clues) < 16
    assert hashicnf.unique(replace(puzzle, board=rules.only(puzzle.board, found.clues)))
    if found.is_minimal:
        for one, other in groups:
            fewer = rules.only(puzzle.board, np.array([clue for clue in clues if clue not in (one, other)]))
            assert one not in clues or not hashicnf.unique(replace(puzzle, board=fewer))
    assert found.is_minimal or most == 0 or least > 0


def test_clues_that_allow_another_solution_are_none_that_are_needed() -> None:
    puzzle = hashicnf.parse("family: sudoku\n12..\n..12\n....\n....\n")
    static = puzzle.rules.static
    assert static is not None
    assert static.model is not None
    known = static.model(puzzle.board, hashicnf.solve(puzzle).solution)
    assert Switched(puzzle).needed(known) is None


def test_where_no_graph_says_what_is_near_the_whole_board_is_one_region() -> None:
    puzzle = hashicnf.parse("family: sudoku\n....\n....\n....\n....\n")
    with Questions(puzzle) as questions:
        first = questions.ask_first()
        assert isinstance(first, Sat)
        known = first.model[: questions.problem + 1]
        others = [questions.compiled.decode(model) for model in alternatives(questions, known, 4)]
    assert others
    for other in others:
        assert not puzzle.check(other)
        assert other != questions.compiled.decode(known)


@pytest.mark.parametrize("nodes", [4, 9])
def test_edges_between_regions_stay(nodes: int) -> None:
    with Questions(hashicnf.generate("hashi", lattice=6).puzzle) as questions:
        first = questions.ask_first()
        assert isinstance(first, Sat)
        known = first.model[: questions.problem + 1]
        (graph,) = questions.compiled.connected
        tile = tiling_of(graph)(nodes).of_node
        tiles: dict[int, set[int]] = {}
        for batch in questions.compiled.counted:
            for node, variables in zip(batch.source.tolist(), np.abs(batch.lits).tolist(), strict=True):
                for variable in variables:
                    tiles.setdefault(variable, set()).add(int(tile[node]))
        others = list(alternatives(questions, known, nodes))
    changed = [int(variable) for other in others for variable in np.flatnonzero(other[: len(known)] != known)]
    assert changed or nodes == 4
    assert any(len(of_edge) > 1 for of_edge in tiles.values())
    assert all(len(tiles[variable]) == 1 for variable in changed if variable in tiles)
