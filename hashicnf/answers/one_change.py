"""Find a solution that breaks a single clue: solve the puzzle with each of some clues hidden, one after the other.

MaxSAT takes long if the clauses do not show how many clues must be broken, or if solutions are hard to find; the roads of ``solve``
find such a solution soon. Clues that may have many numbers come first. Each clue has a few seconds, and in every further round
more.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from hashicnf.answers.clues import given_clues
from hashicnf.core.deadline import NEVER, Deadline
from hashicnf.families import Puzzle
from hashicnf.logic import Ints, Unsat
from hashicnf.pipeline.family_parts import clues_of
from hashicnf.solving.methods import solve_for
from hashicnf.solving.request import Request

SOON: Final = 3.0  # seconds per clue in the first round
LONGER: Final = 4  # factor of the seconds from round to round


def without_one(puzzle: Puzzle, clues: Ints, deadline: Deadline = NEVER) -> object | None:
    """Return a solution that satisfies all clues but one of ``clues``, int32[k]; None if there is none.

    Raises GaveUp at the deadline, KeyboardInterrupt on Ctrl-C.
    """
    rules, every = clues_of(puzzle), given_clues(puzzle)
    left: list[int] = sorted(clues.tolist(), key=lambda clue: -len(rules.numbers(puzzle.board, clue)))
    seconds = SOON
    while left:
        undecided = list[int]()
        for clue in left:
            deadline.require()
            others = rules.only(puzzle.board, every[every != clue])
            rest = deadline.left()
            limit = seconds if rest is None else min(seconds, rest)
            answer = solve_for(replace(puzzle, board=others), Request(timeout=limit))
            if answer.solution is not None:
                return answer.solution
            if not isinstance(answer.verdict, Unsat):
                undecided.append(clue)
        left, seconds = undecided, LONGER * seconds
    return None
