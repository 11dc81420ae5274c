"""Saved games of Simon Tatham's puzzles are read as their game IDs; those of Bridges also with the bridges drawn."""

from __future__ import annotations

from pathlib import Path

import pytest

import hashicnf
from hashicnf.cli.app import run

IDS = {
    "Bridges": "7x7m3L:a3c3a1e1c2a3b3d3h2c1a2e2",
    "Solo": "2x2:1e3b4e2",
    "Fifteen": "3x3:8,1,3,4,0,2,7,6,5",
}
SMALL = "3x3m2:2a2e1"  # islands at columns 0 and 2 of row 0, and at column 2 of row 2
ACROSS, DOWN = ([1, 1], [1, 3]), ([1, 3], [3, 3])


def saved(game: str, text: str, moves: str = "MOVE:L0,0,2,0,1", position: int = 2, end: str = "\n") -> str:
    parameters, board = text.split(":")
    played = [(kind, text) for kind, _, text in (move.partition(":") for move in moves.split())]
    fields = [
        ("SAVEFILE", "Simon Tatham's Portable Puzzle Collection"),
        ("VERSION", "1"),
        ("GAME", game),
        ("PARAMS", "9x9"),  # of the next game
        ("CPARAMS", parameters),
        ("DESC", board),
        ("NSTATES", str(len(played) + 1)),
        ("STATEPOS", str(position)),
        *played,
    ]
    return "".join(f"{name:8}:{len(value)}:{value}{end}" for name, value in fields)


def drawn(moves: str, position: int) -> list[tuple[list[int], list[int], int]]:
    puzzle = hashicnf.parse(saved("Bridges", SMALL, moves, position))
    data = None if puzzle.solution is None else puzzle.as_data(puzzle.solution)
    bridges = data["bridges"] if isinstance(data, dict) else []
    return [(bridge["from"], bridge["to"], bridge["count"]) for bridge in bridges]


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("game", IDS)
def test_a_saved_game_is_the_board_of_its_id(game: str, end: str) -> None:
    puzzle, other = hashicnf.parse(saved(game, IDS[game], position=1, end=end)), hashicnf.parse(IDS[game], "tatham")
    assert puzzle.family == other.family
    assert hashicnf.convert(puzzle) == hashicnf.convert(other)
    assert hashicnf.parse(hashicnf.convert(puzzle, "savedgame")) == other


@pytest.mark.parametrize(
    ("moves", "position", "bridges"),
    [
        ("MOVE:L0,0,2,0,1", 2, [(*ACROSS, 1)]),
        ("MOVE:L2,0,0,0,1;L2,0,2,2,2", 2, [(*ACROSS, 1), (*DOWN, 2)]),
        ("MOVE:L0,0,2,0,1 MOVE:L2,0,2,2,1", 2, [(*ACROSS, 1)]),
        ("MOVE:L0,0,2,0,1 MOVE:L0,0,2,0,2", 3, [(*ACROSS, 2)]),
        ("MOVE:L0,0,2,0,1 MOVE:L0,0,2,0,0", 3, []),
        ("MOVE:L0,0,2,0,1 RESTART:2a2e1 SOLVE:S;L2,0,2,2,1", 4, [(*DOWN, 1)]),
        ("MOVE:M0,0;N0,0,2,0", 2, []),
    ],
)
def test_bridges_are_those_of_the_position_that_is_shown(
    moves: str, position: int, bridges: list[tuple[list[int], list[int], int]]
) -> None:
    assert drawn(moves, position) == bridges


def test_a_solved_board_survives(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    puzzle = hashicnf.parse(IDS["Bridges"], "tatham")
    (tmp_path / "a.tatham").write_text(f"{IDS['Bridges']}\n")
    (tmp_path / "a.sol").write_text(hashicnf.draw(puzzle, hashicnf.solve(puzzle).solution))
    words = [
        "convert",
        str(tmp_path / "a.tatham"),
        "--solution",
        str(tmp_path / "a.sol"),
        "-o",
        str(tmp_path / "a.sav"),
    ]
    assert run(words) == 0
    assert run(["check", str(tmp_path / "a.sav")]) == 0
    assert run(["convert", str(tmp_path / "a.sav"), "--to", "savedgame"]) == 0
    shown = capsys.readouterr()
    assert shown.out.endswith((tmp_path / "a.sav").read_text())
    assert shown.err == ""


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("1.1\n", "boards of fewer than 3 rows or columns"),
        ("1..\n...\n...\n", "boards of fewer than 2 islands"),
        ("11.\n...\n...\n", "islands that touch"),
        ("1..\n1..\n...\n", "islands that touch"),
        ("max-bridges: 5\n1.1\n...\n...\n", "more than 4 bridges per pair"),
        ("17,.,1\n.,.,.\n.,.,.\n", "numbers above 16"),
        ("?.1\n...\n...\n", "unknown numbers"),
        ("family: sudoku\n" + 32 * (31 * ". " + ".\n"), "boards of more than 31 rows"),
        ("family: tiles\n2 1 .\n", "boards of a single row or column"),
    ],
)
def test_what_the_game_does_not_load_is_not_written(text: str, what: str) -> None:
    with pytest.raises(hashicnf.UsageError, match=what):
        hashicnf.convert(hashicnf.parse(text, "native"), "savedgame")


def test_a_board_that_the_game_does_not_load_is_written_with_a_message(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    said = "the program of the tatham format does not load islands that touch (see generate --apart), as in "
    (tmp_path / "a.puz").write_text("2.2\n...\n2.2\n---\n22\n22\n..\n---\n2.2\n2.2\n...\n---\n.22\n.22\n...\n")
    assert run(["convert", str(tmp_path / "a.puz"), "--to", "tatham"]) == 0
    out, err = capsys.readouterr()
    assert len(out.splitlines()) == 4
    few = "the program of the tatham format does not load boards of fewer than 3 rows or columns, as in "
    assert [line.removeprefix("hashicnf: ").partition(", as in ")[0] + ", as in " for line in err.splitlines()] == [
        few,
        said,
    ]
    assert err.splitlines()[1].endswith("; and in 1 other puzzle")
    assert run(["generate", "--size", "12", "--islands", "20", "--to", "tatham"]) == 0
    assert said in capsys.readouterr().err
    for to in ("tatham", "savedgame"):
        assert run(["generate", "--size", "12", "--islands", "20", "--apart", "--to", to]) == 0
        assert capsys.readouterr().err == ""
