"""Every method in every space: the states of a replay and its last drawing are right, and sentences name the right steps."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

import pytest

from hashicnf.families import Puzzle
from hashicnf.narrate.events import Event
from hashicnf.narrate.phrases import NO_BREAK
from hashicnf.narrate.replay import Replay
from hashicnf.pipeline.answer import Answer
from hashicnf.pipeline.puzzles import parse
from hashicnf.solving.methods import methods, solve_with
from hashicnf.solving.request import Request
from hashicnf.solving.spaces import UnfitSpace, space_names
from hashicnf.trace import Collector
from hashicnf.trace.steps import Backtrack, Conflict, Decision, Expand, Forced, Meet, Prune, Record, Skip
from tests.narrate.traces import expected_states, narrated

PUZZLES = [
    parse("2..4..2\n.......\n3..?..2\n"),
    parse("family: sudoku\n..3.\n....\n.1..\n...2\n"),
    parse("family: tiles\n21\n3.\n"),  # unsolvable, so every state is left and forgotten
    parse("family: tiles\n31\n.2\n"),
]
SLOW = pytest.mark.slow
RUNS = [
    pytest.param(
        puzzle,
        method.name,
        id=f"{puzzle.family}-{puzzle.lines[1]}-{method.name}",
        marks=SLOW if puzzle in PUZZLES[3:] else (),
    )
    for puzzle in PUZZLES
    for method in methods(puzzle.rules).values()
    if "tracer" in method.options and (method.search or puzzle.rules.planning is None)
]


def runs(puzzle: Puzzle, method: str) -> Iterator[tuple[Answer, list[Record]]]:
    """Yield the answer and the trace in each space that the method can search."""
    is_stated = puzzle.rules.planning is None
    for space in space_names(puzzle.rules) if methods(puzzle.rules)[method].search else [None]:
        collector = Collector()
        request = Request(method=method, space=space, tracer=collector, precheck=is_stated, max_nodes=30)
        try:
            answer = solve_with(puzzle, request)
        except UnfitSpace:
            continue
        yield answer, collector.records


def named(event: Event, firsts: dict[int, int]) -> Iterator[tuple[int, int]]:
    """Yield each step that a sentence names, and the step that it must name."""
    assert event.record is not None
    sentence, record = event.sentence.replace(NO_BREAK, " "), event.record
    meant = {Backtrack: record.parent, Meet: getattr(record.step, "other", -1)}.get(type(record.step), record.node)
    for words, number in re.findall(r"(\w+ )?[Ss]tep ([\d,]+)", sentence):
        waits = words == "after "
        yield int(number.replace(",", "")), event.number - 1 if waits else firsts[meant]


@pytest.mark.parametrize(("puzzle", "method"), RUNS)
def test_the_state_at_every_step_is_that_of_its_node(puzzle: Puzzle, method: str) -> None:
    for _, records in runs(puzzle, method):
        replay = Replay()
        for number, (record, expected) in enumerate(zip(records, expected_states(records), strict=True), 1):
            replay.enter(record, number)
            replay.note(record)
            if isinstance(record.step, Decision | Forced | Conflict | Prune | Skip | Expand):
                assert replay.values == expected, record


@pytest.mark.parametrize("seed", range(5))
def test_a_later_literal_of_a_path_replaces_its_negation(seed: int) -> None:
    """Wherever a search jumps in its tree, and whatever was set and replaced at the nodes that it leaves."""
    rng, parent, settings = Random(seed), dict[int, int](), dict[int, list[int]]()
    replay = Replay()
    for number in range(1, 200):
        node = rng.randrange(len(parent) + 1)
        above = parent.setdefault(node, rng.randrange(len(parent)) if parent else -1)
        literals = tuple(rng.choice((1, -1)) * rng.randint(1, 4) for _ in range(rng.randint(0, 3)))
        settings[node] = [*settings.get(node, ()), *literals]
        record = Record(node, above, Decision(literals))
        replay.enter(record, number)
        replay.note(record)
        path = [node]
        while (above := parent[path[0]]) >= 0:
            path.insert(0, above)
        assert replay.values == {abs(lit): lit > 0 for one in path for lit in settings[one]}


@pytest.mark.parametrize(("puzzle", "method"), RUNS)
def test_the_last_drawing_is_the_solution(puzzle: Puzzle, method: str) -> None:
    for answer, records in runs(puzzle, method):
        if puzzle.rules.planning is None and answer.solution is not None:
            *_, last, _ = narrated(records)
            assert last.drawing == puzzle.draw(answer.solution).rstrip("\n")


@pytest.mark.parametrize(("puzzle", "method"), RUNS)
def test_sentences_name_the_steps_of_their_nodes(puzzle: Puzzle, method: str) -> None:
    for _, records in runs(puzzle, method):
        firsts: dict[int, int] = {}
        for event in narrated(records):
            assert event.record is not None
            firsts.setdefault(event.record.node, event.number)
            for number, expected in named(event, firsts):
                assert number == expected, event.sentence
