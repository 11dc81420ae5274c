"""A real browser for the pages: Debian's chromium, driven by Playwright."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

NAMES = ("chromium", "chromium-browser", "google-chrome")


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
        running = driver.chromium.launch(executable_path=program, args=["--no-sandbox"])
        yield running
        running.close()


@pytest.fixture
def open_page(browser: Browser) -> Iterator[Callable[..., Page]]:
    """Open pages; afterwards none may have asked for anything but itself, nor complained on the console."""
    complaints: list[str] = []
    asked: list[str] = []
    contexts = []

    def opened(
        path: Path, width: int = 1280, height: int = 800, step: int | None = None, scheme: str = "light"
    ) -> Page:
        context = browser.new_context(
            viewport={"width": width, "height": height}, color_scheme="dark" if scheme == "dark" else "light"
        )
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: complaints.append(message.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("request", lambda request: asked.append(request.url))
        page.goto(path.as_uri() + (f"#step={step}" if step else ""))
        assert asked.pop(0) == path.as_uri()
        return page

    yield opened
    for context in contexts:
        context.close()
    assert (complaints, asked) == ([], [])
