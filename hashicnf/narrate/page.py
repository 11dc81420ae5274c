"""Write a trace as one page that needs nothing else: no network, no fonts, no libraries; its policy forbids connections.

The page holds the sentences, made here, and replays the search by itself. Rows are written as events come, so memory does not
grow with the trace. Script and style are allowed by their hashes alone, so nothing that a trace contains can run.
"""

from __future__ import annotations

import base64
import hashlib
import html
import json
import re
from collections.abc import Iterable, Iterator
from importlib import resources
from itertools import chain
from typing import Final

from hashicnf.errors import InternalError
from hashicnf.files import writing
from hashicnf.narrate.events import Event
from hashicnf.narrate.subject import Subject
from hashicnf.trace.narration import printable, sentence
from hashicnf.trace.steps import STEPS, Conflict, Cut, Decision, End, Forced, Solution, Start

SCRIPTS: Final = ("replay.js", "tree.js", "overview.js", "player.js")
KINDS: Final = list(STEPS)


def write_page(events: Iterable[Event], name: str) -> int:
    """Write the page; return the number of steps. Raises UsageError when it cannot be written."""
    remaining = iter(events)
    first = next(remaining)
    if first.subject is None or first.record is None:
        raise InternalError("a trace began without its subject")
    start = first.record.step if isinstance(first.record.step, Start) else Start("")
    head, tail = _frame(first.subject, printable(start.method))
    count = 0
    with writing(name) as stream:
        stream.write(head.encode())
        for count, row in enumerate(_rows(chain((first,), remaining)), 1):
            stream.write((("[" if count == 1 else ",\n") + row).encode())
        stream.write(("]" + tail).encode())
    return count


def _rows(events: Iterable[Event]) -> Iterator[str]:
    """Write each event as a row: kind, node, parent, literals, sentence, marks, label, rule, and the outcome of the end."""
    for event in events:
        if event.record is None:
            continue  # a remark about the file: the page says by itself that there is no end
        step = event.record.step
        literals: tuple[int, ...] = ()
        match step:
            case Decision(literals) | Solution(literals):
                pass
            case Forced(literal):
                literals = (literal,)
        rule = printable(step.rule) if isinstance(step, (Forced, Conflict, Cut)) else ""
        kind = KINDS.index(type(step).__name__.lower())
        node, parent, outcome = event.record.node, event.record.parent, [step.outcome] if isinstance(step, End) else []
        row = [kind, node, parent, literals, event.sentence, event.marks or 0, event.label, rule, *outcome]
        yield _json(row)


def _frame(subject: Subject, method: str) -> tuple[str, str]:
    """Fill the template; return what comes before the rows and after them."""
    scene = subject.narrator.scene()
    style = _asset("page.css") + scene.style
    parts = [_asset(SCRIPTS[0]), "const SCENES = {};", scene.script, *map(_asset, SCRIPTS[1:])]
    script = '"use strict";\n(() => {\n' + "\n".join(parts) + "\n})();\n"
    heading = sentence(f"Search by {method or 'some method'} on {subject.narrator.subject}")
    fields = {
        "policy": _policy(script, style),
        "title": html.escape(f"{heading.removesuffix('.')} · hashicnf"),
        "heading": html.escape(heading.removesuffix(".")),
        "style": style,
        "script": script,
        "about": _json({"kinds": KINDS, "scene": {"name": scene.name, "data": scene.data}}),
    }
    head, _, tail = _asset("page.html").partition("{{rows}}")
    filled = [re.sub(r"\{\{(\w+)\}\}", lambda name: fields[name[1]], part) for part in (head, tail)]
    return filled[0], filled[1]


def _policy(script: str, style: str) -> str:
    """Return the content policy: only the page's own script and style."""
    allowed = [f"{kind}-src 'sha256-{_hash(text)}'" for kind, text in (("script", script), ("style", style))]
    return "; ".join(["default-src 'none'", "connect-src 'none'", *allowed, "base-uri 'none'", "form-action 'none'"])


def _hash(text: str) -> str:
    return base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def _json(data: object) -> str:
    """Write JSON that cannot end the element it stands in."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return text.replace("<", "\\u003c")


def _asset(name: str) -> str:
    return resources.files(__package__).joinpath("assets", name).read_text(encoding="utf-8")
