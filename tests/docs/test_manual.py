"""The manual page is the help of today, and a page that man can show."""

from __future__ import annotations

import re
import shutil
import subprocess

import pytest

from hashicnf.cli.commands import COMMANDS, MEANINGS
from hashicnf.cli.encode import encode
from hashicnf.errors import Exit
from hashicnf.passes.connectivity import CONNECTIVITY
from tests.docs.manual import PAGE, escaped, page


def test_the_page_is_the_help_of_today() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "run: make man"


def test_every_command_has_a_section() -> None:
    assert re.findall(r'^\.SS "hashicnf ([a-z-]+)', page(), re.MULTILINE) == list(COMMANDS)


def test_the_readme_has_all_exit_codes_and_their_meanings() -> None:
    rows = re.findall(
        r"^\| (\d+) \| (.*) \|$", (PAGE.parent.parent / "README.md").read_text(encoding="utf-8"), re.MULTILINE
    )
    assert [int(code) for code, _ in rows] == [*Exit]
    for code, text in rows:
        assert text.startswith(MEANINGS.get(Exit(int(code)), ""))


def test_the_help_of_encode_names_all_encodings_that_leave_rules_out() -> None:
    named = re.search(r"With --connectivity (.*?) the formula leaves rules out", encode.__doc__ or "", re.DOTALL)
    assert named is not None
    lax = {name for name in CONNECTIVITY.names() if not CONNECTIVITY.get(name).complete}
    assert {*re.split(r", | or ", named[1])} == lax


def test_nothing_that_macros_read_is_left() -> None:
    assert escaped(".a\\\\b\n'c -d") == "\\&.a\\e\\eb\n\\&'c \\-d"


@pytest.mark.skipif(shutil.which("groff") is None, reason="groff is not installed")
def test_groff_has_nothing_to_warn_of() -> None:
    done = subprocess.run(
        ["groff", "-man", "-Tascii", "-ww", "-z", str(PAGE)], capture_output=True, text=True, check=True
    )
    assert done.stderr == ""


def test_no_paragraph_is_empty() -> None:
    assert re.findall(r"^\.PP\n(?=\.(?:PP|TP|SS|SH|$))", page(), re.MULTILINE) == []
