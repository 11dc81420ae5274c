"""Boards are played in a real browser: by mouse and keys, with hints, from pasted texts, in print and on a phone."""

from __future__ import annotations

import json
import re
from html import escape
from pathlib import Path

import numpy as np
from playwright.sync_api import expect

import hashicnf
from hashicnf.playing import page_of
from tests.browsing import Opener
from tests.playing.boards import NEXT, RING, SEVERAL, SMALL, SOLUTION, click, drag, drawn, pasted, said, written

LINK = "https://puzz.link/p?hashi/5/5/4g2i3h23k3g1g3g4g3"
PHONE = 360, 740


def test_a_board_is_played_to_its_end(tmp_path: Path, open_page: Opener) -> None:
    page = open_page(written(tmp_path / "v.html", SMALL))
    expect(page.locator("h1")).to_have_text("Corner")
    click(page, 2, 3)
    assert drawn(page) == [0, 1, 0, 0, 0, 0, 0]
    assert said(page).startswith("One bridge between islands 1 and 1 in row 2, columns 1 and 4.")
    click(page, 3, 2)  # it would cross
    assert drawn(page) == [0, 1, 0, 0, 0, 0, 0]
    assert said(page).startswith("A bridge there would cross the one between islands 1 and 1")
    expect(page.locator("#faults li").first).to_contain_text("has no room for bridges")
    page.click("#undo")
    assert drawn(page) == [0] * 7
    page.click("#redo")
    click(page, 2, 3)
    assert drawn(page) == [0] * 7  # one, then none: the 1s take no more
    click(page, 2, 3, "right")
    expect(page.locator("#board .span").nth(1)).to_have_class("span none forced")
    drag(page, (1, 2), (2.4, 2))
    drag(page, (1, 2), (1.7, 2))
    assert drawn(page)[0] == 2
    click(page, 5, 3)
    click(page, 5, 3)
    # The 2 and its bridges leave nothing for the 1.
    expect(page.locator("#telling")).to_have_attribute("data-tone", "alarm")
    page.keyboard.press("z")
    for key in ("Shift+ArrowLeft", "Shift+ArrowLeft"):
        page.locator("#board .island").nth(5).press(key)
    page.locator("#board .island").nth(4).focus()
    page.keyboard.press("Space")
    label = "Island 4 at row 5, column 1, 2 of 4 bridges, choose a side for a bridge; up: none to island 3; "
    label += "right: two bridges to island 5"
    expect(page.locator("#board .island").nth(4)).to_have_attribute("aria-label", label)
    for key in ("ArrowUp", "ArrowUp", "Escape", "ArrowUp", "Shift+ArrowUp"):
        page.keyboard.press(key)
    expect(page.locator("#progress")).to_have_text("8 of 9 bridges drawn")
    click(page, 4, 4)
    assert drawn(page) == SOLUTION
    assert said(page).startswith("Solved in 0:")
    expect(page.locator("#telling")).to_have_attribute("data-tone", "good")
    expect(page.locator("#clock")).to_be_disabled()
    page.keyboard.press("Control+z")
    expect(page.locator("#progress")).to_have_text("8 of 9 bridges drawn")


def test_hints_lead_to_the_solution_and_name_what_is_wrong_first(tmp_path: Path, open_page: Opener) -> None:
    page = open_page(written(tmp_path / "v.html", SMALL, SEVERAL))
    steps = [step for step in hashicnf.explain(hashicnf.parse(SMALL)).steps if step.draws]
    page.keyboard.press("h")
    assert said(page) == steps[0].sentence
    expect(page.locator("#technique")).to_have_text(steps[0].technique.name)
    click(page, 2, 2.6)
    page.click("#check")
    assert said(page).startswith("Island ")
    page.click("#hint")
    assert said(page).startswith("No bridge goes between islands 1 and 1 in row 2, columns 1 and 4.")
    expect(page.locator("#telling")).to_have_attribute("data-tone", "alarm")
    expect(page.locator("#draw")).to_have_text("Remove it")
    page.keyboard.press("d")
    assert drawn(page) == [0] * 7
    for _ in steps:
        page.keyboard.press("h")
        if page.locator("#draw").is_visible():
            page.keyboard.press("d")
    assert drawn(page) == SOLUTION
    assert "with help" in said(page)
    page.select_option("#puzzles", "1")
    assert page.url.endswith("#puzzle=2")
    for _ in range(20):
        page.keyboard.press("h")
        if not page.locator("#draw").is_visible():
            break
        page.keyboard.press("d")
    assert said(page).startswith("The puzzle has several solutions, and all that they share is drawn")
    click(page, 1, 2)  # a choice: from here on the page deduces by itself
    click(page, 1, 2)
    page.click("#hint")
    assert "goes" in said(page)
    assert page.locator("#draw").is_visible()
    page.goto(page.url.replace("#puzzle=2", "#puzzle=1"))
    assert drawn(page) == SOLUTION  # each puzzle keeps what was drawn


def test_after_the_last_hint_nothing_follows(tmp_path: Path, open_page: Opener) -> None:
    page = open_page(written(tmp_path / "v.html", SMALL))
    page.click("#open")
    page.fill("#pasted", "1.1\n")
    page.click("#opened")
    assert said(page) == "Hashiwokakero: 1 row, 3 columns, 2 islands."
    page.keyboard.press("h")
    page.keyboard.press("d")
    assert re.fullmatch(r"Solved( in 0:\d\d)?, with help\.", said(page).strip())


def test_a_pasted_puzzle_is_played_with_reasons_of_the_page(tmp_path: Path, open_page: Opener) -> None:
    page = open_page(written(tmp_path / "v.html", SMALL))
    page.click("#open")
    page.fill("#pasted", "https://puzz.link/p?slither/5/5/abc")
    page.click("#opened")
    expect(page.locator("#refused")).to_have_text('No puzzles of the kind "slither" are played here.')
    page.fill("#pasted", "constructor: 3\n1.1\n")
    page.click("#opened")
    expect(page.locator("#refused")).to_have_text("There is no setting constructor.")
    page.fill("#pasted", "7x7:a3c3")
    page.click("#opened")
    expect(page.locator("#refused")).to_have_text("The board has 6 cells, and 7 by 7 are 49.")
    page.fill("#pasted", LINK)
    page.press("#pasted", "Tab")
    page.click("#opened")
    assert page.locator("#opening").is_hidden()
    assert page.locator("#puzzles option").count() == 2
    puzzle = hashicnf.parse(LINK)
    page.click("#hint")
    assert said(page).startswith("Island 4 at row 1, column 1 needs every bridge")
    for _ in range(30):
        page.keyboard.press("h")
        if not page.locator("#draw").is_visible():
            break
        page.keyboard.press("d")
    assert "Solved" in said(page)
    page.click("#export")
    texts = {}
    for option in page.locator("#format option").all_inner_texts():
        page.select_option("#format", label=option)
        texts[option] = page.locator("#exported").input_value()
    assert hashicnf.parse(texts["puzz.link URL"]) == hashicnf.parse(texts["game ID"]) == puzzle
    assert hashicnf.parse(texts["native text"]) == puzzle
    solution = puzzle.from_data(json.loads(texts["what is drawn (JSON)"]), "the page")
    assert hashicnf.check(puzzle, solution) == []
    assert texts["picture (SVG)"].count("<circle") >= puzzle.size["islands"]
    assert "var(" not in texts["picture (SVG)"]


RANDOM = "This is the number of a random board, which only the game itself can make: "
RANDOM += "paste its specific ID, with a colon and the board."
OWN_PAGE = "It needs a page of its own: hashicnf view FILE -o PAGE.html"
REFUSED = {
    "7x7m2#123": RANDOM,
    "3x3:5_3b7d6b1": "This game ID cannot be read here: one of Hashiwokakero is like 7x7m2:a3c3a1e1c2a3b3d3h2c1a2e2. "
    "Puzzles of other kinds need a page of their own.",
    "family: kakuro\n12\n": 'No puzzles of the kind "kakuro" are played here.',
    "hello": "This cannot be read here. The page takes rows of cells, a URL of puzz.link, a board that its player saved, or a "
    "game ID of Simon Tatham's Bridges; or JSON of what was drawn on this board.",
    **dict.fromkeys(
        ("https://puzz.link/p?sudoku/4/4/1k3h4k2", "pzprv3/sudoku/4/", "https://x.org/js/solo.html#2x2:1e3b4e2"),
        f"This is a puzzle of the kind Sudoku. {OWN_PAGE}",
    ),
    "family: taquin\n12\n3.\n": f"This is a puzzle of the kind Sliding tiles (taquin, 8-puzzle, 15-puzzle). {OWN_PAGE}",
}


def test_what_the_page_does_not_play_is_named_with_what_to_do(tmp_path: Path, open_page: Opener) -> None:
    page = open_page(written(tmp_path / "v.html", SMALL))
    assert {text: pasted(page, text) for text in REFUSED} == REFUSED
    page.click("#open")
    openable = page.locator("#openable").inner_text()
    assert f"{openable[0].lower()}{openable[1:-1]}." in REFUSED["hello"]
    page.keyboard.press("Escape")
    assert pasted(page, "pzprv3/hashikake/1/3/1 . 1 /") == ""


def test_the_solution_is_drawn_on_request_and_at_the_start(tmp_path: Path, open_page: Opener) -> None:
    puzzle = hashicnf.parse(RING)
    page = open_page(written(tmp_path / "v.html", RING, drawn=hashicnf.Solution.of([(0, 0, 0, 2, 2)])))
    assert drawn(page) == [2, 0, 0, 0]
    expect(page.locator("#faults li").first).to_contain_text("closed off from the others")
    page.click("#solve")
    assert drawn(page) == [1, 1, 1, 1]
    assert "Solved" in said(page)
    page.click("#again")
    assert drawn(page) == [0] * 4
    page.click("#undo")
    assert drawn(page) == [1, 1, 1, 1]
    assert hashicnf.solve(puzzle).verdict


def test_keys_go_to_the_board_after_a_button(tmp_path: Path, open_page: Opener) -> None:
    page = open_page(written(tmp_path / "v.html", SMALL))
    page.click("#check")
    page.keyboard.press("Shift+ArrowDown")  # the first island is meant
    assert drawn(page)[0] == 1
    page.focus("#undo")
    page.keyboard.press("Space")  # presses the button
    assert drawn(page)[0] == 0


def test_what_was_drawn_is_there_after_a_reload(tmp_path: Path, open_page: Opener) -> None:
    page = open_page(written(tmp_path / "v.html", SMALL))
    click(page, 2, 3)
    page.reload()
    assert drawn(page) == [0, 1, 0, 0, 0, 0, 0]
    assert said(page).startswith(
        "Hashiwokakero: 5 rows, 5 columns, 7 islands. What was drawn here before is drawn again."
    )
    page.click("#undo")
    assert drawn(page) == [0] * 7
    page.click("#redo")
    page.click("#again")
    page.reload()
    assert drawn(page) == [0] * 7


def test_a_page_inside_a_page_whose_address_cannot_change_is_played(tmp_path: Path, open_page: Opener) -> None:
    inner = written(tmp_path / "v.html", SMALL, RING).read_text(encoding="utf-8")
    outer = tmp_path / "outer.html"
    outer.write_text(
        f'<!doctype html><title>Lesson</title><iframe srcdoc="{escape(inner)}"></iframe>', encoding="utf-8"
    )
    frame = open_page(outer).frame_locator("iframe")
    frame.locator("#puzzles").select_option("1")
    expect(frame.locator("#sentence")).not_to_be_empty()


def test_what_was_exported_can_be_opened(tmp_path: Path, open_page: Opener) -> None:
    page = open_page(written(tmp_path / "v.html", SMALL, RING))
    page.click("#solve")
    page.click("#export")
    page.select_option("#format", label="what is drawn (JSON)")
    text = page.locator("#exported").input_value()
    page.keyboard.press("Escape")
    page.click("#again")
    page.click("#open")
    page.fill("#pasted", text)
    page.click("#opened")
    assert drawn(page) == SOLUTION
    page.select_option("#puzzles", "1")
    for wrong in (text, "[", "[1]", "{}", '{"bridges": [{"from": [1, 1], "to": [1, 3], "count": 3}]}'):
        page.click("#open")
        page.fill("#pasted", wrong)
        page.click("#opened")
        expect(page.locator("#refused")).to_have_text("This is nothing that was drawn on this board.")
        page.keyboard.press("Escape")
    assert drawn(page) == [0] * 4


def test_the_steps_are_listed_and_each_is_shown_on_the_board_before_it(tmp_path: Path, open_page: Opener) -> None:
    puzzle = hashicnf.parse(SMALL)
    steps = hashicnf.explain(puzzle).steps
    path = tmp_path / "v.html"
    path.write_text(page_of([(puzzle, None)], step_by_step=True).html, encoding="utf-8")
    page = open_page(path)
    listed = page.locator("#way li")
    assert [text.replace("\N{NO-BREAK SPACE}", " ") for text in listed.all_inner_texts()] == [s.sentence for s in steps]
    assert said(page) == steps[0].sentence
    listed.last.locator("button").click()
    assert said(page) == steps[-1].sentence
    assert sum(drawn(page)) < sum(SOLUTION)
    page.click("#draw")
    assert drawn(page) == SOLUTION


def test_steps_that_are_shown_leave_what_was_drawn_as_it_is(tmp_path: Path, open_page: Opener) -> None:
    page = open_page(written(tmp_path / "v.html", SMALL))
    click(page, 2, 3)
    page.click("#way summary")
    page.locator("#way li button").last.click()
    assert sum(drawn(page)) > 1
    expect(page.locator("#way li button").last).to_have_attribute("aria-current", "step")
    page.click("#check")
    assert drawn(page) == [0, 1, 0, 0, 0, 0, 0]
    page.locator("#way li button").last.click()
    shown = drawn(page)
    page.click("#draw")  # goes on from what is shown
    assert all(after >= before for before, after in zip(shown, drawn(page), strict=True))
    page.click("#undo")
    assert drawn(page) == [0, 1, 0, 0, 0, 0, 0]


KEPT_WRONG = (
    '{"state": [0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]}',
    '{"state": "abc", "done": [], "undone": [], "spent": 1}',
    '{"state": [0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], "done": [], "undone": [], "spent": "x"}',
    "{",
    "null",
)


def test_what_a_browser_kept_wrong_is_left_alone(tmp_path: Path, open_page: Opener) -> None:
    page = open_page(written(tmp_path / "v.html", SMALL))
    click(page, 2, 3)
    change = "(kept) => { localStorage.setItem(localStorage.key(0), kept); Storage.prototype.setItem = () => {}; }"
    for kept in KEPT_WRONG:
        assert page.evaluate("localStorage.length") == 1
        page.evaluate(change, kept)
        page.reload()
        assert drawn(page) == [0] * 7, kept
        click(page, 2, 3)
        assert drawn(page) == [0, 1, 0, 0, 0, 0, 0], kept


def test_an_unsolvable_board_that_was_pasted_is_called_so(tmp_path: Path, open_page: Opener) -> None:
    page = open_page(written(tmp_path / "v.html", SMALL))
    page.click("#open")
    page.fill("#pasted", "3.1.3\n.....\n3.1.3")
    page.click("#opened")
    page.click("#solve")
    assert said(page) == "This puzzle has no solution."
    page.click("#check")
    assert "no solution" in said(page)


def test_hints_end_in_the_reason_why_there_is_no_solution_or_in_one_of_several(
    tmp_path: Path, open_page: Opener
) -> None:
    page = open_page(written(tmp_path / "v.html", "122\n233\n", "?.?\n"))
    for key in "hdhdh":
        page.keyboard.press(key)
    assert said(page).startswith("This puzzle has no solution: besides the bridges that are certain, the three islands")
    page.select_option("#puzzles", label="2. Hashiwokakero (Bridges)")
    page.click("#hint")
    page.keyboard.press("d")
    page.click("#hint")
    assert said(page).endswith("This is one of several solutions.")


def test_it_fits_a_phone_and_paper_and_has_names(tmp_path: Path, open_page: Opener) -> None:
    page = open_page(written(tmp_path / "v.html", SMALL, RING), *PHONE, scheme="dark")
    page.click("#hint")
    assert page.evaluate("document.scrollingElement.scrollWidth") <= PHONE[0]
    for button in page.locator("button:visible").all():
        box = button.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 44
    board = page.get_by_role("application", name="Board of 5 by 5: 0 of 9 bridges drawn")
    expect(board).to_be_visible()
    expect(page.get_by_role("button", name="Island 2 at row 1, column 2, 0 of 2 bridges")).to_be_visible()
    assert page.evaluate("document.getElementById('sentence').ariaLive") == "polite"
    assert page.locator("#board [tabindex='0']").count() == 1  # arrows lead to the others
    page.emulate_media(media="print")
    assert page.locator("#board").is_visible()
    expect(page.locator("#goal")).to_contain_text("Connect all islands")  # paper cannot be asked for the rules
    for name in (".controls", ".telling", "#faults", "#keys", "#modes", "#clock"):
        assert page.locator(name).is_hidden(), name


def test_long_titles_and_sentences_are_whole(tmp_path: Path, open_page: Opener) -> None:
    path = written(tmp_path / "v.html", f"title: {'long' * 60}!\n.2.\n282\n.2.\n")
    page = open_page(path, *PHONE)
    assert page.evaluate("document.scrollingElement.scrollWidth") <= PHONE[0]
    page.set_viewport_size({"width": 1280, "height": 800})
    page.keyboard.press("h")
    assert page.locator("#telling").evaluate("one => one.scrollHeight <= one.clientHeight")
    top = page.locator("#way").evaluate("one => { one.open = true; return one.getBoundingClientRect().top; }")
    page.locator("#way button").first.click()
    assert page.locator("#way").evaluate("one => one.getBoundingClientRect().top") == top


def test_a_tall_board_fits_a_page_of_paper_with_its_rules(tmp_path: Path, open_page: Opener) -> None:
    page = open_page(written(tmp_path / "v.html", "2.2\n" + "...\n" * 40 + "2.2\n"), 794, 1040)
    page.emulate_media(media="print")
    box = page.locator("#goal").bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= 1040


def test_a_large_board_answers_at_once(tmp_path: Path, open_page: Opener) -> None:
    """Draw a part of the solution by clicks. A busy machine delays some of them, but not the fastest quarter."""
    made = hashicnf.generate("hashi", size="34x34", islands=400, seed=1, unique=True, doubles=0.95)
    assert isinstance(made.solution, hashicnf.Solution)
    path = written(tmp_path / "v.html", hashicnf.convert(made.puzzle))
    assert path.stat().st_size < 300_000
    page = open_page(path, 1280, 900)
    bridges = made.solution.bridges[:60]
    step = np.sign(bridges[:, 2:4] - bridges[:, :2]) / 2  # from an island, half a cell towards the other
    look = """(places) => places.map(([row, column]) => {
      const board = document.getElementById("board");
      const { x, y } = new DOMPoint(column + 0.5, row + 0.5).matrixTransform(board.getScreenCTM());
      const began = performance.now();
      for (const type of ["pointerdown", "pointerup"])
        board.dispatchEvent(new PointerEvent(type, { clientX: x, clientY: y, bubbles: true }));
      return performance.now() - began;
    })"""
    took = page.evaluate(look, (bridges[:, :2] + step).tolist())
    assert np.count_nonzero(drawn(page)) == len(bridges)
    assert float(np.quantile(took, 0.25)) < 16


def test_a_mistake_rests_on_what_is_not_drawn_and_can_be_removed(tmp_path: Path, open_page: Opener) -> None:
    page = open_page(written(tmp_path / "v.html", NEXT))
    for _ in range(2):
        click(page, 1, 5.5)
    page.click("#hint")
    assert "too many" in said(page)
    expect(page.locator("#before summary")).to_contain_text("What it rests on")
    reasons = page.locator("#before li").all_text_contents()
    assert any("two bridges go" in reason for reason in reasons)
    page.click("#draw")
    assert said(page) == "Removed."
    assert sum(drawn(page)) == 1
    page.click("#hint")
    assert "too many" not in said(page)


def test_only_what_helped_to_draw_a_solution_is_called_help(tmp_path: Path, open_page: Opener) -> None:
    page = open_page(written(tmp_path / "v.html", RING))

    def solve() -> None:
        for row, column in ((1, 2), (2, 1), (2, 3), (3, 2)):
            click(page, row, column)

    solve()
    page.click("#hint")
    page.click("#undo")
    page.click("#redo")
    page.reload()
    assert said(page).startswith("Solved")
    assert "help" not in said(page)
    page.click("#again")
    expect(page.locator("#time")).to_have_text("0:00")
    page.click("#hint")
    click(page, 1, 2)
    page.click("#again")
    solve()
    assert said(page).startswith("Solved")
    assert "help" not in said(page)
    for _ in range(5):
        page.keyboard.press("z")  # back before the restart, where there was a hint
    for row, column in ((2, 1), (2, 3), (3, 2)):
        click(page, row, column)
    assert "with help" in said(page)


def test_the_list_of_steps_stays_where_it_is(tmp_path: Path, open_page: Opener) -> None:
    page = open_page(written(tmp_path / "v.html", NEXT))
    page.click("#way summary")
    expect(page.locator("#way li").nth(5)).to_be_attached()
    tops = page.evaluate(
        """[...document.querySelectorAll("#way li button")].map((button) => {
          button.click();
          return [way.offsetTop, draw.hidden ? null : draw.getBoundingClientRect().bottom];
        })"""
    )
    assert len({top for top, _ in tops}) == len({foot for _, foot in tops} - {None}) == 1


def test_islands_say_what_lies_on_each_side(tmp_path: Path, open_page: Opener) -> None:
    page = open_page(written(tmp_path / "v.html", SMALL))
    click(page, 2, 3)
    click(page, 5, 3, "right")
    names = [
        "Island 2 at row 1, column 2, 0 of 2 bridges; down: cut off from island 5 by another bridge",
        "Island 1 at row 2, column 1, 1 of 1 bridge; right: one bridge to island 1; down: none to island 3",
        "Island 5 at row 5, column 2, 0 of 5 bridges; up: cut off from island 2 by another bridge; right: marked",
    ]
    found = page.locator("#board .island").evaluate_all("all => all.map((one) => one.getAttribute('aria-label'))")
    assert [found[0], found[1], found[5].partition(" as none to island 2; left: none to")[0]] == names
    expect(page.locator("#board .axes")).to_have_attribute("aria-hidden", "true")
    expect(page.get_by_role("region", name="Rules")).to_have_count(1)


def test_a_sentence_after_a_colon_begins_small(tmp_path: Path, open_page: Opener) -> None:
    page = open_page(written(tmp_path / "v.html", "2.1\n", "3.3\n...\n3.3\n"))
    page.keyboard.press("h")
    assert said(page).startswith("This puzzle has no solution: island 2 at row 1")
    page.select_option("#puzzles", "1")
    for key in (*"hdhdhdhd", "Shift+ArrowRight", "Shift+ArrowDown", "h"):
        page.keyboard.press(key)
    assert said(page).startswith("What is drawn cannot be finished: island 3 at row 1")
