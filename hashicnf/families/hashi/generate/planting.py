"""Turn grown islands and bridges into a board with a solution: add loops, double some bridges, count the clues.

An extra bridge connects two islands that see each other, if it crosses none of the bridges built so far. Candidates are
tried in random order. Doing that for all at once means finding the lexicographically first maximal independent set of the
graph of crossings, which takes a few rounds on whole arrays: in each round, every edge that precedes all its undecided
rivals is built, and its rivals are excluded.
Reference: Blelloch, Fineman and Shun 2012, "Greedy sequential maximal independent set and matching are parallel on
average".
"""

from __future__ import annotations

from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from hashicnf.core.document import Document, Source
from hashicnf.core.randomness import RandomStream
from hashicnf.errors import UsageError, counted
from hashicnf.families import Generated
from hashicnf.families.hashi.board import (
    DEFAULT_MAX_BRIDGES,
    MOST_MAX_BRIDGES,
    Board,
    Solution,
    build_board,
    with_loads,
)
from hashicnf.families.hashi.generate.growth import DOWN, ISLAND, RIGHT, Flags
from hashicnf.logic import Bools, Ints
from hashicnf.records import record

MOST_CELLS = 2**30
PLANTED = "planted: "


PlantedBoard: TypeAlias = Generated[Board, Solution]


@record
class Mixture:
    """Parameters of planted bridges: ``loops`` and ``doubles`` are shares from 0 to 1, as the package ``generate`` defines."""

    loops: float
    doubles: float
    max_bridges: int
    allow_loops: bool


def mixture(
    loops: float | None = None,
    doubles: float | None = None,
    max_bridges: int = DEFAULT_MAX_BRIDGES,
    *,
    allow_loops: bool = True,
) -> Mixture:
    """Return the parameters, None replaced by defaults: 0.1 and 0.5, or 0 if excluded. Raises UsageError for contradictions."""
    if not 1 <= max_bridges <= MOST_MAX_BRIDGES:
        raise UsageError(f"max_bridges is a number from 1 to {MOST_MAX_BRIDGES:,}, not {max_bridges:,}")
    for name, part in (("loops", loops), ("doubles", doubles)):
        if part is not None and not 0 <= part <= 1:
            raise UsageError(f"the share of {name} is a number from 0 to 1, not {part:g}")
    if loops and not allow_loops:
        raise UsageError(f"a board without loops cannot have a share of loops of {loops:g}")
    if doubles and max_bridges == 1:
        raise UsageError(f"a share of doubles of {doubles:g} needs 2 bridges between a pair")
    loops = (0.1 if allow_loops else 0.0) if loops is None else loops
    doubles = (0.5 if max_bridges > 1 else 0.0) if doubles is None else doubles
    return Mixture(loops, doubles, max_bridges, allow_loops)


USUAL: Final = mixture()


def require_size(rows: int, columns: int) -> None:
    """Raise UsageError for boards without cells, and for more than MOST_CELLS."""
    if min(rows, columns) < 1:
        raise UsageError(f"a board has at least 1 row and 1 column, not {rows} x {columns}")
    if rows * columns > MOST_CELLS:
        raise UsageError(f"a board has at most {MOST_CELLS:,} cells, not {rows:,} x {columns:,}")


def require_islands(islands: int, least: int, most: int, where: str) -> None:
    """Raise UsageError for a number of islands below ``least`` or above ``most``; ``where`` names the board in messages."""
    if islands < least:
        raise UsageError(f"{where} has at least {least} islands, not {islands}")
    if islands > most:
        advice = "a larger --size" if most < least else "fewer --islands, or a larger --size"
        raise UsageError(f"{islands:,} islands do not fit: {where} has room for {most:,}; give {advice}")


def plant(
    flags: Flags, wanted: Mixture, random: RandomStream, name: str, alone: Bools | None = None
) -> tuple[Board, Ints]:
    """Return the board of a layout with extra bridges, and the planted bridges on each of its edges, int32[m].

    ``flags`` is uint8[rows, columns] of a grown layout. No extra bridges end at the cells ``alone``,
    bool[rows, columns].
    """
    board = board_of((flags & ISLAND).astype(np.int32), name, wanted.max_bridges, loops=wanted.allow_loops)
    joined = _joined(board, flags)
    allowed = ~joined
    if alone is not None:
        allowed &= ~alone[board.row[board.edge], board.column[board.edge]].any(axis=1)
    joined |= _extra(board, joined, allowed, rounded_share(wanted.loops, board.islands), random)
    count = joined.astype(np.int32)
    more = np.flatnonzero(joined)
    more = more[random.order(len(more))[: rounded_share(wanted.doubles, len(more))]]
    count[more] += 1 + random.below(max(1, wanted.max_bridges - 1), len(more)).astype(np.int32)
    return with_loads(board, count), count


def described(board: Board, count: Ints, title: str) -> str:
    """Return the title of a board whose islands and bridges have changed: new counts, with the old size and seed."""
    before, is_planted, _ = title.partition(PLANTED)
    _, _, rest = before.partition(" islands")
    if not is_planted:
        rows, columns = board.shape
        rest = f" on {rows} x {columns} cells; "
    return f"{board.islands:,} islands{rest}{planted_words(board, count)}"


def planted_words(board: Board, count: Ints) -> str:
    """Return the words for planted bridges; the number of loops is that of connected pairs beyond a spanning tree."""
    pairs, more = int((count > 0).sum()), int((count > 1).sum())
    loops = pairs - board.islands + 1
    return f"{PLANTED}{counted(pairs, 'connected pair')}, {more:,} of them by more than one bridge, {counted(loops, 'loop')}"


def board_of(cells: Ints, name: str, max_bridges: int = DEFAULT_MAX_BRIDGES, *, loops: bool = True) -> Board:
    """Return the board of a generated grid of clues, int32[rows, columns]."""
    return build_board(Document(cells, Source(name, "")), max_bridges, loops=loops)


def _joined(board: Board, flags: Flags) -> Bools:
    """Return which edges carry a grown bridge, bool[m]: those whose first island has the flag of their direction."""
    first = board.edge[:, 0]
    leaving = flags[board.row[first], board.column[first]]
    joined: Bools = (leaving & np.where(board.horizontal, RIGHT, DOWN)) != 0
    return joined


def rounded_share(part: float, count: int) -> int:
    """Return ``part`` of ``count``, rounded half up in exact arithmetic."""
    above, below = part.as_integer_ratio()
    return (2 * above * count + below) // (2 * below)


def _extra(board: Board, joined: Bools, allowed: Bools, most: int, random: RandomStream) -> Bools:
    """Return up to ``most`` further edges, bool[m], in random order, that cross neither bridges nor each other."""
    able = allowed.copy()
    for mine, other in ((0, 1), (1, 0)):
        able[board.crossing[joined[board.crossing[:, other]], mine]] = False
    rank = np.empty(board.edges, dtype=np.int64)
    rank[random.order(board.edges)] = np.arange(board.edges)
    chosen = np.flatnonzero(_first_come(able, rank, board.crossing))
    found = np.zeros(board.edges, dtype=np.bool_)
    found[chosen[np.argsort(rank[chosen])][:most]] = True
    return found


def _first_come(able: Bools, rank: NDArray[np.int64], rivals: Ints) -> Bools:
    """Return the edges chosen greedily by rank from the ``able`` ones: those without a rival (int32[x, 2]) chosen before."""
    undecided, chosen = able.copy(), np.zeros_like(able)
    while undecided.any():
        rivals = rivals[undecided[rivals].all(axis=1)]
        winner = undecided.copy()
        winner[np.where(rank[rivals[:, 0]] < rank[rivals[:, 1]], rivals[:, 1], rivals[:, 0])] = False
        chosen |= winner
        undecided &= ~winner
        undecided[rivals[winner[rivals].any(axis=1)]] = False
    return chosen
