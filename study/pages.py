"""Write pages and pictures from the tables; the texts of pages, with places for figures, are in ``study/pages``."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from study import table
from study.chapters import CHAPTERS, chapter_named
from study.origin import read, sentence

TEXTS: Final = Path(__file__).parent / "pages"
INDEX: Final = "index"


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
    return "".join(f"{line.rstrip()}\n" for line in text.splitlines())
