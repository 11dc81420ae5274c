"""Trace files: one record per line, as a JSON object, written while the search runs.

    {"node": 3, "parent": 1, "event": "forced", "literal": -7, "rule": "crossing", "kind": "crossing", "source": 4, ...}

So an interrupted search leaves a readable trace, and a long one can be read without being held in memory. The reader raises errors,
with line and column, for unknown events, unknown fields, values of the wrong type, other versions of the format, and a second
search.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields
from functools import cache
from typing import Any, Final, TextIO, get_args, get_type_hints

from hashicnf.errors import InputError, one_of
from hashicnf.records import record
from hashicnf.trace.steps import FORMAT, STEPS, Figures, Record, SkipKind, Start, Step

PLACE: Final = ("node", "parent")  # of every record
VALUES: Final = ("g", "h")  # of a record, where there are such
LARGEST: Final = 1e300  # largest of these values, so that no sum of two is infinite


class BrokenLine(InputError):
    """A line that is no JSON; if it is the last one, the writer may have been interrupted."""


class Writer:
    """Write each record at once as a line of a text stream."""

    active = True

    def __init__(self, stream: TextIO) -> None:
        """Write to ``stream``, which the caller opens and closes; ``size`` counts the characters."""
        self._stream, self.size = stream, 0

    def emit(self, record: Record) -> None:
        """Write the record."""
        self.size += self._stream.write(line_of(record) + "\n")


def line_of(record: Record) -> str:
    """Write a record as one line of JSON, without the end of the line."""
    step, event = record.step, type(record.step).__name__.lower()
    data: dict[str, Any] = {"node": record.node, "parent": record.parent, "event": event}
    data |= {name: getattr(step, name) for name in _types_of(event)}
    data |= {name: value for name in VALUES if (value := getattr(record, name)) is not None}
    return json.dumps(data)  # in ASCII, so that a truncated file does not end inside a character


def read_trace(lines: Iterable[str], name: str = "<trace>") -> Iterator[Record]:
    """Yield the records of lines, one at a time; empty lines are skipped. Raises InputError with line and column."""
    is_first = True
    for number, text in enumerate(lines, 1):
        if text.strip():
            line = _Line(text.rstrip("\r\n"), number, name)
            record = line.record()
            if isinstance(record.step, Start) and not is_first:
                raise line.error("a second search begins here", line.column("start"), "one search a file")
            yield record
            is_first = False


@record
class _Line:
    """A line to be read, which makes errors with their places in it."""

    text: str
    number: int
    name: str

    def record(self) -> Record:
        """Read the line. Raises InputError."""
        try:
            data = json.loads(self.text)
        except ValueError as problem:
            column = getattr(problem, "colno", 1)
            message = f"not JSON: {getattr(problem, 'msg', problem)}"
            raise BrokenLine(message, self.name, self.number, column, self.text, "a JSON object") from None
        except RecursionError:
            raise self.error("nested too deeply", 1, "a JSON object") from None
        if not isinstance(data, dict):
            raise self.error(
                "not a JSON object", 1, 'a record such as {"node": 0, "parent": -1, "event": "start", ...}'
            )
        event = data.pop("event", None)
        if not isinstance(event, str) or event not in STEPS:
            raise self.error(f"no event is named {event!r}", self.column("event"), one_of(str(event), STEPS))
        node, parent = (self.value(int, name, data) for name in PLACE)
        if not -1 <= parent < node:
            raise self.error(
                f"node {node} cannot have the parent {parent}", self.column("parent"), "an earlier node, or -1"
            )
        values = {name: self.value(float, name, data) for name in VALUES if name in data}
        own = {name: value for name, value in data.items() if name not in (*PLACE, *VALUES)}
        return Record(node, parent, self.step(event, own), **values)

    def step(self, event: str, data: dict[str, Any]) -> Step:
        """Return a step made of its fields. Raises InputError unless they are all of its fields, no others, of the right types."""
        types = _types_of(event)
        for name in data:
            if name not in types:
                message = f"{event} has no field {name!r}"
                raise self.error(message, self.column(name), ", ".join(types) or "no fields")
        step = STEPS[event](**{name: self.value(hint, name, data) for name, hint in types.items()})
        if isinstance(step, Start) and step.format != FORMAT:
            message = f"a trace of format {step.format}, which this version cannot read"
            raise self.error(message, self.column("format"), f"format {FORMAT}")
        return step

    def value(self, hint: Any, name: str, data: Mapping[str, Any]) -> Any:
        """Return the value of a field. Raises InputError if it is missing, or not of the declared type."""
        words, fits = _CHECKS[hint]
        if name not in data:
            raise self.error(f"the field {name!r} is missing", 1, words)
        if not fits(raw := data[name]):
            raise self.error(f"cannot read the field {name!r}", self.column(name), words)
        return tuple(raw) if isinstance(raw, list) else raw

    def column(self, name: str) -> int:
        """Return the 1-based column of a field, 1 if it is missing."""
        return max(1, self.text.find(f'"{name}"') + 1)

    def error(self, message: str, column: int, expected: str) -> InputError:
        """Make (not raise) the error that points at a column of this line."""
        return InputError(message, self.name, self.number, column, self.text, expected)


@cache
def _types_of(event: str) -> dict[str, Any]:
    """Return the fields of a step and their types; cached, as each line needs them."""
    hints = get_type_hints(STEPS[event])
    return {field.name: hints[field.name] for field in fields(STEPS[event])}


def _is_int(raw: Any) -> bool:
    return isinstance(raw, int) and not isinstance(raw, bool)


def _is_number(raw: Any) -> bool:
    return (_is_int(raw) or isinstance(raw, float)) and -LARGEST <= raw <= LARGEST


def _is_figures(raw: Any) -> bool:
    return isinstance(raw, dict) and all(v is None or isinstance(v, str | bool) or _is_number(v) for v in raw.values())


_CHECKS: Final[dict[Any, tuple[str, Any]]] = {
    int: ("an integer", _is_int),
    float: ("a number", _is_number),
    str: ("a string", lambda raw: isinstance(raw, str)),
    tuple[int, ...]: ("a list of integers", lambda raw: isinstance(raw, list) and all(map(_is_int, raw))),
    tuple[str, ...]: (
        "a list of strings",
        lambda raw: isinstance(raw, list) and all(isinstance(item, str) for item in raw),
    ),
    SkipKind: ("one of " + ", ".join(get_args(SkipKind)), lambda raw: raw in get_args(SkipKind)),
    Figures: ("an object of numbers and strings", _is_figures),
}
