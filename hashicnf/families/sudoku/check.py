"""Check a sudoku solution, from the rules of the puzzle alone.

It works on the grid of givens and a grid of numbers, in plain Python. It uses no variables or clauses and shares no code with the
constraints, so that an error there cannot go unnoticed here. For each rule up to ``MOST_REPORTS`` places are reported.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, TypeAlias

from hashicnf.errors import counted
from hashicnf.families import Violation
from hashicnf.families.sudoku.board import Board, Grid

Place: TypeAlias = tuple[int, int]
MOST_REPORTS: Final = 20


def check(board: Board, solution: Grid) -> list[Violation]:
    """List every broken rule; the list is empty if the solution is correct."""
    n, rows = board.side, solution.rows
    if solution.cells.shape != (n, n):
        return [Violation("shape", f"a grid of {n} x {n} numbers is wanted")]
    found = [*_numbers(rows, n), *_givens(rows, board.givens.tolist())]
    for rule, name, places in _units(n, board.box, diagonals=board.diagonals):
        found += [Violation(rule, message, cells) for message, cells in _repeated(rows, name, places)]
    return [*_shortened(found)]


def _shortened(found: Iterable[Violation]) -> Iterator[Violation]:
    """Yield violations, at most ``MOST_REPORTS`` per rule; the others are only counted in a last one."""
    by_rule: dict[str, list[Violation]] = {}
    for broken in found:
        by_rule.setdefault(broken.rule, []).append(broken)
    for rule, every in by_rule.items():
        yield from every[:MOST_REPORTS]
        if len(every) > MOST_REPORTS:
            yield Violation(rule, f"and {counted(len(every) - MOST_REPORTS, 'more place')}")


def _numbers(rows: Sequence[Sequence[int]], n: int) -> Iterator[Violation]:
    """Yield violations for cells that hold no number from 1 to n."""
    for r, row in enumerate(rows, 1):
        for c, number in enumerate(row, 1):
            if not 1 <= number <= n:
                what = "is empty" if number == 0 else f"holds {number}, which is not from 1 to {n}"
                yield Violation("cell", f"the cell at row {r}, column {c} {what}", ((r - 1, c - 1),))


def _givens(rows: Sequence[Sequence[int]], givens: Sequence[Sequence[int]]) -> Iterator[Violation]:
    """Yield violations for cells that do not hold the number given there."""
    for r, (row, given) in enumerate(zip(rows, givens, strict=True), 1):
        for c, (number, wanted) in enumerate(zip(row, given, strict=True), 1):
            if wanted not in (0, number):
                message = f"row {r}, column {c} holds {number or 'nothing'}, and {wanted} is given"
                yield Violation("given", message, ((r - 1, c - 1),))


def _units(n: int, box: tuple[int, int], *, diagonals: bool) -> Iterator[tuple[str, str, list[Place]]]:
    """Yield the sets of cells that hold every number once: rule, name, places."""
    for i in range(n):
        yield "row", f"row {i + 1}", [(i, j) for j in range(n)]
        yield "column", f"column {i + 1}", [(j, i) for j in range(n)]
    tall, wide = box
    for top in range(0, n, tall):
        for left in range(0, n, wide):
            name = f"the box of rows {top + 1} to {top + tall}, columns {left + 1} to {left + wide}"
            yield "box", name, [(top + i, left + j) for i in range(tall) for j in range(wide)]
    if diagonals:
        yield "diagonal", "the falling diagonal", [(i, i) for i in range(n)]
        yield "diagonal", "the rising diagonal", [(n - 1 - i, i) for i in range(n)]


def _repeated(
    rows: Sequence[Sequence[int]], name: str, places: Sequence[Place]
) -> Iterator[tuple[str, tuple[Place, ...]]]:
    """Yield messages and places of numbers that a set of cells holds more than once; empty cells are ignored."""
    if len({rows[r][c] for r, c in places}) == len(places):
        return
    seen: dict[int, list[Place]] = {}
    for r, c in places:
        if rows[r][c]:
            seen.setdefault(rows[r][c], []).append((r, c))
    for number, where in seen.items():
        if len(where) > 1:
            at = " and ".join(f"row {r + 1}, column {c + 1}" for r, c in where)
            yield f"{name} holds {number} more than once: at {at}", tuple(where)
