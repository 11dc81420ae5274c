"""Generated boards: the stated lengths of shortest plans are correct."""

from __future__ import annotations

import re

import pytest

import hashicnf
from hashicnf.core.options import SEED, Choices
from hashicnf.errors import counted
from hashicnf.families import FAMILIES, Puzzle
from hashicnf.families.klotski import FAMILY
from hashicnf.families.klotski.check import check
from hashicnf.families.klotski.generate import scrambles
from hashicnf.families.klotski.generate.command import DEPTH, GENERATORS, METRIC, NAME, PIECES, SIZE
from tests.families.klotski.boards import LENGTHS, METRICS, STARTS, board_named, rows_of
from tests.oracles import klotski
from tests.portions import few

SMALL = Choices({SIZE: (3, 4), PIECES: ((2, 2), (1, 2), (1, 1), (1, 1))})


def made(options: Choices) -> tuple[object, tuple[str, ...], str]:
    generated = GENERATORS["scrambled"].make(options)
    assert generated.solution is not None
    return generated.board, generated.solution, generated.title


@pytest.mark.parametrize("metric", METRICS)
def test_scrambles_have_shortest_plans_of_the_depth_asked_for(metric: str) -> None:
    for seed, depth in enumerate((1, 2, 5)):
        board, plan, title = made(Choices({**SMALL.chosen, METRIC: metric, DEPTH: depth, SEED: seed}))
        assert len(plan) == depth
        assert check(board, plan) == []  # type: ignore[arg-type]
        assert title.endswith(f", seed {seed}; a shortest plan has {counted(depth, 'step')} (metric {metric})")
        rows, goal = rows_of(board), board.goal  # type: ignore[arg-type, attr-defined]
        assert klotski.distances(rows, goal, metric)[1] == depth


def test_any_depth_but_nothing_to_do() -> None:
    lengths = {len(made(Choices({**SMALL.chosen, SEED: seed}))[1]) for seed in range(12)}
    assert 0 not in lengths
    assert len(lengths) > 2


def test_nothing_to_do_where_that_is_asked_for_and_nothing_moves() -> None:
    for size, pieces in (((2, 2), ((2, 2),)), ((3, 3), ((1, 3), (2, 1)))):
        board, plan, _ = made(Choices({SIZE: size, PIECES: pieces, DEPTH: 0}))
        assert (plan, check(board, plan)) == ((), [])  # type: ignore[arg-type]


def test_a_seed_is_a_board() -> None:
    boards = [made(Choices({**SMALL.chosen, SEED: seed}))[0] for seed in (1, 1, 2)]
    assert boards[0] == boards[1] != boards[2]


def test_the_usual_pieces_are_those_of_the_classic_board() -> None:
    board, plan, title = made(Choices({DEPTH: 126, METRIC: "step"}))
    assert (len(plan), check(board, plan)) == (126, [])  # type: ignore[arg-type]
    assert title.startswith("5 x 4 cells, 10 pieces, seed 0; ")


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({DEPTH: 99}, "no placement has a shortest plan of 99 steps (metric step); the longest has"),
        ({PIECES: ((1, 1), (1, 1))}, "--pieces: 2 are the largest; one must be larger than all others"),
        (
            {PIECES: ((2, 2),) + ((1, 1),) * 9},
            "--pieces: they cover 13 cells, and 3x4 are 12; give fewer pieces, or a larger --size",
        ),
        (
            {SIZE: (1, 1), PIECES: ((1, 1),)},
            "every placement from which a plan leads to the goal satisfies it already; --depth 0 generates such a board",
        ),
        (
            {SIZE: (1, 1), PIECES: ((1, 1),), DEPTH: 1},
            "no placement has a shortest plan of 1 step (metric step); the longest has 0",
        ),
        ({PIECES: ((4, 4),)}, "--pieces: a piece of 4x4 does not fit on 3x4 cells; give a smaller one, or a larger"),
        ({PIECES: ((1, 5), (3, 2))}, "--pieces: a piece of 1x5 does not fit on 3x4 cells"),
        (
            {PIECES: ((1, 3),)},
            "the largest, 1x3, cannot lie in the middle of the bottom row of 3x4 cells, where its goal is; give it an even number",
        ),
        ({SIZE: (3, 5), PIECES: ((1, 2),)}, "give it an odd number of columns, or another --size"),
        ({PIECES: ((3, 2),) + ((1, 2),) * 3}, "--pieces: no placement satisfies the goal; give fewer pieces"),
        ({PIECES: ((2, 2),) + ((1, 1),) * 60}, "--pieces: 61 are too many, since there are 52 letters"),
        ({SIZE: (9, 10), PIECES: ((2, 2),) + ((1, 1),) * 20}, "these pieces have more than 50,000 placements"),
    ],
)
def test_what_cannot_be_made(options: dict[object, object], words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scrambles, "MOST_PLACEMENTS", 50_000)
    with pytest.raises(hashicnf.UsageError, match=re.escape(words)):
        made(Choices({**SMALL.chosen, **options}))  # type: ignore[dict-item]


def test_one_number_is_the_size_of_a_square() -> None:
    assert SIZE.parse("5") == SIZE.parse("5X5") == (5, 5)


@pytest.mark.parametrize("text", ["0", "0x4", "5x0", "101x3", "5x", "x", "5x4x3", "٥x4"])
def test_sizes_that_are_none(text: str) -> None:
    with pytest.raises(ValueError, match=re.escape(text)):
        SIZE.parse(text)
    with pytest.raises(ValueError, match=re.escape(text)):
        PIECES.parse(f"1x1,{text}")
    for none in ("1x1,5", "1x5*0"):
        with pytest.raises(ValueError, match="5"):
            PIECES.parse(none)


def test_pieces_are_as_large_as_boards() -> None:
    assert PIECES.parse("1x100,1x1") == (SIZE.parse("1x100"), (1, 1))


def test_pieces_are_written_as_they_are_read() -> None:
    shown = PIECES.show(PIECES.default)
    assert shown == "2x2,1x2,2x1*4,1x1*4"
    assert PIECES.parse(shown) == PIECES.default
    assert PIECES.parse(" 2X2 , 1x1*2") == ((2, 2), (1, 1), (1, 1))


@pytest.mark.parametrize("name", few(STARTS, 4))
def test_positions_with_names(name: str) -> None:
    generated = GENERATORS["name"].make(Choices({NAME: name}))
    assert generated.board == board_named(name)
    assert generated.title == STARTS[name].title
    assert generated.solution is not None
    assert check(generated.board, generated.solution) == []
    assert len(generated.solution) == LENGTHS[name][METRICS.index("step")]
    puzzle = Puzzle("klotski", "", generated.board, FAMILY)
    assert hashicnf.parse("\n".join(puzzle.lines)) == puzzle


def test_the_first_name_is_the_best_known() -> None:
    assert NAME.default == "heng-dao-li-ma"
    with pytest.raises(ValueError, match="nosuch"):
        NAME.parse("nosuch")
    assert list(FAMILIES.get("klotski").generators()) == ["scrambled", "name"]
