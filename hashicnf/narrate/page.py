"""Write a trace as one page, which holds its events as data and replays the search in the browser.

Rows are written as events come, so memory does not grow with the trace.
"""

from __future__ import annotations

import html
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Final

from hashicnf.errors import InternalError
from hashicnf.narrate.events import Event
from hashicnf.narrate.order import order_of
from hashicnf.narrate.phrases import heading, set_to
from hashicnf.narrate.subject import Subject
from hashicnf.pages import as_json, assets, filled, framed
from hashicnf.pipeline.emit import Target, opened
from hashicnf.trace.narration import Marks, printable, sentence
from hashicnf.trace.steps import (
    STEPS,
    Cheaper,
    Conflict,
    Cut,
    Decision,
    End,
    Forced,
    Goals,
    Record,
    Solution,
    Start,
    Step,
)

SCRIPTS: Final = ("replay.js", "tree.js", "openlist.js", "overview.js", "transcript.js", "asking.js", "player.js")
KINDS: Final = list(STEPS)
SETTLED: Final = ("heuristic", "weight", "tie_break", "branching", "max_depth")  # in which runs of a method differ


def write_page(events: Iterable[Event], target: Target) -> int:
    """Write the page of events to a file or stream; return the number of steps. Raises UsageError if it cannot be written."""
    remaining = iter(events)
    first = next(remaining)
    if first.subject is None or first.record is None:
        raise InternalError("a trace began without its subject")
    start = first.record.step if isinstance(first.record.step, Start) else Start("")
    head, tail = _frame(first.subject, start)
    count = 0
    with opened(target) as stream:
        stream.write(head.encode())
        for count, row in enumerate(_rows(chain((first,), remaining)), 1):
            stream.write((("[" if count == 1 else ",\n") + row).encode())
        stream.write(("]" + tail).encode())
    return count


def _rows(events: Iterable[Event]) -> Iterator[str]:
    """Yield each event as a row of JSON: kind, node, parent, literals, sentence, marks, label, rule, outcome of the end, [g, h].

    The last two are omitted where they are empty. A greedy search has [h] alone.
    """
    for event in events:
        if event.record is None:
            continue  # a remark about the file: the page itself reports that the end is missing
        step = event.record.step
        literals: tuple[int, ...] = ()
        match step:
            case Decision(literals) | Solution(literals):
                pass
            case Forced(literal):
                literals = event.literals or (literal,)
        rule = printable(step.rule) if isinstance(step, (Forced, Conflict, Cut)) else ""
        kind = KINDS.index(type(step).__name__.lower())
        node, parent, values = event.record.node, event.record.parent, _values(event.record)
        marks = _course_marks(step) or event.marks
        more = [printable(step.outcome)] if isinstance(step, End) else ["", values] if values else []
        yield as_json([kind, node, parent, literals, event.sentence, marks or 0, event.label, rule, *more])


def _course_marks(step: Step) -> Marks:
    """Return marks for the number of goals that a search goes backwards from, and for the node reached more cheaply."""
    match step:
        case Goals(count):
            return {"goals": (count,)}
        case Cheaper(other=other):
            return {"other": (other,)}
    return {}


def _values(record: Record) -> list[float]:
    """List the values that order the node: [g, h], [h], or none."""
    return [] if record.h is None else [record.h] if record.g is None else [record.g, record.h]


def _settled(start: Start) -> str:
    """Return the settings that may distinguish this run from others of its method, as text."""
    return set_to({name: start.settings[name] for name in SETTLED if name in start.settings})


def _frame(subject: Subject, start: Start) -> tuple[str, str]:
    """Return the parts of the filled template before the rows and after them."""
    scene = subject.narrator.scene()
    scripts = [_asset(SCRIPTS[0]), scene.script, *map(_asset, SCRIPTS[1:])]
    title, settled = sentence(heading(start, subject.narrator.subject)).removesuffix("."), _settled(start)
    fields = {
        **framed(scripts, [_asset("page.css"), scene.style]),
        "title": html.escape(" · ".join(part for part in (title, settled, "hashicnf") if part)),
        "heading": html.escape(title),
        "settled": html.escape(settled),
        "about": as_json({"kinds": KINDS, "order": order_of(start), "scene": {"name": scene.name, "data": scene.data}}),
    }
    head, _, tail = _asset("page.html").partition("{{rows}}")
    return filled(head, fields), filled(tail, fields)


def _asset(name: str) -> str:
    return assets(__package__, name)
