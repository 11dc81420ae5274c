"""The subject of a trace: the puzzle of its first record, its variables and its narrator."""

from __future__ import annotations

from typing import Final

import numpy as np

from hashicnf.core.variables import VariablePool, Variables
from hashicnf.dimacs.reader import read_cnf
from hashicnf.errors import HashicnfError, InputError
from hashicnf.families import FAMILIES, Puzzle
from hashicnf.narrate.literals import Formula, LiteralNarrator
from hashicnf.narrate.moves import MoveNarrator
from hashicnf.narrate.plans import PlanNarrator
from hashicnf.passes.cardinality import CARDINALITY
from hashicnf.passes.connectivity import CONNECTIVITY
from hashicnf.passes.connectivity.choice import LAZY
from hashicnf.pipeline.compile import compile_puzzle, state
from hashicnf.pipeline.compiled import PAIRWISE
from hashicnf.pipeline.encodings import Encodings
from hashicnf.pipeline.puzzles import parse
from hashicnf.records import record
from hashicnf.registry import returned
from hashicnf.trace.narration import Narrator, Values
from hashicnf.trace.steps import AT_MOST_ONE, HORIZON, METRIC, OPTION, REDUNDANT, SIMPLIFY, Start

WITHOUT_NAMES: Final = ("direct", LAZY, PAIRWISE)  # encodings that declare no variables of their own
NO_VARIABLES: Final = Variables()
LARGEST_DRAWING: Final = 60, 60


@record
class Subject:
    """The narrator of a trace, its puzzle (None for a formula alone), and the variables of the puzzle's formula.

    ``moves``: the search is for a plan in a space of the puzzle's own. ``style`` is that of drawings, None for the default.
    """

    narrator: Narrator
    puzzle: Puzzle | None = None
    variables: Variables = NO_VARIABLES
    moves: bool = False
    style: str | None = None

    @property
    def unit(self) -> str:
        """Return the noun for the units of the puzzle, such as "island"; "" for a formula alone."""
        return "" if self.puzzle is None else self.puzzle.rules.unit

    def choosing(self, *, deduces: bool) -> str:
        """Return the sentence about a node where the search must choose; ``deduces``: it made deductions there or before."""
        if self.moves:
            return "Now a move must be chosen."
        return "Nothing more follows here: now a choice must be made." if deduces else "Now a choice must be made."

    @property
    def solved(self) -> str:
        """Return the sentence about a node where the search finds a solution."""
        if self.moves:
            return "Solved: the goal is reached."
        return "Solved: every clause is satisfied." if self.puzzle is None else "Solved: nothing is left to decide."

    @property
    def puzzle_drawing(self) -> str:
        """Return a drawing of the puzzle; "" if it is larger than LARGEST_DRAWING."""
        return self._drawn(None)

    def solution_drawing(self, values: Values) -> str:
        """Return a drawing of the solution by the variables' values, with unassigned ones false; "" if it is too large.

        Also "" if no value is known of any variable, as in a space whose steps have no literals.
        """
        if self.puzzle is None or self.puzzle.rules.static is None or (self.variables.count and not values):
            return ""
        model = np.zeros(self.variables.count + 1, dtype=np.bool_)
        true = [variable for variable, value in values.items() if value and 0 < variable < len(model)]
        model[true] = True
        return self._drawn(self.puzzle.decode(self.variables, model))

    def _drawn(self, solution: object) -> str:
        if self.puzzle is None:
            return ""
        drawing: str = self.puzzle.draw(solution, self.style).rstrip("\n")
        lines = drawing.split("\n")
        rows, columns = LARGEST_DRAWING
        return drawing if len(lines) <= rows and len(lines[0]) <= columns else ""


def subject_of(start: Start, name: str) -> Subject:
    """Rebuild the puzzle or the formula of a trace from its first record. Raises InputError if its lines are neither."""
    if not start.lines or start.family not in FAMILIES.names():
        return Subject(LiteralNarrator(formula=_formula(start, name)))
    try:
        puzzle = parse("\n".join(start.lines) + "\n", "native", f"{name}, the puzzle in its first record")
    except InputError as problem:
        problem.text = problem.column = None
        raise
    in_own_space = start.settings.get("space") in puzzle.spaces
    moves = in_own_space and puzzle.rules.planning is not None
    if (horizon := start.settings.get(HORIZON)) is not None and puzzle.rules.planning is not None:
        return Subject(_plan_narrator(puzzle, start, horizon), puzzle)
    variables = _variables(puzzle, start)
    return Subject(_narrator(puzzle, variables, in_own_space=in_own_space), puzzle, variables, moves)


def _formula(start: Start, name: str) -> Formula:
    """Return the formula of a trace without a puzzle: its clauses if the record holds them, else only their number."""
    if start.family or not start.lines:
        variables, count = (start.settings.get(what) for what in ("variables", "clauses"))
        return Formula(variables if isinstance(variables, int) else 0, count if isinstance(count, int) else 0)
    cnf = read_cnf(("\n".join(start.lines) + "\n").encode(), f"{name}, the formula in its first record")
    clauses = tuple(tuple(cnf.clause(i).tolist()) for i in range(len(cnf)))
    return Formula(cnf.variables, len(cnf), clauses, is_whole=True)


def _narrator(puzzle: Puzzle, variables: Variables, *, in_own_space: bool) -> Narrator:
    """Return the narrator of a search: that of moves on the board, the family's own, or that of literals."""
    planning, rules = puzzle.rules.planning, puzzle.rules
    if planning is not None and planning.stage is not None and in_own_space:
        return MoveNarrator(planning.stage(puzzle.board))
    if rules.narrator is not None:
        return returned(rules.narrator(puzzle.board, variables), Narrator, rules.narrator)
    return LiteralNarrator(f"a {puzzle.family} puzzle") if in_own_space else LiteralNarrator()


def _plan_narrator(puzzle: Puzzle, start: Start, horizon: object) -> Narrator:
    """Return the narrator of a formula with a horizon; that of literals if the settings do not define the formula."""
    metric = start.settings.get(METRIC)
    try:
        if not isinstance(horizon, int) or not (metric is None or isinstance(metric, str)):
            return LiteralNarrator()
        stated = state(puzzle, _options(start), horizon, metric)
    except HashicnfError:
        return LiteralNarrator()
    planning = puzzle.rules.planning
    stage = None if planning is None or planning.stage is None else planning.stage(puzzle.board)
    subject = f"a {puzzle.family} puzzle" if stage is None else stage.subject
    return PlanNarrator(subject, puzzle.task(stated.choices, metric), stated.problem, stage)


def _options(start: Start) -> dict[str, str]:
    return {key.removeprefix(OPTION): str(v) for key, v in start.settings.items() if key.startswith(OPTION)}


def _variables(puzzle: Puzzle, start: Start) -> Variables:
    """Return the named variables: the puzzle's own, and those of the encodings named in the settings."""
    if puzzle.rules.static is None:
        return NO_VARIABLES
    cardinality = str(start.settings.get("cardinality", ""))
    connectivity = str(start.settings.get("connectivity", LAZY))  # absent for families without connectivity
    at_most_one = str(start.settings.get(AT_MOST_ONE, PAIRWISE))
    known = cardinality in CARDINALITY.names() and connectivity in CONNECTIVITY.names()
    if known and (cardinality, connectivity, at_most_one) != WITHOUT_NAMES:
        try:
            return compile_puzzle(
                puzzle,
                Encodings(
                    cardinality=cardinality,
                    connectivity=connectivity,
                    at_most_one=at_most_one,
                    redundant=start.settings.get(REDUNDANT) != "no",
                    simplify=start.settings.get(SIMPLIFY) == "yes",
                    options=_options(start),
                ),
            ).formula.variables
        except HashicnfError:
            known = False  # an encoding that is not installed here: its variables have no names
    pool = VariablePool()
    puzzle.constraints(pool)
    return pool.freeze()
