"""Arguments of the library's functions held against their annotations: a text in place of a number is said where it is given."""

from __future__ import annotations

import inspect
import reprlib
from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from numbers import Integral, Real
from os import PathLike
from types import NoneType
from typing import Any, Concatenate, Final, NamedTuple, ParamSpec, TypeVar, cast

import numpy as np

from hashicnf.errors import UsageError, no_such

P = ParamSpec("P")
R = TypeVar("R")
T = TypeVar("T")
Q = TypeVar("Q")


class Kind(NamedTuple):
    """What an annotation stands for, as things to choose from, and whether a value is one of them."""

    words: tuple[str, ...]
    holds: Callable[[object], bool]


def _of(words: str, *types: type) -> Kind:
    return Kind((words,), lambda value: isinstance(value, types))


def _with(words: str, method: str) -> Kind:
    return Kind((words,), lambda value: callable(getattr(value, method, None)))


def _is_readable(value: object) -> bool:
    return isinstance(value, str | PathLike) or callable(getattr(value, "read", None))


def _is_of_texts(value: object) -> bool:
    return isinstance(value, Mapping) and all(isinstance(text, str) for text in (*value, *value.values()))


# By annotation. What an annotation with another part accepts is left to the function.
KINDS: Final[Mapping[str, Kind]] = {
    "None": _of("None", NoneType),
    "bool": Kind(("True", "False"), lambda value: isinstance(value, bool | np.bool_)),
    "int": Kind(("a whole number",), lambda value: isinstance(value, Integral) and not isinstance(value, bool)),
    "float": Kind(("a number",), lambda value: isinstance(value, Real) and not isinstance(value, bool)),
    "str": _of("a text", str),
    "Certifiable": _of("a text", str),
    "PathLike[str]": _of("a path", PathLike),
    "bytes": _of("bytes", bytes),
    "bytearray": _of("bytes", bytearray),
    "memoryview": _of("bytes", memoryview),
    "Sequence[int]": _of("numbers", Sequence),
    "Integers": _of("numbers", np.ndarray),
    "Mapping[str, str]": Kind(("a mapping of names to texts",), _is_of_texts),
    "Readable": Kind(("the name of a file", "an open stream"), _is_readable),
    "Tracer": _with("a tracer", "emit"),
    "Progress": _with("a function", "__call__"),
    "Observer": _with("a function", "__call__"),
}


def checked(annotations: Mapping[str, Any], given: Mapping[str, object]) -> dict[str, Any]:
    """Return the arguments, numpy's numbers as Python's. Raises UsageError for one that is not of its annotation, a text."""
    for name, value in given.items():
        kinds = [KINDS.get(part) for part in str(annotations.get(name, "")).split(" | ")]
        known = [kind for kind in kinds if kind is not None]
        if len(known) == len(kinds) and not any(kind.holds(value) for kind in known):
            *words, last = dict.fromkeys(word for kind in known for word in kind.words)
            expected = f"{', '.join(words)} or {last}" if words else last
            raise UsageError(f"{name}: expected {expected}, not {reprlib.repr(value)}")
    return {name: value.item() if isinstance(value, np.generic) else value for name, value in given.items()}


def typed(function: Callable[P, R]) -> Callable[P, R]:
    """Let a function raise UsageError for arguments of another type than it names; unknown names are left to Python."""
    names = tuple(function.__code__.co_varnames[: function.__code__.co_argcount])

    @wraps(function)
    def call(*args: P.args, **options: P.kwargs) -> R:
        first = checked(function.__annotations__, dict(zip(names, args, strict=False)))
        others = checked(function.__annotations__, options)
        return function(*first.values(), *args[len(first) :], **others)  # type: ignore[arg-type]

    return call


def by_keyword(request: Callable[P, Q]) -> Callable[[Callable[[T, Q], R]], Callable[Concatenate[T, P], R]]:
    """Let a function of a thing and a request take the fields of the request as keyword arguments, typed as there."""

    def decorate(function: Callable[[T, Q], R]) -> Callable[Concatenate[T, P], R]:
        @wraps(function)
        def call(*things: Any, **options: Any) -> R:
            if first.name in options:
                things = *things, options.pop(first.name)
            if len(things) != 1:
                raise TypeError(f"{function.__name__}() takes one {first.name}, and its options by name")
            for name in options:
                if name not in known:
                    raise no_such("option", name, known)
            return function(things[0], request(**checked(annotations, options)))  # type: ignore[call-arg]

        annotations: dict[str, str] = vars(request)["__init__"].__annotations__
        known, own = inspect.signature(request).parameters, inspect.signature(function)
        first = next(iter(own.parameters.values()))
        call.__signature__ = own.replace(parameters=[first, *known.values()])  # type: ignore[attr-defined]
        return cast(Callable[Concatenate[T, P], R], call)

    return decorate
