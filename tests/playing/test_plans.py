"""Boards with pieces are played in a real browser; hints follow a plan, or lead back to it."""

from __future__ import annotations

import json
import re
from itertools import pairwise
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

import hashicnf
from hashicnf.families.klotski.explain import stage as klotski
from hashicnf.families.tiles.explain import stage
from hashicnf.planning.stage import boards
from hashicnf.playing.plans import moves_of
from tests.browsing import Opener
from tests.playing.boards import exported, pasted, said, written

TILES = "family: tiles\n.12\n453\n"
FRAMED = "family: klotski\ngoal: A at 0,1\nAA.C\n...C\nB...\n"
POSITION = "position for this page (JSON)"
TINY = Path(__file__).parent.parent.parent / "examples" / "klotski" / "tiny.puz"
BY_HAND = """() => {
  window.beat = () => {};
  window.setInterval = (step, wait) => ((window.beat = step), wait);
  window.clearInterval = () => (window.beat = () => {});
}"""


def beats(page: Page, count: int) -> None:
    """Let so many intervals pass on a page whose clock is set by the test."""
    page.evaluate("(count) => { for (; count > 0; count--) beat(); }", count)


def test_moves_are_those_of_the_plan() -> None:
    puzzle = hashicnf.parse(TILES)
    plan = hashicnf.solve(puzzle).plan
    assert plan is not None
    moves = moves_of(stage(puzzle.board), plan.actions)  # type: ignore[arg-type]
    *_, last = boards(stage(puzzle.board), plan.actions)  # type: ignore[arg-type]
    assert len(moves) == plan.length
    at = {piece: [*place] for piece, *place in moves}
    assert all(at.get(piece, [*place]) == [*place] for piece, place in enumerate(last))


@pytest.mark.parametrize("text", [TILES, TINY.read_text(encoding="utf-8")], ids=["tiles", "klotski"])
def test_a_plan_is_gone_by_hints(text: str, tmp_path: Path, open_page: Opener) -> None:
    page = open_page(written(tmp_path / "v.html", text))
    plan = hashicnf.solve(hashicnf.parse(text)).plan
    assert plan is not None
    for _ in range(plan.length):
        page.keyboard.press("h")
        expect(page.locator("#technique")).to_have_text("the plan")
        page.keyboard.press("d")
    assert said(page).startswith("Solved")  # in what time depends on a clock that may not have ticked
    expect(page.locator("#progress")).to_contain_text(f"{plan.length} move")


@pytest.mark.parametrize(
    ("text", "sentence", "picture"),
    [
        (
            f"{TILES}\n123\n45.\n",
            "Slide the tiles, one at a time and never over another, until they lie like this.",
            "row 2: 4, 5, empty",
        ),
        (f"goal: blank-first\n{TILES}", "", "The goal: row 1: empty, 1, 2; row 2: 3, 4, 5"),
        (TINY.read_text(encoding="utf-8"), "until A is at row 2, column 2.", None),
    ],
    ids=["a board", "a setting", "klotski"],
)
def test_the_goal_is_told_and_drawn(
    text: str, sentence: str, picture: str | None, tmp_path: Path, open_page: Opener
) -> None:
    page = open_page(written(tmp_path / "v.html", text))
    expect(page.locator("#goal")).to_contain_text(sentence)
    drawn = page.locator("#goal svg")
    if picture is None:
        expect(drawn).to_have_count(0)
        expect(page.locator("#board .wanted")).to_have_text("A")
        expect(page.locator("#board .wanted")).to_have_attribute("aria-label", "Piece A at rows 1 to 2, columns 2 to 3")
    else:
        assert picture in (drawn.get_attribute("aria-label") or "")


def test_tiles_are_moved_by_clicks_and_keys_and_hints_lead_back(tmp_path: Path, open_page: Opener) -> None:
    page = open_page(written(tmp_path / "v.html", TILES))
    page.locator("#board .piece", has_text="4").click()
    assert said(page) == "Tile 4 moves up."
    page.locator("#board .piece", has_text="3").click()
    assert said(page) == "It cannot move."
    page.locator("#board .piece", has_text="5").press("ArrowLeft")
    page.locator("#board .piece", has_text="5").press("ArrowRight")
    page.click("#undo")
    page.keyboard.press("ArrowUp")
    assert said(page) == "Tile 5 cannot move up."
    page.keyboard.press("ArrowDown")  # only one tile can, whichever was moved last
    assert said(page) == "Tile 1 moves down."
    page.click("#undo")
    page.click("#hint")
    expect(page.locator("#technique")).to_have_text("back to the plan")
    assert said(page) == "Tile 5 moves right."
    page.evaluate(BY_HAND)
    page.click("#solve")
    beats(page, 20)
    assert said(page).startswith("Solved")


def test_an_unsolvable_puzzle_is_called_so(tmp_path: Path, open_page: Opener) -> None:
    page = open_page(written(tmp_path / "v.html", "1.1\n...\n1.1\n"))
    assert said(page) == "Hashiwokakero: 3 rows, 3 columns, 4 islands. It has no solution: the hints show why."


def test_an_unsolvable_board_with_pieces_says_why(tmp_path: Path, open_page: Opener) -> None:
    page = open_page(written(tmp_path / "v.html", "family: tiles\n123\n456\n87.\n"))
    assert said(page).startswith(
        "Sliding tiles (taquin, 8-puzzle, 15-puzzle): 3 rows, 3 columns, 8 tiles. It has no solution: half of"
    )
    page.click("#hint")
    assert said(page).startswith("There is no plan: half of all boards")


def test_the_plan_is_played_and_paused(tmp_path: Path, open_page: Opener) -> None:
    puzzle = hashicnf.parse("family: tiles\n813\n4.2\n765\n")
    plan = hashicnf.solve(puzzle).plan
    assert plan is not None
    page = open_page(written(tmp_path / "v.html", hashicnf.convert(puzzle)))
    assert said(page).endswith(f"A shortest plan has {plan.length} moves of one cell.")
    page.evaluate(BY_HAND)
    page.click("#solve")
    expect(page.locator("#solve")).to_have_text("Pause")
    beats(page, 2)
    expect(page.locator("#progress")).to_contain_text("2 moves")
    page.click("#solve")
    expect(page.locator("#solve")).to_have_text("Play it")
    beats(page, 2)
    expect(page.locator("#progress")).to_contain_text("2 moves")
    page.click("#solve")
    beats(page, plan.length)
    assert said(page).startswith("Solved")
    expect(page.locator("#solve")).to_have_text("Play it")
    expect(page.locator("#progress")).to_have_text(f"{plan.length} moves, 8 of 8 tiles in place")
    page.click("#undo")
    expect(page.locator("#progress")).to_contain_text(f"{plan.length - 1} moves")


def test_a_plan_ends_to_be_played_where_something_else_is_done(tmp_path: Path, open_page: Opener) -> None:
    page = open_page(written(tmp_path / "v.html", "family: tiles\n813\n4.2\n765\n", "2.2\n...\n2.2\n"))
    page.evaluate(BY_HAND)
    page.click("#solve")
    page.select_option("#puzzles", "1")
    expect(page.locator("#solve")).to_have_text("Solve")
    beats(page, 2)
    expect(page.locator("#progress")).to_have_text("0 of 4 bridges drawn")
    page.select_option("#puzzles", "0")
    page.click("#solve")
    beats(page, 1)
    page.click("#export")
    beats(page, 2)
    expect(page.locator("#progress")).to_contain_text("1 move")


def test_a_given_plan_is_what_the_page_plays(tmp_path: Path, open_page: Opener) -> None:
    puzzle = hashicnf.parse(TILES)
    plan = hashicnf.solve(puzzle).solution
    page = open_page(written(tmp_path / "v.html", TILES, drawn=plan))
    assert "The plan that is given has" in said(page)
    at_start = page.locator("#progress").inner_text()
    assert at_start.startswith("0 moves")
    assert hashicnf.parse(exported(page, "native text")) == puzzle
    start = exported(page, POSITION)
    page.keyboard.press("h")
    page.keyboard.press("d")
    assert pasted(page, start) == ""
    expect(page.locator("#progress")).to_have_text(at_start.replace("0 moves", "2 moves"))
    between = start.replace("0]", "0.5]")
    assert between != start
    for wrong in ('[["1",0,0]]', between, "[]", "["):
        assert pasted(page, wrong) == "This is nothing that was drawn on this board."


@pytest.mark.parametrize("text", [TILES, FRAMED], ids=["tiles", "klotski"])
def test_moves_are_exported_checked_and_opened_again(text: str, tmp_path: Path, open_page: Opener) -> None:
    puzzle = hashicnf.parse(text)
    page = open_page(written(tmp_path / "v.html", text))
    assert exported(page, "moves") == "# nothing to do\n"
    page.locator("#board .piece").last.press("ArrowUp")  # aside, and back to the plan
    while not said(page).startswith("Solved"):
        page.keyboard.press("h")
        page.keyboard.press("d")
    made = int(page.locator("#progress").inner_text().partition(" ")[0])
    moves = exported(page, "moves")
    assert len(moves.splitlines()) == made > 2
    assert hashicnf.check(puzzle, puzzle.read(moves, "the page")) == []
    page.click("#again")
    assert exported(page, "moves") == "# nothing to do\n"
    plan = puzzle.read(moves, "the page")
    for again in (moves, json.dumps(moves.splitlines()), puzzle.draw(plan)):
        page.click("#again")
        assert pasted(page, again) == ""
        assert said(page) == f"Solved. {made} moves are made from the start."
        assert exported(page, "moves") == moves
    page.click("#undo")
    assert exported(page, "moves").splitlines() == moves.splitlines()[:-1]


def test_moves_that_cannot_be_made_are_named(tmp_path: Path, open_page: Opener) -> None:
    page = open_page(written(tmp_path / "v.html", TILES, FRAMED))
    wrong = {
        "1 left\n# a remark\n4 down": "Line 3: tile 4 cannot move down.",
        "7 left": "Line 1: there is no tile 7.",
        "left\nleft\nleft": "Line 3: not one tile alone can move left.",
    }
    assert {text: pasted(page, text) for text in wrong} == wrong
    expect(page.locator("#progress")).to_contain_text("0 moves")
    page.select_option("#puzzles", "1")
    assert pasted(page, "A right 2") == "Line 1: piece A cannot move right."


def test_a_position_that_was_opened_has_no_moves_from_the_start(tmp_path: Path, open_page: Opener) -> None:
    page = open_page(written(tmp_path / "v.html", TILES))
    for tile in ("4", "5"):
        page.locator("#board .piece", has_text=tile).click()
    position = exported(page, POSITION)
    page.click("#again")
    assert pasted(page, position) == ""
    page.click("#export")
    expect(page.locator("#format option")).to_have_text(["native text", POSITION, "picture (SVG)"])


def test_native_text_of_a_puzzle_of_the_page_chooses_it(tmp_path: Path, open_page: Opener) -> None:
    page = open_page(written(tmp_path / "v.html", TILES, FRAMED))
    assert pasted(page, f"# its file\n{FRAMED}") == ""
    expect(page.locator("#puzzles")).to_have_value("1")
    assert pasted(page, "family: tiles\n12\n3.\n").endswith(
        "It needs a page of its own: hashicnf view FILE -o PAGE.html"
    )


def test_moves_of_several_cells_become_moves_of_one() -> None:
    puzzle = hashicnf.parse("family: klotski\ngoal: A at 2,2\nAB.\n...\n...\n")
    moves = moves_of(klotski(puzzle.board), ["B down 2", "A right 2 down 1"])  # type: ignore[arg-type]
    assert moves[:2] == [[1, 1, 1], [1, 2, 1]]
    places = [(0, 0), *((row, column) for piece, row, column in moves[2:] if piece == 0)]
    assert len(places) == 4
    assert all(abs(r - y) + abs(c - x) == 1 for (r, c), (y, x) in pairwise(places))
    assert places[-1] == (1, 2)


def test_the_picture_has_pieces_in_their_places_in_colours_that_all_programs_know(
    tmp_path: Path, open_page: Opener
) -> None:
    page = open_page(written(tmp_path / "v.html", FRAMED, TILES))
    page.keyboard.press("h")
    page.keyboard.press("d")
    picture = exported(page, "picture (SVG)")
    assert re.findall(r"<g[^>]* transform=\"translate\((\d \d)\)\".*?>(\w)</text>", picture) == [
        ("1 0", "A"),
        ("3 0", "C"),
        ("0 2", "B"),
    ]
    looks = set(re.findall(r' (?:fill|stroke)="(.*?)"', picture))
    assert all(re.fullmatch(r"#[0-9a-f]{6}|none", look) for look in looks), looks
    assert len(looks) > 4
    assert not re.search(r" (?:class|style|role|tabindex|id)=", picture)
    viewed = picture.partition('viewBox="')[2].partition('"')[0].split()
    assert f'<rect x="{viewed[0]}" y="{viewed[1]}" width="{viewed[2]}" height="{viewed[3]}" fill="#' in picture


def test_paper_shows_pieces_in_black_and_white(tmp_path: Path, open_page: Opener) -> None:
    page = open_page(written(tmp_path / "v.html", TINY.read_text(encoding="utf-8")))
    page.keyboard.press("h")
    page.emulate_media(media="print")
    colours = "all => [...new Set(all.flatMap((one) => ['fill', 'stroke'].map((name) => getComputedStyle(one)[name])))]"
    assert page.locator("#board :is(.block, .tray)").evaluate_all(colours) == ["rgb(255, 255, 255)", "rgb(0, 0, 0)"]


def test_pieces_do_not_glide_where_motion_is_reduced(tmp_path: Path, open_page: Opener) -> None:
    page = open_page(written(tmp_path / "v.html", TILES))
    glide = "getComputedStyle(document.querySelector('#board .piece')).transitionDuration"
    page.emulate_media(reduced_motion="reduce")
    assert page.evaluate(glide) == "0s"
    page.emulate_media(reduced_motion="no-preference")
    assert page.evaluate(glide) == "0.22s"
