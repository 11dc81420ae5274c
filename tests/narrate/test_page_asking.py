"""Questions on the page of a trace: sentences are found, a click shows reasons, reasons can be hidden, and print has them all."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Page, expect

from hashicnf.narrate import explain_page
from hashicnf.trace.steps import Forced, Record
from tests.browsing import Opener
from tests.narrate.traces import dpll, narrated, write


def opened(tmp_path: Path, open_page: Opener, step: int | None = None) -> tuple[Page, list[Record], list[str]]:
    records = dpll("witness_loops")
    explain_page(write(tmp_path / "t.jsonl", records), str(tmp_path / "page.html"))
    sentences = [event.sentence for event in narrated(records)]
    return open_page(tmp_path / "page.html", step=step), records, sentences


def test_sentences_are_found_and_jumped_to(tmp_path: Path, open_page: Opener) -> None:
    page, records, sentences = opened(tmp_path, open_page)
    page.click("#lines-title")
    expect(page.locator("#tree")).to_be_hidden()
    expect(page.locator("#found")).to_have_text(f"{len(records)} sentences")
    page.fill("#words", "contradiction")
    wanted = [number for number, text in enumerate(sentences, 1) if "contradiction" in text.lower()]
    expect(page.locator("#found")).to_have_text(f"{len(wanted)} sentences")
    page.locator("#lines .line:visible").first.click()
    expect(page.locator("#step")).to_have_text(str(wanted[0]))
    page.locator("#lines").press("ArrowDown")
    expect(page.locator("#step")).to_have_text(str(wanted[1]))
    expect(page).to_have_url(re.compile(f"#step={wanted[1]}$"))
    page.fill("#words", "")
    page.select_option("#kinds", label="supposition")
    suppositions = sum("Suppose" in text or "Or else" in text for text in sentences)
    expect(page.locator("#found")).to_have_text(f"{suppositions} sentences")
    page.locator("#lines-title").press("ArrowRight")
    expect(page.locator("#tree")).to_be_visible()
    page.locator("#tree-title").press("ArrowRight")
    expect(page.locator("#list")).to_be_visible()


def test_a_click_on_a_bridge_asks_why(tmp_path: Path, open_page: Opener) -> None:
    page, records, sentences = opened(tmp_path, open_page)
    forced = next(number for number, record in enumerate(records, 1) if isinstance(record.step, Forced))
    page.locator("#slider").fill(str(forced - 1))
    edge = int(page.locator("#board .halos path").first.get_attribute("data-edge") or "")
    page.keyboard.press("ArrowRight")
    box = page.locator("#board .span").nth(edge).bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(page.locator("#because")).to_contain_text("Bridges between islands")
    asked = page.locator("#because").inner_text().replace("\N{NO-BREAK SPACE}", " ")
    assert asked.partition(": ")[2] in (sentences[forced - 1], sentences[forced])
    if page.locator("#cause").is_visible():
        page.click("#cause")
        expect(page.locator("#step")).to_have_text(str(forced))
        expect(page.locator("#why")).to_be_hidden()


def test_reasons_hide_until_they_are_asked_for(tmp_path: Path, open_page: Opener) -> None:
    page, records, sentences = opened(tmp_path, open_page)
    forced = next(number for number, record in enumerate(records) if isinstance(record.step, Forced))
    page.locator("#slider").fill(str(forced))
    page.click("#lines-title")
    line = page.locator(f"#line-{forced} span:last-child")
    page.check("#hides")
    expect(page.locator("#sentence")).to_have_text("Why? Find the reason, then look.")
    expect(line).to_have_text("?")
    page.click("#reveal")
    expect(line).to_have_text(sentences[forced])
    assert page.locator("#sentence").inner_text().replace("\N{NO-BREAK SPACE}", " ") == sentences[forced]
    page.uncheck("#hides")
    expect(page.locator("#reveal")).to_be_hidden()


def test_paper_has_board_and_sentences(tmp_path: Path, open_page: Opener) -> None:
    page, records, _ = opened(tmp_path, open_page, step=5)
    page.click("#lines-title")
    page.emulate_media(media="print")
    page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
    for name in ("#board", "#sentence"):
        assert page.locator(name).is_visible()
    assert page.locator(".controls").is_hidden()
    assert page.locator("#lines .line:visible").count() == len(records)
