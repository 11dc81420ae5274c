"""Notebooks show the text of a result, and the picture that its command draws."""

from __future__ import annotations

import pickle
from base64 import b64decode
from collections.abc import Callable
from dataclasses import replace
from html import escape
from typing import Any
from xml.etree.ElementTree import fromstring

import pytest

import hashicnf
from hashicnf.batch.benchmarks import Benchmark
from hashicnf.batch.studies import Failure
from hashicnf.core.picture import Circle, Look
from hashicnf.measure.bench import Measurement, Setting
from hashicnf.measure.bench_tables import table
from hashicnf.measure.comparison.results import Comparison
from hashicnf.measure.comparison.runs import MethodRun, RunSettings
from hashicnf.measure.comparison.tables import summary, wide
from hashicnf.pictures import shown
from hashicnf.pictures.marking import WRONG, comparing, marking, ringed
from hashicnf.pictures.svg import svg_of
from tests.plugins.registered import added

OPEN = hashicnf.parse("2.4.2\n.....\n3.?.2\n")
WRONG_BRIDGES = hashicnf.Solution.of([(0, 0, 0, 2, 2), (0, 0, 2, 0, 1)])
SLIDING = hashicnf.parse("family: tiles\n1.3\n425\n")


def image_of(result: Any) -> str | None:
    """Return the SVG in what a notebook shows of a result; None without a picture."""
    _, found, rest = (result._repr_html_() or "").partition('src="data:image/svg+xml;base64,')
    return b64decode(rest.partition('"')[0]).decode() if found else None


def _unique() -> tuple[Any, Any]:
    found = hashicnf.unique(OPEN)
    one, other = found.solutions
    return found, comparing(OPEN.picture(one), OPEN.picture(other))


def _backbone() -> tuple[Any, Any]:
    found = hashicnf.backbone(OPEN)
    assert found is not None
    return found, OPEN.picture(found.partial, partial=True)


def _hint() -> tuple[Any, Any]:
    first = hashicnf.hint(OPEN)
    found = hashicnf.hint(OPEN, first.solution)
    return found, marking(OPEN.picture(found.solution, partial=True), OPEN.picture(first.solution, partial=True))


def _fault() -> tuple[Any, Any]:
    found = hashicnf.hint(OPEN, WRONG_BRIDGES)
    assert found.right is not None
    return found, marking(OPEN.picture(WRONG_BRIDGES, partial=True), OPEN.picture(found.right, partial=True), WRONG)


def _shares() -> tuple[Any, Any]:
    found = hashicnf.count(OPEN, shares=True)
    assert found.marginals is not None
    return found, found.marginals.picture()


def _diagnosis() -> tuple[Any, Any]:
    puzzle = hashicnf.parse("1.2\n")
    found = hashicnf.diagnose(puzzle)
    assert found is not None
    return found, ringed(puzzle.picture(), found.conflict, Look())


def _explanation() -> tuple[Any, Any]:
    found = hashicnf.explain(OPEN)
    return found, OPEN.picture(found.solution, partial=True)


def _plan() -> tuple[Any, Any]:
    found = hashicnf.solve(SLIDING)
    return found, SLIDING.picture(found.solution)


def _decoded() -> tuple[Any, Any]:
    answer = hashicnf.solve(OPEN)
    assert isinstance(answer.verdict, hashicnf.Sat)
    return hashicnf.decode(answer.verdict.model, puzzle=OPEN), OPEN.picture(answer.solution)


@pytest.mark.parametrize(
    "make", [_unique, _backbone, _hint, _fault, _shares, _explanation, _diagnosis, _plan, _decoded]
)
def test_notebooks_show_the_picture_of_a_result_below_its_text(make: Callable[[], tuple[Any, Any]]) -> None:
    result, picture = make()
    html = result._repr_html_()
    assert html.partition(">")[2].startswith(escape(repr(result)))
    assert image_of(result) == svg_of(picture)
    assert f'alt="{picture.title}"' in html
    again = pickle.loads(pickle.dumps(result))  # noqa: S301 - our own bytes
    assert (again, again._repr_html_()) == (result, html)


def test_results_without_pictures_show_their_text_alone() -> None:
    unsolvable = hashicnf.parse("1.1.1\n")
    results = [hashicnf.solve(unsolvable), hashicnf.unique(unsolvable), hashicnf.count(unsolvable, shares=True)]
    results += [hashicnf.count(OPEN), hashicnf.hint(hashicnf.parse(".\n")), hashicnf.Uniqueness(())]
    assert [result._repr_html_() for result in results] == [None] * len(results)


def test_hints_and_explanations_show_their_sentences() -> None:
    corner = hashicnf.parse("4.2\n...\n2..\n")
    for result in (hashicnf.hint(corner), hashicnf.explain(corner)):
        assert result.steps[0].sentence[:60] in (result._repr_html_() or "")
    fault = hashicnf.hint(OPEN, WRONG_BRIDGES)
    assert fault.fault == f"no solution has {fault.wrong[0]}"
    assert fault.fault in (fault._repr_html_() or "")


def test_a_diagnosis_shows_its_reason_its_changes_and_rings_around_the_conflict() -> None:
    found = hashicnf.diagnose(hashicnf.parse("1.2\n"))
    assert found is not None
    html = found._repr_html_() or ""
    assert str(found.reason) in html
    assert "change row 1, column 1: 1 to 2" in html
    for coordinates in (False, True):
        picture = found.picture(coordinates=coordinates)
        assert picture is not None
        circles = [shape for shape in picture.shapes if isinstance(shape, Circle)]
        islands, rings = (
            {(circle.x, circle.y) for circle in circles if ("ring" in circle.paint.kind) == is_ring}
            for is_ring in (False, True)
        )
        assert rings == islands
    several = hashicnf.diagnose(hashicnf.parse("2..4..2\n.......\n3..?..2\n"), unique=True)
    assert several is not None
    assert (several._repr_html_() or "").endswith(f"change {several.changes[0].text}</pre>")


def test_the_puzzle_of_a_result_is_no_part_of_its_value() -> None:
    found = hashicnf.unique(OPEN)
    without = replace(found, puzzle=None)
    assert (without, hash(without), without._repr_html_()) == (found, hash(found), None)


def test_pictures_too_large_for_a_notebook_are_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    found = hashicnf.unique(OPEN)
    one, _ = found.solutions
    both, alone = 2 * len(OPEN.picture(one).shapes) + 1, len(OPEN.picture().shapes)
    monkeypatch.setattr(shown, "MOST_SHAPES", both)
    assert found._repr_html_() is not None
    monkeypatch.setattr(shown, "MOST_SHAPES", both - 1)
    assert (found._repr_html_(), OPEN._repr_svg_()) == (None, OPEN.svg())
    monkeypatch.setattr(shown, "MOST_SHAPES", alone - 1)
    assert (hashicnf.explain(OPEN)._repr_html_() or "").endswith("</pre>")
    assert OPEN._repr_svg_() is None


def test_measurements_are_the_tables_of_their_commands() -> None:
    compared = Comparison(
        ("a<b", "c"),
        ("cdcl", "dpll"),
        RunSettings(9),
        "abacus",
        (
            MethodRun("a<b", "cdcl", 1, "solved", "", seconds=1.0, cpu=1, peak=1 << 20),
            MethodRun("a<b", "dpll", 1, "error", "x < y", seconds=1.0, cpu=1, peak=1 << 20),
        ),
    )
    one = Measurement("f", "a.puz", Setting(), "solved", {}, "", {"seconds": {"encode": 0.1}})
    wrong = Measurement("f", "b<c.puz", Setting(solver="x"), "error", {}, "", {}, message="1 < 2")
    measured = Benchmark((one, wrong))
    rows = table(measured.rows())
    for result, tables, line in (
        (compared, [*(one for _, one in wide(compared)), summary(compared)], "a<b, dpll: x < y"),
        (measured, [rows], "b<c.puz: error: x, direct, lazy: 1 < 2"),
    ):
        root = fromstring(f"<html>{result._repr_html_()}</html>")
        shown = [[["".join(cell.itertext()) for cell in row] for row in one.iter("tr")] for one in root.iter("table")]
        assert shown == [[[*row] for row in one] for one in tables]
        first, last = ("".join(text.itertext()) for text in root.iter("pre"))
        assert (first, line in last.split("\n")) == (repr(result), True)
    refused = Benchmark((), (Failure("no such file", 65, ("a.puz",), 1),))
    assert "a.puz: no such file" in refused._repr_html_()


def test_results_of_families_without_pictures_show_their_text() -> None:
    with added():
        puzzle = hashicnf.parse(hashicnf.families.FAMILIES.get("latin").example)
        assert hashicnf.solve(puzzle)._repr_html_() is None
