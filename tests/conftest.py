"""Shared fixtures: where the repository is, and which external solvers must really run."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest
from hypothesis import settings

pytest.register_assert_rewrite("hashicnf.testing")
settings.register_profile(
    "untimed", deadline=None
)  # how long an example takes says more about the machine than about us
settings.load_profile("untimed")

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="session")
def root() -> Path:
    return ROOT


@pytest.fixture
def need_solver() -> object:
    """Skip, saying why, where a solver is not installed; fail where everything must be there (CI)."""

    def need(program: str) -> None:
        if shutil.which(program) is None:
            message = f"the solver {program} is not installed"
            if os.environ.get("CI"):
                pytest.fail(message)
            pytest.skip(message)

    return need
