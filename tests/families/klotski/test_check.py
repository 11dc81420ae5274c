"""The checker: it accepts exactly the plans that are possible move by move in the oracle."""

from __future__ import annotations

import pytest

from hashicnf.families.klotski.check import check
from tests.families.klotski.boards import board_of, classic
from tests.oracles import klotski

OPEN = "family: klotski\ngoal: A at 1,0\nAB.\n...\n"


@pytest.mark.parametrize(
    ("plan", "rule", "words"),
    [
        (("A down 1",), "", ""),
        (("B right 1", "A right 1 down 1 left 1"), "", ""),
        (("B right 1", "B left 1", "A down 1"), "", ""),
        (
            ("B right 1", "A right 1"),
            "goal",
            "after 2 moves piece A lies at row 1, column 2 and not at row 2, column 1",
        ),
        ((), "goal", "after 0 moves piece A lies at row 1, column 1 and not at row 2, column 1"),
        (("A down 1", "A right 1"), "goal", "after 2 moves piece A lies at row 2, column 2 and"),
        (("A right 1",), "blocked", "step 1: 'A right 1': piece B is in the way at row 1, column 2"),
        (("B right 2",), "edge", "piece B would leave the board"),
        (("A up 1",), "edge", "piece A would leave the board"),
        (("A down 2",), "edge", "piece A would leave the board"),
        (("B right 1", "A right 2"), "blocked", "piece B is in the way at row 1, column 3"),
        (("Z down 1",), "action", "there is no piece Z"),
        (("A",), "action", "'A' is no move such as A down 1"),
        (("A down " + "9" * 5000,), "action", "is no move such as A down 1"),
        (("A down " + "0" * 5000 + "1",), "action", "is no move such as A down 1"),
        (("A down 001",), "", ""),
        (("A down",), "action", "is no move"),
        (("A down 0",), "action", "is no move"),
        (("A down 1 left 0",), "action", "is no move"),
        (("A down -1",), "action", "is no move"),
        (("A down 1 left",), "action", "is no move"),
        (("A down 1 sideways 1",), "action", "is no move"),
        (("A sideways 1",), "action", "is no move"),
        (("1x1 at row 1, column 1 down 1",), "action", "is no move"),
        (("",), "action", "is no move"),
    ],
)
def test_rules(plan: tuple[str, ...], rule: str, words: str) -> None:
    found = check(board_of(OPEN), plan)
    assert [broken.rule for broken in found] == [rule] * bool(rule)
    assert not rule or words in found[0].message


@pytest.mark.parametrize(("move", "cell"), [("A up 1", (0, 0)), ("A right 1", (0, 2)), ("A down 2", (1, 0))])
def test_the_first_cell_that_stops_a_piece_is_named(move: str, cell: tuple[int, int]) -> None:
    (broken,) = check(board_of("family: klotski\ngoal: A at 1,0\nAAB\n...\n"), (move,))
    assert broken.cells == (cell,)


def test_it_allows_what_the_oracle_allows() -> None:
    """Try every step of every piece, one by one, from some positions of the classic board."""
    board = classic()
    ways = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}
    plan: list[str] = []
    for move in ("", "G down 1", "H down 1", "E down 1", "A down 1", "I left 1", "F down 1"):
        plan += [move] * bool(move)
        for name in "ABCDEFGHIJ":
            for way in ways:
                found = check(board, (*plan, f"{name} {way} 1"))
                legal = [broken.rule for broken in found] == ["goal"]
                assert legal == (f"{name} {way}" in allowed(tuple(plan))), (plan, name, way)


def allowed(plan: tuple[str, ...]) -> set[str]:
    """Return the steps that the oracle allows after a plan; none if a step of the plan is illegal."""
    shape, state = (5, 4), klotski.pieces_of(["BAAC", "BAAC", "DEEF", "DGHF", "I..J"])
    for move in plan:
        name, way, _ = move.split()
        if (name, way) not in (steps := steps_of(state, shape)):
            return set()
        state = steps[name, way]
    return {f"{name} {way}" for name, way in steps_of(state, shape)}


def steps_of(state: klotski.State, shape: tuple[int, int]) -> dict[tuple[str, str], klotski.State]:
    found = {}
    for child in klotski.moves(state, shape, "step"):
        (name,) = [letter for letter in state if state[letter] != child[letter]]
        (r, c), (y, x) = min(state[name]), min(child[name])
        way = {(-1, 0): "up", (1, 0): "down", (0, -1): "left", (0, 1): "right"}[y - r, x - c]
        found[name, way] = child
    return found
