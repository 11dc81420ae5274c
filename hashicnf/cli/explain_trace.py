"""``hashicnf explain-trace``: explain the steps of a search in sentences or on a page."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final

import typer

from hashicnf.cli import say
from hashicnf.cli.options import Style, Width, output_to
from hashicnf.cli.parameters import excludes
from hashicnf.cli.terminal import text_width
from hashicnf.errors import Exit

HEAVY: Final = 20_000_000  # bytes of a page that is too large for most phones and mails


def explain_trace(
    trace: Annotated[str, typer.Argument(metavar="TRACE", help="Trace file (.jsonl), or - for standard input.")],
    output: Annotated[
        str | None,
        output_to("Write a page instead, which steps through the search on a drawn board.", metavar="PAGE.html"),
    ] = None,
    style: Annotated[Style, excludes("output")] = None,
    width: Annotated[Width, excludes("output")] = None,
    limit: Annotated[
        int | None, typer.Option("--limit", metavar="N", min=1, help="Explain only the first N steps.")
    ] = None,
) -> int:
    """Explain a recorded search in sentences.

    Prints every decision, every consequence with its reason, every contradiction and every backtrack, numbered and
    indented by depth; (2, 5) is row 2, column 5. The page of -o is one file that needs no network: buttons, slider and
    arrow keys move through the steps, sentences can be filtered, and a click on a part of the board shows its reason. If a
    trace was cut off, its complete steps are explained. (The command explain shows how people solve a puzzle, without search.)

    \b
    Example:
      $ hashicnf explain-trace small.jsonl
      $ hashicnf explain-trace small.jsonl -o small.html
    """
    from hashicnf.errors import counted
    from hashicnf.files.outputs import destination, require_apart, require_page
    from hashicnf.narrate import explain, explain_page

    require_apart([output], [trace])
    if output is not None:
        require_page(output)
        steps = explain_page(trace, output, limit=limit)
        say(f"{destination(output)}: {counted(steps, 'step')}{_heavy(output)}")
        return Exit.DONE
    for line in explain(trace, width=width or text_width(), limit=limit, style=style):
        print(line)
    return Exit.DONE


def _heavy(page: str) -> str:
    """Return a remark on the size of a page that is too large for phones, "" for smaller ones."""
    size = Path(page).stat().st_size if page != "-" else 0
    return f", {size / 1e6:,.0f} MB: with --limit it has the first steps alone" if size > HEAVY else ""
