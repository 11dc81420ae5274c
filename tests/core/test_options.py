"""Parsers of options: numbers are written in one way."""

from __future__ import annotations

import pytest

from hashicnf.core.options import Option, read_choices, share
from hashicnf.errors import UsageError

LOOPS = Option("loops", share, 0.0, "a number from 0 to 1", "")


@pytest.mark.parametrize(("text", "value"), [("0", 0.0), ("1", 1.0), (".25", 0.25), ("2.5e-1", 0.25)])
def test_shares_are_numbers_from_0_to_1(text: str, value: float) -> None:
    assert share(text) == value


@pytest.mark.parametrize("text", ["", "0.2_5", " 0.5", "0.5 ", "\u0660.\u0665", "nan", "-0.1", "1.1", "half"])
def test_other_texts_are_no_shares(text: str) -> None:
    with pytest.raises(UsageError, match=r"^loops: cannot read "):
        read_choices([LOOPS], {"loops": text}, "option")
