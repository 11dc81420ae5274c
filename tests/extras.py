"""Tests of what an optional package is needed for: skipped where it is not installed, but never where everything must be (CI)."""

from __future__ import annotations

import os
from collections.abc import Sequence
from ctypes.util import find_library
from functools import cache
from importlib.util import find_spec
from typing import Any

import pytest

LIBRARIES = {"cairosvg": "cairo"}  # which packages load and do not contain


def needs(package: str) -> pytest.MarkDecorator:
    """Mark a test that needs a package."""
    is_missing = not _is_there(package) and not os.environ.get("CI")
    return pytest.mark.skipif(is_missing, reason=f"the package {package}, or a library of it, is not installed")


@cache
def _is_there(package: str) -> bool:
    library = LIBRARIES.get(package)
    return find_spec(package) is not None and (library is None or find_library(library) is not None)


def marked(values: Sequence[str]) -> list[Any]:
    """Mark the values of a parameter for which zstandard is needed."""
    return [pytest.param(one, marks=needs("zstandard")) if one.endswith("zst") else one for one in values]
