"""The sentences of `explain`: what each says about the candidates is seen there, before its conclusion is drawn."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import product
from typing import Any, TypeAlias

import pytest

import hashicnf
from hashicnf.core.techniques import Step

Place: TypeAlias = tuple[int, int]

BOARDS = {
    "naked pair": "5.1...6.9...81...........3...37.51....2.6....9.4.....8.....32.53......4..4.25....",
    "naked triple": "...5..6.4.5...3..9..6..7..3..7...1..56.......8..6.......4......9.81..53.3..9....8",
    "X-wing": "5.......3...3......7....96.7.8.6.3.....8..6.5.....4....47..5...1..9.2...92.6.85.4",
    "swordfish": ".1.8..3....2..91....6.4.7......3......4....2.3.792.6..6.........2.7...8...9.6....",
}
ROWS = {f"row {r}": [(r, c) for c in range(1, 10)] for r in range(1, 10)}
COLUMNS = {f"column {c}": [(r, c) for r in range(1, 10)] for c in range(1, 10)}
BOXES = {
    f"the box of rows {r} to {r + 2}, columns {c} to {c + 2}": [*product(range(r, r + 3), range(c, c + 3))]
    for r, c in product((1, 4, 7), repeat=2)
}
UNITS = ROWS | COLUMNS | BOXES
UNIT = r"(row \d|column \d|the box of rows \d to \d, columns \d to \d)"
CELL = r"\((\d), (\d)\)"


def cells(words: str) -> set[Place]:
    return {(int(r), int(c)) for r, c in re.findall(CELL, words)}


def numbers(words: str) -> set[int]:
    return {*map(int, re.findall(r"\d", words))}


def are_peers(one: Place, other: Place) -> bool:
    return any(one in unit and other in unit for unit in UNITS.values())


class Candidates(dict[Place, set[int]]):
    """The numbers that are possible in each cell, as a player notes them."""

    def __init__(self, line: str) -> None:
        super().__init__({(r, c): {*range(1, 10)} for r, c in product(range(1, 10), repeat=2)})
        for place, number in zip([*self], line, strict=True):
            if number in "123456789":
                self.fill(place, int(number))

    def fill(self, place: tuple[int, int], number: int) -> None:
        for other in {other for unit in UNITS.values() if place in unit for other in unit}:
            self[other] = self[other] - {number}
        self[place] = {number}

    def draw(self, step: Step) -> None:
        found: Any
        for found in step.conclusions:
            place = found["row"], found["column"]
            if "number" in found:
                self.fill(place, found["number"])
            else:
                self[place] = self[place] - {*found["not"]}

    def places(self, number: int, unit: str) -> set[Place]:
        return {place for place in UNITS[unit] if number in self[place]}

    def of(self, words: str) -> set[int]:
        return {number for place in cells(words) for number in self[place]}


def naked_single(seen: Candidates, number: str, row: str, column: str) -> bool:
    return seen[int(row), int(column)] == {int(number)}


def hidden_single(seen: Candidates, number: str, unit: str, words: str) -> bool:
    (place,) = seen.places(int(number), unit)
    row, column = (f"row {place[0]}", f"column {place[1]}")
    return words == (f"in {column}" if unit == row else f"in {row}" if unit == column else f"at {row}, {column}")


def locked(seen: Candidates, number: str, unit: str, box: str, dropped: str) -> bool:
    return seen.places(int(number), unit) <= {*UNITS[box]} and cells(dropped) <= {*UNITS[box]} - {*UNITS[unit]}


def naked_subset(seen: Candidates, few: str, shared: str, unit: str, dropped: str) -> bool:
    return (
        seen.of(few) == numbers(shared)
        and cells(few) | cells(dropped) <= {*UNITS[unit]}
        and len(cells(few)) == len(seen.of(few))
    )


def hidden_subset(seen: Candidates, shared: str, unit: str, few: str, dropped: str) -> bool:
    places = [seen.places(number, unit) for number in numbers(shared)]
    return set.union(*places) == cells(few) >= cells(dropped) and len(places) == len(cells(few))


def fish(seen: Candidates, number: str, few: str, lines: str, crossed: str, dropped: str) -> bool:
    inside, across = (re.findall(r"\w+ \d", words) for words in (lines, crossed))
    corners = {place for line in inside for place in seen.places(int(number), line)}
    covered = {place for line in across for place in UNITS[line]}
    return corners == cells(few) and corners | cells(dropped) <= covered and len(inside) == len(across)


def turbot(seen: Candidates, number: str, *words: str) -> bool:
    one, unit, other, second, both, either, dropped = words
    is_strong = seen.places(int(number), unit) == cells(one) and seen.places(int(number), second) == cells(other)
    near, far = cells(both), cells(either)
    meets = are_peers(*near) and near | far == cells(one) | cells(other)
    return is_strong and meets and all(are_peers(place, end) for place in cells(dropped) for end in far)


def xy_wing(seen: Candidates, *words: str) -> bool:
    pivot, first, second, if_first, one, number, if_second, other, dropped = words
    is_wing = (if_first, if_second) == (first, second) and seen.of(pivot) == numbers(first + second)
    pincers = seen.of(one) == numbers(first + number) and seen.of(other) == numbers(second + number)
    ends = cells(one) | cells(other)
    return is_wing and pincers and all(are_peers(place, end) for place in cells(dropped) for end in ends)


AT = r"(\(\d, \d\))"
SAID: dict[str, tuple[str, Callable[..., bool]]] = {
    "naked single": (r"Only (\d) is left for row (\d), column (\d)\.", naked_single),
    "hidden single": (rf"(\d) has only one place left in {UNIT}: (.*)\.", hidden_single),
    "locked candidates": (rf"The (\d) of {UNIT} must lie in {UNIT}, so (.*) not hold \1\.", locked),
    "naked": (rf"(.*) share (.*) among themselves, so in {UNIT}, (.*) not hold .*\.", naked_subset),
    "hidden": (rf"(.*) have no places in {UNIT} but (.*), so (.*) not hold .*\.", hidden_subset),
    "X-wing": (r"(\d) has only the places (.*) in (.*), so in (.*), (\(.*) not hold \1\.", fish),
    "swordfish": (r"(\d) has only the places (.*) in (.*), so in (.*), (\(.*) not hold \1\.", fish),
    "turbot fish": (
        rf"(\d) is at (.*) in {UNIT}, and at (.*) in {UNIT}; not both (.*) hold it, .* one of (.*) does, and (.*) hold \1.",
        turbot,
    ),
    "XY-wing": (
        rf"{AT} holds (\d) or (\d): if (\d), {AT} holds (\d), and if (\d), {AT} does; so (.*) not hold \6\.",
        xy_wing,
    ),
}


@pytest.mark.parametrize("technique", BOARDS)
def test_what_a_sentence_says_is_seen_in_the_candidates(technique: str) -> None:
    seen, told = Candidates(BOARDS[technique]), set[str]()
    for step in hashicnf.explain(hashicnf.parse(BOARDS[technique], "sdm")).steps:
        name = step.technique.name
        if not step.within:
            pattern, holds = SAID.get(name) or SAID[name.split()[0]]
            said = re.fullmatch(pattern, step.sentence)
            assert said is not None, step.sentence
            assert not re.search(r"(row|column)s? \d+( to \d+)? [\d(]", step.sentence), step.sentence
            assert holds(seen, *said.groups()), step.sentence
            told.add(name)
        seen.draw(step)
    assert technique in told
