"""Arguments of wrong types raise one kind of error, which names them, where they are passed."""

from __future__ import annotations

import io
import re
import tempfile
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import hashicnf
from hashicnf.cli.app import run
from hashicnf.pipeline.compile import compile_puzzle

PUZZLE = hashicnf.parse("2.2\n...\n2.2\n")
LIBRARY: Any = hashicnf  # whose types forbid what is tried here

WRONG = {
    "source: expected the name of a file or an open stream, not 5": lambda: LIBRARY.read(5),
    "source: expected the name of a file or an open stream, not None": lambda: LIBRARY.read_solution(PUZZLE, None),
    "source: expected the name of a file or an open stream, not b'2.2'": lambda: LIBRARY.read_all(b"2.2"),
    "source: expected the name of a file or an open stream, not \\[\\]": lambda: LIBRARY.check_certificate([]),
    "text: expected a text, not b'2.2'": lambda: LIBRARY.parse_all(b"2.2"),
    "text: expected a text, a list of rows or an array, not None": lambda: LIBRARY.parse(None),
    "format: expected a text or None, not 5": lambda: LIBRARY.parse("2.2", format=5),
    "no format is named ''; there are:": lambda: LIBRARY.parse("2.2", format=""),
    "name: expected a text, not 5": lambda: LIBRARY.parse("2.2", None, 5),
    "model: expected the name of a file, .*, bytes or numbers, not None": lambda: LIBRARY.decode(None, puzzle=PUZZLE),
    "cnf: expected a text, a path or None, not 5": lambda: LIBRARY.decode("x", cnf=5),
    "timeout: expected a number or None, not '5'": lambda: LIBRARY.solve(PUZZLE, timeout="5"),
    "no option is named 'timout'; did you mean timeout?": lambda: LIBRARY.solve(PUZZLE, timout=5),
    "no option is named 'cut'; did you mean cuts?": lambda: LIBRARY.encode(PUZZLE, cut=2),
    "tracer: expected a tracer, not None": lambda: LIBRARY.solve(PUZZLE, tracer=None),
    "jobs: expected a whole number or None, not 2.0": lambda: LIBRARY.solve(PUZZLE, jobs=2.0),
    "progress: expected a function or None, not 5": lambda: LIBRARY.solve(PUZZLE, progress=5),
    "simplify: expected True, False or None, not 'no'": lambda: LIBRARY.encode(PUZZLE, simplify="no"),
    "options: expected a mapping of names to texts or None, not {'a': 1}": lambda: LIBRARY.encode(
        PUZZLE, options={"a": 1}
    ),
    "max_memory: expected a whole number of bytes or None, not '500M'": lambda: LIBRARY.count(
        PUZZLE, max_memory="500M"
    ),
    "max_memory: expected a whole number of bytes or None, not '2G'": lambda: LIBRARY.solve(PUZZLE, max_memory="2G"),
    "limit: expected a whole number or None, not 2.5": lambda: LIBRARY.count(PUZZLE, limit=2.5),
    "n: expected a whole number, not '3'": lambda: LIBRARY.sample(PUZZLE, "3"),
    "seed: expected a whole number, not nan": lambda: LIBRARY.sample(PUZZLE, seed=float("nan")),
    "claim: expected a text or None, not 5": lambda: LIBRARY.certify(PUZZLE, claim=5),
    "style: expected a text or None, not 5": lambda: LIBRARY.draw(PUZZLE, style=5),
    "family: expected a text, not 5": lambda: LIBRARY.generate(5),
    "unique: expected True or False, not 'no'": lambda: LIBRARY.generate(unique="no"),
    "^size: cannot read '\\[\\]'; expected rows, x, columns": lambda: LIBRARY.generate(size=[]),
    "^size: cannot read \"b'7x7'\"; expected rows, x, columns": lambda: LIBRARY.generate(size=b"7x7"),
    "no variable has the number 0: they are 1 to 8": lambda: LIBRARY.encode(PUZZLE).variables.text(0),
    "expected the name of a file or an open stream to write to, not 5": lambda: LIBRARY.encode(PUZZLE).write(5),
    "source: expected the name of a file or an open stream, not <hashi": lambda: LIBRARY.read(PUZZLE),
    "source: expected the name of a file .*, not <hashi puzz": lambda: LIBRARY.check_certificate(PUZZLE),
    "source: expected the name of .*, not <hashi puzz": lambda: LIBRARY.read_solution(PUZZLE, PUZZLE),
    "model: expected the name of .*, not <hashi": lambda: LIBRARY.decode(PUZZLE, puzzle=PUZZLE),
    "expected a solution of a hashi puzzle, not int": lambda: LIBRARY.parse("2.2").svg(5),
    "expected a solution of a hashi puzzle, not float": lambda: LIBRARY.draw(PUZZLE, 0.5),
    "form: expected a hashicnf.Form or None, not 'zzz'": lambda: LIBRARY.encode(PUZZLE).write("x.cnf", form="zzz"),
    "bridges: expected an array int32": lambda: LIBRARY.Solution([[0, 0, 0, 2, 1]]),
    "bridges: expected an array int32.b, 5.; Sol": lambda: LIBRARY.Solution(np.array([[0, 0, 0, 2, 1 << 32]])),
    "title: expected a text": lambda: LIBRARY.puzzle(["1.1"], title=object),
    "solver minisat22 writes no proofs": lambda: LIBRARY.certify(PUZZLE, solver="minisat22"),
    "no solver is named 'zzz'": lambda: LIBRARY.enumerate(PUZZLE, solver="zzz"),
    "no format is named 'zzz'": lambda: LIBRARY.read("no-such-file", format="zzz"),
    "no option is named 'spent'": lambda: LIBRARY.solve(PUZZLE, spent=1),
    "files: expected a text or a path, not 3": lambda: LIBRARY.read_comparison(3),
    "files: expected a text or a path, not None": lambda: LIBRARY.read_comparison("a.json", None),
    "files: expected a text or a path, not <_io.StringIO": lambda: LIBRARY.read_comparison(io.StringIO("{}")),
    r"bench\(\) takes 1 argument by position, not 2: options": lambda: LIBRARY.bench("a.puz", "b.puz"),
    ".ud800.cnf: cannot be written": lambda: LIBRARY.encode(PUZZLE).write("\ud800.cnf"),
}
UNKNOWN: dict[str, Callable[[], object]] = {
    "no option is named 'time_out'; did you mean timeout?": lambda: LIBRARY.unique(PUZZLE, time_out=3),
    "no option is named 'limits'; did you mean limit?": lambda: LIBRARY.count(PUZZLE, limits=3),
    "no option is named 'styles'; did you mean style?": lambda: LIBRARY.draw(PUZZLE, styles="ascii"),
    "no option is named 'sizes'; did you mean size?": lambda: LIBRARY.generate(sizes=3),
    "no option is named 'uniqe'; did you mean unique?": lambda: LIBRARY.generate(uniqe=True),
    "no setting is named 'max_bridge'; did you mean max_bridges?": lambda: LIBRARY.puzzle(["1.1"], max_bridge=3),
    "max_bridges: cannot read 'yes'; expected a number from 1": lambda: LIBRARY.puzzle(["1.1"], max_bridges="yes"),
    "no puzzle family is named 'hashy'; did you mean hashi?": lambda: LIBRARY.puzzle(["1.1"], family="hashy"),
}
SPOKEN: dict[str, Callable[[], object]] = {
    "weight: 0.5: a weight of the heuristic": lambda: LIBRARY.solve(PUZZLE, method="astar", weight=0.5),
    "tracer: the method cdcl has no use for it": lambda: LIBRARY.solve(PUZZLE, tracer=hashicnf.Collector()),
    "redundant: the method frontier has": lambda: LIBRARY.solve(PUZZLE, method="frontier", redundant=False),
    "max_nodes: the method cdcl has no use for it": lambda: LIBRARY.solve(PUZZLE, max_nodes=3),
    "jobs: processes share the work only without solver": lambda: LIBRARY.solve(PUZZLE, jobs=2, solver="cadical153"),
    "difficulty: expected easy": lambda: LIBRARY.generate(difficulty="soso"),
}


@pytest.mark.parametrize("message", UNKNOWN)
def test_an_unknown_name_is_one_error_in_all_functions(message: str) -> None:
    with pytest.raises(hashicnf.UsageError, match=re.escape(message)):
        UNKNOWN[message]()


@pytest.mark.parametrize("message", SPOKEN)
def test_messages_name_arguments_and_no_options_of_the_command_line(message: str) -> None:
    with pytest.raises(hashicnf.UsageError) as caught:
        SPOKEN[message]()
    assert str(caught.value).startswith(message)
    assert "--" not in str(caught.value)


def test_the_command_line_names_its_options(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["solve", "no-such-file", "--weight", "0.5", "--method", "astar"]) == 2
    assert "--weight: 0.5: a weight of the heuristic is" in capsys.readouterr().err


@pytest.mark.parametrize("message", WRONG)
def test_what_an_argument_cannot_be_is_said(message: str) -> None:
    with pytest.raises(hashicnf.UsageError, match=message):
        WRONG[message]()


def test_numbers_of_numpy_are_numbers() -> None:
    answer = hashicnf.solve(PUZZLE, timeout=np.float64(5), cuts=np.int64(2), redundant=np.bool_(True))  # type: ignore[arg-type]
    assert answer.solution is not None
    assert hashicnf.count(PUZZLE, limit=np.int32(1)).total == 1  # type: ignore[arg-type]
    assert len(hashicnf.sample(PUZZLE, np.uint8(3))) == 3  # type: ignore[arg-type]


def test_fractions_are_numbers() -> None:
    with pytest.raises(hashicnf.GaveUp, match="time limit of 1e-09 s reached"):
        LIBRARY.unique(PUZZLE, timeout=Fraction(1, 10**9))


@pytest.mark.parametrize("call", [hashicnf.solve, hashicnf.encode])
def test_options_are_given_by_name(call: Callable[..., object]) -> None:
    with pytest.raises(hashicnf.UsageError, match=rf"{call.__name__}\(\) takes one puzzle, and its options by name"):
        call(PUZZLE, 5)


def test_formulas_and_constraints_go_to_streams_of_text_too() -> None:
    compiled, shown, sums = hashicnf.encode(PUZZLE), io.StringIO(), io.StringIO()
    compiled.write(shown)
    assert "\np cnf 8 " in shown.getvalue()
    compile_puzzle(PUZZLE, native=True).write(sums, form=hashicnf.Form(to="opb"))
    assert "#variable= 8" in sums.getvalue()


def test_what_a_mask_hides_is_no_cell() -> None:
    with pytest.raises(hashicnf.InputError, match="a grid is no masked array"):
        hashicnf.puzzle(np.ma.masked_array([[2, 0, 2]], mask=[[False, False, True]]))


def test_numbers_of_numpy_and_keywords_are_taken() -> None:
    assert LIBRARY.solve(puzzle=PUZZLE).status == "solved"
    assert LIBRARY.encode(puzzle=PUZZLE).variables.count == 8
    file = io.StringIO()
    LIBRARY.encode(PUZZLE, cuts=np.int64(2)).write(file)
    assert '"cuts": 2' in file.getvalue()
    assert len(LIBRARY.sample(PUZZLE, np.int8(3), seed=np.int64(5))) == 3
    assert not any(":" in line for line in LIBRARY.generate("hashi", no_loops=np.bool_(False)).puzzle.lines)


@pytest.mark.parametrize("value", [0, "no"])
def test_flags_of_generators_are_true_or_false(value: object) -> None:
    with pytest.raises(hashicnf.UsageError, match="unsolvable: expected True, False or None"):
        LIBRARY.generate("hashi", unsolvable=value)


def test_a_truth_value_is_no_number() -> None:
    with pytest.raises(hashicnf.UsageError, match="horizon: expected a whole number or None, not True"):
        LIBRARY.encode(PUZZLE, horizon=True)


@pytest.mark.parametrize("mode", ["w", "wb"])
def test_streams_that_are_not_of_the_module_io_are_written_to(mode: str) -> None:
    with tempfile.SpooledTemporaryFile(mode=mode) as stream:
        LIBRARY.encode(PUZZLE).write(stream)
        stream.seek(0)
        assert len(stream.read()) > 100


def test_a_grid_may_come_row_by_row() -> None:
    assert LIBRARY.puzzle(row for row in ["2.2"]).size == LIBRARY.puzzle(["2.2"]).size


def test_a_weight_may_be_larger_than_any_float() -> None:
    with pytest.raises(
        hashicnf.UsageError, match=r"weight: 1000+[.]{3}0+: a weight of the heuristic is a number from 1 to 1,000"
    ):
        LIBRARY.solve(PUZZLE, method="astar", weight=10**400)


@pytest.mark.parametrize("family", ["hashi", "sudoku", "tiles", "klotski"])
def test_generate_gives_up_where_no_time_is_left(family: str) -> None:
    with pytest.raises(hashicnf.GaveUp, match="time limit of 0 s reached"):
        LIBRARY.generate(family, timeout=0)


@pytest.mark.parametrize("text", ["read", "write"])
def test_an_empty_name_is_no_folder(text: str) -> None:
    with pytest.raises(
        (hashicnf.InputError, hashicnf.UsageError), match=f"'': cannot be {text[:4]}.*: the name is empty"
    ):
        LIBRARY.read("") if text == "read" else LIBRARY.encode(PUZZLE).write("")


@pytest.mark.parametrize(
    ("rows", "settings", "place"),
    [
        (["2.2", "..x"], {}, (2, 3, "..x")),
        ([[1, 0, 1]], {"family": "sudoku"}, (1, 1, "1.1")),
        ([[1] * 4] * 4, {"family": "sudoku", "boxes": "3x3"}, (None, None, None)),
        ([""], {}, (None, None, None)),
    ],
    ids=["cell", "shape", "setting", "nothing"],
)
def test_errors_of_grids_count_rows_from_the_first_one(
    rows: object, settings: dict[str, str], place: tuple[int | None, int | None, str | None]
) -> None:
    with pytest.raises(hashicnf.InputError) as caught:
        LIBRARY.puzzle(rows, **settings)
    assert (caught.value.line, caught.value.column, caught.value.text) == place


def test_a_seed_may_be_any_number() -> None:
    seeds = [10**40, str(10**40), 10**40 + 1]
    first, same, other = (LIBRARY.generate(size=5, seed=seed).puzzle for seed in seeds)
    assert first == same != other


class Silent:
    """A tracer without the attribute ``active``."""

    def emit(self, record: object) -> None:
        """Ignore a record."""


@pytest.mark.parametrize("tracer", [Silent(), hashicnf.Collector, print], ids=["part", "class", "function"])
def test_what_is_no_tracer_is_refused(tracer: object) -> None:
    with pytest.raises(hashicnf.UsageError, match="tracer: expected a tracer, not "):
        LIBRARY.solve(PUZZLE, method="astar", tracer=tracer)


@pytest.mark.parametrize(
    "call",
    [
        lambda huge: hashicnf.solve(PUZZLE, timeout=huge),
        lambda huge: hashicnf.solve(PUZZLE, method="astar", weight=huge),
        lambda huge: hashicnf.solve(PUZZLE, jobs=huge),
        lambda huge: hashicnf.count(PUZZLE, limit=huge),
        lambda huge: hashicnf.generate(islands=huge),
        lambda huge: hashicnf.puzzle([[2, 2]], max_bridges=huge),
        lambda huge: hashicnf.decode([huge], puzzle=PUZZLE),
        lambda huge: LIBRARY.parse(huge),
    ],
)
def test_numbers_that_python_does_not_write_are_refused(call: Callable[[int], object]) -> None:
    for huge in (10**5000, -(10**5000)):
        with pytest.raises(hashicnf.HashicnfError, match=r"a number of (more than 1,000|too many) digits"):
            call(huge)


def test_messages_stay_short() -> None:
    with pytest.raises(hashicnf.UsageError) as caught:
        hashicnf.solve(PUZZLE, method="x" * 100_000)
    assert len(str(caught.value)) < 1_000
    with pytest.raises(hashicnf.UsageError) as caught:
        hashicnf.solve(PUZZLE, timeout=10**400)
    assert len(str(caught.value)) < 200
    assert hashicnf.count(PUZZLE, max_memory=10**400).total == hashicnf.count(PUZZLE).total
