"""All errors that a user may see, and the exit code of the program for each.

    HashicnfError
    ├── InputError         65   the user's file is wrong; the message has the place, the fault and the expectation
    ├── UsageError          2   the request is invalid: unknown name, contradictory options
    │   ├── Inexpressible   2   a format cannot express the puzzle
    │   └── TooLarge        2   a formula would be too large
    ├── GaveUp             30   a limit set by the user was reached before there was an answer
    ├── SolverError        69   a solver cannot be used, or returns wrong answers
    │   ├── SolverMissing  69   a solver or package is not installed; the message explains how to install it
    │   └── SolverFailed   69   a solver crashed, or its answer is wrong or unreadable
    ├── PluginError        70   a plug-in of another package breaks its contract; the message names where to report it
    └── InternalError      70   internal error: a bug of hashicnf

A wrong file is never reported as unsolvable, and an unsolvable puzzle is never an error. A ``HashicnfWarning`` is no error: the
program continues without a plug-in (``PluginWarning``), without a part of a file (``InputWarning``), or without writing a file, of
which another one is kept (``OutputWarning``).
"""

from __future__ import annotations

import errno
import sys
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from enum import IntEnum
from types import MappingProxyType
from typing import Final, Literal, TypeAlias

StopKind: TypeAlias = Literal["time", "nodes", "depth", "memory", "conflicts", "interrupted", "restricted", "solver"]

NO_ALIASES: Final[Mapping[str, str]] = MappingProxyType({})
LIKENESS: Final = 0.65  # least similarity of a misspelt name to the right one, by difflib

LACKS: Final = (  # how glibc, zstd, PySAT, the library of C++ and Python end a line
    "failed to map segment from shared object",
    "not enough memory",
    "allocator limit exceeded)",
    "OutOfMemoryException'",
    "std::bad_alloc'",
    "MemoryError:",
)
MOST_QUOTED: Final = 200  # characters of a value in a message
MOST_IN_REPR: Final = 70  # characters of a message in a repr: an island of three digits each, with its bridges
MOST_WORDS = 500  # characters of a message
WINDOW: Final = 100  # characters of a long line that a message shows


class Exit(IntEnum):
    """The exit codes of the program. ``hashicnf sat`` alone follows the solvers' own convention: 10, 20, 0 (and 130)."""

    DONE = 0
    WRONG = 1
    USAGE = 2
    UNSOLVABLE = 20
    GAVE_UP = 30
    BAD_INPUT = 65
    NO_SOLVER = 69
    INTERNAL = 70
    INTERRUPTED = 130
    UNREAD = 141  # as shells report for a program ended by SIGPIPE
    TERMINATED = 143  # and by SIGTERM

    @classmethod
    def stopped(cls, kind: str) -> Exit:
        """Return the exit code of work that a limit or Ctrl-C ended, by the ``kind`` of a ``Stopped``."""
        return cls.INTERRUPTED if kind == "interrupted" else cls.GAVE_UP


class HashicnfError(Exception):
    """The base of all errors that the package raises on purpose."""

    exit_code = Exit.INTERNAL.value  # a plain number, which can be passed between processes

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle without the arguments of the constructor, which need not be those of the exception."""
        return _restored, (type(self), self.args, self.__dict__)


def _restored(kind: type[HashicnfError], args: tuple[object, ...], state: dict[str, object]) -> HashicnfError:
    error = kind.__new__(kind, *args)
    error.__dict__.update(state)
    return error


def counted(number: int, thing: str) -> str:
    """Return a number with its noun, singular or plural: "1 clause", "2,000 clauses"."""
    return f"{number:,} {thing}" + "s" * (number != 1)


def puzzle_name(file: str, number: int, *, several: bool) -> str:
    """Return the name of a puzzle: that of its file, with its number there, from 1, if the file holds several."""
    return f"{file} #{number}" if several else file


def shortened(text: str) -> str:
    """Return a text, or as many of its first words as fit into MOST_IN_REPR characters."""
    import textwrap  # not at the top: few commands print values

    return textwrap.shorten(text, MOST_IN_REPR, placeholder=" ...")


def lack_of_memory(problem: BaseException) -> str | None:
    """Return the message for an exception that reports a lack of memory, with the words of the library, if any; else None."""
    if isinstance(problem, MemoryError) or (isinstance(problem, OSError) and problem.errno == errno.ENOMEM):
        return "out of memory"
    lines = (line.strip().removeprefix("Original error was: ") for line in _message(problem).splitlines())  # of numpy
    words = next((line for line in lines if line.endswith(LACKS)), None)
    return words and f"out of memory: {words}"


def unless_lack_of_memory(problem: HashicnfError) -> HashicnfError | MemoryError:
    """Return an error, or MemoryError with its message if it reports a lack of memory."""
    return problem if lack_of_memory(problem) is None else MemoryError(str(problem))


def limit_reached(seconds: float | None) -> str:
    """Return the words for a time limit, in seconds, that was reached."""
    return f"time limit of {seconds:g} s reached"


def brief(value: object) -> str:
    """Return the ``repr`` of a value for a message, cut in the middle if it is long."""
    import reprlib  # not at the top: few commands print values

    short = reprlib.Repr()
    short.maxstring = MOST_QUOTED
    try:
        if isinstance(value, int):
            str(value)  # raises, where reprlib of Python 3.14 has words of its own
        return short.repr(value)
    except ValueError:  # Python writes no such numbers
        return "a number of too many digits"


def exception_text(problem: BaseException) -> str:
    """Return the type and the message of an exception in one line; that of another package may have no message that can be read."""
    return ": ".join(filter(None, (type(problem).__name__, " ".join(_message(problem).split()))))


def _message(problem: BaseException) -> str:
    try:
        return str(problem)
    except Exception:  # whatever the exception's own method raises
        return "its message cannot be read"


def expecting(kind: type | tuple[type, ...], of: type | None) -> str:
    """Return words for the types that a value may have: "expected list of Clauses", "expected Found or Stopped"."""
    *others, last = [one.__name__.replace("NoneType", "None") for one in (kind if isinstance(kind, tuple) else (kind,))]
    return f"expected {', '.join(others)}{' or ' * bool(others)}{last}" + (
        f" of {of.__name__}" if of is not None else ""
    )


@dataclass(eq=False)
class InputError(HashicnfError):
    """A fault of a file, with its place: line and column are 1-based.

    ``text`` is the line, or a part of it before which ``skipped`` characters are left out.
    """

    message: str
    source: str = "<text>"
    line: int | None = None
    column: int | None = None
    text: str | None = None
    expected: str | None = None
    skipped: int = 0

    exit_code = Exit.BAD_INPUT.value

    def __post_init__(self) -> None:
        """Shorten a message that quotes too much of the file."""
        if len(self.message) > MOST_WORDS:
            self.message = self.message[:MOST_WORDS] + "…"

    def __str__(self) -> str:
        """Return the message in the form of compilers: place, message, the line, a caret, the expectation."""
        where = ":".join(str(p) for p in (printable(self.source), self.line, self.column) if p is not None)
        lines = [f"{where}: {self.message}"]
        if self.text is not None and self.column is not None:
            shown, place = _window(self.text, self.column - self.skipped)
            lines += [f"    {shown}", f"    {' ' * _start(shown, place)}^"]
        if self.expected is not None:
            lines.append(f"    expected {self.expected}")
        return "\n".join(lines)


@contextmanager
def embedded(outer: Callable[[InputError], InputError]) -> Iterator[None]:
    """Within the block, where a part of another text is read, replace an InputError by the one that ``outer`` makes of it.

    ``outer`` gives it its place in the whole text; it need not be called if nothing is wrong, so it may search for the place.
    """
    try:
        yield
    except InputError as problem:
        raise outer(problem) from None


class UsageError(HashicnfError):
    """An invalid request, whatever the files contain."""

    exit_code = Exit.USAGE.value


class Inexpressible(UsageError):
    """A puzzle cannot be written in a format, which cannot express some part of it, ``what``."""

    def __init__(self, format_name: str, what: str) -> None:
        """Make the message from both; it suggests the format that can express everything."""
        super().__init__(f"the {format_name} format cannot express {what}; use native")
        self.what = what


class TooLarge(UsageError):
    """A formula would be too large in the encoding that was chosen; the message names others."""


class GaveUp(HashicnfError):
    """A limit, set by the user, was reached before there was an answer; ``kind`` is that of ``logic.Stopped``."""

    exit_code = Exit.GAVE_UP.value

    def __init__(self, reason: str, kind: StopKind = "time") -> None:
        """Use the reason as the message."""
        super().__init__(reason)
        self.kind = kind


class SolverError(HashicnfError):
    """A solver cannot be used."""

    exit_code = Exit.NO_SOLVER.value


class SolverMissing(SolverError):
    """A solver or package is not installed; the message explains how to install it."""


class SolverFailed(SolverError):
    """A solver crashed, or its answer is wrong or unreadable."""


class HashicnfWarning(UserWarning):
    """The base of all warnings of the package: the program continues."""


class InputWarning(HashicnfWarning):
    """A part of a file is ignored, for the reason in the message."""


class OutputWarning(HashicnfWarning):
    """A file was not written, or results in a database are of another version: what was there is kept, and is not of this run."""


class PluginWarning(HashicnfWarning):
    """A plug-in of another package is left out, for the reason in the message."""


class PluginError(HashicnfError):
    """A plug-in of another ``package`` breaks its contract while it is used."""

    exit_code = Exit.INTERNAL.value

    def __init__(self, message: str, package: str = "") -> None:
        """Use the message, and store the package to which the error is to be reported."""
        super().__init__(message)
        self.package = package

    def __str__(self) -> str:
        """Return the message after a text about where to report it."""
        return f"{at_fault(self.package)}: {super().__str__()}"


def at_fault(package: str) -> str:
    """Return a text about where to report an error in a plug-in: to its package, or nowhere if a script has added it."""
    if package == "__main__":
        return "error in a plug-in of your script"
    return f"error in a plug-in of the package {package}, please report it there"


class InternalError(HashicnfError):
    """A bug of hashicnf: an invariant does not hold."""

    exit_code = Exit.INTERNAL.value


def warn(message: str, category: type[HashicnfWarning]) -> None:
    """Issue a warning at the line of the caller of hashicnf, where Python shows it once."""
    frame, depth = sys._getframe().f_back, 2
    while frame is not None and frame.f_globals.get("__name__", "").partition(".")[0] in ("hashicnf", "contextlib"):
        frame, depth = frame.f_back, depth + 1
    warnings.warn(message, category, stacklevel=depth)


def too_small(option: str, value: int, least: int) -> UsageError:
    """Make (not raise) the error for a value of an option that is too small."""
    return UsageError(f"{option}: {value} is too small: give {least} or more")


def no_such(
    noun: str, name: str, known: Iterable[str], aliases: Mapping[str, str] = NO_ALIASES, *, see: str = ""
) -> UsageError:
    """Make (not raise) the error for an unknown name: it lists the known names, or the command to ``see`` them.

    The name nearest to it is suggested, or the name for which the nearest of the ``aliases`` stands.
    """
    names = list(known)
    near = nearest(name, names, aliases)
    listing = f"see: {see}" if see else f"there are: {', '.join(names)}" if names else "there are none"
    return UsageError(f"no {noun} is named {brief(name)}; {f'did you mean {near}? ' if near else ''}{listing}")


def one_of(name: str, known: Iterable[str], aliases: Mapping[str, str] = NO_ALIASES) -> str:
    """Return the expectation for a wrong name in a file: "one of a, b", with a suggestion as in ``no_such``."""
    names = list(known)
    near = nearest(name, names, aliases)
    return f"one of {', '.join(names)}" + (f"; did you mean {near}?" if near else "")


def nearest(name: str, known: Iterable[str], aliases: Mapping[str, str] = NO_ALIASES) -> str | None:
    """Return the known name that is most similar, perhaps by an alias, None if none is similar, or the text cannot be a name.

    Names are in lower case, and contain no star: A* is astar.
    """
    import difflib

    plain = name.lower().replace("*", "star")
    if not f"_{plain.replace('-', '_')}".isidentifier():
        return None
    near = next(iter(difflib.get_close_matches(plain, [*known, *aliases], 1, LIKENESS)), None)
    return None if near is None else aliases.get(near, near)


def printable(text: str) -> str:
    """Return a text with each control character, or line end, replaced by a blank or a replacement character."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else " " if c.isspace() else "\N{REPLACEMENT CHARACTER}" for c in text)


def printable_lines(text: str) -> str:
    """Return a text with control characters replaced as by ``printable``, but with its line feeds."""
    return "\n".join(map(printable, text.split("\n")))


def terminal_columns(text: str) -> int:
    """Return the columns of a terminal that a text takes: two for a wide character, none for one that is put on another."""
    if text.isascii():
        return len(text)
    from unicodedata import combining, east_asian_width

    return sum(0 if combining(c) else 2 if east_asian_width(c) in "FW" else 1 for c in text)


def _start(text: str, place: int) -> int:
    """Return the 0-based column of a terminal where the character at a place begins, or the one that it is put on."""
    is_put_on = place < len(text) and not terminal_columns(text[place])
    return max(0, terminal_columns(text[:place]) - is_put_on)


def _window(text: str, column: int) -> tuple[str, int]:
    """Return the part of a long line around the 1-based column, and the 0-based place of the column in it."""
    start = max(0, column - 1 - WINDOW // 2) if len(text) > WINDOW else 0
    shown = printable(text[start : start + WINDOW])
    head = "…" if start else ""
    tail = "…" if start + WINDOW < len(text) else ""
    return head + shown + tail, column - 1 - start + len(head)
