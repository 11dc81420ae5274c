"""Cases for human solving techniques: their conclusions are exactly the values that all solutions have in common."""

from __future__ import annotations

from collections.abc import Iterator

import hashicnf
from hashicnf.core.techniques import EASIEST, HARDEST
from hashicnf.deduction.walk import Walk
from hashicnf.families import FAMILIES
from hashicnf.pipeline.compile import compile_puzzle, state
from hashicnf.pipeline.encodings import Encodings
from hashicnf.testing.cases import Case, case
from hashicnf.testing.models import complete_for, projected
from hashicnf.testing.oracle import Oracle


def the_ladder_rises(name: str) -> None:
    techniques = FAMILIES.get(name).techniques
    assert techniques is not None
    ladder = techniques.ladder()
    assert len({technique.rung for technique in ladder}) == len(ladder) > 0
    assert all(EASIEST <= technique.grade <= HARDEST for technique in ladder)
    assert all(technique.name and technique.summary for technique in ladder)


def steps_reach_what_all_solutions_share(text: str) -> None:
    """Check that the outcome is right, and that exactly the values that all models have in common are certain in the end."""
    puzzle = hashicnf.parse(text)
    compiled = compile_puzzle(puzzle, Encodings(connectivity=complete_for(puzzle)))
    count = state(puzzle).problem.count
    models = list(projected(compiled.formula.blocks, list(range(1, count + 1))))
    with Walk(puzzle) as walk:
        steps = list(walk.steps())
        outcome, position = walk.ended(), walk.position
    assert outcome == ("unsolvable" if not models else "solved" if len(models) == 1 else "several")
    assert not any(step.contradiction for step in steps[:-1])
    if models:
        for literal in position.known():
            assert all(model[abs(literal) - 1] == (literal > 0) for model in models), position.name(literal)
        for variable in position.open():
            assert len({model[variable - 1] for model in models}) == 2, position.name(variable)
        assert (outcome == "solved") == position.is_solved()
        if outcome == "solved":  # what several solutions share may also be one of them
            assert puzzle.check(position.solution()) == []


def steps_have_sentences(text: str) -> None:
    puzzle = hashicnf.parse(text)
    techniques = puzzle.rules.techniques
    assert techniques is not None
    rows, columns = puzzle.document.cells.shape
    for step in hashicnf.explain(puzzle).steps:
        assert step.technique in techniques.ladder()
        for one in (step, *step.within):
            assert one.sentence.endswith(".")
            assert one.sentence[0] == one.sentence[0].upper()
            assert all(0 <= row < rows and 0 <= column < columns for row, column in one.cells)
        assert step.conclusions or step.contradiction


def hints_lead_to_each_solution(oracle: Oracle, text: str) -> None:
    """Check hints: for a complete solution there are no steps; for an empty drawing, all up to the first step that draws."""
    puzzle = hashicnf.parse(text)
    assert oracle.solutions is not None
    solutions = list(oracle.solutions(puzzle))
    for solution in solutions:
        hint = hashicnf.hint(puzzle, solution)
        assert (hint.outcome, hint.steps) == ("solved", ())
    first = hashicnf.hint(puzzle)
    assert (first.outcome == "unsolvable") == (not solutions)
    if first.outcome is None:
        assert first.steps[-1].draws
        assert not any(step.draws for step in first.steps[:-1])
        again = hashicnf.hint(puzzle, first.solution)
        assert again.outcome in ("solved", "several", None)
        assert again.steps != first.steps


def ratings_agree_with_steps(text: str) -> None:
    puzzle = hashicnf.parse(text)
    rating, explained = hashicnf.rate(puzzle), hashicnf.explain(puzzle)
    steps = [step for step in explained.steps if not step.contradiction]
    assert rating.outcome == explained.outcome
    assert sum(rating.rounds.values()) <= len(steps)
    if rating.outcome == "solved" and rating.hardest is not None:
        assert rating.hardest.grade == max(step.technique.grade for step in steps)
    assert (rating.grade is None) == (rating.outcome != "solved")
    assert rating.grade is None or EASIEST <= rating.grade <= HARDEST


def cases(name: str, oracle: Oracle) -> Iterator[Case]:
    """List the cases of a family, none if it has no techniques."""
    if FAMILIES.get(name).techniques is None:
        return
    yield case(the_ladder_rises, name)
    for text in oracle.puzzles:
        for check in (steps_reach_what_all_solutions_share, steps_have_sentences, ratings_agree_with_steps):
            yield case(check, text, label=repr(text))
        yield case(hints_lead_to_each_solution, oracle, text, label=repr(text))
