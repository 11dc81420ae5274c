"""Formats of boards: one board per line, boards after their size, and generated boards."""

from __future__ import annotations

import re
import time

import pytest

import hashicnf
from hashicnf.core.options import SEED, Choices
from hashicnf.errors import InputError, UsageError
from hashicnf.families import FAMILIES, Puzzle
from hashicnf.families.tiles.board import GOAL, Board
from hashicnf.families.tiles.generate import DEPTH, SIZE, scrambled
from hashicnf.pipeline.puzzles import detect, format_named, parse_all
from hashicnf.pipeline.writing import write_puzzles
from tests.families.tiles.boards import in_rows, puzzle
from tests.oracles import tiles

KORF = "14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3"


@pytest.mark.parametrize(
    ("text", "title"),
    [
        (KORF, ""),
        (f"1: {KORF} = 57", "board 1, shortest 57"),
        (f"1 {KORF} 57", "board 1, shortest 57"),
        (f"1 {KORF}", "board 1"),
        (f"  {KORF}  57  # a comment", "shortest 57"),
        (f"# a list\n\n7 : {KORF}\n", "board 7"),
    ],
)
def test_a_board_in_a_line(text: str, title: str) -> None:
    assert detect(text) == "korf"
    found = hashicnf.parse(text)
    assert (found.family, found.title) == ("tiles", title)
    assert isinstance(found.board, Board)
    assert found.board.goal == tuple(range(16))
    assert found.board.start == tuple(map(int, KORF.split()))
    assert write_puzzles([puzzle(in_rows(found.board.start, 4), "goal: blank-first")], "korf") == f"{KORF}\n"


def test_a_line_above_names_the_goal_of_the_boards_below() -> None:
    first, last = parse_all(f"{KORF}\ngoal: blank-last\n{KORF}\n")
    assert isinstance(first.board, Board)
    assert isinstance(last.board, Board)
    assert (first.board.goal[0], last.board.goal[-1]) == (0, 0)


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        ("1 2 3", 1, 1, "3 numbers are no square board"),
        ("1: 2 2 0 3", 1, 6, "2 again"),
        ("1 2 0 4", 1, 7, "no tile 4 on 4 cells"),
        ("1 2 x 0", 1, 5, "this is no board"),
        ("goal: left\n1 2 3 0", 1, 7, "cannot read 'left' as goal"),
        ("# nothing", 1, 10, "the file ends too early"),
    ],
)
def test_lines_that_are_no_boards(text: str, line: int, column: int, message: str) -> None:
    with pytest.raises(hashicnf.InputError) as caught:
        parse_all(text, "korf")
    assert (caught.value.line, caught.value.column, caught.value.message) == (line, column, message)


def test_a_board_after_its_size() -> None:
    assert hashicnf.parse("3 3\n8 1 3\n4 _ 2\n7 6 5\n") == puzzle("813\n4.2\n765")
    assert hashicnf.parse(" 3\n 8  1  3\n 4  0  2\n 7  6  5\n") == puzzle("813\n4.2\n765")
    assert hashicnf.parse("2\n1 2\n0 3\n") == puzzle("12\n.3")
    assert hashicnf.parse("1\n0\n").family == "hashi", "two rows of one cell"
    assert hashicnf.parse("goal: blank-first\n2 3 # size\n3, 1, 2\n0, 4, 5\n") == puzzle(
        "312\n.45", "goal: blank-first"
    )
    assert hashicnf.parse("2 3\n3 1 2\n0 4 5\n\n0 4 5\n3 1 2\n", "sized") == puzzle("312\n.45\n\n.45\n312")
    assert detect("2 2\n1 2\n3 0\n") == "native", "rows of islands may look so"
    assert detect("0 1\n1 2\n") == "native", "no board has 0 rows"


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        ("3 3\n1 2 3\n4 5 6\n", 1, 1, "the first line declares 3 rows and the file has 2"),
        ("2 2\n1 2\n3\n", 3, 2, "this row has 1 cell"),
        ("2 2\n1 2\n3 0 4\n", 3, 5, "this row has 3 cells"),
        ("2 2\n1 2\n0 .0000000003\n", 3, 4, "a number of 10 digits does not belong here"),
        ("2 2\n1 2\n3 x\n", 3, 3, "'x' does not belong here"),
        ("2 2\n1 2\n3 3\n", 3, 3, "tile 3 again"),
        ("2\n1 2\n", 1, 1, "the first line declares 2 rows and the file has 1"),
        ("2 by 2\n1 2\n3 0\n", 1, 1, "this is no size"),
        ("0 3\n", 1, 1, "this is no size"),
        ("100 100\n1\n", 1, 1, "a board with 10,000 cells"),
        ("goal: blank-first\n", 1, 18, "the file ends too early"),
    ],
)
def test_what_is_no_board_after_a_size(text: str, line: int, column: int, message: str) -> None:
    with pytest.raises(hashicnf.InputError) as caught:
        parse_all(text, "sized")
    assert (caught.value.line, caught.value.column, caught.value.message) == (line, column, message)


@pytest.mark.parametrize("title", ["a#b", "#hash", "3 3", "goal: none"])
def test_a_size_has_any_title_above_it(title: str) -> None:
    text = f"title: {title}\n3 3 # size\n8 1 3\n4 _ 2 # row\n7 6 5\n"
    read = hashicnf.parse(text, "sized")
    assert (read.title, hashicnf.parse(write_puzzles([read], "sized"), "sized")) == (title, read)


def test_what_a_line_cannot_hold_is_refused() -> None:
    with pytest.raises(UsageError, match="the korf format cannot express this goal"):
        write_puzzles([puzzle("12\n3.\n\n.3\n21")], "korf")
    with pytest.raises(UsageError, match="the korf format cannot express a board of 2 x 3 cells"):
        write_puzzles([puzzle("123\n45.", "goal: blank-first")], "korf")


def test_a_line_names_a_goal_with_the_blank_last() -> None:
    board = puzzle("813\n4.2\n765")
    text = write_puzzles([board], "korf")
    assert text == "goal: blank-last\n8 1 3 4 0 2 7 6 5\n"
    assert parse_all(text)[0].board == board.board


NINE = pytest.param((3, 3), marks=pytest.mark.slow)


@pytest.mark.parametrize("depth", [None, 0, 5])
@pytest.mark.parametrize("goal", ["blank-last", "blank-first"])
@pytest.mark.parametrize("shape", [(2, 2), NINE, (2, 3), (2, 4), (4, 4), (3, 5), (1, 4), (1, 1), (12, 1)])
def test_generated_boards_say_what_is_true(goal: str, shape: tuple[int, int], depth: int | None) -> None:
    choices = Choices({SIZE: shape, SEED: 3, DEPTH: depth, GOAL: goal})
    if depth == 5 and shape in ((1, 4), (1, 1)):
        with pytest.raises(UsageError, match="needs 5 slides; at most"):
            scrambled(choices)
        return
    made = scrambled(choices)
    board = made.board
    found = Puzzle("tiles", "x", board, FAMILIES.get("tiles"))
    assert board.shape == shape
    assert found.check(made.solution) == []
    assert scrambled(choices) == made
    assert f" cells, seed {choices[SEED]}; " in made.title
    if (said := re.search(r"(\d+) slides?, optimal", made.title)) is not None:
        assert made.solution is not None
        assert len(made.solution) == int(said[1])
        if depth is not None:
            assert int(said[1]) == depth
        if board.cells <= 9:
            assert tiles.shortest(board.start, board.goal, shape[1]) == int(said[1])
    else:
        assert re.search(r"a shortest plan has (at least \d+|\d+ to \d+) slides", made.title)


@pytest.mark.parametrize(
    ("shape", "depth", "words"),
    [
        ((4, 4), None, r"a shortest plan has \d+ to (80|79) slides"),
        ((3, 4), None, r"a shortest plan has \d+ to (53|52) slides"),
        ((4, 3), None, r"a shortest plan has \d+ to (53|52) slides"),
        ((5, 5), None, r"a shortest plan has at least \d+ slides"),
        ((5, 5), 70, r"a shortest plan has \d+ to (70|6\d) slides"),
    ],
)
def test_no_plan_is_said_to_be_longer_than_any_shortest_one(
    shape: tuple[int, int], depth: int | None, words: str
) -> None:
    made = scrambled(Choices({SIZE: shape, SEED: 1, DEPTH: depth}))
    assert re.search(rf"; {words}$", made.title), made.title
    assert isinstance(made.solution, tuple)
    assert all(
        (int(number) - len(made.solution)) % 2 == 0 for number in re.findall(r"(\d+)(?= to| slides$)", made.title)
    )


def test_too_large_and_too_deep() -> None:
    with pytest.raises(UsageError, match="a board with 400 cells; at most 256"):
        scrambled(Choices({SIZE: (20, 20)}))
    with pytest.raises(UsageError, match="no board of 1 x 12 cells needs 50 slides; at most 11"):
        scrambled(Choices({SIZE: (1, 12), DEPTH: 50}))
    with pytest.raises(UsageError, match="of 1 x 1 cells needs 1 slide; at most 0"):
        scrambled(Choices({SIZE: (1, 1), DEPTH: 1}))
    with pytest.raises(UsageError, match=r"^goal: cannot read 'last'; expected blank-last or blank-first$"):
        hashicnf.generate("tiles", goal="last")
    with pytest.raises(UsageError, match="needs 32 slides; at most 31"):
        scrambled(Choices({SIZE: (3, 3), DEPTH: 32}))


@pytest.mark.parametrize(
    "text", ["1" * 200_000 + "x", "1 " * 100_000 + "x", "goal:" + " " * 200_000 + "\x00", " " * 200_000]
)
def test_long_lines_take_no_long_look(text: str) -> None:
    began = time.process_time()
    for name in ("korf", "sized"):
        assert not format_named(name).looks_like(text)  # type: ignore[misc]
        with pytest.raises(hashicnf.InputError):
            parse_all(text, name)
    assert time.process_time() - began < 2


@pytest.mark.parametrize(
    ("text", "form", "message", "expected"),
    [
        ("family: tiles\n5\n", "native", "no tile 5 on 1 cell", "a blank"),
        ("family: tiles\n.5\n", "native", "no tile 5 on 2 cells", "the number 1 and a blank"),
        ("family: tiles\n.51\n", "native", "no tile 5 on 3 cells", "the numbers 1 to 2 and a blank, each once"),
        ("# korf\n5\n", "korf", "no tile 5 on 1 cell", "the number 0"),
    ],
)
def test_messages_about_tiny_boards(text: str, form: str, message: str, expected: str) -> None:
    with pytest.raises(InputError) as problem:
        hashicnf.parse(text, form)
    assert (problem.value.message, problem.value.expected) == (message, expected)
