"""Windows: the parts against plain definitions, and whole sweeps against the formula and the checker."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from typing import Literal

import numpy as np
import pytest

import hashicnf
from hashicnf.api import solve
from hashicnf.arrays.graph import components
from hashicnf.backends import probing
from hashicnf.backends.pysat import PysatSession
from hashicnf.core.constraints import Cardinality, Clauses, Connected, Origin
from hashicnf.core.deadline import NEVER, Deadline
from hashicnf.core.stats import Stats
from hashicnf.core.variables import VariablePool
from hashicnf.errors import SolverFailed
from hashicnf.families.hashi.constraints import declare
from hashicnf.families.hashi.generate import generate, unsolvable
from hashicnf.families.hashi.generate.planting import mixture
from hashicnf.logic import Bools, Ints, Sat, Unsat, truth
from hashicnf.pipeline.compile import compile_puzzle
from hashicnf.pipeline.compiled import Compiled
from hashicnf.pipeline.encodings import Encodings
from hashicnf.solving.model_search import search
from hashicnf.solving.run import Run
from hashicnf.windows import sweep, tiling_of
from hashicnf.windows.calls import counted_session
from hashicnf.windows.parity import Parities, tiles_of_sums
from hashicnf.windows.parts import ClosedParts
from hashicnf.windows.probing import probe
from hashicnf.windows.rules import Cut, Demands, PartialAssignment
from hashicnf.windows.schedule import Swept, windows
from hashicnf.windows.settings import DEFAULTS
from hashicnf.windows.subformula import Subformula, reduced
from hashicnf.windows.tile_parity import tile_equations
from hashicnf.windows.tiles import Tiles, by_distance, tiles_of_variables
from hashicnf.windows.xor import Equation, clauses_of, cut, links_of
from tests.clauses import models
from tests.oracles.puzzles import board_of, puzzle_with
from tests.portions import few
from tests.windows.boards import SMALL_TILES, demands_of, only_windows

ORIGIN = Origin("test", "row")
SEEDS = range(8)


def compiled(seed: int, islands: int = 300, cardinality: str = "direct", doubles: float = 0.5) -> Compiled:
    side = int((islands * 4) ** 0.5)
    puzzle = puzzle_with(generate(side, side, islands, mixture(doubles=doubles), seed=seed).board)
    return compile_puzzle(puzzle, Encodings(cardinality=cardinality, connectivity="lazy"))


def run(formula: Compiled, deadline: Deadline = NEVER) -> tuple[Bools | None, Stats]:
    stats = Stats()
    graph = formula.connected[0]
    verdict = sweep(formula.formula, graph, formula.counted, stats, deadline, settings=SMALL_TILES).verdict
    return (verdict.model if isinstance(verdict, Sat) else None), stats


def right(formula: Compiled, model: Bools) -> bool:
    return not formula.formula.violated(model) and not formula.refine(model)


@pytest.mark.parametrize("seed", few(SEEDS, 3))
def test_a_sweep_finds_a_model_that_joins_everything(seed: int) -> None:
    formula = compiled(seed)
    model, stats = run(formula)
    assert model is not None
    assert right(formula, model)
    assert stats.windows >= 16


@pytest.mark.parametrize("cardinality", few(["seqcounter", "totalizer", "cardnetwrk"], 1))
def test_variables_that_encodings_add_find_their_tiles(cardinality: str) -> None:
    formula = compiled(3, cardinality=cardinality)
    model, _ = run(formula)
    assert model is not None
    assert right(formula, model)


@pytest.mark.parametrize("seed", few(SEEDS, 3))
def test_boards_where_connectivity_is_hard_give_a_model(seed: int) -> None:
    formula = compiled(seed, islands=120, doubles=0.1)
    model, _ = run(formula)
    assert model is not None
    assert right(formula, model)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("simplify", [False, True])
def test_boards_are_refuted_in_the_window_of_the_fault(seed: int, simplify: bool) -> None:
    """The core has no assumptions: the window has no solution whatever is decided elsewhere."""
    puzzle = puzzle_with(unsolvable(30, 30, 200, seed=seed).board)
    formula, stats = compile_puzzle(puzzle, Encodings(connectivity="lazy", simplify=simplify)), Stats()
    graph = formula.connected[0]
    swept = sweep(formula.formula, graph, formula.counted, stats, settings=SMALL_TILES)
    assert isinstance(swept.verdict, Unsat)


def test_a_deadline_that_has_passed_ends_the_sweep() -> None:
    puzzle = puzzle_with(unsolvable(30, 30, 200, seed=1).board)
    model, stats = run(compile_puzzle(puzzle, Encodings(connectivity="lazy")), deadline=Deadline.after(0))
    assert model is None
    assert stats.windows == 0


def test_solve_sweeps_wide_boards_only_and_checks_what_it_finds(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = compiled(1).puzzle
    assert solve(puzzle).stats.windows == 0
    only_windows(monkeypatch)
    for options in ({"solver": "glucose4"}, {"connectivity": "planar"}):
        assert solve(puzzle, **options).stats.windows == 0  # type: ignore[arg-type]
    answer = solve(puzzle)
    assert isinstance(answer.verdict, Sat)
    assert (answer.stats.windows >= 16, answer.stats.rounds, answer.broken) == (True, 0, ())


@pytest.mark.parametrize("text", ["1.1\n", "1" + "2" * 300 + "1\n"])
def test_nothing_may_be_left_when_probing_is_done(text: str) -> None:
    """No tile shares an undecided variable with another."""
    formula = compile_puzzle(hashicnf.parse(text), Encodings(connectivity="lazy"))
    model, _ = run(formula)
    assert model is not None
    assert right(formula, model)


def test_a_wrong_guess_is_not_believed(monkeypatch: pytest.MonkeyPatch) -> None:
    formula = compiled(1)
    nothing = np.zeros(formula.formula.variables.count + 1, dtype=np.bool_)
    only_windows(monkeypatch)
    monkeypatch.setattr("hashicnf.windows.sweep", lambda *_, **__: Swept(Sat(nothing), nothing.astype(np.int32)))
    with pytest.raises(SolverFailed, match="windows returned a model that breaks"):
        solve(formula.puzzle)


def assignments(variables: int) -> Iterator[PartialAssignment]:
    for seed in range(30):
        random = np.random.default_rng(seed)
        decided = random.random(variables + 1) < random.choice([0.3, 0.8, 1.0])
        yield PartialAssignment(decided, decided & (random.random(variables + 1) < random.choice([0.2, 0.6])))


def closed_by_definition(formula: Compiled, now: PartialAssignment) -> set[frozenset[int]]:
    """Return the cuts of all components without an undecided edge that leaves them or lies inside."""
    batch = demands_of(formula).inner
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
    batch = demands_of(formula).inner
    everything = np.ones(len(batch.ends), dtype=np.bool_)
    seen = 0
    for number, now in enumerate(assignments(formula.formula.variables.count)):
        expected = closed_by_definition(formula, now)
        seen += len(expected)
        whole = ClosedParts.of(demands_of(formula), SMALL_TILES)
        assert {frozenset(row) for rows in whole.closed(now) for row in rows.tolist()} == expected
        near = np.random.default_rng(number).random(len(batch.ends)) < 0.7
        near |= ~now.decided[np.abs(batch.lits)]
        narrow = whole.narrowed(everything, now).narrowed(near, now)
        found = {frozenset(row) for rows in narrow.closed(now) for row in rows.tolist()}
        kept = set(batch.lits[near].tolist())
        assert {cut for cut in expected if cut & kept} <= found <= expected
    assert seen > 100


def test_a_subformula_holds_exactly_the_clauses_that_touch_its_tiles() -> None:
    formula = compiled(4).formula
    tile_of = np.random.default_rng(0).integers(0, 12, formula.variables.count + 1).astype(np.int32)
    subformula = Subformula(formula.blocks, tile_of, Tiles(3, 4, tile_of))
    for _ in range(2):
        taken: list[tuple[int, ...]] = []
        for tiles in ([3, 4], [4, 9]):
            for block in subformula.take(np.array(tiles, dtype=np.int32)):
                assert np.abs(block.lits).max() < len(subformula.originals)
                taken += map(tuple, (np.sign(block.lits) * subformula.originals[np.abs(block.lits)]).tolist())
        touching = [
            tuple(row)
            for block in formula.blocks
            for row in block.lits.tolist()
            if any(tile_of[abs(literal)] in (3, 4, 9) for literal in row)
        ]
        assert sorted(taken) == sorted(touching)
        subformula.clear()
        assert subformula.originals.tolist() == [0]


@pytest.mark.parametrize("lasting", [True, False])
def test_a_cut_keeps_its_meaning_in_a_subformula(lasting: bool) -> None:
    """This holds for variables with and without numbers; auxiliaries are new, and a temporary cut can be switched off."""
    pieces = cut(Equation([2, 7, 3, 5, 9, 4], odd=True), [12, 13], 4)
    equation = Cut(tuple(clauses_of(pieces)), 2)
    tile_of = np.zeros(12, dtype=np.int32)
    subformula = Subformula((), tile_of, Tiles(1, 1, tile_of))
    subformula.write(np.array([[9, -2]], dtype=np.int32))
    condition = subformula.auxiliaries(0 if lasting else 1)
    with counted_session() as solver:
        for _ in range(2):
            solver.add(subformula.write_cut(equation, condition))
        number = {name: at for at, name in enumerate(subformula.originals.tolist())}
        assert sorted(number) == [0, 2, 3, 4, 5, 7, 9]
        assert len(subformula.originals) == 1 + 6 + 2 * 2 + len(condition)
        for values in product((-1, 1), repeat=6):
            lits = [value * number[name] for value, name in zip(values, (2, 3, 4, 5, 7, 9), strict=True)]
            for active in (1, -1):
                verdict = solver.assume(np.array([*lits, *active * condition], dtype=np.int32))
                assert isinstance(verdict, Sat) == (values.count(1) % 2 == 1 or (active < 0 and not lasting))


def test_tiles_are_where_they_should_be() -> None:
    tiles = Tiles(3, 4, np.zeros(0, dtype=np.int32))

    def listed(found: Ints) -> list[int]:
        return [int(tile) for tile in found]

    assert listed(tiles.rectangle(-1, 2, 2, 9)) == [2, 3, 6, 7]
    assert listed(tiles.around(np.array([0, 11], dtype=np.int32))) == [0, 1, 4, 5, 6, 7, 10, 11]
    assert listed(tiles.distance(np.array([0, 3, 11], dtype=np.int32), 5)) == [1, 2, 2]
    apart = tiles.distance(np.array([[0], [5]], dtype=np.int32), np.array([0, 3, 11], dtype=np.int32))
    assert apart.tolist() == [[0, 3, 3], [1, 2, 2]]
    assert (tiles.between(0, 11), tiles.between(4, 2), tiles.between(7, 7)) == (5, 1, 7)


@pytest.mark.parametrize("islands", [300, 2000])
def test_any_graph_can_be_tiled_by_distance(islands: int) -> None:
    graph = compiled(1, islands=islands).connected[0]
    tiles = by_distance(graph.nodes, graph.ends)(20)
    row, column = np.divmod(tiles.of_node, tiles.columns)
    for place, count in ((row, tiles.rows), (column, tiles.columns)):
        assert count > 1
        assert sorted(set(place.tolist())) == list(range(count))
        assert (abs(place[graph.ends[:, 0]] - place[graph.ends[:, 1]]) <= 1).all()
    held = np.bincount(tiles.of_node)
    assert 10 <= (held**2).sum() / held.sum() <= 30


@pytest.mark.parametrize("nodes", [0, 1, 5])
def test_graphs_that_hang_together_nowhere_are_tiled_too(nodes: int) -> None:
    tiles = by_distance(nodes, np.zeros((0, 2), dtype=np.int32))(6)
    assert tiles.of_node.tolist() == [0] * nodes


@pytest.mark.parametrize("seed", few(range(4), 1))
def test_windows_need_no_coordinates(monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    drawn, stats = compiled(seed), Stats()
    formula = replace(drawn, connected=(replace(drawn.connected[0], embedding=None),))
    only_windows(monkeypatch)
    verdict = search(Run(formula, stats=stats))
    assert isinstance(verdict, Sat)
    assert right(drawn, verdict.model)
    assert (stats.windows >= 16, stats.rounds) == (True, 0)


def test_tiles_hold_about_as_many_nodes_as_they_should() -> None:
    batch = compiled(1).connected[0]
    tiles = tiling_of(batch)(6)
    filled = np.bincount(tiles.of_node, minlength=tiles.rows * tiles.columns)
    assert 3 <= filled.mean() <= 9


def test_sessions_name_the_assumptions_to_blame() -> None:
    from hashicnf.logic import Unknown

    def clauses(rows: list[list[int]]) -> Clauses:
        lits = np.array(rows, dtype=np.int32)
        return Clauses.of(lits, Origin("test", "row"))

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


def values_of(formula: Compiled) -> Ints:
    tile_of = np.random.default_rng(0).integers(0, 12, formula.formula.variables.count + 1).astype(np.int32)
    value = probe(formula.formula.blocks, tile_of, Tiles(3, 4, tile_of), np.zeros_like(tile_of))
    assert value is not None
    return value


def all_models(formula: Compiled) -> Bools:
    """List all models of a small formula, bool[k, v + 1]."""
    with PysatSession("minisat22", formula.formula.variables.count) as session:
        session.add(formula.formula.blocks)
        return np.array([(False, *model) for model in models(session)])


@pytest.mark.parametrize("seed", range(6))
def test_probing_fixes_only_what_all_models_agree_on(seed: int) -> None:
    formula = compiled(seed, islands=25)
    every, value = all_models(formula), values_of(formula)
    agreed = every.all(axis=0).astype(int) - (~every).all(axis=0)
    agreed[0] = 0
    assert (agreed[value != 0] == value[value != 0]).all()
    assert np.count_nonzero(value) * 2 > np.count_nonzero(agreed) > 0
    left = reduced(formula.formula.blocks, value)
    assert all((value[np.abs(block.lits)] == 0).all() for block in left)
    guesses = np.random.default_rng(seed).random((50, every.shape[1])) < 0.5
    guesses[0] = every[0]
    for guess in np.where(value, value > 0, guesses):
        broken = any(len(block.violated(guess)) for block in left)
        assert broken == bool(formula.formula.violated(guess))


@pytest.mark.parametrize("rows", [[[1, 2], [1, -2], [-1, 3], [-1, -3]], [[]]], ids=["four clauses", "an empty clause"])
def test_probing_sees_a_contradiction(rows: list[list[int]]) -> None:
    tile_of = np.zeros(4, dtype=np.int32)
    block = Clauses.of(np.array(rows, dtype=np.int32), ORIGIN)
    assert probe((block,), tile_of, Tiles(1, 1, tile_of), tile_of) is None


@pytest.mark.parametrize("odd", [False, True])
@pytest.mark.parametrize("count", range(10))
def test_equations_over_two_values_mean_what_they_say(count: int, odd: bool) -> None:
    more = links_of(count, 4)
    pieces = cut(Equation(range(1, count + 1), odd), range(count + 1, count + more + 1), 4)
    rows = [row for block in clauses_of(pieces) for row in block.tolist()]
    assert max(map(len, rows), default=0) <= 4
    kept = set()
    for values in product((False, True), repeat=count + more):
        if all(any(values[abs(x) - 1] == (x > 0) for x in row) for row in rows):
            assert values[:count] not in kept
            kept.add(values[:count])
    assert kept == {values for values in product((False, True), repeat=count) if sum(values) % 2 == odd}


def odd_sets_by_definition(formula: Compiled, now: PartialAssignment) -> list[int]:
    """Return the sums of the remaining numbers of each set of islands that undecided edges connect, if odd."""
    board = board_of(formula.puzzle)
    names = np.array(declare(board, VariablePool()))
    left = board.clue.astype(int)
    for e, (u, v) in enumerate(board.edge.tolist()):
        true = int(now.model[names[e]].sum())
        left[u] -= true
        left[v] -= true
    label = components(board.islands, board.edge[(~now.decided[names]).any(axis=1)])
    return [int(part) for part in range(label.max() + 1) if left[label == part].sum() % 2]


def test_sums_that_cannot_come_out_even_are_found_however_much_is_contracted() -> None:
    formula = compiled(2, islands=60)
    whole = Parities.of(demands_of(formula), SMALL_TILES)
    model = run(formula)[0]
    assert model is not None
    seen = 0
    for number, now in enumerate(assignments(formula.formula.variables.count)):
        equations = whole.broken(now)
        wrong = odd_sets_by_definition(formula, now)
        assert len(equations) == len(wrong) - 1 if wrong else not equations
        near = np.random.default_rng(number).random(len(whole.variables)) < 0.2
        nearby = whole.narrowed(near, now).broken(now)
        label = components(len(whole.odd), whole.ends[~now.decided[whole.variables]])
        sets = [set(names.tolist()) for names, _ in equations]
        touched = set(label[whole.ends[near]].ravel().tolist())
        sides = [set(label[whole.ends[np.isin(whole.variables, list(names))]].ravel().tolist()) for names in sets]
        assert len(nearby) >= sum(side <= touched for side in sides)
        seen += len(nearby)
        for names, odd in [*equations, *nearby]:
            assert now.decided[names].all()
            assert now.model[names].sum() % 2 != odd
            assert model[names].sum() % 2 == odd
    assert seen > 30


def test_a_sum_of_unknown_size_and_a_fixed_variable_say_what_they_can() -> None:
    def total(rows: list[list[int]], bound: int, op: Literal["eq", "le"] = "eq") -> Cardinality:
        lits = np.array(rows, dtype=np.int32)
        return Cardinality(lits, op, bound, ORIGIN, np.zeros(len(lits), dtype=np.int32))

    nothing = Connected(0, np.zeros((0, 2), dtype=np.int32), np.zeros(0, dtype=np.int32), ORIGIN)
    counted = (total([[1, 2, -3]], 1), total([[3, 4, 5]], 2), total([[5, 1]], 1, "le"))
    value = np.array([0, 0, 1, 0, 0, -1], dtype=np.int32)
    whole = Parities.of(Demands.of(nothing, counted, np.zeros_like(value)), DEFAULTS).fixed(value)
    now = PartialAssignment(value != 0, value > 0)
    assert whole.broken(now) == []
    now.decide(np.array([1, 3], dtype=np.int32), np.array([False, False]))
    ((names, odd),) = whole.broken(now)
    assert (names.tolist(), odd) == ([1, 3], True)
    now.decide(np.array([1], dtype=np.int32), np.array([True]))
    assert whole.broken(now) == []


def test_variables_get_tiles_from_clause_to_clause() -> None:
    blocks = [np.array(rows, dtype=np.int32) for rows in ([[7], [-2]], [[4, -5], [3, 4]], [[-1, 2, 3], [2, 6, -1]])]
    tile_of = np.array([-1, 2, 5, -1, -1, -1, -1, -1, -1], dtype=np.int32)
    assert tiles_of_variables(blocks, tile_of)[1:].tolist() == [2, 5, 5, 5, 5, 5, 0, 0]
    assert tile_of.max() == 5, "the argument must not change"
    assert np.count_nonzero(tile_of < 0) == 7


def test_sums_of_tiles_hold_in_solutions_and_see_what_leaves_a_tile() -> None:
    formula = compiled(2, islands=60)
    batch, variables = formula.connected[0], formula.formula.variables.count
    model = run(formula)[0]
    assert model is not None
    tile_of = np.zeros(variables + 1, dtype=np.int32)
    tile_of[np.abs(batch.lits)] = tiling_of(batch)(6).of_node[batch.ends[:, 0]]
    tile_of = tiles_of_variables([block.lits for block in formula.formula.blocks], tile_of - (tile_of == 0))
    demands = demands_of(formula)
    parities = Parities.of(demands, SMALL_TILES)
    place = tiles_of_sums(demands, tile_of)
    blocks, tiles = tile_equations(parities.variables, parities.ends, parities.odd, place, tile_of, 4)
    assert np.array_equal(tiles[: variables + 1], tile_of)
    assert max(np.abs(block.lits).max() for block in blocks) == len(tiles) - 1
    names = np.arange(1, variables + 1, dtype=np.int32)
    leaving = {
        name
        for name, (u, v) in zip(parities.variables.tolist(), parities.ends.tolist(), strict=True)
        if place[u] != place[v]
    }
    assert 0 < len(leaving) < variables
    with PysatSession("minisat22", 0) as session:
        session.add(blocks)
        for flipped in (0, *names.tolist()):
            values = model[1:] ^ (names == flipped)
            verdict = session.assume(np.where(values, names, -names), None)
            assert isinstance(verdict, Sat) == (flipped not in leaving)


def test_a_clause_with_only_false_literals_becomes_the_empty_one() -> None:
    block = Clauses(np.array([[1, 2], [1, -3]], dtype=np.int32), ORIGIN, np.arange(2, dtype=np.int32))
    value = np.array([0, -1, -1, 0], dtype=np.int32)
    assert [(part.lits.tolist(), part.source.tolist()) for part in reduced((block,), value)] == [
        ([[]], [0]),
        ([[-3]], [1]),
    ]


@pytest.mark.parametrize("settings", ["max-bridges: 1\n", "max-bridges: 1\nloops: no\n"])
def test_edges_that_stand_in_no_clause_are_decided(settings: str) -> None:
    """Between unknown clues that other edges satisfy, an edge occurs only in connectivity."""
    puzzle = hashicnf.parse(f"{settings}??.?\n...?\n..??\n")
    answer = solve(puzzle, road="windows")
    assert answer.solution is not None
    assert puzzle.check(answer.solution) == []


@pytest.mark.parametrize("backwards", [False, True])
def test_the_center_of_a_window_lies_in_its_interior_also_at_the_border(backwards: bool) -> None:
    for rows, columns in ((18, 18), (17, 5), (1, 9), (8, 8)):
        tiles = Tiles(rows, columns, np.arange(rows * columns, dtype=np.int32))
        for interior, window, center in windows(tiles, 8, 1, backwards=backwards):
            assert center in interior
            assert set(interior.tolist()) <= set(window.tolist())


def test_probing_returns_what_was_found_by_the_deadline(monkeypatch: pytest.MonkeyPatch) -> None:
    formula = compiled(0, islands=25)
    every = values_of(formula)
    monkeypatch.setattr(probing, "OFTEN", 1)
    found = []
    for end in range(0, 200, 10):
        clock = iter(range(10_000))
        monkeypatch.setattr("hashicnf.core.deadline.time.monotonic", lambda: next(clock))  # noqa: B023 - in this round
        tile_of = np.zeros(formula.formula.variables.count + 1, dtype=np.int32)
        value = probe(
            formula.formula.blocks, tile_of, Tiles(1, 1, tile_of), tile_of, deadline=Deadline(1.0, float(end))
        )
        assert value is not None
        found.append(np.count_nonzero(value))
        assert (every[value != 0] == value[value != 0]).all()
    assert found == sorted(found)
    assert found[0] == 0
    assert len({*found}) > 2
