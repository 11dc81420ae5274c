"""Windows: the parts against plain definitions, and whole sweeps against the formula and the checker."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from hashicnf.backends.pysat import PysatSession
from hashicnf.families import Puzzle
from hashicnf.families.hashi import FAMILY
from hashicnf.families.hashi.generate import generate, unsolvable
from hashicnf.graph import components
from hashicnf.logic import Bools, Ints, Sat, truth
from hashicnf.pipeline import solve
from hashicnf.pipeline.compile import Compiled, compile_puzzle
from hashicnf.pipeline.stats import Stats
from hashicnf.pipeline.sweep import _sweep, _tiles, sweep
from hashicnf.pipeline.sweep._excerpt import Excerpt
from hashicnf.pipeline.sweep._joints import Joints, Valuation

SEEDS = range(8)


@pytest.fixture(autouse=True)
def small_tiles(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make windows so small that boards of some hundred islands have dozens."""
    monkeypatch.setattr(_tiles, "NODES_PER_TILE", 6)
    monkeypatch.setattr(_sweep, "CORE", 2)


def compiled(seed: int, islands: int = 300, cardinality: str = "direct", doubles: float = 0.5) -> Compiled:
    side = int((islands * 4) ** 0.5)
    puzzle = Puzzle("hashi", "generated", generate(side, side, islands, seed=seed, doubles=doubles).board, FAMILY)
    return compile_puzzle(puzzle, cardinality=cardinality, connectivity="lazy")


def run(formula: Compiled, deadline: float | None = None) -> tuple[Bools | None, Stats]:
    stats = Stats()
    return sweep(
        formula.formula,
        formula.connected[0],
        lambda large: PysatSession("cadical195" if large else "minisat22", 0),
        stats,
        deadline,
    ), stats


def right(formula: Compiled, model: Bools) -> bool:
    return not formula.formula.violated(model) and not formula.refine(model)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_sweep_finds_a_model_that_joins_everything(seed: int) -> None:
    formula = compiled(seed)
    model, stats = run(formula)
    assert model is not None
    assert right(formula, model)
    assert stats.windows > 20


@pytest.mark.parametrize("cardinality", ["seqcounter", "totalizer", "cardnetwrk"])
def test_variables_that_encodings_add_find_their_tiles(cardinality: str) -> None:
    formula = compiled(3, cardinality=cardinality)
    model, _ = run(formula)
    assert model is not None
    assert right(formula, model)


@pytest.mark.parametrize("seed", SEEDS)
def test_boards_where_connectivity_is_hard_give_a_model_or_nothing(seed: int) -> None:
    formula = compiled(seed, islands=120, doubles=0.1)
    model, _ = run(formula)
    assert model is None or right(formula, model)


@pytest.mark.parametrize("seed", range(4))
def test_nothing_is_found_where_there_is_nothing(seed: int) -> None:
    puzzle = Puzzle("hashi", "generated", unsolvable(30, 30, 200, seed=seed).board, FAMILY)
    assert run(compile_puzzle(puzzle, connectivity="lazy"))[0] is None


def test_a_deadline_that_has_passed_ends_the_sweep() -> None:
    puzzle = Puzzle("hashi", "generated", unsolvable(30, 30, 200, seed=1).board, FAMILY)
    model, stats = run(compile_puzzle(puzzle, connectivity="lazy"), deadline=0.0)
    assert model is None
    assert stats.windows == 0


def test_solve_sweeps_wide_boards_only_and_checks_what_it_finds(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = compiled(1).puzzle
    assert solve.solve_puzzle(puzzle).stats.windows == 0
    monkeypatch.setattr(solve, "WIDE", 100)
    for options in ({"solver": "glucose4"}, {"connectivity": "planar"}):
        assert solve.solve_puzzle(puzzle, **options).stats.windows == 0  # type: ignore[arg-type]
    answer = solve.solve_puzzle(puzzle)
    assert isinstance(answer.verdict, Sat)
    assert (answer.stats.windows > 20, answer.stats.rounds, answer.broken) == (True, 0, ())


def test_a_wrong_guess_is_not_believed(monkeypatch: pytest.MonkeyPatch) -> None:
    formula = compiled(1)
    monkeypatch.setattr(solve, "WIDE", 100)
    nothing = np.zeros(formula.formula.variables.count + 1, dtype=np.bool_)
    monkeypatch.setattr("hashicnf.pipeline.sweep.sweep", lambda *_: nothing)
    answer = solve.solve_puzzle(formula.puzzle)
    assert (isinstance(answer.verdict, Sat), answer.stats.rounds > 0) == (True, True)


def valuations(variables: int) -> Iterator[Valuation]:
    for seed in range(30):
        random = np.random.default_rng(seed)
        decided = random.random(variables + 1) < random.choice([0.3, 0.8, 1.0])
        yield Valuation(decided, decided & (random.random(variables + 1) < random.choice([0.2, 0.6])))


def closed_by_definition(formula: Compiled, now: Valuation) -> set[frozenset[int]]:
    """List the cuts of all components without an undecided edge that leaves or stays in them."""
    batch = formula.connected[0]
    decided = now.decided[np.abs(batch.lits)]
    label = components(batch.nodes, batch.ends[decided & truth(now.model, batch.lits)])
    found = set()
    for part in range(int(label.max()) + 1 if label.max() else 0):
        inside = label[batch.ends] == part
        if not (inside.any(axis=1) & ~decided).any():
            found.add(frozenset(batch.lits[inside.sum(axis=1) == 1].tolist()))
    return found


def test_closed_parts_are_found_however_much_is_contracted() -> None:
    formula = compiled(2, islands=60)
    batch = formula.connected[0]
    everything = np.ones(len(batch.ends), dtype=np.bool_)
    seen = 0
    for number, now in enumerate(valuations(formula.formula.variables.count)):
        expected = closed_by_definition(formula, now)
        seen += len(expected)
        whole = Joints.of(batch)
        assert {frozenset(row[0].tolist()) for row in whole.closed(now)} == expected
        near = np.random.default_rng(number).random(len(batch.ends)) < 0.7
        near |= ~now.decided[np.abs(batch.lits)]
        found = {frozenset(row[0].tolist()) for row in whole.narrowed(everything, now).narrowed(near, now).closed(now)}
        kept = set(batch.lits[near].tolist())
        assert found >= {cut & kept for cut in expected if cut & kept}
        assert found <= {cut & kept for cut in expected}
    assert seen > 100


def test_an_excerpt_holds_exactly_the_clauses_that_touch_its_tiles() -> None:
    formula = compiled(4).formula
    home = np.random.default_rng(0).integers(0, 12, formula.variables.count + 1).astype(np.int32)
    excerpt = Excerpt(formula.blocks, home, _tiles.Tiles(3, 4, home))
    for _ in range(2):
        taken: list[tuple[int, ...]] = []
        for tiles in ([3, 4], [4, 9]):
            for block in excerpt.take(np.array(tiles, dtype=np.int32)):
                assert np.abs(block.lits).max() < len(excerpt.names)
                taken += map(tuple, (np.sign(block.lits) * excerpt.names[np.abs(block.lits)]).tolist())
        touching = [
            tuple(row)
            for block in formula.blocks
            for row in block.lits.tolist()
            if any(home[abs(literal)] in (3, 4, 9) for literal in row)
        ]
        assert sorted(taken) == sorted(touching)
        excerpt.clear()
        assert excerpt.names.tolist() == [0]


def test_tiles_are_where_they_should_be() -> None:
    tiles = _tiles.Tiles(3, 4, np.zeros(0, dtype=np.int32))

    def listed(found: Ints) -> list[int]:
        return [int(tile) for tile in found]

    assert listed(tiles.rectangle(-1, 2, 2, 9)) == [2, 3, 6, 7]
    assert listed(tiles.around(np.array([0, 11], dtype=np.int32))) == [0, 1, 4, 5, 6, 7, 10, 11]
    assert listed(tiles.distance(np.array([0, 3, 11], dtype=np.int32), 5)) == [1, 2, 2]


def test_tiles_hold_about_as_many_nodes_as_they_should() -> None:
    batch = compiled(1).connected[0]
    tiles = _tiles.lay(batch)
    filled = np.bincount(tiles.of_node, minlength=tiles.rows * tiles.columns)
    assert 3 <= filled.mean() <= 9


def test_sessions_name_the_assumptions_to_blame() -> None:
    from hashicnf.constraints import Clauses, Origin
    from hashicnf.logic import Unknown, Unsat

    def clauses(rows: list[list[int]]) -> Clauses:
        lits = np.array(rows, dtype=np.int32)
        return Clauses(lits, Origin("test", "row"), np.zeros(len(lits), dtype=np.int32))

    with PysatSession("minisat22", 0) as session:
        session.add([clauses([[-1, 2], [-2, 3]])])
        verdict = session.assume(np.array([4, 1, -3], dtype=np.int32), 100)
        assert isinstance(verdict, Unsat)
        assert verdict.core is not None
        assert set(verdict.core.tolist()) <= {1, -3}
        assert isinstance(session.assume(np.array([1], dtype=np.int32), 100), Sat)
    with PysatSession("minisat22", 0) as session:
        holes = 9
        pigeons = [[pigeon * holes + hole + 1 for hole in range(holes)] for pigeon in range(holes + 1)]
        pairs = [[-p[h], -q[h]] for i, p in enumerate(pigeons) for q in pigeons[:i] for h in range(holes)]
        session.add([clauses(pigeons), clauses(pairs)])
        assert isinstance(session.assume(np.zeros(0, dtype=np.int32), 50), Unknown)
