"""Turn the records of a trace into events: a number, a place in the search tree, a sentence.

A file that breaks off within a record was interrupted while it was written: the last event is a remark about that. Any other
record that cannot be read is an error.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import field, replace
from functools import partial

from hashicnf.core.document import Source
from hashicnf.core.limits import at_most
from hashicnf.files.inputs import CutOff
from hashicnf.narrate.course import SKIPPED, Course
from hashicnf.narrate.moves import MoveNarrator, short
from hashicnf.narrate.phrases import (
    BACKWARDS_FROM_GOAL,
    back,
    beginning,
    bounded,
    cheapening,
    defining,
    ending,
    expanding,
    goals,
    meeting,
    opening,
    outcome,
    short_value,
    skipping,
    solved,
    valued,
    waiting,
)
from hashicnf.narrate.replay import Place, Replay
from hashicnf.narrate.subject import Subject, subject_of
from hashicnf.records import record
from hashicnf.trace.lines import BrokenLine, read_trace
from hashicnf.trace.narration import Joining, Marks
from hashicnf.trace.steps import (
    Backtrack,
    Cheaper,
    Conflict,
    Cut,
    Decision,
    End,
    Expand,
    Forced,
    Goal,
    Goals,
    Meet,
    Prune,
    Record,
    Round,
    Skip,
    Solution,
    Start,
)

CUT_OFF = "The trace breaks off here, before its end: the program that wrote it was interrupted."
NO_END = "The trace ends here, before the search did."
LIMITED = "The limit of steps is reached; the trace goes on."


@record
class Event:
    """A step of the trace: its number from 1, its record, its depth in the tree, its sentence and the things that it marks.

    ``label`` is a short name of a decision, a round or an outcome, or of the reason not to enter a node; ``drawing`` is the puzzle
    or its solution as lines of text. If several records are joined to one event, ``record`` is the first of them and ``literals``
    has the literals of all. An event without a record is a remark about the file.
    """

    number: int
    record: Record | None
    depth: int
    sentence: str
    marks: Marks = field(default_factory=dict)
    label: str = ""
    drawing: str = ""
    subject: Subject | None = None
    literals: tuple[int, ...] = ()


class Explainer:
    """Turns records into events, one each, except that consequences which the narrator joins become one event."""

    def __init__(self, name: str, style: str | None = None) -> None:
        """Take the name of the trace for messages, and the style of drawings (None: the family's default)."""
        self.number, self.has_ended = 0, False
        self._name, self._style, self._replay, self._course = name, style, Replay(), Course()
        self._subject: Subject | None = None
        self._joining: Joining | None = None  # the narrator, if it joins steps
        self._held: list[Record] = []  # records that will be joined to one event
        self._complete = self._has_waited = False  # the last record's node is complete; an earlier complete one waits
        self._valued = -1  # the node whose value was last stated in a sentence

    def events(self, records: Iterable[Record]) -> Iterator[Event]:
        """Yield the events of all records.

        Raises InputError if the first record has no readable puzzle, UsageError for a style that its family does not have.
        """
        for each in records:
            yield from self.add(each)
        yield from self._release()

    def add(self, record: Record) -> Iterator[Event]:
        """Yield the events that the next record completes. Raises the errors of ``events``."""
        if not self._is_joined(record):
            yield from self._release()
        if self._is_joined(record):
            self._held.append(record)
        else:
            yield self._event(record)

    def _is_joined(self, record: Record) -> bool:
        """Return whether a record can join the held records in one event."""
        if self._joining is None or not isinstance(record.step, Forced):
            return False
        return self._continues(record.node, record.step) and self._joining.joins(record.step)

    def _continues(self, node: int, step: Forced) -> bool:
        """Return whether a step has the rule and the node of the held records, or none are held."""
        held = self._held[0] if self._held else None
        return held is None or (held.node == node and isinstance(held.step, Forced) and held.step.rule == step.rule)

    def _release(self) -> Iterator[Event]:
        """Yield the event of the held records, if there are any."""
        held, self._held = self._held, []
        if not held:
            return
        event = self._event(held[0])
        for each in held[1:]:
            self._follow(each)
        steps = [each.step for each in held if isinstance(each.step, Forced)]
        if len(steps) > 1 and self._joining is not None:
            joined, literals = self._joining.joined(steps), tuple(step.literal for step in steps)
            event = replace(event, sentence=joined.sentence, marks=joined.marks, literals=literals)
        yield event

    def _event(self, record: Record) -> Event:
        self.number += 1
        if self._subject is None:
            start = record.step if isinstance(record.step, Start) else Start("")
            self._subject = replace(subject_of(start, self._name), style=self._style)
            narrator = self._subject.narrator
            self._joining = narrator if isinstance(narrator, Joining) else None
        is_here = self._replay.node == record.node
        place = self._replay.enter(record, self.number)
        event = self._plain_event(record, place, self._subject, is_here=is_here)
        event = self._valued_event(event, record, is_here=is_here)
        if self._complete and not is_here:
            remark = waiting(self.number - 1, is_first=not self._has_waited)
            event, self._has_waited = replace(event, sentence=f"{remark} {event.sentence}"), True
        self._follow(record)
        self.has_ended = isinstance(record.step, End)
        return event

    def _plain_event(self, record: Record, place: Place, subject: Subject, *, is_here: bool) -> Event:
        """Return the event of one record; the puzzle's narrator makes the sentences of steps that concern the puzzle."""
        narrator, values, depth = subject.narrator, self._replay.values, place.depth
        event = partial(Event, self.number, record, subject=subject)
        match record.step:
            case Start() as step:
                return event(depth, opening(step, narrator.subject), drawing=subject.puzzle_drawing)
            case Goal(places):
                return event(depth, BACKWARDS_FROM_GOAL, {"places": places} if places else {}, "goal")
            case Backtrack():
                return event(max(0, depth - 1), back(self._replay.find(record.parent), self._course))
            case Solution(literals):
                drawing = subject.solution_drawing({**values, **{abs(v): v > 0 for v in literals}})
                return event(depth, solved(place, subject.solved, self._course, is_here=is_here), drawing=drawing)
            case End() as step:
                return event(0, ending(step), label=outcome(step))
            case Decision(literals=(), text=text) as step if isinstance(narrator, MoveNarrator):
                piece = narrator.follow(text, place, self._replay.find(place.parent))
                narration = narrator.narrate_move(step, values, piece)
                return event(depth, narration.sentence, narration.marks, narrator.short(text, piece))
            case Decision() | Forced() | Conflict() | Prune() | Cut() as step:
                narration = narrator.narrate(step, values)
                label = narrator.label(step.literals) or short(step.text) if isinstance(step, Decision) else ""
                return event(depth, narration.sentence, narration.marks, label)
            case Expand() | Round() | Goals() | Meet() | Skip() | Cheaper() as step:
                label = (
                    bounded(step) if isinstance(step, Round) else SKIPPED[step.kind] if isinstance(step, Skip) else ""
                )
                return event(depth, self._course_of(step, place, subject, is_here=is_here), label=label)

    def _course_of(
        self, step: Expand | Round | Goals | Meet | Skip | Cheaper, place: Place, subject: Subject, *, is_here: bool
    ) -> str:
        """Return the sentence about the course of a search."""
        match step:
            case Expand():
                return expanding(place, subject.choosing(deduces=place.deduces), self._course, is_here=is_here)
            case Round():
                return beginning(step, self._course)
            case Goals():
                return goals(step)
            case Meet(other):
                return meeting(self._replay.find(other))
            case Skip():
                return skipping(step, place, is_here=is_here)
            case Cheaper():
                return cheapening(step)

    def _follow(self, record: Record) -> None:
        self._replay.note(record, is_deduced=not self._is_joined(record))
        self._course.note(record)
        self._complete = isinstance(record.step, (Decision, Forced)) and self._is_complete(self._subject)

    def _valued_event(self, event: Event, record: Record, *, is_here: bool) -> Event:
        """Return an event with its node's value appended, unless that was just stated, and at first use the value's meaning."""
        measure = record.step.measure if isinstance(record.step, Round) else ""
        if record.h is not None and not (is_here and self._valued == record.node):
            event, self._valued = replace(event, sentence=valued(event.sentence, record)), record.node
            measure = short_value(record)[0]
        if measure and (meaning := defining(measure, self._course.weight)) and self._course.defines(measure):
            event = replace(event, sentence=f"{event.sentence} {meaning}")
        return event

    def _is_complete(self, subject: Subject | None) -> bool:
        """Return whether every variable of the puzzle has a value at the current node."""
        return subject is not None and 0 < subject.variables.count <= len(self._replay.values)


def events_of(lines: Iterable[str], name: str, limit: int | None = None, style: str | None = None) -> Iterator[Event]:
    """Yield the events of a trace file's lines, at most ``limit`` steps. Raises InputError with line and column."""
    file, explainer = _File(lines, name), Explainer(name, style)
    yield from at_most(explainer.events(file.records()), limit)
    if explainer.number == 0:
        raise Source(name, file.last).nothing("a trace, as solve --trace writes it")
    if file.is_cut_off:
        yield Event(explainer.number, None, 0, CUT_OFF)
    elif not explainer.has_ended:
        yield Event(explainer.number, None, 0, LIMITED if explainer.number == limit else NO_END)


class _File:
    """The lines of a trace file; ``last`` is the last line read, ``is_cut_off`` whether the file ends within a record."""

    def __init__(self, lines: Iterable[str], name: str) -> None:
        self.is_cut_off = False
        self.last = ""
        self._lines, self._name = lines, name

    def records(self) -> Iterator[Record]:
        """Yield the records up to the end of the file or to the place where it was cut off."""
        try:
            yield from read_trace(self._watched(), self._name)
        except BrokenLine:
            if self.last.endswith("\n"):
                raise
            self.is_cut_off = True

    def _watched(self) -> Iterator[str]:
        try:
            for line in self._lines:
                self.last = line
                yield line
        except CutOff:
            if not self.last:
                raise
            self.is_cut_off = True
