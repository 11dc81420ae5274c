"""Progress of a run: observers are called with its phases, in words, and callbacks of searches with their figures, as numbers.

Long-running functions report each phase as it begins, and the share done where they know the length of a phase. They call the
observer that they are given; ``unobserved`` is the one that ignores all reports. Searches have figures that programs use, so these
have a callback of their own; ``searching`` makes one of an observer, for which the figures are a phase.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Protocol, TypeVar

if TYPE_CHECKING:
    from hashicnf.core.searchfigures import SearchFigures

T = TypeVar("T")


class Observer(Protocol):
    """Called with the phase that is going on, often; it must be quick."""

    def __call__(self, phase: str, share: float | None = None, size: int | None = None) -> None:
        """Note that the ``share`` (0 to 1) of ``phase`` is done, and ``size`` bytes; None where unknown."""


def unobserved(phase: str, share: float | None = None, size: int | None = None) -> None:
    """Ignore a report of progress."""


def reporting(phase: str, things: Iterable[T], observe: Observer, every: int = 1) -> Iterator[T]:
    """Yield things; report the phase before ``every`` so many, so that work on many ends at a limit or is seen to go on."""
    for number, thing in enumerate(things):
        if number % every == 0:
            observe(phase)
        yield thing


class Progress(Protocol):
    """Called with the figures of a search, at most ten times a second; it must be quick."""

    def __call__(self, figures: SearchFigures, /) -> None:
        """Take note of the figures so far."""


def searching(observe: Observer) -> Progress:
    """Return a callback that reports the figures of a search as a phase."""
    return lambda figures: observe(figures.phase)
