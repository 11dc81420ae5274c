"""Thousands of certificates, correct and mutated ones: ``python -m tests.proofs.certifying --help``."""

from __future__ import annotations

import argparse
import random
import re
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from pathlib import Path

import numpy as np

import hashicnf
from hashicnf.families import Puzzle
from hashicnf.families.hashi.board import Board as Hashi
from hashicnf.families.klotski.board import Board as Klotski
from hashicnf.families.sudoku.board import Board as Sudoku
from hashicnf.families.sudoku.board import Grid
from hashicnf.families.tiles.board import Board as Tiles
from hashicnf.proofs import check_certificate, check_plan
from hashicnf.proofs.certificates import FILES, checker
from hashicnf.proofs.certify import certify
from hashicnf.proofs.outcomes import Certified
from tests.oracles import hashi, klotski, sudoku, tiles
from tests.oracles.puzzles import puzzle_of, solution_of

MALFORMED = check_certificate.MalformedError, check_plan.MalformedError
REFUSED = check_certificate.RefusedError, check_plan.RefusedError
MOST_PAIRS, MOST_LOAD = 12, 4  # for brute force
SOLVERS = "cadical153", "dpll", "glucose4", "lingeling", "cadical103"


def a_hashi(rng: random.Random) -> Puzzle:
    """Return a small board, often with a changed clue, so that many have no solution."""
    most, loops = rng.choice((1, 2, 2, 2, 3)), rng.random() < 0.7
    grid = hashi.planted(rng, rng.randint(2, 4), rng.randint(2, 5), rng.randint(2, 7), most, loops=loops)
    if rng.random() < 0.5:
        r, c = rng.choice(hashi.islands(grid))
        grid[r][c] = max(1, grid[r][c] + rng.choice((-1, 1)))
    return puzzle_of(grid, most, loops=loops)


def a_sudoku(rng: random.Random) -> Puzzle:
    """Return a small grid with few open cells, and sometimes a wrong given."""
    side, boxes = rng.choice(((4, "2x2"), (4, "2x2"), (6, "2x3"), (6, "3x2")))
    diagonals = side == 4 and rng.random() < 0.3
    tall, wide = map(int, boxes.split("x"))
    rows = rng.choice([*islice(sudoku.solutions([[0] * side] * side, (tall, wide), diagonals=diagonals), 40)])
    number = rng.sample(range(1, side + 1), side)
    rows = [[number[k - 1] for k in row] for row in rows]
    for r, c in rng.sample([(r, c) for r in range(side) for c in range(side)], rng.randint(2, side * side * 5 // 8)):
        rows[r][c] = 0
    if rng.random() < 0.4:
        rows[rng.randrange(side)][rng.randrange(side)] = rng.randint(1, side)
    return hashicnf.puzzle(rows, "sudoku", boxes=boxes, diagonals="yes" if diagonals else "no")


def some_tiles(rng: random.Random) -> Puzzle:
    """Return a few tiles in any order."""
    shape = rng.choice(((1, 4), (2, 2), (2, 3), (3, 2), (5, 1)))
    tiles = [*range(shape[0] * shape[1])]
    rng.shuffle(tiles)
    rows = [tiles[r * shape[1] : (r + 1) * shape[1]] for r in range(shape[0])]
    return hashicnf.puzzle(rows, "tiles", goal=rng.choice(("blank-last", "blank-first")))


def a_klotski(rng: random.Random) -> Puzzle:
    """Return a few rectangles, and a goal on the board."""
    rows, columns = rng.choice(((2, 2), (2, 3), (3, 2), (3, 3), (2, 4), (1, 5)))
    grid = [["."] * columns for _ in range(rows)]
    names = iter("ABCDEFGH")
    for _ in range(rng.randint(2, 9)):
        tall, wide = rng.choice(((1, 1), (1, 1), (1, 2), (2, 1), (2, 2)))
        r, c = rng.randrange(rows), rng.randrange(columns)
        place = [(y, x) for y in range(r, r + tall) for x in range(c, c + wide)]
        if r + tall <= rows and c + wide <= columns and all(grid[y][x] == "." for y, x in place):
            name = next(names, ".")
            for y, x in place:
                grid[y][x] = name
    cells = {(r, c): name for r, row in enumerate(grid) for c, name in enumerate(row) if name != "."}
    wanted = rng.choice(sorted({*cells.values()} or {"A"}))
    own = [place for place, name in cells.items() if name == wanted]
    if not own:
        return a_klotski(rng)
    tall, wide = own[-1][0] - own[0][0] + 1, own[-1][1] - own[0][1] + 1
    goal = f"{wanted} at {rng.randint(0, rows - tall)},{rng.randint(0, columns - wide)}"
    return hashicnf.puzzle(["".join(row) for row in grid], "klotski", goal=goal)


MAKERS: tuple[Callable[[random.Random], Puzzle], ...] = (a_hashi, a_hashi, a_hashi, a_sudoku, some_tiles, a_klotski)


def certificates(seed: str) -> Iterator[tuple[Puzzle, Certified]]:
    """Yield certificates of all kinds, without end; puzzles without one are skipped."""
    rng = random.Random(seed)
    while True:
        puzzle = rng.choice(MAKERS)(rng)
        metrics = puzzle.rules.planning.metrics if puzzle.rules.planning else (None,)
        solver = rng.choice(SOLVERS) if puzzle.rules.static else None
        certified = certify(puzzle, metric=rng.choice(metrics), solver=solver)
        if certified.text is not None:
            yield puzzle, certified


def is_true(text: str) -> bool | None:
    """Return whether claim and solution of a certificate are right by the oracle; None if the puzzle is too large for it."""
    head = text.partition("[puzzle]")[0]
    claim, metric = (re.search(f"^{name}: (.*)$", head, re.MULTILINE) for name in ("claim", "metric"))
    sections = {name: [line for _, line in lines[1:]] for name, lines in checker(text).split(text)[1].items()}
    puzzle = hashicnf.parse("\n".join([*sections["puzzle"], ""]), "native")
    own = sections.get("solution", [])
    assert claim is not None, text
    if puzzle.rules.planning is not None:
        shortest = shortest_of(puzzle, metric[1] if metric else puzzle.rules.planning.metrics[0])
        if claim[1] == "unsolvable":
            return shortest is None
        return puzzle.check(tuple(own)) == [] and len(own) == shortest
    if isinstance(puzzle.board, Hashi) and (puzzle.board.edges > MOST_PAIRS or puzzle.board.load > MOST_LOAD):
        return None
    solutions = [*islice(_solutions(puzzle), 2)]
    if claim[1] == "unsolvable":
        return solutions == []
    certifying = puzzle.rules.static.certifying() if puzzle.rules.static and puzzle.rules.static.certifying else None
    assert certifying is not None
    written = [certifying.lines(puzzle.board, solution) for solution in solutions]
    in_order = (lambda rows: sorted(rows)) if puzzle.family == "hashi" else list
    return [*map(in_order, written)] == [in_order([" ".join(line.split()) for line in own])]


def _solutions(puzzle: Puzzle) -> Iterator[object]:
    if isinstance(board := puzzle.board, Hashi):
        grid = board.cells().tolist()
        found = hashi.solutions(grid, board.max_bridges, loops=board.loops)
        return (solution_of(grid, counts) for counts in found)
    assert isinstance(board, Sudoku)
    filled = sudoku.solutions(board.givens.tolist(), board.box, diagonals=board.diagonals)
    return (Grid(np.array(rows, dtype=np.int32)) for rows in filled)


def shortest_of(puzzle: Puzzle, metric: str) -> float | None:
    if isinstance(board := puzzle.board, Tiles):
        return tiles.shortest(board.start, board.goal, board.shape[1])
    assert isinstance(board, Klotski)
    return klotski.distances([line for line in puzzle.lines if ":" not in line], board.goal, metric)[1]


def mutated(rng: random.Random, text: str) -> str:
    """Return a text with a changed clue, clause, reason, literal, lemma, step, solution or claim; usually as many clauses."""
    lines = text.split("\n")[:-1]
    for _ in range(rng.choice((1, 1, 1, 2))):
        at = rng.randrange(1, len(lines))
        lines[at : at + 1] = rng.choice((_number, _number, _number, _word, _dropped, _doubled, _swapped))(
            rng, lines, at
        )
    text = "\n".join([*lines, ""])
    if rng.random() < 0.1:
        text = text.replace("claim: unique", "claim: unsolvable") if "claim: unique" in text else text
    count = sum(
        line[:1] in "-0123456789"
        for line in text.partition("[formula]\n")[2].partition("[proof]")[0].split("\n")
        if line
    )
    return text if rng.random() < 0.1 else re.sub(r"^(p cnf [0-9]+) [0-9]+$", rf"\1 {count}", text, flags=re.MULTILINE)


def _number(rng: random.Random, lines: list[str], at: int) -> list[str]:
    numbers = [*re.finditer("-?[0-9]", lines[at])]
    if not numbers:
        return _word(rng, lines, at)
    one = rng.choice(numbers)
    new = rng.choice((str(rng.randint(0, 9)), str(-int(one[0])), str(int(one[0]) + 1)))
    return [lines[at][: one.start()] + new + lines[at][one.end() :]]


def _word(rng: random.Random, lines: list[str], at: int) -> list[str]:
    words = lines[at].split(" ")
    place = rng.randrange(len(words))
    others = rng.choice(lines).split(" ")
    words[place : place + 1] = rng.choice(([], [rng.choice(others)], [words[place]] * 2))
    return [" ".join(words)]


def _dropped(rng: random.Random, lines: list[str], at: int) -> list[str]:
    return []


def _doubled(rng: random.Random, lines: list[str], at: int) -> list[str]:
    return [lines[at]] * 2


def _swapped(rng: random.Random, lines: list[str], at: int) -> list[str]:
    return [rng.choice(lines), lines[at]]


def verdict(text: str) -> str:
    """Return malformed, refused or accepted for any text."""
    try:
        checker(text).check(text)
    except MALFORMED:
        return "malformed"
    except REFUSED:
        return "refused"
    return "accepted"


def hunt(seed: str, number: int, each: int = 5, some: Iterable[tuple[Puzzle, Certified]] | None = None) -> Counter[str]:
    """Check mutations, ``each`` per certificate, of those of the seed or ``some``. Raises AssertionError for a wrong verdict."""
    rng, outcomes = random.Random(seed), Counter[str]()
    for _, certified in certificates(seed) if some is None else some:
        for _ in range(each):
            text = mutated(rng, certified.text or "")
            outcome = verdict(text)
            if outcome == "accepted":
                true = is_true(text)
                assert true is not False, f"accepted, and wrong:\n{text}\ninstead of\n{certified.text}"
                outcome = "accepted and right" if true else "accepted and not judged"
            outcomes[outcome] += 1
            if outcomes.total() == number:
                return outcomes
    raise AssertionError


def main() -> int:
    """Make certificates and mutations, and check the proofs by another checker, too; print the numbers of each kind."""
    parser = argparse.ArgumentParser(prog="python -m tests.proofs.certifying", description=main.__doc__)
    parser.add_argument("--certificates", type=int, default=1000)
    parser.add_argument("--mutations", type=int, default=5000)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--checker", help="a command with {cnf} and {proof} that ends with 0 for a right proof")
    given = parser.parse_args()
    made = Counter[str]()
    with tempfile.TemporaryDirectory() as folder:
        for puzzle, certified in islice(certificates(given.seed), given.certificates):
            text = certified.text or ""
            assert verdict(text) == "accepted", text
            assert is_true(text), text
            made[f"{puzzle.family} {certified.found}"] += 1
            if given.checker and "[formula]" in text:
                sections = check_certificate.split(text)[1]
                for name in ("formula", "proof"):
                    body = "".join(f"{line}\n" for _, line in sections[name][1:])
                    Path(folder, FILES[name]).write_text(body, encoding="utf-8")
                words = [
                    word.format(cnf=f"{folder}/formula.cnf", proof=f"{folder}/proof.drup")
                    for word in given.checker.split()
                ]
                done = subprocess.run(words, capture_output=True, text=True, check=False)
                assert done.returncode == 0, f"{done.stdout}{done.stderr}\n{text}"
                made["proofs accepted by the other checker"] += 1
    for what, count in sorted(made.items()):
        print(f"{count:6,} {what}")
    for what, count in hunt(f"{given.seed} mutated", given.mutations).items():
        print(f"{count:6,} mutations {what}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
