"""Work in pieces: the same arrays as in one piece, wherever pieces end, and the same formulas and pictures."""

from __future__ import annotations

import io
import random
from dataclasses import replace

import numpy as np
import pytest

from hashicnf.arrays import blocking
from hashicnf.arrays.blocking import gather, indices, pieces, ranges, rows_from, stable_order
from hashicnf.arrays.graph import components
from hashicnf.families.hashi.generate import generate
from hashicnf.logic import Ints
from hashicnf.passes.connectivity import CONNECTIVITY
from hashicnf.passes.template import stamp_rows
from hashicnf.pipeline.compile import compile_puzzle
from hashicnf.pipeline.encodings import Encodings
from tests.oracles.puzzles import hashi_solution, puzzle_with


def test_pieces_cover_all_rows_once(small_pieces: int) -> None:
    for rows in (0, 1, 5, 100):
        for width in (0, 1, 3, 200):
            cut = list(pieces(rows, width))
            assert [i for some in cut for i in range(some.start, some.stop)] == list(range(rows))
            assert all(1 <= some.stop - some.start <= max(1, small_pieces // max(1, width)) for some in cut)
    assert [some.stop for some in pieces(10, 2, 8)] == [4, 8, 10]


@pytest.mark.usefixtures("small_pieces")
def test_arrays_are_what_numpy_makes_in_one_go() -> None:
    rng = np.random.default_rng(1)
    for size in (0, 1, 30, 200):
        table = rng.integers(-99, 99, 50, dtype=np.int32)
        index = rng.integers(0, 45, size, dtype=np.int32)
        mask = index > 20
        assert gather(table, index).tolist() == table[index].tolist()
        assert rows_from(table, index, 5).tolist() == [table[i : i + 5].tolist() for i in index.tolist()]
        assert indices(mask).tolist() == np.flatnonzero(mask).tolist()
        assert stable_order(index).tolist() == sorted(range(size), key=index.tolist().__getitem__)
        for found in (gather(table, index), rows_from(table, index, 5), indices(mask), stable_order(index)):
            assert found.dtype == np.int32


@pytest.mark.usefixtures("small_pieces")
def test_stamps_are_what_a_loop_writes() -> None:
    rng = random.Random(2)
    for rows, width, shape in ((0, 2, (1, 2)), (3, 4, (5, 3)), (500, 3, (1, 2)), (500, 2, (2, 0)), (200, 4, (3, 2))):
        table = np.array([[rng.randint(1, 99) for _ in range(width)] for _ in range(rows)], dtype=np.int32)
        abstract = [[rng.choice([-1, 1]) * rng.randint(1, width) for _ in range(shape[1])] for _ in range(shape[0])]
        stamped = stamp_rows(table.reshape(rows, width), np.array(abstract, dtype=np.int32).reshape(shape))
        wanted = [
            [int(row[abs(lit) - 1]) * (1 if lit > 0 else -1) for lit in clause]
            for row in table.tolist()
            for clause in abstract
        ]
        assert stamped.tolist() == wanted


def test_long_rows_are_stamped_one_literal_at_a_time() -> None:
    table: Ints = np.arange(1, 8001, dtype=np.int32).reshape(-1, 4)
    assert (stamp_rows(table, np.array([[-3, 1]], dtype=np.int32)) == table[:, [2, 0]] * [-1, 1]).all()


@pytest.mark.usefixtures("small_pieces")
def test_components_do_not_depend_on_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(3)
    for nodes, edges in ((1, 0), (50, 20), (50, 45), (300, 290)):
        ends = np.sort(rng.integers(0, nodes, (edges, 2), dtype=np.int32), axis=1)
        cut = components(nodes, ends)
        with monkeypatch.context() as patch:
            patch.setattr(blocking, "ITEMS", 1 << 16)
            assert components(nodes, ends).tolist() == cut.tolist()


def outputs(loops: bool) -> list[bytes]:
    """All that is written about a board: formulas with their cuts, solution and pictures.

    Not what is simplified: literals that propagation fixes are written in the order in which it finds them.
    """
    planted = generate(9, 9, 18, seed=4)
    board = replace(planted.board, loops=loops)
    puzzle = puzzle_with(board)
    found = [puzzle.draw(planted.solution, style).encode() for style in ("csv", "unicode", "ascii")]
    for name in CONNECTIVITY.names():
        compiled = compile_puzzle(puzzle, Encodings(connectivity=name, cuts=2, simplify=False))
        text = io.BytesIO()
        for block in compiled.formula.blocks:
            text.write(repr((block.lits.tolist(), block.source.tolist())).encode())
        model = np.arange(compiled.formula.variables.count + 1) % 3 == 1
        text.write(repr([block.lits.tolist() for block in compiled.refine(model)]).encode())
        text.write(hashi_solution(puzzle.decode(compiled.formula.variables, model)).bridges.tobytes())
        found.append(text.getvalue())
    return found


@pytest.mark.parametrize("loops", [True, False])
def test_nothing_that_is_written_depends_on_pieces(monkeypatch: pytest.MonkeyPatch, loops: bool) -> None:
    whole = outputs(loops)
    for size in (1, 7):
        monkeypatch.setattr(blocking, "ITEMS", size)
        assert outputs(loops) == whole


def test_ranges_are_laid_end_to_end() -> None:
    values = np.arange(10, 20, dtype=np.int32)
    assert ranges(values, np.array([3, 0, 5]), np.array([5, 0, 6])).tolist() == [13, 14, 15]
    assert ranges(values, values[:0], values[:0]).tolist() == []
