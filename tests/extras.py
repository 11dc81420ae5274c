"""Tests of what an optional package is needed for: skipped where it is not installed, but never where everything must be (CI)."""

from __future__ import annotations

import os
from collections.abc import Sequence
from importlib.util import find_spec
from typing import Any

import pytest


def needs(package: str) -> pytest.MarkDecorator:
    """Mark a test that needs a package."""
    is_missing = find_spec(package) is None and not os.environ.get("CI")
    return pytest.mark.skipif(is_missing, reason=f"the package {package} is not installed")


def marked(values: Sequence[str]) -> list[Any]:
    """Mark the values of a parameter for which zstandard is needed."""
    return [pytest.param(one, marks=needs("zstandard")) if one.endswith("zst") else one for one in values]
