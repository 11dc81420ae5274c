"""Check the pages with the accessibility checker axe-core, in chromium: ``make axe``.

Pages of games and of traces, bright and dark, on a desktop and on a phone. Ends with 1 if a finding is serious or critical.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from hashicnf.families import FAMILIES
from hashicnf.narrate import explain_page
from tests.browsing import NAMES
from tests.narrate.traces import clauses, dpll
from tests.narrate.traces import write as write_trace
from tests.playing.boards import SEVERAL, SMALL, click, written

SCREENS = (("light", 1280, 800), ("dark", 1280, 800), ("light", 360, 740), ("dark", 360, 740))
BAD = ("serious", "critical")


def pages(folder: Path) -> Iterator[Path]:
    """Write a page of each kind."""
    yield written(folder / "hashi.html", SMALL, SEVERAL)
    for name in ("sudoku", "klotski"):
        yield written(folder / f"{name}.html", FAMILIES.get(name).example)
    for name, records in (("trace", dpll("medium")), ("formula", clauses([[1, 2], [-1, 3], [-2, -3]], 3))):
        explain_page(write_trace(folder / f"{name}.jsonl", records), str(folder / f"{name}.html"))
        yield folder / f"{name}.html"


def states(page: Page) -> Iterator[str]:
    """Bring a page into each state to be checked, and yield the state's name."""
    yield "start"
    if page.locator("#hint").count():
        page.click("#hint")
        yield "hint"
        click(page, 2, 3)
        click(page, 3, 2)
        yield "fault"
        for name in ("open", "export"):
            if not page.locator(f"#{name}").is_visible():
                page.click("#more")
            page.click(f"#{name}")
            yield name
            page.keyboard.press("Escape")
    else:
        page.keyboard.press("End")
        yield "end"
        for name in ("list", "lines"):
            page.click(f"#{name}-title")
            yield name


def findings(browser: Browser, checker: str, path: Path) -> Iterator[str]:
    """Yield a line for each serious finding on a page."""
    for scheme, width, height in SCREENS:
        context = browser.new_context(
            viewport={"width": width, "height": height},
            color_scheme="dark" if scheme == "dark" else "light",
            reduced_motion="reduce",
        )
        page = context.new_page()
        page.goto(path.as_uri())
        page.evaluate(checker)
        for state in states(page):
            page.wait_for_timeout(400)  # until nothing fades in any more
            found: list[dict[str, Any]] = page.evaluate("axe.run().then((result) => result.violations)")
            for one in found:
                if one["impact"] in BAD:
                    where = "; ".join(str(node["target"]) for node in one["nodes"][:4])
                    yield f"{path.name}, {scheme}, {width} pixels, {state}: {one['impact']}: {one['help']}: {where}"
        context.close()


def main() -> int:
    """Check all pages."""
    if len(sys.argv) != 2 or not Path(sys.argv[1]).is_file():
        print("usage: python -m tests.playing.axe axe.min.js (npm install axe-core; it is in node_modules/axe-core)")
        return 2
    program = next((found for name in NAMES if (found := shutil.which(name))), None)
    if program is None:
        print("the browser chromium is not installed")
        return 2
    checker = Path(sys.argv[1]).read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=program, args=["--no-sandbox"])
        lines = [line for path in pages(Path(folder)) for line in findings(browser, checker, path)]
        browser.close()
    print("\n".join(lines) or "no serious finding")
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(main())
