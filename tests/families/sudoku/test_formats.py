"""Notations of sudokus: lines, rows with remarks, outlined grids; how they are distinguished, and their errors."""

from __future__ import annotations

import pytest

import hashicnf
from hashicnf.families.sudoku.board import Grid
from hashicnf.families.sudoku.formats import sdm
from hashicnf.formats.parsing import terminal
from hashicnf.pipeline.puzzles import detect
from tests.families.sudoku.boards import EASY, INKALA, board_of, puzzle

ROWS = "\n".join(EASY[i : i + 9] for i in range(0, 81, 9)) + "\n"
BIG = "".join(
    "123456789ABCDEFG"[(r * 4 + r // 4 + c) % 16] if (r + c) % 3 else "." for r in range(16) for c in range(16)
)


@pytest.mark.parametrize(
    "text",
    [
        EASY,
        f"\n\n{EASY}\n",
        f"# from a list\n{EASY}\n{INKALA}\n",
        EASY.replace(".", "0"),
        f"{EASY.replace('.', '_')} # easy\n",
        f"{EASY};20;solved\r\n",
        BIG,
        BIG.lower(),
        f"{BIG}\n{BIG}\n",
        f"A list of puzzles\n{EASY}\n",
        f"https://www.sudokuwiki.org/sudoku.htm?bd={EASY}\n",
        f"  <https://example.org/play/{EASY.replace('.', '0')}/?mode=1#top>\n{INKALA}\n",
    ],
)
def test_lines_of_cells_are_sudokus_without_being_told(text: str) -> None:
    assert detect(text) == "sdm"
    found = hashicnf.parse_all(text)
    assert {one.family for one in found} == {"sudoku"}
    assert found[0] == puzzle(BIG if BIG[:9].lower() in text.lower() else EASY)


@pytest.mark.parametrize(
    "text",
    [
        ROWS,  # numbers in rows are Hashiwokakero unless their family is named
        "2" + "." * 79 + "2\n" + "." * 81 + "\n2" + "." * 79 + "2\n",
        "2" * 80,
        "1..4....3....2..",
        f"family: sudoku\n{ROWS}",
    ],
)
def test_what_is_left_to_the_native_format(text: str) -> None:
    assert detect(text) == "native"


def test_many_puzzles_in_a_file_and_what_they_are_called() -> None:
    text = f"100000\npuzzle,solution\n{EASY},whatever\n\n# comment\n{INKALA}:1\n"
    found = hashicnf.parse_all(text, "sdm", "list.sdm")
    assert [item.name for item in found] == ["list.sdm:3", "list.sdm:6"]
    assert found == [puzzle(EASY), puzzle(INKALA)]
    assert hashicnf.parse(f"{EASY}\n", "sdm", "one.sdm").name == "one.sdm"


def test_letters_are_numbers_from_ten() -> None:
    board = board_of(hashicnf.parse(f"{BIG}\n"))
    assert board.givens.max() == 15
    assert board.givens[0].tolist()[:3] == [0, 2, 3]
    assert hashicnf.parse(f"{BIG.lower()}\n") == hashicnf.parse(f"{BIG}\n")
    assert hashicnf.convert(hashicnf.parse(f"{BIG}\n"), "sdm") == f"{BIG}\n"
    assert hashicnf.convert(hashicnf.parse(f"{BIG}\n")).splitlines()[1].split()[10] == "11"


def test_a_remark_after_a_blank_is_no_title() -> None:
    assert hashicnf.parse(f"# Diabolical grid\n[Puzzle]\n{ROWS}").title == ""


DASHES = EASY.replace(".", "-")
DASHED_ROWS = ROWS.replace(".", "-")


@pytest.mark.parametrize(
    ("text", "format_"),
    [
        (f"{DASHES}\n", "sdm"),
        (f"list\n{DASHES}\n", "sdm"),
        (f"#A me\n[Puzzle]\n{DASHED_ROWS}", "sdk"),
        (f"[Puzzle]\n{DASHED_ROWS[:30]}---+---+---\n{ROWS[30:]}", "sdk"),
        (hashicnf.convert(puzzle(EASY), "ss").replace(".", "-"), "ss"),
    ],
)
def test_dashes_among_cells_are_empty_cells(text: str, format_: str) -> None:
    assert hashicnf.parse(text, format_).board == puzzle(EASY).board


def test_a_row_of_dashes_is_empty_in_a_grid_without_frames() -> None:
    wanted = hashicnf.parse("[Puzzle]\n1...\n....\n.4..\n...2\n")
    assert hashicnf.parse("[Puzzle]\n1---\n----\n-4--\n---2\n").board == wanted.board
    with pytest.raises(hashicnf.InputError, match="this row has 4 cells"):
        hashicnf.parse("[Puzzle]\n1-|--\n--+--\n-4|--\n--|-2\n")
    with pytest.raises(hashicnf.InputError, match="this row has 4 cells"):
        hashicnf.parse("[Puzzle]\n1---\n----\n-4--\n")


HOLLOW = "1 - | - -\n- - | - -\n----+----\n- 4 | - -\n- - | - 2\n"


@pytest.mark.parametrize(
    ("text", "format_"),
    [
        ("1-|--\n--|--\n--+--\n-4|--\n--|-2\n", "ss"),
        (HOLLOW, "ss"),
        (HOLLOW.replace("+", "|"), "ss"),
        (HOLLOW.replace("+", "-"), "ss"),
        (f"[Puzzle]\n{HOLLOW}", "sdk"),
        ("[Puzzle]\n1- --\n-- --\n\n-4 --\n-- -2\n", "sdk"),
        ("|---------|\n| 1 - | - - |\n| - - | - - |\n|----|----|\n| - 4 | - - |\n| - - | - 2 |\n|---------|\n", "ss"),
    ],
)
def test_a_row_of_dashes_is_empty_in_a_grid_with_frames(text: str, format_: str) -> None:
    wanted = hashicnf.parse("[Puzzle]\n1...\n....\n.4..\n...2\n")
    assert hashicnf.parse(text, format_).board == wanted.board


def test_the_grammar_of_lines_and_the_parser_know_the_same_signs() -> None:
    puzzle_line = terminal("sdm", "PUZZLE")
    for sign in filter(str.isprintable, map(chr, range(ord(" "), ord("~") + 1))):
        is_cell = sdm.SYMBOLS.fullmatch(sign) is not None
        assert (puzzle_line.match(sign * 81) is not None) == is_cell, sign
        assert is_cell == (sign.isalnum() or sign in sdm.EMPTY_SIGNS), sign
    for sign in sdm.EMPTY_SIGNS:
        assert f" {sign} " in sdm.EXPECTED
        assert hashicnf.parse(EASY.replace(".", sign), "sdm").board == puzzle(EASY).board


def test_lines_of_dashes_between_the_boxes_are_no_rows() -> None:
    rows = [f"{row[:3]} {row[3:6]} {row[6:]}" for row in DASHED_ROWS.split()]
    text = "\n--- --- ---\n".join("\n".join(rows[i : i + 3]) for i in (0, 3, 6))
    assert hashicnf.parse(f"[Puzzle]\n{text}\n").board == puzzle(EASY).board


def test_a_solved_grid_is_read_from_sdk() -> None:
    solution = hashicnf.solve(puzzle(EASY)).solution
    assert isinstance(solution, Grid)
    solved = hashicnf.convert(hashicnf.puzzle(solution.cells.tolist(), "sudoku"), "sdk")
    for text in (solved, f"#A me\n{solved}"):
        assert puzzle(EASY).read(text, "solved.sdk") == solution


def test_remarks_and_sections_of_sdk() -> None:
    text = f"#AAnna\n#D a title\n#Bcomment\n[Puzzle]\n{ROWS}[State]\n{ROWS.replace('.', '1')}"
    found = hashicnf.parse(text)
    assert (found, found.title) == (puzzle(EASY), "a title")
    assert hashicnf.convert(found, "sdk") == f"#D a title\n[Puzzle]\n{ROWS}"
    assert hashicnf.parse(ROWS, "sdk") == puzzle(EASY)


@pytest.mark.parametrize(
    "text",
    [
        "|12|34|\n|..|..|\n+--+--+\n|..|..|\n|..|.1|\n",
        " 1 2 | 3 4 \n . . | . . \n-----+-----\n . . | . . \n . . | . 1 \n",
        "*-------*\n| 12|34 |\n| 00|00 |\n|---+---|\n| ..|.. |\n| __|_1 |\n*-------*\n",
        "# note\n|12|34|  # note\n|..|..|\n|..|..|\n|..|.1|\n",
        ".-----.-----.\n| 1 2 | 3 4 |\n| . . | . . |\n:-----+-----:\n| . . | . . |\n| . . | . 1 |\n'-----'-----'\n",
        "┌─────┬─────┐\n│ 1 2 │ 3 4 │\n│ · · │ · · │\n├─────┼─────┤\n│ · · │ · · │\n│ · · │ · 1 │\n└─────┴─────┘\n",
    ],
)
def test_drawn_grids(text: str) -> None:
    assert detect(text) == "ss"
    assert hashicnf.parse(text) == hashicnf.parse("family: sudoku\n1234\n....\n....\n...1\n")


def test_drawn_grids_show_their_boxes() -> None:
    tall = "|12|34|56|\n|..|..|..|\n|..|..|..|\n|--+--+--|\n|..|..|..|\n|..|..|..|\n|..|..|..|\n"
    board = hashicnf.parse(tall)
    assert board_of(board).box == (3, 2)
    assert hashicnf.parse(hashicnf.convert(board, "ss")) == board
    assert board_of(hashicnf.parse(tall.replace("|", " ").replace("+", "-"), "ss")).box == (3, 2)
    assert board_of(hashicnf.parse(tall.replace("|", "│"), "ss")).box == (3, 2)
    assert board_of(hashicnf.parse(tall.replace("|--+--+--|", "|  |  |  |"), "ss")).box == (3, 2)
    assert board_of(hashicnf.parse("|......|\n" * 6, "ss")).box == (2, 3)
    big = hashicnf.parse(f"{BIG}\n")
    assert hashicnf.parse(hashicnf.convert(big, "ss")) == big
    assert "| 10 11 12 13 |" not in hashicnf.convert(big, "ss").split("\n")[0]


OPEN = "|...|...|\n"
OTHER_BARS = "the bars of this row are not those of the first one"


@pytest.mark.parametrize(
    ("text", "form", "line", "column", "message"),
    [
        (EASY[:-1], "sdm", 1, 81, "this line has 80 cells"),
        (EASY + "1", "sdm", 1, 83, "this line has 82 cells"),
        (f"{EASY}\n{EASY[:40]}!{EASY[41:]}", "sdm", 2, 41, "'!' does not belong here"),
        (f"{EASY[:40]}!{EASY[41:]}", "sdm", 1, 41, "'!' does not belong here"),
        (f"{EASY}\nthe end", "sdm", 2, 4, "this line has 3 cells"),
        ("nothing but words", "sdm", 1, 8, "this line has 7 cells"),
        (EASY.replace("9", "A"), "sdm", 1, 14, "'A', which stands for the number 10, is too large"),
        ("1" * 729, "sdm", 1, 730, "this line has the candidates of every cell: pencil marks are not read"),
        ("[Puzzle]\n#A x\n", "sdk", 2, 5, "a puzzle without rows"),
        ("[Puzzle]\n1234\n12\n1234\n1234\n", "sdk", 3, 3, "this row has 2 cells"),
        ("[Puzzle]\n1234\n  1!34\n1234\n1234\n", "sdk", 3, 4, "'!' does not belong here"),
        ("[Puzzle]\n1234\n 1294\n1234\n1234\n", "sdk", 3, 4, "the number 9 is too large"),
        ("|12|34|\n|12|3$|\n|..|..|\n|..|..|\n", "ss", 2, 6, "'$' does not belong here"),
        ("|12|34|\n|12|3３|\n|..|..|\n|..|..|\n", "ss", 2, 6, "'３' (fullwidth digit three) does not belong here"),
        ("|12|34|\n|12|345|\n|..|..|\n|..|..|\n", "ss", 2, 7, "this row has 5 cells"),
        ("|--|--|\n", "ss", 1, 1, "a grid without cells"),
        ("|1|..2.3|\n" + OPEN * 5, "ss", 2, 3, OTHER_BARS),
        (f"{OPEN}|..|.4..|\n{OPEN * 4}", "ss", 2, 5, OTHER_BARS),
        ("|..|....|\n" * 6, "ss", 1, 7, "the bars outline unequal parts"),
        ("|...|.|..|\n" * 6, "ss", 1, 8, "the bars outline unequal parts"),
        ("|....|..|\n" * 6, "ss", 1, 7, "the bars outline unequal parts"),
        (f"{OPEN * 3}|--+---|\n" * 2, "ss", 4, 1, "the lines between the rows outline boxes of 3x3 cells"),
        (f"{OPEN * 2}|---+---|\n{OPEN * 4}", "ss", 6, 1, "the lines between the rows outline unequal parts"),
        (f"{OPEN * 4}|---+---|\n{OPEN * 2}", "ss", 5, 1, "the lines between the rows outline unequal parts"),
        ("1234\n----\n" + "....\n====\n" * 3, "ss", 2, 1, "the lines between the rows outline boxes of 1x4 cells"),
        ("|1|2|3|4|\n+-+-+-+-+\n" * 4, "ss", 2, 1, "the lines between the rows outline boxes of 1x1 cells"),
    ],
)
def test_what_is_wrong_is_shown_where_it_is(text: str, form: str, line: int, column: int, message: str) -> None:
    with pytest.raises(hashicnf.InputError) as caught:
        hashicnf.parse_all(text + "\n", form)
    assert (caught.value.message, caught.value.line, caught.value.column) == (message, line, column)
    assert caught.value.expected


@pytest.mark.parametrize(
    ("setting", "form", "reason"),
    [
        ("boxes: 3x2", "sdk", "boxes"),
        ("diagonals: yes", "ss", "diagonals"),
        ("boxes: 1x6", "ss", "boxes of 1x6 cells"),
        ("boxes: auto", "sdm", "boards of 6 x 6 cells"),
    ],
)
def test_what_a_notation_cannot_hold_is_refused(setting: str, form: str, reason: str) -> None:
    board = hashicnf.parse(f"family: sudoku\n{setting}\n" + "......\n" * 6)
    with pytest.raises(hashicnf.UsageError, match=f"the {form} format cannot express {reason}"):
        hashicnf.convert(board, form)


def test_a_fault_in_one_of_several_lines_is_named_by_its_line_once() -> None:
    good = "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9"
    with pytest.raises(hashicnf.InputError) as caught:
        hashicnf.parse_all(f"{good}\n{good[:-1]}x\n", "sdm", "many.sdm")
    assert str(caught.value).startswith("many.sdm:2:81: ")
