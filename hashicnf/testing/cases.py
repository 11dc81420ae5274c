"""Cases of a conformance suite, and the assertion that a block raises."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Set
from contextlib import contextmanager
from dataclasses import field
from functools import partial
from typing import Generic, TypeVar

from hashicnf.records import record

E = TypeVar("E", bound=BaseException)
T = TypeVar("T")


@record
class Case:
    """A named check; a call raises AssertionError if the plug-in violates it."""

    name: str
    run: Callable[[], None] = field(compare=False)
    slow: bool = False

    def __call__(self) -> None:
        """Run the check."""
        self.run()

    def __str__(self) -> str:
        """Return the name."""
        return self.name


def case(check: Callable[..., None], *subject: object, label: str = "", slow: bool = False) -> Case:
    """Return a case named by the words of its function's name, and by a label of the subject."""
    name = check.__name__.replace("_", " ")
    return Case(f"{name}: {label}" if label else name, partial(check, *subject), slow)


class Caught(Generic[E]):
    """The error that a block raised, set when the block has ended."""

    value: E


@contextmanager
def raises(kind: type[E], match: str = "") -> Iterator[Caught[E]]:
    """Assert that a block raises an error of this kind whose text matches a regular expression."""
    caught = Caught[E]()
    try:
        yield caught
    except kind as error:
        if re.search(match, str(error)) is None:
            raise AssertionError(f"{error} does not match {match}") from error
        caught.value = error
    else:
        raise AssertionError(f"no {kind.__name__} was raised")


def require_same(found: Set[T], wanted: Set[T], *about: object) -> None:
    """Raise AssertionError if two sets differ; the message names one member of each difference, as all would be too many."""
    if found != wanted:
        extra, missing = next(iter(found - wanted), None), next(iter(wanted - found), None)
        words = f"{len(found)} instead of {len(wanted)}; for example {extra} is too much, {missing} is missing"
        raise AssertionError(" ".join(map(str, (words, *about))))
