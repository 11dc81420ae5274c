"""Draw boards and plans, and read plans back.

    plan      a plan as its moves, ``A down 1``; a board as boxes
    unicode   boards as boxes: for a plan the board at the start and after each move
    ascii     the same with + - |
    letters   the same as grids of letters

Reading does not check the rules: the moves that a drawing shows are a plan, and the checker judges it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

from hashicnf.families.klotski.board import Board, Plan


def _boards(style: str, board: Board, plan: Plan | None) -> str:
    from hashicnf.families.klotski.draw import boards

    return boards.draw(board, plan, style)


def _plan(board: Board, plan: Plan | None) -> str:
    from hashicnf.families.klotski import plans

    return _boards("unicode", board, None) if plan is None else plans.write(plan)


STYLES: Final[Mapping[str, Callable[[Board, Plan | None], str]]] = {
    "plan": _plan,
    "unicode": partial(_boards, "unicode"),
    "ascii": partial(_boards, "ascii"),
    "letters": partial(_boards, "letters"),
}


def read(board: Board, text: str, name: str) -> Plan:
    """Return a plan in any style. Raises InputError with line and column."""
    from hashicnf.families.klotski import plans
    from hashicnf.families.klotski.draw import boards

    return boards.read(board, text, name) if boards.looks_like(board, text) else plans.read(board, text, name)
