"""Detection: a text that a format wrote is recognised for every family; no other format accepts it, or it reads the same puzzle."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

import hashicnf
from hashicnf.cli.app import run
from hashicnf.core.document import DEFAULT_FAMILY
from hashicnf.families import FAMILIES, Puzzle
from hashicnf.pipeline.puzzles import NATIVE, detect, formats
from hashicnf.pipeline.writing import write_puzzles

SHAPES = [(1, 1), (1, 3), (1, 9), (1, 81), (1, 256), (2, 2), (2, 3), (3, 3), (3, 1), (4, 4), (5, 4), (9, 9), (3, 81)]
NUMBERS = [
    "01",
    "0123",
    "12345678",
    "0012345678",
    "2",
    "9",
    "1 2 10",
    "3 3 2 9 12",
    "1 2 3 4 5 6 7 8",
    "? 1 2 3",
    "0 11",
]
TITLES = [
    "",
    "",
    "2 3 6",
    "9x9: a|b",
    "a | b",
    "3x1:2a2",
    "https://puzz.link/p?hashi/3/1/2g2",
    "[Puzzle]",
    "begin",
    "# sliding tiles",
]
MADE: dict[str, list[dict[str, int]]] = {
    "sudoku": [{"size": 4}, {"size": 6}, {"size": 9}, {"size": 12}],
    "tiles": [{}],
    "klotski": [{}],
}


def island_rows(random: Random) -> Puzzle:
    """Return a board of arbitrary numbers, solvable or not, of a shape that some other format also has."""
    rows, columns = random.choice(SHAPES)
    symbols = random.choice(NUMBERS)
    among = symbols.split() if " " in symbols else [*symbols]
    cells = [[-1 if (one := random.choice(among)) == "?" else int(one) for _ in range(columns)] for _ in range(rows)]
    if random.random() < 0.4:
        islands = sum(number != 0 for row in cells for number in row)
        cells[0][:3] = [rows - random.randint(0, 1), columns, islands][:columns]
    settings: dict[str, str | float] = {"max_bridges": 3} if random.random() < 0.2 else {}
    if title := random.choice(TITLES):
        settings["title"] = title
    return hashicnf.puzzle(cells, DEFAULT_FAMILY, **settings)


def boards(count: int) -> Iterator[Puzzle]:
    random = Random(7)
    for _ in range(count):
        yield island_rows(random)
    for family, orders in MADE.items():
        for seed, order in enumerate(orders):
            yield hashicnf.generate(family, seed=seed, **order).puzzle
    for box in ("1x4", "4x1", "2x2"):
        yield hashicnf.parse(f"family: sudoku\nboxes: {box}\n1...\n..3.\n.4..\n...2\n")
    for side, box in ((5, "1x5"), (5, "5x1"), (12, "12x1"), (12, "1x12"), (6, "3x2")):
        yield hashicnf.puzzle([[0] * side] * side, "sudoku", boxes=box)
    for rows in ([[1, 0]], [[1, 2], [3, 0]], [[3, 4], [1, 2], [5, 0]], [[1, 2, 3], [4, 5, 6], [7, 8, 0]]):
        for goal in ("blank-first", "blank-last"):
            yield hashicnf.puzzle(rows, "tiles", goal=goal)
    yield from (hashicnf.parse(family.example) for family in FAMILIES.all().values())


@pytest.fixture(scope="module", params=[100, pytest.param(400, marks=pytest.mark.slow)])
def every(request: pytest.FixtureRequest) -> list[Puzzle]:
    return [*boards(request.param)]


@pytest.mark.parametrize("name", sorted(formats()))
def test_what_is_written_is_read_again_without_its_name(name: str, every: list[Puzzle]) -> None:
    held = 0
    for puzzle in every:
        try:
            written = write_puzzles([puzzle], name)
        except hashicnf.UsageError:
            continue
        assert hashicnf.parse(written) == puzzle, written
        assert hashicnf.parse(written, name) == puzzle
        held += 1
    assert held


def test_a_board_that_is_also_a_file_of_another_format_names_its_family() -> None:
    board = hashicnf.parse("2 3 6\n3 12 3\n2 4 2\n", NATIVE)
    assert hashicnf.convert(board) == "family: hashi\n2 3 6\n3 12 3\n2 4 2\n"
    assert hashicnf.convert(hashicnf.parse("2.2\n")) == "2.2\n"
    assert detect("# mine\n\ntitle: 2\nFamily : hashi\n2 3 6\n3 12 3\n2 4 2\n") == NATIVE
    assert detect("2 3 6\n3 12 3\n2 4 2\n") == "has"


def test_a_column_of_larger_numbers_has_no_comma_to_be_known_by() -> None:
    with pytest.raises(hashicnf.UsageError, match="the csv format cannot express a single column with numbers from 10"):
        hashicnf.convert(hashicnf.puzzle([[12], [0], [13]]), "csv")


def test_other_processes_get_the_board_that_was_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "a.puz"
    path.write_text(f"1{'.' * 79}1\n")
    assert run(["compare", str(path), "--methods", "pysat", "--json"]) == 0
    assert '"status": "solved"' in capsys.readouterr().out


@pytest.mark.parametrize(
    "rows",
    [
        "4 4 2\n3 3 .\n3 5 .\n",
        "2 3 3\n5 7 ?\n. 3 1\n2 1 .\n",
        "4 3 2\n3 3 4\n. . 5\n2 2 1\n1 1 1\n",
        "1 3 2\n1, 0, 1\n",
        "2 3 3\n2 4 3 # mine\n4 3 1\n",
    ],
    ids=["empty", "unknown", "as many cells as the header says", "commas", "comment"],
)
def test_rows_of_three_cells_with_signs_of_the_native_format_are_no_benchmark(rows: str) -> None:
    assert detect(rows) == NATIVE
    assert hashicnf.parse(rows) == hashicnf.parse(rows, NATIVE)


@pytest.mark.parametrize("row", ["., 3, 1", "3, ., 1", "3, 1, _", "_,3,1 # mine", "3 ,1 ,."])
def test_a_table_with_signs_of_the_native_format_below_its_first_row_is_no_table_of_a_spreadsheet(row: str) -> None:
    assert hashicnf.parse(f"2, 3, 4\n{row}") == hashicnf.parse(f"2, 3, 4\n{row}", NATIVE)
    assert detect("2, 3, 4\n3,, ? # 2, 3, .\n") == "csv"
