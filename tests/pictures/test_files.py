"""Files of pictures: kinds by their endings, worksheets, and messages of commands."""

from __future__ import annotations

import os
import re
import struct
import sys
import tempfile
import zlib
from dataclasses import replace
from pathlib import Path
from xml.etree.ElementTree import fromstring

import pytest
from pysat.solvers import Solver

import hashicnf
from hashicnf.cli.app import run
from hashicnf.core.picture import Box, Note, Paint, Picture, Placed, Text
from hashicnf.errors import Exit, UsageError
from hashicnf.pictures.raster import _scale
from hashicnf.pictures.sheet import (
    CAPTION_FONT,
    MARGIN,
    NOTE_FONT,
    PAPERS,
    SMALLEST_CAPTION_FONT,
    Captioned,
    Section,
    sheets,
)
from hashicnf.pictures.wrapping import width_of, wrapped
from hashicnf.pipeline.pictures import Style, parse_sheet, write_pictures
from tests.extras import needs
from tests.pictures.test_pictures import SPACE, groups, of_kind, words

HASHI = Path(__file__).parent.parent.parent / "examples" / "hashi"
SMALL, SOLVED, LINKS = (str(HASHI / name) for name in ("small.puz", "small.sol", "links.url"))


def pages_of(path: Path) -> int:
    """Count the pages of a PDF file, whose objects newer versions of cairo compress."""
    data = path.read_bytes()
    streams = re.findall(rb"stream\n(\x78.*?)\nendstream", data, re.DOTALL)
    return len(re.findall(rb"/Type /Page\b", b"\n".join([data, *map(zlib.decompress, streams)])))


@needs("cairosvg")
def test_draw_writes_what_the_ending_names(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for ending, start in ((".svg", b"<svg "), (".png", b"\x89PNG"), (".pdf", b"%PDF-")):
        target = tmp_path / f"board{ending}"
        assert run(["draw", SMALL, SOLVED, "-o", str(target), "--theme", "dark", "--coordinates"]) == 0
        assert target.read_bytes().startswith(start)
    puzzle = hashicnf.read(SMALL)
    wanted = puzzle.svg(hashicnf.read_solution(puzzle, SOLVED), "dark", coordinates=True)
    assert (tmp_path / "board.svg").read_text() == wanted
    width, height = struct.unpack(">II", (tmp_path / "board.png").read_bytes()[16:24])
    root = fromstring(wanted)
    assert (width, height) == (round(2 * float(root.get("width", 0))), round(2 * float(root.get("height", 0))))
    assert capsys.readouterr() == ("", "")


@needs("cairosvg")
@pytest.mark.skipif(sys.platform == "win32", reason="needs limits of processes")
@pytest.mark.parametrize("name", ["a.png", "a.pdf"])
def test_a_temporary_folder_that_cairo_cannot_write_is_named(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    import resource

    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, limits[1]))
    try:
        assert run(["draw", SMALL, "-o", str(tmp_path / name)]) == Exit.USAGE
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert capsys.readouterr().err.startswith(f"hashicnf: the temporary folder {tmp_path} cannot be written: ")
    assert not [*tmp_path.iterdir()]


@needs("cairosvg")
def test_a_picture_is_no_larger_than_can_be_drawn(tmp_path: Path) -> None:
    (tmp_path / "a.puz").write_text(f"1{'.' * 500}1\n")
    assert run(["draw", str(tmp_path / "a.puz"), "-o", str(tmp_path / "a.png")]) == 0
    width, height = struct.unpack(">II", (tmp_path / "a.png").read_bytes()[16:24])
    assert (width, height) == (32_767, pytest.approx(32_767 * 80 / (502 * 40 + 40), abs=1))


@pytest.mark.parametrize(
    ("side", "pixels"), [(1000, 2000), (3000, 4096), (5000, 5000)], ids=["twice", "up to the limit", "once"]
)
def test_a_large_picture_is_not_drawn_twice_as_large(side: int, pixels: int) -> None:
    assert round(side * _scale(f'<svg width="{side}" height="{side}">')) == pixels


def test_the_size_of_a_page_is_that_of_its_root() -> None:
    page = '<svg viewBox="0 0 1" width="{0}mm" height="{0}mm" role="img">\n<rect width="9" height="9"/>'
    assert _scale(page.format(25.4)) == 2
    assert round(96 / 25.4 * 1000 * _scale(page.format(1000))) == 4096


@needs("cairosvg")
@pytest.mark.parametrize("ending", [".png", ".pdf"])
def test_cairo_calls_no_function_in_which_an_interrupt_would_be_lost(
    ending: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def called(*_: object) -> None:
        pytest.fail("cairo is given a function")

    monkeypatch.setattr("cairocffi.surfaces._make_write_func", called)
    assert run(["draw", SMALL, SOLVED, "-o", str(tmp_path / f"board{ending}")]) == 0


def test_solve_writes_the_picture_of_what_it_found(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = tmp_path / "board.svg"
    assert run(["solve", SMALL, "-o", str(target)]) == 0
    assert of_kind(target.read_text(), "bridge")
    assert "═" in capsys.readouterr().out
    none = tmp_path / "none.svg"
    assert run(["solve", str(HASHI / "witness_crossing.puz"), "-o", str(none)]) in (0, 20)
    assert run(["solve", "2x1:3a", "-o", str(tmp_path / "unsolvable.svg")]) == 20
    assert not (tmp_path / "unsolvable.svg").exists()


def test_two_files_on_a_worksheet_are_two_puzzles(tmp_path: Path) -> None:
    target = tmp_path / "sheet.svg"
    assert run(["draw", SMALL, str(HASHI / "medium.puz"), "--sheet", "1x2", "-o", str(target)]) == 0
    assert len(fromstring(target.read_text()).findall(f".//{SPACE}g[@class='picture']")) == 2


@needs("cairosvg")
def test_worksheets_have_pages_with_solutions(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = tmp_path / "sheet.svg"
    assert run(["draw", LINKS, "--sheet", "1x2", "--solutions", "-o", str(target), "--paper", "letter"]) == 0
    pages = sorted(tmp_path.iterdir())
    assert [page.name for page in pages] == [f"sheet-{number}.svg" for number in (1, 2, 3)]
    assert f"3 pages: {pages[0]} to {pages[-1]}" in capsys.readouterr().err
    texts = [page.read_text() for page in pages]
    roots = [fromstring(text) for text in texts]
    assert {(root.get("width"), root.get("height")) for root in roots} == {("279.4mm", "215.9mm")}
    assert [len(root.findall(f".//{SPACE}g[@class='picture']")) for root in roots] == [2, 1, 3]
    assert [bool(of_kind(text, "bridge")) for text in texts] == [False, False, True]
    assert words(of_kind(texts[1], "caption")) == ["Puzzles", "3. no loops"]
    assert words(of_kind(texts[2], "caption"))[:2] == ["Solutions", "1."]
    whole = tmp_path / "whole.pdf"
    assert run(["draw", LINKS, "--sheet", "1x2", "--solutions", "-o", str(whole)]) == 0
    assert pages_of(whole) == 3


def test_worksheets_have_a_heading(tmp_path: Path) -> None:
    target = tmp_path / "sheet.svg"
    assert run(["draw", LINKS, "--sheet", "2x2", "--heading", "Sunday <3", "--solutions", "-o", str(target)]) == 0
    first, second = (words(of_kind(page.read_text(), "caption")) for page in sorted(tmp_path.iterdir()))
    assert (first[0], second[0]) == ("Sunday <3", "Sunday <3: Solutions")


@pytest.mark.parametrize("heading", ["Sunday puzzles of the village school " * 6, "x" * 400])
def test_a_long_heading_is_cut_before_its_ending(heading: str) -> None:
    square = Picture(10, 10, (Box(0, 0, 10, 10, Paint("x", fill="ink")),), "a square")
    (page,) = sheets([Section([Captioned("1.", square)], (2, 2), heading, ": Solutions")], "a4")
    first, second = (shape for shape in page.shapes if isinstance(shape, Text) and shape.bold)
    assert first.text == heading[: len(first.text)]
    assert second.text.endswith("…: Solutions")
    assert width_of(second.text, second.size, bold=True) > 0.8 * (page.width - 28)


@pytest.mark.parametrize(("cells", "shape"), [(9, (6, 4)), (16, (4, 3)), (25, (3, 2)), (36, (3, 2))])
def test_solutions_lie_less_dense_if_cells_are_small(cells: int, shape: tuple[int, int]) -> None:
    board = Picture(cells, cells, (Box(0, 0, cells, cells, Paint("x", fill="ink")),), "a board")
    pages = sheets([Section([Captioned("1.", board)] * 24, (6, 4), "Solutions", sparsest=(3, 2))], "a4")
    placed = [shape for shape in pages[0].shapes if isinstance(shape, Placed)]
    assert len(placed) == shape[0] * shape[1]
    assert placed[0].scale >= 3 or shape == (3, 2)


def test_long_captions_are_broken_between_words() -> None:
    square = Picture(10, 10, (Box(0, 0, 10, 10, Paint("x", fill="ink")),), "a square")
    title = "1  a title of many words that a line of half a page has no room for, and that is not cut off"
    (page,) = sheets([Section([Captioned(title, square), Captioned("2", square)], (3, 2), "")], "a4")
    texts = [shape for shape in page.shapes if isinstance(shape, Text) and shape.text]
    assert " ".join(shape.text for shape in texts if shape.x < page.width / 2) == title
    assert texts[0].y < texts[-2].y == texts[-1].y  # that of one line stands right above its board


@pytest.mark.parametrize("title", ["a plain title " * 5, "WWW MMM " * 9, "W" * 99, "\u6a4b" * 60, "iii lll " * 20])
def test_captions_stay_in_their_rooms(title: str) -> None:
    """Captions start at the left of their board, however narrow it is; widths are bounded from below by a narrow font."""
    narrow = dict.fromkeys("il .,|", 0.22) | dict.fromkeys("WM", 0.83) | {"\u6a4b": 1.0}
    tall = Picture(1, 9, (Box(0, 0, 1, 9, Paint("x", fill="ink")),), "a tall board")
    (page,) = sheets([Section([Captioned(title, tall)] * 4, (2, 2), "")], "a4")
    captions = [shape for shape in page.shapes if isinstance(shape, Text) and shape.starts and shape.size < 5]
    assert len(captions) >= 8
    for line in captions:
        end = line.x + line.size * sum(narrow.get(character, 0.5) for character in line.text)
        edge = page.width / 2 if line.x < page.width / 2 else page.width - MARGIN
        assert line.x >= MARGIN
        assert end <= edge


def test_texts_are_broken_by_width() -> None:
    assert wrapped("one  two three", 1.0, 5, 3) == ["one  two", "three"]
    assert wrapped("WWWW iiii", 1.0, 4, 3) == ["WWWW", "iiii"]
    assert wrapped("WWWWWW", 1.0, 4, 3) == ["WWWW", "WW"]
    assert wrapped("WWWWWW", 1.0, 4, 3, bold=True) == ["WWW", "WWW"]
    assert wrapped("WWWW WWWW", 1.0, 4, 1) == ["WWW\u2026"]
    assert wrapped("a bb", 1.0, 1.7, 1) == ["a\u2026"]
    assert wrapped("1. Bridges", 1.0, 4, 1) == ["1. Br\u2026"]
    assert wrapped("", 1.0, 4, 1) == [""]
    assert wrapped("a\N{NO-BREAK SPACE}b c\N{NO-BREAK SPACE}d", 1.0, 3, 3) == [
        "a\N{NO-BREAK SPACE}b",
        "c\N{NO-BREAK SPACE}d",
    ]
    assert width_of("e\u0301", 10) == width_of("\u00e9", 10) == width_of("e", 10)


def test_pages_lie_so_that_pictures_are_larger() -> None:
    square = Picture(10, 10, (Box(0, 0, 10, 10, Paint("x", fill="ink")),), "a square")
    for paper, (narrow, tall) in PAPERS.items():
        for shape, is_upright in (((3, 2), True), ((2, 3), False), ((1, 1), True), ((1, 4), False)):
            (page,) = sheets([Section([Captioned("one", square)], shape, "")], paper)
            assert (page.width < page.height) == is_upright or shape == (1, 1)
            assert {page.width, page.height} == {narrow, tall}
    pages = sheets([Section([Captioned("a very long title of a puzzle" * 9, square)] * 7, (3, 2), "Puzzles")], "a4")
    assert len(pages) == 2


@pytest.mark.parametrize(
    ("text", "caption"),
    [
        ("max-bridges: 3\nloops: no\n3.3\n", "1. up to 3 bridges, no loops"),
        ("max-bridges: 1\ntitle: Mine\n1.1\n", "1. Mine (up to 1 bridge)"),
        ("family: sudoku\nboxes: 1x4\ndiagonals: yes\n1...\n....\n....\n....\n", "1. boxes of 1x4, with diagonals"),
        ("family: tiles\ngoal: blank-first\n1_\n23\n", "1. the blank first"),
        ("family: klotski\ngoal: A at 0,1\nA.\n", "1. A to row 1, column 2"),
    ],
)
def test_settings_are_named_in_words(text: str, caption: str, tmp_path: Path) -> None:
    (name,) = write_pictures(str(tmp_path / "x.svg"), [(hashicnf.parse(text), None)], Style(sheet=(1, 1)))
    assert words(of_kind(Path(name).read_text(), "caption"))[-1] == caption


@pytest.mark.parametrize("shape", [(3, 2), (4, 4), (8, 4)])
@pytest.mark.parametrize("rules", ["max-bridges: 120\nloops: no\n", "max-bridges: 120\n"])
def test_titles_are_cut_before_settings(shape: tuple[int, int], rules: str, tmp_path: Path) -> None:
    puzzle = hashicnf.parse(
        f"title: Puzzle of the week 27: the long archipelago of all the little islands\n{rules}3.3\n"
    )
    (name,) = write_pictures(str(tmp_path / "x.svg"), [(puzzle, None)] * 9, Style(sheet=shape))[:1]
    caption = " ".join(words(of_kind(Path(name).read_text(), "caption")))
    asked = "(up to 120 bridges, no loops)" if "loops" in rules else "(up to 120 bridges)"
    assert caption.count(asked) == min(9, shape[0] * shape[1])


def test_settings_that_leave_no_room_for_boards_are_refused() -> None:
    square = Picture(1, 1, (), "a square")
    with pytest.raises(hashicnf.UsageError, match="leave no room for their boards"):
        sheets([Section([Captioned("1.", square, "some rules " * 30)], (8, 4), "")], "a4")


def plan_page(shape: tuple[int, int], *texts: str) -> list[Picture]:
    """Return the pages with the plans of puzzles."""
    solved = [(puzzle, hashicnf.solve(puzzle).solution) for puzzle in map(hashicnf.parse, texts)]
    return sheets([Section([Captioned("1.", p.picture(plan)) for p, plan in solved], shape, "")], "a4")


@pytest.mark.parametrize("shape", [(1, 1), (3, 2), (8, 4)])
def test_moves_of_plans_have_one_size_on_all_pages(shape: tuple[int, int]) -> None:
    wide = "family: tiles\n_ 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16\n"
    (page,) = plan_page(shape, wide)
    moves = [shape for shape in page.shapes if isinstance(shape, Text) and shape.paint.kind == "note"]
    assert {move.size for move in moves} == {NOTE_FONT}
    assert ", ".join(move.text.rstrip(",") for move in moves).count("left") == 16
    (board,) = (shape for shape in page.shapes if isinstance(shape, Placed))
    assert moves[0].y > board.y + board.scale * board.picture.height
    assert all(move.x + width_of(move.text, move.size) <= page.width / shape[1] for move in moves)


def test_pages_have_fewer_plans_if_their_moves_are_many() -> None:
    board = Picture(4, 4, (), "a board")
    few, many, endless = (replace(board, note=Note("1\N{NO-BREAK SPACE}up, " * n, board)) for n in (3, 300, 3_000))
    six = [Section([Captioned("1.", own)] * 6, (3, 2), "") for own in (few, many, endless)]
    assert [len(sheets([section], "a4")) for section in six] == [1, 3, 1]
    (page, *_) = sheets([Section([Captioned("1.", endless)], (1, 1), "")], "a4")
    assert not any(isinstance(shape, Text) and shape.paint.kind == "note" for shape in page.shapes)


def test_a_page_lies_as_suits_most_of_its_pictures() -> None:
    boards = [Picture(width, 10, (), "a board") for width in (10, 10, 12)]
    (page,) = sheets([Section([Captioned("1.", board) for board in boards], (2, 2), "Puzzles")], "a4")
    assert page.width < page.height


def test_worksheets_report_puzzles_without_just_one_solution(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (file := tmp_path / "three.puz").write_text("2.2\n---\n3.3\n...\n3.3\n")
    command = ["draw", str(file), "--sheet", "1x2", "--solutions", "-o", str(tmp_path / "x.svg")]
    assert run(command) == Exit.DONE
    assert capsys.readouterr().err.splitlines()[0] == f"{file} #2: one of several solutions"
    file.write_text("2.2\n---\n1.1\n...\n1.1\n")
    before = {path: path.read_text() for path in tmp_path.iterdir()}
    assert run(command) == Exit.UNSOLVABLE
    unsolvable, unwritten = capsys.readouterr().err.splitlines()
    assert unsolvable.startswith(f"{file} #2: unsolvable: the numbers")
    assert unwritten == f"{tmp_path / 'x.svg'} is not written: not every puzzle has a solution to print"
    assert {path: path.read_text() for path in tmp_path.iterdir()} == before
    assert run([*command, "--timeout", "0"]) == Exit.GAVE_UP
    first, second, last = capsys.readouterr().err.splitlines()
    assert (first, last) == (f"{file} #1: no answer: time limit of 0 s reached", unwritten)
    assert second == first.replace("#1", "#2")
    assert {path: path.read_text() for path in tmp_path.iterdir()} == before


@pytest.mark.parametrize("shape", [(8, 4), (10, 2), (4, 12)])
@pytest.mark.parametrize("title", ["", "a title that is longer than a line " * 9])
def test_all_boards_have_room_on_their_pages(shape: tuple[int, int], title: str, tmp_path: Path) -> None:
    puzzle = hashicnf.parse(f"title: {title or '1'}\n2.2\n...\n2.2\n")
    drawn = [(puzzle, hashicnf.solve(puzzle).solution)] * 5
    names = write_pictures(str(tmp_path / "x.svg"), drawn, Style(sheet=shape, solutions=True))
    assert len(names) == 2
    for name in names:
        scales = [float(found) for found in re.findall(r"scale\(([^)]*)\)", Path(name).read_text())]
        assert len(scales) == 5
        assert min(scales) > 0.01


def test_so_many_rows_that_no_room_is_left_for_boards_are_refused(tmp_path: Path) -> None:
    with pytest.raises(hashicnf.UsageError, match=r"^--sheet: 20x4 puzzles on a page leave no room for their boards"):
        write_pictures(str(tmp_path / "x.svg"), [(hashicnf.parse("1.1\n"), None)], Style(sheet=(20, 4)))


@pytest.mark.parametrize(("text", "pages"), [("1.1\n", 3), ("family: tiles\n12\n.3\n", 4)])
def test_solutions_lie_denser_than_puzzles_unless_they_are_plans(text: str, pages: int, tmp_path: Path) -> None:
    puzzle = hashicnf.parse(text)
    drawn = [(puzzle, hashicnf.solve(puzzle).solution)] * 7
    style = Style(sheet=(2, 2), solutions=True)
    names = write_pictures(str(tmp_path / "x.svg"), drawn, style)
    assert len(names) == pages


def test_solutions_are_named_by_numbers_and_plans_come_last(tmp_path: Path) -> None:
    texts = ("family: tiles\n12\n.3\n", "title: Bridges for class\n1.1\n")
    drawn = [(puzzle, hashicnf.solve(puzzle).solution) for puzzle in map(hashicnf.parse, texts)] * 8
    names = write_pictures(str(tmp_path / "x.svg"), drawn, Style(sheet=(2, 2), solutions=True))
    captions = [words(of_kind(Path(name).read_text(), "caption"))[1:] for name in names]
    assert captions[0] == ["1.", "2. Bridges for class", "3.", "4. Bridges for class"]
    assert captions[4:] == [
        [f"{n}." for n in numbers] for numbers in (range(2, 17, 2), range(1, 9, 2), range(9, 17, 2))
    ]


@needs("cairosvg")
@pytest.mark.parametrize("ending", ["svg", "png", "pdf"])
def test_no_picture_replaces_the_file_of_its_puzzle(ending: str, tmp_path: Path) -> None:
    source = tmp_path / f"board.{ending}"
    source.write_text("2.2\n")
    with pytest.raises(UsageError, match="is read by this command"):
        write_pictures(str(source), [(hashicnf.parse("2.2\n"), None)], Style(), [str(source)])
    assert source.read_text() == "2.2\n"


@pytest.mark.parametrize("columns", [2, 6, 12, 20])
def test_words_of_captions_are_not_broken_if_a_smaller_font_prevents_that(columns: int) -> None:
    square = Picture(10, 10, (Box(0, 0, 10, 10, Paint("x", fill="ink")),), "a square")
    pictures = [Captioned(title, square) for title in ("1. diagonals", "2. a" + "b" * 200)]
    (page,) = sheets([Section(pictures, (1, columns), "")], "a4")
    captions = [
        shape for shape in page.shapes if isinstance(shape, Text) and shape.paint.kind == "caption" and not shape.bold
    ]
    (font,) = {shape.size for shape in captions}
    fits = {2: CAPTION_FONT, 6: CAPTION_FONT, 12: SMALLEST_CAPTION_FONT, 20: CAPTION_FONT}[columns]
    assert fits <= font <= CAPTION_FONT
    assert (font < CAPTION_FONT) == (columns == 12)
    assert any(shape.text.endswith("diagonals") for shape in captions) == (columns < 20)


def test_headings_are_broken_once_and_pages_are_numbered_through_all_sections() -> None:
    square = Picture(10, 10, (Box(0, 0, 10, 10, Paint("x", fill="ink")),), "a square")
    heading = "a heading of many words that a line of a page has no room for, and that is not cut off"
    pages = sheets(
        [Section([Captioned("1.", square)] * 7, (3, 2), heading), Section([Captioned("1.", square)], (1, 1), "")], "a4"
    )
    texts = [[shape for shape in page.shapes if isinstance(shape, Text) and shape.text] for page in pages]
    assert len(pages) == 3
    for number, (page, shown) in enumerate(zip(pages, texts, strict=True), 1):
        bold = [shape for shape in shown if shape.bold]
        assert " ".join(shape.text for shape in bold) == page.title == (heading if number < 3 else "")
        assert [shape.text for shape in shown if "/" in shape.text] == [f"{number} / 3"]
        assert all(shape.y < placed.y for shape in bold for placed in page.shapes if isinstance(placed, Placed))


@pytest.mark.parametrize(
    ("words_", "message"),
    [
        ("-o x.jpg", "x.jpg: -o writes a picture: end its name with .svg, .png or .pdf"),
        ("-o x.svg --theme blue", "no theme is named 'blue'"),
        ("-o x.svg --sheet 2", "--sheet: cannot read '2'; expected rows, x, columns"),
        ("-o x.svg --sheet 0x2", "--sheet: cannot read '0x2'"),
        ("-o x.svg --sheet 2x2 --paper a5", "no paper is named 'a5'"),
        ("-o x.svg --solutions", "--solutions has no effect without --sheet"),
        ("-o x.svg --sheet 1x1 --heading a\x01", "--heading: a heading is one line of characters that can be printed"),
        ("-o x.svg --style ascii", "--style has no effect with --output"),
        ("--style svg", "--style svg: a picture is no drawing style: -o FILE.svg writes one"),
        (
            "--json -o -",
            "<stdout>: -o writes a picture: end its name with .svg, .png or .pdf (of draw also .html)",
        ),
        ("--theme dark", "--theme has no effect without --output"),
    ],
)
def test_what_makes_no_picture(
    words_: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(["draw", SMALL, *words_.split()]) == 2
    assert message in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


@needs("cairosvg")
def test_a_picture_is_of_one_puzzle(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for command in ("draw", "solve"):
        assert run([command, LINKS, "-o", str(tmp_path / "x.svg")]) == 2
        assert "a picture is of one puzzle, and there are 3" in capsys.readouterr().err
    assert run(["draw", LINKS, "-o", str(tmp_path / "x.pdf")]) == 0
    assert pages_of(tmp_path / "x.pdf") == 3


def test_without_the_extra_there_is_svg(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "cairosvg", None)
    assert run(["draw", SMALL, "-o", str(tmp_path / "x.png")]) == 69
    assert "PNG pictures need the package cairosvg and the library cairo: pip install" in capsys.readouterr().err
    assert run(["draw", SMALL, "-o", str(tmp_path / "x.svg")]) == 0


def test_families_without_pictures_say_so() -> None:
    from tests.plugins.registered import added

    with added():
        puzzle = hashicnf.parse(hashicnf.families.FAMILIES.get("latin").example)
        with pytest.raises(hashicnf.UsageError, match="there are no pictures of latin puzzles"):
            puzzle.svg()
        assert puzzle._repr_svg_() is None


def test_rows_and_columns_of_a_page() -> None:
    assert parse_sheet("3x2") == parse_sheet("3X2") == (3, 2)
    for text in ("", "x", "3", "3x", "3x2x1", "-1x2", "٣x2", "21x1"):
        with pytest.raises(hashicnf.UsageError, match="--sheet"):
            parse_sheet(text)


def words_of(command: str, board: Path) -> list[str]:
    return [word.format(board) for word in command.split()]


@pytest.mark.parametrize(
    ("words", "marked"), [("unique {}", True), ("backbone {}", False), ("hint {}", True), ("unique {} --json", True)]
)
def test_answers_are_written_as_pictures(
    words: str, marked: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    board, target = tmp_path / "board.puz", tmp_path / "answer.svg"
    board.write_text("2.4.2\n.....\n3.?.2\n")
    assert run([*words_of(words, board), "-o", str(target)]) in (Exit.DONE, Exit.WRONG)
    assert capsys.readouterr().out
    assert ("bridge marked" in target.read_text()) == marked
    assert "−" not in target.read_text()  # what is left to be found is not lacking
    target.unlink()
    board.write_text("1.1.1\n")
    assert run([*words_of(words, board), "-o", str(target)]) == Exit.UNSOLVABLE
    assert not target.exists()
    assert run([*words_of(words, board), "--theme", "dark"]) == Exit.USAGE


@pytest.mark.parametrize(
    "command", ["solve {}", "unique {}", "backbone {}", "count {} --marginals", "hint {}", "decode"]
)
def test_pictures_are_written_though_the_text_is_not_read(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    board, target, out = tmp_path / "board.puz", tmp_path / "answer.svg", tmp_path / "board.out"
    board.write_text("1.1\n")
    out.write_text("s SATISFIABLE\nv 1 0\n")
    words_ = ["decode", str(out), "--puzzle", str(board)] if command == "decode" else words_of(command, board)
    unread, end = os.pipe()
    os.close(unread)
    with os.fdopen(end, "w") as stream:
        monkeypatch.setattr(sys, "stdout", stream)
        assert run([*words_, "-o", str(target)]) == Exit.UNREAD
    assert of_kind(target.read_text(), "island")


def test_the_wrong_parts_of_a_drawing_are_marked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    board, drawn, target = tmp_path / "board.puz", tmp_path / "drawn.sol", tmp_path / "hint.svg"
    board.write_text("2..4..2\n.......\n3..?..2\n")
    drawn.write_text("2==4..2\n.......\n3--?..2\n")
    assert run(["hint", str(board), str(drawn), "-o", str(target)]) == Exit.WRONG
    assert "wrong: no solution has two bridges between islands 2 and 4" in capsys.readouterr().err
    shapes = groups(target.read_text())
    assert (len(shapes["bridge"]), len(shapes["bridge marked"])) == (1, 2)
    board.write_text("family: sudoku\n1...\n..3.\n....\n..1.\n")
    drawn.write_text("21..\n..3.\n4...\n..1.\n")  # the 2 is drawn over the given, the 1 is wrong beside it
    assert run(["hint", str(board), str(drawn), "-o", str(target)]) == Exit.WRONG
    shapes = groups(target.read_text())
    assert (words(shapes["filled marked"]), words(shapes["filled"]), len(shapes["ring marked"])) == (
        ["2", "1"],
        ["4"],
        2,
    )
    assert "frame wrong" not in shapes
    held = hashicnf.parse(board.read_text())
    found = hashicnf.hint(held, hashicnf.read_solution(held, drawn))
    assert held.draw(found.right, "line") == "1.....3.4.....1.\n"


@needs("cairosvg")
@pytest.mark.parametrize("command", ["unique", "backbone"])
def test_answers_of_several_puzzles_are_pages(command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    boards = tmp_path / "boards.puz"
    boards.write_text("1.1\n---\n2.2\n")
    assert run([command, str(boards), "-o", str(tmp_path / "answers.svg")]) == Exit.USAGE
    assert "a picture is of one puzzle, and there are 2" in capsys.readouterr().err
    assert run([command, str(boards), "-o", str(tmp_path / "answers.pdf")]) == Exit.DONE
    assert (tmp_path / "answers.pdf").read_bytes().startswith(b"%PDF")


@pytest.mark.parametrize(("board", "code"), [("1.2.1\n", Exit.DONE), ("1.1\n...\n1.1\n", Exit.WRONG)])
def test_decode_draws_what_the_model_says(board: str, code: Exit, tmp_path: Path) -> None:
    cnf, model, picture = tmp_path / "a.cnf", tmp_path / "a.txt", tmp_path / "a.svg"
    compiled = hashicnf.encode(hashicnf.parse(board), connectivity="none")
    compiled.write(cnf)
    with Solver("minisat22", bootstrap_with=compiled.to_pysat()) as solver:
        assert solver.solve()
        model.write_text(f"s SATISFIABLE\nv {' '.join(map(str, solver.get_model()))} 0\n")
    assert run(["decode", str(model), "--cnf", str(cnf), "-o", str(picture), "--theme", "dark"]) == code
    puzzle = compiled.puzzle
    assert picture.read_text() == puzzle.svg(hashicnf.decode(str(model), puzzle=puzzle).answer.solution, "dark")


def test_packed_pages_keep_the_endings_of_pictures(tmp_path: Path) -> None:
    assert run(["draw", LINKS, "--sheet", "1x2", "-o", str(tmp_path / "sheet.svg.gz")]) == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == ["sheet-1.svg.gz", "sheet-2.svg.gz"]
