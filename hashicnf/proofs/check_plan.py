"""Check a certificate that no plan has fewer steps than the one in it, or that there is no plan at all.

    python check_plan.py FILE      exit code 0 verified, 1 refused, 2 usage, 30 gave up, 65 no certificate

This module stands alone: it needs only Python, and shares no code with the writer of certificates. A reader who has checked it need
not trust searches, formulas and solvers. A certificate is a text:

    hashicnf certificate 1
    claim: optimal        or unsolvable
    metric: move          the meaning of a step, if the family has more than one metric
    [puzzle]              the puzzle as in a native file
    [solution]            a plan, where there is one: one step per line

It contains no proof. The plan is replayed, and all positions that fewer steps reach are searched.
"""

from __future__ import annotations

import re
import sys
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Final, TypeAlias, TypeVar

MAGIC: Final = "hashicnf certificate 1"
SECTIONS: Final = {"optimal": ("puzzle", "solution"), "unsolvable": ("puzzle",)}
EMPTY: Final = (".", "0", "_")
NUMBER: Final = "[._0]|[1-9][0-9]{0,8}"
CELL: Final = f"{NUMBER}|[A-Za-z]"
METRIC: Final = "the metric"  # a name that no setting has
WAYS: Final = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}
GAVE_UP: Final = 30
MOST_BYTES: Final = 500_000_000  # of the positions of a search
ENTRY: Final = 100  # bytes that a position takes in sets, beside its own

Line: TypeAlias = tuple[int, str]  # its number, from 1, and its text
Place: TypeAlias = tuple[int, int]  # row and column, from 1
Grid: TypeAlias = dict[Place, str]  # in reading order
P = TypeVar("P", bound=Hashable)


class MalformedError(Exception):
    """The text is no certificate; arguments: the number of a line, from 1, and a message."""


class RefusedError(Exception):
    """The certificate does not prove its claim; arguments: the number of a line, and a message."""


class TooLargeError(Exception):
    """The search needs too much memory; arguments: the number of a line, and a message."""


def idle() -> None:
    """Do nothing between two steps of a long check; a caller's function in its place may raise an exception to end the check."""


def within(
    start: P, moves: Callable[[P], Iterable[P]], size: int, steps: int | None = None, look: Callable[[], None] = idle
) -> set[P]:
    """Return all positions, each of ``size`` bytes, that at most ``steps`` steps reach; None is any number.

    ``look`` is called before each position. Raises TooLargeError if there are too many.
    """
    seen, edge, most = {start}, {start}, max(1, MOST_BYTES // (size + ENTRY))
    while edge and steps != 0:
        beyond = set[P]()
        for position in edge:
            look()
            beyond.update(after for after in moves(position) if after not in seen)
            if len(seen) + len(beyond) > most:
                raise TooLargeError(1, f"there are more than {most:,} positions to search, of {size:,} bytes each")
        seen |= beyond
        edge = beyond
        steps = None if steps is None else steps - 1
    return seen


class Tiles:
    """Positions are strings of bytes: the tile of each cell in reading order, 0 for the blank."""

    def __init__(self, settings: dict[str, str], grids: list[Grid]) -> None:
        """Read the start, and the goal from the second grid or the setting."""
        (self.rows, self.columns), cells = max(grids[0]), len(grids[0])
        usual = choice(settings, "goal", ("blank-last", "blank-first"))
        given = [[0 if cell in EMPTY else int(cell) for cell in grid.values()] for grid in grids]
        ordered = [*range(1, cells), 0] if usual == "blank-last" else [*range(cells)]
        if len(given) > 2 or any(sorted(tiles) != [*range(cells)] for tiles in given) or cells > 256:
            raise ValueError("expected a start, and perhaps a goal, with all tiles once")
        self.start, self.goal = bytes(given[0]), bytes([*given, ordered][1])
        self.size = sys.getsizeof(self.start)
        self.metric = choice(settings, METRIC, ("slides",))

    def slides(self, position: bytes) -> dict[bytes, str]:
        """Return the positions one slide away, each with the text of its slide."""
        found, blank = {}, position.index(0)
        for way, (down, right) in WAYS.items():
            r, c = blank // self.columns - down, blank % self.columns - right
            if 0 <= r < self.rows and 0 <= c < self.columns:
                cell, after = r * self.columns + c, bytearray(position)
                after[blank], after[cell] = after[cell], 0
                found[bytes(after)] = f"{position[cell]} {way}"
        return found

    def after(self, position: bytes) -> Iterable[bytes]:
        """Return the positions one slide away."""
        return self.slides(position)

    def carry_out(self, lines: list[Line], look: Callable[[], None]) -> None:
        """Make slides such as ``5 left``, with a ``look`` before each. Raises RefusedError."""
        position = self.start
        for line, text in lines[1:]:
            look()
            after = [at for at, slide in self.slides(position).items() if slide == text]
            if not after:
                raise RefusedError(line, f"{text!r} is no slide of a tile into the blank")
            position = after[0]
        if position != self.goal:
            raise RefusedError(lines[-1][0], "the plan does not end in the goal")

    def reaches(self, steps: int | None, look: Callable[[], None] = idle) -> bool:
        """Return whether at most ``steps`` slides reach the goal, by a search from both ends; None is any number.

        Each slide swaps a tile with the blank, and moves the blank by one cell. So if the permutation from start to goal and the
        distance of the blank are not both even or both odd, no plan reaches the goal.
        """
        if steps is not None:
            near = within(self.start, self.after, self.size, (steps + 1) // 2, look)
            far = within(self.goal, self.after, self.size, steps // 2, look)
            return not near.isdisjoint(far)
        order = [self.goal.index(tile) for tile in self.start]
        swaps = sum(order[a] > order[b] for b in range(len(order)) for a in range(b))
        blank, end = self.start.index(0), self.goal.index(0)
        way = blank // self.columns - end // self.columns + blank % self.columns - end % self.columns
        reached = within(self.start, self.after, self.size, None if (swaps - way) % 2 == 0 else 0, look)
        return self.goal in reached


class Klotski:
    """Pieces are sets of cells, as bits of an integer, on a board with walls around it.

    A position lists the piece of the goal, then the others sorted: pieces of one shape are not distinguished. Every step of the
    puzzle is a step between positions.
    """

    def __init__(self, settings: dict[str, str], grids: list[Grid]) -> None:
        """Find the pieces, and the goal of one of them."""
        if len(grids) != 1:
            raise ValueError("expected one grid")
        self.rows, self.columns = max(grids[0])
        cells: defaultdict[str, list[Place]] = defaultdict(list)
        for place, name in grids[0].items():
            cells[name].append(place)
        for name, places in cells.items():
            (top, left), (bottom, right) = places[0], places[-1]
            whole = [(r, c) for r in range(top, bottom + 1) for c in range(left, right + 1)]
            if name not in EMPTY and (places != whole or not name.isalpha()):
                raise ValueError(f"the cells of {name} are no rectangle with a letter")
        every = {(r, c) for r in range(self.rows + 2) for c in range(self.columns + 2)}
        self.walls = self.bits(every - grids[0].keys())
        self.pieces = {name: self.bits(places) for name, places in cells.items() if name not in EMPTY}
        self.size = sys.getsizeof((*self.pieces,)) + sys.getsizeof(self.walls)  # a step makes one piece anew
        self.wanted, (down, right) = self.target(settings.pop("goal", "exit"), cells)
        goal = [(r + down, c + right) for r, c in cells[self.wanted]]
        if not {*goal} <= grids[0].keys():
            raise ValueError("the goal is not on the board", "goal")
        self.goal = self.bits(goal)
        self.metric = choice(settings, METRIC, ("step", "slide", "move"))

    def target(self, goal: str, cells: dict[str, list[Place]]) -> tuple[str, Place]:
        """Return the piece of the goal, and the distance down and to the right by which it has to move."""
        if (found := re.fullmatch(r"([A-Za-z]) at ([0-9]{1,9}),([0-9]{1,9})", goal)) and found[1] in self.pieces:
            r, c = cells[found[1]][0]
            return found[1], (int(found[2]) + 1 - r, int(found[3]) + 1 - c)  # written from 0
        *smaller, largest = sorted(self.pieces, key=lambda name: len(cells[name])) or [""]
        if goal != "exit" or not largest or any(len(cells[name]) == len(cells[largest]) for name in smaller):
            raise ValueError("goal: expected a piece and a place, such as A at 3,1", "goal")
        (_, left), (bottom, right) = cells[largest][0], cells[largest][-1]
        aside = self.columns - right - (left - 1)  # twice the distance to the middle
        if aside % 2:
            raise ValueError(f"piece {largest} cannot lie in the middle of the bottom row", "goal")
        return largest, (self.rows - bottom, aside // 2)

    def bits(self, places: Iterable[Place]) -> int:
        """Return cells as bits."""
        return sum(1 << r * (self.columns + 2) + c for r, c in places)

    def pushed(self, piece: int, way: str) -> int:
        """Return a piece moved by one cell."""
        by = WAYS[way][0] * (self.columns + 2) + WAYS[way][1]
        return piece << by if by > 0 else piece >> -by

    def straight(self, piece: int, blocked: int) -> Iterator[int]:
        """Yield the places that a piece reaches in one direction; in the metric step only those one cell away."""
        for way in WAYS:
            at = piece
            while not (at := self.pushed(at, way)) & blocked:
                yield at
                if self.metric == "step":
                    break

    def moves(self, position: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        """Yield the positions one step of the metric away."""
        taken = self.walls | sum(position)
        for number, piece in enumerate(position):
            others = position[:number] + position[number + 1 :]
            places: Iterable[int] = self.straight(piece, taken & ~piece)
            if self.metric == "move":
                places = within(piece, partial(self.straight, blocked=taken & ~piece), sys.getsizeof(self.walls))
            for at in places:
                yield (others[0], *sorted((at, *others[1:]))) if number else (at, *others)

    def carry_out(self, lines: list[Line], look: Callable[[], None]) -> None:
        """Make moves such as ``A down 1 right 2``, each one step of the metric, with a ``look`` before each cell.

        Raises RefusedError.
        """
        pieces = dict(self.pieces)
        for line, text in lines[1:]:
            found = re.fullmatch(r"([A-Za-z])((?: (?:up|down|left|right) [1-9][0-9]{0,3})+)", text)
            ways = re.findall("([a-z]+) ([0-9]+)", found[2]) if found else []
            cells = [way for way, count in ways for _ in range(int(count))]
            short = {"step": len(cells), "slide": len(ways), "move": 1}[self.metric] == 1
            if found is None or found[1] not in pieces or not short:
                raise RefusedError(line, f"{text!r} is no {self.metric} of a piece")
            piece = pieces.pop(found[1])
            for way in cells:
                look()
                piece = self.pushed(piece, way)
                if piece & (self.walls | sum(pieces.values())):
                    raise RefusedError(line, f"{text!r}: there is no room")
            pieces[found[1]] = piece
        if pieces[self.wanted] != self.goal:
            raise RefusedError(lines[-1][0], "the plan does not end in the goal")

    def reaches(self, steps: int | None, look: Callable[[], None] = idle) -> bool:
        """Return whether at most ``steps`` steps reach the goal; None is any number."""
        others = sorted(piece for name, piece in self.pieces.items() if name != self.wanted)
        start = (self.pieces[self.wanted], *others)
        return any(position[0] == self.goal for position in within(start, self.moves, self.size, steps, look))


FAMILIES: Final[dict[str, type[Tiles] | type[Klotski]]] = {"tiles": Tiles, "klotski": Klotski}


def check(text: str, look: Callable[[], None] = idle) -> str:
    """Return a text about what a certificate proves; ``look`` is called regularly.

    Raises MalformedError if it cannot be read, RefusedError if it is wrong, TooLargeError if checking it takes too much memory.
    """
    header, sections = split(text)
    family, rules = read_puzzle(sections["puzzle"], header)
    if header["claim"] == "unsolvable":
        if rules.reaches(None, look):
            raise RefusedError(1, "there is a plan")
        return f"no plan ({family})"
    plan = sections["solution"]
    rules.carry_out(plan, look)
    if len(plan) > 1 and rules.reaches(len(plan) - 2, look):
        raise RefusedError(plan[-1][0], "there is a plan with fewer steps")
    return f"no plan has fewer steps than this one of {len(plan) - 1} ({family}, metric {rules.metric})"


def split(text: str) -> tuple[dict[str, str], dict[str, list[Line]]]:
    """Return claim and metric, and the lines of each section, the first of which is its title."""
    sections: dict[str, list[Line]] = {"": []}
    for number, line in enumerate(re.split("\r\n?|\n", text.removesuffix("\n")), 1):
        if title := re.fullmatch(r"\[([a-z]+)\]", line):
            if title[1] in sections:
                raise MalformedError(number, f"a second section {line}")
            sections[title[1]] = []
        [*sections.values()][-1].append((number, line))
    first = [line for _, line in sections.pop("")]
    header = {name: value for name, _, value in (line.partition(": ") for line in first[1:])}
    names = [line.partition(": ")[0] for line in first[1:]]
    if first[:1] != [MAGIC] or names not in (["claim"], ["claim", "metric"]) or header["claim"] not in SECTIONS:
        expected = f"{MAGIC!r}, then 'claim: {' or '.join(SECTIONS)}', perhaps 'metric: NAME'"
        raise MalformedError(1, f"expected {expected}; solutions: check_certificate.py")
    if tuple(sections) != SECTIONS[header["claim"]]:
        raise MalformedError(number, f"expected the sections {', '.join(SECTIONS[header['claim']])}")
    return header, sections


def read_puzzle(lines: list[Line], header: dict[str, str]) -> tuple[str, Tiles | Klotski]:
    """Read settings and grids, one character per cell or cells separated by blanks, with empty lines between grids."""
    settings: dict[str, str] = {}
    at = {METRIC: 3}  # the line of each setting
    grids: list[Grid] = []
    row, sign = 0, ""  # between cells: a blank, or a comma after the only cell
    for number, line in lines[1:]:
        if (found := re.fullmatch("([a-z-]+): *(.*)", line)) and not grids and found[1] not in settings:
            settings[found[1]], at[found[1]] = found[2], number
            continue
        if not line:
            row = 0
            continue
        row += 1
        grids += [{}] * (row == 1)
        sign = sign if len(grids) > 1 or row > 1 else " " if " " in line else "," * ("," in line)
        cells = line.split(" ") if sign == " " else [line[:-1]] * (line[-1:] == sign) if sign else [*line]
        if not cells or not all(re.fullmatch(NUMBER if sign else CELL, cell) for cell in cells):
            raise MalformedError(number, "expected a row of cells")
        grids[-1].update({(row, c): cell for c, cell in enumerate(cells, 1)})
    family, _ = settings.pop("family", ""), settings.pop("title", "")
    shapes = {(*grid,) for grid in grids}
    if family not in FAMILIES or len(shapes) != 1 or not is_full(grids[0]):
        raise MalformedError(lines[0][0], f"expected a puzzle of the families {', '.join(FAMILIES)}")
    if "metric" in header:
        settings[METRIC] = header["metric"]
    try:
        rules = FAMILIES[family](settings, grids)
    except ValueError as problem:
        message, *name = problem.args
        raise MalformedError(at.get("".join(name), lines[0][0]), message) from None
    if settings:
        raise MalformedError(at[next(iter(settings))], f"unknown settings: {', '.join(settings)}")
    return family, rules


def is_full(grid: Grid) -> bool:
    """Return whether all rows of a grid have the same length."""
    rows, columns = max(grid)
    return [*grid] == [(r, c) for r in range(1, rows + 1) for c in range(1, columns + 1)]


def choice(settings: dict[str, str], name: str, known: tuple[str, ...]) -> str:
    """Remove and return a setting, by default the first of the known values. Raises ValueError for others, with its name."""
    if (value := settings.pop(name, known[0])) not in known:
        raise ValueError(f"{name}: expected {' or '.join(known)}", name)
    return value


def main(arguments: list[str]) -> int:
    """Check a file; print the outcome and return the exit code."""
    if len(arguments) != 1 or arguments[0].startswith("-"):
        print("usage: python check_plan.py FILE")
        return 2
    try:
        print(f"verified: {check(Path(arguments[0]).read_text(encoding='utf-8-sig'))}")
    except (OSError, UnicodeError) as problem:
        print(f"{arguments[0]}: cannot be read: {problem}")
        return 65
    except (MalformedError, RefusedError, TooLargeError) as problem:
        print(f"{arguments[0]}:{problem.args[0]}: {problem.args[1]}")
        return {MalformedError: 65, RefusedError: 1, TooLargeError: GAVE_UP}[type(problem)]
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
