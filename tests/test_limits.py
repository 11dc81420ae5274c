"""Small or endless inputs that would fill the memory or take very long: errors early, in little memory."""

from __future__ import annotations

import gzip
import time
import tracemalloc
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import repeat
from pathlib import Path
from random import Random

import pytest

import hashicnf
from hashicnf.cli.app import run
from hashicnf.dimacs import preamble
from hashicnf.dimacs.header import read_header
from hashicnf.dimacs.preamble import Comment
from hashicnf.dimacs.reader import CnfStream, read_cnf
from hashicnf.errors import InputError
from hashicnf.files.inputs import MOST_LINES, Extent, amount, read_bytes, read_text
from hashicnf.formulas.numbering import numbering_of
from hashicnf.formulas.solve import Own
from hashicnf.pipeline.puzzles import detect, parse_documents
from hashicnf.proofs.formulas import decide
from hashicnf.trace import SILENT, Tracer
from hashicnf.trace.steps import Decision, Forced, Record, Solution

HASHICNF = Comment.of(1, 'c hashicnf 1 {"family": "hashi"}')


@contextmanager
def frugal(megabytes: int, seconds: float = 5) -> Iterator[None]:
    """Fail if the block allocates more, numpy's arrays included, or takes longer."""
    start = time.process_time()
    tracemalloc.start()
    try:
        yield
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < megabytes << 20
    assert time.process_time() - start < seconds


@pytest.mark.parametrize(
    ("unit", "words"),
    [
        (b"\0", "1:1: a NUL byte: this is not a text file"),
        (b"\n", f"the text has more than {MOST_LINES:,} lines"),
        (b"\r", f"the text has more than {MOST_LINES:,} lines"),
        (b"#\r\n", f"the text has more than {MOST_LINES:,} lines"),
        (b"1 ", "the text is larger than 64 MiB"),
    ],
)
def test_an_archive_is_unpacked_only_as_far_as_it_can_be_a_puzzle(unit: bytes, words: str, tmp_path: Path) -> None:
    path = tmp_path / "board.puz.gz"
    with gzip.open(path, "wb", 1) as stream:
        for _ in range(80):
            stream.write(unit * ((1 << 20) // len(unit)))
    with frugal(80), pytest.raises(InputError, match=words):
        hashicnf.read_all(str(path))


@pytest.mark.parametrize(
    "arguments",
    [["draw"], ["sat"], ["decode", "--puzzle", "."], ["check-proof", "."], ["check", "."], ["explain-trace"]],
)
def test_a_device_without_end_is_no_input(
    arguments: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kinds = {"check-proof": "p cnf 1 1\n1 0\n"}
    other = tmp_path / "other"
    other.write_text(kinds.get(arguments[0], "2.2\n"))
    with frugal(200):
        assert run([str(other) if word == "." else word for word in [*arguments, "/dev/zero"]]) == 65
    assert capsys.readouterr().err.startswith("hashicnf: /dev/zero:1:")


def test_sizes_are_looked_at_while_reading(tmp_path: Path) -> None:
    path = tmp_path / "text"
    path.write_text("1\n" * 10)
    assert read_text(str(path), Extent(20, 10)) == "1\n" * 10
    with pytest.raises(InputError, match="more than 9 lines"):
        read_bytes(str(path), Extent(20, 9))
    with pytest.raises(InputError, match="larger than 19 bytes"):
        read_bytes(str(path), Extent(19))
    assert [amount(size) for size in (1023, 1 << 10, 3 << 19, 4 << 30)] == ["1023 bytes", "1 KiB", "1.5 MiB", "4 GiB"]


@pytest.mark.parametrize("text", ["8192x8192:" + "z" * 2_581_110 + "d", "1" * ((1 << 22) + 1)])
def test_boards_larger_than_any_are_refused_before_they_are_made(text: str) -> None:
    with frugal(100), pytest.raises(InputError, match="a board with"):
        hashicnf.parse(text)


@pytest.mark.parametrize(
    "text", ["1" * 300_000, "1x" * 100_000, " \n" * 200_000 + "1", "#\n" * 200_000 + "1", "1 " * 300_000]
)
def test_formats_are_told_apart_in_linear_time(text: str) -> None:
    with frugal(50, seconds=2):
        assert detect(text) == "native"


def test_many_ids_do_not_cost_a_look_at_the_whole_text_each() -> None:
    text = "#" * 10_000_000 + "\n" + "3x1:2a2\n" * 2_000
    start = time.process_time()
    assert len(parse_documents(text)) == 2_000
    assert time.process_time() - start < 1.5


@pytest.mark.parametrize(
    "rest",
    [
        "bridge[0..211..2] 1..78: meaning",
        "bridge[0..9,] 1..10:",
        "bridge[,0..9] 1..10:",
        "bridge[0..90..9] 1..100:",
        "bridge[" + "1234567890" * 20 + "] 1..2:",
        "bridge[" + "0..1234567890" * 200 + " 1..2:",
        "bridge" * 10_000 + "[" * 10_000,
    ],
)
def test_damaged_groups_are_refused_at_once(rest: str) -> None:
    with frugal(10, seconds=1), pytest.raises(InputError, match="a damaged group comment"):
        read_header([HASHICNF, Comment.of(2, f"c group {rest}")], "x.cnf")


def test_a_header_is_believed_as_far_as_the_clauses_bear(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "wide.cnf"
    path.write_text("p cnf 2000000000 3\n1999999999 -5 0\n5 0\n-7 1999999999 0\n")
    for solver in ("cadical153", "dpll"):
        with frugal(100):
            assert run(["sat", "--solver", solver, str(path)]) == 10
        values = [w for line in capsys.readouterr().out.splitlines() if line.startswith("v") for w in line.split()[1:]]
        assert values[0] == "5"
        assert values[2:] == ["1999999999", "0"]
        assert values[1] in ("7", "-7")
    path.write_text("p cnf 30 1\n7 0\n")
    assert run(["sat", str(path)]) == 10
    values = [w for line in capsys.readouterr().out.splitlines() if line.startswith("v") for w in line.split()[1:]]
    assert len(values) == 30 + 1, "few variables more than are mentioned: all have values"


class Told:
    """A tracer that stores its records."""

    active = True

    def __init__(self) -> None:
        self.records: list[Record] = []

    def emit(self, record: Record) -> None:
        self.records.append(record)


def test_proofs_and_traces_are_in_the_numbers_of_the_file(tmp_path: Path) -> None:
    a, b, c = 1_500_000_000, 1_600_000_001, 1_999_999_999
    clauses = [[s * a, t * b, u * c] for s in (1, -1) for t in (1, -1) for u in (1, -1)]
    path, proof = tmp_path / "wide.cnf", tmp_path / "wide.drup"

    def solve(clauses: list[list[int]], tracer: Tracer = SILENT, proof: str | None = None) -> object:
        text = "".join(" ".join(map(str, [*clause, 0])) + "\n" for clause in clauses)
        path.write_text(f"p cnf 2000000000 {len(clauses)}\n{text}")
        with frugal(100):
            return decide(str(path), "dpll", own=Own(tracer=tracer), proof=proof)

    solve(clauses, proof=str(proof))
    assert {abs(int(word)) for word in proof.read_text().split() if word != "d"} <= {0, a, b, c}
    assert run(["check-proof", str(path), str(proof)]) == 0
    told: Tracer = Told()
    solve(clauses[1:], told)
    assert isinstance(told, Told)
    steps = [record.step for record in told.records]
    numbers = {abs(lit) for step in steps if isinstance(step, (Decision, Solution)) for lit in step.literals}
    numbers |= {abs(lit) for step in steps if isinstance(step, Forced) for lit in (step.literal, *step.clause)}
    assert numbers == {a, b, c}


def test_numbers_go_there_and_back() -> None:
    rng = Random(1)
    for _ in range(50):
        names = sorted(rng.sample(range(1, 2**31 - 2), 6))
        clauses = [[rng.choice((1, -1)) * rng.choice(names) for _ in range(rng.randint(0, 4))] for _ in range(8)]
        text = "".join(" ".join(map(str, [*clause, 0])) + "\n" for clause in clauses)
        cnf = read_cnf(f"p cnf {2**31 - 2} 8\n{text}".encode(), "x")
        numbering = numbering_of(cnf)
        assert numbering is not None
        dense = numbering.dense(cnf)
        assert dense.variables == len({abs(lit) for clause in clauses for lit in clause})
        assert numbering.original(dense.lits).tolist() == cnf.lits.tolist()
        assert [
            numbering.line(f"d {' '.join(map(str, [*dense.clause(i).tolist(), 0]))}".replace("  ", " "))
            for i in range(8)
        ] == [" ".join(map(str, ["d", *clause, 0])) for clause in clauses]


def test_a_formula_with_more_clauses_than_announced_is_not_read_to_its_end() -> None:
    pieces = iter([b"p cnf 1 1\n", *[b"1 0\n" * 100_000] * 100])
    with pytest.raises(InputError, match="announces 1 clause and the file holds more"):
        for _ in CnfStream(pieces, "x"):
            pass
    assert sum(map(len, pieces)) > 30_000_000


@pytest.mark.parametrize("line", [b"c\n", b"\n"])
def test_comments_without_end_are_no_formula(line: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(preamble, "MOST_LINES", 5_000)
    assert CnfStream([line * 4_999, b"p cnf 0 0\n"], "x").variables == 0
    pieces = repeat(line * 100)
    with pytest.raises(InputError, match="x:5001: there is no header"):
        CnfStream(pieces, "x")


@pytest.mark.parametrize("formula", [True, False])
def test_a_model_of_giant_variables_makes_no_giant_tables(
    formula: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    board, cnf, model = (tmp_path / name for name in ("board.puz", "board.cnf", "model.txt"))
    board.write_text("1.1\n")
    assert run(["encode", "--connectivity", "lazy", str(board), "-o", str(cnf)]) == 0
    head, _, rest = cnf.read_text().partition("p cnf ")
    cnf.write_text(f"{head}p cnf 2147483646 {rest.split(None, 1)[1]}")
    source = ["--cnf", str(cnf)] if formula else ["--puzzle", str(board)]
    for literals, code in (("1 2147483646", 0), ("-1 2147483646", 65 if formula else 1)):
        model.write_text(f"s SATISFIABLE\nv {literals} 0\n")
        with frugal(20):
            assert run(["decode", str(model), *source]) == code
    capsys.readouterr()


def test_messages_hold_no_python(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    board, drawing = tmp_path / "board.puz", tmp_path / "board.sol"
    board.write_text("1.1\n")
    drawing.write_text('[ "1" , "-0" , "1" ]\n')
    assert run(["check", str(board), str(drawing)]) == 65
    assert "'-0' here belongs to no drawing of this board" in (found := capsys.readouterr().err)
    assert "np." not in found


def test_a_long_line_is_shown_in_part_and_at_once() -> None:
    with frugal(20, seconds=1):
        shown = str(InputError("wrong", "x", 1, 9_000_000, "a" * 10_000_000))
    assert len(shown) < 400
