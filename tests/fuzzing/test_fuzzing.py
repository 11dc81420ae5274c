"""Commands on mutated files: no internal error, no crash, no hang, little memory, nothing left behind, plain words."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest

from tests.fuzzing.cases import SCENARIOS, Case, Step, make_case
from tests.fuzzing.corpus import Corpus, build_corpus
from tests.fuzzing.judging import MOST_PEAK, MOST_SAID, Ran, complaint
from tests.fuzzing.running import Worker, hunt
from tests.fuzzing.shrinking import shrunk

SEED = 1
FEW, MANY = 40, 100_000
DRAW = Step(("draw", "a.puz"))
BOARD = {"a.puz": b"2.2\n...\n2.2\n"}


@pytest.fixture(scope="module")
def corpus() -> Corpus:
    return build_corpus()


def faults(corpus: Corpus, count: int, workers: int) -> str:
    cases = (make_case(corpus, SEED, number) for number in range(count))
    return "\n\n".join(fault.report() for fault in hunt(cases, workers=workers))


def test_a_few_mutated_files(corpus: Corpus) -> None:
    assert faults(corpus, FEW, 1) == ""


@pytest.mark.slow
@pytest.mark.timeout(4 * 3600)
def test_very_many_mutated_files(corpus: Corpus) -> None:
    assert faults(corpus, MANY, os.cpu_count() or 1) == ""


def test_a_case_is_the_same_whenever_it_is_made(corpus: Corpus) -> None:
    some = [make_case(corpus, SEED, number) for number in range(100)]
    assert some == [make_case(corpus, SEED, number) for number in range(100)]
    assert some != [make_case(corpus, SEED + 1, number) for number in range(100)]


def test_all_commands_that_read_files_are_called(corpus: Corpus) -> None:
    called = {step.arguments[0] for number in range(30 * len(SCENARIOS)) for step in make_case(corpus, 0, number).steps}
    reading = ("solve", "check", "draw", "convert", "encode", "decode", "sat", "prove", "check-proof", "explain-trace")
    assert called == {*reading, "bench", "compare", "check-certificate"}


@pytest.mark.parametrize(
    ("ran", "words"),
    [
        (
            Ran(DRAW, None, "", 'File "x/hashicnf/cli/draw.py", line 7 in draw\n'),
            "ran too long: hashicnf/cli/draw.py:7 draw",
        ),
        (
            Ran(DRAW, 70, "", "Traceback (most recent call last):\nValueError: x\nhashicnf: please"),
            "internal error: : ValueError",
        ),
        (Ran(DRAW, 0, "", "", peak=MOST_PEAK + 1), "too much memory"),
        (Ran(DRAW, 30, "", "hashicnf: out of memory"), "too much memory"),
        (Ran(DRAW, 0, "", "", children=1), "left behind: 1 children"),
        (Ran(DRAW, 0, "", "", left=(".hashicnf-x",)), "left behind: 0 children, .hashicnf-x"),
        (Ran(DRAW, 10, "", ""), "exit code 10"),
        (Ran(replace(DRAW, must=frozenset({0})), 65, "", "words"), "exit code 65 after what came before"),
        (Ran(DRAW, 65, "", "np.str_('x')"), "ugly words"),
        (Ran(DRAW, 65, "", "\x1b[2J"), "control character '\\x1b' on stderr"),
        (Ran(DRAW, 0, "\x07", ""), "control character '\\x07' on stdout"),
        (Ran(DRAW, 65, "", "x" * (MOST_SAID + 1)), "20,000 characters on stderr"),
        (Ran(DRAW, 65, "", "\n"), "exit code 65 without a word"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_is_wrong_is_named(ran: Ran, words: str) -> None:
    assert words in (complaint(ran) or "")


def test_what_is_right_is_not_complained_of() -> None:
    assert complaint(Ran(DRAW, 0, "2───2\n", "", 0.1, MOST_PEAK)) is None
    assert complaint(Ran(replace(DRAW, must=frozenset({0}), excuse="4 puzzles"), 65, "", "4 puzzles where one")) is None
    assert complaint(Ran(Step(("sat", "a.cnf")), 10, "s SATISFIABLE\nv 1 0\n", "")) is None


def test_a_command_that_runs_too_long_is_ended_and_named_and_the_next_one_runs() -> None:
    case = Case((DRAW,), BOARD)
    with Worker(seconds=0.001) as worker:
        fault = worker.run(case)
    assert fault is not None
    assert fault.what.startswith("draw: died or ran too long: ")
    assert fault.ran.code is None
    with Worker() as worker:
        assert worker.run(case) is None


def test_steps_go_on_only_after_their_codes_and_files_that_nobody_named_are_noticed(tmp_path: Path) -> None:
    encode = Step(("encode", "a.puz", "-o", "out.cnf"), frozenset({0}))
    solve = Step(("sat", "out.cnf"), must=frozenset({20}))
    with Worker() as worker:
        for steps, what in (
            ((DRAW, solve), None),
            ((encode,), None),
            ((encode, solve), "sat: exit code 10 after what came before"),
        ):
            fault = worker.run(Case(steps, BOARD, ("out.cnf",)))
            assert (fault and fault.what) == what
        fault = worker.run(Case((encode,), BOARD))
    assert fault is not None
    assert fault.what == "encode: left behind: 0 children, out.cnf"
    fault.save(tmp_path / "saved")
    assert (tmp_path / "saved" / "a.puz").read_bytes() == BOARD["a.puz"]
    assert "hashicnf encode a.puz -o out.cnf" in (tmp_path / "saved" / "fault.txt").read_text()


def test_a_worker_is_not_charged_for_the_memory_of_the_process_that_starts_it() -> None:
    held = bytearray(MOST_PEAK)
    held[::1024] = bytes(len(held[::1024])).replace(b"\0", b"\1")
    with Worker() as worker:
        assert worker.run(Case((DRAW,), BOARD)) is None
    assert held[-1024]


def test_a_fault_is_made_small() -> None:
    wanted = Step(("draw", "a.puz"), must=frozenset({0}))
    with Worker() as worker:
        fault = worker.run(Case((wanted,), {"a.puz": b"# words\n2.2\n..x\n2.2\n"}))
    assert fault is not None
    assert shrunk(fault, 60).case.files == {"a.puz": b""}
