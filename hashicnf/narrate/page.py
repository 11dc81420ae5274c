"""Write a trace as one page, which holds the sentences, made here, and replays the search by itself.

Rows are written as events come, so memory does not grow with the trace.
"""

from __future__ import annotations

import html
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Final

from hashicnf.errors import InternalError
from hashicnf.files.outputs import writing
from hashicnf.narrate.events import Event
from hashicnf.narrate.phrases import heading, short_value
from hashicnf.narrate.subject import Subject
from hashicnf.pages import as_json, assets, filled, framed
from hashicnf.trace.narration import printable, sentence
from hashicnf.trace.steps import STEPS, Conflict, Cut, Decision, End, Forced, Solution, Start

SCRIPTS: Final = ("replay.js", "tree.js", "overview.js", "transcript.js", "asking.js", "player.js")
KINDS: Final = list(STEPS)


def write_page(events: Iterable[Event], name: str) -> int:
    """Write the page; return the number of steps. Raises UsageError when it cannot be written."""
    remaining = iter(events)
    first = next(remaining)
    if first.subject is None or first.record is None:
        raise InternalError("a trace began without its subject")
    start = first.record.step if isinstance(first.record.step, Start) else Start("")
    head, tail = _frame(first.subject, start)
    count = 0
    with writing(name) as stream:
        stream.write(head.encode())
        for count, row in enumerate(_rows(chain((first,), remaining)), 1):
            stream.write((("[" if count == 1 else ",\n") + row).encode())
        stream.write(("]" + tail).encode())
    return count


def _rows(events: Iterable[Event]) -> Iterator[str]:
    """Write each event as a row: kind, node, parent, literals, sentence, marks, label, rule, outcome of the end, value of the node.

    What is empty at the end of a row is left out.
    """
    for event in events:
        if event.record is None:
            continue  # a remark about the file: the page says by itself that there is no end
        step = event.record.step
        literals: tuple[int, ...] = ()
        match step:
            case Decision(literals) | Solution(literals):
                pass
            case Forced(literal):
                literals = event.literals or (literal,)
        rule = printable(step.rule) if isinstance(step, (Forced, Conflict, Cut)) else ""
        kind = KINDS.index(type(step).__name__.lower())
        node, parent, value = event.record.node, event.record.parent, short_value(event.record)
        more = [step.outcome] if isinstance(step, End) else ["", value] if value else []
        yield as_json([kind, node, parent, literals, event.sentence, event.marks or 0, event.label, rule, *more])


def _frame(subject: Subject, start: Start) -> tuple[str, str]:
    """Fill the template; return what comes before the rows and after them."""
    scene = subject.narrator.scene()
    scripts = [_asset(SCRIPTS[0]), scene.script, *map(_asset, SCRIPTS[1:])]
    title = sentence(heading(start, subject.narrator.subject)).removesuffix(".")
    fields = {
        **framed(scripts, [_asset("page.css"), scene.style]),
        "title": html.escape(f"{title} · hashicnf"),
        "heading": html.escape(title),
        "about": as_json({"kinds": KINDS, "scene": {"name": scene.name, "data": scene.data}}),
    }
    head, _, tail = _asset("page.html").partition("{{rows}}")
    return filled(head, fields), filled(tail, fields)


def _asset(name: str) -> str:
    return assets(__package__, name)
