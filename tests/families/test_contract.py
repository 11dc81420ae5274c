"""Faults of a family of another package are errors that name it: wrong batches of constraints, and other results."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from io import StringIO
from typing import Any

import numpy as np
import pytest

import hashicnf
from hashicnf.core.batches import MOST_BOUND
from hashicnf.core.constraints import Batch, Cardinality, Clauses, Connected, Exclusive, Origin
from hashicnf.core.document import Document
from hashicnf.core.options import Choices
from hashicnf.core.variables import VariablePool
from hashicnf.families import FAMILIES
from hashicnf.families.hashi import FAMILY as HASHI
from hashicnf.pipeline.emit import Form

ORIGIN = Origin("rule", "thing")
ROW = np.array([[1, 2]], dtype=np.int32)
ONE = np.zeros(1, dtype=np.int32)
ENDS = np.array([[0, 1], [1, 2]], dtype=np.int32)
COUNT: Any = Cardinality(ROW, "eq", 1, ORIGIN, ONE)
JOINED: Any = Connected(3, ENDS, ROW[0], ORIGIN)
TEXT = "family: odd\n2.2\n...\n2.2\n"
UNSTATED: Any = HASHI.static


def stating(*batches: object) -> Callable[..., Iterable[Batch]]:
    def odd(board: object, pool: VariablePool, choices: Choices) -> Iterable[Any]:
        pool.declare("x", 2, meaning="anything")
        return batches

    return odd


def added(monkeypatch: pytest.MonkeyPatch, **parts: Any) -> hashicnf.Puzzle:
    """Return a puzzle of a family like Hashiwokakero, with other parts."""
    monkeypatch.setitem(FAMILIES.added, "odd", replace(HASHI, **parts))
    return hashicnf.parse(TEXT)


WRONG: dict[str, object] = {
    "str is no batch of constraints": "x",
    "its origin is no Origin of two texts": replace(COUNT, origin="rule"),
    "lits is no array but list": replace(COUNT, lits=[[1, 2]]),
    r"lits is int32\[2\], not int32 in 2 dimensions": replace(COUNT, lits=ROW[0]),
    r"lits is int8\[1, 2\], not int32 in 2 dimensions": replace(COUNT, lits=ROW.astype(np.int8)),
    r"ends is int64\[2, 2\], not int32": replace(JOINED, ends=ENDS.astype(np.int64)),
    r"source is int64\[1\], not int32 in 1 dimension": replace(COUNT, source=ONE.astype(np.int64)),
    "source contains a negative number": replace(COUNT, source=ONE - 1),
    "lits is float64": replace(COUNT, lits=ROW.astype(float)),
    "lits contains the literal 0": replace(COUNT, lits=ROW * 0),
    "literal of the variable 7, and 2 are declared": replace(COUNT, lits=ROW - 9 + 1),
    "its op is '==', not one of eq, ge, le": replace(COUNT, op="=="),
    "its bound is 1.0, not a whole number": replace(COUNT, bound=1.0),
    "its bound is 1,073,741,825, and 1,073,741,824 is the largest": replace(COUNT, bound=MOST_BOUND + 1),
    "its bound is -2,147,483,649, and": replace(COUNT, op="ge", bound=-(2**31) - 1),
    "it has 1 rows and 0 sources": replace(COUNT, source=ONE[:0]),
    "source is no array but NoneType": replace(COUNT, source=None),
    "its chain 5 does not divide rows of 2": replace(COUNT, chain=5),
    "its chain is 0, not a whole number from 1": replace(COUNT, chain=0),
    "its encoding is 5, not a name": replace(COUNT, encoding=5),
    r"\(Exclusive, rule\): lits is no array": Exclusive([[1, 2]], ORIGIN, ONE),  # type: ignore[arg-type]
    "rows contains a literal of the variable 3": Clauses.units([3], ORIGIN),
    "nodes is -1": replace(JOINED, nodes=-1),
    "not those of a node, 0 to 2": replace(JOINED, ends=ENDS + 1),
    "the larger node first": replace(JOINED, ends=ENDS[:, ::-1]),
    "it has 2 edges and 1 literals": replace(JOINED, lits=ROW[0, :1]),
    "lits contains a variable twice": replace(JOINED, lits=np.array([1, -1], dtype=np.int32)),
    "known has not a number from -1 to 1 for each of 2 edges": replace(JOINED, known=np.zeros(3, dtype=np.int8)),
}


@pytest.mark.parametrize("fault", WRONG)
def test_a_batch_that_breaks_its_contract_is_named(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = added(monkeypatch, static=replace(UNSTATED, constraints=stating(COUNT, WRONG[fault])))
    with pytest.raises(hashicnf.PluginError, match=r"test_contract.stating.<locals>.odd: batch 2 \(") as caught:
        hashicnf.encode(puzzle)
    assert caught.match(fault)


def test_an_encoding_that_a_batch_names_exists(monkeypatch: pytest.MonkeyPatch) -> None:
    odd = replace(COUNT, encoding="nosuch")
    puzzle = added(monkeypatch, static=replace(UNSTATED, constraints=stating(odd)))
    with pytest.raises(hashicnf.PluginError, match="batch rule of odd names the cardinality encoding 'nosuch'"):
        hashicnf.encode(puzzle)


def test_sound_batches_are_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    loose = (replace(COUNT, op="le", bound=MOST_BOUND), replace(COUNT, op="ge", bound=-MOST_BOUND))
    sound = (COUNT, JOINED, Exclusive(ROW, ORIGIN, ONE), Clauses.units([1], ORIGIN), replace(COUNT, chain=(2,)), *loose)
    puzzle = added(monkeypatch, static=replace(UNSTATED, constraints=stating(*sound)))
    assert all(hashicnf.encode(puzzle, simplify=simplify).variables.count >= 2 for simplify in (False, True))


def document(board: Any) -> Document:
    settings: Any = {"loops": "no"}
    return replace(HASHI.document(board), settings=settings)


RETURNED: dict[str, tuple[dict[str, Any], Callable[[hashicnf.Puzzle], object]]] = {
    "returned None": ({"check": lambda *_: None}, hashicnf.solve),
    r"returned \['bad'\]": ({"check": lambda *_: ["bad"]}, hashicnf.solve),
    "lambda> returned None": ({"document": lambda _: None}, lambda puzzle: puzzle.lines),
    "the settings of a document are of the class Setting": ({"document": document}, lambda puzzle: puzzle.lines),
    "sizes are whole numbers": ({"size": lambda _: {"islands": "many"}}, repr),
    "returned True": ({"impossible": lambda _: True}, lambda puzzle: puzzle.impossible),
    "returned '': a reason is a sentence": ({"impossible": lambda _: ""}, lambda puzzle: puzzle.impossible),
    "returned '<svg/>'": ({"picture": lambda *_: "<svg/>"}, lambda puzzle: puzzle.svg()),
    r"returned \[\]": (
        {"static": replace(UNSTATED, keys=lambda _: [])},
        lambda puzzle: hashicnf.encode(puzzle).write(StringIO(), form=Form(names=True)),
    ),
}


@pytest.mark.parametrize("fault", RETURNED)
def test_a_result_of_a_wrong_type_is_named(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    parts, call = RETURNED[fault]
    puzzle = added(monkeypatch, **parts)
    with pytest.raises(hashicnf.PluginError, match=fault):
        call(puzzle)


def test_a_generator_makes_no_bare_boards(monkeypatch: pytest.MonkeyPatch) -> None:
    planted: Any = HASHI.generators()["planted"]
    made = replace(planted, make=lambda choices: planted.make(choices).board, thinned=None)
    added(monkeypatch, generators=lambda: {"planted": made})
    with pytest.raises(hashicnf.PluginError, match="returned <board of 10"):
        hashicnf.generate("odd")


@pytest.mark.parametrize(
    ("parts", "fault"),
    [
        ({"symbols": "digits"}, "its symbols are 'digits', neither numbers nor letters"),
        ({"static": lambda: None}, "its static is no Static"),
        ({"clues": {}}, "its clues is no Clues"),
    ],
)
def test_a_family_with_parts_of_wrong_types_is_refused(
    parts: dict[str, Any], fault: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(hashicnf.UsageError, match=fault):
        added(monkeypatch, **parts)
