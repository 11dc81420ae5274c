"""Show the statistics of a search on the status line at the bottom of the terminal."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from hashicnf.cli import is_screen, observing
from hashicnf.cli.tracing import fills_stdout
from hashicnf.errors import counted

if TYPE_CHECKING:
    from hashicnf.core.progress import Observer, Progress
    from hashicnf.core.searchfigures import SearchFigures


@contextmanager
def watching(trace: str | None = None) -> Iterator[tuple[Progress | None, Observer | None]]:
    """Yield callbacks that show the statistics of a search and the phases around it; None without a terminal to show them on."""
    if not is_screen(sys.stderr):
        yield None, None
        return

    with observing(target="-" if fills_stdout(trace) else "") as observe:
        yield searching(observe), observe


def searching(observe: Observer) -> Progress:
    """Return a callback that shows the statistics of a search as a phase."""
    return lambda statistics: observe(search_figures(statistics))


def search_figures(known: SearchFigures) -> str:
    """Return the changing statistics of a search as one line."""
    parts = [counted(known.expanded, "node"), f"{known.nodes_per_second:,.0f} nodes/s", f"depth {known.depth:,}"]
    if known.open or known.closed:
        parts += [f"open {known.open:,}", f"closed {known.closed:,}"]
    if known.best_f is not None:
        parts.append(f"best f {known.best_f:g}")
    return ", ".join(parts)
