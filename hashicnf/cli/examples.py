"""Break the commands of examples for narrow terminals, so that a shell still reads each as one command."""

from __future__ import annotations

import re
from typing import Final

PROMPT: Final = "$ "
# An option with its value.
WORD: Final = re.compile(r"""#.*|(?:(?:-\S+|\| \S+) (?!-))?(?:'[^']*'|"(?:\\.|[^"\\])*"|\S)+""")
INDENT: Final = 4


def fitted_commands(text: str, width: int) -> str:
    """Break the commands after a prompt that are longer than ``width`` columns; other lines are unchanged."""
    lines = text.split("\n")
    return "\n".join(_broken(line, width) if line.lstrip().startswith(PROMPT) else line for line in lines)


def _broken(line: str, width: int) -> str:
    """Break a command between words with backslashes, but not within a comment."""
    if len(line) <= width:
        return line
    start = " " * (len(line) - len(line.lstrip()))
    found, part = "", ""
    for word in WORD.findall(line.removeprefix(start)):
        is_comment = word.startswith("#")
        if part.strip() not in ("", "$") and len(part) + len(word) + (1 if is_comment else 3) > width:
            found += f"{part}\n" if is_comment else f"{part} \\\n"
            part = start + " " * INDENT + word
        else:
            part = f"{part} {word}" if part else start + word
    return found + part
