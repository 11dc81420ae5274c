"""The package that CONTRIBUTING.md shows works as it stands there: laid out, found, tested and used."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from itertools import product
from pathlib import Path
from runpy import run_path
from typing import Any

import numpy as np
import pytest

from hashicnf.cli.app import run as run_command
from hashicnf.core import constraints
from hashicnf.core.variables import VariablePool
from hashicnf.passes.connectivity import CONNECTIVITY
from hashicnf.testing import SUITES
from hashicnf.testing.models import projected
from tests.plugins.registered import installed

ROOT = Path(__file__).parent.parent.parent
TEXT = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
(SCRIPT,) = re.findall(r"^```python\n(import hashicnf\n.*?)^```$", TEXT, flags=re.MULTILINE | re.DOTALL)
(SESSION,) = re.findall(r"^```sh\n(pip install .*?)^```$", TEXT, flags=re.MULTILINE | re.DOTALL)
(JOINED,) = re.findall(r"^```python\n(def joined.*?)^```$", TEXT, flags=re.MULTILINE | re.DOTALL)
FILES = dict(re.findall(r"^File `([^`]+)`:\n\n```\w+\n(.*?)^```$", TEXT, flags=re.MULTILINE | re.DOTALL))
QUEENS = "family: queens\n.1....\n......\n......\n......\n......\n......\n"
ROOKS = "family: queens\ndiagonals: no\n1..\n...\n..1\n"


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The package as a user would lay it out, installed for the length of a test."""
    for name, text in FILES.items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    monkeypatch.chdir(tmp_path)
    with installed(tmp_path):
        yield tmp_path
    for name in [name for name in sys.modules if name.split(".")[0] in ("my_plugins", "test_my_plugins")]:
        del sys.modules[name]


def test_the_page_has_these_files() -> None:
    names = ("__init__", "split", "cuts", "slashes", "queens", "uniform_cost", "out_of_line", "pure")
    modules = [f"my_plugins/{name}.py" for name in names]
    assert sorted(FILES) == sorted(["pyproject.toml", "test_my_plugins.py", *modules])
    assert all(f"`{group}`" in TEXT for group in SUITES if group != "hashicnf.backends")


@pytest.mark.parametrize("slow", [False, pytest.param(True, marks=pytest.mark.slow)])
def test_its_tests_pass(slow: bool, package: Path) -> None:
    cases = import_module("test_my_plugins").CASES
    assert len(cases) > 60
    for case in cases:
        if case.slow == slow:
            case()


def test_commands_use_it(package: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "100")

    def run(words: str) -> str:
        assert run_command(words.split()) == 0, capsys.readouterr().err
        return capsys.readouterr().out

    Path("queens.puz").write_text(QUEENS)
    for method in ("cdcl", "dpll"):
        Path("queens.sol").write_text(run(f"solve queens.puz --at-most-one split --method {method}"))
        assert run("check queens.puz queens.sol") == "correct: every rule is kept\n"
    written = {name: run(f"encode queens.puz --at-most-one {name}") for name in ("split", "pairwise")}
    assert '"at_most_one": "split"' in written["split"]
    assert written["split"] != written["pairwise"]
    Path("rooks.puz").write_text(ROOKS)
    assert run("solve rooks.puz") == "Q . .\n. Q .\n. . Q\n"
    shown = {}
    for line in SESSION.splitlines()[2:]:
        words, _, file = line.partition(" > ")
        program, words = words.split(" ", 1)
        shown[words] = run(words) if program == "hashicnf" else words.strip("'").replace("\\n", "\n")
        if file:
            Path(file).write_text(shown[words])
    assert len(shown) == 10
    assert shown["check-heuristic tiles out-of-line tiles.puz"].count("promised, and true here") == 2
    assert run("solve tiles.puz --method astar --heuristic out-of-line --json").count('"optimal": true') == 1
    assert shown["convert board.puz --to slashes"] == "bridges 2.2/.../2.2\n"
    assert run("solve tiles.puz --method uniform-cost --json").count('"optimal": true') == 1
    for command, name in (
        ("families", "queens: Queens,"),
        ("formats", "slashes"),
        ("encodings", "  split"),
        ("encodings", "  cuts"),
        ("methods", "  uniform-cost"),
        ("methods", "  out-of-line"),
        ("methods", "  pure"),
    ):
        (line,) = [line for line in run(command).splitlines() if line.startswith(name)]
        assert line.endswith("from the package my-plugins")


def test_cells_of_a_set_are_joined() -> None:
    """Compare the sets that the recipe accepts on a board of 2 x 4 cells with a search, for each encoding of any graph."""
    scope: dict[str, Any] = vars(constraints) | {"np": np, "JOINED": constraints.Origin("joined", "cell")}
    exec("from __future__ import annotations\n" + JOINED, scope)  # noqa: S102 - our own page
    grid = np.arange(8, dtype=np.int32).reshape(2, 4)
    sideways = np.stack((grid[:, :-1].ravel(), grid[:, 1:].ravel()), axis=1)
    neighbours = np.concatenate((sideways, np.stack((grid[:-1].ravel(), grid[1:].ravel()), axis=1)))
    wanted = {cells for cells in product((False, True), repeat=8) if is_joined(cells, neighbours.tolist())}
    tried = [one for one in CONNECTIVITY.all().values() if one.complete and not one.needs_embedding]
    assert tried
    for encoding in tried:
        pool = VariablePool()
        inside = pool.declare("inside", 8, meaning="cell r is in the set").lits
        blocks: list[constraints.Clauses] = []
        batches = [*scope["joined"](inside, neighbours, pool)]
        own = pool.count
        for batch in batches:
            if isinstance(batch, constraints.Connected):
                blocks += encoding.clauses(batch, pool)
            elif isinstance(batch, constraints.Implies):
                blocks.append(constraints.Clauses.of(np.concatenate((-batch.body, batch.head), axis=1), batch.origin))
            else:
                blocks.append(batch)
        models = projected(blocks, range(1, own + 1))
        assert {model[:8] for model in models} == wanted
        assert len(models) == len(wanted), "a set determines the variables of the recipe"


def is_joined(cells: tuple[bool, ...], neighbours: list[list[int]]) -> bool:
    left = {cell for cell, is_in in enumerate(cells) if is_in}
    reached = {*sorted(left)[:1]}
    if not left:
        return False
    while more := {b for pair in neighbours for a, b in (pair, pair[::-1]) if a in reached and b in left - reached}:
        reached |= more
    return reached == left


def test_a_script_tries_an_encoding(package: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Path("script.py").write_text(SCRIPT)
    before = dict(CONNECTIVITY.added)
    try:
        run_path("script.py")
    finally:
        CONNECTIVITY.added.clear()
        CONNECTIVITY.added.update(before)
    assert capsys.readouterr().out
    assert '"connectivity": "mine"' in Path("mine.cnf").read_text()


@pytest.mark.slow
def test_it_is_typed(package: Path) -> None:
    files = [name for name in FILES if name.endswith(".py")]
    command = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", "cache", *files]
    done = subprocess.run(command, capture_output=True, text=True, cwd=package, timeout=110, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
