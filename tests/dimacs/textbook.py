"""The formulas of dimacs/textbook: small classics whose verdicts, and numbers of models, are known from theory.

They are shared by everything that must agree about a formula: backends, solvers, readers. ``python -m tests.dimacs.textbook``
writes them anew.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations, product
from pathlib import Path

import numpy as np

from hashicnf.dimacs.writer import write_cnf

FOLDER = Path(__file__).parent.parent.parent / "dimacs" / "textbook"
TABLE = FOLDER / "VERDICTS.txt"
Clauses = list[list[int]]


@dataclass(frozen=True, slots=True)
class Classic:
    """A formula; ``models`` counts assignments to all variables, 0 if there is none."""

    name: str
    variables: int
    clauses: Clauses
    models: int
    meaning: str

    def text(self) -> bytes:
        """Return the text of the file, with the clauses in order."""
        target = io.BytesIO()
        blocks = [np.array([clause], dtype=np.int32) for clause in self.clauses]
        write_cnf(target, self.variables, blocks, len(blocks), [self.meaning])
        return target.getvalue()


def classics() -> Iterator[Classic]:
    """List all formulas."""
    yield Classic("empty", 0, [], 1, "no variables, no clauses")
    yield Classic("free", 5, [], 32, "five variables that nobody mentions")
    yield Classic("falsum", 0, [[]], 0, "no variables, one empty clause")
    yield Classic("falsum_among_others", 3, [[1, 2], [], [-3]], 0, "an empty clause among others")
    yield Classic("unit", 1, [[-1]], 1, "one variable, which is false")
    yield Classic("contradiction", 1, [[1], [-1]], 0, "a variable and its negation")
    yield Classic("tautology", 2, [[1, -1], [2, 1, -2]], 4, "clauses that are always true")
    yield Classic("repetition", 2, [[1, 1], [-2, -2, -2], [1, 1]], 1, "literals and clauses that repeat")
    yield Classic("gaps", 9, [[3, 7], [-7, 9]], 2**6 * 4, "only three of nine variables occur")
    yield Classic("horn", 6, [[1], *([-i, i + 1] for i in range(1, 6))], 1, "a chain that unit propagation solves")
    yield Classic(
        "full", 3, [list(c) for c in product((1, -1), (2, -2), (3, -3))], 0, "all clauses over three variables"
    )
    for holes in (2, 3, 4, 5):
        yield pigeons(holes + 1, holes, 0)
    yield pigeons(4, 4, 24)
    yield from (queens(n, models) for n, models in ((3, 0), (4, 2), (5, 10), (6, 4)))
    yield from (parity(n, odd) for n in (3, 6) for odd in (False, True))
    yield Classic("parity_cycle", 5, parity_cycle(5), 0, "each neighbour on a cycle of five differs")
    yield colouring("complete4", list(combinations(range(1, 5), 2)), 4, 0)
    yield colouring("petersen", PETERSEN, 10, 120)
    yield colouring("cycle7", [(i, i % 7 + 1) for i in range(1, 8)], 7, 2**7 - 2)
    yield waerden(8, 6)
    yield waerden(9, 0)
    yield schur(4, 2)
    yield schur(5, 0)
    yield ramsey(5, 12)
    yield ramsey(6, 0)
    yield ordering(4)
    yield dominoes()


def pigeons(count: int, holes: int, models: int) -> Classic:
    """Put each pigeon into a hole, one in each. Reference: Cook and Reckhow 1979."""
    sit = [[(p * holes) + h + 1 for h in range(holes)] for p in range(count)]
    alone = [[-a, -b] for h in range(holes) for a, b in combinations([row[h] for row in sit], 2)]
    meaning = f"{count} pigeons, {holes} holes, none shared; variable {holes} p + h + 1: pigeon p sits in hole h"
    return Classic(f"pigeons_{count}_{holes}", count * holes, sit + alone, models, meaning)


def queens(n: int, models: int) -> Classic:
    """Place n queens on an n x n board."""
    cells = {(r, c): r * n + c + 1 for r in range(n) for c in range(n)}
    rows = [[cells[r, c] for c in range(n)] for r in range(n)]
    attack = [
        [-cells[a], -cells[b]]
        for a, b in combinations(cells, 2)
        if a[0] == b[0] or a[1] == b[1] or abs(a[0] - b[0]) == abs(a[1] - b[1])
    ]
    return Classic(f"queens_{n}", n * n, rows + attack, models, f"{n} queens that do not attack each other, row by row")


def parity(n: int, odd: bool) -> Classic:
    """Demand that an even number of n variables is true, and that the number of true ones is even (or odd)."""
    even = [[s * v for s, v in zip(signs, range(1, n + 1), strict=True)] for signs in product((1, -1), repeat=n)]
    clauses = [c for c in even if sum(x < 0 for x in c) % 2 == 1]
    other = [c for c in even if sum(x < 0 for x in c) % 2 == 0] if odd else []
    word = "both even and odd" if odd else "even"
    name = f"parity_{n}_{'both' if odd else 'even'}"
    return Classic(name, n, clauses + other, 0 if odd else 2 ** (n - 1), f"the sum of {n} variables is {word}")


def parity_cycle(n: int) -> Clauses:
    """Make neighbours on a cycle differ."""
    return [clause for i in range(1, n + 1) for clause in ([i, i % n + 1], [-i, -(i % n + 1)])]


PETERSEN = [
    *((i, i % 5 + 1) for i in range(1, 6)),
    *((i, i + 5) for i in range(1, 6)),
    *((i + 6, (i + 2) % 5 + 6) for i in range(5)),
]


def colouring(name: str, edges: list[tuple[int, int]], nodes: int, models: int) -> Classic:
    """Colour a graph with three colours, one for each node."""
    colour = {(v, k): 3 * (v - 1) + k for v in range(1, nodes + 1) for k in (1, 2, 3)}
    clauses = [[colour[v, k] for k in (1, 2, 3)] for v in range(1, nodes + 1)]
    clauses += [[-colour[v, a], -colour[v, b]] for v in range(1, nodes + 1) for a, b in ((1, 2), (1, 3), (2, 3))]
    clauses += [[-colour[u, k], -colour[v, k]] for u, v in edges for k in (1, 2, 3)]
    meaning = f"the graph {name} in three colours; variable 3 v + k: node v (from 0) has colour k (from 1)"
    return Classic(f"colouring_{name}", 3 * nodes, clauses, models, meaning)


def waerden(n: int, models: int) -> Classic:
    """Split 1..n into two sets without three numbers in arithmetic progression. Reference: van der Waerden 1927."""
    lines = [[a, a + d, a + 2 * d] for a in range(1, n + 1) for d in range(1, n) if a + 2 * d <= n]
    return _split(f"waerden_{n}", n, lines, models, f"1 to {n} in two sets without three evenly spaced numbers")


def schur(n: int, models: int) -> Classic:
    """Split 1..n into two sets without a + b = c in one set. Reference: Schur 1916."""
    sums = [sorted({a, b, a + b}) for a in range(1, n + 1) for b in range(a, n + 1) if a + b <= n]
    return _split(f"schur_{n}", n, sums, models, f"1 to {n} in two sets, no set with a + b = c")


def ramsey(n: int, models: int) -> Classic:
    """Colour the edges of a complete graph without a triangle of one colour. Reference: Ramsey 1930."""
    edge = {pair: i for i, pair in enumerate(combinations(range(n), 2), 1)}
    triangles = [[edge[a, b], edge[a, c], edge[b, c]] for a, b, c in combinations(range(n), 3)]
    return _split(f"ramsey_{n}", len(edge), triangles, models, f"{n} people, no three all friends or all strangers")


def ordering(n: int) -> Classic:
    """Claim that a linear order of n things has no smallest one. Reference: Krishnamurthy 1985."""
    below = {(a, b): i for i, (a, b) in enumerate(((a, b) for a in range(n) for b in range(n) if a != b), 1)}
    clauses = [[below[a, b] for a in range(n) if a != b] for b in range(n)]
    clauses += [[-below[a, b], -below[b, a]] for a, b in combinations(range(n), 2)]
    clauses += [
        [-below[a, b], -below[b, c], below[a, c]] for a, b, c in product(range(n), repeat=3) if len({a, b, c}) == 3
    ]
    return Classic(f"ordering_{n}", n * (n - 1), clauses, 0, f"an order of {n} things in which each has one below it")


def dominoes() -> Classic:
    """Tile a 4 x 4 board without two opposite corners. Reference: McCarthy 1964."""
    cells = [c for c in product(range(4), repeat=2) if c not in ((0, 0), (3, 3))]
    pairs = [(a, b) for a, b in combinations(cells, 2) if abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1]
    clauses: Clauses = []
    for cell in cells:
        touching = [i for i, pair in enumerate(pairs, 1) if cell in pair]
        clauses += [touching, *([-a, -b] for a, b in combinations(touching, 2))]
    return Classic("dominoes_4", len(pairs), clauses, 0, "dominoes on a 4 x 4 board without two opposite corners")


def _split(name: str, n: int, sets: Clauses, models: int, meaning: str) -> Classic:
    clauses = [clause for group in sets for clause in (group, [-v for v in group])]
    return Classic(name, n, clauses, models, meaning)


def files() -> dict[str, bytes]:
    """Return the contents of the folder, by file name."""
    known = list(classics())
    width = max(len(classic.name) for classic in known) + 4
    row: Callable[[object, object, object, object], str] = lambda a, b, c, d: f"{a:<{width}} {b:<6} {c:>6}  {d}\n"  # noqa: E731
    table = row("file", "says", "models", "what") + "".join(
        row(f"{c.name}.cnf", "SAT" if c.models else "UNSAT", c.models, c.meaning) for c in known
    )
    return {f"{c.name}.cnf": c.text() for c in known} | {TABLE.name: table.encode()}


def write_anew(folder: Path, texts: Mapping[str, bytes]) -> None:
    """Write a folder with these files and no others."""
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.iterdir():
        old.unlink()
    for name, text in texts.items():
        (folder / name).write_bytes(text)


if __name__ == "__main__":
    write_anew(FOLDER, files())
