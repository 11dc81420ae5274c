"""Tables and columns fit the terminal without losing text; in pipes their width is unlimited."""

from __future__ import annotations

import random

import pytest

from hashicnf.cli import tables
from hashicnf.cli.app import run

HEAD = ["folder", "solver", "encoding of connectivity", "runs", "seconds", "clauses", "conflicts", "memory"]
ROWS = [
    ["boards/large", "cadical", "planar", "10", "1.25", "1,000", "17", "46"],
    ["boards/large", "minisat", "vertex-elimination with many words", "10", "0.5", "20,000", "1,234", "46"],
]


def printed(capsys: pytest.CaptureFixture[str]) -> list[str]:
    return capsys.readouterr().out.splitlines()


def narrow(monkeypatch: pytest.MonkeyPatch, width: int | None) -> None:
    monkeypatch.setattr("hashicnf.cli.columns", lambda _: width)


@pytest.mark.parametrize("width", [None, 200])
def test_a_table_that_fits_or_goes_to_a_pipe_is_one(
    width: int | None, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    narrow(monkeypatch, width)
    tables.print_table([HEAD, *ROWS], "text", left=3)
    lines = printed(capsys)
    assert (
        lines[2]
        == "boards/large  minisat  vertex-elimination with many words    10      0.5   20,000      1,234      46"
    )
    assert len(lines) == 3


def test_a_narrow_terminal_gets_shared_values_above_and_broken_keys(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    narrow(monkeypatch, 60)
    tables.print_table([HEAD, *ROWS], "text", left=3)
    assert printed(capsys) == [
        "folder: boards/large",
        "runs: 10",
        "memory: 46",
        "",
        "solver   encoding of         seconds  clauses  conflicts",
        "         connectivity",
        "cadical  planar                 1.25    1,000         17",
        "minisat  vertex-elimination      0.5   20,000      1,234",
        "         with many words",
    ]


def test_too_many_columns_are_several_tables_with_the_same_keys(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    narrow(monkeypatch, 30)
    numbers = [["board", *"abcdefgh"], ["one", *(f"{n}00000" for n in range(8))], ["two", *(f"{n}" for n in range(8))]]
    tables.print_table(numbers, "text")
    lines = printed(capsys)
    assert [line.split()[0] for line in lines if line] == ["board", "one", "two"] * 3
    assert [cell for line in lines if line.startswith("board") for cell in line.split()[1:]] == list("abcdefgh")


def test_a_single_row_is_a_list(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    narrow(monkeypatch, 40)
    tables.print_table([HEAD, ROWS[0]], "text", left=3)
    assert printed(capsys) == [f"{head}: {cell}" for head, cell in zip(HEAD, ROWS[0], strict=True)]


@pytest.mark.parametrize(
    "name", ["a\tb", "a\nb", "a\x1b[1mb", "\N{COMBINING DIAERESIS}", "\N{CJK UNIFIED IDEOGRAPH-6A4B}" * 9]
)
def test_no_name_shifts_the_columns(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    narrow(monkeypatch, None)
    tables.print_table([["puzzle", "seconds"], ["plain", "1.5"], [name, "2.5"]], "text")
    lines = printed(capsys)
    assert len(lines) == 3
    assert {line[-3:] for line in lines[1:]} == {"1.5", "2.5"}
    columns = {sum(2 * (c == "\u6a4b") or 1 - (c == "\u0308") for c in line) for line in lines}
    assert len(columns) == 1


@pytest.mark.parametrize("seed", range(20))
def test_no_line_is_longer_than_the_terminal_and_no_cell_is_lost(
    seed: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    chance = random.Random(seed)
    count, left, width = chance.randint(2, 9), chance.randint(1, 2), chance.randint(50, 90)
    rows = [[f"w{line}{i}" * chance.randint(1, 4) for i in range(count)] for line in range(chance.randint(3, 6))]
    rows = [[" ".join([row[0]] * chance.randint(1, 9)), *row[1:]] for row in rows]
    narrow(monkeypatch, width)
    tables.print_table(rows, "text", left)
    tables.print_columns(rows[1:])
    lines = printed(capsys)
    assert max(map(len, lines)) <= width
    assert {word for row in rows for cell in row for word in cell.split()} <= {
        word for line in lines for word in line.split()
    }


@pytest.mark.parametrize("command", ["families", "encodings", "formats", "solvers", "methods"])
def test_lists_fit_a_terminal_and_are_not_broken_in_a_pipe(
    command: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run([command]) == 0
    wide = printed(capsys)
    narrow(monkeypatch, 80)
    assert run([command]) == 0
    lines = printed(capsys)
    assert max(map(len, lines)) <= 80
    assert len(lines) > len(wide)
    assert " ".join(lines).split() == " ".join(wide).split()


@pytest.mark.parametrize(
    ("words", "width"),
    [(["--help"], 30), (["count", "--help"], 36), (["methods"], 30), (["families"], 30), (["solvers"], 30)],
)
def test_help_and_lists_fit_narrow_terminals_and_break_no_word(
    words: list[str], width: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    narrow(monkeypatch, None)
    monkeypatch.setenv("COLUMNS", "100")
    assert run(words) == 0
    every = {word for line in printed(capsys) for word in line.split()}
    narrow(monkeypatch, width)
    monkeypatch.setenv("COLUMNS", str(width))
    assert run(words) == 0
    lines = printed(capsys)
    assert max(map(len, lines)) <= width
    assert {word for line in lines for word in line.split()} - {"\\"} <= every
