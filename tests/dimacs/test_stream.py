"""Reading DIMACS piece by piece: the boundaries of pieces do not matter, and memory does not grow with the text."""

from __future__ import annotations

import gc
import io
import itertools
import tracemalloc
from collections.abc import Iterable, Iterator

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hashicnf.dimacs import line_windows
from hashicnf.dimacs.reader import CnfStream, read_cnf
from hashicnf.dimacs.writer import write_cnf
from hashicnf.errors import InputError
from tests.dimacs import malformed
from tests.oracles.dimacs import plain_clauses
from tests.portions import each, few, short_and_long

CLAUSES = st.lists(st.lists(st.integers(1, 12345).flatmap(lambda v: st.sampled_from([v, -v])), max_size=5), max_size=20)
LINES = st.text("c p cnf 0123-%x\n\r\t", max_size=60) | st.text("0123 \n-", max_size=60)
BLOCK = b"-1234567 7654321 0 0\n" * 20_000


@pytest.fixture
def cut_anywhere() -> Iterator[None]:
    """Cut lines of numbers after every blank at which a piece may end, without the text before the cut."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(line_windows, "LONG", 1)
        patch.setattr(line_windows, "NEAR", 0)
        yield


def cut(data: bytes, size: int) -> Iterator[bytes]:
    return (data[at : at + size] for at in range(0, len(data), size))


def sizes(data: bytes, most: int) -> Iterable[int]:
    """Yield all sizes of pieces up to a length; a few sizes for a long text, which is repetitive."""
    return range(1, min(len(data), most + 1)) if len(data) < 1000 else (1, 2, 3, 7, 39)


def told(text: bytes | Iterable[bytes]) -> object:
    """Return all results of reading a text, with errors as users see them."""
    try:
        cnf = read_cnf(text, "file.cnf")
    except InputError as error:
        return str(error)
    return cnf.variables, cnf.lits.tolist(), cnf.start.tolist(), cnf.comments, cnf.warnings


def said(text: bytes | Iterable[bytes]) -> object:
    """Return the same without the quoted line of an error."""
    try:
        cnf = read_cnf(text, "file.cnf")
    except InputError as error:
        return error.line, error.column, error.message, error.expected
    return cnf.variables, cnf.lits.tolist(), cnf.start.tolist(), cnf.comments, cnf.warnings


@pytest.mark.parametrize("most", short_and_long(7, 39))
@each("row", malformed.TABLE)
def test_bad_files_are_as_bad_in_pieces(row: malformed.Row, most: int) -> None:
    _, data, _ = row
    whole = told(data)
    for size in sizes(data, most):
        assert told(cut(data, size)) == whole, size


@pytest.mark.usefixtures("cut_anywhere")
@pytest.mark.parametrize("most", short_and_long(7, 39))
@each("row", malformed.TABLE)
def test_bad_files_are_as_bad_in_parts_of_lines(row: malformed.Row, most: int) -> None:
    _, data, _ = row
    whole = said([data])
    for size in sizes(data, most):
        assert said(cut(data, size)) == whole, size


@given(CLAUSES)
def test_good_files_are_the_same_in_pieces(clauses: list[list[int]]) -> None:
    target = io.BytesIO()
    write_cnf(target, 12345, [np.array([c], dtype=np.int32) for c in clauses], len(clauses), ["a", "b"])
    data = target.getvalue()
    assert plain_clauses(data) == clauses
    for size in (1, 2, 3, 5, 8, 13, 29, len(data)):
        cnf = read_cnf(cut(data, size), "file.cnf")
        assert [cnf.clause(i).tolist() for i in range(len(cnf))] == clauses


@given(LINES, st.integers(1, 9))
def test_any_text_is_the_same_in_pieces(body: str, size: int) -> None:
    for head in ("", "p cnf 9 2\n"):
        data = (head + body).encode()
        whole = told(data), said(data)
        with pytest.MonkeyPatch.context() as patch:
            assert told(cut(data, size)) == whole[0]
            patch.setattr(line_windows, "LONG", 1)
            patch.setattr(line_windows, "NEAR", 0)
            assert said(cut(data, size)) == whole[1]


@pytest.mark.parametrize("at", few([0, 60, 500, 999, 1, 40, 333, 800, 998], 4))
@pytest.mark.parametrize("wrong", [b"x", b"999", b"-0", b"c 1 0"])
def test_errors_in_long_lines_show_the_same_part_of_them(
    wrong: bytes, at: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    numbers = [b"%d" % (i % 7) for i in range(1000)]
    numbers[at] = wrong
    data = b"p cnf 7 3\n" + b" ".join(numbers)
    whole = told(data)
    monkeypatch.setattr(line_windows, "LONG", 1)
    assert [told(cut(data, size)) for size in (1, 2, 3, 100, 1001, 2000)] == [whole] * 6


def test_clauses_come_as_the_text_comes() -> None:
    asked = []

    def text() -> Iterator[bytes]:
        for piece in (b"c 1\np cnf 3 4\n1", b" 0 2\n", b"3 0 0\n-", b"1 0\n"):
            asked.append(piece)
            yield piece

    stream = CnfStream(text(), "file.cnf")
    assert (len(asked), stream.variables, [comment.text for comment in stream.comments]) == (1, 3, ["1"])
    found = [(len(asked), piece.numbers.tolist(), piece.zero.tolist()) for piece in stream]
    assert found == [(2, [1, 0], [1]), (3, [2, 3, 0, 0], [2, 3]), (4, [-1, 0], [1])]
    assert list(stream) == []


def test_a_text_that_is_not_read_to_its_end_is_closed_with_its_stream() -> None:
    closed: list[bool] = []

    def text() -> Iterator[bytes]:
        try:
            yield b"p cnf 1 2\n"
            yield b"1 0\n"
        finally:
            closed.append(True)

    gc.disable()  # it would close the text later
    try:
        stream = CnfStream(text(), "file.cnf")
        assert not closed
        del stream
        assert closed
    finally:
        gc.enable()


def test_what_is_behind_the_end_mark_is_not_asked_for() -> None:
    def text() -> Iterator[bytes]:
        yield b"p cnf 1 1\n1 0\n%\n"
        raise AssertionError

    assert len(read_cnf(text(), "file.cnf")) == 1


@pytest.mark.parametrize("layout", [BLOCK, BLOCK.replace(b"\n", b" ")], ids=["a clause a line", "one line"])
def test_memory_does_not_grow_with_the_text(layout: bytes) -> None:
    text = itertools.chain([b"p cnf 9999999 4000000\n"], itertools.repeat(layout, 100))
    tracemalloc.start()
    clauses = sum(map(len, CnfStream(text, "file.cnf")))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert clauses == 4_000_000
    assert peak < len(layout) * 100 // 4


def test_a_line_that_is_too_long_to_be_kept_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(line_windows, "MOST_LINE_BYTES", 3 << 20)
    monkeypatch.setattr(line_windows, "LONG", 1 << 18)
    comment = b"c " + b"long " * (1 << 20)
    numbers = b"1 0 " * (1 << 20)
    with pytest.raises(InputError, match=r"^file\.cnf:2: a line longer than 3 MiB$"):
        read_cnf(b"p cnf 1 1\n" + comment, "file.cnf")
    assert len(read_cnf(b"p cnf 1 1048576\n" + numbers, "file.cnf")) == 1 << 20
