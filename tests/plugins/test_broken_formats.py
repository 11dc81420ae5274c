"""Documents that a format of another package returns, and names of plug-ins that have a meaning already."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import hashicnf
from hashicnf.core.document import Document, Setting, Source
from hashicnf.formats import FORMATS, Format
from hashicnf.passes.connectivity import CONNECTIVITY
from hashicnf.search.heuristics import HEURISTICS, Estimator
from outside_puzzles.latin import LINE

BOARD = np.array([[2, 0, 2]], dtype=np.int32)
CELLS = r"cells of a document are int32\[rows, columns\]"


def reading(*documents: tuple[Any, Any]) -> Format:
    """Return a format that reads these cells and settings from any text."""

    def parse(source: Source) -> list[Document]:
        return [Document(cells, source, settings) for cells, settings in documents]

    return replace(LINE, parse=parse)


@pytest.mark.parametrize(
    ("cells", "settings", "fault"),
    [
        (BOARD.tolist(), {}, CELLS),
        (BOARD.astype(np.float64), {}, CELLS),
        (BOARD[0], {}, CELLS),
        (-3 * BOARD, {}, "0 for empty, -1 for unknown, or more"),
        (BOARD, {"loops": "no"}, "of the class Setting"),
    ],
)
def test_what_is_no_document_is_an_error_of_the_package(
    cells: Any, settings: Any, fault: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(FORMATS.added, "odd", reading((BOARD, {"loops": Setting("no")}), (cells, settings)))
    with pytest.raises(hashicnf.PluginError, match=fault):
        hashicnf.parse_all("anything", "odd")


def test_a_text_without_puzzles_is_no_empty_list(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(FORMATS.added, "odd", reading())
    with pytest.raises(hashicnf.PluginError, match="a text without puzzles is an InputError"):
        hashicnf.parse_all("anything", "odd")


def test_a_format_of_a_family_comes_before_another_of_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(FORMATS.added, "sdm", reading((BOARD, {})))
    with pytest.warns(hashicnf.PluginWarning, match="'sdm' that was added cannot be used .a family has one"):
        assert hashicnf.parse(81 * ".", "sdm").family == "sudoku"


def test_a_heuristic_of_a_space_comes_before_another_of_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    never = Estimator("never", "tiles", "positions", lambda *_: lambda _: -1.0, admissible=True, consistent=True)
    monkeypatch.setattr(HEURISTICS, "find", lambda _: never)  # as if a package had it under this name
    answer = hashicnf.solve(hashicnf.parse("family: tiles\n1.3\n425\n"), method="astar", heuristic="manhattan")
    assert answer.plan is not None
    assert answer.plan.cost == 2


def test_auto_is_no_name_for_an_encoding(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(CONNECTIVITY.added, "auto", CONNECTIVITY.get("closure"))
    with pytest.raises(hashicnf.UsageError, match="hashicnf has one of that name"):
        CONNECTIVITY.get("auto")
