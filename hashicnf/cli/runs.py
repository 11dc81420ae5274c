"""Runs of commands over the puzzles of files, which are worked on one after the other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hashicnf.cli import observing, say
from hashicnf.cli.report import Given, each_puzzle, first_of
from hashicnf.errors import Exit, GaveUp
from hashicnf.files.inputs import shown

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from hashicnf.cli.pictured import Pictures
    from hashicnf.core.progress import Observer


class Run:
    """The run of a command over the puzzles of files, and the exit ``codes`` of those that are done.

    A limit ends the work on one puzzle, an interrupt ends the run. The puzzles of a file are read when it is their turn.
    """

    def __init__(
        self,
        files: Sequence[str],
        format: str | None = None,  # noqa: A002 - the option's name
        timeout: float | None = None,
        *,
        part: str,
    ) -> None:
        """Start without reading. The arguments are those of ``each_puzzle``."""
        self.files = files
        self.codes: list[int] = []
        self._every: Iterable[Given] = each_puzzle(files, format, timeout, codes=self.codes, part=part)

    def read(self) -> list[Given]:
        """Read all puzzles before the work on the first one, and return them."""
        self._every = every = list(self._every)
        return every

    def report_each(
        self,
        report: Callable[[Given, Observer], Exit],
        phase: str = "solve",
        *,
        json: bool,
        pictures: Pictures | None = None,
    ) -> int:
        """Report on the puzzles one by one, then finish the pictures; return the exit code of the run.

        ``report`` returns the code of a puzzle. If it raises GaveUp, that is reported, and the next puzzle follows. Its observer
        shows the name of the puzzle and the phase of its work, at first ``phase``.
        """
        first = "-" if "-" in self.files else self.files[0]
        with observing(first) as observe:
            observe(f"read {shown(first)}")
            for given in self._every:
                show = under_name(observe, given.name)
                show(phase)
                begun = given.begun()
                try:
                    self.codes.append(report(begun, show))
                except GaveUp as stop:
                    self.codes.append(gave_up(begun, stop, json=json))
                if self.codes[-1] == Exit.INTERRUPTED:
                    break
        if pictures is not None:
            pictures.finish()
        return first_of(self.codes)


def under_name(observe: Observer, name: str) -> Observer:
    """Return an observer whose phases begin with a name."""

    def show(phase: str, share: float | None = None, size: int | None = None) -> None:
        observe(f"{name}: {phase}", share, size)

    return show


def gave_up(given: Given, stop: GaveUp, *, json: bool) -> Exit:
    """Report a puzzle without an answer; return the exit code."""
    if json:
        from hashicnf.cli.objects import print_about, stopped_fields
        from hashicnf.logic import Stopped

        print_about(given.puzzle, given.index, **stopped_fields(Stopped.by(stop)))
    else:
        say(f"{given.name}: no answer: {stop}")
    return Exit.stopped(stop.kind)
