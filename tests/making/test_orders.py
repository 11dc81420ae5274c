"""Puzzles of a grade: rated as ordered, and the same every time."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import hashicnf
from hashicnf.batch.limits import Alarm
from hashicnf.cli.app import run
from hashicnf.core.deadline import NEVER
from hashicnf.core.options import SEED, Choices, Option
from hashicnf.errors import Exit
from hashicnf.families.hashi.board import Board
from hashicnf.families.hashi.generate import command
from hashicnf.families.hashi.generate.command import GENERATORS
from hashicnf.making import grades, orders
from hashicnf.making.grades import Tally
from hashicnf.pipeline import generators as generate
from tests.portions import few

GRADES = {"easy": {1}, "normal": {2}, "hard": {3, 4, 5}, "expert": {6, 7, 8, 9, 10}, "4": {4}, "8": {8}}


@pytest.mark.parametrize("difficulty", GRADES)
@pytest.mark.parametrize("seed", few(range(2), 1))
def test_boards_are_as_hard_as_asked(seed: int, difficulty: str) -> None:
    made = hashicnf.generate(size=(12, 12), islands=36, seed=seed, unique=True, difficulty=difficulty)
    grade = hashicnf.rate(made.puzzle).grade
    assert grade is not None
    assert int(grade) in GRADES[difficulty]
    assert hashicnf.unique(made.puzzle).solutions == (made.solution,)


def test_boards_of_few_islands_are_not_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the usual share of doubles two of these are not found in so many tries."""
    monkeypatch.setattr(orders, "MOST_TRIES", 200)
    for seed in (3, 4, 5):
        made = hashicnf.generate(size=(5, 5), seed=seed, difficulty="normal")
        assert int(hashicnf.rate(made.puzzle).grade or 0) == 2


@pytest.mark.parametrize("grade", [6, 7])
@pytest.mark.parametrize(
    "options", [{}, {"size": (14, 15)}, {"symmetry": "rotate"}, {"max_bridges": 1}, {"size": (6, 6)}, {"islands": 49}]
)
def test_rare_grades_are_looked_for_where_they_are_likely(
    grade: int, options: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first tries make boards; how many more are needed for the grade is luck."""
    monkeypatch.setattr(orders, "MOST_TRIES", 2)
    try:
        made = hashicnf.generate(seed=5, difficulty=str(grade), **options)
        told = f"grade {hashicnf.rate(made.puzzle).grade}"
    except hashicnf.GaveUp as problem:
        told = str(problem)
    assert re.match(rf"grade {grade}\.|none of 2 boards has grade {grade}: ", told)


@pytest.mark.parametrize("grade", ["6", "7"])
def test_boards_of_parts_need_what_joins_them(grade: str) -> None:
    made = hashicnf.generate(size=(10, 10), seed=1, difficulty=grade)
    assert int(hashicnf.rate(made.puzzle).grade or 0) == int(grade)
    assert hashicnf.unique(made.puzzle).solutions == (made.solution,)


def test_boards_of_parts_are_stretched_where_islands_are_apart() -> None:
    made = hashicnf.generate(size=(25, 25), apart=True, seed=0, difficulty="7")
    assert int(hashicnf.rate(made.puzzle).grade or 0) == 7
    cells = made.puzzle.document.cells > 0
    assert not (cells[1:] & cells[:-1]).any()
    assert not (cells[:, 1:] & cells[:, :-1]).any()


@pytest.mark.slow
def test_crowded_boards_need_rules_together() -> None:
    made = hashicnf.generate(size=(10, 10), seed=1, difficulty="10")
    assert hashicnf.rate(made.puzzle).grade == 10
    assert hashicnf.unique(made.puzzle).solutions == (made.solution,)


def test_the_same_order_makes_the_same_board() -> None:
    one, other = (hashicnf.generate(seed=3, unique=True, difficulty="hard") for _ in range(2))
    assert one == other


def test_orders_that_differ_in_their_grades_have_other_seeds_in_every_try() -> None:
    generators = generate.generators_of("sudoku")
    name, choices = generate.choose(generators, {"seed": "3"})
    own = []
    for grade in (1, 2):
        grades = range(grade, grade + 1)
        maker = orders.Maker("sudoku", generators[name], orders.Order(grades=grades), NEVER)
        maker, steered = maker.steered(grades, {"seed": "3"}, choices)
        attempts = maker.attempts(grades, choices, steered)
        own.append([attempt.own for attempt in attempts])
    assert len({*own[0], *own[1]}) == len(own[0]) + len(own[1]) > 2 * orders.MOST_STUCK


@pytest.mark.parametrize(
    ("family", "size", "grade"), [("hashi", "10x10", "6"), ("hashi", "7x7", "1"), ("sudoku", "4", "1")]
)
def test_each_option_is_read_once(family: str, size: str, grade: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """This holds also if the grade chooses the generator, and for any number of tries."""
    read, names = generate._value, []

    def counting(option: Option[Any], text: str) -> object:
        names.append(option.name)
        return read(option, text)

    monkeypatch.setattr(generate, "_value", counting)
    orders.make(family, {"size": size, "seed": "1"}, orders.Order.of(difficulty=grade))
    assert {"size", "seed"} <= set(names)
    assert len(names) == len(set(names))


def test_the_title_tells_the_seed_that_was_asked_for_and_the_grade() -> None:
    for family, options in (("hashi", {"size": (7, 7), "islands": 14}), ("sudoku", {})):
        made = hashicnf.generate(family, seed=1, difficulty="normal", **options)
        assert "seed 1, grade 2; " in made.puzzle.name


def test_boards_of_single_bridges_have_grades() -> None:
    made = hashicnf.generate(size=(5, 5), islands=7, seed=1, difficulty="easy", max_bridges=1)
    assert hashicnf.rate(made.puzzle).grade == pytest.approx(1, abs=0.95)


def test_the_time_limit_of_the_library_is_that_of_the_command() -> None:
    with pytest.raises(hashicnf.GaveUp, match="time limit"):
        hashicnf.generate(seed=3, difficulty="hard", timeout=0)


def test_options_that_are_given_stay() -> None:
    made = hashicnf.generate(seed=3, unique=True, difficulty="easy", doubles=1.0, max_bridges=3)
    assert isinstance(made.puzzle.board, Board)
    assert made.puzzle.board.max_bridges == 3


def test_sudokus_have_grades_too() -> None:
    grade = hashicnf.rate(hashicnf.generate("sudoku", unique=True, difficulty="normal").puzzle).grade
    assert grade is not None
    assert int(grade) == 2


def test_what_is_not_found_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(orders, "MOST_TRIES", 2)
    with pytest.raises(
        hashicnf.GaveUp, match=r"none of 2 boards has grade 9: all have grade 1; try a larger size or another number"
    ):
        hashicnf.generate(size=(3, 3), islands=3, unique=True, difficulty="9")


@pytest.mark.parametrize(
    ("grades", "boards", "said"),
    [
        ([], 3, "none of 3 boards has grade 6; try another --size, other options or another --seed"),
        ([1], 1, "none of 1 board has grade 6: it has grade 1; try a larger --size"),
        ([1, 1], 3, "none of 3 boards has grade 6: the 2 that were rated have grade 1; try a larger --size"),
        ([1], 3, "none of 3 boards has grade 6: the only one that was rated has grade 1; try a larger --size"),
        ([7], 2, "none of 2 boards has grade 6: the only one that was rated is harder; try a smaller --size"),
        ([1, 4], 2, "none of 2 boards has grade 6: all are easier (grade 1 to 4); try a larger --size or --unknown"),
        ([7, 7], 2, "none of 2 boards has grade 6: all are harder; try a smaller --size"),
        ([3, 1, 7], 3, "none of 3 boards has grade 6: 2 are easier, 1 harder; try --unknown or another --seed"),
    ],
)
def test_the_grades_that_were_met_decide_the_advice(grades: list[int], boards: int, said: str) -> None:
    assert Tally(6, 6, hiding=True, boards=boards, grades=grades).summary == said


def test_tries_vary_the_number_of_islands_unless_it_is_given(monkeypatch: pytest.MonkeyPatch) -> None:
    """On 6 x 6 cells few symmetric boards of eight islands, the usual number, are of grade 2."""
    order: dict[str, Any] = {"size": (6, 6), "symmetry": "rotate", "difficulty": "normal", "seed": 7}
    monkeypatch.setattr(command, "TRIES_ALIKE", 2)
    made = hashicnf.generate(**order)
    assert made.puzzle.size["islands"] in (10, 12)
    assert 2 <= (hashicnf.rate(made.puzzle).grade or 0) < 3
    monkeypatch.setattr(orders, "MOST_TRIES", 3)
    with pytest.raises(hashicnf.GaveUp, match=r"none of 3 boards .* another number of islands"):
        hashicnf.generate(**order, islands=8)


def test_later_tries_have_no_more_islands_than_there_is_room_for() -> None:
    wind = GENERATORS["winding"].varied
    assert wind is not None
    for size, values in (
        ((3, 3), [None, None, None, None]),
        ((6, 6), [None, 10, 12, None]),
        ((1, 40), [None, 12, 14, None]),
    ):
        choices = Choices({command.SIZE: size, SEED: 1})
        assert [wind[1](choices, number * command.TRIES_ALIKE) for number in range(4)] == values
        assert wind[1](Choices({**choices.chosen, command.APART: True}), 24) is None


def test_the_advice_names_only_what_is_left_to_change() -> None:
    assert Tally(3, 5, sizes=False, boards=2, grades=[2, 2]).summary.endswith(
        "a grade from 3 to 5: all have grade 2; try another --seed"
    )
    assert Tally(3, 5, sizes=False, boards=2).summary.endswith(
        "a grade from 3 to 5; try other options or another --seed"
    )
    assert Tally(6, 6, boards=2, grades=[2, 7]).summary.endswith("1 is easier, 1 harder; try another --seed")
    assert Tally(6, 6, varied="islands", boards=1, grades=[2]).summary.endswith(
        "it has grade 2; try a larger --size or another number of --islands"
    )


@pytest.mark.parametrize(
    ("family", "unknown", "hiding"), [("hashi", False, True), ("hashi", True, False), ("sudoku", False, False)]
)
def test_to_hide_clues_is_no_advice_where_all_that_can_be_are_hidden(family: str, unknown: bool, hiding: bool) -> None:
    generator, *_ = generate.generators_of(family).values()
    maker = orders.Maker(family, generator, orders.Order.of(difficulty="6", unknown=unknown), NEVER)
    assert maker.tally(range(6, 7), Choices({})).hiding == hiding


@pytest.mark.parametrize(
    ("grades", "advice"),
    [
        ([1, 1], "fewer --clues or a larger --size"),
        ([7, 7], "more --clues or a smaller --size"),
        ([1, 7], "another --seed"),
        ([], "another --size, another number of --clues or another --seed"),
    ],
)
def test_where_the_number_of_clues_is_given_the_advice_names_it(grades: list[int], advice: str) -> None:
    assert Tally(6, 6, clues="clues", boards=2, grades=grades).summary.endswith(f"; try {advice}")


@pytest.mark.parametrize(("clues", "advice"), [("16", "fewer --clues or a larger"), (None, "a larger")])
def test_a_number_of_clues_is_advised_where_it_was_chosen(
    clues: str | None, advice: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(orders, "MOST_TRIES", 1)
    given = {"size": "4"} if clues is None else {"size": "4", "clues": clues}
    with pytest.raises(hashicnf.GaveUp, match=f"it has grade 1; try {advice} --size$"):
        orders.make("sudoku", given, orders.Order.of(difficulty="9"))


@pytest.mark.parametrize(("grades", "size", "over"), [([7], 10, False), ([7], 10**4, True), ([1, 7], 10**4, False)])
def test_an_order_is_given_up_early_if_all_boards_are_on_one_side(grades: list[int], size: int, over: bool) -> None:
    tally = Tally(6, 6)
    for tally.boards in range(1, 31):
        tally.add(grades[tally.boards % len(grades)], size)
    assert tally.is_hopeless == over


@pytest.mark.parametrize("difficulty", ["easy", "normal", "hard"])
def test_large_boards_are_changed_where_they_are_too_hard(difficulty: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """One try suffices, though hardly any board of this size has so low a grade by itself."""
    monkeypatch.setattr(orders, "MOST_TRIES", 1)
    made = hashicnf.generate(size=(30, 30), seed=1, difficulty=difficulty)
    rating = hashicnf.rate(made.puzzle)
    assert int(rating.grade or 0) in GRADES[difficulty]
    assert hashicnf.unique(made.puzzle).solutions == (made.solution,)
    assert f"grade {int(rating.grade or 0)};" in made.puzzle.name


def test_where_much_is_undecided_a_board_is_changed_before_suppositions(monkeypatch: pytest.MonkeyPatch) -> None:
    """The changes may admit other solutions, which the suppositions do not exclude."""
    monkeypatch.setattr(orders, "MOST_TRIES", 1)
    monkeypatch.setattr(grades, "MOST_OPEN", 80)
    made = hashicnf.generate(size=(20, 20), seed=2, doubles=0.1, difficulty="expert")
    assert int(hashicnf.rate(made.puzzle).grade or 0) in GRADES["expert"]
    assert hashicnf.unique(made.puzzle).solutions == (made.solution,)


def test_islands_stay_apart_when_a_board_is_made_easier(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(orders, "MOST_TRIES", 1)
    cells = hashicnf.generate(size=(24, 24), apart=True, seed=1, difficulty="easy").puzzle.document.cells > 0
    assert not (cells[1:] & cells[:-1]).any()
    assert not (cells[:, 1:] & cells[:, :-1]).any()


def test_boards_on_the_way_to_a_grade_may_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hashicnf.families.sudoku.generate.command.generate_graded", lambda *_, **__: iter([None]))
    with pytest.raises(hashicnf.GaveUp, match="none of"):
        hashicnf.generate("sudoku", size=4, seed=1, difficulty="5")


def test_what_was_met_is_said_at_the_time_limit(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def late(puzzle: object, made: object, tally: Tally, *_: object, **__: object) -> None:
        tally.add(2, 100)
        if tally.boards == 3:
            raise KeyboardInterrupt

    monkeypatch.setattr(orders, "of_grade", late)
    monkeypatch.setattr(Alarm, "rang", True, raising=False)
    monkeypatch.setattr(Alarm, "__init__", lambda self, seconds: setattr(self, "seconds", seconds))
    monkeypatch.setattr(Alarm, "__enter__", lambda self: self)
    monkeypatch.setattr(Alarm, "__exit__", lambda *_: None)
    assert run(["generate", "hashi", "--size", "6", "--difficulty", "10", "--timeout", "60"]) == Exit.GAVE_UP
    assert "time limit of 60 s reached; none of 3 boards has grade 10: all have grade 2; try" in capsys.readouterr().err


def test_the_command_writes_files_of_a_grade(tmp_path: Path) -> None:
    words = [
        "generate",
        "hashi",
        "--unique",
        "--difficulty",
        "easy",
        "--count",
        "2",
        "-o",
        str(tmp_path / "{seed}.puz"),
    ]
    assert run(words) == Exit.DONE
    grades = [hashicnf.rate(hashicnf.read(tmp_path / f"{seed}.puz")).grade for seed in (0, 1)]
    assert [int(grade or 0) for grade in grades] == [1, 1]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--unique", "--difficulty", "11"], "expected easy, normal, hard, expert or a number from 1 to 10, not '11'"),
        (["--unique", "--difficulty", "soft"], "not 'soft'"),
        (["--unique", "--difficulty", "\N{SUPERSCRIPT TWO}"], "not '\N{SUPERSCRIPT TWO}'"),
        (["--unique", "--difficulty", "3", "--lattice", "4"], "takes no seed"),
        (["--count", "2", "--seed", "9" * 4_300], "expected a number from 0"),
    ],
)
def test_what_is_refused(words: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["generate", "hashi", *words]) == Exit.USAGE
    assert message in capsys.readouterr().err


def test_what_makes_no_board_is_not_tried_for_ever() -> None:
    with pytest.raises(hashicnf.GaveUp, match="of 30 boards none has fewer than 4 givens"):
        hashicnf.generate("sudoku", size=4, clues=3, difficulty="easy")


def test_a_difficulty_and_hidden_clues_demand_one_solution() -> None:
    size = {"size": 6, "islands": 10, "seed": 3}
    easy = hashicnf.generate("hashi", difficulty="easy", **size)
    assert easy == hashicnf.generate("hashi", unique=True, difficulty="easy", **size)
    assert re.search(r"seed 3, grade 1\b.*; one solution$", easy.puzzle.name)
    hidden = hashicnf.generate("hashi", unknown=True, **size).puzzle
    assert hashicnf.unique(hidden)
    assert (hidden.document.cells == -1).any()


@pytest.mark.parametrize("size", [6, 9, 16])
def test_sudokus_are_easy_by_more_givens(size: int) -> None:
    puzzle = hashicnf.generate("sudoku", size=size, seed=1, unique=True, difficulty="easy").puzzle
    grade = hashicnf.rate(puzzle).grade
    assert grade is not None
    assert int(grade) == 1
    assert puzzle.size["givens"] > puzzle.size["cells"] * 0.35


def test_a_family_that_makes_none_unique_names_those_that_do() -> None:
    with pytest.raises(hashicnf.UsageError, match="families that can be used here: hashi, sudoku"):
        hashicnf.generate("tiles", unique=True)


@pytest.mark.parametrize(
    ("family", "options", "text"),
    [
        ("tiles", {"size": 0.3}, "^size: cannot read '0.3'"),
        ("klotski", {"pieces": 3}, "^pieces: cannot read '3'"),
        ("klotski", {"pieces": ["2x2", "1x1"]}, "^pieces: cannot read"),
    ],
)
def test_values_of_another_kind_are_refused_as_texts_are(family: str, options: dict[str, object], text: str) -> None:
    with pytest.raises(hashicnf.UsageError, match=text):
        hashicnf.generate(family, **options)


@pytest.mark.parametrize(
    ("family", "offered"), [("hashi", True), ("sudoku", True), ("tiles", False), ("klotski", False)]
)
def test_only_what_a_family_can_do_is_in_the_help(
    family: str, offered: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["generate", family, "--help"]) == Exit.DONE
    assert ("--unique" in capsys.readouterr().out) == offered
    if not offered:
        assert run(["generate", family, "--unique"]) == Exit.USAGE
        expected = "cannot be made to have one solution; families that can be used here: hashi, sudoku"
        assert expected in capsys.readouterr().err


def test_a_grade_that_no_technique_has_is_refused_at_once() -> None:
    with pytest.raises(
        hashicnf.UsageError,
        match="no technique for sudoku puzzles has the grade 3; there are 1, 2, 4, 5, 6, 7, 8, 9, 10",
    ):
        orders.make("sudoku", {}, orders.Order.of(difficulty="3"))
