"""Options that a plug-in declares once: a name, a parser, a default and help.

A setting of a puzzle file, an option of a family's constraints and one of a generator are the same thing met in three places.
Reading, refusing, listing and writing values all go by the declaration.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import field
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar

from hashicnf.errors import UsageError, nearest, no_such
from hashicnf.records import record

if TYPE_CHECKING:
    from hashicnf.core.document import Setting

V = TypeVar("V")
N = TypeVar("N", int, float)

# By options of the command line: arguments of the library that have another name.
ARGUMENTS: Final = {
    "trace": "tracer",
    "no-redundant": "redundant",
    "no-precheck": "precheck",
    "option": "options",
    "marginals": "shares",
}
YES: Final = ("yes", "true", "on")
NO: Final = ("no", "false", "off")
MOST_DIGITS: Final = 1_000  # of a whole number: those that are counted up from it must not have more than Python writes


@record(eq=False)
class Option(Generic[V]):
    """A named value that a user may choose.

    ``parse`` raises ValueError for a text that it cannot read; ``expected`` describes valid texts, such as "yes or no". ``show``
    writes a value so that ``parse`` reads it back. An option with ``given`` is a flag on the command line that sets this value.
    ``words`` describes a value other than the default on worksheets; without it they print the name and the text of ``show``.
    """

    name: str
    parse: Callable[[str], V]
    default: V
    expected: str
    help: str
    show: Callable[[V], str] = str
    metavar: str = "VALUE"
    given: V | None = None
    words: Callable[[V], str] | None = None

    def expectation(self, text: str) -> str:
        """Return the description of valid texts for an error message; for names it suggests the nearest one."""
        near = nearest(text, self.parse.names) if isinstance(self.parse, OneOf) else None
        return f"{self.expected}; did you mean {near}?" if near else self.expected

    def written(self, value: object) -> str:
        """Write any value as a text; one that ``show`` cannot write by ``repr``, so that ``parse`` refuses it."""
        try:
            return value if isinstance(value, str) else self.show(value)  # type: ignore[arg-type]
        except (TypeError, ValueError, AttributeError, LookupError):
            return repr(value)

    def value_in(self, settings: Mapping[str, Setting]) -> V:
        """Return the value that settings choose, or the default. Raises ValueError for a text that ``parse`` cannot read."""
        return self.parse(settings[self.name].value) if self.name in settings else self.default

    @property
    def is_flag(self) -> bool:
        """Return whether the command line takes the option without a value."""
        return self.given is not None


@record
class Choices:
    """The chosen values by option; every other option has its default."""

    chosen: Mapping[Option[Any], Any] = field(default_factory=dict)

    def __getitem__(self, option: Option[V]) -> V:
        """Return the value of an option."""
        value: V = self.chosen.get(option, option.default)
        return value

    def shown(self) -> dict[str, str]:
        """Write the values that differ from the defaults, as texts by name."""
        return {option.name: option.show(value) for option, value in self.chosen.items() if value != option.default}

    def settings(self) -> dict[str, Setting]:
        """Write the settings of a document that differ from the defaults."""
        from hashicnf.core.document import Setting

        return {name: Setting(text) for name, text in self.shown().items()}


def read_choices(options: Iterable[Option[Any]], texts: Mapping[str, str], noun: str) -> Choices:
    """Read values by name. Raises UsageError for an unknown name (messages call the options by ``noun``) and unreadable values."""
    return read_named({option.name: option for option in options}, texts, noun)


def read_named(known: Mapping[str, Option[Any]], texts: Mapping[str, str], noun: str = "option") -> Choices:
    """Read values as ``read_choices`` does, by the names under which the options are known."""
    chosen = {}
    for name, text in texts.items():
        if name not in known:
            raise no_such(noun, name, known)
        try:
            chosen[known[name]] = known[name].parse(text)
        except ValueError:
            raise UsageError(f"{name}: cannot read {text!r}; expected {known[name].expectation(text)}") from None
    return Choices(chosen)


def option_named(options: Iterable[Option[Any]], name: str) -> Option[Any] | None:
    """Return the option of a name, None if there is none."""
    return next((option for option in options if option.name == name), None)


def read_number(kind: type[N], text: str) -> N:
    """Read a number of a kind, in ASCII digits without underscores or blanks. Raises ValueError for other texts."""
    if not text.isascii() or "_" in text or text != text.strip() or len(text) > MOST_DIGITS:
        raise ValueError(text)
    return kind(text)


def whole(least: int, most: int | None = None) -> Callable[[str], int]:
    """Make a parser of whole numbers within bounds, in ASCII digits."""

    def parse(text: str) -> int:
        if not text.isdigit():  # no sign, no blanks
            raise ValueError(text)
        number = read_number(int, text)
        if number < least or (most is not None and number > most):
            raise ValueError(text)
        return number

    return parse


def shape(least: int, most: int) -> Callable[[str], tuple[int, int]]:
    """Make a parser of rows, x and columns, such as 3x4, in ASCII digits; both numbers are within bounds."""
    number = f"([0-9]{{1,{len(str(most))}}})"

    def parse(text: str) -> tuple[int, int]:
        found = re.fullmatch(f"{number}x{number}", text.lower())
        if found is None or not all(least <= int(side) <= most for side in found.groups()):
            raise ValueError(text)
        return int(found[1]), int(found[2])

    return parse


def sides(least: int, most: int) -> Callable[[str], tuple[int, int]]:
    """Make a parser of shapes that also takes one number, for a square."""
    parse = shape(least, most)
    return lambda text: parse(text if "x" in text.lower() else f"{text}x{text}")


def show_shape(value: tuple[int, int]) -> str:
    """Write rows, x and columns. Raises ValueError unless the value is a pair."""
    rows, columns = value
    return f"{rows}x{columns}"


def share(text: str) -> float:
    """Parse a number from 0 to 1. Raises ValueError."""
    number = read_number(float, text)
    if not 0 <= number <= 1:
        raise ValueError(text)
    return number


def yes_or_no(text: str) -> bool:
    """Parse yes or no, or one of their other names. Raises ValueError."""
    if (word := text.lower()) not in YES + NO:
        raise ValueError(text)
    return word in YES


def show_yes_or_no(value: bool) -> str:
    """Write yes or no. Raises ValueError for a value that is neither true nor false, which a truth value of anything would hide."""
    if value not in (False, True):
        raise ValueError(value)
    return "yes" if value else "no"


class OneOf:
    """A parser of names, in upper or lower case."""

    def __init__(self, *names: str) -> None:
        """Accept these names."""
        self.names = names

    def __call__(self, text: str) -> str:
        """Return the name that a text is but for case. Raises ValueError for any other text."""
        for name in self.names:
            if name.lower() == text.lower():
                return name
        raise ValueError(text)


# Options of several generators.
SEED: Final = Option("seed", whole(0), 0, "a number from 0", "Same seed, same board, on every machine.", metavar="S")


def size_option(default: tuple[int, int], example: str, least: int, most: int) -> Option[tuple[int, int]]:
    """Make the option ``size``: rows and columns, each from ``least`` to ``most``."""
    expected = f"rows, x, columns, such as {example}, or one number for a square, up to {most:,}"
    return Option(
        "size",
        sides(least, most),
        default,
        expected,
        "Rows and columns, or one number for a square.",
        show_shape,
        "RxC",
    )
