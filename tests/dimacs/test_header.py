"""The comments of a file: they are read back unchanged, and no text in them affects a solver."""

from __future__ import annotations

import io
import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hashicnf.core.constraints import Claim, Relaxed
from hashicnf.core.variables import Group, VariablePool
from hashicnf.dimacs.header import Header, Rule, escape, header_lines, read_header, remark, unescape
from hashicnf.dimacs.preamble import Comment
from hashicnf.dimacs.reader import read_cnf
from hashicnf.dimacs.writer import write_cnf
from hashicnf.errors import InputError
from tests.dimacs.solvers import COMMANDS, verdict
from tests.oracles.dimacs import plain_clauses

BLOCK = np.array([[1, 2], [-1, 2], [1, -2]], dtype=np.int32)
BODY = b"p cnf 2 3\n1 2 0\n-1 2 0\n1 -2 0\n"
GROUPS = (Group("bridge", (1, 2), 1, "edge e carries at least j bridges", 1),)
TITLES = [
    "--quiet=1",
    "my puzzle --time=1",
    "-q",
    "x --elimrounds=0 --unsat",
    "-",
    "\N{EN DASH}\N{MINUS SIGN}",
    "\n1 0\n-1 0",
    "\r\n-1 0\r\n",
    "\r-2 0",
    "\n%\n0\n",
    "\np cnf 1 1",
    "p cnf 1 1",
    "\0",
    "a\0b\n0",
    "\x1a",
    "\x1b[2J",
    "\x7f\x80\x9f",
    "\x0b\x0c\x1c\x1d\x1e 1 0",
    "\x85-1 0",
    "\u2028-1 0",
    "\u2029-1 0",
    "\ufeff",
    "\ud800",
    "橋をかけろ",
    "\U0001f309 bridges",
    '", "family": "sudoku',
    "\\u002d\\",
    "${HOME} $(id) `id`",
    "x1 2 0",
    "c",
    "hashicnf 1 {}",
    "board .2.2",
    "  blanks  ",
    "",
    "0" * 100_000,
]


def cnf_with(title: str) -> bytes:
    target = io.BytesIO()
    data = {"family": "hashi", "title": title, title: [title]}
    claim = Claim.of(Relaxed(title))
    lines = header_lines(data, remark(claim), GROUPS, [("capacity", 1, 3)], [f"title: {title}", title, "2.2"])
    write_cnf(target, 2, [BLOCK], 3, lines)
    return target.getvalue()


def comments(*lines: str) -> list[Comment]:
    return [Comment.of(number, f"c {line}") for number, line in enumerate(lines, 1)]


def test_what_it_looks_like() -> None:
    pool = VariablePool()
    pool.declare("bridge", 13, 2, meaning="edge e carries at least j bridges", base=1)
    pool.declare("parity", meaning="")
    data = {"family": "hashi", "connectivity": "planar+cuts", "complete": True, "title": "one-way", "rows": 7}
    assert header_lines(
        data,
        "every model decodes to a solution",
        pool.freeze().groups,
        [("dependency", 1, 13)],
        ["max-bridges: 3", "2..2"],
    ) == [
        r'hashicnf 1 {"family": "hashi", "connectivity": "planar+cuts", "complete": true, "title": "one-way", "rows": 7}',
        "every model decodes to a solution",
        "",
        "the puzzle:",
        r"board max-bridges: 3",
        "board 2..2",
        "",
        "variables, row by row:",
        "group bridge[0..12,1..2] 1..26: edge e carries at least j bridges",
        "group parity[] 27..27:",
        "",
        "clauses:",
        "rule dependency: clauses 1..13",
    ]


@pytest.mark.parametrize("title", TITLES, ids=lambda title: ascii(title)[:20])
def test_titles_stay_in_their_comments(title: str) -> None:
    text = cnf_with(title)
    head, mark, _ = text.partition(b"p cnf 2 3\n")
    assert text.endswith(b"\n" + BODY)
    assert (head + mark).count(b"p cnf 2 3\n") == 1
    assert all(line.startswith(b"c") for line in head.splitlines())
    assert set(head) <= {*range(32, 127), ord("\n")}
    assert b"--" not in head
    assert plain_clauses(text) is not None
    cnf = read_cnf(text, "file.cnf")
    header = read_header(cnf.comments, "file.cnf")
    assert header.data == {"family": "hashi", "title": title, title: [title]} | (
        {"title": [title]} if title == "title" else {}
    )
    assert header.board == (f"title: {title}", title, "2.2")
    assert header.groups == GROUPS
    assert header.rules == (Rule("capacity", 1, 3),)


@pytest.mark.parametrize("program", COMMANDS)
def test_titles_change_no_verdict(program: str, tmp_path: Path, need_solver: Callable[[str], None]) -> None:
    need_solver(program)
    for number, title in enumerate(TITLES):
        path = tmp_path / f"{number}.cnf"
        path.write_bytes(cnf_with(title))
        assert verdict(program, path) == "SAT", title


def test_titles_set_no_option_of_cadical(tmp_path: Path, need_solver: Callable[[str], None]) -> None:
    need_solver("cadical")
    path = tmp_path / "file.cnf"

    def lines(head: bytes) -> int:
        path.write_bytes(head + BODY)
        return len(subprocess.run(["cadical", str(path)], capture_output=True, check=False).stdout.splitlines())

    bare = lines(b"")
    assert lines(b"c my puzzle --quiet=1\n") < bare - 10, "the trap is gone, and this test with it"
    titled = cnf_with("my puzzle --quiet=1")
    assert lines(titled.removesuffix(BODY)) >= bare


def test_characters_are_written_by_four_or_eight_digits() -> None:
    assert escape("a\u00e9\uffff\U00010000--") == r"a\u00e9\uffff\U00010000\u002d\u002d"


@given(st.text())
def test_escaping_can_be_undone(text: str) -> None:
    safe = escape(text)
    assert unescape(safe) == text
    assert safe.isascii()
    assert "--" not in safe
    assert safe == safe.strip()
    assert safe.isprintable()


@given(
    st.dictionaries(
        st.text(), st.recursive(st.none() | st.booleans() | st.integers() | st.text(), st.lists), max_size=4
    ),
    st.lists(st.text(), max_size=4),
    st.lists(
        st.tuples(st.text(min_size=1), st.lists(st.integers(1, 9), max_size=3), st.integers(0, 3), st.text()),
        max_size=4,
    ),
    st.lists(st.tuples(st.text(min_size=1), st.integers(0, 10**9), st.integers(0, 10**9)), max_size=3),
)
def test_everything_comes_back(
    data: dict[str, object],
    board: list[str],
    shapes: list[tuple[str, list[int], int, str]],
    rules: list[tuple[str, int, int]],
) -> None:
    groups, first = [], 1
    for name, shape, base, meaning in shapes:
        groups.append(Group(name, tuple(shape), first, meaning, base if shape else 0))
        first += groups[-1].size
    target = io.BytesIO()
    write_cnf(target, first, [], 0, header_lines(data, "remark", groups, rules, board))
    assert plain_clauses(target.getvalue()) == []
    found = read_header(read_cnf(target.getvalue(), "file.cnf").comments, "file.cnf")
    assert found == Header(
        json.loads(json.dumps(data)), tuple(board), tuple(groups), tuple(Rule(*rule) for rule in rules)
    )


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ([], "file.cnf: this CNF file does not state its puzzle"),
        (["hello", "board 2.2"], "file.cnf: this CNF file does not state"),
        (["", "hashicnf 2 {}"], "file.cnf:2:12: version '2' of the hashicnf comments is not known here"),
        (["hashicnf"], "file.cnf:1:11: version '' of the hashicnf comments"),
        (["hashicnf 1"], "file.cnf:1:13: the hashicnf comment is damaged: Expecting value"),
        (['hashicnf 1 {"a": 1'], "file.cnf:1:21: the hashicnf comment is damaged"),
        (["hashicnf 1 []"], "file.cnf:1:14: the hashicnf comment is damaged: no JSON object"),
        (["hashicnf 1 " + "[" * 100_000], "file.cnf:1:14: the hashicnf comment is damaged"),
        (['hashicnf 1 {"a": ' + "9" * 5000 + "}"], "file.cnf:1:14: the hashicnf comment is damaged"),
        (["hashicnf 1 {}", "hashicnf 1 {}"], "file.cnf:2:3: a second hashicnf comment: two files were joined"),
        (["hashicnf 1 {}", "group x"], "file.cnf:2:9: a damaged group comment"),
        (["hashicnf 1 {}", "group x[0..1] 1..3: three"], "file.cnf:2:9: a damaged group comment"),
        (["hashicnf 1 {}", "group x[1..0,0..4] 1..0: none"], "file.cnf:2:9: a damaged group comment"),
        (["hashicnf 1 {}", "group x[1..0,1..0] 1..1: none"], "file.cnf:2:9: a damaged group comment"),
        (["hashicnf 1 {}", "group x[0..٣] 1..4: digits"], "file.cnf:2:9: a damaged group comment"),
        (["hashicnf 1 {}", "group x[] 1..99999999999999: many"], "file.cnf:2:9: a damaged group comment"),
        (["hashicnf 1 {}", "", "rule x"], "file.cnf:3:8: a damaged rule comment"),
        (["hashicnf 1 {}", "rule x: clauses 1..two"], "file.cnf:2:8: a damaged rule comment"),
    ],
)
def test_what_is_no_header(lines: list[str], message: str) -> None:
    with pytest.raises(InputError) as caught:
        read_header(comments(*lines), "file.cnf")
    assert str(caught.value).startswith(message)


def test_comments_of_others_are_left_alone() -> None:
    found = read_header(
        comments("group hug", "rule of law", "hashicnf 1 {}", "c", "boards", "", "board", "board x"), "file.cnf"
    )
    assert found == Header({}, ("", "x"))


@pytest.mark.parametrize("blanks", ["\t", "   ", " \t "])
def test_words_of_comments_may_have_any_blanks_between(blanks: str) -> None:
    rules = [("capacity", 1, 3)]
    written = [line for line in header_lines({"family": "hashi"}, "remark", GROUPS, rules, ["2..2", " 2"]) if line]
    spread = [line if line == "remark" else line.replace(" ", blanks) for line in written]
    found = read_header(comments(*spread), "file.cnf")
    assert (found.board, found.rules) == (("2..2", " 2"), (Rule("capacity", 1, 3),))
    assert [group.name for group in found.groups] == [group.name for group in GROUPS]
    wrong = found.error_of_board(InputError("wrong", "file.cnf", 1, 4))
    assert wrong.column == len(f"c board{blanks}2..2")
    with pytest.raises(InputError, match=f"^file.cnf:1:{len(f'c hashicnf{blanks}1{blanks}') + 1}: "):
        raise found.error("file.cnf", "damaged")
