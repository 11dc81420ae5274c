"""Klotski in plain Python from the rules: pieces are sets of cells, none are merged, and a move is tried cell by cell."""

from __future__ import annotations

from collections.abc import Iterator

Cells = frozenset[tuple[int, int]]
State = dict[str, Cells]
WAYS = ((-1, 0), (1, 0), (0, -1), (0, 1))


def pieces_of(rows: list[str]) -> State:
    """Collect the cells of each letter."""
    found: dict[str, set[tuple[int, int]]] = {}
    for r, row in enumerate(rows):
        for c, letter in enumerate(row):
            if letter not in ".0_":
                found.setdefault(letter, set()).add((r, c))
    return {letter: frozenset(cells) for letter, cells in found.items()}


def merged(state: State, wanted: str) -> frozenset[object]:
    """Name a state by its sets of cells, and those of the piece of the goal."""
    return frozenset([*state.values(), ("wanted", state[wanted])])


def shifted(cells: Cells, way: tuple[int, int], shape: tuple[int, int], free: Cells) -> Cells | None:
    moved = frozenset((r + way[0], c + way[1]) for r, c in cells)
    inside = all(0 <= r < shape[0] and 0 <= c < shape[1] for r, c in moved)
    return moved if inside and moved <= free | cells else None


def moves(state: State, shape: tuple[int, int], metric: str) -> Iterator[State]:
    """Yield every state that one move leads to, some of them several times."""
    taken = frozenset().union(*state.values())
    blank = frozenset((r, c) for r in range(shape[0]) for c in range(shape[1])) - taken
    for letter, cells in state.items():
        seen = {cells}
        todo: list[tuple[Cells, tuple[int, int] | None]] = [(cells, None)]
        while todo:
            here, before = todo.pop()
            for way in WAYS:
                if metric == "slide" and before not in (None, way):
                    continue
                there = shifted(here, way, shape, blank | cells)
                if there is None or (there in seen and metric != "slide"):
                    continue
                seen.add(there)
                yield {**state, letter: there}
                if metric != "step":
                    todo.append((there, way))


def distances(
    rows: list[str], goal: tuple[str, int, int], metric: str
) -> tuple[dict[frozenset[object], int], int | None]:
    """Search breadth first from the start: the distance of every state that can be reached, and that of the nearest goal."""
    shape = len(rows), len(rows[0])
    start = pieces_of(rows)
    wanted, row, column = goal
    seen = {merged(start, wanted): 0}
    level, far, nearest = [start], 0, None
    while level:
        if nearest is None and any(min(state[wanted]) == (row, column) for state in level):
            nearest = far
        far += 1
        after = []
        for state in level:
            for child in moves(state, shape, metric):
                if (key := merged(child, wanted)) not in seen:
                    seen[key] = far
                    after.append(child)
        level = after
    return seen, nearest
