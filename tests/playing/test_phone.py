"""Boards on phones: played by finger, larger than their frame, with hints in view, and with a toolbar of one row."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

import hashicnf
from tests.browsing import Opener
from tests.playing.boards import NEXT, SMALL, click, drawn, place, push, said, tap, written

PHONE, SHORT_PHONE, SMALL_PHONE, TINY_PHONE = (360, 740), (375, 667), (320, 568), (320, 480)
LANDSCAPE = (667, 375)
MEDIUM = (Path(__file__).parent.parent.parent / "examples" / "hashi" / "medium.puz").read_text()
OPEN = {(1, 1), (1, 13), (3, 15), (8, 14), (15, 12), (15, 15)}  # most of these cells are out of sight at the start
SIXTEEN = "family: sudoku\n" + "".join(
    " ".join("." if (r, c) in OPEN else str((4 * r + r // 4 + c) % 16 + 1) for c in range(16)) + "\n" for r in range(16)
)
LARGE = hashicnf.convert(hashicnf.generate("hashi", size="20x20", islands=90, seed=1).puzzle)
IN_SIGHT = """() => {
  const box = (one) => (({ left, top, right, bottom }) => [left, top, right, bottom])(one.getBoundingClientRect());
  const foot = box(document.getElementById("telling"))[1], sea = box(document.getElementById("sea"));
  const marks = [...document.querySelectorAll("#board :is(.halos, .rings) > *")].map(box);
  const draw = box(document.getElementById("draw")), bar = box(document.querySelector(".controls"));
  return marks.length > 0 && draw[3] <= bar[1] && bar[3] <= innerHeight + 1 && marks.every(([left, top, right, bottom]) =>
    left >= sea[0] - 1 && right <= sea[2] + 1 && top >= Math.max(0, sea[1]) - 1 && bottom <= Math.min(foot, sea[3]) + 1);
}"""


def scrolled(page: Page) -> list[int]:
    """Return how far the board is scrolled right and down in its frame, and the page down."""
    found: list[int] = page.evaluate("(({ scrollLeft, scrollTop }) => [scrollLeft, scrollTop, scrollY])(sea)")
    return found


@pytest.mark.parametrize("size", [SHORT_PHONE, SMALL_PHONE, TINY_PHONE, LANDSCAPE], ids=str)
def test_the_whole_sentence_of_a_hint_is_above_its_button(
    size: tuple[int, int], tmp_path: Path, open_page: Opener
) -> None:
    page = open_page(written(tmp_path / "v.html", MEDIUM), *size)
    for _ in range(8):
        page.keyboard.press("h")
        assert page.evaluate("draw.getBoundingClientRect().bottom <= innerHeight" if size == LANDSCAPE else IN_SIGHT)
        assert page.evaluate("sentence.getBoundingClientRect().bottom <= draw.getBoundingClientRect().top")
        page.keyboard.press("d")


@pytest.mark.parametrize("size", [PHONE, SMALL_PHONE], ids=str)
@pytest.mark.parametrize("text", [SIXTEEN, NEXT], ids=["sudoku", "hashi"])
def test_a_hint_leaves_in_sight_what_it_is_about(
    text: str, size: tuple[int, int], tmp_path: Path, open_page: Opener
) -> None:
    page = open_page(written(tmp_path / "v.html", text), *size)
    for _ in range(4):
        page.keyboard.press("h")
        assert page.evaluate(IN_SIGHT)
        page.keyboard.press("d")
    assert page.evaluate("scrollY") < 150


def test_a_finger_draws_between_islands_that_are_next_to_each_other(tmp_path: Path, open_page: Opener) -> None:
    page = open_page(written(tmp_path / "v.html", NEXT), *PHONE)
    between = "between islands 3 and 2 in row 1, columns 5 and 6."
    for column, count in ((5.3, "One bridge"), (5.7, "Two bridges"), (5.5, "No bridges")):
        tap(page, 1, column)
        assert said(page).startswith(f"{count} {between}")
    tap(page, 2, 1)
    expect(page.locator("#board .armed")).to_have_count(1)
    tap(page, 2, 5)  # the second tap, on its neighbour
    assert said(page).startswith("One bridge between islands 3 and 6 in row 2, columns 1 and 5.")
    expect(page.locator("#board .armed")).to_have_count(0)
    tap(page, 1.7, 3)  # nearly there
    assert said(page).startswith("Two bridges between islands 3 and 6 in row 2")


def test_a_large_board_is_pushed_around_in_its_frame(tmp_path: Path, open_page: Opener) -> None:
    page = open_page(written(tmp_path / "v.html", LARGE), *PHONE)
    assert place(page, 1, 2)[0] - place(page, 1, 1)[0] > 23.9
    axis = page.locator("#board .axes text").first.bounding_box()
    assert axis is not None
    assert axis["height"] >= 9
    islands = page.evaluate("JSON.parse(about.textContent).puzzles[0].data.islands")
    taken = {(row + 1, column + 1) for row, column, _ in islands}
    row, column = islands[0][0] + 1, islands[0][1] + 1
    push(page, (row, column), (row, column + 3) if islands[1][0] + 1 == row else (row + 3, column))
    assert sum(drawn(page)) == 1
    assert scrolled(page) == [0, 0, 0]
    empty = next((row, 9) for row in range(5, 12) if (row, 9) not in taken)
    push(page, empty, (empty[0], 3))
    page.wait_for_function("sea.scrollLeft > 50")
    assert sum(drawn(page)) == 1


def test_the_bar_has_one_row_and_a_second_one_on_request(tmp_path: Path, open_page: Opener) -> None:
    page = open_page(written(tmp_path / "v.html", SIXTEEN), *SMALL_PHONE)
    rows = (
        "new Set([...document.querySelectorAll('.controls button')].map((one) => one.offsetTop).filter(Boolean)).size"
    )
    assert page.evaluate(rows) == 1
    assert page.evaluate("[...pad.children].every((one) => one.scrollWidth <= one.clientWidth)")
    page.click("#more")
    assert page.evaluate(rows) == 2
    page.click("#export")
    assert page.locator("#rest").is_hidden()
    formats, dialog = page.locator("#format").bounding_box(), page.locator("#exporting").bounding_box()
    assert formats is not None
    assert dialog is not None
    assert formats["width"] > dialog["width"] / 2
    assert page.evaluate("new Set([...exporting.querySelectorAll('.does > *')].map((one) => one.offsetTop)).size") == 1
    page.keyboard.press("Escape")
    page.set_viewport_size({"width": 320, "height": 200})  # a page that is enlarged four times
    for name in (".controls", ".telling"):
        expect(page.locator(name)).to_have_css("position", "static")
    page.set_viewport_size({"width": 740, "height": 360})
    assert page.evaluate(rows) == 1
    assert page.evaluate("document.scrollingElement.scrollWidth") <= 740


@pytest.mark.parametrize("side", [6, 9, 16])
def test_the_keys_of_a_sudoku_are_in_sight(side: int, tmp_path: Path, open_page: Opener) -> None:
    text = hashicnf.convert(hashicnf.generate("sudoku", size=side, clues=side * side - 9).puzzle)
    page = open_page(written(tmp_path / "v.html", text, text), *SHORT_PHONE)
    for width, height in (SHORT_PHONE, PHONE, (800, 800)):
        page.set_viewport_size({"width": width, "height": height})
        boxes = page.evaluate("""() => ["#sea", "#pad > *", "#telling"].map((name) =>
          [...document.querySelectorAll(name)].map((one) => one.getBoundingClientRect()))""")
        (sea,), keys, (foot,) = boxes
        assert len(keys) == side + 1
        assert all(sea["bottom"] <= key["top"] and key["bottom"] <= foot["top"] for key in keys)
        assert page.evaluate("[...pad.children].every((one) => one.scrollWidth <= one.clientWidth)")
    expect(page.locator("#keys")).to_contain_text("hint, fill it in, check")


def test_notes_of_the_chosen_cell_are_told_in_large(tmp_path: Path, open_page: Opener) -> None:
    page = open_page(written(tmp_path / "v.html", SIXTEEN, SMALL), *PHONE)
    tap(page, 2, 2)
    page.click("#modes [data-name=note]")
    for number in (11, 4):
        page.click(f"#pad [data-name='{number}']")
    expect(page.locator("#chosen")).to_have_text("Notes: 4 11")
    click(page, 1, 1)
    expect(page.locator("#chosen")).to_be_empty()
    tap(page, 2, 2)
    page.select_option("#puzzles", "1")
    expect(page.locator("#chosen")).to_be_empty()
