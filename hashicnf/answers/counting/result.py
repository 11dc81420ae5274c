"""The number of solutions of a puzzle, and the share of them in which each variable is true."""

from __future__ import annotations

from dataclasses import field
from typing import Any

from hashicnf.core.picture import Look, Picture
from hashicnf.core.stats import Stats
from hashicnf.core.variables import Variables
from hashicnf.errors import UsageError, counted
from hashicnf.families import Layout, Marginals, Puzzle
from hashicnf.logic import Shares, Stopped
from hashicnf.pictures.shown import Shown
from hashicnf.records import record
from hashicnf.registry import returned
from hashicnf.solving.by_frontier import WRITTEN, digits_of


@record
class ShownShares:
    """Shares of variables, displayed by the family of a puzzle: ``draw()`` and ``picture()`` on the board, ``data()`` for JSON.

    All methods raise UsageError if the family does not display shares.
    """

    puzzle: Puzzle
    variables: Variables
    shares: Shares

    def draw(self, width: int | None = None) -> str:
        """Draw the board with the shares, in at most ``width`` characters per line if possible."""
        return self.layout(width).text

    def layout(self, width: int | None = None) -> Layout:
        """Return the drawing with the places of its rows and columns, none if it has no such places."""
        draw = self._shown().draw
        return returned(draw(self.puzzle.board, self.variables, self.shares, width), Layout, draw)

    def picture(self, *, coordinates: bool = False) -> Picture:
        """Return a picture of the board with the shares."""
        make = self._shown().picture
        return returned(make(self.puzzle.board, self.variables, self.shares, Look(coordinates)), Picture, make)

    def data(self) -> object:
        """Return the shares as data for JSON."""
        return self._shown().data(self.puzzle.board, self.variables, self.shares)

    def _shown(self) -> Marginals[Any]:
        static = self.puzzle.rules.static
        if static is None or static.marginals is None:
            raise UsageError(f"marginals: {self.puzzle.family} puzzles have no drawing of them")
        return returned(static.marginals(), Marginals, static.marginals)


@record
class Count(Shown):
    """The number of solutions of a puzzle: ``total``, exactly or (if ``exact`` is False) a lower bound.

    ``stopped`` is the limit that was reached before the exact number was known; None if only a lower bound was requested.
    ``shares`` float64[v + 1], if requested and there is a solution, are for each variable of the puzzle the share of all solutions
    in which it is true: exactly 0 or 1 if it is true in none or in all.
    """

    total: int
    exact: bool
    stats: Stats = field(compare=False)
    stopped: Stopped | None = None
    shares: Shares | None = None
    marginals: ShownShares | None = field(compare=False, repr=False, default=None)

    def __post_init__(self) -> None:
        """Make the shares read-only, since records are hashed by their contents."""
        if self.shares is not None:
            self.shares.setflags(write=False)

    def picture(self, *, coordinates: bool = False) -> Picture | None:
        """Return the picture of the shares; None without any. Raises UsageError if the family does not display shares."""
        if self.marginals is None or not self.total:
            return None
        return self.marginals.picture(coordinates=coordinates)

    def __repr__(self) -> str:
        """Return the number in one line; for a number too long for Python to convert, its number of digits."""
        number = f"{self.total:,}" if self.digits <= WRITTEN else f"a number of {counted(self.digits, 'digit')}"
        return f"<count: {'' if self.exact else 'at least '}{number}>"

    @property
    def digits(self) -> int:
        """Return the number of decimal digits of ``total``."""
        return digits_of(self.total)
