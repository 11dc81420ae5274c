"""The JSON style: islands and bridges by their places, with rows and columns counted from 1."""

from __future__ import annotations

import numpy as np

from hashicnf.core.document import Source
from hashicnf.core.jsondata import solution_data
from hashicnf.errors import InputError, shortened
from hashicnf.families.hashi.board import UNKNOWN, Board, Solution

FROM_ONE = np.array([1, 1, 1, 1, 0], dtype=np.int32)  # added to a bridge, so that its places count from 1


def draw(board: Board, solution: Solution | None) -> str:
    """Return one JSON object on one line; without a solution it has no ``bridges``."""
    rows, columns = board.shape
    parts = [f'"rows": {rows}, "columns": {columns}, "islands": [{", ".join(_islands(board))}]']
    if solution is not None:
        found = (solution.bridges + FROM_ONE).tolist()
        bridges = [f'{{"from": [{r}, {c}], "to": [{y}, {x}], "count": {count}}}' for r, c, y, x, count in found]
        parts.append(f'"bridges": [{", ".join(bridges)}]')
    return f"{{{', '.join(parts)}}}\n"


def _islands(board: Board) -> list[str]:
    """Return the JSON objects of the islands, as ``json.dumps`` writes them."""
    clues = ["null" if clue == UNKNOWN else clue for clue in board.clue.tolist()]
    places = zip((board.row + 1).tolist(), (board.column + 1).tolist(), clues, strict=True)
    return [f'{{"row": {r}, "column": {c}, "clue": {clue}}}' for r, c, clue in places]


def read(board: Board, text: str, name: str) -> Solution:
    """Return the solution of a JSON object, also of one that ``solve --json`` prints. Its islands may be left out.

    Raises InputError, also for the solution of another board.
    """
    data = solution_data(Source(name, text))
    if isinstance(data, dict) and isinstance(data.get("solution"), dict):
        data = data["solution"]
    if not isinstance(data, dict) or not isinstance(bridges := data.get("bridges"), list):
        raise InputError("the JSON object has no list of bridges", name, expected='"bridges": [{"from": [1, 2], ...}]')
    _require_board(board, data, name)
    rows = [_bridge(bridge, number, name) for number, bridge in enumerate(bridges, 1)]
    return Solution.of((np.array(rows, dtype=np.int32).reshape(-1, 5) - FROM_ONE).tolist())


def _require_board(board: Board, data: dict[str, object], name: str) -> None:
    """Raise InputError if the rows, columns and islands of an object, as far as it has them, are not those of the board."""
    import json  # not at the top: most drawings are no JSON

    for side, own in zip(("rows", "columns"), board.shape, strict=True):
        if side in data and json.dumps(data[side]) != str(own):
            fault = f"the drawing has {shortened(json.dumps(data[side]))} {side}"
            raise InputError(fault, name, expected=f"{own}, as in the puzzle")
    if "islands" not in data:
        return
    missing, islands = dict.fromkeys(_islands(board), True), data["islands"]
    for number, island in enumerate(islands if isinstance(islands, list) else [islands], 1):
        if not missing.pop(json.dumps(_in_order(island)), False):
            fault = f"island {number} of the list, {shortened(json.dumps(island))}, is none of this board, or repeated"
            raise InputError(fault, name, expected="the islands of the puzzle, each once")
    if missing:
        raise InputError("an island of this board is missing in the list", name, expected=next(iter(missing)))


def _in_order(island: object) -> object:
    """Return an object with the keys of islands in the order in which ``draw`` writes them; another value unchanged."""
    if not isinstance(island, dict):
        return island
    return {key: island[key] for key in ("row", "column", "clue") if key in island} | island


def _bridge(bridge: object, number: int, name: str) -> list[int]:
    expected = '{"from": [row, column], "to": [row, column], "count": number}'
    if isinstance(bridge, dict):
        values = [bridge.get("from"), bridge.get("to"), [bridge.get("count")]]
        if all(isinstance(v, list) for v in values) and [len(v or ()) for v in values] == [2, 2, 1]:
            flat = [x for v in values for x in v or ()]
            if all(isinstance(x, int) and not isinstance(x, bool) and abs(x) < 2**30 for x in flat):
                return [int(x or 0) for x in flat]
    raise InputError(f"bridge {number} of the list cannot be read", name, expected=expected)
