"""Helpers that find places of boards on a page, and click, touch, push and read there."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from playwright.sync_api import Page

import hashicnf
from hashicnf.pages import SHARED, assets
from hashicnf.playing import NOTATIONS, page_of

# Edges: 0 the 2 down, 1 between the 1s (these cross), 2 and 3 the 1s down, 4 the 3 to the 4, 5 the 4 to the 5, 6 the 5 to the 2.
SMALL = "title: Corner\n.2...\n1..1.\n.....\n3....\n45.2.\n"
SOLUTION = [2, 0, 1, 1, 2, 2, 1]
RING = "2.2\n...\n2.2\n"
NEXT = "....32.\n3...6..\n.....1.\n3...4..\n4......\n43..5..\n....2..\n"  # islands in cells next to each other
SEVERAL = "3.4.4.3\n.......\n4.5.5.4\n.......\n3.4.4.3\n"


def written(path: Path, *texts: str, drawn: object | None = None) -> Path:
    """Write the page of some puzzles."""
    path.write_text(page_of([(hashicnf.parse(text), drawn) for text in texts]).html, encoding="utf-8")
    return path


def place(page: Page, row: float, column: float) -> tuple[float, float]:
    """Return the place on the screen of a cell: rows and columns count from 1, and halves lie between cells."""
    found = page.evaluate(
        """([row, column]) => {
          const { x, y } = new DOMPoint(column - 0.5, row - 0.5).matrixTransform(document.getElementById("board").getScreenCTM());
          return [x, y];
        }""",
        [row, column],
    )
    return found[0], found[1]


def click(page: Page, row: float, column: float, button: str = "left") -> None:
    x, y = place(page, row, column)
    page.mouse.click(x, y, button="right" if button == "right" else "left")


def drag(page: Page, start: Sequence[float], end: Sequence[float]) -> None:
    page.mouse.move(*place(page, *start))
    page.mouse.down()
    page.mouse.move(*place(page, *end), steps=3)
    page.mouse.up()


def touch(page: Page, *points: Sequence[float]) -> None:
    """Touch the first point of the screen, move to the others, and lift the finger: as real as events without a device can be."""
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setTouchEmulationEnabled", {"enabled": True})
    for number, (x, y) in enumerate(points):
        kind = "touchMove" if number else "touchStart"
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    session.send("Emulation.setTouchEmulationEnabled", {"enabled": False})
    session.detach()


def tap(page: Page, row: float, column: float) -> None:
    touch(page, place(page, row, column))


def push(page: Page, start: Sequence[float], end: Sequence[float]) -> None:
    """Move a finger between two places of the board."""
    (x, y), (to_x, to_y) = place(page, *start), place(page, *end)
    touch(page, *((x + (to_x - x) * part / 8, y + (to_y - y) * part / 8) for part in range(9)))


def drawn(page: Page) -> list[int]:
    """Return the number of lines that are drawn on each edge."""
    found: list[int] = page.locator("#board .span").evaluate_all(
        'all => all.map((one) => (one.querySelector(".sure").getAttribute("d") || "").split("M").length - 1)'
    )
    return found


def said(page: Page) -> str:
    return page.locator("#sentence").inner_text().replace("\N{NO-BREAK SPACE}", " ")


def exported(page: Page, name: str) -> str:
    """Return a text that the page exports."""
    page.click("#export")
    page.select_option("#format", label=name)
    text = page.locator("#exported").input_value()
    page.keyboard.press("Escape")
    return text


def pasted(page: Page, text: str) -> str:
    """Open a text on the page; return the message that refuses it, "" if it is accepted."""
    page.click("#open")
    page.fill("#pasted", text)
    page.click("#opened")
    refused = page.locator("#refused").inner_text()
    if refused:
        page.keyboard.press("Escape")
    return refused


def scripts(family: str, *names: str) -> str:
    """Return the scripts of the shared room and of a family, for tests of their functions."""
    own = assets(f"hashicnf.families.{family}.page", *names)
    return assets(SHARED, "dom.js") + assets("hashicnf.playing", NOTATIONS) + own
