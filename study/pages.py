"""Write pages and pictures from the tables; the texts of pages, with places for figures, are in ``study/pages``."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from study import table
from study.chapters import CHAPTERS, chapter_named
from study.origin import read, sentence

TEXTS: Final = Path(__file__).parent / "pages"
INDEX: Final = "index"
WIDTH: Final = 132
# Code as a block, or a paragraph or an item of a list; tables, headings and pictures are neither.
BLOCK: Final = re.compile(r"^ *```[\s\S]*?^ *```$|^ *(?:- )?[^\s|#!<].*(?:\n *(?!- )[^\s|#!<].*)*", re.MULTILINE)
WHOLE: Final = re.compile(r"`[^`]*`|!?\[[^]]*\]\([^)]*\)")  # code and links, in which no line is broken


def draw(names: Sequence[str], folder: Path) -> None:
    """Draw the pictures of the named chapters, and write the pages of all chapters, that have tables in the folder."""
    for name in names:
        if rows := table.read(folder / f"{name}.csv"):
            chapter_named(name).draw(rows, str(folder / f"{name}.svg"))
    for name, text in written(folder).items():
        (folder / f"{name}.md").write_text(text, encoding="utf-8")


def written(folder: Path) -> dict[str, str]:
    """Return the texts of the pages by name; the index is among them only if all chapters have tables."""
    origins, found, every = read(folder), dict[str, str](), dict[str, str]()
    for name in CHAPTERS:
        if rows := table.read(folder / f"{name}.csv"):
            facts = {**chapter_named(name).facts(rows), "origin": sentence(origins[name])}
            found[name] = filled(name, facts)
            every |= {f"{name}_{key}": value for key, value in facts.items()}
    if len(found) == len(CHAPTERS):
        found[INDEX] = filled(INDEX, every)
    return found


def filled(name: str, facts: dict[str, str]) -> str:
    """Put facts into the text of a page. Raises KeyError for a place without a fact."""
    text = (TEXTS / f"{name}.md").read_text(encoding="utf-8").format_map(facts)
    return wrapped("".join(f"{line.rstrip()}\n" for line in text.splitlines()))


def wrapped(text: str) -> str:
    """Return a text in Markdown in which each paragraph with a line of more than WIDTH columns is wrapped anew."""
    return BLOCK.sub(lambda found: _wrapped(found[0]), text)


def _wrapped(block: str) -> str:
    if block.lstrip().startswith("```") or max(map(len, block.split("\n"))) <= WIDTH:
        return block
    margin = " " * (len(block) - len(block.lstrip(" ")))
    words = WHOLE.sub(lambda found: found[0].replace(" ", "\0"), " ".join(block.split()))
    inner = margin + "  " * block.lstrip().startswith("- ")
    lines = textwrap.wrap(
        words, WIDTH, initial_indent=margin, subsequent_indent=inner, break_long_words=False, break_on_hyphens=False
    )
    return "\n".join(lines).replace("\0", " ")
