"""Convert text to puzzles: detect the format, parse documents, let families build puzzles."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from os import PathLike, fspath
from typing import Any, Final

import numpy as np

from hashicnf.core.document import DEFAULT_FAMILY, EMPTY, UNKNOWN, Document, Setting, Source
from hashicnf.core.options import Choices, Option, option_named
from hashicnf.errors import (
    InputError,
    PluginWarning,
    UsageError,
    counted,
    exception_text,
    no_such,
    one_of,
    printable,
    warn,
)
from hashicnf.families import FAMILIES, LETTERS, Family, Puzzle, require_solution_type
from hashicnf.files.inputs import (
    MOST_LINES,
    TEXT,
    Extent,
    ending,
    is_there,
    numbered,
    read_text,
    require_reading_time,
    shown,
)
from hashicnf.formats import FORMATS, NOTATIONS, Format, Genre
from hashicnf.formats.parsing import plain
from hashicnf.registry import is_foreign, kept_until_added, package_behind, returned

NATIVE: Final = "native"
ADDRESS: Final = re.compile(r"[a-z][a-z0-9+.-]+://")
BOARD_IN_URL: Final = (
    "a URL of puzz.link with the board, of a page of Simon Tatham's puzzles with # and a game ID, "
    "or one that ends in 81 cells"
)
ID: Final = re.compile(r"[0-9]+x[0-9]+[0-9A-Za-z]*")
CELLS: Final = re.compile(r"[0-9._*-]{60,}")  # more of these than in names of files
ARGUMENT: Final = "<argument>"
PUZZLE: Final = Extent(TEXT.size, MOST_LINES)
FAMILY: Final = re.compile(r"(?:\s++|#[^\n]*+|(?!family\b)[a-z-]++[ \t]*+:[^\n]*+)*+family[ \t]*+:", re.IGNORECASE)
OF_ALL = ("family", "title")  # settings that every family has


def build(document: Document) -> Puzzle:
    """Build the puzzle of a document.

    Raises InputError for an unknown family, and for settings and symbols that the family does not have.
    """
    try:
        return _build(document)
    except InputError as problem:
        from hashicnf.pipeline.file_kinds import no_puzzle

        raise no_puzzle(problem, document.source.text) from None


def _build(document: Document) -> Puzzle:
    name = DEFAULT_FAMILY if document.family is None else document.family
    if (family := FAMILIES.find(name)) is None:
        where = document.settings["family"] if "family" in document.settings else Setting(name)
        message = f"no puzzle family is named {name!r}"
        expected = one_of(name, FAMILIES.names(), aliases_of_families())
        raise document.source.error(message, where.line, where.column, expected)
    if not document.cells.size:
        raise document.source.error("a puzzle without cells", *document.place, "at least one row of cells")
    _require_symbols(document, family, name)
    board = family.build(document, _choices(document, family))
    title = printable(document.settings["title"].value).strip() if "title" in document.settings else ""
    puzzle = Puzzle(name, document.source.name, board, family, title)
    if document.solution is None:
        return puzzle
    from hashicnf.pipeline.own_solution import solution_in

    return replace(puzzle, solution=solution_in(document, puzzle))


def aliases_of_families() -> dict[str, str]:
    """Return a mapping from other names of puzzles to the names of their families."""
    return {name: known for known, family in FAMILIES.all().items() for name in family.names}


def _choices(document: Document, family: Family[Any, Any]) -> Choices:
    """Return the values of the family's settings. Raises InputError for misplaced or unknown settings and for invalid values."""
    if (misplaced := document.misplaced) is not None:
        for one in family.settings:
            if (problem := misplaced(one.name)) is not None:
                raise problem
    chosen: dict[Option[Any], Any] = {}
    for name, setting in document.settings.items():
        if name in OF_ALL:
            continue
        if (option := option_named(family.settings, name)) is None:
            known = [*OF_ALL, *(option.name for option in family.settings)]
            raise document.source.error(
                f"no setting is named {name!r}", setting.line, setting.start, one_of(name, known)
            )
        try:
            chosen[option] = option.parse(setting.value)
        except ValueError:
            message = f"cannot read {setting.value!r} as {name}"
            raise document.source.error(
                message, setting.line, setting.column, option.expectation(setting.value)
            ) from None
    return Choices(chosen)


def _require_symbols(document: Document, family: Family[Any, Any], name: str) -> None:
    """Raise InputError for letters in a puzzle of numbers, and for numbers in a puzzle of letters."""
    wants_letters = family.symbols == LETTERS
    if wants_letters == document.letters:
        return
    if wants_letters and not ((document.cells != EMPTY) & (document.cells != UNKNOWN)).any():
        return
    if document.locate is not None:
        wrong_cells = document.cells > EMPTY if wants_letters else document.cells >= ord("A")
        row, column = (int(place) for place in np.argwhere(wrong_cells)[0])
        symbol = str(document.cells[row, column]) if wants_letters else chr(document.cells[row, column])
        raise document.error(
            f"{symbol!r} does not belong here", row, column, f"{family.symbols}, as all {name} puzzles have"
        )
    wrong = re.compile("[1-9]" if wants_letters else "[A-Za-z]")
    first, column = document.place
    lines = document.source.text.split("\n")[first - 1 :]
    for number, line in enumerate(lines, first):
        if (found := wrong.search(line.partition("#")[0], column - 1 if number == first else 0)) is not None:
            message = f"{found[0]!r} does not belong here"
            raise document.source.error(
                message, number, found.start() + 1, f"{family.symbols}, as all {name} puzzles have"
            )
    raise InputError(f"a {name} puzzle holds {family.symbols}", document.source.name)


def require_puzzle(given: object) -> Puzzle:
    """Return the argument if it is a puzzle. Raises UsageError for anything else, such as a text or the name of a file."""
    if isinstance(given, Puzzle):
        return given
    what = f"the text {given[:20]!r}" if isinstance(given, str) else f"{type(given).__name__}"
    raise UsageError(f"expected a puzzle, not {what}: parse makes one of a text, read of a file, puzzle of a grid")


def require_solution(puzzle: Puzzle, given: object) -> object:
    """Return the argument if it is a solution of puzzles of this family. Raises UsageError otherwise."""
    if given is None:
        raise UsageError("there is no solution: None, such as that of an answer without one")
    return require_solution_type(puzzle, given)


def read_all(path: str | PathLike[str], format: str | None = None) -> list[Puzzle]:  # noqa: A002 - the name users know it by
    """Read all puzzles of a file (``-``: standard input); the format is the given one, that of the name's ending, or detected.

    Raises InputError with line and column for files that cannot be read.
    """
    return [build(document) for document in read_documents(fspath(path), format)]


def read(path: str | PathLike[str], format: str | None = None) -> Puzzle:  # noqa: A002 - the name users know it by
    """Read the one puzzle of a file. Raises InputError, also when the file holds more than one."""
    name = fspath(path)
    return _only(read_all(path, format), shown(name), f"one of them: {name}#1, for example")


def parse_all(text: str, format: str | None = None, name: str = "<text>") -> list[Puzzle]:  # noqa: A002 - as above
    """Parse all puzzles of a text. Raises InputError with line and column."""
    return [build(document) for document in parse_documents(text, format, name)]


def parse(text: str, format: str | None = None, name: str = "<text>") -> Puzzle:  # noqa: A002 - as above
    """Parse the one puzzle of a text. Raises InputError, also when there is more than one."""
    return _only(parse_all(text, format, name), name, "one puzzle")


def _only(puzzles: list[Puzzle], name: str, expected: str) -> Puzzle:
    if len(puzzles) != 1:
        message = f"the file holds {len(puzzles)} puzzles where one is wanted"
        raise InputError(message, name, expected=expected)
    return puzzles[0]


@kept_until_added(FORMATS, NOTATIONS, FAMILIES)
def formats() -> Mapping[str, Format]:
    """Return all formats by name: those for any family, those of single families, those that families share."""
    found: dict[str, Format] = {}
    shared: dict[str, dict[str, Genre[Any, Any]]] = {}
    for name, family in FAMILIES.all().items():
        for key, made in family.formats().items():
            if isinstance(made, Genre):
                shared.setdefault(key, {})[name] = made
            else:
                found.setdefault(key, replace(made, families=made.families or (name,)))
    for key, genres in shared.items():
        for name in (key, *NOTATIONS.get(key).others):
            found[name] = NOTATIONS.get(name).joined(genres)
    for key, plugin in FORMATS.listed().items():
        if found.setdefault(key, plugin.value) is not plugin.value:
            origin = "that was added" if key in FORMATS.added else f"of the package {plugin.package}"
            warn(f"the format {key!r} {origin} cannot be used (a family has one of that name)", PluginWarning)
    return dict(sorted(found.items()))


@kept_until_added(FORMATS, NOTATIONS, FAMILIES)
def formats_by_ending() -> Mapping[str, Sequence[str]]:
    """Return the names of the formats that have each ending, such as ".txt"."""
    found: dict[str, list[str]] = {}
    for name, chosen in formats().items():
        for suffix in chosen.suffixes:
            found.setdefault(suffix, []).append(name)
    return found


def format_named(name: str) -> Format:
    """Return a format by name. Raises UsageError for an unknown name, with a list of the names."""
    if (found := FORMATS.find(name)) is not None and not is_foreign(found.parse):
        return found  # without loading the formats of all families
    known = formats()
    if name not in known:
        endings = {suffix[1:]: names[-1] for suffix, names in formats_by_ending().items()}
        raise no_such("format", name, known, endings)
    return known[name]


def detect(text: str, name: str = "") -> str:
    """Return the name of the format of a text, native if no other fits; a family line above all rows occurs only in native.

    If several formats fit, the ending of the file's name decides. Raises UsageError if it does not.
    """
    claims = fitting(text)
    if len(claims) > 1:
        claims = [key for key in formats_by_ending().get(ending(name), ()) if key in claims] or claims
    if len(claims) > 1:
        raise UsageError(f"--format: the text could be {' or '.join(claims)}; name one of them")
    return claims[0] if claims else NATIVE


def fitting(text: str) -> list[str]:
    """Return the names of the formats other than native that fit a text."""
    if FAMILY.match(text) is not None:
        return []
    return [key for key, chosen in formats().items() if _claims_it(key, chosen, text)]


def _claims_it(name: str, chosen: Format, text: str) -> bool:
    """Return whether a format fits a text; warn and return False if a format of another package raises an exception."""
    try:
        return chosen.looks_like is not None and chosen.looks_like(text)
    except Exception as problem:
        if not (package := package_behind(problem)):
            raise
        reason = exception_text(problem)
        message = f"the format {name!r} of the package {package} cannot tell whether a text is its own ({reason})"
        warn(message, PluginWarning)
        return False


def named_by(name: str) -> str | None:
    """Return the name of the format with the ending of a file's name; None if there is none, or several."""
    if not (own := ending(name)):
        return None
    if own in FORMATS.get(NATIVE).suffixes:
        return NATIVE  # without loading the formats of all families
    found = formats_by_ending().get(own, ())
    return found[0] if len(found) == 1 else None


def parse_documents(text: str, format: str | None = None, name: str = "<text>") -> list[Document]:  # noqa: A002
    """Parse all documents of a text, in the given format, or that of the name's ending, or the detected one.

    Raises InputError with line and column, UsageError for an unknown format, GaveUp at the limit of ``limited_waiting``.
    """
    asked = None if format is None else format_named(format)
    text = plain(text.removeprefix("\ufeff"))
    chosen = asked or format_named(named_by(name) or detect(text, name))
    require_reading_time(name, len(text))
    try:
        documents = returned(chosen.parse(Source(name, text)), list, chosen.parse, Document, _fault_of_documents)
    except InputError as problem:
        from hashicnf.pipeline.file_kinds import no_puzzle

        raise no_puzzle(problem, text) from None
    require_reading_time(name, len(text))
    return documents


def _fault_of_documents(made: list[Document]) -> str:
    from hashicnf.families.foreign import fault_of_documents

    return fault_of_documents(made)


def read_documents(path: str, format: str | None = None) -> list[Document]:  # noqa: A002 - the option's name
    """Read all documents of a file (``-``: standard input), or of the argument itself if it is a puzzle in one line.

    ``boards.puz#2`` is the second puzzle of a file. Raises InputError with line and column, UsageError for a wrong format.
    """
    if format is not None:
        format_named(format)
    if (one := numbered(path)) is not None:
        return [_one_of(read_documents(one[0], format), *one)]
    if path != "-" and not is_there(path):
        if (found := inline_format(path, format)) is not None:
            return parse_documents(path, found, ARGUMENT)
        if format is not None and (other := inline_format(path)) is not None:
            raise UsageError(f"--format: the argument is a puzzle in the format {other}, not {format}")
        require_name(path)
    return parse_documents(text_of(path), format, shown(path))


def text_of(path: str) -> str:
    """Read the text of a file of puzzles, made ``plain``. Raises InputError as ``read_text`` does, explained for other files."""
    try:
        return plain(read_text(path, PUZZLE))
    except InputError as problem:
        from hashicnf.pipeline.file_kinds import beginning_of, no_puzzle

        raise no_puzzle(problem, beginning_of(path).decode("utf-8", "replace")) from None


def _one_of(documents: list[Document], file: str, number: int) -> Document:
    """Return one of the documents of a file by its number from 1. Raises InputError if it has fewer."""
    if number > len(documents):
        raise no_number(file, len(documents), number)
    source = documents[number - 1].source
    return replace(
        documents[number - 1], source=Source(f"{shown(file)} #{number}", source.text, source.file or source.name)
    )


def no_number(file: str, count: int, number: int) -> InputError:
    """Return the error for a number that no puzzle of a file has."""
    return InputError(f"the file holds {counted(count, 'puzzle')}, and none has the number {number}", shown(file))


def inline_format(text: str, format: str | None = None) -> str | None:  # noqa: A002 - the option's name
    """Return the name of the format of a puzzle in one line, such as a URL; None if the text is not such a puzzle."""
    known = formats()
    claims = [key for key in known if known[key].inline and format in (None, key)]
    return next((key for key in claims if _claims_it(key, known[key], text)), None)


def require_name(text: str) -> None:
    """Raise InputError for an argument that is no puzzle in one line, and no name of a file: a URL, a wrong game ID, or cells."""
    if ADDRESS.match(text) is not None:
        message = "no board that can be read is in this URL, and its page is not opened"
        raise Source(ARGUMENT, text).error(message, 1, 1, BOARD_IN_URL)
    if (size := ID.match(text)) is not None and not ending(text):
        message = "neither the name of a file nor a game ID"
        raise Source(ARGUMENT, text).error(
            message, 1, size.end() + 1, "parameters, a colon, the board: 7x7m2:a3c3a1..."
        )
    if CELLS.fullmatch(text) is not None:
        message = f"neither the name of a file nor a puzzle in one line: there are {counted(len(text), 'cell')}"
        alike = [
            known.summary for known in formats().values() if known.inline and CELLS.fullmatch(known.example.strip())
        ]
        raise Source(ARGUMENT, text).error(message, 1, len(text) + 1, "; ".join(alike))
