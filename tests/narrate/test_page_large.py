"""A board that is larger than its frame, on the page of a trace: it is scrolled, also by keys, and paper shows all of it."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from hashicnf.narrate import explain_page
from tests.browsing import Opener
from tests.narrate.traces import dpll, write
from tests.patience import wait_until

CELL = 'document.getElementById("board").getScreenCTM().a'
OUTSIDE = """() => [...document.querySelectorAll("#board .island")].filter((one) => {
  const { left, right } = one.getBoundingClientRect();
  return left < 0 || right > innerWidth;
}).length"""


def test_a_large_board_is_scrolled_on_the_screen_and_whole_on_paper(tmp_path: Path, open_page: Opener) -> None:
    explain_page(write(tmp_path / "t.jsonl", dpll("wide")), str(tmp_path / "page.html"))
    page = open_page(tmp_path / "page.html", 1000, 600)
    frame, step = page.locator("#sea"), page.locator("#step")
    assert page.evaluate(CELL) >= 15.9
    page.keyboard.press("Tab")
    expect(frame).to_be_focused()
    wait_until(lambda: _scrolled(page, frame))
    expect(step).to_have_text("1")
    page.locator("#play").focus()
    frame.click(position={"x": 5, "y": 5})  # gives the frame the focus, but not from the keyboard
    page.keyboard.press("ArrowRight")
    expect(step).to_have_text("2")
    page.set_viewport_size({"width": 1000, "height": 1200})
    expect(frame).not_to_have_attribute("tabindex", "0")  # the board fits
    page.set_viewport_size({"width": 640, "height": 900})  # about as wide as paper
    assert page.evaluate(OUTSIDE) > 0
    page.emulate_media(media="print")
    assert page.evaluate(OUTSIDE) == 0


def _scrolled(page: Page, frame: Locator) -> object:
    """Press End, which goes to the last step elsewhere; a busy browser ignores it until it has drawn the frame."""
    page.keyboard.press("End")
    return frame.evaluate("(one) => one.scrollTop")
