"""Modules that are executed when they are first used."""

from __future__ import annotations

import importlib
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import ModuleType

import pytest

from hashicnf import seldom
from hashicnf.seldom import Later, SeldomFinder, SeldomUsed

Make = Callable[[str], ModuleType]

NAME = "waits_for_its_use"
BODY = """
times = globals().get("times", 0) + 1
class Kind(list):
    size = 3
"""


@pytest.fixture
def make(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Make]:
    """Import a module with a given text lazily."""
    monkeypatch.setattr(seldom, "SELDOM_USED", {NAME: (__name__.partition(".")[0], "Kind")})
    monkeypatch.setattr(sys, "meta_path", [SeldomFinder, *sys.meta_path])
    monkeypatch.syspath_prepend(tmp_path)

    def imported(text: str) -> ModuleType:
        (tmp_path / f"{NAME}.py").write_text(text)
        return importlib.import_module(NAME)

    yield imported
    sys.modules.pop(NAME, None)


def waits(module: ModuleType) -> bool:
    return type(module) is SeldomUsed


def taking(name: str, text: str) -> dict[str, object]:
    """Execute imports as a module of a given name does."""
    scope: dict[str, object] = {"__name__": name}
    exec(text, scope)  # noqa: S102
    return scope


def test_a_module_is_executed_once_when_something_is_asked_of_it(make: Make) -> None:
    module = make(BODY)
    assert waits(module)
    assert module.times == 1
    assert not waits(module)
    assert type(module) is ModuleType
    assert module.times == 1
    assert module.__spec__ is not None
    assert module.__loader__ is module.__spec__.loader


def test_to_import_it_again_and_to_take_a_name_that_is_stood_in_for_do_not_use_it(make: Make) -> None:
    module = make(BODY)
    assert importlib.import_module(NAME) is module
    scope = taking("tests.taker", f"import {NAME}\nfrom {NAME} import Kind")
    assert isinstance(scope["Kind"], Later)
    assert waits(module)
    assert taking("tests.taker", f"from {NAME} import times")["times"] == 1


def test_who_is_not_known_to_take_a_name_gets_the_true_one(make: Make) -> None:
    module = make(BODY)
    assert taking("other", f"from {NAME} import Kind")["Kind"] is module.Kind
    assert not waits(module)


@pytest.mark.parametrize(
    ("use", "found"),
    [
        (lambda kind: kind("ab"), ["a", "b"]),
        (lambda kind: kind.size, 3),
        (lambda kind: isinstance([], kind), False),
        (lambda kind: isinstance(kind("ab"), kind), True),
    ],
)
def test_what_stands_in_for_a_name_asks_the_true_one(make: Make, use: Callable[[Later], object], found: object) -> None:
    module = make(BODY)
    assert use(module.Kind) == found


def test_annotations_do_not_use_it(make: Make) -> None:
    module = make(BODY)
    assert (module.Kind[int] | None) is not None
    assert (int | module.Kind) is not None
    assert waits(module)


def test_a_module_that_fails_is_tried_again(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    module = make("import os\nif 'READY' not in os.environ:\n    raise KeyboardInterrupt\nvalue = 7")
    with pytest.raises(KeyboardInterrupt):
        _ = module.value
    assert waits(module)
    monkeypatch.setenv("READY", "1")
    assert module.value == 7


def test_another_thread_waits_until_all_of_it_is_executed(make: Make) -> None:
    module = make("import time\nfirst = 1\ntime.sleep(0.2)\nlast = 2")
    with ThreadPoolExecutor(2) as threads:
        assert list(threads.map(lambda name: getattr(module, name), ("first", "last"))) == [1, 2]


def test_a_module_may_import_what_imports_it(make: Make, tmp_path: Path) -> None:
    (tmp_path / "imports_it.py").write_text(f"import {NAME}\nvalue = {NAME}.value + 1")
    module = make("value = 1\nimport imports_it\nother = imports_it.value")
    try:
        assert (module.other, module.value) == (2, 1)
    finally:
        sys.modules.pop("imports_it", None)


def test_a_module_that_is_missing_is_missing_when_it_is_imported(make: Make) -> None:
    del make
    with pytest.raises(ModuleNotFoundError, match=NAME):
        importlib.import_module(NAME)


GRAMMARS = """
import sys
from hashicnf.seldom import SeldomFinder, SeldomUsed
sys.meta_path.insert(0, SeldomFinder)
import lark
from hashicnf.formats.parsing import make_parser
for name in ("load_grammar", "parsers.earley"):
    assert type(sys.modules[f"lark.{name}"]) is SeldomUsed
print(make_parser("native").parse("2.2\\n").data)
print(lark.Lark('start: "a"+').parse("aaa").data)
import numpy as np
from numpy.typing import ArrayLike, NDArray
print(np.linalg.inv(np.eye(2)).sum(), np.poly1d([1, -3, 2]).roots.tolist(), NDArray[np.int32])
"""


def test_lark_makes_parsers_and_numpy_inverts_where_their_parts_have_waited() -> None:
    done = subprocess.run([sys.executable, "-c", GRAMMARS], capture_output=True, text=True, check=True)
    made, parsed, numbers = done.stdout.splitlines()
    assert (made, parsed) == ("start", "start")
    assert numbers.startswith("2.0 [2.0, 1.0] ")
    assert "numpy.int32" in numbers
