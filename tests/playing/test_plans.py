"""Boards with pieces are played in a real browser; hints go by a plan, and lead back to it."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

import hashicnf
from hashicnf.core.stagepicture import boards
from hashicnf.families.tiles.explain import stage
from hashicnf.playing.plans import moves_of
from tests.playing.boards import Opener, said, written

TILES = "family: tiles\n.12\n453\n"
TINY = Path(__file__).parent.parent.parent / "examples" / "klotski" / "tiny.puz"


def test_moves_are_those_of_the_plan() -> None:
    puzzle = hashicnf.parse(TILES)
    plan = hashicnf.solve(puzzle).plan
    assert plan is not None
    moves = moves_of(stage(puzzle.board), plan.actions)  # type: ignore[arg-type]
    *_, last = boards(stage(puzzle.board), plan.actions)  # type: ignore[arg-type]
    assert len(moves) == plan.length
    at = {piece: [*place] for piece, *place in moves}
    assert all(at.get(piece, [*place]) == [*place] for piece, place in enumerate(last))


@pytest.mark.parametrize("text", [TILES, TINY.read_text(encoding="utf-8")], ids=["tiles", "klotski"])
def test_a_plan_is_gone_by_hints(text: str, tmp_path: Path, open_page: Opener) -> None:
    page = open_page(written(tmp_path / "v.html", text))
    plan = hashicnf.solve(hashicnf.parse(text)).plan
    assert plan is not None
    for _ in range(plan.length):
        page.keyboard.press("h")
        expect(page.locator("#technique")).to_have_text("the plan")
        page.keyboard.press("d")
    assert said(page).startswith("Solved")  # in what time depends on a clock that may not have ticked
    expect(page.locator("#progress")).to_contain_text(f"{plan.length} move")


@pytest.mark.parametrize(
    ("text", "sentence", "picture"),
    [
        (
            f"{TILES}\n123\n45.\n",
            "Slide the tiles, one at a time and never over another, until they lie like this.",
            "row 2: 4, 5, empty",
        ),
        (f"goal: blank-first\n{TILES}", "", "The goal: row 1: empty, 1, 2; row 2: 3, 4, 5"),
        (TINY.read_text(encoding="utf-8"), "until A is at row 2, column 2.", None),
    ],
    ids=["a board", "a setting", "klotski"],
)
def test_the_goal_is_told_and_drawn(
    text: str, sentence: str, picture: str | None, tmp_path: Path, open_page: Opener
) -> None:
    page = open_page(written(tmp_path / "v.html", text))
    expect(page.locator("#goal")).to_contain_text(sentence)
    drawn = page.locator("#goal svg")
    if picture is None:
        expect(drawn).to_have_count(0)
        expect(page.locator("#board .wanted")).to_have_text("A")
    else:
        assert picture in (drawn.get_attribute("aria-label") or "")


def test_tiles_are_moved_by_clicks_and_keys_and_hints_lead_back(tmp_path: Path, open_page: Opener) -> None:
    page = open_page(written(tmp_path / "v.html", TILES))
    page.locator("#board .piece", has_text="4").click()
    assert said(page) == "Tile 4 moves up."
    page.locator("#board .piece", has_text="3").click()
    assert said(page) == "It cannot move."
    page.locator("#board .piece", has_text="5").press("ArrowLeft")
    page.locator("#board .piece", has_text="5").press("ArrowDown")
    assert said(page) == "Tile 5 cannot move down."
    page.click("#hint")
    expect(page.locator("#technique")).to_have_text("back to the plan")
    assert said(page) == "Tile 5 moves right."
    page.click("#solve")
    assert "Solved" in said(page)


def test_an_unsolvable_puzzle_is_called_so(tmp_path: Path, open_page: Opener) -> None:
    page = open_page(written(tmp_path / "v.html", "1.1\n...\n1.1\n"))
    assert said(page) == "Hashiwokakero: 3 rows, 3 columns, 4 islands. It has no solution: the hints show why."


def test_an_unsolvable_board_with_pieces_says_why(tmp_path: Path, open_page: Opener) -> None:
    page = open_page(written(tmp_path / "v.html", "family: tiles\n123\n456\n87.\n"))
    assert said(page).startswith("Sliding pieces: 3 rows, 3 columns, 8 tiles. It has no solution: every slide swaps")
    page.click("#hint")
    assert said(page).startswith("There is no plan: every slide swaps")
