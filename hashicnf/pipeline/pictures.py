"""Write puzzles and solutions as pictures: a file each, or worksheets with several on a page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, TypeAlias

from hashicnf.core.options import option_named
from hashicnf.core.picture import Picture
from hashicnf.errors import UsageError, no_such
from hashicnf.families import Puzzle
from hashicnf.files.compressions import with_number
from hashicnf.files.inputs import ending
from hashicnf.files.outputs import destination, require_apart, writing
from hashicnf.pictures.raster import pdf, png, require_cairo
from hashicnf.pictures.sheet import PAPERS, Captioned, Section, sheets
from hashicnf.pictures.svg import svg_of
from hashicnf.pictures.themes import theme_named
from hashicnf.records import record

Drawn: TypeAlias = tuple[Puzzle, object | None]  # a puzzle and the solution to be drawn on it

ENDINGS: Final = (".svg", ".png", ".pdf")
MOST_ON_A_SIDE: Final = 20
DENSER: Final = 2  # factor of rows and columns of solutions, which can be smaller since nothing is drawn on them
DENSEST: Final = 8  # most rows or columns of solutions, unless the puzzles have more


@record
class Style:
    """The style of pictures: a theme (None: light, or print for worksheets), and whether ``coordinates`` are drawn.

    ``sheet`` are the rows and columns of pictures per page of ``paper``, None without worksheets. On worksheets, ``solutions`` adds
    pages of solutions, and ``heading`` is the heading of each page.
    """

    theme: str | None = None
    coordinates: bool = False
    sheet: tuple[int, int] | None = None
    paper: str = "a4"
    solutions: bool = False
    heading: str | None = None


def is_picture(name: str) -> bool:
    """Return whether the ending of a file's name is that of a picture."""
    return ending(name) in ENDINGS


def parse_sheet(text: str) -> tuple[int, int]:
    """Parse the rows and columns of a worksheet, such as 3x2. Raises UsageError."""
    rows, _, columns = text.lower().partition("x")
    for number in (rows, columns):
        if not (number.isascii() and number.isdigit() and len(number) <= 2 and 1 <= int(number) <= MOST_ON_A_SIDE):
            raise UsageError(
                f"--sheet: cannot read {text!r}; expected rows, x, columns of puzzles, such as 3x2, up to {MOST_ON_A_SIDE}"
            )
    return int(rows), int(columns)


def require_drawable(name: str, count: int, style: Style) -> None:
    """Raise UsageError for a picture that cannot be written: too many puzzles, unknown names, a missing package."""
    if not is_picture(name):
        raise UsageError(
            f"{destination(name)}: -o writes a picture: end its name with .svg, .png or .pdf (of draw also .html); "
            "text goes to standard output"
        )
    if style.theme is not None:
        theme_named(style.theme)
    if style.paper not in PAPERS:
        raise no_such("paper", style.paper, PAPERS)
    if style.solutions and style.sheet is None:
        raise UsageError("--solutions adds pages to worksheets: it needs --sheet")
    if style.heading is not None and not style.heading.isprintable():
        raise UsageError("--heading: a heading is one line of characters that can be printed")
    if count > 1 and style.sheet is None and ending(name) != ".pdf":
        raise UsageError(
            f"{name}: a picture is of one puzzle, and there are {count:,}; "
            "a .pdf has a page for each, and draw --sheet puts several on a page"
        )
    if ending(name) != ".svg":
        require_cairo(ending(name)[1:].upper())


def write_pictures(name: str, drawn: Sequence[Drawn], style: Style, sources: Sequence[str] = ()) -> list[str]:
    """Write pictures or worksheets; return the names of the files. Pages of formats other than PDF are numbered files.

    The solutions on pages are those given. Raises UsageError as ``require_drawable`` does, and before anything is written if a page
    would replace one of ``sources``, the files that were read.
    """
    require_drawable(name, len(drawn), style)
    theme = style.theme or ("light" if style.sheet is None else "print")
    return _write_pages(name, [svg_of(picture, theme) for picture in _pictures(drawn, style)], sources)


def write_drawn(name: str, pictures: Sequence[Picture], theme: str | None) -> None:
    """Write given pictures, as ``write_pictures`` does, after ``require_drawable``."""
    _write_pages(name, [svg_of(picture, theme or "light") for picture in pictures])


def _write_pages(name: str, pages: Sequence[str], sources: Sequence[str] = ()) -> list[str]:
    """Write SVG documents in the format of the name's ending; return the names of the files."""
    is_one = ending(name) == ".pdf" or len(pages) == 1
    names = [name] if is_one else [with_number(name, n) for n in range(1, len(pages) + 1)]
    require_apart(names, sources)
    if ending(name) == ".pdf":
        return [_written(name, pdf(pages))]
    encode = png if ending(name) == ".png" else str.encode
    return [_written(target, encode(page)) for target, page in zip(names, pages, strict=True)]


def _written(name: str, data: bytes) -> str:
    with writing(name) as stream:
        stream.write(data)
    return name


def _pictures(drawn: Sequence[Drawn], style: Style) -> Iterator[Picture]:
    """Yield the pictures, or the pages of worksheets."""
    if style.sheet is None:
        yield from (puzzle.picture(solution, coordinates=style.coordinates) for puzzle, solution in drawn)
        return
    usual = "Puzzles" if style.solutions else ""
    captioned = [
        _captioned(number, puzzle, puzzle.picture(None, coordinates=style.coordinates))
        for number, (puzzle, _) in enumerate(drawn, 1)
    ]
    sections = [Section(captioned, style.sheet, usual if style.heading is None else style.heading)]
    if style.solutions:
        sections += _solutions(drawn, style, style.sheet)
    yield from sheets(sections, style.paper)


def _solutions(drawn: Sequence[Drawn], style: Style, shape: tuple[int, int]) -> list[Section]:
    """Return the pages of solutions: more per page than of puzzles, except plans, whose lists of moves need room.

    If cells would be too small, there are fewer, down to as many as of puzzles.
    """
    heading, after = (style.heading, ": Solutions") if style.heading else ("Solutions", "")
    dense, plans = list[Captioned](), list[Captioned]()
    for number, (puzzle, solution) in enumerate(drawn, 1):
        picture = puzzle.picture(solution, coordinates=style.coordinates)
        (dense if puzzle.rules.planning is None else plans).append(Captioned(f"{number}.", picture))
    rows, columns = (max(count, min(DENSER * count, DENSEST)) for count in shape)
    parts = (dense, (rows, columns)), (plans, shape)
    return [Section(pictures, size, heading, after, shape) for pictures, size in parts if pictures]


def _captioned(number: int, puzzle: Puzzle, picture: Picture) -> Captioned:
    """Return a picture with its caption on a page: number, title, and in brackets the settings that are not the defaults."""
    settings = ", ".join(_in_words(puzzle, name, setting.value) for name, setting in puzzle.document.settings.items())
    rules = f"({settings})" if puzzle.title and settings else settings
    return Captioned(f"{number}. {puzzle.title}".rstrip(), picture, rules)


def _in_words(puzzle: Puzzle, name: str, value: str) -> str:
    option = option_named(puzzle.rules.settings, name)
    return f"{name}: {value}" if option is None or option.words is None else option.words(option.parse(value))
