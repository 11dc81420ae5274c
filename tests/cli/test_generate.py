"""``generate``: puzzles that cannot be made among others, and names of files that cannot be meant."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from hashicnf.cli.app import run
from hashicnf.errors import Exit, GaveUp
from hashicnf.making import orders
from hashicnf.pipeline.puzzles import parse_all, read_all


@pytest.fixture
def seed_1_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    make = orders.make

    def some(family: str, given: Mapping[str, Any], *others: Any, **more: Any) -> Any:
        if given["seed"] == "1":
            raise GaveUp("none of 500 boards has grade 7")
        return make(family, given, *others, **more)

    monkeypatch.setattr(orders, "make", some)


@pytest.mark.usefixtures("seed_1_fails")
def test_a_seed_that_fails_is_named_and_the_others_are_made(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["generate", "hashi", "--size", "5", "--count", "3"]
    manifest = tmp_path / "manifest.jsonl"
    assert run([*words, "-o", f"{tmp_path}/{{seed}}.puz", "--manifest", str(manifest)]) == Exit.GAVE_UP
    assert sorted(path.name for path in tmp_path.glob("*.puz")) == ["0.puz", "2.puz"]
    assert len(manifest.read_text().splitlines()) == 2
    assert capsys.readouterr().err == "seed 1: none of 500 boards has grade 7\n2 of 3 puzzles made\n"
    assert run([*words, "-o", f"{tmp_path}/all.puz"]) == Exit.GAVE_UP
    assert len(read_all(tmp_path / "all.puz")) == 2


@pytest.mark.usefixtures("seed_1_fails")
def test_if_none_is_made_no_file_is_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["generate", "hashi", "--seed", "1", "-o", f"{tmp_path}/one.puz"]) == Exit.GAVE_UP
    assert capsys.readouterr().err == "hashicnf: seed 1: none of 500 boards has grade 7\n"
    assert not [*tmp_path.iterdir()]


def test_each_puzzle_is_printed_as_it_is_made_and_a_file_is_written_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    make, shown = orders.make, list[str]()

    def some(family: str, given: Mapping[str, Any], *others: Any, **more: Any) -> Any:
        shown.append(capsys.readouterr().out)
        if given["seed"] == "2":
            raise KeyboardInterrupt
        return make(family, given, *others, **more)

    monkeypatch.setattr(orders, "make", some)
    words = ["generate", "hashi", "--size", "5", "--count", "3", "--manifest", f"{tmp_path}/manifest.jsonl"]
    assert run(words) == run([*words, "-o", f"{tmp_path}/all.puz"]) == Exit.INTERRUPTED
    assert len(parse_all("".join(shown))) == 2
    assert [bool(text) for text in shown] == [False, True, True, False, False, False]
    assert not [*tmp_path.iterdir()]


def test_several_puzzles_are_refused_at_once_by_a_format_that_holds_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(orders, "make", lambda *_, **__: pytest.fail("a puzzle was made"))
    assert run(["generate", "hashi", "--count", "3", "-o", f"{tmp_path}/all.csv"]) == Exit.USAGE
    message = "the csv format holds one puzzle, and there are 3; use native, or {seed} in the name of the output"
    assert capsys.readouterr().err == f"hashicnf: {message}\n"


@pytest.mark.parametrize("difficulty", ["easy", "hard", "2"])
def test_the_options_of_a_manifest_make_the_puzzle_again(
    difficulty: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["generate", "hashi", "--size", "6", "--seed", "4", "--unknown", "--difficulty", difficulty]
    assert run([*words, "-o", f"{tmp_path}/{{seed}}.puz", "--manifest", f"{tmp_path}/made.jsonl"]) == Exit.DONE
    row = json.loads((tmp_path / "made.jsonl").read_text())
    again = [f"--{name}" if value is True else f"--{name}={value}" for name, value in row["generator"].items()]
    assert run(["generate", row["family"], f"--seed={row['seed']}", *again]) == Exit.DONE
    assert capsys.readouterr().out == (tmp_path / "4.puz").read_text()


def test_titles_are_kept_by_the_formats_that_have_them(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["generate", "sudoku", "--size", "4", "--count", "2", "--seed", "3", "--title"]
    assert run([*words, "Sunday {seed}, # easy ", "-o", f"{tmp_path}/all.puz"]) == Exit.DONE
    assert [puzzle.title for puzzle in read_all(tmp_path / "all.puz")] == ["Sunday 3, # easy", "Sunday 4, # easy"]
    assert run([*words, "Sunday {seed}", "-o", f"{tmp_path}/{{seed}}.sdk"]) == Exit.DONE
    assert (tmp_path / "4.sdk").read_text().startswith("#D Sunday 4\n")
    assert run([*words, "two\nlines"]) == Exit.USAGE
    assert "--title: a title is one line of characters that can be printed" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["-o", "g2/"], "g2/: a folder, but puzzles go to files; for a file each, use -o 'g2/{seed}.puz'"),
        (["-o", "g/{sed}.puz"], "g/{sed}.puz: unknown placeholder {sed}; did you mean {seed}?"),
        (["-o", "g/{seed:03}.puz"], "g/{seed:03}.puz: unknown placeholder {seed:03}; did you mean {seed}?"),
        (["-o", "g/{seed}-{seed"], "g/{seed}-{seed: unknown placeholder {seed; did you mean {seed}?"),
        (["-o", "g/seed}"], "g/seed}: unknown placeholder }; did you mean {seed}?"),
        (["-o", "g/{seed}.puz", "--solution", "{}.sol"], "{}.sol: unknown placeholder {}; did you mean {seed}?"),
        (["-o", "g/{seed}.svg"], "then draw it: hashicnf draw FILE.puz -o FILE.svg"),
        (["--to", "png"], "then draw it: hashicnf draw FILE.puz -o FILE.png"),
    ],
)
def test_names_that_cannot_be_meant_are_refused(
    words: list[str], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(["generate", "hashi", "--size", "5", "--count", "2", *words]) == Exit.USAGE
    assert message in " ".join(capsys.readouterr().err.split())
    assert not [*tmp_path.iterdir()]
