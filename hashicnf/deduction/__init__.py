"""Solve puzzles by the techniques of people, which their family defines: hints, explanations and ratings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import field, replace
from typing import TYPE_CHECKING, Literal

from hashicnf.core.deadline import NEVER, Deadline
from hashicnf.core.progress import Observer, unobserved
from hashicnf.core.techniques import EASIEST, Position, Step, Technique
from hashicnf.deduction.rating import Rating, rated
from hashicnf.deduction.sentences import lines_of
from hashicnf.deduction.solutions import Solutions
from hashicnf.deduction.walk import Outcome, Walk
from hashicnf.errors import GaveUp, counted
from hashicnf.families import Puzzle
from hashicnf.logic import Sat, Unsat
from hashicnf.pictures.shown import Shown
from hashicnf.pipeline.family_parts import techniques_of
from hashicnf.records import record

if TYPE_CHECKING:
    from hashicnf.core.picture import Picture


@record
class Hint(Shown):
    """The next fact that a person could draw: the ``steps`` to it, the last of which draws it, or the reason why there is none.

    ``outcome`` is None for a hint; solved: nothing is left to draw; several: no further fact holds in all solutions; unsolvable:
    there is no solution, which the last step, if any, shows; wrong: the drawing is part of no solution. Then ``wrong`` names the
    wrong facts, each wrong by itself or (``together``) contradictory only in combination, and ``right`` is the drawing without
    them. ``reason`` is the rule that facts break together by themselves, such as by a loop, None if it is another one.
    ``solution`` is the unfinished solution with the hint, ``drawn`` that without it, None for the unsolved ``puzzle``.
    """

    steps: tuple[Step, ...]
    solution: object
    outcome: Outcome | Literal["wrong"] | None = None
    wrong: tuple[str, ...] = ()
    together: bool = False
    right: object | None = None
    reason: str | None = None
    puzzle: Puzzle | None = field(default=None, compare=False)
    drawn: object | None = field(default=None, compare=False)

    @property
    def fault(self) -> str:
        """Return the sentence that names the wrong facts, "" if there are none."""
        word = "and" if self.together else "or"
        facts = f" {word} ".join(self.wrong)
        if len(self.wrong) > 2:
            facts = "; ".join((*self.wrong[:-1], f"{word} {self.wrong[-1]}"))
        why = "" if self.reason is None else f": {self.reason}"
        return f"no solution has {facts}{' together' * self.together}{why}" if facts else ""

    def picture(self, *, coordinates: bool = False) -> Picture | None:
        """Return the picture with marks on what the hint adds, or what is wrong; None if neither is known.

        Raises UsageError for a family without pictures.
        """
        if self.puzzle is None or (self.outcome is not None and self.right is None):
            return None
        from hashicnf.pictures.marking import MARKED, WRONG, marking

        other, colour = (self.drawn, MARKED) if self.outcome is None else (self.right, WRONG)
        with_it, without = (
            self.puzzle.picture(solution, coordinates=coordinates, partial=True) for solution in (self.solution, other)
        )
        return marking(with_it, without, colour)

    def _lines(self) -> Iterator[str]:
        yield from lines_of(self.steps, numbered=len(self.steps) > 1)
        if self.fault:
            yield self.fault

    def __repr__(self) -> str:
        """Return the technique of the hint in one line, or the reason why there is none."""
        return f"<hint: {self.outcome or self.steps[-1].technique.name}>"


@record
class Explanation(Shown):
    """All steps from the start to the ``outcome``, iterable, and the ``solution`` of ``puzzle``, finished or not, at their end."""

    steps: tuple[Step, ...]
    outcome: Outcome
    solution: object
    puzzle: Puzzle | None = field(default=None, compare=False)

    def picture(self, *, coordinates: bool = False) -> Picture | None:
        """Return the picture of the solution; None for an unsolvable puzzle. Raises UsageError for a family without pictures."""
        if self.puzzle is None or self.outcome == "unsolvable":
            return None
        return self.puzzle.picture(self.solution, coordinates=coordinates, partial=self.outcome != "solved")

    def _lines(self) -> Iterator[str]:
        return lines_of(self.steps)

    def __iter__(self) -> Iterator[Step]:
        """Iterate over the steps."""
        return iter(self.steps)

    def __repr__(self) -> str:
        """Return the outcome and the number of steps in one line."""
        return f"<explanation: {self.outcome} in {counted(len(self.steps), 'step')}>"


def hint(
    puzzle: Puzzle, drawn: object | None = None, deadline: Deadline = NEVER, observe: Observer = unobserved
) -> Hint:
    """Find the next fact to draw by the easiest techniques, from the start or from an unfinished drawing.

    Raises UsageError for a family without techniques, InputError for an invalid drawing, GaveUp at the time limit.
    """
    deadline.require()
    return replace(_hint(puzzle, drawn, deadline, observe), puzzle=puzzle, drawn=drawn)


def _hint(puzzle: Puzzle, drawn: object | None, deadline: Deadline, observe: Observer) -> Hint:
    with Walk(puzzle, drawn, deadline, drawing=True) as walk:
        steps, last = list[Step](), None
        for step in walk.steps():
            steps.append(step)
            observe(counted(len(steps), "step"))
            if step.draws or step.contradiction:
                last = step
                break
        is_unsolvable = walk.outcome == "unsolvable" and (last is None or drawn is not None)
        if is_unsolvable or (walk.outcome != "solved" and walk.is_refuted()):
            return _wrong(puzzle, techniques_of(puzzle.family).position(puzzle.board, drawn), walk.solutions)
        if last is None:
            is_solution = drawn is not None and not puzzle.check(drawn)  # others may add more at unknown clues
            return Hint((), walk.position.solution(), "solved" if is_solution else walk.ended())
        before = [steps[number] for number in walk.position.needed()]
        return Hint((*before, last), walk.position.solution(), "unsolvable" if last.contradiction else None)


def _wrong(puzzle: Puzzle, position: Position[object], solutions: Solutions) -> Hint:
    """Return the hint for a drawing that is part of no solution, given its position before any step."""
    literals, solution = position.drawn(), position.solution()
    anything = solutions.briefly([])
    alone = solutions.never(literals, anything.model) if isinstance(anything, Sat) else []
    wrong = [] if isinstance(anything, Unsat) else alone or solutions.together(literals)
    if not wrong:
        return Hint((), solution, "unsolvable")
    names, together = tuple(map(position.name, wrong)), not alone and len(wrong) > 1
    reason = _broken(puzzle, position, wrong) if together else None
    return Hint((), solution, "wrong", names, together=together, right=position.without(wrong), reason=reason)


def _broken(puzzle: Puzzle, position: Position[object], wrong: Sequence[int]) -> str | None:
    """Return the rules that some of the drawn literals break by themselves, other than those that nothing drawn breaks, too."""
    drawn = position.drawn()
    unmet = {violation.rule for violation in puzzle.check(position.without(drawn))}
    found = puzzle.check(position.without([literal for literal in drawn if literal not in wrong]))
    return "; ".join(violation.message for violation in found if violation.rule not in unmet) or None


def explain(puzzle: Puzzle, deadline: Deadline = NEVER) -> Explanation:
    """Solve a puzzle by the techniques of people. Raises UsageError for a family without techniques, GaveUp at the time limit."""
    with Walk(puzzle, deadline=deadline) as walk:
        steps = tuple(walk.steps())
        return Explanation(steps, walk.ended(), walk.position.solution(), puzzle)


@record
class Climb:
    """How far techniques up to some grade lead: the ``position`` at their end, and the integral ``grade`` of the puzzle.

    The grade is the limit + 1 if some round is harder; with ``is_late`` that is the last one of the position, otherwise it was
    not searched for, and there may be several solutions. The grade is None without exactly one solution, and if the climb ended
    before it was known (``outcome`` None).
    """

    grade: int | None
    position: Position[object]
    outcome: Outcome | None = None
    is_late: bool = False


def climb(puzzle: Puzzle, most: int, deadline: Deadline = NEVER, *, most_open: int | None = None) -> Climb:
    """Grade a puzzle, up to the first round that is harder than the grade ``most``.

    With ``most_open`` the climb ends if the ladder finds no step, and none beyond it is easy enough or more variables than that
    are open. Raises UsageError for a family without techniques, GaveUp at the time limit.
    """
    hardest = EASIEST
    is_ladder = most_open is not None and most < techniques_of(puzzle.family).beyond
    with Walk(puzzle, deadline=deadline) as walk:
        for technique in walk.rounds(0 if is_ladder else most_open):
            if technique.grade > most:
                return Climb(most + 1, walk.position, is_late=True)
            hardest = max(hardest, technique.grade)
        harder = most + 1 if is_ladder and walk.outcome is None else None
        return Climb(hardest if walk.outcome == "solved" else harder, walk.position, walk.outcome)


def rate(puzzle: Puzzle, deadline: Deadline = NEVER, observe: Observer = unobserved) -> Rating:
    """Rate a puzzle. Raises UsageError for a family without techniques, GaveUp at the time limit with the grade so far."""
    counts = Counter[Technique]()
    with Walk(puzzle, deadline=deadline) as walk:
        try:
            for number, technique in enumerate(walk.rounds(), 1):
                observe(counted(number, "round"))
                counts[technique] += 1
        except GaveUp as late:
            least = rated("solved", counts).grade
            raise GaveUp(f"{late}; if there is one solution, the grade is {least} or more", late.kind) from late
        return rated(walk.ended(), counts)
