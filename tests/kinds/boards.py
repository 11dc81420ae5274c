"""Kinds of boards: what ``generate hashi`` is asked for, by what makes boards easy or hard."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from math import isqrt
from typing import Any, Final, TypeVar

import hashicnf
from hashicnf.records import record

Options = Mapping[str, Any]
V = TypeVar("V")

PLANS: Final[Mapping[str, Options]] = {
    "grown": {},
    "scattered": {"scattered": True},
    "clustered": {"clustered": True},
    "winding": {"winding": True},
    "unsolvable": {"unsolvable": True},
}
SHAPES: Final[Mapping[str, Options]] = {
    "": {},
    "tree": {"loops": 0.0},
    "no loops": {"no_loops": True},
    "loops": {"loops": 0.4},
}
CELLS: Final = (2, 4, 10)  # for an island: dense, usual, sparse
DOUBLES: Final = (0.0, 0.1, 0.5)
MOST: Final = (2, 3, 4)
EVEN_LATTICES: Final = (10, 20, 30, 40, 50, 60)
ODD_LATTICES: Final = (9, 11, 13, 15)


@record
class Kind:
    """A board to solve: a name, the options of the generator, and whether it has a solution."""

    name: str
    islands: int
    options: Options
    solvable: bool

    @property
    def command(self) -> str:
        """Write the command that makes the board."""
        parts = [
            f"--{key.replace('_', '-')}" + ("" if value is True else f" {value}") for key, value in self.options.items()
        ]
        return " ".join(("hashicnf generate hashi", *parts))

    def text(self) -> str:
        """Make the board, as a native file."""
        return "\n".join(hashicnf.generate("hashi", **self.options).puzzle.lines) + "\n"


def lattices() -> Iterator[Kind]:
    """List the lattices of twos."""
    for side in (*EVEN_LATTICES, *ODD_LATTICES):
        yield Kind(f"lattice {side} x {side}", side * side, {"lattice": side}, side % 2 == 0)


def sampled(count: int, sizes: tuple[int, ...], seed: int) -> Iterator[Kind]:
    """Draw kinds: every value of every property comes equally often, in combinations that the seed chooses."""
    order = random.Random(seed)
    islands = _dealt(order, sizes, count)
    plans, shapes = _dealt(order, [*PLANS], count), _dealt(order, [*SHAPES], count)
    cells, doubles, most = _dealt(order, CELLS, count), _dealt(order, DOUBLES, count), _dealt(order, MOST, count)
    for i in range(count):
        yield kind(islands[i], plans[i], shapes[i], cells[i], doubles[i], most[i], seed=1000 * seed + i)


def kind(islands: int, plan: str, shape: str, cells: int, doubles: float, most: int, seed: int) -> Kind:
    """Put a kind together."""
    side = isqrt(cells * islands)
    options = {"size": f"{side}x{side}", "islands": islands, "seed": seed, "doubles": doubles, "max_bridges": most}
    options |= {**PLANS[plan], **SHAPES[shape]}
    name = f"{islands:,} {plan}{', ' if shape else ''}{shape}, {cells} cells, doubles {doubles}, up to {most}"
    return Kind(name, islands, options, plan != "unsolvable")


def _dealt(order: random.Random, values: Sequence[V], count: int) -> list[V]:
    """Repeat the values as often as needed, and shuffle each round of them."""
    dealt: list[V] = []
    while len(dealt) < count:
        dealt += order.sample(values, len(values))
    return dealt[:count]
