"""Check a Hashiwokakero solution, from the rules of the puzzle alone.

It works on the grid of clues and a list of bridges by coordinates. It uses no edges, variables or clauses and shares no code
with the passes, so that an error there cannot go unnoticed here. All rules are tested on whole arrays, and every broken rule is
reported, with up to ``MOST_REPORTS`` places each.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from hashicnf.errors import counted
from hashicnf.families import Violation
from hashicnf.families.hashi.board import UNKNOWN, Board, Solution
from hashicnf.logic import Bools, Ints

Wide: TypeAlias = NDArray[np.int64]
Fault: TypeAlias = tuple[str, tuple[tuple[int, int], ...]]  # a message, and the cells that it names, from 0

MOST_REPORTS = 20


def check(board: Board, solution: Solution) -> list[Violation]:
    """List every broken rule; the list is empty if the solution is correct."""
    grid = board.cells()
    bridges = solution.bridges.reshape(-1, 5)
    sound, found = _well_formed(grid, bridges)
    found += _report("most", _too_many(bridges, board.max_bridges))
    bridges = bridges[sound]
    start, end = (_cell(grid.shape, bridges, i) for i in (0, 2))
    flat = bridges[:, 0] == bridges[:, 2]
    found += _report("islands", _past_islands(grid, bridges, start, end, flat))
    found += _report("crossing", _crossing(grid.shape, start, end, flat))
    found += _report("number", _numbers(grid, bridges[:, 4], start, end))
    found += _joined(grid, start, end, loops=board.loops)
    return found


def _report(rule: str, faults: Iterable[Fault]) -> list[Violation]:
    """Return faults as violations; those beyond MOST_REPORTS are only counted in a last one."""
    every = list(faults)
    shown = [Violation(rule, *fault) for fault in every[:MOST_REPORTS]]
    if len(every) > MOST_REPORTS:
        shown.append(Violation(rule, f"and {counted(len(every) - MOST_REPORTS, 'more place')}"))
    return shown


def _of(bridge: Ints, fault: str) -> Fault:
    """Return the message about a faulty bridge, and its ends."""
    r1, c1, r2, c2 = bridge[:4].tolist()
    name = f"the bridge from row {r1 + 1}, column {c1 + 1} to row {r2 + 1}, column {c2 + 1}"
    return f"{name} {fault}", ((r1, c1), (r2, c2))


def _cell(shape: tuple[int, ...], bridges: Ints, i: int) -> Wide:
    """Return the index in the raveled grid of the end of each bridge given by columns i and i + 1."""
    return bridges[:, i].astype(np.int64) * shape[1] + bridges[:, i + 1]


def _well_formed(grid: Ints, bridges: Ints) -> tuple[Bools, list[Violation]]:
    """Return which bridges, bool[b], run straight right or down between two islands, and violations for the others."""
    rows, columns = grid.shape
    r1, c1, r2, c2 = bridges[:, 0], bridges[:, 1], bridges[:, 2], bridges[:, 3]
    inside = (np.minimum(r1, r2) >= 0) & (np.minimum(c1, c2) >= 0)
    inside &= (np.maximum(r1, r2) < rows) & (np.maximum(c1, c2) < columns)
    straight = ((r1 == r2) & (c1 < c2)) | ((c1 == c2) & (r1 < r2))
    between = np.zeros(len(bridges), dtype=np.bool_)
    b = bridges[inside]
    between[inside] = (grid[b[:, 0], b[:, 1]] != 0) & (grid[b[:, 2], b[:, 3]] != 0)
    ends = [_of(b, "does not join two islands") for b in bridges[~between]]
    bends = [_of(b, "is not straight, or is written from right to left or upwards") for b in bridges[~straight]]
    return between & straight, [*_report("ends", ends), *_report("straight", bends)]


def _too_many(bridges: Ints, most: int) -> Iterator[Fault]:
    """Yield pairs with fewer than one or more than ``most`` bridges, and pairs that are listed more than once."""
    for b in bridges[(bridges[:, 4] < 1) | (bridges[:, 4] > most)]:
        why = f"at most {most} may join a pair" if b[4] > most else "a bridge is at least 1-fold"
        yield _of(b, f"is {int(b[4])}-fold, and {why}")
    start, end = ((bridges[:, i].astype(np.int64) << 32) + bridges[:, i + 1] for i in (0, 2))
    order = np.lexsort((end, start))
    start, end = start[order], end[order]
    again = (start[1:] == start[:-1]) & (end[1:] == end[:-1])
    if again.any():
        for b in bridges[order[:-1][again & ~np.append(False, again)[:-1]]]:
            yield _of(b, "is listed more than once")


def _past_islands(grid: Ints, bridges: Ints, start: Wide, end: Wide, flat: Bools) -> Iterator[Fault]:
    """Yield bridges with an island strictly between their ends, found by running counts of islands."""
    island = grid != 0
    for axis, mine in ((1, flat), (0, ~flat)):
        upto = island.cumsum(axis=axis, dtype=np.int32).ravel()
        over = upto[end[mine]] - upto[start[mine]] > 1
        if over.any():
            for b in bridges[mine][over]:
                yield _of(b, "runs over an island")


def _crossing(shape: tuple[int, ...], start: Wide, end: Wide, flat: Bools) -> Iterator[Fault]:
    """Yield cells that a horizontal and a vertical bridge both pass over."""
    across, down = (_passes(shape, start[mine], end[mine], axis) for axis, mine in ((1, flat), (0, ~flat)))
    both = (across > 0) & (down > 0)
    if both.any():
        for r, c in np.argwhere(both).tolist():
            yield f"bridges cross at row {r + 1}, column {c + 1}", ((r, c),)


def _passes(shape: tuple[int, ...], start: Wide, end: Wide, axis: int) -> Ints:
    """Count the bridges along an axis that pass strictly over each cell, by running sums of starts and ends."""
    change = np.zeros(shape, dtype=np.int32)
    np.add.at(change.reshape(-1), start + (1 if axis else shape[1]), np.int32(1))
    np.add.at(change.reshape(-1), end, np.int32(-1))
    passes: Ints = change.cumsum(axis=axis, dtype=np.int32)
    return passes


def _numbers(grid: Ints, count: Ints, start: Wide, end: Wide) -> Iterator[Fault]:
    """Yield islands whose number of bridges differs from their clue."""
    degree = np.zeros(grid.shape, dtype=np.int64)
    for place in (start, end):
        np.add.at(degree.reshape(-1), place, count.astype(np.int64))
    wrong = (grid > 0) & (degree != grid) | ((grid == UNKNOWN) & (degree < 1))
    if not wrong.any():
        return
    for r, c in np.argwhere(wrong).tolist():
        wanted = "at least 1" if grid[r, c] == UNKNOWN else str(grid[r, c])
        has = f"{counted(int(degree[r, c]), 'bridge')} instead of {wanted}"
        yield f"the island at row {r + 1}, column {c + 1} has {has}", ((r, c),)


def _joined(grid: Ints, start: Wide, end: Wide, *, loops: bool) -> list[Violation]:
    """Return violations if the islands form several groups, or there are loops although none are allowed."""
    columns = grid.shape[1]
    is_island = grid.ravel() != 0
    here = np.flatnonzero(is_island)
    number = is_island.cumsum(dtype=np.int64) - 1
    u, v = number[start], number[end]
    group = _spread(len(here), u, v)
    groups = np.flatnonzero(group == np.arange(len(group)))
    found = []
    if len(groups) > 1:
        r, c = divmod(int(here[groups[1]]), columns)
        size = int((group == groups[1]).sum())
        text = f"the islands form {len(groups):,} groups instead of one: no bridges lead from the group of "
        text += f"the island at row {r + 1}, column {c + 1} ({size:,} of {len(here):,} islands) to the others"
        found.append(Violation("connected", text, ((r, c),)))
    if not loops:
        pair = np.sort(u * len(here) + v)  # bridges side by side are one edge
        edges = int(np.count_nonzero(pair[1:] != pair[:-1])) + min(1, len(pair))
        if (extra := edges - len(here) + len(groups)) > 0:
            found.append(Violation("loops", f"the bridges form {counted(extra, 'loop')}, and none is allowed"))
    return found


def _spread(n: int, u: Wide, v: Wide) -> Wide:
    """Return the smallest island of each island's group, int64[n], by spreading minima along the bridges between groups."""
    least = np.arange(n)
    while True:
        a, b = least.take(u), least.take(v)
        apart = (a != b).nonzero()[0]
        if not len(apart):
            return least
        u, v, a, b = u.take(apart), v.take(apart), a.take(apart), b.take(apart)
        np.minimum.at(least, np.maximum(a, b), np.minimum(a, b))
        while (further := (two := least.take(least)).take(two)).tobytes() != least.tobytes():
            least = further
