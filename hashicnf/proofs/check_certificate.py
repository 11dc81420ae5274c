"""Check a certificate that a puzzle has one solution and no other, or none at all.

    python check_certificate.py FILE      exit code 0 verified, 1 refused, 2 usage, 65 no certificate

This module stands alone: it needs only Python, and shares no code with the writer of certificates. A reader who has checked it need
not trust encoders, solvers and decoders. A certificate is a text:

    hashicnf certificate 1
    claim: unique         or unsolvable
    [puzzle]              the puzzle as in a native file
    [solution]            its solution, where there is one
    [formula]             DIMACS CNF; a comment such as "c island 3 5" is the reason why the clauses after it hold
    [proof]               DRUP: clauses that follow by unit propagation, deletions; "c 5 17" names clauses to try first

The solution is checked by the rules of the puzzle. A clause is checked against its reason, a rule: nothing that makes all its
literals false keeps the rule ("solution": it differs from the one above). Unit propagation must derive each lemma, then a conflict.
"""

from __future__ import annotations

import re
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from math import isqrt
from pathlib import Path
from typing import Final, TypeAlias

MAGIC: Final = "hashicnf certificate 1"
SECTIONS: Final = {"unique": ("puzzle", "solution", "formula", "proof"), "unsolvable": ("puzzle", "formula", "proof")}
PROVED: Final = {"unique": "one solution and no other", "unsolvable": "no solution"}
EMPTY: Final = (".", "0", "_")
CELL: Final = "[._?0]|[1-9][0-9]{0,8}"
SETTINGS: Final = {
    "hashi": {"max-bridges": "[1-9][0-9]{0,2}|1000", "loops": "yes|no"},
    "sudoku": {"boxes": "[1-9][0-9]?x[1-9][0-9]?", "diagonals": "yes|no"},
}

Clause: TypeAlias = tuple[int, ...]
Line: TypeAlias = tuple[int, str]  # its number, from 1, and its text
Place: TypeAlias = tuple[int, ...]  # row and column, from 1; or the number of a unit
Grid: TypeAlias = dict[Place, str]  # in reading order


class MalformedError(Exception):
    """The text is no certificate; arguments: the number of a line, from 1, and a message."""


class RefusedError(Exception):
    """The certificate does not prove its claim; arguments: the number of a line, and a message."""


class Hashi:
    """Islands, and pairs of them that see each other; the variable ``pair * most + j`` is true if a pair has at least j bridges.

    Pairs count from 0, by their first island in reading order, right before down; j from 1 to ``most``, the most of any pair.
    """

    def __init__(self, settings: dict[str, str], grid: Grid) -> None:
        """Find the islands, the pairs, and for each cell the pairs that end at it or pass over it."""
        self.clue = {at: None if cell == "?" else int(cell) for at, cell in grid.items() if cell not in EMPTY}
        self.loops, limit = settings.get("loops", "yes") == "yes", int(settings.get("max-bridges", "2"))
        known = [clue for clue in self.clue.values() if clue is not None]
        self.most = limit if len(known) < len(self.clue) else max(1, min(limit, max(known, default=1)))
        self.pair: dict[tuple[Place, ...], int] = {}
        self.pairs_at: defaultdict[Place, list[int]] = defaultdict(list)
        for place in self.clue:
            for down, right in ((0, 1), (1, 0)):
                line = [place]
                while (ahead := (line[-1][0] + down, line[-1][1] + right)) in grid and ahead not in self.clue:
                    line.append(ahead)
                if ahead in self.clue:
                    for cell in (*line, ahead):
                        self.pairs_at[cell].append(len(self.pair))
                    self.pair[place, ahead] = len(self.pair)
        self.variables = len(self.pair) * self.most
        self.loads: dict[int, int] | None = None

    def solve(self, lines: list[Line]) -> None:
        """Check bridges, a line ``row column row column count`` each."""
        loads, end = dict.fromkeys(range(len(self.pair)), 0), lines[-1][0]
        for line, text in lines[1:]:
            r, c, y, x, count = integers(line, text, 5)
            pair = self.pair.get(((r, c), (y, x)))
            if pair is None or loads[pair] or not 1 <= count <= self.most:
                raise RefusedError(line, f"{text}: not 1 to {self.most} bridges between islands that see each other")
            loads[pair] = count
        for place, pairs in self.pairs_at.items():
            if place not in self.clue and sum(loads[pair] > 0 for pair in pairs) > 1:
                raise RefusedError(end, f"bridges cross at row {place[0]}, column {place[1]}")
        for place, clue in self.clue.items():
            total = sum(loads[pair] for pair in self.pairs_at[place])
            if total != clue and (clue is not None or total < 1):
                raise RefusedError(end, f"the island at row {place[0]}, column {place[1]} has {total} bridges")
        used = [ends for ends, pair in self.pair.items() if loads[pair]]
        if self.components(used) > 1 or (not self.loops and len(used) >= len(self.clue) > 0):
            raise RefusedError(end, "the bridges do not connect all islands" + " as a tree" * (not self.loops))
        self.loads = loads

    def components(self, used: list[tuple[Place, ...]]) -> int:
        """Count the connected components of the islands."""
        above = {place: place for place in self.clue}  # union-find: the parent of each island
        for one, other in used:
            while above[one] != one:
                above[one] = one = above[above[one]]
            while above[other] != other:
                above[other] = other = above[above[other]]
            above[one] = other
        return sum(place == top for place, top in above.items())

    def allows(self, rule: str, places: list[Place], clause: Clause) -> bool:
        """Return whether some loads that make all literals false, ``least`` to ``largest`` for each pair, can keep the rule."""
        least, largest = defaultdict[int, int](int), defaultdict[int, int](lambda: self.most)
        for literal in clause:
            pair, below = divmod(abs(literal) - 1, self.most)
            largest[pair] = min(largest[pair], below if literal > 0 else self.most)
            least[pair] = max(least[pair], 0 if literal > 0 else below + 1)
        if rule == "pair":
            return all(low <= largest[pair] for pair, low in least.items())
        if rule == "solution":
            return self.loads is None or any((least[n], largest[n]) != (load, load) for n, load in self.loads.items())
        chosen, place = {*places}, places[0] if places else ()
        ends = Counter(pair for inside in chosen for pair in self.pairs_at.get(inside, []))
        if rule == "crossing" and place not in self.clue:
            return sum(least[pair] > 0 for pair in self.pairs_at.get(place, [])) < 2
        if rule in ("island", "sum") and all(at[:2] in self.clue for at in places):
            return self.adds_up(places, least, largest)
        if rule == "spanning" and None not in self.clue.values() and chosen <= self.clue.keys():
            lack = sum(self.clue[at] or 0 for at in chosen) - sum(least[pair] * count for pair, count in ends.items())
            used = [two for two, pair in self.pair.items() if least[pair] or (largest[pair] and pair in ends)]
            free = sum(clue or 0 for clue in self.clue.values()) // 2 - sum(least.values())
            room = free + 1 - self.components([*used, *((place, other) for other in chosen)])
            return lack <= room or any(least[pair] < largest[pair] for pair, count in ends.items() if count > 1)
        if rule == "set" and 0 < len(chosen) < len(self.clue) and chosen <= self.clue.keys():
            return any(largest[pair] > 0 for pair, count in ends.items() if count == 1)
        if rule == "loop" and not self.loops and len(places) == len(chosen) > 2:
            ring = [(min(step), max(step)) for step in zip(places, [*places[1:], place], strict=True)]
            return any(least[self.pair.get(step, -1)] < 1 for step in ring)
        return True

    def adds_up(self, weighted: list[Place], least: dict[int, int], largest: dict[int, int]) -> bool:
        """Return whether a weighted sum of clues can be met; ``weighted`` holds ``row column weight``, with 1 for no weight."""
        factor, total, ends = Counter[int](), 0, [[0, 0]]
        for row, column, weight in ((*place, 1)[:3] for place in weighted):
            clue = self.clue[row, column]
            total += weight * (clue or 1)
            ends += [] if clue else [sorted((0, -4 * self.most * weight))]  # an unknown clue, beyond its certain 1
            factor.update(dict.fromkeys(self.pairs_at[row, column], weight))
        is_even = len(ends) == 1 and all(f % 2 == 0 or least[n] == largest[n] for n, f in factor.items())
        ends += [sorted((f * least[n], f * largest[n])) for n, f in factor.items()]
        low, high = map(sum, zip(*ends, strict=True))
        return low <= total <= high and not (is_even and (total - low) % 2)


class Sudoku:
    """A square of n x n cells; the variable ``((row - 1) * n + column - 1) * n + k`` is true if a cell holds the number k."""

    def __init__(self, settings: dict[str, str], grid: Grid) -> None:
        """Find the units: sets of n cells that hold every number once."""
        self.cells, self.side = [*grid], max(grid)[0]
        usual = max((n for n in range(2, isqrt(self.side) + 1) if self.side % n == 0), default=self.side)
        tall, wide = map(int, settings.get("boxes", f"{usual}x{self.side // usual}").split("x"))
        self.given = {cell: int(text) for cell, text in grid.items() if text not in (*EMPTY, "?")}
        if not len(grid) == (tall * wide) ** 2 == self.side**2 > 9 or max(self.given.values(), default=0) > self.side:
            raise MalformedError(3, "this is no square of such boxes, or a number is too large")
        self.units: defaultdict[tuple[str, int], set[Place]] = defaultdict(set)
        for r, c in grid:
            self.units["row", r].add((r, c))
            self.units["column", c].add((r, c))
            self.units["box", (r - 1) // tall * tall + (c - 1) // wide + 1].add((r, c))
            for number in [1] * (r == c) + [2] * (r + c == self.side + 1) if settings.get("diagonals") == "yes" else ():
                self.units["diagonal", number].add((r, c))
        self.variables = self.side**3
        self.filled: dict[Place, int] | None = None

    def solve(self, lines: list[Line]) -> None:
        """Check rows of numbers."""
        rows = [integers(*line, self.side) for line in lines[1:]]
        filled: dict[Place, int] = {(r, c): n for r, row in enumerate(rows, 1) for c, n in enumerate(row, 1)}
        if filled.keys() != {*self.cells} or any(filled[cell] != number for cell, number in self.given.items()):
            raise RefusedError(lines[-1][0], "these rows do not fill the grid, or they change a given number")
        for (kind, number), unit in self.units.items():
            if {filled[cell] for cell in unit} != {*range(1, self.side + 1)}:
                raise RefusedError(lines[-1][0], f"{kind} {number} does not hold every number once")
        self.filled = filled

    def allows(self, rule: str, places: list[Place], clause: Clause) -> bool:
        """Return whether a grid that makes all literals false, so cells hold or lack certain numbers, can keep the rule."""
        holds, lacks = defaultdict[Place, set[int]](set), defaultdict[Place, set[int]](set)
        for literal in clause:
            cell, below = divmod(abs(literal) - 1, self.side)
            (lacks if literal > 0 else holds)[self.cells[cell]].add(below + 1)
        place = places[0] if places else ()
        if rule == "solution":
            return self.filled is None or any(number not in holds[cell] for cell, number in self.filled.items())
        if rule == "cell":
            return len(holds[place]) < 2 and len(lacks[place]) < self.side
        if rule == "given":
            return self.given.get(place, 0) not in lacks[place]
        unit = self.units.get((rule, place[0]), set()) if len(place) == 1 else set[Place]()
        twice = Counter(k for cell in unit for k in holds[cell])
        nowhere = Counter(k for cell in unit for k in lacks[cell])
        return max(twice.values(), default=0) < 2 and self.side not in nowhere.values()


class Propagation:
    """Clauses under unit propagation; each clause of two or more literals is watched by its first two.

    Literals that are true without assumptions stay true even if a clause they were derived from is deleted.
    """

    def __init__(self) -> None:
        """Start without clauses."""
        self.watching: defaultdict[int, list[list[int]]] = defaultdict(list)
        self.copies: defaultdict[Clause, list[list[int]]] = defaultdict(list)
        self.clauses: list[list[int]] = []  # in the order in which they came; those that were deleted are empty
        self.true, self.trail = set[int](), list[int]()
        self.done, self.refuted = 0, False  # the number of literals of the trail that have been propagated

    def add(self, clause: Clause) -> None:
        """Add a clause and propagate."""
        literals = sorted({*clause}, key=lambda literal: -literal in self.true)  # false literals come last
        self.clauses.append(literals)
        if len(literals) > 1:
            self.copies[tuple(sorted({*clause}))].append(literals)
            for literal in literals[:2]:
                self.watching[literal].append(literals)
        self.refuted = self.refuted or not literals or self.falsifies(literals) or self.conflicts()

    def delete(self, clause: Clause) -> None:
        """Delete a clause if it is present, by emptying it: propagation skips empty clauses."""
        if copies := self.copies.get(tuple(sorted({*clause}))):
            copies.pop().clear()

    def implies(self, clause: Clause, hints: Iterable[int] = ()) -> bool:
        """Return whether propagation from the negation of a clause ends in a conflict; hinted clauses are propagated first."""
        before = len(self.trail)
        for literal in clause:
            self.assign(-literal)
        hinted = (self.clauses[number - 1] for number in hints if 0 < number <= len(self.clauses))
        found = any(literal in self.true for literal in clause) or any(map(self.falsifies, hinted)) or self.conflicts()
        self.true.difference_update(self.trail[before:])
        del self.trail[before:]
        self.done = before
        return found

    def assign(self, literal: int) -> None:
        """Make a literal true, unless it has a value."""
        if literal not in self.true and -literal not in self.true:
            self.true.add(literal)
            self.trail.append(literal)

    def falsifies(self, clause: list[int]) -> bool:
        """Assign the last literal that is not false, if only one; return whether a clause, not deleted, has only false ones."""
        unset = [literal for literal in clause if -literal not in self.true]
        if len(unset) == 1:
            self.assign(unset[0])
        return not unset and clause != []

    def conflicts(self) -> bool:
        """Propagate; return whether all literals of a clause are false."""
        while self.done < len(self.trail):
            false = -self.trail[self.done]
            self.done += 1
            self.watching[false], clauses = [], self.watching[false]
            for number, clause in enumerate(clauses):
                if clause and self.look(clause, false):
                    self.watching[false] += clauses[number + 1 :]
                    return True
        return False

    def look(self, clause: list[int], false: int) -> bool:
        """Let another literal watch a clause in place of a false one, else assign the last one; return True for a conflict."""
        if clause[0] == false:
            clause[0], clause[1] = clause[1], false
        if clause[0] not in self.true:
            for at in range(2, len(clause)):
                if -clause[at] not in self.true:
                    clause[1], clause[at] = clause[at], false
                    self.watching[clause[1]].append(clause)
                    return False
        self.watching[false].append(clause)
        return clause[0] not in self.true and self.falsifies(clause[:1])


def check(text: str, begin: Callable[[int], None] = lambda _: None) -> str:
    """Return a text about what a certificate proves; call ``begin`` for each line. Raises MalformedError or RefusedError."""
    claim, sections = split(text)
    (family, rules), known = read_puzzle(sections["puzzle"]), Propagation()
    if claim == "unique":
        rules.solve(sections["solution"])
    for line, reason, text in commented(sections["formula"][2:], begin):
        clause = literals(line, text, rules.variables)
        rule, _, places = reason.partition(" ")
        if rules.allows(rule, [integers(line, place) for place in places.split(",") if place], clause):
            raise RefusedError(line, f"the clause does not follow from its reason, {reason or 'none'}")
        known.add(clause)
    header, clauses = f"p cnf {rules.variables} {len(known.clauses)}", len(known.clauses)
    if [line for _, line in sections["formula"][1:2]] != [header]:
        raise MalformedError(sections["formula"][0][0] + 1, f"expected {header!r}")
    for line, hints, text in commented(sections["proof"][1:], begin):
        clause = literals(line, text.removeprefix("d "))
        if text.startswith("d "):
            known.delete(clause)
        elif not known.refuted:
            if not known.implies(clause, integers(line, hints)):
                raise RefusedError(line, "the lemma does not follow by unit propagation")
            known.add(clause)
    if not known.refuted:
        raise RefusedError(sections["proof"][-1][0], "the proof ends before there is a contradiction")
    return f"{PROVED[claim]} ({family}; clauses: {clauses:,}, lemmas: {len(known.clauses) - clauses:,})"


def split(text: str) -> tuple[str, dict[str, list[Line]]]:
    """Return the claim, and the lines of each section, the first of which is its title."""
    sections: dict[str, list[Line]] = {"": []}
    for number, line in enumerate(re.split("\r\n?|\n", text.removesuffix("\n")), 1):
        if title := re.fullmatch(r"\[([a-z]+)\]", line):
            if title[1] in sections:
                raise MalformedError(number, f"a second section {line}")
            sections[title[1]] = []
        [*sections.values()][-1].append((number, line))
    first = [line for _, line in sections.pop("")]
    claim = "".join(first[-1:]).removeprefix("claim: ")
    if first != [MAGIC, f"claim: {claim}"] or claim not in SECTIONS:
        raise MalformedError(1, f"expected {MAGIC!r}, then 'claim: {' or '.join(SECTIONS)}'; plans: check_plan.py")
    if tuple(sections) != SECTIONS[claim]:
        raise MalformedError(number, f"expected the sections {', '.join(SECTIONS[claim])}")
    return claim, sections


def read_puzzle(lines: list[Line]) -> tuple[str, Hashi | Sudoku]:
    """Read settings and a grid, one character per cell or cells separated by blanks; return the family and its rules."""
    settings: dict[str, str] = {}
    rows, sign = list[list[str]](), ""  # between cells: a blank, or a comma after the only cell
    for number, line in lines[1:]:
        if (found := re.fullmatch("([a-z-]+): *(.*)", line)) and not rows and found[1] not in settings:
            settings[found[1]] = found[2]
        else:
            sign = sign if rows else " " if " " in line else "," * ("," in line)
            rows.append(line.split(" ") if sign == " " else [line[:-1]] * (line[-1:] == sign) if sign else [*line])
            if len(rows[-1]) != len(rows[0]) or not all(re.fullmatch(CELL, cell) for cell in rows[-1]):
                raise MalformedError(number, "expected a row of cells")
    grid: Grid = {(r, c): cell for r, row in enumerate(rows, 1) for c, cell in enumerate(row, 1)}
    family, _ = settings.pop("family", "hashi"), settings.pop("title", "")
    if family not in SETTINGS or not grid:
        raise MalformedError(lines[0][0], f"expected a puzzle of the families {', '.join(SETTINGS)}")
    for name, value in settings.items():
        if not re.fullmatch(SETTINGS[family].get(name, "(?!)"), value):
            raise MalformedError(lines[0][0], f"{name}: {value} is no setting of the family {family}")
    return family, (Hashi if family == "hashi" else Sudoku)(settings, grid)


def commented(lines: list[Line], begin: Callable[[int], None]) -> Iterator[tuple[int, str, str]]:
    """Yield the number of each line, the last comment before it, and the line; call ``begin`` for each."""
    comment = ""
    for number, line in lines:
        begin(number)
        if line.startswith("c "):
            comment = line[2:]
        else:
            yield number, comment, line


def literals(line: int, text: str, variables: int | None = None) -> Clause:
    """Read a clause over at most ``variables`` variables. Raises MalformedError."""
    *clause, end = integers(line, text) or (1,)
    if end or not all(clause):
        raise MalformedError(line, "expected literals and then 0")
    if variables is not None and max(map(abs, clause), default=0) > variables:
        raise MalformedError(line, f"a variable beyond the {variables} of the puzzle")
    return tuple(clause)


def integers(line: int, text: str, count: int | None = None) -> tuple[int, ...]:
    """Read integers separated by blanks, ``count`` of them. Raises MalformedError."""
    words = text.split()
    if not re.fullmatch(r"(\s*-?[0-9]{1,9}(?!\S))*\s*", text) or count not in (None, len(words)):
        raise MalformedError(line, f"expected {'' if count is None else f'{count} '}integers")
    return tuple(map(int, words))


def main(arguments: list[str]) -> int:
    """Check a file; print the outcome and return the exit code."""
    if len(arguments) != 1 or arguments[0].startswith("-"):
        print("usage: python check_certificate.py FILE")
        return 2
    try:
        print(f"verified: {check(Path(arguments[0]).read_text(encoding='utf-8-sig'))}")
    except (OSError, UnicodeError) as problem:
        print(f"{arguments[0]}: cannot be read: {problem}")
        return 65
    except (MalformedError, RefusedError) as problem:
        print(f"{arguments[0]}:{problem.args[0]}: {problem.args[1]}")
        return 65 if isinstance(problem, MalformedError) else 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
