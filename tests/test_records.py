"""Records behave like frozen dataclasses: made by position and name, with defaults, immutable, copied and pickled."""

from __future__ import annotations

import inspect
import pickle
from copy import deepcopy
from dataclasses import FrozenInstanceError, field, replace

import numpy as np
import pytest

from hashicnf.records import record


@record
class Plain:
    """A record with a default and a factory."""

    first: int
    second: str = "two"
    third: list[int] = field(default_factory=list)


@record(kw_only=True)
class Named:
    """A record whose fields have to be named, and one of which is checked."""

    first: int = 1
    second: int = 2

    def __post_init__(self) -> None:
        """Check the order."""
        if self.first >= self.second:
            raise ValueError


@record(eq=False)
class Single:
    """A record that equals only itself."""

    first: int


@record
class Several:
    """A record with several values in one field."""

    values: tuple[object, ...]


def test_fields_by_position_name_and_default() -> None:
    assert Plain(1) == Plain(1, "two", []) == Plain(first=1, third=[])
    assert Plain(1).third is not Plain(1).third
    assert replace(Plain(1), second="2") == Plain(1, "2")
    assert list(inspect.signature(Plain).parameters) == ["first", "second", "third"]
    with pytest.raises(TypeError, match="first"):
        Plain()  # type: ignore[call-arg]


def test_named_fields_are_checked() -> None:
    assert Named(second=3) == replace(Named(), second=3)
    with pytest.raises(ValueError):  # noqa: PT011 - it has no text
        Named(first=2)
    with pytest.raises(TypeError):
        Named(0)  # type: ignore[call-arg]


def test_arrays_in_a_tuple_are_compared() -> None:
    made = [Several((np.arange(3), "a")), Several((np.arange(3), "a")), Several((np.arange(4), "a"))]
    assert made[0] == made[1] != made[2]
    assert len({*made, Several(())}) == 3


def test_a_record_without_eq_equals_only_itself() -> None:
    one = Single(1)
    assert one == one
    assert one != Single(1)
    assert len({one, Single(1)}) == 2


@pytest.mark.parametrize("made", [Plain(1), Named(second=3)])
def test_copies_are_equal_and_nothing_changes(made: Plain | Named) -> None:
    assert pickle.loads(pickle.dumps(made)) == deepcopy(made) == made  # noqa: S301 - our own bytes
    for name in ("first", "other"):
        with pytest.raises(FrozenInstanceError):
            setattr(made, name, 5)
    with pytest.raises(FrozenInstanceError):
        del made.first
    assert made.first == 1


def test_a_field_without_a_default_comes_first() -> None:
    with pytest.raises(TypeError, match="the field second has no default, and one before it has"):

        @record
        class Mixed:
            """A field with a default before one without."""

            first: int = 1
            second: int  # type: ignore[misc]
