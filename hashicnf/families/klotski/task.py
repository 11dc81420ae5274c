"""Klotski as a planning task: facts, actions, and what holds of every state.

A fact for each blank cell, and one for each kind of piece and place of its top left cell: pieces of one shape are merged. So facts
are numbered as the bits of ``Layout``, without those bits that no piece can have. Of the facts about a cell (it is blank, or some
piece covers it) exactly one holds: cells are the variables of the task. Redundant, and worth a factor of ten in formulas: how many
pieces of each kind there are, and how many blank cells.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from hashicnf.core.options import Choices
from hashicnf.core.planning import Action, Invariant, Task
from hashicnf.errors import UsageError, counted
from hashicnf.families.klotski.board import Board
from hashicnf.families.klotski.layout import Layout
from hashicnf.families.klotski.search.heuristics import heuristics
from hashicnf.families.klotski.search.moves import MOVE, SLIDE, STEP

MOST_ACTIONS: Final = 50_000  # of one kind; with many blank cells a piece has more ways than a formula can hold


def task(board: Board, metric: str, _: Choices) -> Task:
    """Describe a board in a metric. Raises UsageError where there are too many ways for one piece."""
    layout = Layout(board)
    number = _numbers(layout)
    blanks, heads = number[0], number[1:]
    variables = tuple(
        (blanks[cell], *(fact for k, facts in enumerate(heads) for head, fact in facts.items() if covers[k][head] >> cell & 1))
        for covers in [layout.covers]
        for cell in range(layout.cells)
    )
    counts = [Invariant(f"{kind.name} pieces", tuple(f.values()), "eq", kind.count) for kind, f in zip(layout.kinds, heads, strict=True)]
    return Task(
        facts=_names(layout),
        start=tuple(_facts_of(layout, number, layout.start)),
        goal=((heads[0][layout.target],),),
        actions=tuple(_actions(layout, metric, number)),
        variables=variables,
        invariants=(*counts, Invariant("blank cells", tuple(blanks.values()), "eq", board.blanks)),
        least=_least(layout, metric),
        metric=metric,
    )
