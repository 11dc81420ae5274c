"""Reading proofs in DRUP text and binary DRAT, and errors for others."""

from __future__ import annotations

import pytest

from hashicnf.core.deadline import Deadline
from hashicnf.core.variables import MOST_VARIABLES
from hashicnf.dimacs.drup import read_proof
from hashicnf.dimacs.text import PORTION
from hashicnf.errors import GaveUp, InputError

GOOD: dict[str, tuple[bytes, list[tuple[bool, list[int]]]]] = {
    "empty": (b"", []),
    "only blank": (b" \n\n", []),
    "the empty lemma": (b"0\n", [(False, [])]),
    "lemmas": (b"1 -2 0\n3 0\n0\n", [(False, [1, -2]), (False, [3]), (False, [])]),
    "deletions": (b"1 2 0\nd 1 2 0\nd 3 -4 0\n", [(False, [1, 2]), (True, [1, 2]), (True, [3, -4])]),
    "a deletion of the empty clause": (b"d 0\n", [(True, [])]),
    "a step over lines": (b"1\n2\n0 d\n3 0", [(False, [1, 2]), (True, [3])]),
    "steps in a line": (b"1 0 2 0 d 3 0 4 0", [(False, [1]), (False, [2]), (True, [3]), (False, [4])]),
    "comments": (b"c words d 1 0\n1 0\nc\n  c more\nd 1 0\n", [(False, [1]), (True, [1])]),
    "carriage returns": (b"1 0\r\nd 1 0\r\n", [(False, [1]), (True, [1])]),
    "tabs": (b"\t1\t0\nd\t1\t0\n", [(False, [1]), (True, [1])]),
    "no line end": (b"d 5 0", [(True, [5])]),
    "the last variable": (b"9 -9 0\n", [(False, [9, -9])]),
    "zeros in front": (b"007 0\n", [(False, [7])]),
}

# name: text, line, column, part of the message
BAD: dict[str, tuple[bytes, int, int, str]] = {
    "not closed": (b"1 2 0\n3 4\n", 2, 1, "the last step is not closed"),
    "a deletion not closed": (b"1 0\nd 3 4", 2, 3, "the last step is not closed"),
    "closed by nothing": (b"5", 1, 1, "the last step is not closed"),
    "d at the end": (b"1 0\nd\n", 2, 1, "the file ends where the clause to delete should be"),
    "d alone": (b"d", 1, 1, "the file ends where the clause to delete should be"),
    "d twice": (b"d d 1 0\n", 1, 3, "a deletion begins before the step in front of it is closed"),
    "d twice later": (b"d 1 0\nd d 2 0\n", 2, 3, "a deletion begins before the step in front of it is closed"),
    "two faults": (b"1 10 0\nx 0\n", 1, 3, "the literal 10 is beyond the 9 variables of the formula"),
    "d in a lemma": (b"1 0\n-2 d 3 0\n", 2, 4, "a deletion begins before the step in front of it is closed"),
    "d behind an open lemma": (b"1 2\nd 3 0\n", 2, 1, "a deletion begins before the step in front of it is closed"),
    "LRAT": (b"5 1 0 1 2 0\n6 d 1 2 0\n", 2, 1, "this looks like a step of LRAT, which numbers its clauses"),
    "LRAT of large numbers": (b"15 1 0 3 14 0\n", 1, 1, "this looks like a step of LRAT, which numbers its clauses"),
    "d without a blank": (b"d1 0\n", 1, 1, "'d1' is not a literal"),
    "del": (b"del 1 0\n", 1, 1, "'del' is not a literal"),
    "a large D": (b"D 1 0\n", 1, 1, "deletions begin with a small d"),
    "beyond": (b"1 0\n12 0\n", 2, 1, "the literal 12 is beyond the 9 variables of the formula"),
    "beyond, negative": (b"1 -10 0\n", 1, 3, "the literal -10 is beyond the 9 variables of the formula"),
    "beyond, in a deletion": (b"d 1 10 0\n", 1, 5, "the literal 10 is beyond the 9 variables of the formula"),
    "far beyond": (b"1999999999 0\n", 1, 1, "the literal 1999999999 is beyond the 9 variables of the formula"),
    "beyond, with zeros": (b"0010 0\n", 1, 1, "the literal 0010 is beyond the 9 variables of the formula"),
    "more than variables can be": (b"2147483647 0\n", 1, 1, "2147483647 is more than solvers can number"),
    "more than numbers can be": (b"99999999999 0\n", 1, 1, "is more than solvers can number"),
    "beyond, with many zeros": (b"1 0\n-000000000010 0\n", 2, 1, "the literal -000000000010 is beyond the 9 variables"),
    "a million digits": (b"1 " + b"7" * 1_000_000 + b" 0\n", 1, 3, "is more than solvers can number"),
    "minus zero": (b"1 -0\n", 1, 3, "'-0' is neither a literal nor the end of a clause"),
    "minus": (b"- 1 0\n", 1, 1, "'-' is neither a literal nor the end of a clause"),
    "plus": (b"+1 0\n", 1, 1, "'+1' is not a literal"),
    "two minus": (b"1 --2 0\n", 1, 4, "'--2' is not a literal"),
    "underscores": (b"1_0 0\n", 1, 2, "'1_0' is not a literal"),
    "a fraction": (b"1.5 0\n", 1, 2, "'1.5' is not a literal"),
    "an exponent": (b"1e1 0\n", 1, 2, "'1e1' is not a literal"),
    "hexadecimal": (b"0x1 0\n", 1, 2, "'0x1' is not a literal"),
    "a comma": (b"1, 2, 0\n", 1, 2, "'1,' is not a literal"),
    "digits of another script": ("٣ 0\n".encode(), 1, 1, "is not a literal"),
    "a word": (b"1 0\nverified\n", 2, 1, "a solver's answer, not a proof"),
    "an answer": (b"1 0\n0\ns UNSATISFIABLE\n", 3, 1, "a solver's answer, not a proof"),
    "a model": (b"v 1 2 0\n", 1, 1, "a solver's answer, not a proof"),
    "a formula": (b"c formula\np cnf 9 1\n1 0\n", 2, 1, "a formula where the proof should be"),
    "FRAT": (b"o 1 1 2 0\n", 1, 1, "no step of a proof in DRUP or DRAT, perhaps one of FRAT"),
    "FRAT lemmas": (b"a 7 1 0 l 1 2 0\n", 1, 1, "no step of a proof in DRUP or DRAT, perhaps one of FRAT"),
    "PicoSAT": (b"%RUPD32 9 1\n", 1, 1, "a proof in a format of PicoSAT's own"),
    "a comment behind a step": (b"1 0 c unit\n", 1, 5, "a comment inside a line"),
    "a comment within a step": (b"1 c 0\n", 1, 3, "a comment inside a line"),
    "a quantifier": (b"e 1 2 0\n", 1, 1, "no step of a proof"),
    "NUL": (b"1 \0 0\n", 1, 3, "a NUL byte"),
    "UTF-16": (b"\xff\xfe" + "1 0\n".encode("utf-16-le"), 1, 1, "the text is in UTF-16"),
    "a byte order mark": (b"\xef\xbb\xbf1 0\n", 1, 1, "a byte order mark"),
    "gzip": (b"\x1f\x8b\x08\0\0", 1, 1, "compressed data, but the name lacks the ending of a compression"),
    "HTML": (b"<html>\n", 1, 1, "'<html>' is not a literal"),
    "JSON": (b'{"proof": []}\n', 1, 1, "is not a literal"),
}


@pytest.mark.parametrize("name", GOOD)
def test_good_proofs_are_read(name: str) -> None:
    data, steps = GOOD[name]
    proof = read_proof(data, name, 9)
    assert list(proof.steps()) == steps
    assert len(proof) == len(steps)


@pytest.mark.parametrize("name", BAD)
def test_bad_proofs_are_refused_with_line_and_column(name: str) -> None:
    data, line, column, words = BAD[name]
    with pytest.raises(InputError) as caught:
        read_proof(data, "p.drup", 9)
    problem = caught.value
    assert words in problem.message
    assert (problem.source, problem.line, problem.column) == ("p.drup", line, column)
    assert problem.expected
    assert "header" not in str(problem)
    assert len(str(problem)) < 600


def test_there_are_enough() -> None:
    assert len(BAD) >= 37


@pytest.mark.parametrize(
    ("data", "steps"),
    [
        (b"a\0", [(False, [])]),
        (b"a\2\4\0d\2\0", [(False, [1, 2]), (True, [1])]),
        (b"d\x13\x0b\x0d\0a\x80\x01\x83\x01\0", [(True, [-9, -5, -6]), (False, [64, -65])]),
        (b"a\x61\x64\0a\xe1\x80\x02\0", [(False, [-48, 50]), (False, [-16432])]),
        (b"a\xff\xff\xff\xff\7\0a\0", [(False, [-(2**30) + 1]), (False, [])]),
        (b"a\x80\x80\x80\x80\x08\0d\x81\x80\x80\x80\x08\0", [(False, [2**30]), (True, [-(2**30)])]),
        (b"a\xfc\xff\xff\xff\x0f\xfd\xff\xff\xff\x0f\0", [(False, [2**31 - 2, -(2**31) + 2])]),
    ],
)
def test_binary_proofs_are_read(data: bytes, steps: list[tuple[bool, list[int]]]) -> None:
    assert list(read_proof(data, "p.drat", MOST_VARIABLES).steps()) == steps


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"a\2\0a\x14\0", "byte 5: the literal 10 is beyond the 9 variables of the formula"),
        (b"a\x15\0", "byte 2: the literal -10 is beyond the 9 variables of the formula"),
        (b"a\2\0\0", "byte 4: no step of a proof in DRAT, perhaps one of LRAT or FRAT"),
        (b"a\2\0\4\0", "byte 4: no step of a proof in DRAT"),
        (b"a\2\0\xe1\0\0", "byte 4: no step of a proof in DRAT"),
        (b"a\1\0", "byte 2: no step of a proof in DRAT"),
        (b"a\2\x80\0", "byte 3: no step of a proof in DRAT"),
        (b"a\x80\x80\x80\x80\x80\1\0", "byte 2: no step of a proof in DRAT"),
        (b"a\x82\x80\x80\x80\x10\0", "byte 2: no step of a proof in DRAT"),
        (b"a\x81\x80\x80\x80\x08\0", "byte 2: the literal -1073741824 is beyond the 9 variables of the formula"),
        (b"a\2\0a\2", "byte 6: the proof ends within a step"),
        (b"a\2\0\x82", "byte 5: the proof ends within a step"),
        (b"a\2\0a\x82", "byte 6: the proof ends within a step"),
    ],
)
def test_bad_binary_proofs_are_refused_with_the_byte(data: bytes, message: str) -> None:
    with pytest.raises(InputError) as caught:
        read_proof(data, "p.drat", 9)
    assert caught.value.message.startswith(message)
    assert (caught.value.source, caught.value.line) == ("p.drat", None)


def test_a_long_number_in_a_binary_proof_takes_no_more_time_than_its_bytes() -> None:
    data = b"a\2\4\0" * 20_000 + b"a" + b"\x80" * 2_000_000 + b"\1\0"  # a round for each byte would take minutes
    with pytest.raises(InputError, match="byte 80,002: no step of a proof in DRAT"):
        read_proof(data, "p.drat", 9)


def test_binary_proofs_are_read_in_portions_with_their_places() -> None:
    many = PORTION // 3
    proof = read_proof(b"a\2\0" * many + b"d\2\4\0a\2\0", "p.drat", 9)
    assert len(proof) == many + 2
    assert list(proof.steps())[-3:] == [(False, [1]), (True, [1, 2]), (False, [1])]
    assert [proof.place(i) for i in (0, many, many + 1, many + 2)] == [
        "p.drat: byte 1",
        f"p.drat: byte {3 * many + 1:,}",
        f"p.drat: byte {3 * many + 5:,}",
        f"p.drat: byte {3 * many + 8:,}",
    ]
    with pytest.raises(InputError, match=f"byte {3 * many + 2:,}: "):
        read_proof(b"a\2\0" * many + b"a\x16\0", "p.drat", 9)


def test_a_message_as_people_see_it() -> None:
    with pytest.raises(InputError) as caught:
        read_proof(b"1 2 0\n3 14 0\n", "p.drup", 9)
    assert str(caught.value).splitlines() == [
        "p.drup:2:3: the literal 14 is beyond the 9 variables of the formula",
        "    3 14 0",
        "      ^",
        "    expected a proof of this formula without new variables, such as kissat --no-factor writes",
    ]


def test_places_are_those_of_the_whole_proof_in_all_its_portions() -> None:
    many = PORTION // 8
    lemmas = b"1 -2 0\nc 3\n" * many
    proof = read_proof(lemmas + b"d 1 -2 0\n", "p.drup", 9)
    assert (list(proof.steps())[-2:], proof.place(many)) == (
        [(False, [1, -2]), (True, [1, -2])],
        f"p.drup:{2 * many + 1}",
    )
    for end, column in ((b"10 0\n", 1), (b"1 ! 0\n", 3)):
        with pytest.raises(InputError) as caught:
            read_proof(lemmas + end, "p.drup", 9)
        assert (caught.value.line, caught.value.column) == (2 * many + 1, column)


def test_reading_ends_with_the_time() -> None:
    with pytest.raises(GaveUp, match="time limit of 0 s reached"):
        read_proof(b"1 0\n", "p.drup", 9, Deadline.after(0))


def test_steps_have_places() -> None:
    proof = read_proof(b"c words\n1 0\n\nd\n1 0 2 0\n3\n0\n\n\n", "p.drup", 9)
    assert [proof.place(i) for i in range(5)] == [f"p.drup:{line}" for line in (2, 4, 5, 6, 7)]
    assert read_proof(b"", "p.drup", 9).place(0) == "p.drup:1"
