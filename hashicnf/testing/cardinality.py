"""Cases for cardinality encodings: every small shape, bound and assignment, compared with counting by the definition."""

from __future__ import annotations

from itertools import product
from typing import get_args

import numpy as np
from pysat.solvers import Solver

from hashicnf.backends.abilities import ABLE
from hashicnf.core.constraints import Cardinality, Clauses, Op, Origin
from hashicnf.core.variables import VariablePool
from hashicnf.logic import Ints
from hashicnf.passes.cardinality import CARDINALITY, CardinalityEncoding, Shape, stamp, template_of
from hashicnf.testing import counting
from hashicnf.testing.cases import Case, case, require_same
from hashicnf.testing.models import projected
from hashicnf.testing.written import a_formula_is_written_and_has_a_text

ORIGIN = Origin("capacity", "node")
OPS: tuple[Op, ...] = get_args(Op)
RUNS = [(1, 2), (2, 2), (3, 2), (1, 3), (2, 3), (3, 3), (1, 4), (2, 4)]


def one_row(width: int) -> Ints:
    return np.arange(1, width + 1, dtype=np.int32)[None, :]


def accepted(encoding: CardinalityEncoding, lits: Ints, op: Op, bound: int, chain: int = 1) -> set[tuple[bool, ...]]:
    """Encode a batch over ``lits``; return the values of the literals that its clauses allow."""
    pool = VariablePool()
    pool.declare("x", int(np.abs(lits).max(initial=0)), meaning="inputs")
    batch = Cardinality(lits, op, bound, ORIGIN, np.arange(len(lits), dtype=np.int32), chain)
    return projected(stamp(batch, encoding, "aux", pool), lits.ravel().tolist())


def unordered_literals(encoding: CardinalityEncoding, op: Op) -> None:
    for width in range(7):
        for bound in range(-1, width + 2):
            wanted = counting.rows(width, op, bound)
            require_same(accepted(encoding, one_row(width), op, bound), wanted, (width, bound))


def ordered_runs(encoding: CardinalityEncoding, op: Op) -> None:
    """All encodings are right on ordered assignments; those that do not need the order are right on unordered ones, too."""
    for runs, chain in RUNS:
        width = runs * chain
        for bound in range(-1, width + 2):
            found = accepted(encoding, one_row(width), op, bound, chain)
            kept = {row for row in found if counting.ordered(row, chain)}
            assert kept == counting.rows(width, op, bound, chain), (runs, chain, bound)
            if not encoding.needs_order:
                require_same(found, counting.rows(width, op, bound), (runs, chain, bound))


def negative_literals_and_several_rows(encoding: CardinalityEncoding, op: Op, bound: int) -> None:
    """Rows are independent of one another: in particular, they share no auxiliaries."""
    lits = np.array([[1, -2, 3], [-4, 5, -6], [9, 8, 7]], dtype=np.int32)
    good = counting.rows(3, op, bound)
    require_same(accepted(encoding, lits, op, bound), {(*a, *b, *c) for a, b, c in product(good, repeat=3)})


def rows_may_share_literals(encoding: CardinalityEncoding) -> None:
    """Two nodes share the literals of the edge between them."""
    lits = np.array([[1, 2, 3], [3, -1, 4]], dtype=np.int32)
    wanted = {
        (*row[:3], row[2], not row[0], row[3])
        for row in product((False, True), repeat=4)
        if sum(row[:3]) == 2 == row[2] + (not row[0]) + row[3]
    }
    require_same(accepted(encoding, lits, "eq", 2), wanted)


def auxiliaries_are_fresh_and_have_a_name(encoding: CardinalityEncoding) -> None:
    for bound in range(6):
        pool = VariablePool()
        x = pool.declare("x", 4, 6, meaning="inputs").lits
        source = np.array([7, 5, 3, 1], dtype=np.int32)
        blocks = stamp(Cardinality(x[:, :], "eq", bound, ORIGIN, source, 2), encoding, "aux", pool)
        variables = pool.freeze()
        own = {int(s): set(x[i].tolist()) for i, s in enumerate(source)}
        for block in blocks:
            assert block.lits.dtype == np.int32
            for clause, s in zip(block.lits.tolist(), block.source.tolist(), strict=True):
                for lit in map(abs, clause):
                    assert lit in own[s] or variables.text(lit).startswith("aux[")
        texts = [
            {variables.text(v) for v in np.unique(np.abs(b.lits[b.source == s])).tolist()} for b in blocks for s in own
        ]
        assert all(len({t.split("[")[1].split(",")[0] for t in row if t.startswith("aux[")}) <= 1 for row in texts)


def templates_are_clean(encoding: CardinalityEncoding, op: Op) -> None:
    """Check that there are no duplicate clauses, no variable twice in a clause, and no gaps in the numbers of auxiliaries."""
    for width, chain in ((3, 1), (6, 2), (8, 2), (6, 3), (8, 4)):
        for bound in range(-1, width + 2):
            template = template_of(encoding, Shape(width, op, bound, chain))
            clauses = [tuple(clause) for block in template.blocks for clause in block.tolist()]
            assert len({frozenset(clause) for clause in clauses}) == len(clauses)
            assert all(len({abs(lit) for lit in clause}) == len(clause) for clause in clauses)
            above = {abs(lit) for clause in clauses for lit in clause} - set(range(1, width + 1))
            assert above == set(range(width + 1, width + 1 + template.auxiliaries))


def auxiliaries_of_a_functional_encoding_have_one_value_each(encoding: CardinalityEncoding, op: Op) -> None:
    """Check that no two models agree on ordered literals; some shapes are so large that encodings add numbers up."""
    for runs, chain, bound in ((3, 2, 2), (4, 1, 2), (7, 2, 7)):
        pool = VariablePool()
        lits = pool.declare("x", 1, runs * chain, meaning="inputs").lits
        order = np.array([[-lit, lit - 1] for lit in lits[0].tolist() if (lit - 1) % chain], dtype=np.int32)
        batch = Cardinality(lits, op, bound, ORIGIN, np.zeros(1, dtype=np.int32), chain)
        blocks = [*stamp(batch, encoding, "aux", pool), Clauses.of(order.reshape(-1, 2), ORIGIN)]
        clauses = [clause for block in blocks for clause in block.lits.tolist()]
        with Solver(ABLE, bootstrap_with=clauses) as solver:
            for row in counting.rows(lits.size, op, bound, chain):
                given = [lit if value else -lit for lit, value in zip(lits[0].tolist(), row, strict=True)]
                assert solver.solve(assumptions=given), (batch, row)
                solver.add_clause([-lit for lit in solver.get_model() or ()])
                assert not solver.solve(assumptions=given), (batch, row)


def the_same_shape_gives_the_same_clauses(encoding: CardinalityEncoding) -> None:
    shape = Shape(8, "eq", 3, 2)
    assert encoding.clauses(shape) == encoding.clauses(shape)


def cases(name: str) -> list[Case]:
    """List the cases for an encoding by its name."""
    encoding = CARDINALITY.get(name)
    by_op = (unordered_literals, ordered_runs, templates_are_clean)
    found = [case(check, encoding, op, label=op) for check in by_op for op in OPS]
    bounds: tuple[tuple[Op, int], ...] = (("eq", 1), ("ge", 2), ("le", 1))
    found += [case(negative_literals_and_several_rows, encoding, op, k, label=f"{op} {k}") for op, k in bounds]
    if encoding.functional:
        found += [case(auxiliaries_of_a_functional_encoding_have_one_value_each, encoding, op, label=op) for op in OPS]
    alone = (rows_may_share_literals, auxiliaries_are_fresh_and_have_a_name, the_same_shape_gives_the_same_clauses)
    found.append(case(a_formula_is_written_and_has_a_text, "cardinality", name))
    return found + [case(check, encoding) for check in alone]
