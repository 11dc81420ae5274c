"""Counting as a pseudo-Boolean constraint with unit weights, by PySAT's ``PBEnc`` with its own choice of encoding.

``PBEnc`` needs the optional package ``pindakaas``: without it, using ``PBEnc`` is an assertion error, so ``missing`` checks first.
"""

from __future__ import annotations

from importlib.util import find_spec
from typing import Final

from hashicnf.errors import SolverMissing
from hashicnf.passes.cardinality import CardinalityEncoding, Shape
from hashicnf.passes.cardinality._pysat import borrowed_pb
from hashicnf.passes.template import AbstractClauses


def missing() -> str | None:
    """Return how to install the pseudo-Boolean encoder, None if it is installed."""
    return None if find_spec("pindakaas") else "pip install 'hashicnf[pb]'"


def clauses(shape: Shape) -> AbstractClauses:
    """Return the clauses of a shape. Raises SolverMissing without the extra ``pb``."""
    if (how := missing()) is not None:
        raise SolverMissing(f"the pb encoding needs the package pindakaas: {how}")
    return borrowed_pb(shape)


ENCODING: Final = CardinalityEncoding("pseudo-Boolean with unit weights (PBEnc of PySAT)", clauses, missing=missing)
