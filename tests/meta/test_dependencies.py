"""What hashicnf needs: lower bounds alone, and nothing of Typer that its manual does not name."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
PUBLIC = {
    "Typer",
    "Option",
    "Argument",
    "Exit",
    "Abort",
    "BadParameter",
    "Context",
    "echo",
    "style",
    "main.get_command",
}


def test_every_dependency_has_a_lower_bound_and_no_other() -> None:
    extras = [need for needs in PROJECT["optional-dependencies"].values() for need in needs]
    for need in [*PROJECT["dependencies"], *extras]:
        assert re.fullmatch(r"[a-z-]+(\[[a-z]+\])?>=[0-9.]+(dev[0-9]+)?", need), need
    assert PROJECT["requires-python"] == ">=3.11"


def test_the_readme_names_all_extras() -> None:
    """What only developers need is a dependency group, which nobody installs with the package."""
    (named,) = re.findall(r"The extras ((?:`[a-z]+`[, and\n]*)+)", (ROOT / "README.md").read_text(encoding="utf-8"))
    assert set(re.findall(r"`([a-z]+)`", named)) == set(PROJECT["optional-dependencies"])


def test_the_oldest_versions_are_read_off_the_bounds() -> None:
    """``make bounds`` reads a dependency in each line."""
    lines = re.findall(r'^  "([a-z-]+)>=', (ROOT / "pyproject.toml").read_text(encoding="utf-8"), re.MULTILINE)
    assert {need.split(">")[0] for need in PROJECT["dependencies"]} <= set(lines)


def test_the_command_line_uses_typer_as_its_manual_says() -> None:
    """Names in quotes are those of modules that may wait: they are not used."""
    used = set[str]()
    for path in (ROOT / "hashicnf").rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        used |= set(re.findall(r"(?<!from )(?<!\")\btyper\.((?:main\.)?\w+)", text))
        taken = re.findall(r"^\s*(?:from|import) ((?:typer\.|click).*)", text, re.MULTILINE)
        assert set(taken) <= {"typer.core import TyperCommand, TyperGroup"}, path
    assert used <= PUBLIC
    assert "Option" in used
