"""Readers against plain Python on random texts: header comments, models and proofs are read as they say, or refused."""

from __future__ import annotations

import contextlib
import math
import re

import numpy as np
from hypothesis import example, given
from hypothesis import strategies as st

from hashicnf.backends.output import parse_output
from hashicnf.core.variables import Group
from hashicnf.dimacs.drup import read_proof
from hashicnf.dimacs.header import Header, header_lines, read_header
from hashicnf.dimacs.preamble import Comment
from hashicnf.errors import InputError

TITLE = Comment.of(1, 'c hashicnf 1 {"family": "hashi"}')
VARIABLES = 9
SPANS = st.tuples(st.integers(0, 30), st.integers(0, 30)).map(lambda span: f"{span[0]}..{span[1]}")
PIECES = st.one_of(
    st.sampled_from(["..", ",", "[", "]", ": ", " ", "-", "²", "٣", "bridge"]), st.text("0123456789", max_size=12)
)
TEXTS = st.lists(SPANS | PIECES, max_size=8).map("".join)
LITERAL = st.integers(-VARIABLES, VARIABLES).map(str)
ODD = st.sampled_from(
    ["", "-", "--1", "1-", "x", "+1", "1.5", "1e3", "²", "-0", "00", "99999999999", "d", "c", "v", "s", "\x1b", "1,"]
)
BLANKS = st.sampled_from([" ", " ", "  ", "\t", "\n", "\nv ", "\n1 "])


def header_of(*lines: str) -> Header | None:
    with contextlib.suppress(InputError):
        return read_header(
            [TITLE, *(Comment.of(number, f"c {line}") for number, line in enumerate(lines, 2))], "<file>"
        )
    return None


@given(st.text("bridge[0..12,]: ", max_size=40) | st.builds("bridge[{}] {}: words".format, TEXTS, SPANS) | TEXTS)
@example("bridge[0..211..2] 1..26: edges")
@example("bridge[" + "1111111111" * 12 + "] 1..2:")
@example("bridge[0..1,1..2] 1..²: edges")
def test_a_group_comment_is_refused_or_comes_back_as_it_was(text: str) -> None:
    header = header_of(f"group {text}")
    if header is not None:
        (group,) = header.groups
        assert all(size > 0 for size in group.shape)
        assert group.size == math.prod(group.shape)
        again = header_of(*header_lines({}, "", header.groups, [], [])[1:])
        assert again is not None
        assert again.groups[0].shape == group.shape
        assert again.groups[0].meaning == group.meaning.rstrip()


@given(st.lists(st.integers(1, 40), max_size=3), st.integers(1, 10**6), st.text(max_size=9), st.text(max_size=9))
def test_a_group_is_read_back(shape: list[int], first: int, name: str, meaning: str) -> None:
    group = Group(name, tuple(shape), first, meaning)
    header = header_of(*header_lines({}, "", [group], [], [])[1:])
    if name:
        assert header is not None
        assert header.groups == (group,)


@given(st.lists(st.tuples(LITERAL | ODD, BLANKS), max_size=12))
@example([("-", "\t"), ("0", " ")])
@example([("1", " "), ("-", "\r"), ("0", " ")])
@example([("010", " ")])
def test_a_model_is_read_as_it_says_or_refused(words: list[tuple[str, str]]) -> None:
    text = "s SATISFIABLE\nv " + "".join(word + blank for word, blank in words) + "\n"
    lines = [line[1:] for line in text.split("\n") if re.match(r"v(\s|$)", line)]
    try:
        output = parse_output(text.encode())
    except InputError:
        return
    numbers = [number for line in lines for number in _numbers(line)]
    end = numbers.index(0) if 0 in numbers else len(numbers)
    assert (output.status, output.literals.tolist(), output.terminated) == ("sat", numbers[:end], 0 in numbers)


def _numbers(line: str) -> list[int]:
    """Read what follows a v: literals, or digits, one for each variable."""
    words = line.split()
    assert all(re.fullmatch(r"-?[0-9]+", word) for word in words)
    if len(words) == 1 and re.fullmatch(r"0[01]+|[01]{11,}", words[0]):
        return [*(number if digit == "1" else -number for number, digit in enumerate(words[0], 1)), 0]
    return [*map(int, words)]


@given(st.lists(st.tuples(LITERAL | ODD | st.just("0"), BLANKS), max_size=12), st.booleans())
def test_a_proof_is_read_as_it_says_or_refused(words: list[tuple[str, str]], closed: bool) -> None:
    text = "".join(word + blank for word, blank in words) + " 0\n" * closed
    try:
        proof = read_proof(text.encode(), "<proof>", VARIABLES)
    except InputError:
        return
    steps = _steps(text)
    assert [*proof.steps()] == steps
    assert int(np.abs(proof.lits).max(initial=0)) <= VARIABLES


def _steps(text: str) -> list[tuple[bool, list[int]]]:
    """Read steps one word at a time."""
    steps: list[tuple[bool, list[int]]] = []
    deletes, step = False, list[int]()
    for word in " ".join(line for line in text.split("\n") if not re.match(r"[ \t]*c", line)).split():
        if word == "d":
            deletes = True
        elif int(word):
            step.append(int(word))
        else:
            steps.append((deletes, step))
            deletes, step = False, []
    return steps
