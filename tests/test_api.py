"""The functions of the library: accepted arguments, and errors for others."""

from __future__ import annotations

import gzip
import io
import os
import re
import sys
import tempfile
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import hashicnf
from hashicnf import Bridge, Solution
from hashicnf.pipeline.emit import Form
from tests.oracles.puzzles import board_of, hashi_solution

TEXT = "max-bridges: 3\n3.3\n...\n1.1\n"
NATIVE = hashicnf.parse(TEXT)


def test_files_streams_and_texts_are_read_alike(tmp_path: Path) -> None:
    path = tmp_path / "a.puz"
    path.write_text(TEXT)
    with path.open() as text, path.open("rb") as data:
        read = [hashicnf.read(source) for source in (path, str(path), text, data, io.StringIO(TEXT))]
        assert read == [NATIVE] * 5
        assert [puzzle.name for puzzle in read] == [str(path)] * 4 + ["<stream>"]
        assert not text.closed
    assert hashicnf.read_all(io.BytesIO(b"\xef\xbb\xbf" + TEXT.encode())) == [NATIVE]


def test_a_stream_without_a_buffer_is_read_to_its_end(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    written = threading.Event()

    def write() -> None:
        with pipe.open("wb", buffering=0) as stream:
            stream.write(TEXT[:20].encode())
            written.wait(0.2)
            stream.write(TEXT[20:].encode())

    with ThreadPoolExecutor(1) as pool:
        pool.submit(write)
        with pipe.open("rb", buffering=0) as stream:
            assert hashicnf.read(stream) == NATIVE
    reading, writing = os.pipe()
    os.set_blocking(reading, False)
    with (
        os.fdopen(reading, "rb", 0) as stream,
        os.fdopen(writing, "wb", 0),
        pytest.raises(hashicnf.InputError, match="no data yet"),
    ):
        hashicnf.read(stream)


def test_streams_of_any_class_are_read_and_written(tmp_path: Path) -> None:
    """Types are tested too: mypy checks this file."""
    formula, whole = hashicnf.encode(NATIVE), io.BytesIO()
    formula.write(whole)
    with gzip.open(tmp_path / "a.gz", "wb") as packed:
        formula.write(packed)
    with gzip.open(tmp_path / "a.gz", "rb") as packed:
        assert packed.read() == whole.getvalue()
    with tempfile.SpooledTemporaryFile() as spooled:
        spooled.write(TEXT.encode())
        spooled.seek(0)
        assert hashicnf.read(spooled) == NATIVE
    with tempfile.NamedTemporaryFile(buffering=0) as raw:
        formula.write(raw)
        raw.seek(0)
        assert hashicnf.sat(raw).status == "satisfiable"


class Unseekable(io.BytesIO):
    """A stream that cannot be read again, such as a pipe."""

    def seekable(self) -> bool:
        return False

    def seek(self, *_: Any) -> int:
        raise io.UnsupportedOperation("seek")


class Sparing(io.RawIOBase):
    """A stream without a buffer that takes few bytes of each piece, and after ``most`` bytes none."""

    def __init__(self, most: int) -> None:
        self.taken, self._most = b"", most

    def write(self, data: Any, /) -> int | None:
        piece = bytes(data)[: min(100, self._most - len(self.taken))]
        self.taken += piece
        return len(piece) or None


def test_a_stream_without_a_buffer_is_written_to_the_end(tmp_path: Path) -> None:
    formula, cubes = hashicnf.encode(NATIVE), hashicnf.cubes(NATIVE, 2)
    for written, name in ((formula, "a.cnf"), (cubes, "a.icnf")):
        written.write(tmp_path / name)
        whole = (tmp_path / name).read_bytes()
        written.write(stream := Sparing(len(whole)))
        assert stream.taken == whole
        with pytest.raises(hashicnf.UsageError, match="<stream>: cannot be written: the stream takes no more data now"):
            written.write(Sparing(len(whole) - 1))


class Silent:
    """A writer that takes all data and returns None."""

    def __init__(self) -> None:
        self.taken = b""

    def write(self, data: bytes | memoryview) -> None:
        self.taken += data


class SilentBuffer(Silent, io.BufferedIOBase):  # type: ignore[misc] # it breaks the contract
    """The same as a stream with a buffer."""


@pytest.mark.parametrize("kind", [Silent, SilentBuffer])
@pytest.mark.parametrize("form", ["cnf", "opb"])
def test_a_writer_need_not_return_how_much_it_took(kind: type[Silent], form: str) -> None:
    formula, whole = hashicnf.encode(NATIVE), io.BytesIO()
    formula.write(whole, form=Form(to=form))
    stream: Any = kind()
    formula.write(stream, form=Form(to=form))
    assert stream.taken == whole.getvalue()


def test_standard_output_without_a_buffer_is_written_to_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    formula, whole = hashicnf.encode(NATIVE), io.BytesIO()
    formula.write(whole)
    raw = Sparing(len(whole.getvalue()))
    with monkeypatch.context() as patch:
        patch.setattr(sys, "stdout", SimpleNamespace(buffer=raw))
        formula.write("-")
    assert raw.taken == whole.getvalue()


def test_a_stream_of_text_in_another_encoding_is_refused_with_the_place(tmp_path: Path) -> None:
    path = tmp_path / "latin1.puz"
    path.write_bytes("2.2\n# caf\u00e9\n...\n2.2\n".encode("latin1"))
    readers: list[Any] = [
        hashicnf.read,
        hashicnf.read_all,
        lambda stream: hashicnf.read_solution(NATIVE, stream),
        hashicnf.check_certificate,
        hashicnf.sat,
        lambda stream: hashicnf.decode(stream, puzzle=NATIVE),
        hashicnf.explain_trace,
        lambda stream: hashicnf.check_proof(stream, io.BytesIO()),
    ]
    for read in readers:
        with path.open(encoding="utf-8") as stream, pytest.raises(hashicnf.InputError) as caught:
            read(stream)
        assert str(caught.value).startswith(f"{path}:2:6: byte 0xe9 is not UTF-8 text\n")
    with (
        path.open(encoding="ascii") as stream,
        pytest.raises(hashicnf.InputError, match=":2:6: byte 0xe9 is not ascii"),
    ):
        hashicnf.read(stream)
    endless = io.TextIOWrapper(io.BufferedReader(Unseekable(path.read_bytes())), encoding="utf-8")
    with pytest.raises(hashicnf.InputError, match=r"^<stream>: byte 0xe9 is not UTF-8 text$"):
        hashicnf.read(endless)


def test_half_a_pair_of_surrogates_in_a_stream_is_no_text() -> None:
    with pytest.raises(hashicnf.InputError, match="is not UTF-8 text"):
        hashicnf.read(io.StringIO("1.1\ud800"))
    with pytest.raises(hashicnf.InputError):
        hashicnf.decode(io.StringIO("s SATISFIABLE\nv 1 \ud800 0\n"), puzzle=NATIVE)


def test_a_stream_is_read_in_the_format_of_its_name(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("2, 0, 2\n")
    with path.open() as stream:
        assert hashicnf.read(stream) == hashicnf.parse("2.2\n")
    with pytest.raises(hashicnf.InputError) as caught:
        hashicnf.read(io.BytesIO(b"2.2\n\xff"))
    assert (caught.value.line, caught.value.column) == (2, 1)
    with pytest.raises(hashicnf.InputError, match="holds 2 puzzles where one is wanted"):
        hashicnf.read(io.StringIO(hashicnf.convert([NATIVE, NATIVE])))


@pytest.mark.parametrize(
    "rows",
    [
        [[3, 0, 3], [0, 0, 0], [1, 0, 1]],
        ((3, 0, 3), (0, 0, 0), (1, 0, 1)),
        np.array([[3, 0, 3], [0, 0, 0], [1, 0, 1]], dtype=np.uint8),
        np.array([[3, 0, 3], [0, 0, 0], [1, 0, 1]]).T.T[::1],
        ["3.3", "...", "1.1"],
    ],
)
def test_grids_are_puzzles(rows: Any) -> None:
    puzzle = hashicnf.puzzle(rows, max_bridges=3)
    assert puzzle == NATIVE
    assert puzzle != hashicnf.puzzle(rows)
    assert hashicnf.puzzle(rows, max_bridges="3", title="three").title == "three"
    assert hashicnf.puzzle(rows, max_bridges=None, title=None) == hashicnf.puzzle(rows)


def test_unknown_large_and_single_numbers_keep_their_place() -> None:
    board = board_of(hashicnf.puzzle([[12, 0, -1], [0, 0, 4]], max_bridges=6, loops=False))
    assert (board.cells().tolist(), board.loops) == ([[12, 0, -1], [0, 0, 4]], False)
    assert board_of(hashicnf.puzzle([[12]])).cells().tolist() == [[12]]


@pytest.mark.parametrize(
    ("rows", "settings", "message"),
    [
        ([[2, 0], [2]], {}, "different lengths"),
        ([], {}, "no rows"),
        ([[]], {}, "this is no grid"),
        ([2, 0, 2], {}, "this is no grid"),
        ([[2.5, 0]], {}, "this is no grid"),
        ([[True, False]], {}, "this is no grid"),
        ([[-2, 0, 2]], {}, "out of range"),
        ([[1 << 40, 0, 2]], {}, "out of range"),
        (["loops: no", "2.2"], {}, "holds cells alone"),
        (["2.x"], {}, "'x'"),
        (["2.2", "---", "2.2"], {}, "holds cells alone"),
        (["2.2"], {"family": "sudoku"}, "sudoku"),
    ],
)
def test_what_is_no_puzzle_is_refused(rows: Any, settings: dict[str, Any], message: str) -> None:
    with pytest.raises(hashicnf.InputError, match=message):
        hashicnf.puzzle(rows, **settings)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"family": "hashi\n2.2"}, "no puzzle family is named 'hashi.n2.2'"),
        ({"a\nb": "c"}, "no setting is named 'a.nb'"),
        ({"lops": False}, "no setting is named 'lops'; did you mean loops?"),
        ({"loops": "perhaps"}, "loops: cannot read 'perhaps'"),
        ({"loops": -1}, "loops: cannot read '-1'; expected yes or no"),
        ({"loops": float("nan")}, "loops: cannot read 'nan'; expected yes or no"),
        ({"title": "a\nfamily: latin"}, "title: expected one line"),
        ({"max_bridges": "3 # or 2"}, "max_bridges: cannot read '3 # or 2'"),
        ({"family": "chess"}, "no puzzle family is named 'chess'"),
    ],
)
def test_what_is_no_setting_is_refused(settings: dict[str, Any], message: str) -> None:
    with pytest.raises(hashicnf.UsageError, match=message):
        hashicnf.puzzle(["2.2"], **settings)


def test_a_title_may_hold_what_means_something_in_files() -> None:
    puzzle = hashicnf.puzzle(["2.2"], title="# 1: two")
    assert (puzzle.title, puzzle.lines) == ("# 1: two", ["2.2"])


@pytest.mark.parametrize("rows", [3, None, b"2.2", NATIVE])
def test_what_is_no_grid_is_refused(rows: Any) -> None:
    for make in (hashicnf.puzzle, hashicnf.parse):
        with pytest.raises(hashicnf.UsageError, match=r"(rows|text): expected (a text, )?a list of rows"):
            make(rows)


def test_a_grid_is_parsed_as_a_text_is() -> None:
    rows = [[2, 0, 2], [0, 0, 0], [1, 0, 1]]
    assert hashicnf.parse(rows) == hashicnf.parse(np.array(rows)) == hashicnf.parse("2.2\n...\n1.1\n")
    with pytest.raises(hashicnf.UsageError, match="a grid is not written in a format such as csv"):
        hashicnf.parse([[2, 0, 2]], "csv")


OF_A_PUZZLE = [
    "encode",
    "solve",
    "certify",
    "unique",
    "enumerate",
    "backbone",
    "diagnose",
    "draw",
    "view",
    "hint",
    "explain",
    "rate",
    "convert",
    "count",
    "sample",
]


@pytest.mark.parametrize("name", OF_A_PUZZLE)
@pytest.mark.parametrize("given", ["2.2", None, ["2.2"], np.array(2)])
def test_functions_of_a_puzzle_take_no_text(name: str, given: Any) -> None:
    with pytest.raises(
        hashicnf.UsageError, match=r"expected a puzzle, not .*: parse makes one of a text, read of a file"
    ):
        getattr(hashicnf, name)(given)


def test_other_functions_of_a_puzzle_take_no_text_either() -> None:
    text: Any = "2.2"
    expected = r"expected a puzzle, not the text '2\.2'"
    with pytest.raises(hashicnf.UsageError, match=expected):
        hashicnf.check(text, None)
    with pytest.raises(hashicnf.UsageError, match=expected):
        hashicnf.decode([1], puzzle=text)
    for source in ("a.sol", io.StringIO("2=2")):
        with pytest.raises(hashicnf.UsageError, match=expected):
            hashicnf.read_solution(text, source)
    with pytest.raises(hashicnf.UsageError, match="expected a list of rows, not one text; parse makes"):
        hashicnf.puzzle("252")


@pytest.mark.parametrize(
    ("name", "options", "message"),
    [
        ("encode", {"cuts": -1}, "^cuts: -1 is too small: give 0 or more"),
        ("encode", {"horizon": -2}, "^horizon: -2 is too small"),
        ("solve", {"cuts": -1}, "^cuts: -1 is too small"),
        ("solve", {"jobs": 0}, "^jobs: 0 is too small: give 1 or more"),
        ("solve", {"max_depth": 0, "method": "dfs"}, "^max_depth: 0 is too small: give 1 or more"),
        ("solve", {"max_nodes": -1, "method": "dpll"}, "^max_nodes: -1 is too small"),
        ("count", {"max_memory": 0}, "^max_memory: 0 is too small"),
        ("certify", {"claim": "nope"}, "no claim is named 'nope'; there are: unique, unsolvable, optimal"),
    ],
)
def test_options_that_the_command_line_refuses_are_refused(name: str, options: dict[str, Any], message: str) -> None:
    with pytest.raises(hashicnf.UsageError, match=message):
        getattr(hashicnf, name)(NATIVE, **options)


def test_a_model_is_decoded_however_it_comes(tmp_path: Path) -> None:
    cnf, output = tmp_path / "a.cnf", tmp_path / "a.out"
    compiled = hashicnf.encode(NATIVE, connectivity="planar")
    compiled.write(cnf)
    answer = hashicnf.solve(NATIVE, connectivity="planar")
    assert isinstance(answer.verdict, hashicnf.Sat)
    model = [v if value else -v for v, value in enumerate(answer.verdict.model.tolist()) if v]
    output.write_text(f"s SATISFIABLE\nv {' '.join(map(str, model))} 0\n")
    with output.open() as text, output.open("rb") as data:
        for given in (
            output,
            str(output),
            output.read_bytes(),
            text,
            data,
            model,
            np.array(model),
            np.array(model, dtype=np.int64),
            answer.verdict.model,
            answer.verdict.model.tolist(),
        ):
            decoded = hashicnf.decode(given, cnf=cnf)
            assert (decoded.puzzle, decoded.answer.solution, decoded.answer.broken) == (NATIVE, answer.solution, ())
            assert decoded.is_closed
    own = hashicnf.decode(model, puzzle=NATIVE)
    assert own.answer.solution == compiled.decode(answer.verdict.model) == answer.solution
    assert (own, hash(own)) == (hashicnf.decode(model, puzzle=NATIVE), hash(own))
    assert hashicnf.decode(io.StringIO("s UNSATISFIABLE\n"), cnf=cnf).answer.verdict == hashicnf.Unsat()
    with pytest.raises(hashicnf.InputError, match="the model breaks"):
        hashicnf.decode([-lit for lit in model], cnf=cnf)
    for formula, puzzle in ((None, None), (cnf, NATIVE)):
        with pytest.raises(hashicnf.UsageError, match="decode takes exactly one of cnf and puzzle"):
            hashicnf.decode(model, cnf=formula, puzzle=puzzle)


@pytest.mark.parametrize(
    ("model", "message"),
    [
        ([[1], [2, 3]], "element 0 is [1]: not a literal\n    expected whole numbers such as 1, -2, 3"),
        ([1, 2.0], "element 1 is 2.0: not a literal\n    expected whole numbers such as 1, -2, 3"),
        ([1, True], "element 1 is True: not a literal\n    expected whole numbers such as 1, -2, 3"),
        (
            np.zeros((1, 2), dtype=bool),
            "an array of 2 dimensions\n    expected one dimension: literals, or truth values",
        ),
        (np.array(1), "an array of 0 dimensions\n    expected one dimension: literals, or truth values"),
        (np.array([1.0]), "element 0 is 1.0: not a literal\n    expected whole numbers such as 1, -2, 3"),
        (np.array([1, 2**64 - 1], dtype=np.uint64), f"element 1 is {2**64 - 1}: a literal too large for any variable"),
        (np.array([1, 2, -1], dtype=np.int8), "element 2 is -1: the model holds both 1 and -1"),
        ([1, 0, 2], "element 2 is 2: literals after the closing 0: more than one model"),
        ([1, -(2**70)], f"element 1 is {-(2**70)}: a literal too large for any variable"),
        ([1, 2, -1], "element 2 is -1: the model holds both 1 and -1"),
    ],
)
def test_an_element_of_a_model_that_is_no_literal_is_named(model: Any, message: str) -> None:
    with pytest.raises(hashicnf.InputError, match=re.escape(f"<model>: {message}")):
        hashicnf.decode(model, puzzle=NATIVE)


def test_puzzles_are_made_to_order() -> None:
    puzzle, solution = hashicnf.generate(size=(7, 8), islands=9, seed=2)
    again = hashicnf.generate("hashi", size="7x8", islands="9", seed=2, no_loops=False, max_bridges=None)
    assert (puzzle, solution) == again
    assert hashicnf.check(puzzle, solution) == []
    assert board_of(puzzle).shape == (7, 8)
    assert not board_of(hashicnf.generate(no_loops=True).puzzle).loops
    assert hashicnf.generate(unsolvable=True).solution is None


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"family": "nosuch"}, "no family with a generator is named 'nosuch'"),
        ({"iland": 3}, "no option is named 'iland'"),
        ({"islands": 1}, "^islands: cannot read '1'"),
        ({"lattice": 4, "seed": 1}, "^lattice has no use for seed"),
    ],
)
def test_what_no_generator_makes_is_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(hashicnf.UsageError, match=message):
        hashicnf.generate(**options)


def test_puzzles_are_converted_one_and_many() -> None:
    assert hashicnf.convert(NATIVE) == TEXT
    assert hashicnf.parse_all(hashicnf.convert([NATIVE, NATIVE])) == [NATIVE, NATIVE]
    assert hashicnf.parse(hashicnf.convert(NATIVE, "tatham")) == NATIVE
    with pytest.raises(hashicnf.UsageError, match="csv format cannot express"):
        hashicnf.convert(NATIVE, "csv")


def test_solutions_are_bridges_and_are_read_back(tmp_path: Path) -> None:
    solution = hashi_solution(hashicnf.solve(NATIVE).solution)
    assert list(solution) == [Bridge(0, 0, 0, 2, 2), Bridge(0, 0, 2, 0, 1), Bridge(0, 2, 2, 2, 1)]
    assert Solution.of((b[2], b[3], b[0], b[1], b[4]) for b in reversed([*solution])) == solution
    assert hashicnf.check(NATIVE, Solution.of([])) != []
    drawing = hashicnf.draw(NATIVE, solution, "ascii")
    (tmp_path / "a.sol").write_text(drawing)
    assert hashicnf.read_solution(NATIVE, tmp_path / "a.sol") == solution
    assert hashicnf.read_solution(NATIVE, io.StringIO(drawing)) == solution


def test_what_is_no_list_of_bridges_is_refused() -> None:
    with pytest.raises(hashicnf.UsageError, match="bridges: expected a list of bridges, not NoneType"):
        hashicnf.Solution.of(None)  # type: ignore[arg-type]
    with pytest.raises(hashicnf.UsageError, match="bridges: expected a list of bridges, not ndarray"):
        hashicnf.Solution.of(np.array(3))


@pytest.mark.parametrize(
    "bridges",
    [
        [(0, 0, 0, 2, 1 << 40)],
        [(0, 0, 0, 2)],
        [(0, 0, 0, 2, 1, 1)],
        [(0, 0, 0, 2, 1.5)],
        [(0, 0, 0, 2, "1")],
        [7],
        [()],
    ],
)
def test_what_is_no_bridge_is_refused(bridges: list[Any]) -> None:
    with pytest.raises(hashicnf.UsageError, match="a bridge has five whole numbers: row, column, to_row, to_column"):
        Solution.of(bridges)


def test_bridges_may_be_rows_of_an_array() -> None:
    assert Solution.of(np.array([[0, 2, 0, 0, 2]])) == Solution.of([(0, 0, 0, 2, 2)])


@pytest.mark.parametrize("wrong", ["2═2", 7, (1, 2), [[1]], NATIVE])
def test_what_is_no_solution_is_refused(wrong: object) -> None:
    for call in (hashicnf.check, hashicnf.draw, hashicnf.hint):
        with pytest.raises(
            hashicnf.UsageError, match=r"expected a solution of a hashi puzzle, not .*: read_solution makes one"
        ):
            call(NATIVE, wrong)


def test_a_plan_may_be_a_list_and_has_names_of_steps() -> None:
    puzzle = hashicnf.parse("family: tiles\n1.\n32\n")
    assert hashicnf.check(puzzle, ["up"]) == hashicnf.check(puzzle, ("up",)) == []
    with pytest.raises(hashicnf.UsageError, match="expected a plan of a tiles puzzle, the names of its steps"):
        hashicnf.check(puzzle, (1, 2))


def test_an_answer_without_a_solution_has_none_to_check() -> None:
    with pytest.raises(hashicnf.UsageError, match="there is no solution: None"):
        hashicnf.check(NATIVE, hashicnf.solve(NATIVE, timeout=0).solution)


def test_streams_of_text_alone_serve_as_standard_streams(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = io.StringIO()
    monkeypatch.setattr(sys, "stdout", shown)
    hashicnf.encode(NATIVE).write("-")
    assert "\np cnf " in shown.getvalue()
    monkeypatch.setattr(sys, "stdin", io.StringIO(TEXT))
    assert hashicnf.read("-") == NATIVE
    monkeypatch.setattr(sys, "stdin", None)  # as in programs without a terminal
    with pytest.raises(hashicnf.InputError, match="<stdin>: cannot be read: there is none"):
        hashicnf.read("-")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full, which Linux has")
def test_a_full_device_is_an_error_of_ours() -> None:
    with pytest.raises(hashicnf.UsageError, match="/dev/full: cannot be written: No space left on device"):
        hashicnf.encode(NATIVE).write("/dev/full")


def test_odd_requests_are_answered_or_refused() -> None:
    assert hashicnf.parse("\ufeff" + TEXT) == NATIVE
    with pytest.raises(hashicnf.InputError, match=r"no name of a file has the character '.ud800'"):
        hashicnf.read("\ud800")
    with pytest.raises(hashicnf.InputError, match="no name of a file has a NUL"):
        hashicnf.read("a\0b")
    for limit in (0, -5):
        with pytest.raises(hashicnf.UsageError, match=f"a limit of {limit} solutions: expected 1 or more"):
            hashicnf.count(NATIVE, limit=limit)


@pytest.mark.parametrize("other", ["./same", "link"])
def test_a_proof_does_not_replace_its_formula(other: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("link").symlink_to("same")
    with pytest.raises(hashicnf.UsageError, match=f"{other}: two results cannot go to one file"):
        hashicnf.prove(hashicnf.parse("1.1\n...\n1.1\n"), "same", other)
    assert not Path("same").exists()


def test_a_proof_is_written_only_where_there_is_no_solution(tmp_path: Path) -> None:
    cnf, proof = tmp_path / "none.cnf", tmp_path / "none.drup"
    unsolvable = hashicnf.parse("1.1\n...\n1.1\n")
    proved = hashicnf.prove(unsolvable, cnf, proof, connectivity="planar", cardinality="totalizer")
    assert (proved.status, proved.axioms, bool(hashicnf.check_proof(cnf, proof))) == ("unsolvable", 0, True)
    hashicnf.encode(NATIVE).write(cnf)
    proof.write_text("0\n")
    assert not hashicnf.check_proof(cnf, proof)
    with pytest.warns(hashicnf.OutputWarning, match="kept") as warned:
        assert hashicnf.prove(unsolvable, cnf, proof, timeout=0).status == "unknown"
    assert {one.filename for one in warned} == {__file__}
    assert proof.read_text() == "0\n"
    with pytest.raises(hashicnf.UsageError, match="max_nodes"):
        hashicnf.prove(unsolvable, cnf, proof, solver="cadical153", max_nodes=3)
