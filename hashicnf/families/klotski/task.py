"""Klotski as a planning task: facts, actions, and invariants of all states.

There is a fact for each cell being blank, and one for each kind of piece and place of its top left cell, numbered as the bits of
``Layout``: pieces of one shape are merged. Of the facts about a cell (it is blank, or some piece covers it) exactly one holds, so
cells are the variables of the task. The numbers of pieces of each kind and of blank cells are redundant invariants, which make
formulas ten times faster to solve.
"""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heappop, heappush
from itertools import islice
from typing import Final

from hashicnf.core.options import Choices
from hashicnf.errors import UsageError, counted
from hashicnf.families.klotski.board import Board
from hashicnf.families.klotski.layout import OPPOSITE, Layout
from hashicnf.families.klotski.search.heuristics import heuristics
from hashicnf.families.klotski.search.moves import MOVE, SLIDE
from hashicnf.planning.task import Action, Invariant, Task

FEW_PLACEMENTS: Final = 40
FEW_ATTEMPTS: Final = 1000
MOST_WAYS: Final = 20_000  # of one piece from one place; with many blank cells there are more than a formula can hold


def task(board: Board, metric: str, _: Choices) -> Task:
    """Return a board as a planning task in a metric. Raises UsageError if there are too many moves."""
    layout = Layout(board)
    guides = heuristics(layout, metric)
    lower_bounds = [guide.estimate(layout.start) for guide in guides.values() if guide.admissible]
    return Task(
        facts=_names(layout),
        start=tuple(fact for fact in range(layout.start.bit_length()) if layout.start >> fact & 1),
        goal=((layout.facts[0][layout.target],),),
        actions=tuple(_actions(layout, metric)),
        variables=tuple(_about(layout, cell) for cell in range(layout.cells)),
        invariants=(
            *(
                Invariant(f"{kind.name}-pieces", tuple(facts.values()), "eq", kind.count)
                for kind, facts in zip(layout.kinds, layout.facts, strict=True)
            ),
            Invariant("blank-cells", tuple(range(layout.cells)), "eq", board.blanks),
        ),
        least=int(max(lower_bounds)),
        most=_most(layout),
        heuristics=tuple(guides.values()),
        metric=metric,
    )


def _most(layout: Layout) -> int | None:
    """Return an upper bound on shortest plans, which visit no placement twice; None if there are many placements."""
    few = [*islice(layout.attempts(), FEW_ATTEMPTS + 1)]
    count = sum(state is not None for state in few)
    return count - 1 if len(few) <= FEW_ATTEMPTS and count <= FEW_PLACEMENTS else None


def _names(layout: Layout) -> tuple[str, ...]:
    columns = layout.board.shape[1]
    places = [f"row {cell // columns + 1}, column {cell % columns + 1}" for cell in range(layout.cells)]
    heads = (
        f"{'the ' * kind.is_wanted}{kind.name} at {places[head]}"
        for kind, facts in zip(layout.kinds, layout.facts, strict=True)
        for head in facts
    )
    return (*(f"a blank at {place}" for place in places), *heads)


def _about(layout: Layout, cell: int) -> tuple[int, ...]:
    """Return the facts about a cell, of which exactly one holds."""
    pairs = zip(layout.covers, layout.facts, strict=True)
    return (cell, *(facts[head] for covers, facts in pairs for head, cover in covers.items() if cover >> cell & 1))


def _actions(layout: Layout, metric: str) -> Iterator[Action]:
    """Yield one action for each kind of piece, place, move, and set of cells that must be blank for it."""
    for kind, facts in enumerate(layout.facts):
        for head in facts:
            for name, target, entered in _moves(layout, metric, kind, head):
                before, after = layout.covers[kind][head], layout.covers[kind][target]
                yield Action(
                    name,
                    needs=(facts[head], *_cells(entered)),
                    adds=(facts[target], *_cells(before & ~after)),
                    deletes=(facts[head], *_cells(after & ~before)),
                )


def _cells(mask: int) -> Iterator[int]:
    return (cell for cell in range(mask.bit_length()) if mask >> cell & 1)


def _moves(layout: Layout, metric: str, kind: int, head: int) -> Iterator[tuple[str, int, int]]:
    """Yield name, target and cells that must be blank of each move of a piece."""
    if metric == MOVE:
        for target, sets in _paths(layout, kind, head).items():
            yield from ((layout.to(kind, head, target), target, entered) for entered in sets)
        return
    ways = layout.ways[kind]
    for way in OPPOSITE:
        at, entered, count = head, 0, 0
        while (at, way) in ways and (metric == SLIDE or not count):
            more, at = ways[at, way]
            entered, count = entered | more, count + 1
            if entered.bit_count() > layout.board.blanks:
                break
            yield layout.straight(kind, head, way, count), at, entered


def _paths(layout: Layout, kind: int, head: int) -> dict[int, list[int]]:
    """Return, by place that a piece can reach in one move, the minimal sets of cells (masks) that a path to it enters.

    Small sets come first. A path through a superset of a set at the same place is not followed: each continuation of it contains
    that of the smaller set. Raises UsageError if there are too many.
    """
    own, blanks = layout.covers[kind][head], layout.board.blanks
    found: dict[int, list[int]] = {}
    queue, kept = [(0, head, 0)], 0
    while queue:
        _, at, entered = heappop(queue)
        smaller = found.setdefault(at, [])
        if any(not one & ~entered for one in smaller):
            continue
        smaller.append(entered)
        kept += 1
        if kept > MOST_WAYS:
            raise UsageError(
                f"with {counted(blanks, 'blank cell')} a piece has more than {MOST_WAYS:,} ways to move: use a search on a "
                f"space of the family (--method breadthfirst, without --space), or another --metric"
            )
        for way in OPPOSITE:
            more, target = layout.ways[kind].get((at, way), (0, head))
            if (cells := entered | more & ~own).bit_count() <= blanks:
                heappush(queue, (cells.bit_count(), target, cells))
    del found[head]
    return found
