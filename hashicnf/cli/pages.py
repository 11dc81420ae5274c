"""Pages of puzzles, as several commands make them: read, reasoned with progress, and what is to be said of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hashicnf.cli import observing, say
from hashicnf.errors import Exit, counted
from hashicnf.files.outputs import PAGES, require_apart, require_ending, writing
from hashicnf.pipeline.parts import require_part
from hashicnf.pipeline.puzzles import read_all
from hashicnf.playing import Page, page_of

if TYPE_CHECKING:
    from collections.abc import Sequence

REMARKS: Final = {
    "several": "the puzzle has several solutions",
    "unsolvable": "the puzzle has no solution, and the page says so",
}


def made_page(
    output: str,
    puzzles: Sequence[str],
    format: str | None,  # noqa: A002 - the option's name
    timeout: float | None,
    *,
    step_by_step: bool = False,
) -> Page:
    """Make the page of the puzzles of some files, and say what holds for whom.

    Raises UsageError for an ``output`` that is one of them, or no page, and (``step_by_step``) for families without techniques.
    """
    require_apart([output], puzzles)
    require_ending(output, "a page", PAGES)
    items = [item for name in puzzles for item in read_all(name, format)]
    if step_by_step:
        for item in items:
            require_part(item.family, item.rules, "techniques")
    with observing() as observe:
        page = page_of([(item, item.solution) for item in items], timeout, observe, step_by_step=step_by_step)
    for number, (item, outcome) in enumerate(zip(items, page.outcomes, strict=True), 1):
        if outcome in REMARKS:
            say(f"{item.name}{f' #{number}' if len(items) > len(puzzles) else ''}: {REMARKS[outcome]}")
    return page


def write_page(output: str, page: Page) -> int:
    """Write a page, and say how many puzzles it has unless it goes to standard output."""
    with writing(output) as stream:
        stream.write(page.html.encode())
    if output != "-":
        say(f"{output}: {counted(len(page.outcomes), 'puzzle')}")
    return Exit.DONE
