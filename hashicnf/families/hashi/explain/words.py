"""Words for islands, groups of islands and bridges in sentences. Rows and columns count from 1."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from hashicnf.core.techniques import Place
from hashicnf.families.hashi.board import Board
from hashicnf.families.hashi.constraints import edges_around
from hashicnf.families.hashi.explain import sources
from hashicnf.records import record
from hashicnf.trace.narration import Values, listed

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
ORDINALS = ("", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")
MOST_NAMED = 12


@record
class Literal:
    """A literal about bridges: edge ``edge`` carries at least ``least`` bridges, or, if not ``holds``, fewer."""

    edge: int
    least: int
    holds: bool


class Vocabulary:
    """The board as plain lists, made on first use, the meanings of its variables, and words for its parts."""

    def __init__(self, board: Board, first: int, most_named: int = MOST_NAMED) -> None:
        """Take the number of the variable ``bridge[0, 1]``; the others follow row by row. Of a group, so many islands are named."""
        self.board, self.first, self.load = board, first, board.load
        self._most_named = most_named

    @cached_property
    def row(self) -> list[int]:
        """Return the row of each island."""
        found: list[int] = self.board.row.tolist()
        return found

    @cached_property
    def column(self) -> list[int]:
        """Return the column of each island."""
        found: list[int] = self.board.column.tolist()
        return found

    @cached_property
    def cell(self) -> list[Place]:
        """Return the row and column of each island, 0-based."""
        return [*zip(self.row, self.column, strict=True)]

    @cached_property
    def clue(self) -> list[int]:
        """Return the number of each island."""
        found: list[int] = self.board.clue.tolist()
        return found

    @cached_property
    def ends(self) -> list[tuple[int, int]]:
        """Return the two islands of each edge."""
        return [(u, v) for u, v in self.board.edge.tolist()]

    @cached_property
    def crossing(self) -> list[tuple[int, int]]:
        """Return the pairs of edges that cross."""
        return [(h, v) for h, v in self.board.crossing.tolist()]

    @cached_property
    def around(self) -> list[list[int]]:
        """Return the edges of each island."""
        return edges_around(self.board)

    def read(self, literal: int) -> Literal | None:
        """Return the meaning of a literal of the formula; None if its variable is not about bridges."""
        place = abs(literal) - self.first
        if not 0 <= place < len(self.ends) * self.load:
            return None
        return Literal(place // self.load, place % self.load + 1, literal > 0)

    def variable(self, edge: int, least: int) -> int:
        """Return the variable that is true if an edge carries at least so many bridges."""
        return self.first + edge * self.load + least - 1

    def range(self, edge: int, values: Values) -> tuple[int, int]:
        """Return the least and the largest number of bridges that an edge can carry under partial values."""
        low, high = 0, self.load
        for least in range(1, self.load + 1):
            value = values.get(self.variable(edge, least))
            if value is True:
                low = least
            elif value is False:
                high = min(high, least - 1)
        return low, max(low, high)

    def other(self, edge: int, island: int) -> int:
        """Return the island at the other end of an edge."""
        u, v = self.ends[edge]
        return v if u == island else u

    def number(self, island: int) -> str:
        """Return the clue of an island as it is drawn."""
        return sources.clue(self.board, island)

    def island(self, island: int) -> str:
        """Return the words for an island: its clue and place."""
        return sources.island(self.board, island)

    def islands(self, group: Sequence[int]) -> str:
        """Return the words for one island or a group of islands."""
        if len(group) == 1:
            return self.island(group[0])
        if len(group) == 2:
            return f"{self.island(group[0])} and {self.island(group[1])}"
        return f"the {count(len(group))} islands at {listed(group, self._most_named, name=self.at)}"

    def at(self, island: int) -> str:
        """Return the place of an island as (row, column)."""
        return f"({self.row[island] + 1}, {self.column[island] + 1})"

    def ring(self, islands: Sequence[int]) -> str:
        """Return the words for a loop by its islands in order, at most MOST_NAMED of them."""
        return f"{', '.join(map(self.at, islands[:MOST_NAMED]))}{', ...' if len(islands) > MOST_NAMED else ''} and back"

    def pair(self, edge: int) -> str:
        """Return the words for the two islands of an edge and their places."""
        u, v = self.ends[edge]
        if self.row[u] == self.row[v]:
            where = f"row {self.row[u] + 1}, columns {self.column[u] + 1} and {self.column[v] + 1}"
        else:
            where = f"column {self.column[u] + 1}, rows {self.row[u] + 1} and {self.row[v] + 1}"
        return f"islands {self.number(u)} and {self.number(v)} in {where}"

    def way(self, edge: int, island: int) -> str:
        """Return the words for an edge seen from an island: its direction and the island at its other end."""
        return f"{self.turn(edge, island)} to {self.island(self.other(edge, island))}"

    def turn(self, edge: int, island: int) -> str:
        """Return the direction in which an edge leaves an island."""
        other = self.other(edge, island)
        if self.row[island] == self.row[other]:
            return "right" if self.column[other] > self.column[island] else "left"
        return "down" if self.row[other] > self.row[island] else "up"

    def amount(self, low: int, high: int) -> str:
        """Return a number of bridges as the subject of a sentence; its verb depends on ``is_plural``."""
        if high == 0:
            return "no bridge"
        if low == high == self.load and low > 1:
            return "both bridges" if low == 2 else f"all {count(low)} bridges"
        if low == high:
            return "a bridge" if self.load == 1 else f"exactly {bridges(low)}"
        return self._between(low, high)

    def is_plural(self, low: int, high: int) -> bool:
        """Return whether the verb after ``amount`` is plural."""
        return (low if high == self.load else high) > 1

    def _between(self, low: int, high: int) -> str:
        if low == 0:
            return f"at most {bridges(high)}"
        if high == self.load:
            return f"at least {bridges(low)}"
        return f"{count(low)} {'or' if high == low + 1 else 'to'} {bridges(high)}"


def count(number: int) -> str:
    """Return a number as text, in words up to nine."""
    return NUMBERS[number] if 0 <= number < len(NUMBERS) else f"{number:,}"


def bridges(number: int) -> str:
    """Return the words for a number of bridges."""
    return f"{count(number)} bridge" + ("" if number == 1 else "s")


def ordinal(number: int) -> str:
    """Return an ordinal number for a bridge among those of its pair, in words up to ninth."""
    if 0 < number < len(ORDINALS):
        return ORDINALS[number]
    ending = "th" if number // 10 % 10 == 1 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number:,}{ending}"
