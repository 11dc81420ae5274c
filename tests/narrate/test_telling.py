"""Reading traces: streams, limits, files that are cut off or wrong, and the state at each node."""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from hashicnf.errors import InputError
from hashicnf.files.inputs import read_lines
from hashicnf.files.outputs import write_text
from hashicnf.narrate import explain, explain_page, replay
from hashicnf.narrate.events import CUT_OFF, LIMITED, NO_END, Event, events_of
from hashicnf.narrate.replay import Replay
from hashicnf.narrate.text import paragraphs
from hashicnf.trace.steps import Backtrack, Decision, Expand, Forced, Record, Start
from tests.commands import run
from tests.extras import marked
from tests.narrate.traces import EVERY_STEP, SMALL, dpll, lines_of, narrated, write

LINES = lines_of(EVERY_STEP)


def last(events: Iterator[Event]) -> Event:
    return list(events)[-1]


def test_events_come_as_lines_come() -> None:
    def endless() -> Iterator[str]:
        yield from LINES[:6]
        raise AssertionError("read too far")

    events = events_of(endless(), "t")
    assert [next(events).number for _ in range(6)] == [1, 2, 3, 4, 5, 6]


def test_a_trace_without_an_end_says_so() -> None:
    assert last(events_of(LINES[:-1], "t")).sentence == NO_END
    assert last(events_of(LINES, "t")).sentence.startswith("Stopped: time limit")


@pytest.mark.parametrize("kept", [1, 9, 40])
def test_a_trace_that_breaks_off_is_told_as_far_as_it_goes(kept: int) -> None:
    events = list(events_of([*LINES[:5], LINES[5][:kept]], "t"))
    assert len(events) == 6
    assert (events[-1].sentence, events[-1].record) == (CUT_OFF, None)


@pytest.mark.parametrize("suffix", marked([".gz", ".xz", ".zst"]))
def test_a_compressed_trace_that_breaks_off_is_told_as_far_as_it_goes(suffix: str, tmp_path: Path) -> None:
    whole, part = tmp_path / f"whole.jsonl{suffix}", tmp_path / f"part.jsonl{suffix}"
    write_text(str(whole), "".join(LINES))
    part.write_bytes(whole.read_bytes()[:-4])
    done = run("explain-trace", str(part))
    assert (done.returncode, done.stderr) == (0, "")
    assert " ".join(done.stdout.split()).endswith(CUT_OFF)
    part.write_bytes(whole.read_bytes()[:20])
    done = run("explain-trace", str(part))
    assert (done.returncode, done.stdout) == (65, "")
    assert "the compressed data breaks off" in done.stderr


def test_a_last_line_without_an_end_counts_when_it_is_whole() -> None:
    assert last(events_of([*LINES[:-1], LINES[-1].rstrip("\n")], "t")).number == len(LINES)


def test_a_broken_line_with_an_end_is_an_error() -> None:
    with pytest.raises(InputError, match=r"t:6:.*not JSON"):
        list(events_of([*LINES[:5], LINES[5][:20] + "\n"], "t"))
    with pytest.raises(InputError, match=r"t:6:.*no event is named"):
        list(events_of([*LINES[:5], '{"node": 1, "parent": 0, "event": "x"}'], "t"))


def test_a_limit() -> None:
    events = list(events_of(LINES, "t", 3))
    assert [event.number for event in events] == [1, 2, 3, 3]
    assert events[-1].sentence == LIMITED
    assert last(events_of(LINES, "t", 10**30)).number == len(LINES)
    assert last(events_of(LINES[:-1], "t", 10**30)).sentence == NO_END


def test_steps_have_short_labels() -> None:
    """The tree of a page shows them."""
    labels = [event.label for event in narrated(EVERY_STEP)]
    assert [label for label in labels if label] == [
        "row 1, 1–3: ≥ 1",
        "row 1, 1–3: none",
        "something else",
        "reached before",
        "round 2, f ≤ 6.5",
        "goal",
        "backwards: something",
        "Stopped: time limit of 5 s reached",
    ]


@pytest.mark.parametrize(("lines", "message"), [([], "t: the file is empty"), (["\n"] * 2, "t:1: .* only blank lines")])
def test_a_file_without_records_is_an_error(lines: list[str], message: str) -> None:
    with pytest.raises(InputError, match=message):
        list(events_of(lines, "t"))


def test_a_file_that_begins_within_a_trace_is_told_in_literals() -> None:
    assert (
        next(events_of(LINES[1:], "t")).sentence
        == "So x2 is false: island 2 of capacity (not x2) has no other literal."
    )


@pytest.mark.parametrize(("rows", "words"), [(("2.x",), "1"), ((), None), (("loops: maybe", "2.2"), "maybe")])
def test_a_puzzle_that_cannot_be_read(rows: tuple[str, ...], words: str | None) -> None:
    lines = lines_of([Record(0, -1, Start("dpll", "hashi", rows))])
    if words is None:
        assert next(events_of(lines, "t")).sentence == "Search by DPLL on a formula."
        return
    with pytest.raises(InputError, match="t, the puzzle in its first record"):
        next(events_of(lines, "t"))


def test_numbers_of_nowhere_are_told_without_failing() -> None:
    """A trace with wrong numbers is explained or refused, without a crash."""
    generator = np.random.default_rng(1)
    records = [record for record in EVERY_STEP if not isinstance(record.step, Start)]
    text = "".join(lines_of(records))
    for _ in range(300):
        numbers = iter(generator.integers(-20, 20, 400).tolist())
        wild = "".join(str(next(numbers)) if part.isdigit() else part for part in _split(text))
        try:
            assert all(event.sentence for event in events_of([LINES[0], *wild.splitlines(keepends=True)], "t"))
        except InputError:
            continue


def _split(text: str) -> list[str]:
    parts: list[str] = []
    for char in text:
        if parts and char.isdigit() == parts[-1][-1].isdigit():
            parts[-1] += char
        else:
            parts.append(char)
    return parts


def test_the_state_of_a_node_is_what_was_set_on_the_way_to_it() -> None:
    generator = np.random.default_rng(7)
    follower = Replay()
    parent, own = {0: -1}, {0: {1: True}}
    follower.enter(Record(0, -1, Expand()), 1)
    follower.note(Record(0, -1, Forced(1, "", "", -1)))
    for step in range(2, 400):
        node = int(generator.integers(0, len(parent) + 1))
        if node not in parent:
            parent[node] = int(generator.integers(0, len(parent)))
            own[node] = {step: bool(step % 2)}
            record = Record(node, parent[node], Decision((step if step % 2 else -step,)))
        else:
            record = Record(node, parent[node], Expand())
        follower.enter(record, step)
        follower.note(record)
        expected: dict[int, bool] = {}
        above = node
        while above >= 0:
            expected.update(own[above])
            above = parent[above]
        assert follower.values == expected


class Unwalked(list[replay.Place]):
    """A path that can be indexed, but not iterated."""

    def __iter__(self) -> Iterator[replay.Place]:
        pytest.fail("the whole path was walked")


def test_a_depth_first_search_is_forgotten_behind_it() -> None:
    follower = Replay()
    for number in range(1, 1000):
        follower.enter(Record(number, 0, Decision((number,))), number)
        follower.note(Record(number, 0, Backtrack()))
        assert follower.find(number) is None


def test_a_step_deep_in_the_tree_costs_no_walk_from_the_root() -> None:
    follower = Replay()
    follower._path = path = Unwalked()
    for depth in range(1000):
        record = Record(depth, depth - 1, Decision((depth + 1,)))
        follower.enter(record, depth)
        follower.note(record)
    assert len(path) == len(follower.values) == 1000
    follower.enter(Record(2000, 400, Expand()), 2000)
    assert len(path) == 402
    assert len(follower.values) == 401


def test_memory_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replay, "MOST_NODES", 100)
    follower = Replay()
    for number in range(1000):
        follower.enter(Record(number, -1, Expand()), number)
    assert [follower.find(number) is None for number in (899, 900)] == [True, False]
    assert follower.enter(Record(5, -1, Expand()), 1000).step == 1000


def test_deep_trees_do_not_run_out_of_the_page() -> None:
    records = [Record(0, -1, Start("dfs", "hashi", SMALL))]
    records += [Record(depth, depth - 1, Decision((depth % 9,))) for depth in range(1, 60)]
    lines = list(paragraphs(narrated(records), 80))
    assert max(map(len, lines)) <= 80
    assert any(line.lstrip().startswith("60 ") and "[59] " in line for line in lines)


@pytest.mark.parametrize("width", [1, 40, 72, 200])
def test_lines_keep_to_the_width(width: int) -> None:
    assert max(map(len, paragraphs(events_of(LINES, "t"), width))) <= max(width, 40)


def test_no_line_ends_within_a_place() -> None:
    for width in range(40, 100):
        for line in paragraphs(events_of(LINES, "t"), width):
            assert not re.search(r"(row|column|island|step|\(\d+,)$", line), line
            assert "\N{NO-BREAK SPACE}" not in line


@pytest.mark.parametrize("suffix", marked(["", ".gz", ".xz", ".zst"]))
def test_compressed_traces(suffix: str, tmp_path: Path) -> None:
    from hashicnf.files.outputs import write_text

    path = str(tmp_path / f"t.jsonl{suffix}")
    write_text(path, "".join(LINES))
    assert list(read_lines(path)) == LINES
    assert list(explain(path)) == list(paragraphs(events_of(LINES, "t"), 100))


def test_what_is_no_text(tmp_path: Path) -> None:
    path = tmp_path / "t.jsonl"
    path.write_bytes(LINES[0].encode() + b'{"a": "\xff"}\n')
    with pytest.raises(InputError, match=r"t.jsonl:2:8: byte 0xff is not UTF-8 text"):
        list(read_lines(str(path)))
    path.with_suffix(".gz").write_bytes(gzip.compress("".join(LINES).encode())[:-20])
    with pytest.raises(InputError, match="cannot be read"):
        list(read_lines(str(path.with_suffix(".gz"))))
    with pytest.raises(InputError, match="cannot be read: No such file"):
        list(explain(str(tmp_path / "nothing")))
    with pytest.raises(InputError, match="cannot be read: No such file"):
        explain_page(str(tmp_path / "nothing"), str(tmp_path / "page.html"))
    assert not (tmp_path / "page.html").exists()


def test_the_command(tmp_path: Path) -> None:
    path = write(tmp_path / "small.jsonl", dpll("small"))
    told = run("explain-trace", path, "--width", "90")
    assert told.returncode == 0
    assert "Island 1 at row 6, column 1 has one neighbour" in told.stdout
    assert "2───3" in told.stdout
    assert max(map(len, told.stdout.splitlines())) <= 90
    assert run("explain-trace", "-", "--width", "90", stdin=Path(path).read_text()).stdout == told.stdout
    assert run("explain-trace", path, "--limit", "2").stdout.endswith(f"       {LIMITED}\n")
    page = tmp_path / "page.html"
    written = run("explain-trace", path, "-o", str(page))
    assert (written.returncode, written.stdout) == (0, "")
    assert f"{page}: 29 steps" in written.stderr
    printed = run("explain-trace", path, "-o", "-")
    assert (printed.stdout, printed.stderr) == (page.read_text(encoding="utf-8"), "<stdout>: 29 steps\n")
    wrong = run("explain-trace", "-", stdin='{"node": 0}\n')
    assert wrong.returncode == 65
    assert wrong.stderr.splitlines()[0].startswith("hashicnf: <stdin>:1:1: no event is named None")


@pytest.mark.parametrize(
    "half",
    [
        '{"node": 1, "parent": 0, "event": "decision", "literals": [], "text": "\\ud800", "branch": 1}\n',
        '{"node": 0, "parent": -1, "event": "end", "outcome": "\\ud800", "reason": "", "figures": {}}\n',
    ],
)
def test_half_a_character_in_a_trace_does_not_stop_the_page(half: str, tmp_path: Path) -> None:
    trace, page = tmp_path / "t.jsonl", tmp_path / "t.html"
    trace.write_text(LINES[0] + half)
    assert explain_page(str(trace), str(page)) == 2
    assert "\N{REPLACEMENT CHARACTER}" in page.read_text(encoding="utf-8")


def test_boards_within_a_trace_are_drawn_in_the_style_that_is_asked_for(tmp_path: Path) -> None:
    trace = tmp_path / "a.jsonl"
    board = "examples/hashi/small.puz"
    live = run("solve", board, "--method", "astar", "--trace", "-", "--style", "ascii").stdout
    assert run("solve", board, "--method", "astar", "--trace", str(trace)).returncode == 0
    told = run("explain-trace", str(trace), "--style", "ascii", "--width", "100").stdout
    assert "2---3" in live
    assert "2---3" in told
    assert not set("─═│║") & set(live + told)
    assert "2───3" in run("explain-trace", str(trace)).stdout
    wrong = run("explain-trace", str(trace), "--style", "nosuch")
    assert (wrong.returncode, wrong.stderr.partition(";")[0]) == (2, "hashicnf: no drawing style is named 'nosuch'")
