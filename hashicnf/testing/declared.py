"""Checks of a family that need only its name: its declarations, copies of puzzles, and texts that are no solutions."""

from __future__ import annotations

import pickle
from typing import Final

import hashicnf
from hashicnf.families import FAMILIES, constraint_options


def there_is_a_word_for_everything(name: str) -> None:
    family = FAMILIES.get(name)
    assert family.title
    size = hashicnf.parse(family.example).size
    assert f"{family.unit}s" in size
    assert all(isinstance(number, int) for number in size.values()), size
    options = [*family.settings, *(o for g in family.generators().values() for o in g.options)]
    for option in [*options, *constraint_options(family)]:
        assert option.help.endswith("."), option.name
        assert "_" not in option.name, f"{option.name}: the library has underscores for dashes"
        assert option.is_flag or (option.expected and option.metavar), option.name


def copies_know_their_rules(name: str) -> None:
    puzzle = hashicnf.parse(FAMILIES.get(name).example)
    copy = pickle.loads(pickle.dumps(puzzle))  # noqa: S301 - our own bytes
    assert copy == puzzle
    assert copy.draw() == puzzle.draw()


def what_is_no_solution_is_refused(name: str) -> None:
    puzzle = hashicnf.parse(FAMILIES.get(name).example)
    for text in ("", "\n", "?", "no solution", "1 2\n3", "{", "[[1]]", "\u2550", "-1 " * 1000):
        try:
            solution = puzzle.read(text, "a.sol")
        except hashicnf.InputError:
            continue
        assert puzzle.check(solution), f"{text!r} is no solution"


CHECKS: Final = (
    there_is_a_word_for_everything,
    copies_know_their_rules,
    what_is_no_solution_is_refused,
)
