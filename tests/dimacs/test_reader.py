"""Reading DIMACS: accepted texts, errors with places and messages, and costs."""

from __future__ import annotations

import re
import tracemalloc

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hashicnf.dimacs.reader import read_clauses, read_cnf
from hashicnf.errors import InputError
from tests.dimacs import malformed
from tests.oracles.dimacs import plain_clauses
from tests.portions import each

CLAUSES = st.lists(st.lists(st.integers(1, 12345).flatmap(lambda v: st.sampled_from([v, -v])), max_size=5), max_size=20)
BLANKS = st.sampled_from([" ", "  ", "\t", "\n", "\r\n", "\nc 1 2 0 p cnf\n", " \n"])


def test_there_are_many_cases_and_their_names_differ() -> None:
    names = [name for name, _, _ in malformed.TABLE]
    refused = [name for name, data, _ in malformed.TABLE if not malformed.answer(data).startswith("OK")]
    assert len(set(names)) == len(names)
    assert len(refused) >= 65


@each("row", malformed.TABLE)
def test_the_reader_says_what_it_should(row: malformed.Row) -> None:
    _, data, wanted = row
    found = malformed.answer(data)
    assert found == wanted if wanted.startswith("OK") else found.startswith(wanted)


def test_few_texts_have_the_form_that_every_solver_reads() -> None:
    plain = {name: plain_clauses(data) for name, data, _ in malformed.TABLE}
    assert {name: clauses for name, clauses in plain.items() if clauses is not None} == {
        "proper": [[1, -2], [], [2]],
        "nothing": [],
        "largest": [[-2147483646, 2147483646]],
    }


def test_the_folder_of_bad_files_is_what_the_table_says() -> None:
    kept = {path.name: path.read_bytes() for path in malformed.FOLDER.iterdir()}
    assert kept == malformed.files()
    assert len(kept) == 2 * len(malformed.KEPT) >= 50


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"p cnf 1 1\n1 0\n%\n0\n", ["end mark %"]),
        (b"p cnf 1 1\n1 0 c x\n", ["comments after clauses"]),
        (b"p cnf 1 2\n1 0 c x\n-1 0 c y\n", ["comments after clauses"]),
        (b"c x\np cnf 1 1\nc y\n1 0\r\n", []),
    ],
)
def test_what_is_tolerated_is_told_once(data: bytes, words: list[str]) -> None:
    warnings = read_cnf(data, "file.cnf").warnings
    assert len(warnings) == len(words)
    assert all(word in warning for word, warning in zip(words, warnings, strict=True))


@given(CLAUSES, st.data())
def test_layout_does_not_matter(clauses: list[list[int]], data: st.DataObject) -> None:
    tokens = [str(literal) for clause in clauses for literal in [*clause, 0]]
    blanks = data.draw(st.lists(BLANKS, min_size=len(tokens), max_size=len(tokens)))
    body = "".join(token + blank for token, blank in zip(tokens, blanks, strict=True))
    cnf = read_cnf(f"c hello\np cnf 12345 {len(clauses)}\n{body}".encode(), "file.cnf")
    assert [cnf.clause(i).tolist() for i in range(len(cnf))] == clauses
    assert cnf.variables == 12345
    assert [(c.line, c.text) for c in cnf.comments] == [(1, "hello")]
    assert sorted(tuple(row) for block in cnf.blocks() for row in block.tolist()) == sorted(map(tuple, clauses))


@given(st.binary(max_size=60) | st.text("c p cnf 0123-%x\n\r\t", max_size=60).map(str.encode))
def test_any_bytes_are_read_or_refused_with_a_place(body: bytes) -> None:
    for head in (b"", b"p cnf 9 2\n"):
        assert re.match(r"OK|[0-9]+:[0-9]+ .", malformed.answer(head + body))


@given(st.text("c 0123-%\n\r\t", max_size=60))
def test_what_is_read_is_sound(body: str) -> None:
    clauses = body.split("%")[0].split().count("0")
    try:
        cnf = read_cnf(f"p cnf 9 {clauses}\n{body}".encode(), "file.cnf")
    except InputError:
        return
    assert np.abs(cnf.lits).max(initial=0) <= cnf.variables
    assert (cnf.lits != 0).all()
    assert cnf.start[-1] == len(cnf.lits)


def test_blocks_keep_the_order_within_a_width() -> None:
    cnf = read_cnf(b"p cnf 3 5\n1 2 0\n0\n3 0\n-1 3 0\n0\n", "file.cnf")
    assert [block.tolist() for block in cnf.blocks()] == [[[], []], [[3]], [[1, 2], [-1, 3]]]
    assert len(cnf) == 5
    assert cnf.lits.dtype == np.int32


def test_clauses_alone() -> None:
    assert [b.tolist() for b in read_clauses(b"c cuts\n1 -2 0\n2 0\n", "cuts.txt", 2)] == [[[2]], [[1, -2]]]
    assert read_clauses(b"", "cuts.txt", 2) == []
    with pytest.raises(InputError, match=r"cuts\.txt:2:3: the literal 3 is beyond the 2 variables"):
        read_clauses(b"1 0\n1 3 0\n", "cuts.txt", 2)


@given(st.lists(st.tuples(st.integers(-2147483646, 2147483646), st.integers(1, 10))))
def test_numbers_are_what_they_say(given: list[tuple[int, int]]) -> None:
    numbers = [f"{'-' * (number < 0)}{abs(number):0{width}}" for number, width in given if number]
    cnf = read_cnf(f"p cnf 2147483646 1\n{' '.join(numbers)} 0\n".encode(), "file.cnf")
    assert cnf.lits.tolist() == [number for number, _ in given if number]
    assert cnf.lits.dtype == np.int32


def test_promises_cost_nothing() -> None:
    tracemalloc.start()
    cnf = read_cnf(b"p cnf 2147483646 1\n1 0\n", "file.cnf")
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert cnf.variables == 2147483646
    assert peak < 1 << 20


def test_memory_grows_with_the_text() -> None:
    data = b"p cnf 9999999 1000000\n" + b"-1234567 7654321 0\n" * 1_000_000
    tracemalloc.start()
    cnf = read_cnf(data, "file.cnf")
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert len(cnf) == 1_000_000
    assert peak < len(data)
