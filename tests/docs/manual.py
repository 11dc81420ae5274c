"""Write man/hashicnf.1, the manual page, from the help of all commands.

python -m tests.docs.manual
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from hashicnf.cli.app import epilog, hashicnf
from hashicnf.cli.commands import ONES, OWN_MEANINGS
from hashicnf.cli.vocabulary import Word, commands
from hashicnf.version import __version__

PAGE: Final = Path(__file__).parent.parent.parent / "man" / "hashicnf.1"
FILES: Final = (
    "Puzzle files are read by their endings, or by what they hold; - is standard input. A puzzle may also be a URL of puzz.link or "
    "pzprv3, or a game ID of Simon Tatham's collection. See: hashicnf formats."
)
ENVIRONMENT: Final = (
    ("NO_COLOR", "No colours, unless --color asks for them."),
    ("FORCE_COLOR", "Colours everywhere, also in pipes."),
    ("COLUMNS", "The width of the terminal."),
    ("XDG_CACHE_HOME", "Where tables are kept between runs."),
)


def page() -> str:
    """Write the page in the macros of man(7)."""
    return "\n".join([*_head(), *(line for word in commands() for line in _command(word)), *_tail()]) + "\n"


def _head() -> Iterator[str]:
    yield f'.TH HASHICNF 1 "" "hashicnf {__version__}" "User Commands"'
    yield ".SH NAME"
    yield "hashicnf \\- compile logic puzzles to SAT, solve them, check and draw the solutions"
    yield ".SH SYNOPSIS"
    yield ".B hashicnf\n.I COMMAND\n[\\fIOPTION\\fR]... [\\fIARGUMENT\\fR]..."
    yield ".br\n.B hashicnf help\n.I COMMAND"
    yield ".SH DESCRIPTION"
    yield escaped(hashicnf.__doc__ or "")
    yield f".PP\n{escaped(FILES)}"
    yield ".PP\nResults go to standard output, messages to standard error. Of several files, each is named before its output."
    yield ".SH COMMANDS"


def _command(word: Word) -> Iterator[str]:
    arguments = "".join(f" {metavar}" for metavar, _ in word.arguments)
    yield f'.SS "hashicnf {word.name}{escaped(arguments)}"'
    text, _, examples = word.help.partition("\b")
    for number, paragraph in enumerate(text.strip().split("\n\n")):
        yield ".PP\n" * (number > 0) + escaped(" ".join(paragraph.split()))
    group = ""
    for flag in word.flags:
        if flag.group != group and flag.group != "Options":
            yield f".PP\n.I {flag.group}:"
        group = flag.group
        names = ", ".join(f"\\fB{escaped(name)}\\fR" for name in flag.names)
        value = f" \\fI{escaped(flag.metavar)}\\fR" if flag.metavar else ""
        yield f".TP\n{names}{value}\n{escaped(flag.help)}"
    if lines := [line.strip() for line in examples.splitlines() if line.strip().startswith("$")]:
        yield ".PP\nExamples:\n.nf\n.RS"
        yield from map(escaped, lines)
        yield ".RE\n.fi"
    if any(OWN_MEANINGS.get(word.name, {}).values()):
        yield f".PP\n{escaped(epilog(word.name) or '')}"
    elif word.name in ONES:
        yield f".PP\nExit code 1: {escaped(ONES[word.name])}."


def _tail() -> Iterator[str]:
    yield ".SH EXIT STATUS"
    yield escaped(epilog() or "")
    yield ".PP\nOf several puzzles the first code that is not 0 counts, and files that cannot be read come first."
    yield "\\fBsat\\fR alone exits with 10, 20 and 0, as solvers do."
    yield ".SH ENVIRONMENT"
    for name, meaning in ENVIRONMENT:
        yield f".TP\n.B {name}\n{escaped(meaning)}"


def escaped(text: str) -> str:
    """Escape what the macros would read: backslashes, hyphens, and dots and quotes at the start of a line."""
    shown = text.replace("\\", "\\e").replace("-", "\\-")
    return re.sub(r"(?m)^([.'])", r"\\&\1", shown)


if __name__ == "__main__":
    PAGE.parent.mkdir(exist_ok=True)
    PAGE.write_text(page(), encoding="utf-8")
