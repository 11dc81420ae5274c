"""Conformance suites: the requirements on every plug-in of a kind, as named cases for any test runner.

    import pytest
    from hashicnf.testing import conformance

    @pytest.mark.parametrize("case", conformance("hashicnf.passes.exclusive", "my-encoding"), ids=str)
    def test_my_encoding(case):
        case()

The plug-ins of hashicnf are tested by the same cases. pytest is not required; with it,
``pytest.register_assert_rewrite("hashicnf.testing")`` in a ``conftest.py`` makes failures show the values of their expressions.
"""

from __future__ import annotations

from importlib import import_module
from inspect import Parameter, signature
from typing import Final

from hashicnf.errors import UsageError, no_such
from hashicnf.testing.cases import Case
from hashicnf.testing.oracle import Oracle

SUITES: Final = {
    "hashicnf.families": "family",
    "hashicnf.formats": "format",
    "hashicnf.passes.cardinality": "cardinality",
    "hashicnf.passes.exclusive": "exclusive",
    "hashicnf.passes.connectivity": "connectivity",
    "hashicnf.search": "search",
    "hashicnf.backends": "session",
}


def conformance(group: str, name: str, oracle: Oracle | None = None) -> list[Case]:
    """List the cases for a plug-in by its group of entry points and its name; in ``hashicnf.backends`` the name is a solver's.

    A family needs an ``oracle``: small puzzles with another way to find their solutions. A format of other families than
    Hashiwokakero needs one for the puzzles to be written. Raises UsageError for a group without a suite, for an unknown name, and
    for an oracle that is missing or has no effect.
    """
    if group not in SUITES:
        raise no_such("conformance suite", group, SUITES)
    suite = import_module(f"hashicnf.testing.{SUITES[group]}")
    taken = signature(suite.cases).parameters.get("oracle")
    if taken is None and oracle is not None:
        raise UsageError(f"the conformance suite of {group} takes no oracle")
    if taken is not None and taken.default is Parameter.empty and oracle is None:
        raise UsageError(f"the conformance suite of {group} needs an oracle: hashicnf.testing.Oracle")
    cases: list[Case] = suite.cases(name) if oracle is None else suite.cases(name, oracle)
    return cases


__all__ = ["SUITES", "Case", "Oracle", "conformance"]
