"""The suite for solvers of other packages accepts every kind of session of ours: in PySAT, in a child, external, built in."""

from __future__ import annotations

import shlex
import sys

import pytest

from hashicnf.testing.cases import Case
from tests.conformance.every import every_case

EXTERNAL = shlex.join([sys.executable, "-m", "hashicnf", "sat"]) + " {cnf}"
SOLVERS = ["dpll", "cadical153", "minisat22", "lingeling", "kissat404", EXTERNAL]


@pytest.mark.parametrize("check", every_case("hashicnf.backends", SOLVERS[:-1]))
def test_it_keeps_its_promises(check: Case) -> None:
    check()


@pytest.mark.slow
@pytest.mark.parametrize("check", every_case("hashicnf.backends", SOLVERS[-1:]))
def test_a_command_keeps_its_promises(check: Case) -> None:
    check()
