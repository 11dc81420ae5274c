"""Trace files: written files are read back, broken ones raise errors with line and column."""

from __future__ import annotations

import io

import pytest

from hashicnf.errors import InputError
from hashicnf.trace import SILENT
from hashicnf.trace.lines import Writer, read_trace
from hashicnf.trace.narration import listed
from hashicnf.trace.steps import (
    Backtrack,
    Conflict,
    Cut,
    Decision,
    End,
    Expand,
    Forced,
    Prune,
    Record,
    Solution,
    Start,
    Step,
)

STEPS: list[Step] = [
    Start("dpll", "hashi", ("2 . 2", ". . ."), {"branching": "saturation", "timeout": None, "cuts": 0, "share": 0.5}),
    Decision((3, -4), "edge 1 carries one bridge", 2),
    Forced(-7, "crossing", "crossing", 4, (-3, -7)),
    Conflict("capacity", "island", 2, (1, 2)),
    Prune("these islands cannot be reached", "island", (0, 3)),
    Cut((5, 6), "connectivity", "island", (1,)),
    Expand(),
    Backtrack(),
    Solution((1, 2)),
    End("stopped", "time limit “5 s”\nreached", {"seconds": 1.5}),
]


def test_every_step_comes_back() -> None:
    stream = io.StringIO()
    writer = Writer(stream)
    records = [Record(i, i - 1, step) for i, step in enumerate(STEPS)]
    for record in records:
        writer.emit(record)
    lines = stream.getvalue().splitlines(keepends=True)
    assert len(lines) == len(STEPS)
    assert list(read_trace(lines)) == records


def test_lines_are_plain_json() -> None:
    stream = io.StringIO()
    Writer(stream).emit(Record(3, 1, Forced(-7, "crossing", "crossing", 4, (-3, -7))))
    assert stream.getvalue() == (
        '{"node": 3, "parent": 1, "event": "forced", "literal": -7, "rule": "crossing", "kind": "crossing",'
        ' "source": 4, "clause": [-3, -7]}\n'
    )


def test_reading_is_lazy_and_skips_empty_lines() -> None:
    trace = read_trace(['{"node": 0, "parent": -1, "event": "expand"}\n', "\n", "broken"])
    assert next(trace) == Record(0, -1, Expand())
    with pytest.raises(InputError):
        next(trace)


@pytest.mark.parametrize(
    ("line", "place", "words"),
    [
        ("nonsense", "t:1:1", "not JSON"),
        ('{"node": 0', "t:1:11", "not JSON"),
        ("[1, 2]", "t:1:1", "not a JSON object"),
        ("[" * 100_000, "t:1:", "t:1:"),
        ('{"node": 0, "parent": -1, "event": "guess"}', "t:1:27", "no event is named 'guess'"),
        ('{"node": 0, "parent": -1}', "t:1:1", "no event is named None"),
        ('{"node": 0, "parent": -1, "event": ["a"]}', "t:1:27", "no event is named"),
        ('{"parent": -1, "event": "expand"}', "t:1:1", "the field 'node' is missing"),
        ('{"node": "0", "parent": -1, "event": "expand"}', "t:1:2", "expected an integer"),
        ('{"node": 3, "parent": 99, "event": "expand"}', "t:1:13", "node 3 cannot have the parent 99"),
        ('{"node": 3, "parent": -2, "event": "expand"}', "t:1:13", "expected an earlier node, or -1"),
        ('{"node": true, "parent": -1, "event": "expand"}', "t:1:2", "expected an integer"),
        ('{"node": 0, "parent": -1, "event": "expand", "f": 3}', "t:1:46", "expand has no field 'f'"),
        ('{"node": 0, "parent": -1, "event": "expand", "h": "3"}', "t:1:46", "expected a number"),
        ('{"node": 0, "parent": -1, "event": "expand", "h": NaN}', "t:1:46", "expected a number"),
        ('{"node": 0, "parent": -1, "event": "expand", "h": 1' + 400 * "0" + "}", "t:1:46", "expected a number"),
        ('{"node": 0, "parent": -1, "event": "expand", "g": null}', "t:1:46", "cannot read the field 'g'"),
        ('{"node": 0, "parent": -1, "event": "cut", "clause": [1, "2"]}', "t:1:43", "expected a list of integers"),
        (
            '{"node": 1, "parent": 0, "event": "skip", "reason": "", "kind": "far"}',
            "t:1:57",
            "expected one of above, known, ",
        ),
        (
            '{"node": 1, "parent": 0, "event": "skip", "reason": "", "kind": []}',
            "t:1:57",
            "expected one of above, known, ",
        ),
        ('{"node": 0, "parent": -1, "event": "decision", "literals": [1]}', "t:1:1", "the field 'text' is missing"),
        ('{"node": 0, "parent": 0, "event": "expand"}', "t:1:13", "node 0 cannot have the parent 0"),
        ('{"node": 0, "parent": -1, "event": "expand", "h": 1e301}', "t:1:46", "expected a number"),
        ('{"node": 0, "parent": -1, "event": "start", "method": 3}', "t:1:45", "expected a string"),
        (
            '{"node": 0, "parent": -1, "event": "end", "outcome": "a", "reason": "", "figures": {"a": []}}',
            "t:1:73",
            "expected an object of numbers and strings",
        ),
        (
            '{"node": 0, "parent": -1, "event": "end", "outcome": "a", "reason": "", "figures": {"a": Infinity}}',
            "t:1:73",
            "expected an object of numbers and strings",
        ),
    ],
)
def test_broken_lines(line: str, place: str, words: str) -> None:
    with pytest.raises(InputError) as caught:
        list(read_trace([line], "t"))
    assert str(caught.value).startswith(place)
    assert words in str(caught.value)


START = (
    '{"node": 0, "parent": -1, "event": "start", "method": "m", "family": "", "lines": [], "settings": {}, "format": 1}'
)


def test_other_versions_of_the_format_are_refused() -> None:
    assert len(list(read_trace([START]))) == 1
    with pytest.raises(InputError, match=r"t:1:103: a trace of format 2, which this version cannot read"):
        list(read_trace([START.replace('"format": 1', '"format": 2')], "t"))


def test_a_second_search_is_refused() -> None:
    expand = '{"node": 0, "parent": -1, "event": "expand"}'
    with pytest.raises(InputError, match=r"t:3:36: a second search begins here"):
        list(read_trace([START, expand, START], "t"))


@pytest.mark.parametrize(
    ("count", "words"),
    [
        (0, ""),
        (1, "1"),
        (2, "1 and 2"),
        (4, "1, 2, 3 and 4"),
        (5, "1, 2, 3 and 2 more"),
        (1003, "1, 2, 3 and 1,000 more"),
    ],
)
def test_long_lists_end_with_how_many_are_left(count: int, words: str) -> None:
    assert listed([str(number) for number in range(1, count + 1)]) == words


def test_silence() -> None:
    assert not SILENT.active
    SILENT.emit(Record(0, -1, Expand()))
