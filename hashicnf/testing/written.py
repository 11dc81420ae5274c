"""Formulas by an encoding are written, read and shown as those by any other."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import hashicnf
from hashicnf.families import FAMILIES


def a_formula_is_written_and_has_a_text(option: str, name: str) -> None:
    """Check that the formula of an example, by the encoding that an option of ``encode`` names, becomes a file, and a text."""
    compiled = _formula(option, name)
    stream = BytesIO()
    compiled.write(stream)
    stream.seek(0)
    assert hashicnf.sat(stream).status == "satisfiable"
    assert repr(compiled)


def _formula(option: str, name: str) -> hashicnf.Compiled:
    """Return the formula of the first example whose constraints take the option."""
    options: dict[str, Any] = {option: name}
    for family in FAMILIES.all().values():
        try:
            return hashicnf.encode(hashicnf.parse(family.example), **options)
        except hashicnf.UsageError:
            continue  # no constraints of this kind
    raise AssertionError(f"no example has a formula with {option} {name}")
