"""A family of another package that is broken: the others work, the fault is named, and no wrong answer is printed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from itertools import repeat
from typing import Any

import numpy as np
import pytest

import hashicnf
from hashicnf.cli.app import run
from hashicnf.cli.installed import spaces_of_examples
from hashicnf.core.constraints import Batch, Exclusive, Origin
from hashicnf.core.techniques import Step
from hashicnf.core.variables import VariablePool
from hashicnf.families import FAMILIES, Clues, Family, Marginals
from hashicnf.families.hashi import FAMILY as HASHI
from hashicnf.registry import Plugin
from outside_puzzles.latin import FAMILY, LINE, Board, Square, generators

STATIC: Any = FAMILY.static
TECHNIQUES: Any = HASHI.techniques
TEXT = "family: odd\nAB.\n...\n..A\n"
MAKERS = generators()


def fails(*_: object) -> Any:
    raise KeyError("oops")


def nothing(*_: object) -> Any:
    return None


@pytest.fixture
def register(monkeypatch: pytest.MonkeyPatch) -> Callable[[Family[Any, Any]], None]:
    """Return a function that adds a family under the name "odd" for the length of a test."""
    return lambda family: monkeypatch.setitem(FAMILIES.added, "odd", family)


@pytest.mark.parametrize(
    ("parts", "fault"),
    [
        ({"formats": fails}, "its formats raise KeyError: 'oops'"),
        ({"generators": fails}, "its generators raise KeyError: 'oops'"),
        ({"generators": nothing}, "its generators are no mapping"),
        (
            {"generators": lambda: {"Any_Way": MAKERS["shuffled"]}},
            "the name 'Any_Way' among its generators is not made",
        ),
        ({"formats": lambda: {"line": 7}}, "line among its formats is no Format or Genre"),
        ({"formats": lambda: {"native": LINE}}, "native among its formats has the name of another format"),
    ],
)
def test_it_is_left_out_if_what_it_lists_cannot_be_used(
    parts: dict[str, Any], fault: str, register: Callable[[Family[Any, Any]], None]
) -> None:
    register(replace(FAMILY, **parts))
    with pytest.warns(hashicnf.PluginWarning, match=fault):
        assert hashicnf.parse("2.2\n").family == "hashi"


def test_spaces_are_listed_without_a_family_whose_example_cannot_be_read(monkeypatch: pytest.MonkeyPatch) -> None:
    odd = Plugin[Any](replace(FAMILY, example="no example"), "odd-plugins")
    monkeypatch.setattr(FAMILIES, "listed", lambda: {"odd": odd})
    with pytest.warns(
        hashicnf.PluginWarning, match="the example of the puzzle family 'odd' of the package odd-plugins"
    ):
        assert spaces_of_examples() == {"odd": {}}


def with_a_choice(board: Board, pool: VariablePool, options: Any) -> Iterator[Batch]:
    """State the rules, and that at most one of two variables is true that nothing else mentions."""
    yield from STATIC.constraints(board, pool, options)
    free = pool.declare("free", 1, 2, meaning="nothing").lits
    yield Exclusive(free, Origin("free", "free"), np.zeros(1, dtype=np.int32))


@pytest.mark.parametrize("ask", [hashicnf.unique, partial(hashicnf.solve, all_answers=True)], ids=["unique", "solve"])
def test_models_that_are_one_solution_are_not_taken_for_several(
    ask: Callable[..., object], register: Callable[[Family[Any, Any]], None]
) -> None:
    register(replace(FAMILY, static=replace(STATIC, constraints=with_a_choice)))
    with pytest.raises(hashicnf.PluginError, match="two models of its formula are one solution"):
        ask(hashicnf.parse(TEXT))


def of(*values: Any) -> Callable[..., Any]:
    return lambda *_: values[0]


@pytest.mark.parametrize(
    ("parts", "ask", "fault"),
    [
        ({"layout": of("x")}, lambda puzzle: puzzle.layout(), "returned 'x': expected Layout or None"),
        ({"solution_type": tuple, "static": replace(STATIC, decode=of(7))}, hashicnf.solve, "expected tuple"),
        ({"static": replace(STATIC, decode=lambda _, variables, __: variables["no"])}, hashicnf.solve, "'no'"),
        (
            {"spaces": {"cells": of(None)}},
            lambda puzzle: hashicnf.solve(puzzle, method="astar", space="cells"),
            "Searchable",
        ),
    ],
)
def test_what_its_functions_must_not_return_is_named(
    parts: dict[str, Any], ask: Callable[[Any], object], fault: str, register: Callable[[Family[Any, Any]], None]
) -> None:
    register(replace(FAMILY, **parts))
    with pytest.raises((hashicnf.PluginError, hashicnf.InternalError), match=fault):
        ask(hashicnf.parse(TEXT))


def test_shares_of_no_model_are_not_added_up(register: Callable[[Family[Any, Any]], None]) -> None:
    shown = Marginals[Board](nothing, nothing, nothing)
    register(replace(FAMILY, static=replace(STATIC, model=of(np.zeros(2, dtype=np.bool_)), marginals=lambda: shown)))
    with pytest.raises(hashicnf.PluginError, match="a model of the family's variables is bool"):
        hashicnf.count(hashicnf.parse(TEXT), shares=True)
    register(replace(FAMILY, static=replace(STATIC, model=of(np.zeros(28, dtype=np.bool_)), marginals=lambda: shown)))
    counted = hashicnf.count(hashicnf.parse(TEXT), shares=True)
    assert counted.marginals is not None
    with pytest.raises(hashicnf.PluginError, match="expected Layout"):
        counted.marginals.draw()


def test_an_unknown_group_of_variables_is_an_error_of_the_package(
    register: Callable[[Family[Any, Any]], None], tmp_path: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    register(replace(FAMILY, static=replace(STATIC, decode=lambda _, variables, __: variables["no"])))
    (tmp_path / "a.puz").write_text(TEXT)
    assert run(["solve", str(tmp_path / "a.puz")]) == 70
    assert "internal error" in capsys.readouterr().err  # nothing is installed whose error it could be


@pytest.mark.parametrize(
    ("step", "fault"),
    [
        (Step(TECHNIQUES.ladder()[0], "Nothing follows."), "1,000 steps in succession decide nothing"),
        (Step(TECHNIQUES.ladder()[0], "It cannot be.", contradiction=True), "though there is a solution"),
        ("a step", "expected Step or None"),
    ],
)
@pytest.mark.parametrize("ask", [hashicnf.hint, hashicnf.explain])
def test_its_techniques_neither_refute_what_has_a_solution_nor_go_on_for_ever(
    ask: Callable[..., object], step: object, fault: str, register: Callable[[Family[Any, Any]], None]
) -> None:
    def position(board: Any, drawn: Any) -> Any:
        made = TECHNIQUES.position(board, drawn)
        made.next = repeat(step).__next__
        return made

    register(replace(HASHI, formats=dict, generators=dict, techniques=replace(TECHNIQUES, position=position)))
    with pytest.raises((hashicnf.PluginError, hashicnf.InternalError), match=fault):
        ask(hashicnf.parse("family: odd\n2.2\n...\n2.2\n"))


def given(board: Board) -> list[tuple[int, int]]:
    return [(r, c) for r, row in enumerate(board.rows) for c, letter in enumerate(row) if letter != "."]


def mended(board: Board, square: Square) -> Board:
    pairs = (zip(row, full, strict=True) for row, full in zip(board.rows, square, strict=True))
    return Board(tuple("".join("." if old == "." else new for old, new in pair) for pair in pairs))


def only(board: Board, clues: Any) -> Board:
    kept = [given(board)[clue] for clue in clues.tolist()]
    rows = enumerate(board.rows)
    return Board(tuple("".join(k if (r, c) in kept else "." for c, k in enumerate(row)) for r, row in rows))


def letters(board: Board, clue: int) -> list[int]:
    row, column = given(board)[clue]
    return [ord(letter) for letter in "ABC"[: board.size] if letter != board.rows[row][column]]


def with_clues(numbers: Callable[[Board, int], list[int]]) -> Family[Board, Square]:
    return replace(FAMILY, formats=dict, clues=Clues("given", given, mended, only, mended, numbers))


def test_clues_that_are_letters_are_named_as_such(
    register: Callable[[Family[Any, Any]], None], tmp_path: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    register(with_clues(letters))
    (tmp_path / "a.puz").write_text("family: odd\nAA\n..\n")
    assert run(["diagnose", str(tmp_path / "a.puz")]) == 20
    output = capsys.readouterr().out
    assert "[A][A]" in output
    assert "change row 1, column 1: A to B" in output
    assert run(["diagnose", "--json", str(tmp_path / "a.puz")]) == 20
    assert '"before": "A", "after": "B"' in capsys.readouterr().out


def test_other_clues_that_the_family_refuses_are_its_own_fault(
    register: Callable[[Family[Any, Any]], None],
) -> None:
    register(with_clues(lambda *_: [ord("Z")]))
    with pytest.raises(hashicnf.PluginError, match="numbers of clues make no board: letters beyond B"):
        hashicnf.diagnose(hashicnf.parse("family: odd\nAA\n..\n"))


def test_a_generated_solution_that_breaks_a_rule_is_not_given_away(
    register: Callable[[Family[Any, Any]], None],
) -> None:
    wrong = replace(MAKERS["shuffled"], make=lambda options: replace(MAKERS["shuffled"].make(options), solution=("A",)))
    register(replace(FAMILY, formats=dict, generators=lambda: {"shuffled": wrong}))
    with pytest.raises(hashicnf.PluginError, match="its solution breaks a rule: a square of 4 x 4 letters is wanted"):
        hashicnf.generate("odd", seed=1)
