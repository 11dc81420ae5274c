"""Writing DIMACS: the exact text, for every width and size of number, and solvers that read it."""

from __future__ import annotations

import io
import os
import subprocess
import sys
import tracemalloc
from collections.abc import Callable, Iterator
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hashicnf.dimacs import writer
from hashicnf.dimacs.reader import read_cnf
from hashicnf.dimacs.writer import render_clauses, write_cnf
from hashicnf.errors import InternalError
from hashicnf.logic import Ints
from tests.dimacs import textbook
from tests.dimacs.solvers import COMMANDS, verdict
from tests.oracles.dimacs import plain_clauses
from tests.portions import few

EDGES = sorted({b + d for b in [1, *(10**p for p in range(1, 10)), 2**17, 2**18, 2**31 - 2] for d in (-1, 0, 1)} - {0})
HIGHEST = [v for v in EDGES if v <= 2**31 - 2]
CLASSICS = list(textbook.classics())


def plain(variables: int, blocks: list[Ints], comments: tuple[str, ...] = ()) -> bytes:
    """Return the same text, made as simply as possible."""
    rows = [row for block in blocks for row in block.tolist()]
    lines = [*(f"c {c}".rstrip() for c in comments), f"p cnf {variables} {len(rows)}"]
    return "".join(line + "\n" for line in [*lines, *(" ".join(map(str, [*row, 0])) for row in rows)]).encode()


def written(variables: int, blocks: list[Ints], comments: tuple[str, ...] = ()) -> bytes:
    target = io.BytesIO()
    write_cnf(target, variables, iter(blocks), sum(map(len, blocks)), comments)
    return target.getvalue()


def some_blocks(seed: int, highest: int) -> list[Ints]:
    """Make blocks of all widths whose numbers have all lengths."""
    random = np.random.default_rng(seed)
    blocks = []
    for width in (2, 1, 3, 0, 0, 6, 2, 40):
        count = int(random.integers(0, 30))
        size = np.exp(random.random((count, width)) * np.log(highest + 1)).astype(np.int64).clip(1, highest)
        size[:1, :1] = highest
        blocks.append((size * random.choice([-1, 1], (count, width))).astype(np.int32))
    return blocks


@pytest.mark.parametrize("highest", HIGHEST)
def test_every_length_of_number(highest: int) -> None:
    blocks = some_blocks(highest % 1000, highest)
    assert written(highest, blocks, ("hello",)) == plain(highest, blocks, ("hello",))


@pytest.mark.parametrize("variables", [300, 262143, 262144, 10**6, 2**31 - 2])
def test_every_small_number(variables: int) -> None:
    numbers = np.concatenate([np.arange(-300, 0), np.arange(1, 301), np.arange(9_900, 10_100)]).clip(max=variables)
    block = numbers.astype(np.int32).reshape(-1, 4)
    assert written(variables, [block]) == plain(variables, [block])


@given(st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5), st.integers(1, 2**31 - 2)), max_size=6), st.randoms())
def test_reading_gives_back_what_was_written(shapes: list[tuple[int, int, int]], random: Random) -> None:
    blocks = [
        np.array([[random.choice([-1, 1]) * ((i * 7919) % top + 1) for i in range(k)] for _ in range(c)], dtype=np.int32)
        .reshape(c, k)
        for c, k, top in shapes
    ]  # fmt: skip
    highest = max((int(np.abs(block).max()) for block in blocks if block.size), default=0)
    text = written(highest, blocks)
    assert text == plain(highest, blocks)
    clauses = [row for block in blocks for row in block.tolist()]
    assert plain_clauses(text) == clauses
    cnf = read_cnf(text, "file.cnf")
    assert [cnf.clause(i).tolist() for i in range(len(cnf))] == clauses


@pytest.mark.parametrize("chunk", [1, 2, 7, 64])
def test_chunks_do_not_show(chunk: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writer, "CHUNK", chunk)
    blocks = some_blocks(5, 123456)
    assert written(300_000, blocks) == plain(300_000, blocks)
    assert b"".join(map(render_clauses, blocks)) == plain(1, blocks).partition(b"\n")[2]


@pytest.mark.parametrize("seed", range(12))
def test_lines_that_are_alike(seed: int) -> None:
    """Columns of one sign and one number of digits, sometimes with a row that differs."""
    rng = np.random.default_rng(seed)
    widths, blocks = rng.integers(1, 9, 4).tolist(), []
    for width in widths:
        digits, signs = rng.integers(1, 9, width), rng.choice((-1, 1), width)
        rows = rng.integers(10 ** (digits - 1), 10**digits, (1000, width)) * signs
        rows[rng.random(1000) < 0.001] *= -1
        blocks.append(rows.astype(np.int32))
    assert written(10**8, blocks) == plain(10**8, blocks)


def test_ascending_columns_pass_every_power_of_ten() -> None:
    rows = np.stack((np.arange(1, 30_000), -np.arange(99_990_001, 100_020_000)), axis=1).astype(np.int32)
    assert written(2 * 10**8, [rows]) == plain(2 * 10**8, [rows])


def test_a_clause_wider_than_a_chunk() -> None:
    block = np.arange(1, 200_001, dtype=np.int32).reshape(1, -1)
    assert written(200_000, [block, block[:, :3]]) == plain(200_000, [block, block[:, :3]])


def test_views_are_written_as_they_look() -> None:
    block = np.arange(1, 25, dtype=np.int32).reshape(4, 6)
    for view in (block[:, ::2], block.T, block[::-1, ::-1], block[1:3, 2:4]):
        assert written(24, [view]) == plain(24, [view])


def test_rendering_nothing() -> None:
    assert render_clauses(np.zeros((0, 3), dtype=np.int32)) == b""
    assert render_clauses(np.zeros((2, 0), dtype=np.int32)) == b"0\n0\n"
    assert written(0, []) == b"p cnf 0 0\n"


@pytest.mark.parametrize(
    ("variables", "clauses", "comment", "message"),
    [
        (2, 2, "", "announces 2 clauses and 1 came"),
        (2, 0, "", "announces 0 clauses and 1 came"),
        (1, 1, "", "beyond the 1 variable of the header"),
        (2, 1, "two\nlines", "would not be safe"),
        (2, 1, "carriage\rreturn", "would not be safe"),
        (2, 1, "--quiet", "would not be safe"),
        (2, 1, "caf\N{LATIN SMALL LETTER E WITH ACUTE}", "would not be safe"),
        (2, 1, "nul\0", "would not be safe"),
    ],
)
def test_broken_promises_are_bugs(variables: int, clauses: int, comment: str, message: str) -> None:
    with pytest.raises(InternalError, match=message):
        write_cnf(io.BytesIO(), variables, [np.array([[1, -2]], dtype=np.int32)], clauses, [comment])


def test_a_zero_is_no_literal() -> None:
    with pytest.raises(InternalError, match="a literal is 0"):
        write_cnf(io.BytesIO(), 2, [np.array([[1, 0]], dtype=np.int32)], 1)


class Sink(io.RawIOBase):
    """A stream that discards all data."""

    size = 0

    def writable(self) -> bool:
        return True

    def write(self, data: object) -> int:
        self.size += len(data)  # type: ignore[arg-type]
        return len(data)  # type: ignore[arg-type]


def test_memory_is_that_of_a_chunk() -> None:
    block = np.arange(1_000_001, 1_030_001, dtype=np.int32).reshape(-1, 3)

    def many() -> Iterator[Ints]:
        for _ in range(300):
            yield block

    sink = Sink()
    tracemalloc.start()
    write_cnf(sink, 2_000_000, many(), 300 * len(block))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert sink.size > 70_000_000
    assert peak < 20_000_000


@pytest.mark.parametrize("seed", few(["0", "1"], 1))
def test_the_same_bytes_in_every_process(seed: str) -> None:
    program = (
        "import sys; from tests.dimacs.test_writer import some_blocks, written;"
        "sys.stdout.buffer.write(written(10**7, some_blocks(1, 10**7)))"
    )
    root = str(textbook.FOLDER.parent.parent)
    environment = os.environ | {"PYTHONHASHSEED": seed, "PYTHONPATH": root}
    done = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, cwd=root, env=environment)
    assert done.stdout == written(10**7, some_blocks(1, 10**7))


def test_the_textbook_folder_is_what_its_program_writes() -> None:
    assert {path.name: path.read_bytes() for path in textbook.FOLDER.iterdir()} == textbook.files()
    assert len(CLASSICS) >= 20


@pytest.mark.parametrize("classic", CLASSICS, ids=lambda c: c.name)
def test_textbook_files_have_the_form_that_every_solver_reads(classic: textbook.Classic) -> None:
    data = (textbook.FOLDER / f"{classic.name}.cnf").read_bytes()
    assert plain_clauses(data) == classic.clauses
    cnf = read_cnf(data, classic.name)
    assert [cnf.clause(i).tolist() for i in range(len(cnf))] == classic.clauses
    assert cnf.variables == classic.variables


@pytest.mark.parametrize("program", COMMANDS)
def test_every_solver_takes_every_file(program: str, need_solver: Callable[[str], None]) -> None:
    need_solver(program)
    for classic in CLASSICS:
        path = textbook.FOLDER / f"{classic.name}.cnf"
        assert verdict(program, path) == ("SAT" if classic.models else "UNSAT"), classic.name
