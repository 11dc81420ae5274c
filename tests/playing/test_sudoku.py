"""Sudokus are played in a real browser, and functions of their scripts agree with the package."""

from __future__ import annotations

import json
import re
from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import Page, expect

import hashicnf
from hashicnf.families.sudoku.board import Board, Grid, units
from hashicnf.families.sudoku.page import PLAYING, game
from tests.browsing import Opener
from tests.playing.boards import click, exported, said, scripts, written

EXAMPLES = Path(__file__).parent.parent.parent / "examples" / "sudoku"
FOUR = "family: sudoku\n1...\n..3.\n.4..\n...2\n"
ID = "3x3:5_3b7d6b1_9_5d9_8d6a8c6c3_4b8a3b1_7c2c6a6d2_8d4_1_9b5d8b7_9"


def test_a_sudoku_is_played_to_its_end(tmp_path: Path, open_page: Opener) -> None:
    puzzle = hashicnf.parse(FOUR)
    solution = hashicnf.solve(puzzle).solution
    assert isinstance(solution, Grid)
    page = open_page(written(tmp_path / "v.html", FOUR))
    cells = page.locator("#board .cell")
    cells.nth(0).focus()
    page.keyboard.press("2")
    assert said(page) == "Row 1, column 1 is given."
    page.keyboard.press("ArrowRight")
    page.keyboard.press("1")
    expect(page.locator("#faults li").first).to_have_text("Row 1 holds 1 twice.")
    page.click("#hint")
    expect(page.locator("#telling")).to_have_attribute("data-tone", "alarm")
    page.keyboard.press("z")
    click(page, 1, 2)
    page.keyboard.press("Shift+Digit2")
    page.keyboard.press("n")
    page.keyboard.press("3")
    expect(cells.nth(1)).to_have_attribute("aria-label", "Row 1, column 2: notes 2, 3")
    page.locator("#pad button", has_text="3").click()
    expect(cells.nth(1)).to_have_attribute("aria-label", "Row 1, column 2: notes 2")
    page.click("#modes [data-name=number]")
    page.keyboard.press("h")
    assert said(page) == next(step.sentence for step in hashicnf.explain(puzzle).steps if step.draws)
    page.keyboard.press("d")
    for p, number in enumerate(solution.cells.ravel().tolist()):
        cells.nth(p).focus()
        page.keyboard.press(str(number))
    assert "Solved in 0:" in page.locator("#sentence").inner_text() or page.locator("#clock").is_disabled()
    page.click("#export")
    page.select_option("#format", label="what is drawn (JSON)")
    drawn = json.loads(page.locator("#exported").input_value())
    assert hashicnf.check(puzzle, puzzle.from_data(drawn, "the page")) == []


def test_a_pasted_sudoku_is_solved_by_the_page(tmp_path: Path, open_page: Opener) -> None:
    page = open_page(written(tmp_path / "v.html", FOUR))
    page.click("#open")
    page.fill("#pasted", ID)
    page.click("#opened")
    page.click("#hint")
    assert page.locator("#draw").is_visible()
    page.click("#solve")
    assert "Solved" in said(page)


def test_units_notations_and_rules_are_those_of_the_package(tab: Page) -> None:
    names = ("easy", "hard", "small", "wide", "tall")
    puzzles = [hashicnf.read(str(EXAMPLES / f"{name}.puz")) for name in names]
    tab.goto("about:blank")
    look = """data.map((one) => {
      const rules = sudokuRules(one), found = sudokuDeduce(rules).solve(rules.start(), 1000);
      const numbers = found && found.filter((_, at) => at % (one.side + 1) === 0);
      const texts = sudokuCodecs.filter((c) => c.write).map((c) => c.write(one));
      const native = sudokuCodecs.at(-1), again = native.read(native.write(one));
      return [rules.grid.units, texts, numbers, found && rules.isSolved(found), again];
    })"""
    boards = [puzzle.board for puzzle in puzzles if isinstance(puzzle.board, Board)]
    script = f"(data) => {{ {scripts('sudoku', *PLAYING)}\n return {look}; }}"
    found = tab.evaluate(script, [game(board).data for board in boards])
    solved = 0
    for puzzle, board, (cells, texts, numbers, is_solved, again) in zip(puzzles, boards, found, strict=True):
        assert cells == np.concatenate([*units(board).values()]).tolist()
        assert again == {**game(board).data, "box": [*board.box]}
        for text in texts:
            assert text is None or hashicnf.parse(text) == puzzle
        if numbers:
            grid = Grid(np.array(numbers, dtype=np.int32).reshape(board.side, board.side))
            assert is_solved
            assert hashicnf.check(puzzle, grid) == []
            solved += 1
    assert solved >= 4


def test_sudokus_as_other_programs_pass_them_on_are_the_boards_that_the_package_reads(tab: Page) -> None:
    line = hashicnf.convert(hashicnf.read(str(EXAMPLES / "easy.puz")), "sdm").strip()
    puzzle = hashicnf.parse(line)
    link = f"https://www.sudokuwiki.org/sudoku.htm?bd={line}"
    texts = [line.replace(".", sign) for sign in "0*-_"] + [link, f"<{link}&x=1>", f"({link.replace('.', '0', 99)})"]
    texts += [
        hashicnf.convert(puzzle, "ss"),
        hashicnf.draw(puzzle),
        hashicnf.draw(puzzle).translate(str.maketrans("┌┬┐├┼┤└┴┘─│·", "...:+:'''-|.")),  # as HoDoKu draws it
        hashicnf.convert(puzzle, "puzzlink").strip() + "?x=1",
        puzzle.text.replace("sudoku", "SUDOKU\nBoxes: Auto\ndiagonals: ON"),
        puzzle.text.replace("sudoku", "sudoku\nboxes: 3 X 3\ndiagonals: false"),
    ]
    tab.goto("about:blank")
    look = "data.map((text) => sudokuCodecs.reduce((found, c) => found ?? c.read?.(plainLink(trimmed(text))), null))"
    found = tab.evaluate(f"(data) => {{ {scripts('sudoku', *PLAYING)}\n return {look}; }}", texts)
    for text, data in zip(texts, found, strict=True):
        board = hashicnf.parse(text).board
        assert isinstance(board, Board)
        assert data == {**game(board).data, "box": [*board.box]}, text


def test_sides_without_boxes_are_refused_as_the_package_does(tab: Page) -> None:
    texts = [
        f"https://puzz.link/p?sudoku/{side}/{side}/{code}" for side, code in ((6, "zv"), (8, "zzzj"), (9, "zzzzg"))
    ]
    texts += [f"family: sudoku\n{boxes}{('.' * 5 + chr(10)) * 5}" for boxes in ("", "boxes: 1x5\n")]
    tab.goto("about:blank")
    look = """data.map((text) => {
      try { return sudokuCodecs.reduce((found, c) => found ?? c.read?.(text.trim()), null).side; }
      catch (problem) { return problem.message; }
    })"""
    found = tab.evaluate(f"(data) => {{ {scripts('sudoku', *PLAYING)}\n return {look}; }}", texts)
    assert found == [6, "8 by 8 cells have no boxes.", 9, "5 by 5 cells have no boxes.", 5]
    for text, side in zip(texts, found, strict=True):
        if isinstance(side, int):
            assert hashicnf.parse(text).size["rows"] == side
        else:
            with pytest.raises(hashicnf.InputError, match="have no boxes"):
                hashicnf.parse(text)


def test_keys_reach_the_board_before_anything_has_the_focus(tmp_path: Path, open_page: Opener) -> None:
    page = open_page(written(tmp_path / "v.html", FOUR))
    page.keyboard.press("ArrowRight")
    page.keyboard.press("2")
    expect(page.locator("#board .cell").nth(1)).to_have_attribute("aria-label", "Row 1, column 2: 2")


def test_the_fault_that_a_move_makes_is_told_before_older_ones(tmp_path: Path, open_page: Opener) -> None:
    page = open_page(written(tmp_path / "v.html", FOUR))
    for key in ("ArrowRight", "1", "ArrowDown", "ArrowDown", "ArrowDown", "2"):
        page.keyboard.press(key)
    assert said(page) == "Row 4, column 2 is 2. Row 4 holds 2 twice."
    expect(page.locator("#faults li").nth(1)).to_have_text("Row 1 holds 1 twice.")


def test_what_breaks_a_rule_stays_marked_whatever_is_told(tmp_path: Path, open_page: Opener) -> None:
    page = open_page(written(tmp_path / "v.html", FOUR))
    bad = page.locator("#board .cell.bad .number")
    for key in ("ArrowRight", "1", "ArrowDown", "ArrowRight", "2"):
        page.keyboard.press(key)
    assert said(page) == "Row 2, column 3 is given. Row 1 holds 1 twice."
    expect(bad).to_have_text("1")
    page.click("#hint")
    expect(bad).to_have_text("1")
    page.keyboard.press("z")
    expect(bad).to_have_count(0)


def test_paper_shows_neither_the_choice_nor_mistakes(tmp_path: Path, open_page: Opener) -> None:
    page = open_page(written(tmp_path / "v.html", FOUR))
    page.keyboard.press("ArrowRight")
    page.keyboard.press("1")
    page.emulate_media(media="print")
    expect(page.locator("#board .here .chosen")).to_have_css("stroke", "none")
    expect(page.locator("#board .bad .number").first).to_have_css("text-decoration-line", "none")
    expect(page.locator("#chosen")).to_be_hidden()


def test_a_picture_shows_what_is_filled_in_but_not_the_chosen_cell(tmp_path: Path, open_page: Opener) -> None:
    page = open_page(written(tmp_path / "v.html", FOUR))
    page.keyboard.press("ArrowRight")
    page.keyboard.press("2")
    picture = exported(page, "picture (SVG)")
    assert picture.count("<rect") == 2  # sea and board
    assert re.findall(r">(\d)</text>", picture.partition("<path")[2]) == ["1", "2", "3", "4", "2"]


APART = """() => {
  const boxes = (within) => [...board.querySelectorAll(`${within} text`)].map((one) => one.getBBox());
  const marks = boxes(".cell:last-child .marks"), axes = boxes(".axes");
  const meets = (a, b) => a.y === b.y && a.x < b.x && a.x + a.width > b.x;
  return {
    marks: marks.length,
    meeting: marks.filter((a) => marks.some((b) => meets(a, b))).length,
    overAxes: axes.filter((a, i) => (i % 2 ? a.x + a.width > -0.05 || a.x < board.viewBox.baseVal.x : false)).length,
  };
}"""


@pytest.mark.parametrize("side", [9, 16])
def test_small_numbers_do_not_meet(side: int, tmp_path: Path, open_page: Opener) -> None:
    page = open_page(written(tmp_path / "v.html", f"family: sudoku\n{(' .' * side + chr(10)) * side}"), 390, 664)
    assert page.evaluate(APART) == {"marks": side, "meeting": 0, "overAxes": 0}


def test_forced_colours_mark_what_is_chosen_by_outlines_and_do_not_fade_buttons(
    tmp_path: Path, open_page: Opener
) -> None:
    page = open_page(written(tmp_path / "v.html", FOUR))
    page.emulate_media(forced_colors="active")
    modes = page.locator("#modes [aria-pressed]")
    assert modes.evaluate_all("all => all.map((one) => getComputedStyle(one).outlineStyle)") == ["solid", "none"]
    assert page.locator("#undo").evaluate("one => [one.disabled, getComputedStyle(one).opacity]") == [True, "1"]
