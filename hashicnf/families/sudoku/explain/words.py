"""Words for cells, units and facts in sentences. Rows and columns count from 1."""

from __future__ import annotations

from hashicnf.core.variables import Variables
from hashicnf.families.sudoku.board import Board, units
from hashicnf.records import record
from hashicnf.trace.narration import Values

DIAGONALS = ("the falling diagonal", "the rising diagonal")


@record
class Fact:
    """A literal about a cell, 0-based in reading order: it holds the number, or, if not ``holds``, it does not."""

    cell: int
    number: int
    holds: bool


class Vocabulary:
    """The board as plain lists, the meanings of its variables, and words for its parts."""

    def __init__(self, board: Board, first: int) -> None:
        """Take the number of the variable of cell 0 and number 1; the others follow cell by cell."""
        self.board, self.first, self.side, self.count = board, first, board.side, board.side**2
        self.givens: list[int] = board.givens.ravel().tolist()
        groups = {kind: cells.tolist() for kind, cells in units(board).items()}
        self.units: list[list[int]] = [cells for group in groups.values() for cells in group]
        self._kinds = [(kind, number) for kind, group in groups.items() for number in range(len(group))]
        self._index = {which: unit for unit, which in enumerate(self._kinds)}

    def read(self, literal: int) -> Fact | None:
        """Return the meaning of a literal of the formula; None if its variable is not about a cell."""
        place = abs(literal) - self.first
        if not 0 <= place < self.count * self.side:
            return None
        return Fact(place // self.side, place % self.side + 1, literal > 0)

    def variable(self, cell: int, number: int) -> int:
        """Return the variable that is true if a cell holds a number."""
        return self.first + cell * self.side + number - 1

    def held(self, cell: int, values: Values) -> int | None:
        """Return the number that a cell holds under partial values; None if that is undecided."""
        return next((k for k in range(1, self.side + 1) if values.get(self.variable(cell, k))), None)

    def placed(self, unit: int, number: int, values: Values) -> int | None:
        """Return the cell of a unit that holds a number under partial values; None if that is undecided."""
        return next((p for p in self.units[unit] if values.get(self.variable(p, number))), None)

    def has_unit(self, kind: str, source: int) -> bool:
        """Return whether the source of a constraint represents a unit of this board and a number."""
        return source >= 0 and (kind, source // self.side) in self._index

    def unit(self, kind: str, source: int) -> tuple[int, int]:
        """Return the unit and the number that the source of a constraint represents."""
        which, number = divmod(source, self.side)
        return self._index[kind, which], number + 1

    def unit_name(self, unit: int) -> str:
        """Return the words for a unit."""
        kind, number = self._kinds[unit]
        if kind == "diagonal":
            return DIAGONALS[number]
        if kind != "box":
            return f"{kind} {number + 1}"
        tall, wide = self.board.box
        r, c = divmod(self.units[unit][0], self.side)
        return f"the box of rows {r + 1} to {r + tall}, columns {c + 1} to {c + wide}"

    def place(self, cell: int) -> str:
        """Return the words for a cell's place: row and column."""
        return f"row {cell // self.side + 1}, column {cell % self.side + 1}"

    def at(self, cell: int, unit: int) -> str:
        """Return the words for a cell's place within a unit."""
        r, c = divmod(cell, self.side)
        kind = self._kinds[unit][0]
        return {"row": f"in column {c + 1}", "column": f"in row {r + 1}"}.get(kind, f"at {self.place(cell)}")

    def unmet(self, kind: str, source: int, *, is_twice: bool) -> str:
        """Return the words for a contradiction: two numbers in a cell or a number twice in a unit, or none, or no place for it.

        Requires: ``kind`` is cell, or that of a unit of this board and a number.
        """
        if kind == "cell":
            place = self.place(source)
            return f"{place} would hold two numbers" if is_twice else f"no number is left for {place}"
        unit, number = self.unit(kind, source)
        name = self.unit_name(unit)
        return f"{name} would hold {number} twice" if is_twice else f"{name} has no place left for {number}"

    def fact(self, fact: Fact) -> str:
        """Return the words for a fact."""
        return f"{self.place(fact.cell)} is {'' if fact.holds else 'not '}{fact.number}"

    def text(self, literal: int, variables: Variables) -> str:
        """Return the words for a literal."""
        if (fact := self.read(literal)) is not None:
            return self.fact(fact)
        known = 1 <= abs(literal) <= variables.count
        name = variables.text(abs(literal)) if known else f"variable {abs(literal)}"
        return f"{name} is {'true' if literal > 0 else 'false'}"
