"""Convert inputs to items: files, folders, patterns, standard input, puzzles in one line, and orders of puzzles to generate."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from glob import glob
from itertools import count
from pathlib import Path
from typing import Any, Final, TypeAlias

from hashicnf.batch.division import cut, parts_of
from hashicnf.batch.execute import Result, failure
from hashicnf.batch.items import WHOLE, Item, identity_of
from hashicnf.errors import InputError, UsageError
from hashicnf.families import Puzzle
from hashicnf.files.inputs import ending, file_of, holding, is_folder, is_there, numbered, read_pieces, shown
from hashicnf.files.outputs import DATABASES, ENDINGS
from hashicnf.pipeline.puzzles import (
    NATIVE,
    format_named,
    formats_by_ending,
    inline_format,
    no_number,
    read_all,
    require_name,
    text_of,
)
from hashicnf.pipeline.writing import write_documents

Input: TypeAlias = Puzzle | str | os.PathLike[str]
STDIN: Final = "-"
PATTERN: Final = re.compile(r"[*?\[]")
NO_PUZZLES: Final = (".sol", ".err", ".md")
OF_DATABASES: Final = tuple(f"{name}{also}" for name in DATABASES for also in ("", "-journal"))
NO_NAME: Final = re.compile(r"[/\\\x00-\x1f]")
RECORDS: Final = (".json", ".jsonl", ".lock")  # left out in folders; a file that is named may be a puzzle


def names_of(inputs: Sequence[str]) -> list[str]:
    """Return the files of inputs: files, folders, patterns such as ``boards/**/*.puz``, ``-``, and puzzles in one line.

    Raises InputError for a name that does not exist, UsageError if nothing is found.
    """
    found: list[str] = []
    for name in inputs:
        is_pattern = PATTERN.search(name) is not None and not is_there(name) and inline_format(name) is None
        matches = sorted(glob(name, recursive=True)) if is_pattern else []  # noqa: PTH207 - in any folder, names as given
        found += matches or [name]
    return list(dict.fromkeys(find_puzzles(found)))


def find_puzzles(paths: Sequence[str]) -> list[str]:
    """List the files under the paths, sorted; ``-`` and puzzles in a line, such as URLs, are kept as they are.

    In folders these are left out: hidden files and folders, solutions and messages (.sol, .err), JSON, databases, and files with
    the ending of another kind, such as a formula or a picture. Raises InputError if a path does not exist or a folder cannot be
    read, UsageError if none is found.
    """
    found: list[str] = []
    others = {*NO_PUZZLES, *OF_DATABASES, *RECORDS, *(ENDINGS.keys() - formats_by_ending().keys())}
    for name in paths:
        path = Path(name)
        if is_folder(name):
            found += [str(p) for p in _inside(path) if ending(p.name) not in others]
        elif path.suffix in (*NO_PUZZLES, *OF_DATABASES) and is_there(name):
            continue
        elif name == "-" or is_there(file_of(name)) or inline_format(name) is not None:
            found.append(name)
        else:
            require_name(name)
            raise InputError("no such file or folder", name)
    if not found:
        raise UsageError(f"no puzzle files under {', '.join(paths)}")
    return found


def _inside(folder: Path) -> list[Path]:
    """List the files below a folder that are not hidden, and broken links, so that reading these raises an error.

    Raises InputError for a folder that cannot be read.
    """
    found: list[Path] = []
    for place, folders, names in os.walk(folder, onerror=_refuse):
        folders[:] = [name for name in folders if not name.startswith(".")]
        found += [Path(place, name) for name in names if not name.startswith(".")]
    return [path for path in sorted(found) if path.is_file() or not path.exists()]


def _refuse(problem: OSError) -> None:
    raise InputError(f"cannot be read: {problem.strerror}", problem.filename)


@contextmanager
def named(inputs: Iterable[Input]) -> Iterator[list[str]]:
    """Yield names of inputs in order; puzzles are read as texts within the block, by names of files that they could have.

    These are their titles, the names of their files, or ``puzzle``; names that are taken get a number.
    """
    every = list(inputs)
    taken = {os.fspath(one) for one in every if not isinstance(one, Puzzle)}
    names: list[str] = []
    texts: dict[str, str] = {}
    for one in every:
        if isinstance(one, Puzzle):
            stem = _stem(one)
            names.append(next(name for name in _numbered(stem) if name not in taken))
            taken.add(names[-1])
            texts[names[-1]] = write_documents([one.document])
        else:
            names.append(os.fspath(one))
    with holding(texts):
        yield names


@contextmanager
def kept_input(inputs: Iterable[str]) -> Iterator[None]:
    """Within the block, inputs that can be read only once can be read repeatedly. Raises InputError."""
    with holding({name: b"".join(read_pieces(name)) for name in map(file_of, inputs) if _is_stream(name)}):
        yield


def _is_stream(name: str) -> bool:
    """Return whether an input is standard input, a pipe or a device."""
    return name == STDIN or (os.path.exists(name) and not is_folder(name) and not os.path.isfile(name))  # noqa: PTH110, PTH113 - any name


def puzzles_in(names: Iterable[str]) -> Iterator[Puzzle]:
    """Yield the puzzles of files that can be read."""
    for name in names:
        with suppress(InputError, UsageError):  # which the tasks report
            yield from read_all(name)


def _stem(puzzle: Puzzle) -> str:
    """Return the name of a puzzle without an ending: its title, or that of its file."""
    if puzzle.title:
        return NO_NAME.sub("-", puzzle.title)
    return "puzzle" if puzzle.name.startswith("<") else Path(puzzle.name).stem


def _numbered(stem: str) -> Iterator[str]:
    """Yield names of files: without a number, then from 2."""
    yield f"{stem}.puz"
    yield from (f"{stem}-{number}.puz" for number in count(2))


def items_of(names: Iterable[str], format: str | None) -> Iterator[Iterator[Item | Result]]:  # noqa: A002 - the option's name
    """Read the files on demand, one by one; yield the items of each, or the result for a file that cannot be read.

    Native texts are cut into their puzzles here; of other texts, the worker that parses them counts the puzzles.
    """
    return (_items_or_failure(name, format) for name in names)


def _items_or_failure(name: str, format: str | None) -> Iterator[Item | Result]:  # noqa: A002 - as above
    try:
        if (one := numbered(name)) is not None:
            yield _one_of(_items_in(one[0], format), *one)
        else:
            yield from _items_in(name, format)
    except InputError as problem:
        yield failure(Item(shown(name), identity_of(name, "unreadable"), "", 1), problem)


class Chosen:
    """The puzzles named by inputs, for comparison with results: all of a file, or one by its number; each has a place."""

    def __init__(self, names: Iterable[str]) -> None:
        """Store names as returned by ``names_of``."""
        self._whole, self._single = dict[str, int](), dict[tuple[str, int], int]()
        for place, name in enumerate(names):
            self._whole[shown(name)] = place  # also boards.puz#7, the name of its error if there are fewer puzzles
            if (one := numbered(name)) is not None:
                self._single[shown(one[0]), one[1]] = place

    def place(self, puzzle: str, index: int) -> int | None:
        """Return the place of the input to which a result with this name and index belongs; None if it is of no input."""
        return self._whole.get(puzzle, self._single.get((puzzle, index)))


def _items_in(name: str, format: str | None) -> Iterator[Item]:  # noqa: A002 - as above
    """Yield the items of a text. Raises InputError."""
    text, kind = _text_of(name, format)
    item = Item(shown(name), identity_of(text, kind), text, WHOLE, format)
    if kind == NATIVE or kind in format_named(NATIVE).suffixes:
        yield from cut(item, NATIVE)
    else:
        yield item


def _one_of(items: Iterator[Item], file: str, number: int) -> Item | Result:
    """Return the item of one puzzle of a file by its number from 1. Raises InputError if there are fewer."""
    parts = [part for item in items for part in (parts_of(item) if item.number == WHOLE else (item,))]
    if number > len(parts):
        raise no_number(file, len(parts), number)
    part = parts[number - 1]
    return failure(*part) if isinstance(part, tuple) else part


def _text_of(name: str, format: str | None) -> tuple[str, str]:  # noqa: A002 - as above
    """Return the text of a file or an argument, and its format, or the ending of its name. Raises InputError."""
    if name != "-" and not is_there(name) and (found := inline_format(name, format)) is not None:
        return name, found
    return text_of(name), format or ending(name)


def orders_of(family: str, given: Mapping[str, Any], count: int) -> Iterator[tuple[Item]]:
    """Yield an item, in a tuple, for each puzzle to generate. Raises UsageError for options that no generator of the family has."""
    from hashicnf.batch.tasks.generate import order
    from hashicnf.pipeline.generators import generators_of, seeds

    for seed, _ in seeds(generators_of(family), given, count):
        text = order(family, seed)
        yield (Item(f"{family}-{seed}" if seed else family, identity_of(text, "order"), text, 1),)
