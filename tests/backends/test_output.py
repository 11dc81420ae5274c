"""The reader of solver output: transcripts of every dialect, and damaged ones."""

from __future__ import annotations

import time

import pytest

from hashicnf.backends.output import Status, parse_output
from hashicnf.core.deadline import Deadline
from hashicnf.dimacs.text import PORTION
from hashicnf.errors import GaveUp, InputError

GOOD: list[tuple[bytes, Status, list[int], bool]] = [
    (b"s SATISFIABLE\nv -1 -2 -3 0\n", "sat", [-1, -2, -3], True),
    (b"s SATISFIABLE\nv 1 2\nv 3 0\n", "sat", [1, 2, 3], True),
    (b"v 1 -2 0\ns SATISFIABLE\n", "sat", [1, -2], True),
    (b"v 1 -2 0\nSATISFIABLE\n", "sat", [1, -2], True),
    (b"version 5\ns SATISFIABLE\n7 0\nv 1 -2 0\n", "sat", [1, -2], True),
    (b"s SATISFIABLE\nv 0\n", "sat", [], False),
    (b"v  0\ns SATISFIABLE\n", "sat", [], False),
    (b"SAT\n1 2 -3 0\n", "sat", [1, 2, -3], True),
    (b"SAT\n 0\n", "sat", [], False),
    (b"SAT\n1 0\n", "sat", [1], True),
    (b"s OPTIMUM FOUND\nv 1 -2 0\n", "sat", [1, -2], True),
    (b"s OPTIMUM FOUND\nv 010000000001\n", "sat", [-1, 2, *range(-3, -12, -1), 12], True),
    (b"s OPTIMUM FOUND\nv 001\n", "sat", [-1, -2, 3], True),
    (b"s OPTIMUM FOUND\r\nv\t00 \r\n", "sat", [-1, -2], True),
    (b"v 01 2 0\n", "sat", [1, 2], True),
    (b"UNSAT\n", "unsat", [], False),
    (b"UNSATISFIABLE\n-----\n12\n", "unsat", [], False),
    (b"s UNSATISFIABLE\nv\n", "unsat", [], False),
    (b"INDET\n", "unknown", [], False),
    (b"WARNING: for repeatability, setting FPU to use double precision\nSATISFIABLE\n", "sat", [], False),
    (b"UNSATISFIABLE\n", "unsat", [], False),
    (b"INDETERMINATE\n", "unknown", [], False),
    (b"s UNSATISFIABLE\n", "unsat", [], False),
    (b"c x\ns UNKNOWN\n", "unknown", [], False),
    (b"s INDETERMINATE\n", "unknown", [], False),
    (b"c s UNSATISFIABLE\ns SATISFIABLE\nv 1 0\n", "sat", [1], True),
    (b"s SATISFIABLE\r\nv 1 -2 0\r\n", "sat", [1, -2], True),
    (b"s SATISFIABLE\nv\t1\t-2\nv 0\n", "sat", [1, -2], True),
    (b"s SATISFIABLE\nv 1 -2\n", "sat", [1, -2], False),
    (b"s SATISFIABLE\ns SATISFIABLE\nv 1 0\n", "sat", [1], True),
    (b"v 1 2 0\n", "sat", [1, 2], True),
    (b"", "none", [], False),
    (b"\n\n", "none", [], False),
    (b"c only comments\n", "none", [], False),
    (b"p cnf 3 2\n1 2 0\n", "none", [], False),
    (b"s SATISFIABLE   \nv 1 0   \n", "sat", [1], True),
    (b"s SATISFIABLE\nv 1 1 0\n", "sat", [1, 1], True),
    (b"s SATISFIABLE\no 3\nd something\nv 2147483647 0\n", "sat", [2147483647], True),
]
BAD: list[tuple[bytes, int, str]] = [
    (b"s SATISFIABLE\ns UNSATISFIABLE\n", 2, "second, different answer"),
    (b"SAT\n1 0\nUNSAT\n", 3, "second, different answer"),
    (b"s UNSATISFIABLE\nv 1 0\n", 2, "a model beside the answer that there is none"),
    (b"v 1 0\ns UNSATISFIABLE\n", 1, "a model beside the answer that there is none"),
    (b"s UNSATISFIABLE\nv 0\n", 2, "a model beside the answer that there is none"),
    (b"UNSAT\n1 2 0\n", 2, "a model beside the answer that there is none"),
    (b"v 1 0\nUNSAT\n", 1, "a model beside the answer that there is none"),
    (b"s MAYBE\n", 1, "an answer that is not known"),
    (b"s SATISFIABLE\nv 1 x 0\n", 2, "not a literal"),
    (b"s SATISFIABLE\nv -x1 xx2\n", 2, "not a literal"),
    (b"s SATISFIABLE\nv x1 x0\n", 2, "not a literal"),
    (b"s SATISFIABLE\nv 1 -1 0\n", 2, "both 1 and -1"),
    (b"s SATISFIABLE\nv 1 0\nv -1 0\n", 3, "more than one model"),
    (b"s SATISFIABLE\nv 1 0 2\n", 2, "more than one model"),
    (b"s SATISFIABLE\nv 1 99999999999 0\n", 2, "too large"),
    (b"s SATISFIABLE\nv 1-2 0\n", 2, "not a literal"),
    (b"s SATISFIABLE\nv --2 0\n", 2, "not a literal"),
    (b"s SATISFIABLE\nv 2-\n", 2, "not a literal"),
    (b"s SATISFIABLE\nv 1.5 0\n", 2, "not a literal"),
    (b"s SATISFIABLE\nv +1 0\n", 2, "not a literal"),
    (b"s SATISFIABLE\nv 1_0 0\n", 2, "not a literal"),
    (b"s SATISFIABLE\nv \xd9\xa3 0\n", 2, "not a literal"),
    (b"s SATISFIABLE\nv 1\0 0\n", 2, "not a literal"),
    (b"s SATISFIABLE\nv nan 0\n", 2, "not a literal"),
    (b"s SATISFIABLE\nv 1e5 0\n", 2, "not a literal"),
    (b"SAT\n" + b"1\n" * PORTION + b"c\n\n" * PORTION + b"v one\n", 3 * PORTION + 2, "not a literal"),
]


def test_solvers_of_pseudo_boolean_constraints_write_names() -> None:
    assert parse_output(b"s SATISFIABLE\nv x1 -x12\nv x3\n").literals.tolist() == [1, -12, 3]


@pytest.mark.parametrize(("text", "status", "literals", "terminated"), GOOD)
def test_transcripts(text: bytes, status: Status, literals: list[int], terminated: bool) -> None:
    said = parse_output(text)
    assert (said.status, said.literals.tolist()) == (status, literals)
    if literals:
        assert said.terminated == terminated


@pytest.mark.parametrize(
    ("text", "literals"), [(b"1 -2 3 0\n", [1, -2, 3]), (b"\n1\n-2 3\r\n0", [1, -2, 3]), (b"0\n", [])]
)
def test_a_result_file_may_be_literals_alone(text: bytes, literals: list[int]) -> None:
    said = parse_output(text, is_file=True)
    assert (said.status, said.literals.tolist(), said.is_closed(4)) == ("sat", literals, True)
    assert parse_output(text).status == "none"


@pytest.mark.parametrize("text", [b"", b" \n", b"1 -2 3\n", b"1 10\n", b"c 1\n1 -2 0\n", b"1 x2 0\n"])
def test_other_texts_without_an_answer_have_none(text: bytes) -> None:
    assert parse_output(text, is_file=True).status == "none"


def test_a_second_model_in_a_result_file_is_found() -> None:
    with pytest.raises(InputError, match="more than one model") as caught:
        parse_output(b"1 -2 0\n2 0\n", is_file=True)
    assert (caught.value.line, caught.value.column) == (2, 1)


@pytest.mark.parametrize(("text", "line", "words"), BAD)
def test_damaged_transcripts(text: bytes, line: int, words: str) -> None:
    with pytest.raises(InputError, match=words) as caught:
        parse_output(text, "out")
    assert caught.value.line == line


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        (b"c x\nv 1 -2 3 0\nv 4 0\n", 3, 3),
        (b"v 1 0 0\nv 0\nv\t0 4\n", 3, 5),
        (b"v 1 -2\nv 3 2 0\n", 2, 5),
        (b"v x1 -x12 -x1\n", 1, 11),
        (b"v x1 -x2 xx3\n", 1, 10),
        (b"v 1 one\n", 1, 5),
        (b"SAT\n1 - 2 0\n", 2, 3),
        (b"v 1 -2\nv 3 -9223372036854775808 0\n", 2, 5),
        (b"SAT\n1 2\n 3 -3 0\n", 3, 4),
        (b"v 01010101010\nv 5 0\n", 2, 3),
        (b"v 01\nv 5 0\n", 2, 3),
        (b"v 01 2 0\nv 5 0\n", 2, 3),
        (b"v 1 0\nv 01 \n", 2, 3),
        (b"s UNSATISFIABLE\nv 01010101010\n", 2, 3),
        (b"v 1 4294967296 0\n", 1, 5),
    ],
)
def test_a_value_that_makes_a_model_invalid_is_found(text: bytes, line: int, column: int) -> None:
    with pytest.raises(InputError) as caught:
        parse_output(text, "out")
    problem = caught.value
    assert (problem.line, problem.column, problem.text) == (line, column, text.decode().split("\n")[line - 1])


@pytest.mark.parametrize("line", [b"v 1\n", b"v x1\n", b"c\n", b"o 1\n"])
def test_reading_ends_with_the_time(line: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock advances by a second at each reading."""
    monkeypatch.setattr(time, "monotonic", iter(range(100)).__next__)
    assert parse_output(line * 9, deadline=Deadline.after(2)).terminated is False
    with pytest.raises(GaveUp, match="time limit of 2 s reached"):
        parse_output(line * PORTION, deadline=Deadline.after(2))


def test_one_line_of_megabytes() -> None:
    numbers = b" ".join(b"%d" % v for v in range(1, 400_001))
    start = time.process_time()
    said = parse_output(b"s SATISFIABLE\nv " + numbers + b" 0\n")
    assert len(said.literals) == 400_000
    assert time.process_time() - start < 8
