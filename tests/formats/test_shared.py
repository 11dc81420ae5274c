"""Notations that families share: texts of players are read, written texts are valid for them, and every pair of formats agrees."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import hashicnf
from hashicnf.cli.app import run
from hashicnf.core.document import UNKNOWN, Document, Source
from hashicnf.errors import InputError, UsageError
from hashicnf.families import FAMILIES, Puzzle
from hashicnf.formats import FORMATS, Genre, Passage
from hashicnf.formats.native import native_lines
from hashicnf.formats.number16 import decode, encode
from hashicnf.pipeline.puzzles import detect, formats, parse_documents
from tests.oracles.puzzles import board_of

BOARD = "4.2..\n.3..2\n3....\n.3.1.\n3.4.3\n"
CELLS = "4 . 2 . . /. 3 . . 2 /3 . . . . /. 3 . 1 . /3 . 4 . 3 /"
SHARED = ("janko", "json", "native", "puzzlink", "pzprv3", "tatham")


@pytest.mark.parametrize(
    ("code", "cells"),
    [
        ("123f", [1, 2, 3, 15]),
        ("g1h2", [0, 1, 0, 0, 2]),
        (".-10-ff+100+fff", [UNKNOWN, 16, 255, 256, 4095]),
        ("=000=fff@000@fcf", [4096, 8191, 8192, 12_239]),
        ("*0000*ffff$00000", [12_240, 77_775, 77_776]),
        ("z1zg2", [*[0] * 20, 1, *[0] * 21, 2]),
    ],
)
def test_the_code_of_numbers(code: str, cells: list[int]) -> None:
    grid = np.array([cells], dtype=np.int32)
    assert encode(grid) == code
    read, places = decode(Passage(Source("x", code), 1, 1, code), 1, len(cells))
    assert read.tolist() == [cells]
    assert len(places) == len(cells)
    old = code.replace("@", "%")
    assert decode(Passage(Source("x", old), 1, 1, old), 1, len(cells))[0].tolist() == [cells]


@pytest.mark.parametrize(
    "url",
    [
        "https://puzz.link/p?hashikake/5/5/4g2i3h23k3g1g3g4g3",
        "https://puzz.link/p?hashi/5/5/4g2i3h23k3g1g3g4g3",
        "https://puzz.link/p?bridges/5/5/4g2i3h23k3g1g3g4g3/",
        "http://pzv.jp/p.html?hashikake/5/5/4g2i3h23k3g1g3g4g3",
        "http://pzv.jp/p.html?type=player&hashikake/5/5/4g2i3h23k3g1g3g4g3",
        "puzz.link/p?hashikake_edit/5/5/4g2i3h23k3g1g3g4g3",
        "https://puzz.link/p?hashi/c/5/5/4g2i3h23k3g1g3g4g3",
        "hashi/5/5/4g2i3h23k3g1g3g4g3",
        f"pzprv3/hashikake/5/5/{CELLS}",
        f"https://puzz.link/p?pzprv3/hashikake/5/5/{CELLS.replace(' ', '%20')}",
        f"https://puzz.link/p?pzprv3%2Fhashi%2F5%2F5%2F{CELLS.replace(' ', '%20').replace('/', '%2F')}",
        f"pzprv3.1\nhashikake\n5\n5\n{CELLS.replace('/', chr(10))}",
        "5x5m2:4a2c3b23e3a1a3a4a3",
        "https://www.chiark.greenend.org.uk/~sgtatham/puzzles/js/bridges.html#5x5i30e10m2d0:4a2c3b23e3a1a3a4a3",
        "bridges.html#5:4a2c3b23e3a1a3a4a3  # with a comment",
        '["4.2..", ".3..2", "3....", ".3.1.", "3.4.3"]',
        "[[4, 0, 2, 0, 0], [0, 3, 0, 0, 2], [3, 0, 0, 0, 0], [0, 3, 0, 1, 0], [3, 0, 4, 0, 3]]",
        '{"problem": "5 5\\n4 - 2 - -\\n- 3 - - 2\\n3 - - - -\\n- 3 - 1 -\\n3 - 4 - 3"}',
        '{"name": "Hashi", "count": 1, "data": {"a": {"problem": "4 - 2 - -\\n- 3 - - 2\\n3 - - - -\\n- 3 - 1 -\\n3 - 4 - 3"}}}',
        '{"puzzles": [{"grid": [["4","","2","",""],["","3","",null,"2"],[3,".","_","-","0"],[0,3,0,1,0],[3,0,4,0,3]]}]}',
    ],
)
def test_what_people_paste_is_read(url: str) -> None:
    assert hashicnf.parse(f"{url}\n") == hashicnf.parse(BOARD)


@pytest.mark.parametrize(
    "site", ["https://swaroopg92.github.io/penpa-edit/#m=edit&", "opt-pan.github.io/penpa-edit/?m=solve&"]
)
def test_a_drawing_of_an_editor_is_refused_with_advice(
    site: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    url = f"{site}p=7VTBbpwwEL3zFSuffbANZIFbmm56Sdqmu1"
    path = tmp_path / "a.txt"
    path.write_text(f"# from a friend\n{url}\n")
    for word, place in ((url, "<argument>:1:1"), (str(path), f"{path}:2:1")):
        assert run(["solve", word]) == 65
        shown = capsys.readouterr().err
        assert shown.startswith(f"hashicnf: {place}: a URL of Penpa+ holds a drawing and names no kind of puzzle")
        assert "expected the board as rows of text, such as 2.2, or a URL such as https://puzz.link/p?hashi/" in shown


def test_unknown_numbers_and_settings_travel() -> None:
    puzzle = hashicnf.parse("max-bridges: 3\nloops: no\n?.3.1\n.....\n2...?\n")
    for name in ("puzzlink", "json"):
        assert hashicnf.parse(hashicnf.convert(puzzle, name)) == puzzle
    assert hashicnf.convert(puzzle, "puzzlink") == "https://puzz.link/p?hashi/m3L/5/3/.g3g1k2i./\n"
    for name in ("janko", "pzprv3"):
        with pytest.raises(UsageError, match=f"the {name} format cannot express max-bridges; use native"):
            hashicnf.convert(puzzle, name)
        plain = hashicnf.parse("?.3.1\n.....\n2...?\n")
        assert hashicnf.parse(hashicnf.convert(plain, name)) == plain


@pytest.mark.parametrize(
    ("drawn", "rules"),
    [
        ("", {"unsolved"}),
        ("0 0 0 0 /0 0 0 0 /0 0 0 0 /0 0 0 0 /0 0 0 0 /" + "0 0 0 0 0 /" * 4, {"unsolved"}),
        ("2 2 0 0 /" + "0 0 0 0 /" * 4 + "2 0 0 0 0 /" * 4, {"number", "connected"}),
        (
            "2 2 0 0 /0 1 1 1 /-1 0 0 0 /0 1 1 0 /1 1 1 1 /2 0 0 0 0 /2 1 0 0 1 /1 1 0 0 1 /1 0 0 0 1 /",
            {"number"},
        ),
        ("2 2 0 0 /0 1 1 1 /-1 0 -1 -1 /0 1 1 -1 /2 2 2 2 /2 0 0 0 0 /2 2 0 0 1 /1 2 0 -1 1 /1 0 0 -1 1 /", set()),
    ],
)
def test_a_board_of_the_player_is_checked_as_it_is_drawn(
    drawn: str, rules: set[str], capsys: pytest.CaptureFixture[str]
) -> None:
    text = f"pzprv3/hashikake/5/5/{CELLS}{drawn}"
    puzzle = hashicnf.parse(text)
    found = {"unsolved"} if puzzle.solution is None else {broken.rule for broken in puzzle.check(puzzle.solution)}
    assert found == rules
    assert run(["check", text]) == (1 if rules else 0)
    shown = capsys.readouterr().out
    assert all(rule in shown for rule in rules or {"correct"})
    back = hashicnf.parse(hashicnf.convert(puzzle, "pzprv3"))
    assert (back, back.solution) == (puzzle, puzzle.solution)


def test_a_size_alone_is_an_empty_board_of_the_player() -> None:
    puzzle = hashicnf.parse("pzprv3/hashikake/2/3")
    assert (board_of(puzzle).shape, board_of(puzzle).islands, puzzle.solution) == ((2, 3), 0, None)


def test_history_of_the_player_is_passed_over() -> None:
    text = f"pzprv3\nhashikake\n5\n5\n{CELLS.replace('/', chr(10))}"
    text += "0 0 0 0 \n" * 5 + "0 0 0 0 0 \n" * 4 + 'info:{\n "metadata": {\n  "author": "a/b"\n }\n}\n'
    assert [hashicnf.parse(BOARD)] * 2 == hashicnf.parse_all(text + text)


def test_other_families_have_their_own_genres() -> None:
    sudoku = "family: sudoku\n1...\n..3.\n.4..\n...2\n"
    wide = "family: sudoku\nboxes: 2x2\ndiagonals: yes\n1...\n..3.\n.4..\n...2\n"
    tiles = "family: tiles\n813\n4.2\n765\n"
    for text, link in (
        ("https://puzz.link/p?sudoku/4/4/1k3h4k2", sudoku),
        ("2x2:1e3b4e2", sudoku),
        ("solo.html#2x2adu:1e3b4e2", sudoku),
        ("solo.html#2x2xr4:1e3b4e2", wide),
        ("2x2:1_2_3_4_3_4_1_2d4_3_2_1", "family: sudoku\n1234\n3412\n....\n4321\n"),
        ("pzprv3/sudoku/4/1 . . . /. . 3 . /. 4 . . /. . . 2 /. .[1,2,,] + . /. . . . /. . . . /. . . . /", sudoku),
        ("begin\npuzzle sudoku\n[problem]\n1 - - -\n- - 3 -\n- 4 - -\n- - - 2\nend", sudoku),
        ("3x3:8,1,3,4,0,2,7,6,5", tiles),
        ("fifteen.html#3:8,1,3,4,0,2,7,6,5", tiles),
        ('{"family": "tiles", "grid": ["813", "4.2", "765"]}', tiles),
    ):
        assert hashicnf.parse(text) == hashicnf.parse(link), text
    assert hashicnf.parse("2x3:zj").lines[1:] == ["......"] * 6
    assert hashicnf.parse("3x2:zj").lines[1] == "boxes: 3x2"
    mixed = "https://puzz.link/p?sudoku/4/4/1k3h4k2\n# two\nhttps://puzz.link/p?hashi/3/1/2g2\n"
    assert [puzzle.family for puzzle in hashicnf.parse_all(mixed)] == ["sudoku", "hashi"]
    assert [puzzle.name for puzzle in hashicnf.parse_all(mixed, name="x")] == ["x:1", "x:3"]


@pytest.mark.parametrize(
    ("text", "to", "what"),
    [
        ("family: sudoku\nboxes: 2x4\n" + "........\n" * 8, "puzzlink", "boards of 8 x 8 cells"),
        ("family: sudoku\nboxes: 3x2\n" + "......\n" * 6, "pzprv3", "boxes"),
        ("family: sudoku\ndiagonals: yes\n" + "....\n" * 4, "janko", "diagonals"),
        ("family: tiles\ngoal: blank-first\n.12\n345\n", "tatham", "this goal"),
        ("family: klotski\n##a#\n#aa.\n####\n", "tatham", "klotski puzzles"),
        ("?.1\n", "tatham", "unknown numbers; use native"),
        ("max-bridges: 36\n36 . 36\n", "tatham", "numbers above 35; use native"),
    ],
)
def test_what_cannot_be_held_is_refused(text: str, to: str, what: str) -> None:
    try:
        puzzle = hashicnf.parse(text)
    except InputError:
        puzzle = hashicnf.read("examples/klotski/tiny.puz")
    with pytest.raises(UsageError, match=f"the {to} format cannot express {what}"):
        hashicnf.convert(puzzle, to)


def test_the_ending_decides_where_two_formats_fit(monkeypatch: pytest.MonkeyPatch) -> None:
    from hashicnf.pipeline.puzzles import format_named

    rival = replace(format_named("csv"), suffixes=(".rival", ".txt"))
    monkeypatch.setitem(FORMATS.added, "rival", rival)
    assert detect("2, 0, 2\n", "a.rival") == "rival"
    with pytest.raises(UsageError, match="csv or rival"):
        detect("2, 0, 2\n", "a.txt")
    with pytest.raises(UsageError, match="csv or rival"):
        detect("2, 0, 2\n", "a.dat")


def test_formats_are_joined_once_until_one_is_added(monkeypatch: pytest.MonkeyPatch) -> None:
    known = formats()
    assert formats() is known
    monkeypatch.setitem(FORMATS.added, "rival", known["csv"])
    assert formats().keys() == {*known, "rival"}
    monkeypatch.delitem(FORMATS.added, "rival")
    assert formats().keys() == known.keys()


def test_an_argument_may_be_the_puzzle(capsys: pytest.CaptureFixture[str]) -> None:
    for text in ("https://puzz.link/p?hashi/3/1/2g2", "3x1m2:2a2", "pzprv3/hashikake/1/3/2 . 2 /"):
        assert run(["solve", text, "--style", "ascii"]) == 0
        assert capsys.readouterr().out == "2=======2\n"
        assert run(["convert", text, "--to", "tatham"]) == 0
        assert capsys.readouterr().out == "3x1m2:2a2\n"
    assert run(["solve", "3x1m2:2a1a"]) == 65
    assert "<argument>:1:11: the board has 4 cells, and 3 x 1 are 3" in capsys.readouterr().err
    assert run(["solve", "nosuch.puz"]) == 65
    assert "nosuch.puz: cannot be read" in capsys.readouterr().err


def test_a_file_comes_before_a_puzzle_of_its_name(
    tmp_path: object, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(str(tmp_path))
    Path("3x1m2:2a2").write_text("1.1\n")
    assert run(["convert", "3x1m2:2a2"]) == 0
    assert capsys.readouterr().out == "1.1\n"


def bridges(count: int) -> Iterator[Puzzle]:
    """Yield Hashiwokakero boards with their solutions, of all sizes and rules."""
    for seed in range(count):
        rng = np.random.default_rng(seed)
        rows, columns = rng.integers(2, 12, 2).tolist()
        islands = int(rng.integers(2, max(3, rows * columns // 4)))
        options: dict[str, Any] = {"size": f"{rows}x{columns}", "seed": seed, "islands": islands}
        if seed % 5 == 0:
            options["max-bridges"] = int(rng.integers(1, 6))
        if seed % 7 == 0:
            options["no-loops"] = True
        try:
            made = hashicnf.generate("hashi", **options)
        except UsageError:
            continue  # too many islands for the board
        board = made.puzzle.document
        if seed % 3 == 0:  # clues that are not given
            hidden = replace(
                board, cells=np.where(rng.random(board.cells.shape) < 0.2, np.minimum(board.cells, 0), board.cells)
            )
            unknown = np.where((board.cells > 0) & (hidden.cells == 0), UNKNOWN, board.cells).astype(np.int32)
            lines = native_lines(Document(unknown, board.source, board.settings))
            yield replace(hashicnf.parse("\n".join(lines) + "\n"), solution=made.solution)
        else:
            yield replace(made.puzzle, title="", solution=made.solution)


def others(family: str, count: int) -> Iterator[Puzzle]:
    """Yield puzzles of another family in all its sizes, with solutions unless these are plans."""
    every: dict[str, list[dict[str, Any]]] = {
        "sudoku": [{"size": 4}, {"size": 6}, {"size": 6, "boxes": "3x2"}, {"size": 4, "diagonals": True}, {"size": 9}],
        "tiles": [{"size": size} for size in ("2x2", "2x3", "4x4", "5x3", "3x5")],
        "klotski": [{"size": size, "pieces": "2x2,1x2,1x1*2"} for size in ("5x2", "3x4")],
    }
    sizes = every[family]
    for seed in range(count):
        made = hashicnf.generate(family, seed=seed, **sizes[seed % len(sizes)])
        solution = made.solution if FAMILIES.get(family).planning is None else None
        yield replace(made.puzzle, title="", solution=solution)


def generated(family: str, count: int) -> Iterator[Puzzle]:
    return bridges(count) if family == "hashi" else others(family, count)


def every_pair(family: str, puzzles: Iterator[Puzzle]) -> tuple[int, int]:
    """Convert each puzzle from format to format; return the number of conversions, and of those that kept a solution.

    What is read from one format is written in another as the puzzle itself is.
    """
    count = solved = 0
    known = [name for name, chosen in formats().items() if chosen.families is None or family in chosen.families]
    assert {"native", "json"} < set(known)
    for puzzle in puzzles:
        texts, bare = written(puzzle, known), written(replace(puzzle, solution=None), known)
        assert {"native", "json"} <= set(texts) == set(bare)
        for one, text in texts.items():
            found = hashicnf.parse(text, one)
            assert found == puzzle, (one, puzzle.lines)
            assert found.solution is None if text == bare[one] else _same(found.solution, puzzle.solution)
            wanted = bare if found.solution is None else texts
            assert written(found, texts) == wanted, (one, puzzle.lines)
            count += len(texts) - 1
            solved += sum(wanted[other] != bare[other] for other in texts if other != one)
    return count, solved


def _same(one: object, other: object) -> bool:
    return np.array_equal(one, other) if isinstance(one, np.ndarray) and isinstance(other, np.ndarray) else one == other


def written(puzzle: Puzzle, names: Iterable[str]) -> dict[str, str]:
    """Return a puzzle in every format that can express it."""
    texts = {}
    for name in names:
        try:
            texts[name] = hashicnf.convert(puzzle, name)
        except UsageError as problem:
            assert f"the {name} format cannot express" in str(problem)  # noqa: PT017 - one of two outcomes
    return texts


@pytest.mark.parametrize(("family", "pairs"), [("hashi", 12), ("sudoku", 12), ("tiles", 6), ("klotski", 6)])
def test_puzzles_survive_every_pair_of_formats(family: str, pairs: int) -> None:
    count, solved = every_pair(family, generated(family, 12))
    assert count >= 12 * pairs
    assert solved > 12 or family in ("tiles", "klotski")


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize(("family", "pairs"), [("hashi", 12), ("sudoku", 12), ("tiles", 6), ("klotski", 6)])
def test_a_thousand_puzzles_survive_every_pair_of_formats(family: str, pairs: int) -> None:
    count, solved = every_pair(family, generated(family, 1200 if family == "hashi" else 1000))
    assert count >= 1000 * pairs
    assert solved > 1000 or family in ("tiles", "klotski")


def test_the_example_of_every_genre_is_one_of_its_family() -> None:
    found = 0
    for family in FAMILIES.names():
        for name, own in FAMILIES.get(family).formats().items():
            if isinstance(own, Genre):
                assert hashicnf.parse(own.example, name).family == family
                found += 1
    assert found >= 9


def test_a_document_of_a_shared_notation_points_at_its_cells() -> None:
    (document,) = parse_documents("https://puzz.link/p?hashi/5/1/2h12\n")
    assert [document.whereabouts(0, column) for column in range(5)] == [(1, 31), (1, 32), (1, 32), (1, 33), (1, 34)]


@pytest.mark.parametrize(
    ("argument", "column", "message"),
    [
        ("https://example.com/boards", 1, "no board that can be read is in this URL, and its page is not opened"),
        ("https://puzz.link/", 1, "no board that can be read is in this URL, and its page is not opened"),
        ("https://puzz.link/p?hashi", 26, "this is no size"),
        ("https://puzz.link/p?hashi/5/2g3", 27, "this is no size"),
        (
            "https://puzz.link/p?hashi/5/5/4g2i3h23k3g1g3g4g",
            48,
            "a board of 5 x 5 has 25 cells, and the code has only 24",
        ),
        (
            "https://puzz.link/p?hashi/6/5/4g2i3h23k3g1g3g4g3",
            49,
            "a board of 6 x 5 has 30 cells, and the code has only 25",
        ),
        ("7x7m2;a3c3a1e1c2a3b3d3h2c1a2e2", 6, "neither the name of a file nor a game ID"),
        ("5" + "." * 79, 81, "neither the name of a file nor a puzzle in one line: there are 80 cells"),
        ("7x7m2:a3c3a1e1c2a3b3d3h2c1a2e", 30, "the board has 48 cells, and 7 x 7 are 49"),
    ],
)
def test_an_argument_that_is_nearly_a_puzzle_is_refused_where_it_ends_to_be_one(
    argument: str, column: int, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["draw", argument]) == 65
    first, text, caret, _ = capsys.readouterr().err.splitlines()
    assert first == f"hashicnf: <argument>:1:{column}: {message}"
    assert (text, caret) == (f"    {argument}", " " * (column + 3) + "^")


@pytest.mark.parametrize("argument", ["nope", "7x7.puz", "boards/7x7"])
def test_an_argument_like_a_file_that_is_not_there_is_a_missing_file(
    argument: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["draw", argument]) == 65
    assert capsys.readouterr().err == f"hashicnf: {argument}: cannot be read: No such file or directory\n"


def test_cells_in_one_line_are_no_name_of_a_file() -> None:
    """Names of files may be of the same signs, but are shorter."""
    for cells in ("_" * 60, "5" + "*" * 59, "-" * 60, "." * 60):
        with pytest.raises(hashicnf.InputError, match="there are 60 cells") as caught:
            hashicnf.read(cells)
        assert caught.value.expected == "sudokus one a line, of 81, 256 or 625 cells"
    for name in ("1" * 59, "1" * 60 + "/a"):
        with pytest.raises(hashicnf.InputError, match="No such file"):
            hashicnf.read(name)


def test_a_format_that_is_named_is_the_only_one_that_is_tried(root: Path) -> None:
    link, two = "https://puzz.link/p?hashi/5/1/2h12", root / "examples" / "sudoku" / "two.sdm"
    assert hashicnf.read(link, "puzzlink") == hashicnf.read(link)
    assert hashicnf.read(f"{two}#2", "sdm") == hashicnf.read_all(two)[1]
    with pytest.raises(hashicnf.UsageError, match="in the format puzzlink, not tatham"):
        hashicnf.read(link, "tatham")
    with pytest.raises(hashicnf.InputError):
        hashicnf.read(f"{two}#2", "tatham")
    with pytest.raises(hashicnf.UsageError, match="no format is named 'nosuch'"):
        hashicnf.read("nope", "nosuch")
