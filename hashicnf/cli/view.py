"""``hashicnf view``: make or serve a page to play puzzles."""

from __future__ import annotations

from typing import Annotated

import typer

from hashicnf.cli import say
from hashicnf.cli.options import Format, PuzzleFiles, output_to, time_limit
from hashicnf.cli.parameters import excludes, needs
from hashicnf.errors import Exit


def view(
    puzzles: PuzzleFiles,
    output: Annotated[
        str,
        output_to("Where to write the page. Default: stdout."),
        excludes("serve"),
    ] = "-",
    serve: Annotated[
        bool, typer.Option("--serve", help="Serve the page to this computer only, until Ctrl-C, instead of writing it.")
    ] = False,
    port: Annotated[
        int | None,
        typer.Option("--port", metavar="N", min=0, max=65535, help="Port of --serve. Default: any free port."),
        needs("serve"),
    ] = None,
    browser: Annotated[
        bool, typer.Option("--browser", help="With --serve: open the page in the browser."), needs("serve")
    ] = False,
    timeout: Annotated[
        float | None,
        time_limit("Time limit for finding the hints of each puzzle; the page itself finds the rest. Default: 20."),
    ] = None,
    format: Format = None,  # noqa: A002 - the option's name
) -> int:
    """Make a page to play puzzles: one file that needs no network.

    Puzzles are played by click, drag or keyboard, also on a phone, and with a screen reader. The page marks broken rules, checks,
    undoes, gives hints with reasons (deductions, as explain prints them), solves, and exports. The command check reads
    what was drawn or moved. More puzzles of Hashiwokakero, or sudokus, can be pasted into a page of such: native text, URLs of
    puzz.link or game IDs. If there are several puzzles, the page has a list to choose from.

    \b
    Example:
      $ hashicnf view examples/hashi/small.puz -o small.html
      $ hashicnf view examples/hashi/*.puz --serve --browser
    """
    from hashicnf.cli.pages import made_page, write_page

    page = made_page(output, puzzles, format, timeout, is_served=serve)
    if serve:
        from hashicnf.playing.serve import serve as serve_page

        serve_page(page.html, port or 0, say, browser=browser)
        return Exit.DONE
    return write_page(output, page)
