"""Human solving techniques: techniques on a ladder, the steps they make, and positions that are solved step by step.

A *rung* of the ladder is a technique that people know by a name. A position always takes the lowest rung that concludes something.
A step is sound: its conclusions hold in every solution of the puzzle that agrees with what was drawn at the start.
A *round* makes all steps of the lowest rung at once. People take one step after the other; how many they need depends on the order,
so also on how the puzzle is turned. The number of rounds does not, so ratings and the lengths of contradictions count rounds.
Positions state certain facts as literals of the puzzle's own variables, which are numbered before all auxiliaries.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Final, Generic, NamedTuple, Protocol, Self, TypeAlias, TypeVar, runtime_checkable

from hashicnf.records import record

F = TypeVar("F", bound="Found")
S_co = TypeVar("S_co", covariant=True)

Place: TypeAlias = tuple[int, int]
Data: TypeAlias = Mapping[str, object]
EASIEST: Final = 1
HARDEST: Final = 10
SHORT: Final = 4  # rounds to a contradiction that people can keep in mind


@record
class Technique:
    """A rung: its number on the ladder, the name that players know, a summary of its conclusions, and the grade at which it begins.

    Grades go from 1 to 10. Techniques of one grade are equally hard.
    """

    rung: str
    name: str
    summary: str
    grade: int

    def __repr__(self) -> str:
        """Name rung and technique in one line."""
        return f"<technique {self.rung}: {self.name}>"


@record
class Step:
    """One deduction: its technique, a sentence that states it, and the cells it mentions (row and column, 0-based).

    ``conclusions`` are certain from now on: data for JSON in the terms of the family, with rows and columns 1-based, unlike those
    of ``cells``. With ``draws`` the player can write something down; without it the step only rules something out. ``within`` are
    the steps under a supposition, up to the contradiction. With ``contradiction`` nothing is concluded: the position before the
    step has no solution.
    """

    technique: Technique
    sentence: str
    cells: tuple[Place, ...] = ()
    conclusions: tuple[Data, ...] = ()
    draws: bool = False
    within: tuple[Step, ...] = ()
    contradiction: bool = False

    @property
    def label(self) -> str:
        """Return the name of the technique, or "contradiction"."""
        return "contradiction" if self.contradiction else self.technique.name

    def __repr__(self) -> str:
        """Name the technique in one line."""
        return f"<step {self.technique.rung}: {self.technique.name}>"


class Beyond(NamedTuple):
    """The techniques beyond the rungs of a ladder: a supposition refuted in few rounds, in more rounds, and rules together."""

    what_if: Technique
    long: Technique
    together: Technique

    def concluding(self, rounds: int | None) -> Technique:
        """Return the technique that concludes what was refuted in so many rounds; with None, what follows from rules together."""
        if rounds is None:
            return self.together
        return self.what_if if rounds <= SHORT else self.long


class Round(NamedTuple):
    """A round: the technique of its steps, and whether one of them was a contradiction."""

    technique: Technique
    contradiction: bool = False


class Length(NamedTuple):
    """The length of a way to a contradiction, itself included: in rounds, and the steps among them that it needs."""

    rounds: int
    steps: int


@record
class Rule:
    """An instance of a rule: the rule's name, its source (such as the number of a node), and a clause where it is one."""

    name: str
    source: int
    clause: tuple[int, ...] = ()


class Deductions:
    """Deductions, numbered from 0 in their order: the things on which each relies, and the things that it changes."""

    def __init__(self) -> None:
        """Begin without deductions."""
        self._reads: list[tuple[Iterable[int], int]] = []  # by deduction, with the number of those that precede it
        self._changes: dict[int, list[int]] = {}  # by thing: the deductions that change it, ascending

    def add(self, reads: Iterable[int], changed: Iterable[int], before: int | None = None) -> None:
        """Append a deduction, which relies on those ``before`` a number only (None: on all so far); ``reads`` are listed later."""
        for thing in changed:
            self._changes.setdefault(thing, []).append(len(self._reads))
        self._reads.append((reads, len(self._reads) if before is None else before))

    def used(self) -> list[int]:
        """List the deductions, other than the last one, that change a thing on which the last one relies."""
        return sorted(self._used(len(self._reads) - 1))

    def needed(self) -> list[int]:
        """List the deductions on which the last one depends, directly or through others, and the last one itself."""
        waiting = [len(self._reads) - 1]
        found = set(waiting)
        while waiting:
            fresh = self._used(waiting.pop()) - found
            found |= fresh
            waiting += fresh
        return sorted(found)

    def _used(self, number: int) -> set[int]:
        things, before = self._reads[number]
        return {one for thing in things for one in self._changes.get(thing, ()) if one < before}


class Found(Protocol):
    """A finding of a technique: its rung, the things on which it relies, whether it is a contradiction, findings within it."""

    @property
    def rung(self) -> str:
        """Return the number of the technique on the ladder."""

    @property
    def reads(self) -> Iterable[int]:
        """Return the things on which the finding relies; they may be listed many times."""

    @property
    def dead(self) -> bool:
        """Return whether the finding is a contradiction."""

    @property
    def within(self) -> Sequence[Self]:
        """Return the findings under a supposition, up to the contradiction."""


@record
class Trial(Generic[F]):
    """The outcome of a supposition: the findings that lead to a contradiction, None if there was none, and the rounds made.

    ``ended``: the outcome is known, as a contradiction was found, or nothing more; so the limit of rounds does not matter.
    """

    findings: tuple[F, ...] | None
    rounds: int
    ended: bool = True

    def within(self, most: int) -> Length | None:
        """Return the length of the way to the contradiction; None if there is none in ``most`` rounds."""
        return None if self.findings is None or self.rounds > most else Length(self.rounds, len(self.findings))


def tried(
    look: Callable[[], Sequence[F]],
    use: Callable[[F], Collection[int]],
    most: int,
) -> Trial[F]:
    """Make up to ``most`` rounds until there is a contradiction or no finding.

    ``look`` returns the findings of a round, ``use`` applies one and returns the things that it changes; findings that change
    nothing, as another one of the round concludes the same, are left out. The findings returned are those that the contradiction
    needs, or where a round has several, the one that needs the fewest.
    """
    found, used = list[F](), list[tuple[Iterable[int], Collection[int], int]]()
    for rounds in range(1, most + 1):
        now, before = look(), len(found)
        if not now:
            return Trial(None, rounds - 1)
        if dead := [one for one in now if one.dead]:
            ways, deductions = [], Deductions()  # most trials find no contradiction, and need none
            for deduction in used:
                deductions.add(*deduction)
            for one in dead:
                deductions.add(one.reads, (), before)
                ways.append((*(found[number] for number in deductions.needed()[:-1]), one))
            return Trial(min(ways, key=len), rounds)
        for one in now:
            if changed := use(one):
                used.append((one.reads, changed, before))
                found.append(one)
    return Trial(None, most, ended=False)


@runtime_checkable
class Position(Protocol[S_co]):
    """A puzzle on its way to the solution; it changes with each step."""

    def next(self) -> Step | None:
        """Make and return the next step, by the lowest rung that applies; None where no rung applies."""

    def round(self) -> Round | None:
        """Make the steps of the lowest rung that applies, all at once; None where no rung applies."""

    def used(self) -> Sequence[int]:
        """List the earlier steps, by their numbers from 0, whose conclusions the last step uses directly."""

    def needed(self) -> Sequence[int]:
        """List the earlier steps on which the last step depends: those that it uses, those that they use, and so on."""

    def is_solved(self) -> bool:
        """Return whether everything is decided."""

    def solution(self) -> S_co:
        """Return an unfinished solution that holds all that is certain so far."""

    def known(self) -> Sequence[int]:
        """List the literals that are certain, where no other certain literal implies them."""

    def drawn(self) -> Sequence[int]:
        """List the certain literals that a drawing of the solution shows: true ones, since ruled out facts are not drawn."""

    def without(self, literals: Sequence[int]) -> S_co:
        """Return an unfinished solution with all that was drawn but the facts of some literals of ``drawn``."""

    def open(self) -> Sequence[int]:
        """List the variables that are not decided."""

    def name(self, literal: int) -> str:
        """Name a fact in words, such as "a 5 in row 3, column 4"."""

    def refute(self, literal: int, most: int) -> Length | None:
        """Suppose that a literal is false; return the length of the way to a contradiction, None without one in ``most`` rounds.

        The position is the same afterwards.
        """

    def suppose(self, literal: int) -> Step:
        """Make and return the step that concludes a literal, as its opposite leads to the contradiction that ``refute`` found."""

    def learn(self, literal: int, rules: Sequence[Rule] | None) -> Step:
        """Make and return the step that concludes a literal from these instances of rules alone and from all that is certain.

        None stands for too many instances to be listed.
        """

    def conclude(self, literals: Sequence[int], rounds: int | None) -> Technique:
        """Make a round that concludes literals, whose opposites ``refute`` found to lead to a contradiction in so many rounds.

        None stands for literals that follow from rules together. Returns the technique.
        """
