"""The suites themselves: they need no pytest, and notice what breaks a promise."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
import pytest

import hashicnf
from hashicnf.errors import HashicnfError, UsageError
from hashicnf.families import FAMILIES
from hashicnf.passes.exclusive import EXCLUSIVE, ExclusiveEncoding, pairs
from hashicnf.testing import Case, Oracle, clues, conformance
from hashicnf.testing.cases import raises
from tests.conformance.every import by_promise


def failures(cases: list[Case]) -> int:
    """Count the cases that fail."""
    failed = 0
    for case in cases:
        try:
            case()
        except AssertionError:
            failed += 1
    return failed


def test_a_plug_in_that_breaks_a_promise_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = ExclusiveEncoding("all but the last", lambda width: pairs(list(range(1, width))))
    monkeypatch.setitem(EXCLUSIVE.added, "wrong", wrong)
    monkeypatch.setitem(EXCLUSIVE.added, "right", EXCLUSIVE.get("pairwise"))
    assert failures(conformance("hashicnf.passes.exclusive", "wrong")) > 10
    assert failures(conformance("hashicnf.passes.exclusive", "right")) == 0


@pytest.mark.parametrize("kind", [np.int32, np.int64])
def test_literals_may_be_numbers_of_numpy(kind: Callable[[int], int], monkeypatch: pytest.MonkeyPatch) -> None:
    def one_true(width: int) -> list[tuple[int, ...]]:
        new = width + 1
        clauses = [*pairs(list(range(1, width + 1))), *([(-new, 1), (new, -1)] if width > 2 else [])]
        return [tuple(map(kind, clause)) for clause in clauses]

    monkeypatch.setitem(EXCLUSIVE.added, "numpy", ExclusiveEncoding("a variable for the first", one_true))
    assert failures(conformance("hashicnf.passes.exclusive", "numpy")) == 0


WRONG: dict[str, dict[str, Any]] = {
    "another rule": {"rule": "nosuch"},
    "cells beyond the board": {"cells": lambda _: [(99, 99)] * 4},
    "no cells": {"cells": lambda _: []},
    "the same clues": {"mended": lambda board, _: board},
    "no board": {"mended": lambda *_: None},
    "no numbers": {"numbers": lambda *_: []},
    "negative numbers": {"numbers": lambda *_: [-5]},
    "texts": {"numbers": lambda *_: ["1"]},
    "no model": {"model": lambda *_: None},
    "a short model": {"model": lambda *_: np.zeros(3, dtype=bool)},
    "words for nothing": {"keys": lambda _: {"edge": ["a"]}},
    "a false reason": {"impossible": lambda _: "the moon is full"},
}


@pytest.mark.parametrize("fault", ["none", *WRONG])
def test_parts_of_a_family_on_which_answers_rely_are_tested(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    family, parts = FAMILIES.get("hashi"), WRONG.get(fault, {})
    assert family.clues is not None
    assert family.static is not None
    for name in ("clues", "static"):
        part = getattr(family, name)
        own = {key: value for key, value in parts.items() if hasattr(part, key)}
        family = replace(family, **{name: replace(part, **own)})
    if "impossible" in parts:
        family = replace(family, impossible=parts["impossible"])
    monkeypatch.setitem(FAMILIES.added, "odd", family)
    oracle = Oracle(("family: odd\n2.2\n...\n2.2\n",), solutions=lambda puzzle: [*hashicnf.enumerate(puzzle)])
    failed = 0
    for one in clues.cases("odd", oracle):
        try:
            one()
        except Exception:
            failed += 1
    assert (failed > 0) == (fault != "none")


def test_a_diagnosis_needs_the_clues_of_a_solution(monkeypatch: pytest.MonkeyPatch) -> None:
    family = FAMILIES.get("hashi")
    assert family.clues is not None
    for fault, message in (
        ("another rule", "no constraint of odd has the rule 'nosuch' of its clues"),
        ("the same clues", "these are not the clues of the solution"),
        ("no board", "returned None"),
    ):
        monkeypatch.setitem(FAMILIES.added, "odd", replace(family, clues=replace(family.clues, **WRONG[fault])))
        with pytest.raises(HashicnfError, match=message):
            hashicnf.diagnose(hashicnf.parse("family: odd\n2.2\n...\n2.3\n"))


def test_names_that_there_are_none_of_are_refused() -> None:
    with pytest.raises(UsageError, match=r"no conformance suite is named 'hashicnf\.passes'"):
        conformance("hashicnf.passes", "pairwise")
    with pytest.raises(UsageError, match="no at-most-one encoding is named 'nosuch'"):
        conformance("hashicnf.passes.exclusive", "nosuch")


def test_an_oracle_is_given_where_it_is_needed_and_nowhere_else() -> None:
    with pytest.raises(UsageError, match=r"^the conformance suite of hashicnf\.families needs an oracle"):
        conformance("hashicnf.families", "hashi")
    with pytest.raises(UsageError, match=r"^the conformance suite of hashicnf\.passes\.cardinality takes no oracle"):
        conformance("hashicnf.passes.cardinality", "direct", Oracle(()))


def test_cases_have_names_of_their_own() -> None:
    names = [str(case) for case in conformance("hashicnf.passes.connectivity", "lazy")]
    assert len({*names}) == len(names) > 80


def test_all_cases_of_a_promise_are_tried_and_the_one_that_fails_is_named() -> None:
    tried: list[str] = []
    cases = [Case(name, partial(tried.append, name)) for name in ("a: 1", "b", "a: 2")]
    cases += [Case("b: 2", partial(throw, ValueError("one"))), Case("a", print, slow=True)]
    first, slow, last = by_promise(cases)
    assert (first.name, slow.name, slow.slow, last.name) == ("a", "a, slow", True, "b")
    first()
    assert tried == ["a: 1", "a: 2"]
    with pytest.raises(ValueError, match="one") as caught:
        last()
    assert (tried[2:], caught.value.__notes__) == (["b"], ["b: 2"])


def throw(error: Exception) -> None:
    raise error


def test_an_error_that_is_not_raised_or_reads_otherwise_is_noticed() -> None:
    with pytest.raises(AssertionError, match="no ValueError was raised"), raises(ValueError):
        pass
    with pytest.raises(AssertionError, match="one does not match two"), raises(ValueError, match="two"):
        throw(ValueError("one"))
    with pytest.raises(KeyError), raises(ValueError):
        throw(KeyError())
    with raises(ValueError, match="on") as caught:
        throw(ValueError("one"))
    assert caught.value.args == ("one",)


def test_no_suite_needs_pytest() -> None:
    suites = "cardinality, connectivity, exclusive, family, format, search, session"
    script = f"import sys; sys.modules['pytest'] = None; from hashicnf.testing import {suites}"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
