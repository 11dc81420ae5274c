"""Generated boards: planted solutions are correct, shares exact, bytes reproducible, contradictions of unsolvable boards hidden."""

from __future__ import annotations

import hashlib
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pysat.solvers import Solver

from hashicnf.api import parse, solve
from hashicnf.arrays.graph import components
from hashicnf.core.randomness import RandomStream
from hashicnf.errors import UsageError
from hashicnf.families.hashi.board import Board, Solution, loads_of
from hashicnf.families.hashi.check import check
from hashicnf.families.hashi.generate import (
    PlantedBoard,
    cluster,
    generate,
    lattice,
    part,
    pockets,
    scatter,
    unsolvable,
    wind,
)
from hashicnf.families.hashi.generate.growth import Layout, spread
from hashicnf.families.hashi.generate.planting import Mixture, mixture, rounded_share
from hashicnf.logic import Ints, Sat, Unsat
from hashicnf.pipeline.answer import Outcome
from hashicnf.pipeline.compile import compile_puzzle
from hashicnf.pipeline.encodings import Encodings
from tests.oracles.puzzles import puzzle_with
from tests.portions import few


def verdict(board: Board, **options: Any) -> Outcome:
    return solve(puzzle_with(board), **options).verdict


def bridges(planted: PlantedBoard) -> Ints:
    assert planted.solution is not None
    return planted.solution.bridges


def digest(planted: PlantedBoard) -> str:
    parts = [planted.board.cells()] + ([] if planted.solution is None else [bridges(planted)])
    return hashlib.sha256(b"".join(part.astype("<i4").tobytes() for part in parts)).hexdigest()[:16]


@st.composite
def requests(draw: st.DrawFn) -> tuple[tuple[int, int, int], Mixture, dict[str, Any]]:
    rows, columns = draw(st.integers(1, 12)), draw(st.integers(2, 12))
    if draw(st.booleans()):
        rows, columns = columns, rows
    islands = draw(st.integers(2, rows * columns))
    most, allow = draw(st.integers(1, 5)), draw(st.booleans())
    parts = st.none() | st.floats(0, 1)
    loops = draw(parts if allow else st.sampled_from([None, 0.0]))
    doubles = draw(parts if most > 1 else st.sampled_from([None, 0.0]))
    wanted = mixture(loops, doubles, most, allow_loops=allow)
    points = (rows - rows % 2) * (columns - columns % 2)
    layouts = [spread, scatter, cluster, *([wind] if 4 <= islands <= points else [])]
    options = {"seed": draw(st.integers(0, 2**70)), "layout": draw(st.sampled_from(layouts))}
    return (rows, columns, islands), wanted, options


@given(requests())
def test_the_planted_solution_is_right_and_as_asked(
    request_: tuple[tuple[int, int, int], Mixture, dict[str, Any]],
) -> None:
    sizes, wanted, options = request_
    planted = generate(*sizes, wanted, **options)
    board, count = planted.board, bridges(planted)[:, 4]
    assert check(board, planted.solution) == []  # type: ignore[arg-type]
    assert (*board.shape, board.islands) == sizes
    assert (board.max_bridges, board.loops) == (wanted.max_bridges, wanted.allow_loops)
    assert board.clue.sum() == 2 * count.sum()
    assert board.islands - 1 <= len(count) <= board.islands - 1 + rounded_share(wanted.loops, board.islands)
    assert (count > 1).sum() == rounded_share(wanted.doubles, len(count))


@pytest.mark.parametrize(
    ("sizes", "wanted", "layout", "expected"),
    [
        ((7, 7, 20), mixture(), spread, "ece447b050997cbc"),
        ((16, 16, 100), mixture(0.05, 0.7), spread, "9aeab773abc7acd3"),
        ((9, 4, 36), mixture(max_bridges=1), spread, "47d7d84e5b8fff65"),
        ((300, 200, 15000), mixture(max_bridges=4, allow_loops=False), spread, "ed3df71e77831fc6"),
        ((16, 16, 100), mixture(), scatter, "c139dacde35cab18"),
        ((40, 40, 100), mixture(), scatter, "40ff69cd61377152"),
        ((60, 60, 900), mixture(), cluster, "945b46970036ce5c"),
        ((20, 30, 200), mixture(), wind, "eee463ed5898feed"),
    ],
)
def test_the_same_request_gives_the_same_bytes_for_ever(
    sizes: tuple[int, int, int], wanted: Mixture, layout: Layout, expected: str
) -> None:
    assert digest(generate(*sizes, wanted, seed=1, layout=layout)) == expected


def test_unsolvable_boards_keep_their_bytes_too() -> None:
    assert digest(unsolvable(16, 16, 100, seed=1)) == "cfc6e0c5aa80bb31"


def test_seeds_differ() -> None:
    assert len({digest(generate(7, 7, 20, seed=seed)) for seed in range(50)}) == 50


@pytest.mark.parametrize("seed", range(5))
def test_the_greatest_share_of_loops_leaves_no_bridge_to_add(seed: int) -> None:
    planted = generate(15, 15, 80, mixture(1.0), seed=seed)
    board = planted.board
    joined = loads_of(board, Solution(bridges(planted))) > 0
    blocked = np.zeros_like(joined)
    for h, v in board.crossing:
        blocked[h] |= joined[v]
        blocked[v] |= joined[h]
    assert (joined ^ blocked).all()


def test_more_than_double_bridges_take_every_number_equally_often() -> None:
    count = bridges(generate(60, 60, 2500, mixture(doubles=1.0, max_bridges=5), seed=3))[:, 4]
    times = np.bincount(count, minlength=6)
    assert times[:2].sum() == 0
    assert times[2:].min() > 0.8 * len(count) / 4


def test_islands_are_spread_over_the_whole_board() -> None:
    board = generate(200, 200, 10_000, seed=5).board
    quarter = np.bincount((board.row >= 100) * 2 + (board.column >= 100), minlength=4)
    assert (abs(quarter - 2500) < 150).all()


def test_scattered_islands_need_not_see_the_rest_over_a_tree() -> None:
    """Growth places no isolated island; of scattered islands a tree of bridges connects nearly all."""
    flags = scatter(99, 100, 2500, RandomStream(1))
    assert (flags & 1).sum() == 2500
    first = np.sort(RandomStream(1).order(9_900)[:2500])
    assert len(np.intersect1d(first, np.flatnonzero(flags & 1))) > 2300


def test_clustered_islands_are_crowded() -> None:
    def most(board: Board) -> int:
        return int(np.bincount(board.row // 10 * 20 + board.column // 10).max())

    grown, crowded = (generate(200, 200, 2000, seed=1, layout=layout).board for layout in (spread, cluster))
    assert most(crowded) > 2 * most(grown)


@pytest.mark.parametrize(
    ("rows", "columns", "islands"), [(2, 2, 4), (2, 30, 5), (31, 31, 900), (40, 40, 300), (5, 90, 100)]
)
@pytest.mark.parametrize("seed", range(3))
def test_winding_boards_have_a_path_through_all_islands(rows: int, columns: int, islands: int, seed: int) -> None:
    planted = generate(rows, columns, islands, mixture(0, 0), seed=seed, layout=wind)
    assert check(planted.board, planted.solution) == []  # type: ignore[arg-type]
    assert np.bincount(planted.board.clue).tolist() == [0, 2, islands - 2]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((7, 1, 4), "a winding path takes at least 2 rows and 2 columns, not 7 x 1"),
        ((5, 5, 3), "a path on 5 x 5 cells has at least 4 islands, not 3"),
        (
            (5, 7, 25),
            "25 islands do not fit: a path on 5 x 7 cells has room for 24; give fewer --islands, or a larger --size",
        ),
    ],
)
def test_paths_need_room(arguments: tuple[int, int, int], message: str) -> None:
    with pytest.raises(UsageError) as refused:
        generate(*arguments, seed=0, layout=wind)
    assert str(refused.value) == message


def halves(board: Board) -> list[int]:
    """Return, for each edge without which the graph is not connected, the number of islands on the smaller side."""
    found = []
    for edge in range(board.edges):
        rest = np.delete(board.edge, edge, axis=0)
        size = np.bincount(components(board.islands, rest))
        found += [int(size.min())] if len(size) == 2 else []
    return found


@pytest.mark.parametrize(
    ("rows", "columns", "islands"), [(1, 12, 12), (12, 1, 9), (7, 2, 6), (5, 6, 18), (10, 10, 15), (12, 18, 50)]
)
@pytest.mark.parametrize("seed", range(4))
def test_parts_hang_together_by_one_pair_of_islands(rows: int, columns: int, islands: int, seed: int) -> None:
    planted = generate(rows, columns, islands, mixture(1), seed=seed, layout=part)
    assert check(planted.board, planted.solution) == []  # type: ignore[arg-type]
    assert planted.board.islands == islands
    assert islands // 2 in halves(planted.board)


def test_parts_of_many_islands_have_parts() -> None:
    assert sorted(halves(generate(20, 20, 64, mixture(1), seed=1, layout=part).board))[-3:] == [16, 16, 32]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((5, 5, 3), "a board of two parts on 5 x 5 cells has at least 4 islands, not 3"),
        (
            (5, 7, 19),
            "19 islands do not fit: a board of two parts on 5 x 7 cells has room for 18; give fewer --islands, or a larger --size",
        ),
    ],
)
def test_parts_need_room(arguments: tuple[int, int, int], message: str) -> None:
    with pytest.raises(UsageError) as refused:
        generate(*arguments, seed=0, layout=part)
    assert str(refused.value) == message


@pytest.mark.parametrize(("rows", "columns"), [(1, 2), (2, 1), (1, 40), (40, 1), (2, 2), (13, 13)])
def test_a_board_can_be_full(rows: int, columns: int) -> None:
    planted = generate(rows, columns, rows * columns, seed=0)
    assert (planted.board.cells() > 0).all()
    assert check(planted.board, planted.solution) == []  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("arguments", "options", "message"),
    [
        ((0, 5, 2), {}, "a board has at least 1 row and 1 column, not 0 x 5"),
        ((5, 5, 1), {}, "a board of 5 x 5 cells has at least 2 islands, not 1"),
        (
            (5, 5, 26),
            {},
            "26 islands do not fit: a board of 5 x 5 cells has room for 25; give fewer --islands, or a larger --size",
        ),
        ((1, 1, 2), {}, "2 islands do not fit: a board of 1 x 1 cells has room for 1; give a larger --size"),
        ((10**5, 10**5, 2), {}, "a board has at most 1,073,741,824 cells, not 100,000 x 100,000"),
        ((5, 5, 9), {"max_bridges": 0}, "max_bridges is a number from 1 to 1,000, not 0"),
        ((5, 5, 9), {"loops": 1.5}, "the share of loops is a number from 0 to 1, not 1.5"),
        ((5, 5, 9), {"doubles": float("nan")}, "the share of doubles is a number from 0 to 1, not nan"),
        (
            (5, 5, 9),
            {"loops": 0.2, "allow_loops": False},
            "a board without loops cannot have a share of loops of 0.2",
        ),
        (
            (5, 5, 9),
            {"doubles": 1.0, "max_bridges": 1},
            "a share of doubles of 1 needs 2 bridges between a pair",
        ),
    ],
)
def test_impossible_requests_are_refused(
    arguments: tuple[int, int, int], options: dict[str, Any], message: str
) -> None:
    with pytest.raises(UsageError) as refused:
        generate(*arguments, mixture(**options), seed=0)
    assert str(refused.value) == message


def test_a_negative_seed_is_refused() -> None:
    with pytest.raises(UsageError, match="a seed is a number from 0 up, not -1"):
        generate(5, 5, 9, seed=-1)


@pytest.mark.parametrize("k", [2, 4, 6, 20])
def test_even_lattices_have_a_hamiltonian_cycle(k: int) -> None:
    planted = lattice(k)
    assert check(planted.board, planted.solution) == []  # type: ignore[arg-type]
    assert (bridges(planted)[:, 4] == 1).all()
    assert len(bridges(planted)) == k * k == planted.board.islands


@pytest.mark.parametrize("k", [3, 5])
def test_odd_lattices_are_unsolvable_and_say_so(k: int) -> None:
    planted = lattice(k)
    assert planted.solution is None
    assert "unsolvable" in planted.title
    assert isinstance(verdict(planted.board), Unsat)


def test_lattices_need_two_islands_to_a_side() -> None:
    with pytest.raises(UsageError, match="at least 2 islands to a side, not 1"):
        lattice(1)


UNSOLVABLE = [
    (rows, columns, islands, options)
    for rows, columns, islands in ((5, 6, 12), (9, 9, 40), (20, 14, 110))
    for options in ({}, {"loops": 0.4}, {"max_bridges": 4}, {"allow_loops": False})
]


@pytest.mark.parametrize(("rows", "columns", "islands", "options"), UNSOLVABLE)
@pytest.mark.parametrize("seed", few(range(6), 3))
def test_unsolvable_boards_are_unsolvable_only_because_of_connectivity(
    rows: int, columns: int, islands: int, options: dict[str, Any], seed: int
) -> None:
    planted = unsolvable(rows, columns, islands, mixture(**options), seed=seed)
    board = planted.board
    assert (planted.solution, *board.shape, board.islands) == (None, rows, columns, islands)
    assert board.loops is options.get("allow_loops", True)
    assert isinstance(verdict(board), Unsat)
    assert isinstance(verdict(board, connectivity="none"), Sat)


@pytest.mark.parametrize("seed", range(6))
def test_unit_propagation_does_not_refute_unsolvable_boards(seed: int) -> None:
    board = unsolvable(16, 16, 100, seed=seed).board
    formula = compile_puzzle(puzzle_with(board), Encodings(connectivity="planar")).formula
    with Solver("minisat22") as solver:
        for block in formula.blocks:
            for clause in block.lits.tolist():
                solver.add_clause(clause)
        assert solver.propagate()[0]


@pytest.mark.parametrize(("rows", "columns", "side"), [(5, 9, 2), (8, 7, 3), (11, 12, 4), (30, 30, 4)])
@pytest.mark.parametrize("seed", range(8))
def test_the_plan_breaks_connectivity_alone_and_the_proof_applies(
    rows: int, columns: int, side: int, seed: int
) -> None:
    islands = 10 + rows * columns // 5
    assert pockets.largest_side(rows, columns, islands) == side
    board, plan = pockets.planned(rows, columns, islands, mixture(0.2, 0.5), RandomStream(seed))
    assert [broken.rule for broken in check(board, plan)] == ["connected"]
    inside = board.row + board.column <= 2 * side
    black = (board.row + board.column) // 2 % 2 == side % 2
    assert board.clue[inside & black].sum() == board.clue[inside & ~black].sum()
    ends = inside[board.edge]
    pocketed, leaving = ends.all(axis=1), ends[:, 0] != ends[:, 1]
    assert (black[board.edge[pocketed]].sum(axis=1) == 1).all()
    assert leaving.any()
    assert black[board.edge[leaving]][ends[leaving]].all()


@pytest.mark.parametrize("rows", [4, 1])
def test_unsolvable_boards_need_room_for_the_pocket(rows: int) -> None:
    with pytest.raises(UsageError, match=f"at least 5 rows and 5 columns, not {rows} x 30"):
        unsolvable(rows, 30, 20, seed=0)
    with pytest.raises(UsageError, match=r"17 islands do not fit: .* 5 x 5 cells has room for 16"):
        unsolvable(5, 5, 17, seed=0)


def test_boards_that_always_give_themselves_away_are_refused() -> None:
    with pytest.raises(UsageError, match="give away at once"):
        unsolvable(5, 5, 8, mixture(max_bridges=1), seed=0)


@pytest.mark.parametrize("seed", range(20))
def test_what_a_solution_uses_is_possible(seed: int) -> None:
    planted = generate(9, 9, 30, seed=seed)
    board = planted.board
    count = loads_of(board, Solution(bridges(planted)))
    left = pockets.possible(board)
    assert left[count > 0].all()


def test_what_clues_and_crossings_rule_out_is_impossible() -> None:
    board = parse(".1.1\n2.2.\n.1.1\n").board
    assert isinstance(board, Board)
    assert board.horizontal.tolist() == pockets.possible(board).tolist() == [True, False, False, True, True]
