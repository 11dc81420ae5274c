"""A plug-in of another package that is broken: what has no need of it works, and the package is named."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

import hashicnf
from hashicnf.cli.app import run
from hashicnf.registry import package_behind
from hashicnf.trace import SILENT
from tests.plugins.registered import lay

MODULE = """
import numpy as np
from hashicnf.backends.dpll.branching import Branching
from hashicnf.formats import Format
from hashicnf.passes.cardinality import CardinalityEncoding
from hashicnf.passes.connectivity import ConnectivityEncoding, clause_block
from hashicnf.passes.exclusive import ExclusiveEncoding
from hashicnf.search import Exhausted, Found, Search, breadthfirst

def broken(*_):
    raise KeyError("oops")

CLAIMS = Format(summary="s", suffixes=(".odd",), example="1.1", looks_like=broken, parse=broken, write=broken)
PARSES = Format(summary="s", suffixes=(".odd",), example="1.1", looks_like=None, parse=broken, write=broken)

def leave(*_):
    raise GeneratorExit

class Unreadable(Exception):
    def __str__(self):
        raise ValueError

def raise_unreadable(*_):
    raise Unreadable

UNREADABLE = Format(
    summary="s", suffixes=(".odd",), example="1.1", looks_like=raise_unreadable, parse=broken, write=broken
)
LEAVES = Format(summary="s", suffixes=(".odd",), example="1.1", looks_like=None, parse=leave, write=broken)

def forgetful(*_):
    pass

FORGETS = Format(summary="s", suffixes=(".odd",), example="1.1", looks_like=None, parse=forgetful, write=forgetful)
COUNTS = CardinalityEncoding("s", forgetful)
EXCLUDES = ExclusiveEncoding("s", forgetful)
CONNECTS = ConnectivityEncoding("s", True, forgetful)

def of(*clauses):
    def wrong(*_):
        return [*clauses]
    return wrong

ZERO = ExclusiveEncoding("s", of((0, 1)))
GAP = ExclusiveEncoding("s", of((-1, -2), (1, 99)))
TEXT = CardinalityEncoding("s", of("ab"))
WEAK = ExclusiveEncoding("s", of((-1, -2)))
DEEP = ExclusiveEncoding("s", of((1, np.int32(-2**31))))
NEVER = ExclusiveEncoding("s", of((1,), (-1,)))
NOT_ANY = CardinalityEncoding("s", of((1,), (-1,)))

def far(batch, pool):
    return [clause_block(batch, np.array([[1, pool.count + 7]]))]

def lowest(batch, pool):
    return [clause_block(batch, np.array([[1, -2**31]]))]

def strict(batch, pool):
    return [clause_block(batch, np.array([[1], [-1]]))]

def flat(batch, pool):
    return [clause_block(batch, np.array([1, 2]))]

def real(batch, pool):
    return [clause_block(batch, np.array([[1.0, 2.0]]))]

FLAT, REAL = (ConnectivityEncoding("s", True, encode) for encode in (flat, real))
UNREFINED = ConnectivityEncoding("s", False, of(), refine=forgetful)
STRICT = ConnectivityEncoding("s", True, strict)
FAR = ConnectivityEncoding("s", True, far)
LOWEST = ConnectivityEncoding("s", True, lowest)
NOTHING = ConnectivityEncoding("s", True, of())
def always(chosen):
    return Branching("s", lambda material: lambda truth: chosen)

def choose_all(truth):
    truth[:] = [1] * len(truth)
    return 0

CHEATS = Branching("s", lambda material: choose_all)

DECIDED, NEGATIVE, BEYOND, LETTER, TRUE = map(always, (2, -3, 10**9, "a", True))
BRANCHES = Branching("s", forgetful)
def searching(explore):
    return Search("s", explore, informed=False, minimises=None, depth_first=True)

def start(task):
    return Found(next(iter(task.space.initial())), (), 0.0)

def nowhere(task):
    return Found(None, (), 0.0)

def cheap(task):
    found = breadthfirst.SEARCH.explore(task)
    return Found(found.goal, found.path, found.cost - 1)

def idle(task):
    return Exhausted()

SEARCHES, STARTS, GETS_NOWHERE, CHEAP, IDLE = map(searching, (forgetful, start, nowhere, cheap, idle))
"""
SMALL = "2.2\n"
Install = Callable[[str, str], object]
REPORTED = "hashicnf: error in a plug-in of the package odd-plugins, please report it there: "


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Install:
    """Return a function that installs a constant of a package as a plug-in of a group, beside a puzzle."""
    lay(tmp_path, {"name": "odd-plugins", "version": "1.0", "entry-points": {}})
    (tmp_path / "odd_plugins_for_test.py").write_text(MODULE)
    (tmp_path / "a.sol").write_text(SMALL)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.chdir(tmp_path)
    entries = tmp_path / "odd_plugins-1.0.dist-info" / "entry_points.txt"
    return lambda group, constant: entries.write_text(f"[hashicnf.{group}]\nodd = odd_plugins_for_test:{constant}\n")


@pytest.mark.filterwarnings("default")
@pytest.mark.parametrize(
    ("group", "noun", "commands"),
    [
        (
            "families",
            "puzzle family",
            ["solve a.sol", "families", "formats", "methods", "generate hashi", "completion bash"],
        ),
        ("formats", "format", ["solve a.sol", "formats", "completion bash"]),
        ("search", "search algorithm", ["methods", "completion bash"]),
        ("passes.cardinality", "cardinality encoding", ["encodings", "completion bash"]),
    ],
)
def test_what_does_not_need_it_works(
    install: Install, group: str, noun: str, commands: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    install(group, "NONE")
    for command in commands:
        with warnings.catch_warnings():  # as in a process of its own
            assert run(command.split()) == 0, command
        errors = capsys.readouterr().err
        message = f"hashicnf: warning: the {noun} 'odd' of the package odd-plugins cannot be used (AttributeError: "
        assert errors.startswith(message), command
        assert errors.count("warning") == 1, command
        assert errors.endswith("; mend or uninstall that package\n"), command


def test_the_name_in_its_module_is_that_of_the_entry_point(
    install: Install, capsys: pytest.CaptureFixture[str]
) -> None:
    install("passes.cardinality", "PARSES")
    assert run(["solve", "a.sol", "--cardinality", "odd", "--no-simplify"]) == 2
    assert "cannot be used (PARSES is no CardinalityEncoding); " in capsys.readouterr().err


def test_a_plugin_of_a_script_is_not_of_a_package() -> None:
    assert str(hashicnf.PluginError("it fails", "__main__")) == "error in a plug-in of your script: it fails"


def test_each_run_prints_a_warning_once_also_with_warnings_as_errors(
    install: Install, capsys: pytest.CaptureFixture[str]
) -> None:
    install("formats", "NONE")
    for _ in range(2):
        assert run(["solve", "a.sol"]) == 0
        (line,) = capsys.readouterr().err.splitlines()
        assert line.startswith("hashicnf: warning: the format 'odd' of the package odd-plugins cannot be used (")


@pytest.mark.parametrize("constant", ["PARSES", "LEAVES"])
def test_the_package_is_named_that_fails_at_work(
    install: Install, constant: str, capsys: pytest.CaptureFixture[str]
) -> None:
    install("formats", constant)
    assert run(["solve", "a.sol", "--format", "odd"]) == 70
    last = capsys.readouterr().err.splitlines()[-1]
    assert last == (
        "hashicnf: error in a plug-in of the package odd-plugins, please report it there with the lines above"
    )


@pytest.mark.parametrize(
    ("group", "constant", "words", "noun"),
    [
        ("connectivity", "STRICT", "solve a.sol --connectivity odd", "connectivity encoding"),
        ("cardinality", "NOT_ANY", "solve wide.puz --no-simplify --cardinality odd", "cardinality encoding"),
        ("exclusive", "NEVER", "solve latin.puz --no-simplify --at-most-one odd", "at-most-one encoding"),
        ("exclusive", "NEVER", "solve latin.puz --method dpll --no-simplify --at-most-one odd", "at-most-one encoding"),
    ],
)
def test_an_encoding_that_excludes_solutions_is_named_beside_the_solver(
    group: str, constant: str, words: str, noun: str, install: Install, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("wide.puz").write_text("2.2.2\n.....\n2.2.2\n")
    Path("latin.puz").write_text("family: sudoku\n1...\n....\n....\n....\n")
    install(f"passes.{group}", constant)
    assert run(words.split()) == 20
    where = f"a formula by the {noun} odd of the package odd-plugins, which may exclude solutions"
    assert capsys.readouterr().err.endswith(f" from {where})\n")


def test_a_search_that_finds_no_solution_is_named_with_its_package(
    install: Install, capsys: pytest.CaptureFixture[str]
) -> None:
    install("search", "IDLE")
    Path("a.puz").write_text("2.3.2\n.....\n2.3.2\n")
    assert run(["solve", "a.puz", "--no-simplify", "--method", "odd"]) == 20
    where = "the method odd of the package odd-plugins, which may miss solutions"
    assert capsys.readouterr().err == f"a.puz: unsolvable (reported by {where})\n"


@pytest.mark.parametrize(
    ("group", "constant", "command", "expected"),
    [
        ("formats", "FORGETS", "solve a.sol --format odd", "list of Document"),
        ("formats", "FORGETS", "convert a.sol --to odd", "str"),
        ("passes.cardinality", "COUNTS", "encode wide.puz --cardinality odd --no-simplify", "list"),
        ("passes.exclusive", "EXCLUDES", "encode sudoku.puz --at-most-one odd", "list"),
        ("passes.connectivity", "CONNECTS", "encode a.sol --connectivity odd", "list of Clauses"),
        ("search", "SEARCHES", "solve a.sol --method odd", "Found, Exhausted or Stopped"),
        ("backends.dpll.branching", "BRANCHES", "solve a.sol --method dpll --branching odd", "a function"),
    ],
)
def test_the_package_is_named_whose_function_returns_what_it_must_not(
    install: Install, group: str, constant: str, command: str, expected: str, capsys: pytest.CaptureFixture[str]
) -> None:
    install(group, constant)
    Path("wide.puz").write_text("..3..\n3.4.3\n..2..\n")
    Path("sudoku.puz").write_text("family: sudoku\n1...\n....\n....\n....\n")
    assert run(command.split()) == 70
    assert capsys.readouterr().err == f"{REPORTED}odd_plugins_for_test.forgetful returned None: expected {expected}\n"


@pytest.mark.parametrize(
    ("group", "constant", "option", "fault"),
    [
        ("passes.exclusive", "ZERO", "at_most_one", "(0, 1) is no clause: literals are whole numbers other than 0"),
        (
            "passes.exclusive",
            "GAP",
            "at_most_one",
            "there is a variable 99 and none 5: auxiliaries are numbered from 5",
        ),
        (
            "passes.exclusive",
            "DEEP",
            "at_most_one",
            "there is a variable 2147483648 and none 5: auxiliaries are numbered from 5",
        ),
        ("passes.exclusive", "WEAK", "at_most_one", "a model of the formula breaks a rule of the puzzle: "),
        ("passes.cardinality", "TEXT", "cardinality", "'ab' is no clause: literals are whole numbers other than 0"),
        ("passes.connectivity", "FAR", "connectivity", "the variables of its clauses are not all from 1 to "),
        ("passes.connectivity", "LOWEST", "connectivity", "the variables of its clauses are not all from 1 to "),
        (
            "passes.connectivity",
            "FLAT",
            "connectivity",
            "clauses are an array of two dimensions, with a source for each, ",
        ),
        ("passes.connectivity", "UNREFINED", "connectivity", "odd_plugins_for_test.forgetful returned None"),
        ("passes.connectivity", "NOTHING", "connectivity", "a model of the formula breaks a rule of the puzzle: "),
    ],
)
def test_the_package_of_wrong_clauses_is_named(
    install: Install, group: str, constant: str, option: str, fault: str
) -> None:
    install(group, constant)
    text = "1.1.1.1\n.......\n.......\n" if option == "connectivity" else "family: sudoku\n1...\n....\n....\n....\n"
    text = "2.2.2\n.....\n2.2.2\n" if option == "cardinality" else text
    options: dict[str, Any] = {option: "odd", "simplify": False}
    with pytest.raises(hashicnf.PluginError) as caught:
        hashicnf.solve(hashicnf.parse(text), **options)
    assert caught.value.package == "odd-plugins"
    assert str(caught.value).startswith(REPORTED.removeprefix("hashicnf: "))
    assert fault in str(caught.value)


def test_a_proof_of_wrong_clauses_names_their_package(install: Install, capsys: pytest.CaptureFixture[str]) -> None:
    install("passes.connectivity", "NOTHING")
    Path("apart.puz").write_text("1.1.1.1\n.......\n.......\n")
    assert run(["prove", "apart.puz", "--connectivity", "odd", "--cnf", "a.cnf", "--proof", "a.drup"]) == 70
    assert capsys.readouterr().err.startswith(f"{REPORTED}a model of the formula breaks a rule of the puzzle: ")


@pytest.mark.parametrize("tracer", [SILENT, hashicnf.Collector()], ids=["untraced", "traced"])
@pytest.mark.parametrize(
    ("constant", "fault"),
    [
        (
            "STARTS",
            "odd found what breaks a rule of the puzzle: the island at row 1, column 1 has 0 bridges instead of 2",
        ),
        (
            "GETS_NOWHERE",
            "odd_plugins_for_test.nowhere returned Found(goal=No...=(), cost=0.0): its goal is no state of",
        ),
    ],
)
def test_the_package_of_a_search_is_named_that_finds_no_solution(
    install: Install, constant: str, fault: str, tracer: hashicnf.Tracer
) -> None:
    install("search", constant)
    with pytest.raises(hashicnf.PluginError) as caught:
        hashicnf.solve(hashicnf.parse("2.3.2\n.....\n2.3.2\n"), method="odd", simplify=False, tracer=tracer)
    assert fault in str(caught.value)
    assert caught.value.package == "odd-plugins"


@pytest.mark.parametrize("tracer", [SILENT, hashicnf.Collector()], ids=["untraced", "traced"])
def test_the_package_of_a_search_is_named_that_returns_a_wrong_cost(install: Install, tracer: hashicnf.Tracer) -> None:
    install("search", "CHEAP")
    with pytest.raises(hashicnf.PluginError, match="its path costs 1, not 0") as caught:
        hashicnf.solve(hashicnf.parse("family: tiles\n1.\n32\n"), method="odd", tracer=tracer)
    assert caught.value.package == "odd-plugins"


def test_the_package_of_clauses_that_are_no_whole_numbers_is_named(
    install: Install, capsys: pytest.CaptureFixture[str]
) -> None:
    install("passes.connectivity", "REAL")
    assert run(["encode", "a.sol", "--connectivity", "odd"]) == 70
    last = capsys.readouterr().err.splitlines()[-2:]
    assert last[0].startswith("TypeError: Cannot cast array data from dtype('float64') to dtype('int32')")
    assert last[1].startswith("hashicnf: error in a plug-in of the package odd-plugins, ")


@pytest.mark.parametrize(
    ("constant", "chosen"),
    [("DECIDED", "2"), ("NEGATIVE", "-3"), ("BEYOND", "1000000000"), ("LETTER", "'a'"), ("TRUE", "True")],
)
def test_the_package_of_a_branching_rule_is_named_that_chooses_no_open_literal(
    install: Install, constant: str, chosen: str
) -> None:
    install("backends.dpll.branching", constant)
    puzzle = hashicnf.parse("2.3.2\n.....\n2.3.2\n")
    with pytest.raises(hashicnf.PluginError) as caught:
        hashicnf.solve(puzzle, method="dpll", branching="odd", simplify=False)
    assert f"odd_plugins_for_test.always.<locals>.<lambda>.<locals>.<lambda> returned {chosen}: " in str(caught.value)
    assert caught.value.package == "odd-plugins"


def test_a_branching_rule_cannot_change_the_assignment(install: Install) -> None:
    install("backends.dpll.branching", "CHEATS")
    with pytest.raises(TypeError, match="does not support item assignment") as caught:
        hashicnf.sat(StringIO("p cnf 2 2\n1 2 0\n-1 -2 0\n"), solver="dpll", branching="odd")
    assert package_behind(caught.value) == "odd-plugins"


def test_clauses_of_hashicnf_are_its_own_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hashicnf.pipeline.compile._lower_all", lambda *_, **__: ([], True))
    with pytest.raises(hashicnf.InternalError, match="a model of the formula breaks a rule of the puzzle"):
        hashicnf.solve(hashicnf.parse("2.2\n...\n2.2\n"), simplify=False)


@pytest.mark.filterwarnings("default")
@pytest.mark.parametrize(
    ("constant", "reason"),
    [("CLAIMS", "KeyError: 'oops'"), ("UNREADABLE", "Unreadable: its message cannot be read")],
)
def test_a_format_that_cannot_tell_its_texts_is_passed_over(
    install: Install, constant: str, reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    install("formats", constant)
    assert run(["solve", "a.sol"]) == 0
    assert capsys.readouterr().err == (
        "hashicnf: warning: the format 'odd' of the package odd-plugins cannot tell whether a text is its own "
        f"({reason})\n"
    )
