"""``hashicnf.cubes`` and ``hashicnf.conquer``: cubes are values, written and solved by the code of the command."""

from __future__ import annotations

import io
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import hashicnf
from hashicnf.cli.app import run

LIBRARY: Any = hashicnf
SOLVABLE = hashicnf.parse("3.4.4.3\n.......\n4.5.5.4\n.......\n3.4.4.3\n")
UNSOLVABLE = hashicnf.parse("1.1\n...\n1.1\n")


def test_cubes_are_values() -> None:
    cubes = hashicnf.cubes(SOLVABLE, 4)
    again = pickle.loads(pickle.dumps(cubes))  # noqa: S301 - our own bytes
    assert again == cubes == hashicnf.cubes(SOLVABLE, 4)
    assert hash(again) == hash(cubes)
    assert cubes != hashicnf.cubes(SOLVABLE, 2)
    assert len(cubes) == 4 + cubes.closed == len(cubes.data())
    assert [row["cube"] for row in cubes.data()] == [[*cube.literals] for cube in cubes]
    assert [cubes[0], cubes[-1]] == [cubes.cubes[0], cubes.cubes[-1]]


def test_the_command_writes_the_same(tmp_path: Path) -> None:
    (tmp_path / "board.puz").write_text(SOLVABLE.text)
    assert run(["cubes", str(tmp_path / "board.puz"), "-n", "3", "-o", str(tmp_path / "a.icnf")]) == 0
    cubes, stream, text = hashicnf.cubes(SOLVABLE, 3), io.BytesIO(), io.StringIO()
    cubes.write(tmp_path / "b.icnf")
    cubes.write(stream)
    cubes.write(text)
    assert text.getvalue().encode() == stream.getvalue()
    assert (tmp_path / "a.icnf").read_bytes() == (tmp_path / "b.icnf").read_bytes() == stream.getvalue()
    cubes.write(f"{tmp_path}/folder/", compress="gz")
    assert (tmp_path / "folder" / "cubes.jsonl").read_text().count("\n") == len(cubes)


def test_cubes_are_conquered() -> None:
    found = hashicnf.conquer(hashicnf.cubes(SOLVABLE, 2))
    assert found.status == "solved"
    assert hashicnf.check(SOLVABLE, found.solution) == []
    shares: list[float | None] = []

    def note(phase: str, share: float | None = None, size: int | None = None) -> None:
        assert phase
        assert size is None
        shares.append(share)

    refuted = hashicnf.conquer(hashicnf.cubes(UNSOLVABLE), certificate=True, observe=note)
    assert (refuted.status, refuted.solution) == ("unsolvable", None)
    assert refuted.text is not None
    assert hashicnf.check_certificate(io.StringIO(refuted.text))
    assert 1.0 in shares


def test_limits() -> None:
    cubes = hashicnf.cubes(SOLVABLE, 2)
    late = hashicnf.conquer(cubes, timeout=0)
    assert late.stopped is not None
    assert (late.status, late.stopped.kind) == ("unknown", "time")
    with pytest.raises(hashicnf.GaveUp, match="time limit"):
        hashicnf.cubes(SOLVABLE, timeout=0)


WRONG: dict[str, Callable[[], object]] = {
    "number: 0 is too small": lambda: hashicnf.cubes(SOLVABLE, 0),
    "connectivity lazy: cubes need a complete encoding": lambda: hashicnf.cubes(SOLVABLE, connectivity="lazy"),
    "are solved by plans: there are no cubes": lambda: hashicnf.cubes(hashicnf.parse("family: tiles\n1.\n32\n")),
    "expected the result of cubes, not Puzzle": lambda: LIBRARY.conquer(SOLVABLE),
    "jobs: 0 is too small": lambda: hashicnf.conquer(hashicnf.cubes(UNSOLVABLE), jobs=0),
    "no solver is named 'cad'": lambda: hashicnf.conquer(hashicnf.cubes(UNSOLVABLE), solver="cad"),
    "the ending .cnf stands for DIMACS CNF": lambda: hashicnf.cubes(UNSOLVABLE).write("a.cnf"),
    "compress is for folders": lambda: hashicnf.cubes(UNSOLVABLE).write("a.icnf", compress="xz"),
    "no compression is named 'zip'": lambda: hashicnf.cubes(UNSOLVABLE).write("a/", compress="zip"),
}


@pytest.mark.parametrize("words", WRONG)
def test_what_is_wrong_has_its_message(words: str) -> None:
    with pytest.raises(hashicnf.UsageError, match=words):
        WRONG[words]()
