"""A real browser for the pages: Debian's chromium, driven by Playwright."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

BLANK = "about:blank"
# All files share what a browser keeps, and a page may still keep something when it is left. To open an empty page instead costs
# as much as to open the next one.
STOP = """
localStorage.clear();
Storage.prototype.setItem = () => {};
for (let timer = setTimeout(() => {}); timer; timer--) clearTimeout(timer);
for (let frame = requestAnimationFrame(() => {}); frame; frame--) cancelAnimationFrame(frame);
"""
NAMES = ("chromium", "chromium-browser", "google-chrome")

Opener: TypeAlias = "Callable[..., Page]"


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Skip, saying why, where no chromium is installed; fail where everything must be there (CI)."""
    program = next((found for name in NAMES if (found := shutil.which(name))), None)
    if program is None:
        message = "the browser chromium is not installed"
        if os.environ.get("CI"):
            pytest.fail(message)
        pytest.skip(message)
    from playwright.sync_api import sync_playwright  # not at the top: most tests need no browser

    with sync_playwright() as driver:
        running = driver.chromium.launch(executable_path=program, args=["--no-sandbox", "--in-process-gpu"])
        yield running
        running.close()


@pytest.fixture(scope="session")
def tab(browser: Browser) -> Page:
    """One page for all tests: a new one is a new process, which costs more than most tests."""
    return browser.new_page()


@pytest.fixture
def open_page(tab: Page) -> Iterator[Callable[..., Page]]:
    """Open a page; at the end it may have asked for nothing but itself, nor complained on the console."""
    complaints: list[str] = []
    asked: set[str] = set()
    own: set[str] = set()
    listeners: dict[str, Callable[[Any], None]] = {
        "console": lambda message: complaints.append(message.text),
        "pageerror": lambda error: complaints.append(str(error)),
        "request": lambda request: asked.add(request.url),
    }

    def opened(
        path: Path, width: int = 1280, height: int = 800, step: int | None = None, scheme: str = "light"
    ) -> Page:
        if tab.url.partition("#")[0] == path.as_uri():
            tab.goto(BLANK)  # a page that differs by its step alone would not be loaded again
        if tab.viewport_size != {"width": width, "height": height}:
            tab.set_viewport_size({"width": width, "height": height})
        tab.emulate_media(media="screen", color_scheme="dark" if scheme == "dark" else "light", forced_colors="none")
        own.add(path.as_uri())
        tab.goto(path.as_uri() + (f"#step={step}" if step else ""))
        return tab

    for event, listener in listeners.items():
        tab.on(event, listener)  # type: ignore[call-overload]
    yield opened
    for event, listener in listeners.items():
        tab.remove_listener(event, listener)
    if tab.url != BLANK:
        tab.evaluate(STOP)
    assert (complaints, asked - own - {BLANK}) == ([], set())
