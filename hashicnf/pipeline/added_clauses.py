"""Add clauses from files to a formula; its claim stays the same only if connectivity implies all of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from hashicnf.arrays.blocking import in_pieces
from hashicnf.core.constraints import Claim, Clauses, Origin, Restricted
from hashicnf.files.inputs import read_pieces, shown
from hashicnf.passes.connectivity.axioms import is_axiom
from hashicnf.pipeline.compile import restated
from hashicnf.pipeline.compiled import Compiled
from hashicnf.pipeline.file_kinds import HEADLESS
from hashicnf.pipeline.mixed_files import expecting

ADDED: Final = Origin("added", "clause")
NARROWED: Final = Restricted("clauses were added, and solutions that break them are missing")


def with_added(compiled: Compiled, paths: Sequence[str]) -> Compiled:
    """Return a formula with the clauses of files, such as those of ``decode --cuts``. Raises InputError for invalid clauses."""
    from hashicnf.dimacs.reader import read_clauses

    with expecting(*((path, HEADLESS) for path in paths)):
        found = [
            rows for path in paths for rows in read_clauses(read_pieces(path), shown(path), compiled.variables.count)
        ]
    blocks = tuple(Clauses.of(rows, ADDED) for rows in found)
    if not blocks:
        return compiled
    claim = compiled.claim if _are_axioms(compiled, blocks) else compiled.claim & Claim.of(NARROWED)
    formula = replace(compiled.formula, blocks=(*compiled.formula.blocks, *blocks), claim=claim)
    return replace(compiled, formula=formula)


def _are_axioms(compiled: Compiled, blocks: Sequence[Clauses]) -> bool:
    """Return whether all clauses follow from connectivity, of the graphs before contraction."""
    graphs = restated(compiled).connected
    clauses = (row for block in blocks for _, rows in in_pieces(block.rows) for row in rows)
    return all(any(is_axiom(graph, clause) for graph in graphs) for clause in clauses)
