"""Make pages of puzzles for several commands: read the puzzles, find their steps with progress, and print messages about them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hashicnf.cli import observing, say, terminal_width
from hashicnf.cli.report import named
from hashicnf.errors import Exit, UsageError, counted
from hashicnf.files.outputs import destination, require_apart, require_page, write_text
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
    is_served: bool = False,
) -> Page:
    """Return the page of the puzzles of some files, and print messages about single puzzles.

    Raises UsageError for an ``output`` that is one of the inputs, or not a page, for a terminal as standard output unless the page
    ``is_served``, and (with ``step_by_step``) for families without techniques.
    """
    if not is_served and output == "-" and terminal_width() is not None:
        raise UsageError(
            f"a page is for a browser: give it a file with -o PAGE.html{'' if step_by_step else ', or --serve it'}"
        )
    require_apart([output], puzzles)
    require_page(output)
    every = [one for file in puzzles for one in named(read_all(file, format))]
    items = [item for item, _ in every]
    with observing() as observe:
        page = page_of([(item, item.solution) for item in items], timeout, observe, step_by_step=step_by_step)
    for (item, name), outcome in zip(every, page.outcomes, strict=True):
        if outcome in REMARKS:
            say(f"{name}: {REMARKS[outcome]}")
        elif outcome == "unknown" and step_by_step:
            say(f"{name}: no answer: the steps end where the time limit came")
        elif outcome == "unknown" and item.rules.techniques is not None:
            say(f"{name}: not all hints were found in the time limit; the page works out the others")
        elif outcome == "unknown" and item.solution is None:
            say(f"{name}: no plan was found in the time limit, so the page gives no hints")
    return page


def write_page(output: str, page: Page) -> int:
    """Write a page, and print its number of puzzles unless it goes to standard output."""
    write_text(output, page.html)
    if output != "-":
        say(f"{destination(output)}: {counted(len(page.outcomes), 'puzzle')}")
    return Exit.DONE
