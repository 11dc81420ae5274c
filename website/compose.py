"""Compose the pages of the site: those of ``docs/``, those of the top folder, and the reference made from the code.

In the repository pages link to files by relative paths. On the site the pages of the top folder are beside those of ``docs/``,
so links to pages are rewritten; links to other files lead to the source.
"""

from __future__ import annotations

import os
import re
import shutil
import tomllib
from pathlib import Path, PurePosixPath
from typing import Final

from website.reference import pages

ROOT: Final = Path(__file__).parent.parent
TOP: Final = {"README.md": "index.md"} | {
    name: name.lower() for name in ("ARCHITECTURE.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md")
}
MARK: Final = ".composed"  # the file that marks a folder whose content may be removed
LINK: Final = re.compile(r"(?<=\]\()(?!https?:|#)([^)#\s]+)")


def unsuitable(folder: Path) -> str | None:
    """Return the reason why the site cannot be written to a folder: it has content of another origin, or is part of the source."""
    place, source = folder.resolve(), (ROOT / "docs").resolve()
    if place in (source, *source.parents) or source in place.parents:
        return "the pages would replace their own source"
    if folder.exists() and not folder.is_dir():
        return "is not a folder"
    if folder.is_dir() and any(folder.iterdir()) and not (folder / MARK).is_file():
        return f"holds files that were not composed here (it has no file {MARK}); name an empty or a new folder"
    return None


def compose(folder: Path) -> None:
    """Write all pages and pictures into a folder, whose old content is removed, unless it is ``unsuitable``."""
    if (reason := unsuitable(folder)) is not None:
        raise ValueError(f"{folder}: {reason}")
    texts = written()
    if folder.exists():
        shutil.rmtree(folder)
    shutil.copytree(ROOT / "docs", folder)
    (folder / MARK).touch()
    for place, text in texts.items():
        (folder / place).parent.mkdir(parents=True, exist_ok=True)
        (folder / place).write_text(text, encoding="utf-8")


def written() -> dict[str, str]:
    """Return the text of each page by its place on the site."""
    source = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["urls"]["Source"]
    origins = TOP | {str(path): str(path.relative_to("docs")) for path in markdown()}
    texts = {
        place: turned((ROOT / origin).read_text(encoding="utf-8"), origin, place, origins, source)
        for origin, place in origins.items()
    }
    return texts | pages()


def markdown() -> list[PurePosixPath]:
    """List the pages of ``docs/``, by their paths from the top folder."""
    return [PurePosixPath(path.relative_to(ROOT).as_posix()) for path in sorted((ROOT / "docs").rglob("*.md"))]


def turned(text: str, origin: str, place: str, origins: dict[str, str], source: str) -> str:
    """Rewrite the links of a page that is moved from its origin to its place on the site."""

    def link(found: re.Match[str]) -> str:
        target = os.path.normpath(PurePosixPath(origin).parent / found[1]).replace(os.sep, "/")
        there = origins.get(target, target.removeprefix("docs/"))
        if target in origins or target.startswith("docs/"):
            return os.path.relpath(there, PurePosixPath(place).parent).replace(os.sep, "/")
        return f"{source}/{target}"

    return LINK.sub(link, text)
