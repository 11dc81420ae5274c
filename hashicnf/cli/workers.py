"""Shared by commands that run batches: their options, their workers, and their progress."""

from __future__ import annotations

import sys
import time
from itertools import islice
from typing import TYPE_CHECKING, Annotated, Final

import typer

from hashicnf.cli import is_screen, say
from hashicnf.cli.terminal import show_status
from hashicnf.errors import counted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hashicnf.batch.state import State
    from hashicnf.batch.studies import Failure

OFTEN: Final = 0.2  # seconds between two looks at the progress on a terminal
SELDOM: Final = 60.0  # and between two lines about it elsewhere
MOST_FAILURES: Final = 10

ClusterOption = Annotated[
    str | None,
    typer.Option(
        "--cluster",
        metavar="WHERE",
        help="Run on a Dask cluster: tcp://HOST:PORT, a scheduler file, or here: local:N with N processes, local with one for each "
        "core.",
    ),
]
Database = Annotated[
    str | None,
    typer.Option(
        "--db",
        metavar="FILE",
        help="Keep results in a database as batch does, and continue where the last run stopped.",
    ),
]


def report_failures(failures: Sequence[Failure], database: str | None, codes: list[int]) -> None:
    """Report errors, each once, as many as fit a screen, and the database that keeps them; put their codes into ``codes``."""
    from shlex import quote

    for failure in islice(failures, MOST_FAILURES):
        say(f"hashicnf: {failure.text}")
    if failures:
        where = "" if database is None else f"; see: hashicnf results {quote(database)} --errors"
        say(f"{counted(sum(failure.runs for failure in failures), 'run')} left out of the table{where}")
    codes += [failure.code for failure in failures]


class ProgressLine:
    """Shows how far a batch is: on a terminal all the time, elsewhere now and then."""

    def __init__(self) -> None:
        """Start the clock."""
        self._shown = time.monotonic()
        self.state: State | None = None  # the last that was seen

    def watch(self, state: State) -> None:
        """Show a state, if it is time."""
        self.state = state
        is_terminal = is_screen(sys.stderr)
        if time.monotonic() < self._shown + (OFTEN if is_terminal else SELDOM):
            return
        self._shown = time.monotonic()
        (show_status if is_terminal else say)(progress_line(state))


def progress_line(state: State) -> str:
    """Put how far a batch is on one line."""
    done = state.done + state.before
    parts = [f"{done:,} of {max(done, state.total):,} done", f"{state.rate:,.1f}/s"]
    if state.left is not None:
        parts.append(f"{_spelled(state.left)} left")
    if errors := state.errors:
        parts.append(counted(errors, "error"))
    return ", ".join(parts)


def sum_line(state: State) -> str:
    """Put what a batch has done on one line."""
    from hashicnf.batch.state import outcomes

    old = f" ({counted(state.errors_before, 'error')})" if state.errors_before else ""
    before = [f"{state.copies:,} identical to another puzzle"] if state.copies else []
    before += [f"{earlier:,} done before{old}"] if (earlier := state.before - state.copies) else []
    speed = f" ({_spelled(state.seconds)}, {state.rate:,.1f}/s)" if state.done else ""
    nothing = "nothing done" if state.total else "nothing to do"
    return f"{', '.join([*outcomes(state.statuses), *before]) or nothing}{speed}"


def _spelled(seconds: float) -> str:
    """Write a duration for people."""
    whole = max(0, round(seconds))
    if whole < 60:
        return f"{whole} s"
    hours, rest = divmod(whole, 3600)
    return f"{hours} h {rest // 60} min" if hours else f"{rest // 60} min {rest % 60} s"
