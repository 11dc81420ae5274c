"""The site: every page is named, every link leads somewhere, and the reference has all that there is."""

from __future__ import annotations

import os
import re
import tomllib
from collections import Counter
from functools import cache
from pathlib import Path, PurePosixPath

import pytest

from hashicnf.cli.commands import COMMANDS
from hashicnf.families import FAMILIES
from hashicnf.pipeline.puzzles import formats
from hashicnf.version import __version__
from website import compose, reference

ROOT = Path(__file__).parent.parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
SITE = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
FENCED = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\(([^)\s]+)\)")


@cache
def site() -> dict[str, str]:
    return compose.written()


@cache
def originals() -> dict[str, str]:
    """The pages as they lie in the repository, by their paths from its top."""
    names = [*compose.TOP, *map(str, compose.markdown())]
    return {name: (ROOT / name).read_text(encoding="utf-8") for name in names}


def anchors(text: str) -> set[str]:
    """The anchors that a forge and the builder of the site both give the headings; those on which they differ are left out."""
    heads = [re.sub(r"[`*]", "", head).strip() for head in re.findall(r"^#+ (.*)$", FENCED.sub("", text), re.MULTILINE)]
    plain = [re.sub(r"[^\w\s-]", "", head.lower()).strip() for head in heads]
    times = Counter(plain)
    return {re.sub(r"\s+", "-", head) for head in plain if times[head] == 1 and not re.search(r"[-\s]{2}", head)}


def dead(pages: dict[str, str], files: set[str]) -> list[str]:
    found = []
    for name, text in pages.items():
        for link in LINK.findall(FENCED.sub("", text)):
            if link.startswith(("https:", "http:")):
                continue
            path, _, anchor = link.partition("#")
            place = os.path.normpath(PurePosixPath(name).parent / path) if path else name
            if place not in files or (anchor and anchor not in anchors(pages[place])):
                found.append(f"{name}: {link}")
    return found


def test_no_link_in_the_repository_is_dead() -> None:
    files = {
        str(path.relative_to(ROOT)) for folder in ("docs", "examples", "study") for path in (ROOT / folder).rglob("*")
    }
    assert dead(originals(), files | {path.name for path in ROOT.iterdir()}) == []


PICTURES = {str(path.relative_to(ROOT / "docs")) for path in (ROOT / "docs").rglob("*") if path.suffix != ".md"}


def test_no_link_on_the_site_is_dead() -> None:
    assert dead(site(), PICTURES | set(site())) == []


@pytest.mark.parametrize("link", ["nowhere.md", "sudoku.md#nothing", "#nothing", "../README.md"])
def test_dead_links_are_found(link: str) -> None:
    assert dead(site() | {"tiles.md": f"# Tiles\n\n[see]({link})\n"}, PICTURES | set(site())) == [f"tiles.md: {link}"]


def test_the_site_names_every_page_once() -> None:
    named = re.findall(r"^ +- [^:]+: (\S+\.md)$", SITE, re.MULTILINE)
    assert sorted(named) == sorted(site())


def test_the_pictures_of_the_pages_are_small() -> None:
    pictures = [path for path in (ROOT / "docs").rglob("*") if path.suffix in (".png", ".svg")]
    assert pictures
    assert [path.name for path in pictures if path.stat().st_size > 200_000] == []


def test_the_reference_has_all_that_there_is() -> None:
    commands, encodings = site()["reference/commands.md"], site()["reference/encodings.md"]
    assert [name for name in COMMANDS if f"\n## {name}\n\n```text\nUsage: hashicnf {name} " not in commands] == []
    for package, _ in reference.KINDS.values():
        assert [name for name in reference.registry_of(package).all() if f"\n### {name}\n" not in encodings] == []
    assert re.findall(r"^## (.+)$", FENCED.sub("", site()["reference/formats.md"]), re.MULTILINE) == [*formats()]
    assert all(f"\n## {name}\n" in site()["reference/families.md"] for name in FAMILIES.all())


def test_the_signatures_of_the_reference_are_python() -> None:
    shown = site()["reference/library.md"]
    assert "(puzzle: Puzzle, *, cardinality: str = 'direct', " in shown
    assert "\nBridge(row: int, column: int, " in shown


@pytest.mark.parametrize("place", [ROOT, ROOT.parent, ROOT / "docs", ROOT / "docs" / "new", ROOT / "website"], ids=str)
def test_the_site_does_not_replace_the_source(place: Path) -> None:
    with pytest.raises(ValueError, match=r"the pages would replace their own source|not composed here"):
        compose.compose(place)


def test_the_site_replaces_only_what_was_composed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compose, "written", lambda: {"new/page.md": "text"})
    mine = tmp_path / "mine"
    mine.mkdir()
    (mine / "conf.py").touch()
    with pytest.raises(ValueError, match="not composed here"):
        compose.compose(mine)
    assert [*mine.iterdir()] == [mine / "conf.py"]
    pages = tmp_path / "pages"
    compose.compose(pages)
    (pages / "old.md").touch()
    compose.compose(pages)
    assert (pages / "new" / "page.md").read_text() == "text"
    assert not (pages / "old.md").exists()


def test_the_readme_on_a_package_index_has_no_link_that_needs_a_file() -> None:
    (rule,) = PROJECT["tool"]["hatch"]["metadata"]["hooks"]["fancy-pypi-readme"]["substitutions"]
    shown = re.sub(rule["pattern"], rule["replacement"], originals()["README.md"])
    links = LINK.findall(FENCED.sub("", shown))
    assert [link for link in links if not link.startswith(("https://", "#"))] == []
    assert f"{PROJECT['project']['urls']['Source']}/docs/library.md" in links


def test_the_readme_counts_the_encodings_right() -> None:
    number = {name: len(reference.registry_of(package).all()) for name, (package, _) in reference.KINDS.items()}
    assert (number["Connectivity"] - len(["none"]), number["Cardinality"] + number["At most one"]) == (10, 16)
    assert re.search(r"ten encodings.*sixteen encodings", originals()["README.md"], re.DOTALL)


def test_all_that_names_the_home_of_the_project_names_the_same() -> None:
    urls = PROJECT["project"]["urls"]
    assert all(url.startswith(urls["Homepage"]) for url in urls.values())
    assert f"site_url: {urls['Documentation']}/\nrepo_url: {urls['Source']}/\n" in SITE
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert ".example" not in citation, "a citation names no address that nobody can open"
    assert f"\nversion: {__version__}\n" in citation
