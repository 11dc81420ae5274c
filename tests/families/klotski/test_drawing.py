"""Drawings: their exact text, and plans read back from them."""

from __future__ import annotations

import random

import pytest

import hashicnf
from hashicnf.families.klotski.check import check
from hashicnf.families.klotski.draw import STYLES, read
from tests.families.klotski.boards import SMALL, board_of, classic

UNICODE = """\
┌───┬───────┬───┐
│   │       │   │
│ B │   A   │ C │
│   │       │   │
├───┼───────┼───┤
│   │   E   │   │
│ D ├───┬───┤ F │
│   │ G │ H │   │
├───┼───┴───┼───┤
│ I │ ·   · │ J │
└───┴╌╌╌╌╌╌╌┴───┘
"""
ASCII = """\
+---+-------+---+
|   |       |   |
| B |   A   | C |
|   |       |   |
+---+-------+---+
|   |   E   |   |
| D +---+---+ F |
|   | G | H |   |
+---+---+---+---+
| I | .   . | J |
+---+=======+---+
"""
INNER = "family: klotski\ngoal: B at 1,1\n....\nB...\n..A.\n"
CORNER = "family: klotski\ngoal: A at 1,0\nAB\n..\n"
BESIDE = "family: klotski\ngoal: A at 1,1\nA.\nA.\n..\n..\n"


def test_boards() -> None:
    assert STYLES["plan"](classic(), None) == STYLES["unicode"](classic(), None) == UNICODE
    assert STYLES["ascii"](classic(), None) == ASCII
    assert STYLES["letters"](classic(), None) == "BAAC\nBAAC\nDEEF\nDGHF\nI..J\n"


def test_a_goal_at_an_edge_is_drawn_there_and_any_other_is_written() -> None:
    assert STYLES["ascii"](board_of(INNER), None).splitlines()[-1] == "goal: B at 1,1"
    assert STYLES["unicode"](board_of(CORNER), None) == "┌───┬───┐\n│ A │ B │\n├───┴───┤\n╎ ·   · │\n└╌╌╌────┘\n"
    assert "goal" not in STYLES["unicode"](board_of(CORNER), ("A down 1",))
    assert "goal" not in STYLES["ascii"](board_of("family: klotski\ngoal: A at 0,1\n...\nA..\n"), None)
    assert STYLES["ascii"](board_of(BESIDE), None).splitlines() == [
        "+---+---+",
        "|   | . |",
        "| A |   |",
        "|   | . :",
        "+---+   :",
        "| .   . :",
        "|       |",
        "| .   . |",
        "+-------+",
    ]
    row = board_of("family: klotski\ngoal: A at 0,1\nA.\n")
    assert STYLES["unicode"](row, None) == "┌───┬╌╌╌┐\n│ A │ · ╎\n└───┴╌╌╌┘\n"


def test_plans() -> None:
    plan = ("G down 1", "G right 1 up 1")
    assert STYLES["plan"](classic(), plan) == "G down 1\nG right 1 up 1\n"
    assert STYLES["plan"](classic(), ()) == "# nothing to do\n"
    board = board_of(CORNER)
    assert STYLES["letters"](board, ("A down 1", "A right 1")) == (
        "AB\n..\n\n# 1: A down 1\n.B\nA.\n\n# 2: A right 1\n.B\n.A\n"
    )


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("text", [*SMALL, INNER, CORNER])
def test_plans_are_read_back(text: str, style: str) -> None:
    """Read back random walks with arbitrary moves, and a plan."""
    board, rng = board_of(text), random.Random(1)
    puzzle = hashicnf.parse(text)
    for metric in ("step", "slide", "move"):
        walk: list[str] = []
        searchable = puzzle.spaces_in(metric)["moves"]()
        (state,) = searchable.space.initial()
        for _ in range(12):
            name, state, _ = rng.choice(list(searchable.space.successors(state)))
            walk.append(name)
        plan = searchable.solution(state, tuple(walk))
        assert {broken.rule for broken in check(board, plan)} <= {"goal"}
        drawn = STYLES[style](board, plan)
        back = read(board, drawn, "drawing")
        assert len(back) == len(plan)
        assert ends(board, back) == ends(board, plan)
        assert style != "plan" or back == plan


def ends(board: object, plan: tuple[str, ...]) -> list[str]:
    """Return the boards after each move, without the comments with the moves."""
    text = STYLES["letters"](board, plan)  # type: ignore[arg-type]
    return [line for line in text.splitlines() if not line.startswith("#")]


@pytest.mark.parametrize("style", ["unicode", "ascii", "letters"])
def test_a_plan_is_drawn_up_to_the_first_move_that_cannot_be_made(style: str) -> None:
    board = classic()
    for move in ("A down 1", "A up 1", "Q up 1", "up"):
        drawn = STYLES[style](board, ("G down 1", move, "G up 1"))
        assert drawn == STYLES[style](board, ("G down 1",))
        assert drawn != STYLES[style](board, ())


def test_boards_that_show_what_the_rules_forbid_are_plans_that_the_checker_refuses() -> None:
    board = board_of("family: klotski\ngoal: A at 0,2\nAB..\n")
    plan = read(board, "AB..\n\n.BA.\n", "drawing")
    assert plan == ("A right 2",)
    assert check(board, plan)[0].rule == "blocked"


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("A sideways\n", 1, "'A sideways' is no move"),
        ("A down 1\n\n  Z down 1 # no such piece\n", 3, "there is no piece Z"),
        ("AB\n..\n\n.A\n.B\n", 4, "2 pieces moved between two boards: A, B"),
        (".A\n.B\n", 1, "this is not the board of the puzzle"),
        ("AB\n", 1, "this board has 1 line"),
        ("AB\n..\n\nAB\n...\n", 5, "this line has 3 characters"),
        ("AB\n..\n\nAB\n.", 5, "this line has 1 character"),
        ("AB\n..\n\nA.\n..\n", 4, "this board has other pieces than the puzzle: B"),
        ("AB\n..\n\nAB\nA.\n", 4, "a piece has another shape than in the puzzle"),
        (UNICODE, 1, "this board has 11 lines"),
        ("┌───┬───┐\n│ A   B │\n├───┼───┤\n│ ·   · │\n└───┴───┘\n", 1, "this board has other pieces"),
    ],
)
def test_wrong_drawings(text: str, line: int, message: str) -> None:
    with pytest.raises(hashicnf.InputError) as caught:
        read(board_of(CORNER), text, "drawing")
    wrong = text.split("\n")[line - 1]
    assert (caught.value.line, caught.value.text) == (line, wrong)
    assert caught.value.column == len(wrong) - len(wrong.lstrip()) + 1
    assert caught.value.message.startswith(message)


@pytest.mark.parametrize("wrong", ["..\n..\n..\nA.\n", ".A\n..\n..\n..\n"])
def test_pieces_that_are_drawn_in_part_have_another_shape(wrong: str) -> None:
    with pytest.raises(hashicnf.InputError, match="a piece has another shape") as caught:
        read(board_of(BESIDE), f"A.\nA.\n..\n..\n\n{wrong}", "drawing")
    assert (caught.value.line, caught.value.column) == (6, 1)


def test_boxes_with_gaps_in_the_edge_of_the_board_are_read() -> None:
    board = board_of(BESIDE)
    top, *rows, bottom = STYLES["unicode"](board, None).splitlines()
    lines = [f" {row[1:]}" if row[0] == "│" else row for row in rows]
    assert read(board, "\n".join((top, *lines, bottom)), "drawing") == ()
    lines = [f"{row[:-1]} " if row[-1] in "│╎" else row for row in rows]
    assert read(board, "\n".join((top, *lines, "└       ┘")), "drawing") == ()


def test_moves_as_long_as_a_row_are_moves() -> None:
    board = board_of("family: klotski\ngoal: A at 0,7\n......AB\n........\n")
    assert read(board, "B down 1", "moves") == ("B down 1",)


def test_a_move_of_one_cell_needs_no_number_as_in_pictures() -> None:
    board = board_of(CORNER)
    assert read(board, "A down\nB  left 1 down  # and back\n", "moves") == ("A down 1", "B left 1 down 1")


def test_drawings_in_the_style_of_others() -> None:
    """Read boards that are indented, lack the last newline, or use other signs for blank cells."""
    board = board_of(CORNER)
    assert read(board, "  AB\n  00\n\n  0B\n  A0", "drawing") == ("A down 1",)
    drawn = STYLES["unicode"](board, ("A down 1",))
    assert read(board, "".join(f"    {line}\n" for line in drawn.splitlines()), "drawing") == ("A down 1",)
    assert read(board, " A   down  1 # first\n", "drawing") == ("A down 1",)
