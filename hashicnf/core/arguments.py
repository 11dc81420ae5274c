"""Checks of the arguments of the library's functions: unknown names and wrong types raise UsageError.

Messages name options as on the command line, such as ``--max-nodes``. Where an error leaves a function of the library, its message
is changed to name the argument instead: ``max_nodes``.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import wraps
from math import log10
from numbers import Rational, Real
from os import PathLike
from types import NoneType
from typing import Any, Concatenate, Final, NamedTuple, ParamSpec, TypeVar, cast

import numpy as np

from hashicnf.core.options import ARGUMENTS, MOST_DIGITS
from hashicnf.errors import GaveUp, SolverError, UsageError, brief, counted, no_such
from hashicnf.files.streams import is_stream
from hashicnf.logic import is_whole

MOST_BITS: Final = int(MOST_DIGITS / log10(2))
OPTION: Final = re.compile(r"(?<![\w-])--([a-z][a-z-]*[a-z])")

P = ParamSpec("P")
R = TypeVar("R")
T = TypeVar("T")
Q = TypeVar("Q")


class Kind(NamedTuple):
    """The values that an annotation allows: in words, for messages, and as a predicate."""

    words: tuple[str, ...]
    holds: Callable[[object], bool]


def _of(words: str, *types: type) -> Kind:
    return Kind((words,), lambda value: isinstance(value, types))


def _is_readable(value: object) -> bool:
    return isinstance(value, str | PathLike) or is_stream(value)


def _is_grid(value: object) -> bool:
    return isinstance(value, Iterable) and not isinstance(value, bytes | bytearray | memoryview | Mapping)


def _is_of_texts(value: object) -> bool:
    return isinstance(value, Mapping) and all(isinstance(text, str) for text in (*value, *value.values()))


def _is_list_of_texts(value: object) -> bool:
    return isinstance(value, list | tuple) and all(isinstance(text, str) for text in value)


def _is_tracer(value: object) -> bool:
    return hasattr(value, "active") and callable(getattr(value, "emit", None)) and not isinstance(value, type)


# By annotation. An argument whose annotation has a part that is not listed here is not checked.
KINDS: Final[Mapping[str, Kind]] = {
    "None": _of("None", NoneType),
    "bool": Kind(("True", "False"), lambda value: isinstance(value, bool | np.bool_)),
    "int": Kind(("a whole number",), is_whole),
    "Bytes": Kind(("a whole number of bytes",), is_whole),
    "float": Kind(("a number",), lambda value: isinstance(value, Real) and not isinstance(value, bool)),
    "str": _of("a text", str),
    "Certifiable": _of("a text", str),
    "PathLike[str]": _of("a path", PathLike),
    "bytes": _of("bytes", bytes),
    "bytearray": _of("bytes", bytearray),
    "memoryview": _of("bytes", memoryview),
    "Sequence[int]": Kind(("numbers",), lambda value: isinstance(value, Sequence) and not isinstance(value, str)),
    "Sequence[str]": Kind(("a list of texts",), _is_list_of_texts),
    "Integers": _of("numbers", np.ndarray),
    "Bools": _of("numbers", np.ndarray),
    "Mapping[str, str]": Kind(("a mapping of names to texts",), _is_of_texts),
    "Grid": Kind(("a list of rows", "an array"), _is_grid),
    "Readable": Kind(("the name of a file", "an open stream"), _is_readable),
    "Tracer": Kind(("a tracer",), _is_tracer),
    "Progress": Kind(("a function",), callable),
    "Observer": Kind(("a function",), callable),
}


def checked(annotations: Mapping[str, Any], given: Mapping[str, object]) -> dict[str, Any]:
    """Return the arguments, numbers as Python's (numpy's, fractions). Raises UsageError for one that its annotation forbids."""
    for name, value in given.items():
        if isinstance(value, int) and value.bit_length() > MOST_BITS:
            raise UsageError(f"{name}: a number of more than {MOST_DIGITS:,} digits")
        kinds = [KINDS.get(part) for part in str(annotations.get(name, "")).split(" | ")]
        known = [kind for kind in kinds if kind is not None]
        if len(known) == len(kinds) and not any(kind.holds(value) for kind in known):
            *words, last = dict.fromkeys(word for kind in known for word in kind.words)
            expected = f"{', '.join(words)} or {last}" if words else last
            raise UsageError(f"{name}: expected {expected}, not {brief(value)}")
    return {name: _plain(value) for name, value in given.items()}


def _plain(value: object) -> object:
    """Return a number of numpy as Python's, and a fraction as a float, for messages with its digits."""
    if isinstance(value, np.generic):
        return value.item()
    return float(value) if not isinstance(value, int) and isinstance(value, Rational) else value


def typed(function: Callable[P, R]) -> Callable[P, R]:
    """Wrap a function so that it raises UsageError for unknown keywords, for too many arguments, and those that annotations forbid.

    The names of keywords are not checked for a function with ``**options``; their values are, by the annotation of ``options``.
    """
    code, annotations = function.__code__, function.__annotations__
    names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    is_open, is_variadic = bool(code.co_flags & inspect.CO_VARKEYWORDS), bool(code.co_flags & inspect.CO_VARARGS)
    others = annotations.get(code.co_varnames[len(names) + is_variadic]) if is_open else ""
    rest = code.co_varnames[len(names)] if is_variadic else ""

    @wraps(function)
    def call(*args: P.args, **options: P.kwargs) -> R:
        if not is_open:
            require_known(options, names)
        if not is_variadic and len(args) > code.co_argcount:
            most = counted(code.co_argcount, "argument") if code.co_argcount else "no argument"
            raise UsageError(
                f"{function.__name__}() takes {most} by position, not {len(args)}: options are given by name"
            )
        first = checked(annotations, dict(zip(names[: code.co_argcount], args, strict=False)))
        for one in args[len(first) :]:
            checked(annotations, {rest: one})
        named = checked({**dict.fromkeys(options, others), **annotations}, options)
        with _in_library(None if is_open else names):
            return function(*first.values(), *args[len(first) :], **named)  # type: ignore[arg-type]

    return call


def by_keyword(
    options: Callable[P, object], request: Callable[..., Q]
) -> Callable[[Callable[[T, Q], R]], Callable[Concatenate[T, P], R]]:
    """Make a decorator: a function of a thing and a ``request`` then takes the fields of ``options`` as keyword arguments."""

    def decorate(function: Callable[[T, Q], R]) -> Callable[Concatenate[T, P], R]:
        @wraps(function)
        def call(*things: Any, **given: Any) -> R:
            if first.name in given:
                things = *things, given.pop(first.name)
            if len(things) != 1:
                raise UsageError(f"{function.__name__}() takes one {first.name}, and its options by name")
            require_known(given, known)
            values = checked(annotations, given)
            with _in_library(known):
                return function(things[0], request(**values))

        annotations: dict[str, str] = vars(options)["__init__"].__annotations__
        known, own = inspect.signature(options).parameters, inspect.signature(function)
        first = next(iter(own.parameters.values()))
        call.__signature__ = own.replace(parameters=[first, *known.values()])  # type: ignore[attr-defined]
        return cast(Callable[Concatenate[T, P], R], call)

    return decorate


def require_known(given: Iterable[str], known: Collection[str], noun: str = "option") -> None:
    """Raise UsageError for a name that is not known; the message suggests the nearest known name."""
    for name in given:
        if name not in known:
            raise no_such(noun, name, known)


@contextmanager
def _in_library(names: Collection[str] | None) -> Iterator[None]:
    """Rewrite the message of an error raised in the block to name arguments, as ``in_library`` does."""
    try:
        yield
    except (GaveUp, UsageError, SolverError) as problem:
        problem.args = (in_library(str(problem), names),)
        raise


def in_library(message: str, names: Collection[str] | None) -> str:
    """Return a message in which options are named as arguments of a function with the arguments ``names``, None for any."""

    def argument(found: re.Match[str]) -> str:
        name = ARGUMENTS.get(found[1], found[1].replace("-", "_"))
        return name if names is None or name in names else found[0]

    return OPTION.sub(argument, message)
