"""Restore the puzzle of a CNF file and its constraints from the comments of the file.

Comments can be damaged or edited, so they are checked against each other before a model is decoded by them. Contradictions are
errors of the file, reported at its JSON data.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from itertools import zip_longest
from typing import Final

from hashicnf.core.variables import Group
from hashicnf.dimacs.header import Header, group_range
from hashicnf.errors import UsageError, counted, embedded
from hashicnf.families import Puzzle
from hashicnf.pipeline.compile import Stated, state
from hashicnf.pipeline.puzzles import NATIVE, parse

KINDS: Final[Mapping[str, tuple[type, str]]] = {
    "family": (str, "the name of a puzzle family"),
    "horizon": (int, "a number of steps from 0 up"),
    "metric": (str, "the name of a metric"),
    "options": (dict, "texts by name"),
}


def puzzle_in(header: Header, name: str) -> Puzzle:
    """Return the puzzle in the comments of the file ``name``. Raises InputError if it is missing, or of another family."""
    _require_kinds(header, name)
    if not header.board:
        raise header.error(name, "the puzzle is missing from the comments", "its lines: c board ...")
    with embedded(header.error_of_board):
        puzzle = parse("\n".join(header.board) + "\n", NATIVE, name)
    if (family := header.data.get("family", puzzle.family)) != puzzle.family:
        message = f"the hashicnf comment declares the family {family!r}, but the board is {puzzle.family}"
        raise header.error(name, message)
    return puzzle


def state_by(header: Header, puzzle: Puzzle, variables: int, name: str) -> Stated:
    """State the constraints of a formula of so many ``variables`` again.

    Raises InputError if the comments of the file ``name`` are invalid, or if they declare other variables than the constraints.
    """
    horizon = header.horizon
    if puzzle.rules.planning is not None:
        for key in ("horizon", "metric"):
            if key not in header.data:
                message = f"the hashicnf comment names no {key}, and {puzzle.family} puzzles are solved by plans"
                raise header.error(name, message)
    if horizon is not None and horizon > variables:  # each step has variables, so refuse before stating
        message = f"a horizon of {counted(horizon, 'step')} in a formula of {counted(variables, 'variable')}"
        raise header.error(name, f"the hashicnf comment is damaged: {message}")
    try:
        stated = state(puzzle, header.options, horizon, header.metric)
    except UsageError as problem:
        raise header.error(name, f"the hashicnf comment is damaged: {problem}") from None
    _require_groups(header, stated.problem.groups, name)
    return stated


def require_clauses(header: Header, clauses: int, name: str) -> None:
    """Raise InputError if the rule comments, if any, declare another number of clauses or constraints than ``clauses``."""
    if header.rules and header.clauses != clauses:
        message = (
            f"the rule comments name {counted(header.clauses, 'clause')}, and the formula has {clauses:,}: "
            "that it has no model says nothing of the puzzle"
        )
        raise header.error(name, message, "the formula as hashicnf has written it")


def _require_kinds(header: Header, name: str) -> None:
    """Raise InputError for a value of the JSON data that its key does not allow."""
    for key, (kind, expected) in KINDS.items():
        if key not in header.data:
            continue
        value = header.data[key]
        if not isinstance(value, kind) or isinstance(value, bool) or (isinstance(value, int) and value < 0):
            raise header.error(name, f"the hashicnf comment is damaged: {key} is {json.dumps(value)}", expected)


def _require_groups(header: Header, groups: tuple[Group, ...], name: str) -> None:
    """Raise InputError if the group comments, if any, do not begin with these groups; meanings are not compared."""
    if not header.groups:
        return
    for wanted, found in zip_longest(groups, header.groups[: len(groups)]):
        says = "none" if found is None else group_range(found)
        if says != group_range(wanted):
            message = f"the hashicnf comment contradicts the group comments: it implies {group_range(wanted)}, they say {says}"
            raise header.error(name, message)
