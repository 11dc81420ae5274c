"""Contracts of plug-ins: checked when they are loaded, so that users get a message about the fault instead of a traceback."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

import hashicnf
from hashicnf import families
from hashicnf.cli.app import run
from hashicnf.errors import InternalError, UsageError
from hashicnf.families import FAMILIES
from hashicnf.families.hashi import FAMILY

START = """
from dataclasses import replace
from hashicnf.families.hashi import FAMILY as HASHI

"""
PLUGINS = {
    "styles={}": "it has no drawing style",
    "styles=('unicode',)": "its styles is no mapping",
    "settings='loops'": "its settings is no tuple",
    "check=None": "its check is no function",
    "narrator=3": "its narrator is no function",
    "title=' '": "its title is no text",
    "solution_type=tuple[str, ...]": "its solution_type is no class",
    "settings=(replace(HASHI.settings[0], name='max_bridges'),)": "the name of its setting max_bridges is taken, or not made "
    "of small letters with dashes between",
}
Install = Callable[[str], Path]


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Install]:
    """Install a family called ``other``, given the value of its constant; return its file."""

    def write(constant: str) -> Path:
        path = tmp_path / "other.py"
        path.write_text(f"{START}FAMILY = {constant}\n")
        return path

    monkeypatch.setattr(families, "__path__", [*families.__path__, str(tmp_path)])
    monkeypatch.delitem(sys.modules, "hashicnf.families.other", raising=False)
    yield write
    sys.modules.pop("hashicnf.families.other", None)


@pytest.mark.parametrize(("change", "fault"), PLUGINS.items())
def test_a_family_that_breaks_its_contract_is_named(change: str, fault: str, install: Install) -> None:
    path = install(f"replace(HASHI, {change})")
    message = f"the puzzle family other cannot be used: {fault} (in {path})"
    for load in (FAMILIES.all, lambda: FAMILIES.get("other"), lambda: hashicnf.parse("family: other\n2.2\n")):
        with pytest.raises(InternalError) as caught:
            load()
        assert str(caught.value) == message


def test_a_plugin_of_another_class_is_named(install: Install) -> None:
    path = install("'hashi'")
    with pytest.raises(InternalError) as caught:
        FAMILIES.get("other")
    assert str(caught.value) == f"the puzzle family other cannot be used: FAMILY is no Family (in {path})"


def test_the_command_line_says_it_in_one_line(
    install: Install, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    install("replace(HASHI, styles={})")
    puzzle = tmp_path / "a.puz"
    puzzle.write_text("family: other\n2.2\n")
    assert run(["solve", str(puzzle), "--json"]) == 70
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.startswith(
        "hashicnf: internal error, please report it: the puzzle family other cannot be used: it has no drawing style"
    )
    assert shown.err.count("\n") == 1


def test_a_family_that_keeps_its_contract_can_have_fewer_styles(
    install: Install, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    install("replace(HASHI, styles={name: HASHI.styles[name] for name in ('unicode', 'json')})")
    puzzle = tmp_path / "a.puz"
    puzzle.write_text("family: other\n2.2\n")
    assert run(["solve", str(puzzle), "--json"]) == 0
    assert run(["draw", str(puzzle), "--style", "ascii"]) == 2
    assert "no drawing style is named 'ascii'; there are: unicode, json" in capsys.readouterr().err


def test_a_style_is_asked_for_only_where_there_is_one() -> None:
    puzzle = replace(hashicnf.parse("2.2\n"), rules=replace(FAMILY, styles={"unicode": FAMILY.styles["unicode"]}))
    with pytest.raises(UsageError, match="no drawing style is named 'json'; there are: unicode"):
        hashicnf.draw(puzzle, style="json")


@pytest.mark.parametrize("style", FAMILY.styles)
def test_every_style_that_is_promised_is_drawn(style: str) -> None:
    puzzle = hashicnf.parse("2.2\n")
    assert hashicnf.draw(puzzle, style=style).endswith("\n")
    assert hashicnf.draw(puzzle, hashicnf.solve(puzzle).solution, style).endswith("\n")
