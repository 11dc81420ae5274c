"""Formats: written texts read back, formats are distinguished, and large sizes are no problem."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import hashicnf
from hashicnf.core.document import UNKNOWN, Document, Setting, Source
from hashicnf.errors import InputError
from hashicnf.formats import FORMATS
from hashicnf.pipeline.puzzles import detect, parse_documents
from hashicnf.pipeline.writing import write_documents
from tests.oracles.puzzles import board_of

LINES = {
    "native": "max-bridges: 3\n.2.5..2\n.......\n4.?.2.4\n",
    "csv": "0, 2, 0, 5, 0, 0, 2\n0,0,0,0,0,0,0",
    "has": "2 7 3\n 0  2  0  5  0  0  2\n 0  0  0  0  0  0  0\n",
    "tatham": "7x7m2:a3c3a1e1c2a3b3d3h2c1a2e2\n",
}


@pytest.mark.parametrize("name", sorted(LINES))
def test_formats_are_told_apart(name: str) -> None:
    assert detect(LINES[name]) == name
    for variant in (
        "# 10,000: 3x3 and 7x7m2:a3\n" * (name != "has") + LINES[name],
        LINES[name].replace("\n", "\r\n"),
        "\n\n" + LINES[name] + "\n\n",
        LINES[name].rstrip("\n"),
    ):
        assert detect(variant) == name
        (document,) = parse_documents(variant)
        assert document.cells.tolist() == parse_documents(LINES[name])[0].cells.tolist()


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("max-bridges: 1\nloops: no\n1.1\n", None),
        ("family: sudoku\nboxes: 2 x 3\ndiagonals: yes\n" + "......\n" * 6, None),
        ("family: tiles\ngoal: blank-first\n0 1\n", None),
        ("family: klotski\ngoal: b at 1,1\nab.\n...\n", None),
        ("family: klotski\ngoal: exit\n.A.\n...\n", None),
        ("title: # of cells\ngoal: blank-first\n1 2\n0 1\n", "sized"),
        ("goal: blank-last\n1 2 3 0\n", "korf"),
        ('{"family": "klotski", "settings": {"goal": "exit"}, "grid": ["A.."]}', None),
    ],
)
def test_settings_may_be_in_capitals(text: str, name: str | None) -> None:
    capitals = text.upper().replace("B AT", "b AT").replace("AB.", "ab.")
    for key in ("family", "settings", "goal", "grid"):
        capitals = capitals.replace(f'"{key.upper()}"', f'"{key}"')
    puzzle = hashicnf.parse(capitals, name)
    assert puzzle == hashicnf.parse(text, name)
    assert puzzle.title == text.upper().partition("TITLE: ")[2].partition("\n")[0]


def test_a_header_before_a_form_feed_or_a_carriage_return_is_no_row_of_a_board() -> None:
    board = hashicnf.parse("3 3 4\n2 0 2\n0 0 0\n2 0 2\n", "has")
    for text in ("3\f3\v4\n2 0 2\n0 0 0\n2 0 2\n", "3 3 4\r2 0 2\r0 0 0\r2 0 2\r"):
        assert hashicnf.parse(text) == board


def test_errors_in_lines_that_end_in_carriage_returns_name_the_line() -> None:
    with pytest.raises(InputError) as caught:
        hashicnf.parse("2.2\r...\r2.x\r")
    assert (caught.value.line, caught.value.column, caught.value.text) == (3, 3, "2.x")


@given(
    rows=st.integers(1, 6),
    columns=st.integers(1, 40),
    seed=st.integers(0, 10**6),
    largest=st.sampled_from([1, 9, 12, 35]),
    unknown=st.booleans(),
    name=st.sampled_from(sorted(LINES)),
)
def test_round_trip(rows: int, columns: int, seed: int, largest: int, unknown: bool, name: str) -> None:
    rng = np.random.default_rng(seed)
    cells = rng.integers(0, largest + 1, (rows, columns)) * (rng.random((rows, columns)) < 0.5)
    assume(not (name == "csv" and columns == 1 and cells.max() > 9))
    if unknown and name in ("csv", "native"):
        cells = np.where(rng.random(cells.shape) < 0.2, UNKNOWN, cells)
    settings = {"max-bridges": Setting("3", 1, 1)} if name in ("native", "tatham") else {}
    document = Document(cells.astype(np.int32), Source("x", ""), settings)
    (back,) = parse_documents(write_documents([document], name), name)
    assert back.cells.tolist() == cells.tolist()
    assert {k: s.value for k, s in back.settings.items()} == {k: s.value for k, s in settings.items()}


def test_settings_of_the_native_format() -> None:
    puzzle = hashicnf.parse("title: a: b\nMAX-BRIDGES : 3 # three\nloops: NO\n\n# board\n3.3  # end\n")
    assert (board_of(puzzle).max_bridges, board_of(puzzle).loops) == (3, False)


def test_many_boards_in_a_file() -> None:
    puzzles = hashicnf.parse_all("2.2\n---\nloops: no\n1.1\n1.1\n")
    assert [board_of(p).shape for p in puzzles] == [(1, 3), (2, 3)]
    assert [board_of(p).clue.tolist() for p in puzzles] == [[2, 2], [1, 1, 1, 1]]
    games = hashicnf.parse_all("# two\n7x7m2:a3c3a1e1c2a3b3d3h2c1a2e2\n\n3x1m4L:4a4\n", name="games")
    assert [p.name for p in games] == ["games:2", "games:4"]
    assert (board_of(games[1]).max_bridges, board_of(games[1]).loops) == (4, False)


def test_every_format_explains_itself() -> None:
    for name, chosen in FORMATS.all().items():
        assert chosen.summary, name
        assert chosen.example, name


def test_byte_order_mark_and_blank_ends() -> None:
    from hashicnf.files.inputs import decoded

    assert decoded(b"\xef\xbb\xbf2.2\n", "x") == "2.2\n"
    assert board_of(hashicnf.parse("2.2   \n\n\t\n")).islands == 2


@pytest.mark.parametrize("text", ["0 0 0\n", "0 1 0\n", "0x0:\n", "0x3m2:\n"])
def test_a_board_without_cells_is_none(text: str) -> None:
    with pytest.raises(InputError, match="a puzzle without cells"):
        hashicnf.parse(text, "tatham" if "x" in text else "has")
