"""Turn a solved puzzle into one with exactly one solution: search for other solutions, and let the family rule them out.

Other solutions are searched for in small regions first, where they are many and cheap to find, then in larger regions, and
finally on the whole board, until a search there proves that no other is left. The family changes the board so that a solution is
ruled out (``Family.repair``); a later change must not admit it again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, Final

import numpy as np

from hashicnf.answers.clues import given_clues
from hashicnf.answers.switched import Switched
from hashicnf.answers.unique import unique
from hashicnf.asking.questions import Questions
from hashicnf.core.deadline import Deadline
from hashicnf.core.progress import Observer, unobserved
from hashicnf.errors import GaveUp, InternalError, UsageError, counted
from hashicnf.families import FAMILIES, Generated, Needed, Puzzle
from hashicnf.logic import Ints
from hashicnf.making.alternatives import alternatives
from hashicnf.pipeline.compile import state
from hashicnf.pipeline.family_parts import clues_of
from hashicnf.pipeline.generators import can_be_unique
from hashicnf.registry import is_foreign

SMALLEST: Final = 64  # nodes of a region
GROWTH: Final = 2.5  # of regions from round to round; not a whole number, so that their borders shift
MOST_ROUNDS: Final = 200
MOST_CONFLICTS: Final = 4_000  # to find the clues that a large generated board needs


def made_unique(
    puzzle: Puzzle, made: Generated[Any, Any], deadline: Deadline, observe: Observer = unobserved
) -> tuple[Puzzle, Generated[Any, Any]]:
    """Change a generated puzzle until the solution that it was made from is the only one.

    Raises UsageError for boards made without a solution and families without ``repair``; GaveUp at the deadline, after
    MOST_ROUNDS rounds, or if the family finds no change.
    """
    rules = puzzle.rules
    if made.solution is None:
        raise UsageError("the puzzle is made to have no solution: --unique, --difficulty and --unknown demand one")
    if rules.repair is None or rules.static is None or rules.static.model is None:
        raise _not_repaired(puzzle)
    rounds = _regions(puzzle)
    for round_number in range(MOST_ROUNDS):
        nodes = next(rounds)
        observe(f"look for other solutions, round {round_number + 1}")
        others = _others(puzzle, rules.static.model(puzzle.board, made.solution), nodes, deadline)
        if nodes is None and not others:
            return as_unique(puzzle, made), made
        if others:
            made = rules.repair(made, others)
            puzzle = replace(puzzle, board=made.board)
    raise GaveUp(f"the puzzle still has several solutions after {counted(MOST_ROUNDS, 'round')}; try another seed")


def _not_repaired(puzzle: Puzzle) -> UsageError:
    """Make (not raise) the error for a family that lacks a part which is needed to change puzzles until one solution is left.

    Only authors of other packages can add the part, so it is named to them alone.
    """
    rules, why = puzzle.rules, ""
    if is_foreign(rules.check):
        model = ("static", None) if rules.static is None else ("static.model", rules.static.model)
        missing = [f"no {name}" for name, part in (model, ("repair", rules.repair)) if part is None]
        why = f", since their family has {' and '.join(missing)}"
    able = ", ".join(name for name, other in FAMILIES.all().items() if can_be_unique(other))
    return UsageError(
        f"{puzzle.family} puzzles cannot be made to have one solution{why}; families that can be used here: {able}"
    )


def as_unique(puzzle: Puzzle, made: Generated[Any, Any]) -> Puzzle:
    """Return the puzzle of a generated board whose solution is the only one, as its name says."""
    return replace(puzzle, board=made.board, name=f"{made.title}; one solution")


def with_few_clues(
    puzzle: Puzzle, made: Generated[Any, Any], deadline: Deadline, observe: Observer
) -> tuple[Puzzle, Generated[Any, Any]]:
    """Hide clues of a puzzle with one solution until hiding any further clue, or group of clues, would admit another solution.

    Raises UsageError for families without clues, and for a puzzle with several solutions; GaveUp at the deadline.
    """
    observe("hide clues")
    rules = puzzle.rules
    if rules.static is None or rules.static.model is None or rules.clues is None:
        raise UsageError(f"--unknown: {puzzle.family} puzzles have no clues that can be hidden")
    start = _with_all_variables(puzzle, made, deadline)
    known, groups = rules.static.model(start.board, made.solution), _groups(start, made)
    needed = Switched(start).needed(known, groups, deadline=deadline, observe=observe)
    if needed is None:
        raise UsageError("--unknown: the puzzle has several solutions")
    board, titled = rules.clues.only(start.board, needed.clues), rules.clues.titled
    few = counted(len(needed.clues), "clue")
    name = f"{puzzle.name}; {few}" if titled is None else titled(puzzle.name, board, groups is None)
    return replace(puzzle, board=board, name=name), replace(made, board=board)


def _groups(puzzle: Puzzle, made: Generated[Any, Any]) -> list[list[int]] | None:
    """List the groups of clues that are shown or hidden together; None if each clue may be hidden alone."""
    every = {*given_clues(puzzle).tolist()}
    return None if made.together is None else [[*group] for group in made.together if every.issuperset(group)]


def _with_all_variables(puzzle: Puzzle, made: Generated[Any, Any], deadline: Deadline) -> Puzzle:
    """Hide one clue or group if that adds variables to the formula (values that the full set of clues excludes), if any can be."""
    rules, every = clues_of(puzzle), given_clues(puzzle)
    variables = state(puzzle).problem.count
    for group in _groups(puzzle, made) or every[:, None].tolist():
        start = replace(puzzle, board=rules.only(puzzle.board, every[~np.isin(every, group)]))
        if state(start).problem.count == variables:
            return puzzle
        if unique(start, deadline=deadline):
            return start
    return puzzle


def needed_clues(family: str, deadline: Deadline, observe: Observer) -> Needed:
    """Return a function for generators of a family that finds clues which suffice for a board to have one solution.

    The function raises GaveUp at the deadline.
    """
    rules = FAMILIES.get(family)
    if rules.static is None or rules.static.model is None:
        raise InternalError(f"{family} puzzles have clues to be taken, but no formula")
    model = rules.static.model

    def needed(board: object, solution: object, groups: Sequence[Sequence[int]], least: int) -> tuple[Ints, bool]:
        puzzle = Puzzle(family, "", board, rules)
        found = Switched(puzzle).needed(
            model(board, solution), groups, least=least, most=MOST_CONFLICTS, deadline=deadline, observe=observe
        )
        if found is None:
            raise InternalError("a generated board has another solution than the one it was made from")
        return found.clues, found.is_minimal

    return needed


def _regions(puzzle: Puzzle) -> Iterator[int | None]:
    """Yield the number of nodes per region for each round, then None (the whole board) for ever."""
    nodes, most = SMALLEST, puzzle.size.get(f"{puzzle.rules.unit}s", 0)
    while 2 * nodes <= most:
        yield nodes
        nodes = int(nodes * GROWTH)
    while True:
        yield None


def _others(puzzle: Puzzle, known: Any, nodes: int | None, deadline: Deadline) -> list[Any]:
    """List solutions that differ from a known one, searched for in regions of so many ``nodes`` (None: the whole board)."""
    with Questions(puzzle, deadline=deadline) as questions:
        decode = questions.compiled.decode
        return [decode(model) for model in alternatives(questions, known, nodes)]
