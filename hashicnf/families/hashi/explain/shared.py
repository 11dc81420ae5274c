"""Describe in sentences what all solutions of a board have in common."""

from __future__ import annotations

import numpy as np

from hashicnf.errors import counted
from hashicnf.families.hashi.board import Board, Solution, edges_under
from hashicnf.logic import Bools


def in_common(board: Board, partial: Solution, shared: Bools) -> list[str]:
    """Return lines: the number of certain bridges, and the meaning of a line where some solutions have more bridges.

    ``partial`` holds the bridges of every solution; ``shared``, bool[v + 1], is true for variables with one value in all.
    """
    number, load = board.edges, board.load
    same = np.all(shared[1 : number * load + 1].reshape(number, load), axis=1)
    count = partial.bridges[:, 4]
    certain = int(count.sum())
    pairs = f"for {int(same.sum()):,} of {counted(number, 'pair')} of islands the number is the same in all"
    lines = [f"{counted(certain, 'bridge')} {'is' if certain == 1 else 'are'} in every solution; {pairs}"]
    least = np.unique(count[np.logical_not(same[edges_under(board, partial.bridges)])]).tolist()
    if least == [1]:
        lines.append("a single line means at least one bridge: where the number is not the same in all, some have more")
    elif least:
        lines.append("a line means at least so many bridges: where the number is not the same in all, some have more")
    return lines
