"""The page of the library: it lists every public name, with an example for each, and the examples are right."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

import hashicnf
from tests.docs.examples import MODULE, TEXT, module

SECTIONS = re.split(r"^### ", TEXT, flags=re.MULTILINE)[1:]


def test_the_page_lists_the_public_names_and_no_others() -> None:
    named = [name for section in SECTIONS for name in re.findall(r"`(\w+)`", section.split("\n", 1)[0])]
    assert sorted(named) == dir(hashicnf)


def test_the_module_that_mypy_checks_has_the_examples() -> None:
    assert MODULE.read_text(encoding="utf-8") == module(), "python -m tests.docs.examples"


@pytest.mark.parametrize("section", SECTIONS, ids=lambda section: section.split("\n", 1)[0])
def test_a_section_has_an_example_of_each_name(section: str) -> None:
    head, rest = section.split("\n", 1)
    code = "\n".join(re.findall(r"^(?:>>>|\.\.\.) (.*)", rest, flags=re.MULTILINE))
    for name in re.findall(r"`(\w+)`", head):
        used = rf"hashicnf\.{name}\b"
        assert re.search(used, code), name


def test_the_examples_are_right(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    blocks = re.findall(r"^```python\n(.*?)^```$", TEXT, flags=re.MULTILINE | re.DOTALL)
    page = doctest.DocTestParser().get_doctest("".join(blocks), {}, "library.md", "docs/library.md", 0)
    assert len(page.examples) > 50
    said: list[str] = []
    results = doctest.DocTestRunner(verbose=False).run(page, out=said.append)
    assert results.failed == 0, "".join(said)
