"""Lowering by kind of batch, redundant constraints, claims, and the methods of a compiled puzzle."""

from __future__ import annotations

import io
import json
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from pysat.solvers import Solver

import hashicnf
from hashicnf.core.constraints import (
    EXACT,
    Batch,
    Cardinality,
    Claim,
    Clauses,
    Connected,
    Exclusive,
    Implies,
    Origin,
    Relaxed,
    Restricted,
)
from hashicnf.core.stats import Stats
from hashicnf.core.variables import VariablePool
from hashicnf.dimacs.reader import read_cnf
from hashicnf.errors import InternalError, SolverFailed, UsageError
from hashicnf.logic import Bools, Sat, Unknown, Unsat
from hashicnf.passes.cardinality import CARDINALITY
from hashicnf.passes.connectivity.choice import ConnectivityChoice
from hashicnf.passes.exclusive import EXCLUSIVE
from hashicnf.pipeline.answer import accept, concluded
from hashicnf.pipeline.compile import Stated, compile_puzzle, lower
from hashicnf.pipeline.compiled import Compiled, Lowering
from hashicnf.pipeline.decode import decode_model, write_cuts
from hashicnf.pipeline.encodings import Encodings
from hashicnf.testing.models import projected

BOARD = "2.3.2\n.....\n3.4.3\n.....\n2.3.2\n"  # with 31 solutions, so its formula is more than unit clauses
APART = "1.1\n...\n1.1\n"  # without connectivity two pairs, and nothing else
RULE = Origin("rule", "row")
NONE = np.zeros(1, dtype=np.int32)
LATE = Restricted("plans of more than 3 steps are missing")


def row(*lits: int) -> Any:
    return np.array([lits], dtype=np.int32)


def stated(variables: int, *batches: Batch, claim: Claim = EXACT) -> Stated:
    """Return batches over variables 1, 2, ... as stated by a family; the board of the puzzle is irrelevant."""
    pool = VariablePool()
    pool.declare("x", variables, meaning="inputs")
    return Stated(hashicnf.parse(BOARD), pool, pool.freeze(), batches, claim)


def models(compiled: Compiled, variables: int) -> set[tuple[bool, ...]]:
    return projected(compiled.formula.blocks, range(1, variables + 1))


def a_model(compiled: Compiled) -> Bools:
    """Return a model by a solver that is independent of hashicnf."""
    with Solver("minisat22", bootstrap_with=list(compiled.clauses())) as solver:
        assert solver.solve()
        true = {literal for literal in solver.get_model() or () if literal > 0}
    return np.array([number in true for number in range(compiled.variables.count + 1)])


BATCHES: list[Batch] = [
    Clauses(row(1, -2, 3), RULE, NONE),
    Implies(row(1, 2), row(3, 4), RULE, NONE),
    Exclusive(row(1, 3, 4, 5), RULE, NONE),
    Cardinality(row(1, 2, 3, 4, 5), "ge", 2, RULE, NONE),
]


@pytest.mark.parametrize("at_most_one", EXCLUSIVE.names())
def test_batches_of_all_kinds_are_lowered(at_most_one: str) -> None:
    """Test each kind without a graph alone, and all kinds but connectivity together."""
    compiled = lower(stated(5, *BATCHES), Lowering(at_most_one=at_most_one))
    wanted = {
        (a, b, c, d, e)
        for a, b, c, d, e in product((False, True), repeat=5)
        if (a or not b or c) and (not (a and b) or c or d) and a + c + d + e <= 1 and a + b + c + d + e >= 2
    }
    assert wanted
    assert models(compiled, 5) == wanted
    assert compiled.claim.is_exact
    assert ("at_most_one" in compiled.description) == (at_most_one != "pairwise")


def test_a_batch_of_no_kind_is_an_error_of_ours() -> None:
    with pytest.raises(InternalError, match="no pass is known for batches of the kind Odd"):
        lower(stated(1, Odd(row(1), row(1), RULE, NONE)), Lowering())


class Odd(Implies):
    """A batch of a kind without a pass."""


TRIANGLE = np.array([[0, 1], [1, 2], [0, 2]], dtype=np.int32)


def triangle() -> Connected:
    return Connected(3, TRIANGLE, row(1, 2, 3)[0], RULE)


def test_connectivity_of_a_graph_that_is_not_drawn() -> None:
    auto = Lowering(connectivity=ConnectivityChoice("auto"))
    compiled = lower(stated(3, triangle()), auto)
    assert models(compiled, 3) == {row for row in product((False, True), repeat=3) if sum(row) >= 2}
    assert compiled.connectivity == "link-elimination"
    with pytest.raises(UsageError, match="drawn on a grid"):
        lower(stated(3, triangle()), Lowering(connectivity=ConnectivityChoice("planar")))
    cuts = lower(stated(3, triangle()), Lowering(connectivity=ConnectivityChoice("none", cuts=2)))
    assert models(cuts, 3) == models(compiled, 3), "where no degrees are known, any pair may close"


def test_redundant_constraints_are_marked_and_can_be_left_out() -> None:
    extra = Cardinality(row(1, 2, 3), "ge", 1, RULE, NONE, redundant=True)
    more = Clauses(row(1, 2, 3), Origin("more", "row"), NONE, redundant=True)
    batches = (Clauses(row(1, 2), RULE, NONE), extra, more)
    whole, bare = (lower(stated(3, *batches), Lowering(), redundant=wanted) for wanted in (True, False))
    assert models(whole, 3) == models(bare, 3)
    assert [block.redundant for block in whole.formula.blocks] == [False, True]
    assert [block.redundant for block in bare.formula.blocks] == [False]
    assert whole.counted == bare.counted == (), "what follows is not counted twice"
    assert "redundant" not in whole.description
    assert bare.description["redundant"] is False


def test_nothing_redundant_cannot_be_left_out() -> None:
    with pytest.raises(UsageError, match="hashi states no redundant constraints for this puzzle"):
        compile_puzzle(hashicnf.parse(BOARD), Encodings(redundant=False))


def test_encodings_that_are_not_there_are_named() -> None:
    """This does not depend on whether the puzzle has constraints of their kind."""
    for name in ("cardinality", "connectivity"):
        options: dict[str, Any] = {name: "xyz"}
        with pytest.raises(UsageError, match=f"no {name} encoding is named 'xyz'; there are: "):
            compile_puzzle(hashicnf.parse("...\n"), Encodings(**options))
    with pytest.raises(UsageError, match="no at-most-one encoding is named 'xyz'; there are: bimander, binary"):
        compile_puzzle(hashicnf.parse(BOARD), Encodings(at_most_one="xyz"))


def test_a_formula_may_be_relaxed_and_restricted() -> None:
    """With connectivity by cuts and a horizon, a model may be refined, and a refutation proves nothing."""
    lazy = Lowering(connectivity=ConnectivityChoice("lazy"))
    compiled = lower(stated(3, triangle(), claim=Claim.of(LATE)), lazy)
    assert (len(compiled.claim.relaxed), compiled.claim.restricted) == (1, (LATE,))
    assert compiled.refine(np.zeros(4, dtype=np.bool_))
    assert not compiled.refine(np.ones(4, dtype=np.bool_))
    assert not compiled.needs_rounds, "the theory is asked instead"
    block = Lowering(connectivity=ConnectivityChoice("block"))
    assert lower(stated(3, triangle()), block).needs_rounds
    own = Claim.of(Relaxed("a rule of the family", lambda _: []))
    assert lower(stated(3, triangle(), claim=own), lazy).needs_rounds, "no theory is for that"
    extra = replace(triangle(), redundant=True)
    assert lower(stated(3, extra), lazy).claim.is_exact, "what follows from the others relaxes nothing"
    target = io.StringIO()
    compiled.write(target)
    remark = target.getvalue().splitlines()[1]
    assert remark.startswith("c INCOMPLETE: models may be disconnected")
    assert remark.endswith(f"; {LATE.why}")


def test_no_model_within_bounds_is_no_verdict() -> None:
    within = concluded(Unsat(), Claim.of(LATE))
    assert isinstance(within, Unknown)
    assert LATE.why in str(within)
    model = Sat(np.zeros(1, dtype=np.bool_))
    for verdict in (model, Unknown()):
        assert concluded(verdict, Claim.of(LATE)) is verdict
    for claim in (EXACT, Claim.of(Relaxed("all"))):
        assert isinstance(concluded(Unsat(), claim), Unsat)


@pytest.mark.parametrize("claim", [EXACT, Claim.of(LATE), Claim.of(Relaxed("refined", lambda _: []))])
def test_only_a_formula_that_stays_relaxed_may_break_rules(claim: Claim) -> None:
    """For other formulas, a model that breaks a rule is an internal error; one that breaks clauses is the solver's."""
    compiled = compile_puzzle(hashicnf.parse(APART), Encodings(connectivity="none"))
    model = a_model(compiled)
    assert [v.rule for v in accept(compiled, model, Sat(model), Stats()).broken] == ["connected"]
    claimed = replace(compiled, formula=replace(compiled.formula, claim=claim))
    with pytest.raises(InternalError, match="breaks a rule of the puzzle"):
        accept(claimed, model, Sat(model), Stats())
    with pytest.raises(SolverFailed, match="the solver returned a model that breaks"):
        accept(claimed, none := np.zeros_like(model), Sat(none), Stats("the solver"))


@pytest.mark.parametrize(
    ("data", "unsat"),
    [
        ({"complete": False}, True),
        ({"complete": True}, True),
        ({"complete": False, "depth": 2}, False),
        ({"complete": False, "restricted": [LATE.why]}, False),
        ({"complete": False, "relaxed": ["all"], "restricted": [LATE.why]}, False),
        ({"complete": False, "relaxed": ["all"]}, True),
    ],
)
def test_decoding_believes_no_more_than_the_header_claims(data: dict[str, Any], unsat: bool, tmp_path: Path) -> None:
    cnf, model = tmp_path / "a.cnf", tmp_path / "model"
    compile_puzzle(hashicnf.parse(BOARD)).write(cnf)
    text = cnf.read_text()
    assert text.count('"complete": true') == 1
    cnf.write_text(text.replace('"complete": true', json.dumps(data)[1:-1]))
    model.write_text("s UNSATISFIABLE\n")
    verdict = decode_model(str(model), str(cnf), None).answer.verdict
    assert isinstance(verdict, Unsat) == unsat
    assert unsat or isinstance(verdict, Unknown)
    assert "restricted" not in data or unsat or LATE.why in str(verdict)


@pytest.mark.parametrize(("connectivity", "width"), [("lazy", 2), ("none", 2), ("block", 4)])
def test_cuts_are_those_of_the_encoding_that_the_header_names(connectivity: str, width: int, tmp_path: Path) -> None:
    """The cut demands an edge that leaves a pair, or, for the encoding that excludes whole models, any different edge."""
    compiled = compile_puzzle(hashicnf.parse(APART), Encodings(connectivity=connectivity))
    cnf, model, cuts = tmp_path / "a.cnf", tmp_path / "model", tmp_path / "cuts"
    compiled.write(cnf)
    literals = [number if true else -number for number, true in enumerate(a_model(compiled)) if number]
    model.write_text(f"s SATISFIABLE\nv {' '.join(map(str, literals))} 0\n")
    decoded = decode_model(str(model), str(cnf), None)
    assert decoded.answer.broken
    assert [block.width for block in decoded.cuts] == [width]
    assert write_cuts(decoded, str(cuts)) == 1
    assert len(read_cnf(b"p cnf 4 1\n" + cuts.read_bytes(), "cuts")) == 1


def test_clauses_and_names_are_handed_out() -> None:
    compiled = compile_puzzle(hashicnf.parse(BOARD))
    clauses = list(compiled.clauses())
    assert {1, 2, 3} <= {*map(len, clauses)}
    assert clauses == [row for block in compiled.formula.blocks for row in block.lits.tolist()]
    assert all(type(literal) is int for literal in clauses[0])
    cnf = compiled.to_pysat()
    assert (cnf.clauses, cnf.nv) == (clauses, compiled.variables.count)
    names = dict(compiled.variables.names())
    assert list(names) == list(range(1, compiled.variables.count + 1))
    assert names[1] == "bridge[0,1]"
    assert all(compiled.variables.text(number) == name for number, name in names.items())


def test_a_formula_is_written_to_names_paths_and_streams(tmp_path: Path) -> None:
    compiled = compile_puzzle(hashicnf.parse(BOARD))
    compiled.write(str(tmp_path / "name.cnf"))
    compiled.write(tmp_path / "path.cnf")
    raw, text = io.BytesIO(), io.StringIO()
    compiled.write(raw)
    compiled.write(text)
    with (tmp_path / "open.cnf").open("w", encoding="ascii") as stream:
        compiled.write(stream)
        assert not stream.closed
    written = raw.getvalue()
    assert text.getvalue().encode() == written
    assert all(path.read_bytes() == written for path in tmp_path.iterdir())
    assert list(read_cnf(written, "raw").blocks())
    with pytest.raises(UsageError):
        compiled.write(tmp_path / "no folder" / "a.cnf")


def test_solve_takes_the_options_of_encode() -> None:
    """A search on the puzzle itself refuses them with a message."""
    puzzle = hashicnf.parse(BOARD)
    assert isinstance(hashicnf.solve(puzzle, cardinality="pairwise").verdict, Sat)
    with pytest.raises(
        UsageError, match=r"at.most.one product has no effect: all encodings are the same for two literals"
    ):
        hashicnf.solve(puzzle, at_most_one="product")
    with pytest.raises(UsageError, match="hashi states no redundant constraints"):
        hashicnf.solve(puzzle, redundant=False)
    with pytest.raises(UsageError, match=r"^redundant: the method backtracking has no use for it in the space grid"):
        hashicnf.solve(puzzle, method="backtracking", redundant=False)


def test_formulas_whose_size_depends_on_the_graph_are_simplified_unless_the_request_says_otherwise() -> None:
    puzzle = hashicnf.generate("hashi", size="12x12", islands=40, seed=3).puzzle
    simplified = {
        name: compile_puzzle(puzzle, Encodings(connectivity=name)).simplify
        for name in ("auto", "link-elimination", "planar", "lazy")
    }
    assert simplified == {"auto": True, "link-elimination": True, "planar": False, "lazy": False}
    small, whole = (
        compile_puzzle(puzzle, Encodings(connectivity="link-elimination", simplify=wanted)) for wanted in (None, False)
    )
    assert not whole.simplify
    assert small.formula.clause_count * 2 < whole.formula.clause_count


@pytest.mark.parametrize(
    "board",
    [
        "?..?\n.?.?\n?.?.\n",
        "2.2.2\n.....\n2.?.2\n.....\n2.?.2\n",
        pytest.param("33\n45\n33\n", id="a contradiction that only probing finds"),
    ],
)
@pytest.mark.parametrize(
    "connectivity", ["planar", "dual-elimination", "link-elimination", "vertex-elimination", "none"]
)
def test_no_clause_comes_twice_and_none_has_a_literal_twice(board: str, connectivity: str) -> None:
    puzzle = hashicnf.parse(board)
    for simplify, cuts in product((True, False), (0, 2, 3, 4)):
        blocks = compile_puzzle(
            puzzle, Encodings(connectivity=connectivity, simplify=simplify, cuts=cuts)
        ).formula.blocks
        clauses = [clause for block in blocks for clause in block.lits.tolist()]
        assert all(len({*clause}) == len(clause) for clause in clauses)
        assert len({tuple(sorted(clause)) for clause in clauses}) == len(clauses), (simplify, cuts)


@pytest.mark.parametrize("name", [name for name, one in CARDINALITY.all().items() if one.missing() is None])
def test_one_model_for_each_solution_is_promised_only_without_auxiliaries_that_count(name: str) -> None:
    """Check the statement of docs/connectivity.md about the header for all encodings."""
    compiled = compile_puzzle(hashicnf.parse(BOARD), Encodings(cardinality=name, simplify=False))
    assert ("functional" in compiled.description) == (name in ("direct", "pairwise", "adder"))
    if compiled.functional:
        assert len(models(compiled, compiled.variables.count)) == 31
    lazy = compile_puzzle(hashicnf.parse(BOARD), Encodings(cardinality=name, connectivity="lazy"))
    assert "functional" not in lazy.description, "some models are no solutions"


WIDE = hashicnf.parse("max-bridges: 20\n?  .  ?  .  ?\n.  .  .  .  .\n? . 40 . ?\n.  .  .  .  .\n?  .  ?  .  ?\n")


def test_many_bridges_a_pair_are_added_up_in_simplified_formulas_and_nowhere_else() -> None:
    formulas = [compile_puzzle(WIDE, Encodings(connectivity="lazy", simplify=simplify)) for simplify in (True, False)]
    assert [formula.description["cardinality"] for formula in formulas] == ["adder", "direct"]
    counted = [formula.formula.variables.count for formula in formulas]
    assert counted[0] > counted[1] == 12 * 20
    clauses = [sum(len(block.rows) for block in formula.formula.blocks) for formula in formulas]
    assert clauses[0] < clauses[1] / 4
    assert compile_puzzle(WIDE, Encodings(connectivity="link-elimination")).functional


def test_a_limit_of_time_may_end_between_the_shapes_of_counts() -> None:
    phases = list[str]()
    compile_puzzle(WIDE, Encodings(connectivity="lazy"), observe=lambda phase, *_: phases.append(phase))
    assert phases.count("capacity clauses") > 3
