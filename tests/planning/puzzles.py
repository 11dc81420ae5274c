"""Sliding tiles and Klotski as planning tasks, for tests and measurements."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from hashicnf.planning.task import Action, Effect, Invariant, Task

WAYS: Final = {"left": (0, -1), "right": (0, 1), "up": (-1, 0), "down": (1, 0)}
HENG_DAO_LI_MA: Final = ("^22^", "v22v", "^<>^", "v11v", "1..1")
SHAPES: Final = {"1": (1, 1), "2": (2, 2), "<": (1, 2), "^": (2, 1)}


def tiles(rows: int, columns: int, start: Sequence[int]) -> Task:
    """Return the task of sliding tiles: fact p * cells + k is tile k in cell p; the goal is in order, the blank last."""
    cells = rows * columns
    goal = [*range(1, cells), 0]
    return Task(
        tuple(f"tile {k} in cell {p}" for p in range(cells) for k in range(cells)),
        tuple(p * cells + k for p, k in enumerate(start)),
        tuple((p * cells + k,) for p, k in enumerate(goal)),
        tuple(_slides(rows, columns)),
        (
            *(tuple(range(p * cells, (p + 1) * cells)) for p in range(cells)),
            *(tuple(range(k, cells * cells, cells)) for k in range(cells)),
        ),
        least=sum(_distance(columns, p, goal.index(k)) for p, k in enumerate(start) if k),
        stride=2,
        metric="moves",
    )


def _distance(columns: int, p: int, q: int) -> int:
    return abs(p // columns - q // columns) + abs(p % columns - q % columns)


def _slides(rows: int, columns: int) -> Iterator[Action]:
    cells = rows * columns
    for blank in range(cells):
        for way, (down, right) in WAYS.items():
            r, c = blank // columns - down, blank % columns - right
            if 0 <= r < rows and 0 <= c < columns:
                other = r * columns + c
                shifts = [
                    Effect((other * cells + k,), (blank * cells + k,), (other * cells + k,)) for k in range(1, cells)
                ]
                here, there = blank * cells, other * cells
                yield Action(way, (here,), (there,), (here,), tuple(shifts))


def klotski(lines: Sequence[str], goal: Sequence[int] = ()) -> Task:
    """Return the task of Klotski: facts are shapes ("." for blanks) at their upper left cells; the default goal is the exit."""
    rows, columns = len(lines), len(lines[0])
    places = {
        (shape, r, c): [(r + i) * columns + c + j for i in range(h) for j in range(w)]
        for shape, (h, w) in {**SHAPES, ".": (1, 1)}.items()
        for r in range(rows - h + 1)
        for c in range(columns - w + 1)
        if any(shape in line for line in lines)
    }
    number = {place: fact for fact, place in enumerate(places)}
    taken: set[tuple[int, int]] = set()
    start = []
    for r, line in enumerate(lines):
        for c, symbol in enumerate(line):
            if symbol in "12<^." and (r, c) not in taken:
                h, w = SHAPES.get(symbol, (1, 1))
                taken |= {(r + i, c + j) for i in range(h) for j in range(w)}
                start.append(number[symbol, r, c])
    actions = []
    for (shape, r, c), cells in places.items():
        for way, (down, right) in WAYS.items():
            after = places.get((shape, r + down, c + right))
            if shape == "." or after is None:
                continue
            entered = [number[".", *divmod(p, columns)] for p in after if p not in cells]
            left = [number[".", *divmod(p, columns)] for p in cells if p not in after]
            here, there = number[shape, r, c], number[shape, r + down, c + right]
            name = f"{shape} {r + 1},{c + 1} {way}"
            actions.append(Action(name, (here, *entered), (there, *left), (here, *entered)))
    kinds = {shape: tuple(number[p] for p in places if p[0] == shape) for shape in {p[0] for p in places}}
    return Task(
        tuple(f"{shape} at {r + 1},{c + 1}" for shape, r, c in places),
        tuple(start),
        tuple((fact,) for fact in goal) or ((number["2", rows - 2, columns // 2 - 1],),),
        tuple(actions),
        tuple(tuple(number[p] for p, cells in places.items() if cell in cells) for cell in range(rows * columns)),
        tuple(
            Invariant("pieces" if shape != "." else "blanks", facts, "eq", sum(f in start for f in facts))
            for shape, facts in sorted(kinds.items())
        ),
    )
