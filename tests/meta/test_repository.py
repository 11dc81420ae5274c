"""The repository as text: what must not be in any file of it."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from study.pages import wrapped
from tests.oracles.hashi import drawn, solutions

ROOT = Path(__file__).parent.parent.parent
FOLDERS = ("hashicnf", "tests", "study", "grammar", "examples", "dimacs", "docs", "website", "man", ".ci", ".github")
TOP = (
    *("README.md", "ARCHITECTURE.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "LICENSE", "CITATION.cff"),
    *("Makefile", "pyproject.toml", "mkdocs.yml", ".pre-commit-config.yaml"),
)
BINARY = ("*.gz", "*.xz", "*.bz2", "*.zst", "*.pyc", "*.png")
ELSEWHERE = ("home", "root", "work", "Users", "tmp")

PATTERNS = {
    "a path of some machine": re.compile(rf"(?<![\w.}}])/(?:{'|'.join(ELSEWHERE)})/\w"),
    "a package registry": re.compile(r"\b(?:files\.)?py(?:pi|thonhosted)\.(?:org|io)\b|\bcrates\.io\b|\bnpmjs\."),
    "work that is left": re.compile(r"\b(?:TO" + r"DO|FIX" + r"ME|XX" + r"X|HA" + r"CK)\b"),
    "a conflict of versions": re.compile(r"^(?:<<<<<<<|>>>>>>>) ", re.MULTILINE),
}


@cache
def texts() -> dict[Path, str]:
    """Read all files with text in them; files that show wrong input may hold anything."""
    return {path: path.read_text(encoding="utf-8", errors="replace") for path in files()}


def files() -> Iterator[Path]:
    yield from (ROOT / name for name in TOP)
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*")):
            wrong = "bad" in path.relative_to(ROOT).parts or any(path.match(pattern) for pattern in BINARY)
            if path.is_file() and not wrong:
                yield path


def test_there_are_files() -> None:
    assert len(texts()) > 200


@pytest.mark.parametrize("what", PATTERNS)
def test_no_file_has(what: str) -> None:
    own = Path(__file__)
    found = [
        f"{path.relative_to(ROOT)}: {match.group()}"
        for path, text in texts().items()
        if path != own
        for match in PATTERNS[what].finditer(text)
    ]
    assert found == []


def test_the_patterns_find_what_they_are_for() -> None:
    samples = {
        "a path of some machine": f"see /{ELSEWHERE[0]}/me/x",
        "a package registry": "from py" + "pi.org",
        "work that is left": "# TO" + "DO later",
        "a conflict of versions": "<" * 7 + " ours\n",
    }
    assert set(samples) == set(PATTERNS)
    assert all(PATTERNS[what].search(text) for what, text in samples.items())


def test_text_files_end_with_one_newline_and_have_no_carriage_returns() -> None:
    for path in files():
        if path.suffix in (".py", ".md", ".toml", ".lark", ".cnf"):
            text = path.read_bytes()
            assert b"\r" not in text, path
            assert not text or (text.endswith(b"\n") and not text.endswith(b"\n\n")), path


def test_paragraphs_of_documents_are_wrapped() -> None:
    words, code = f"- {' '.join(['word'] * 25)}", "`code that is not broken` at its blanks"
    assert wrapped(f"# {words} {code}\n{words} {code}\n") == f"# {words} {code}\n{words}\n  {code}\n"
    documents = [path for path in texts() if path.suffix == ".md" and path.name != "CHANGELOG.md"]
    assert [path.name for path in documents if wrapped(texts()[path]) != texts()[path]] == []


def test_every_example_has_its_solution_and_every_solution_its_example() -> None:
    """Witness boards may be unsolvable and have no solution file."""
    folders = [path for path in (ROOT / "examples").iterdir() if path.name != "bad"]
    assert len(folders) > 1
    for folder in folders:
        puzzles = {path.stem for path in folder.glob("*.puz") if not path.stem.startswith("witness_")}
        assert puzzles == {path.stem for path in folder.glob("*.sol")}, folder.name


def test_every_wrong_input_has_its_message() -> None:
    for folder in (ROOT / "examples" / "bad", ROOT / "dimacs" / "bad"):
        names = {path.name for path in folder.iterdir()}
        messages = {name for name in names if name.endswith(".err")}
        for message in messages:
            stem = message.removesuffix(".err")
            assert stem in names or f"{stem}.cnf" in names, f"orphan: {message}"
        for name in names - messages:
            assert f"{name}.err" in messages or f"{name.removesuffix('.cnf')}.err" in messages, f"no message: {name}"


def test_the_readme_says_how_many_solutions_its_board_has() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8").split("```text\n# settings", 1)[1]
    board, rest = text.split("```", 1)
    rows = [row for row in board.splitlines()[1:] if ":" not in row]
    found = len([*solutions(drawn("\n".join(rows)))])
    assert f"this one has {('no', 'one', 'two', 'three', 'four')[found]}:" in rest.split("##", 1)[0]


def test_the_layers_are_those_that_are_checked() -> None:
    checked = tomllib.loads(texts()[ROOT / "pyproject.toml"])["tool"]["importlinter"]["contracts"][0]["layers"]
    assert "```text\n" + "\n".join(checked) + "\n```" in texts()[ROOT / "ARCHITECTURE.md"]


def test_the_changelog_says_nothing_twice() -> None:
    words = re.findall(r"[\w`-]+", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"))
    runs = [" ".join(words[start : start + 5]) for start in range(len(words) - 4)]
    assert [run for run, times in Counter(runs).items() if times > 1] == []
