"""The checker of plans by itself: its searches against oracles, wrong plans and wrong texts."""

from __future__ import annotations

import random
import sys
import tracemalloc
from contextlib import nullcontext
from functools import partial

import pytest

from hashicnf.proofs import check_plan
from tests.proofs import certifying
from tests.proofs.test_check_rules import grid_of

UNSOLVABLE = "hashicnf certificate 1\nclaim: unsolvable\n[puzzle]\nfamily: tiles\n231\n45.\n"
PLANNED = "hashicnf certificate 1\nclaim: optimal\n[puzzle]\nfamily: tiles\n1.\n[solution]\n"


@pytest.mark.parametrize("metric", ["step", "slide", "move"])
def test_the_search_of_a_checker_agrees_with_the_oracle(metric: str) -> None:
    rng = random.Random(metric)
    solved = 0
    for _ in range(25):
        puzzle = certifying.a_klotski(rng)
        text = "\n".join(puzzle.lines)
        lines = [(0, ""), *enumerate(text.split("\n"), 1)]
        _, rules = check_plan.read_puzzle(lines, {"metric": metric})
        shortest = certifying.shortest_of(puzzle, metric)
        assert rules.reaches(None) == (shortest is not None), text
        if shortest is not None:
            assert rules.reaches(int(shortest))
            assert not shortest or not rules.reaches(int(shortest) - 1)
            solved += 1
    assert solved > 5


def test_searches_of_tiles_agree_with_the_oracle() -> None:
    rng = random.Random("tiles")
    for _ in range(40):
        puzzle = certifying.some_tiles(rng)
        lines = [(0, ""), *enumerate(puzzle.lines, 1)]
        _, rules = check_plan.read_puzzle(lines, {})
        shortest = certifying.shortest_of(puzzle, "slides")
        assert rules.reaches(None) == (shortest is not None)
        if shortest:
            assert rules.reaches(int(shortest))
            assert not rules.reaches(int(shortest) - 1)


def test_a_search_that_is_too_large_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(check_plan, "MOST_BYTES", 100 * (check_plan.ENTRY + sys.getsizeof(bytes(9))))
    lines = [(0, ""), (1, "family: tiles"), (2, "647"), (3, "85."), (4, "321")]
    _, rules = check_plan.read_puzzle(lines, {})
    with pytest.raises(check_plan.TooLargeError, match="1, 'there are more than 100 positions"):
        rules.reaches(30)
    monkeypatch.setattr(check_plan, "MOST_BYTES", 6 * (check_plan.ENTRY + 8))
    assert check_plan.within(0, lambda position: [(position + 1) % 6], 8) == {*range(6)}
    with pytest.raises(check_plan.TooLargeError, match="more than 6 positions to search, of 8 bytes each"):
        check_plan.within(0, lambda position: [position + 1], 8)


@pytest.mark.parametrize(
    ("rows", "goal"),
    [(".AA...", "..AA.."), ("...AA.", "..AA.."), (".AA. .AA. .... ....", ".... .... .AA. .AA."), ("AA", "AA")],
)
def test_the_largest_piece_leaves_in_the_middle_of_the_bottom_row(rows: str, goal: str) -> None:
    lines = [(0, ""), *enumerate(["family: klotski", *rows.split()], 1)]
    _, rules = check_plan.read_puzzle(lines, {})
    assert isinstance(rules, check_plan.Klotski)
    assert rules.goal == rules.bits((r, c) for (r, c), cell in grid_of(goal).items() if cell == "A")


def test_a_second_grid_is_the_goal_of_tiles() -> None:
    _, rules = check_plan.read_puzzle([*enumerate(["", "family: tiles", "12", "3.", "", "1.", "32"])], {})
    assert rules.goal == bytes([1, 0, 3, 2])


def test_tiles_are_bytes() -> None:
    for cells, is_read in ((256, True), (257, False)):
        row = " ".join(map(str, [*range(1, cells), "."]))
        lines = [*enumerate(["", "family: tiles", row])]
        with nullcontext() if is_read else pytest.raises(check_plan.MalformedError, match="a start"):
            check_plan.read_puzzle(lines, {})


@pytest.mark.parametrize(("metric", "side"), [("step", 7), ("step", 60), ("slide", 60), ("move", 60)])
def test_positions_of_a_search_take_no_more_memory_than_is_allowed(
    monkeypatch: pytest.MonkeyPatch, metric: str, side: int
) -> None:
    monkeypatch.setattr(check_plan, "MOST_BYTES", 1_000_000)
    rows = [
        "AA" + "." * (side - 2),
        "AA" + "BC" + "." * (side - 4),
        *["." * side] * (side - 3),
        "." * (side - 2) + "DE",
    ]
    lines = [(0, ""), *enumerate(["family: klotski", f"goal: A at {side - 2},0", *rows], 1)]
    _, rules = check_plan.read_puzzle(lines, {"metric": metric})
    tracemalloc.start()
    try:
        with pytest.raises(check_plan.TooLargeError, match="positions to search, of"):
            rules.reaches(None)
        assert tracemalloc.get_traced_memory()[1] < 1.5 * check_plan.MOST_BYTES
    finally:
        tracemalloc.stop()


def test_a_long_check_of_a_plan_can_be_ended_at_each_step() -> None:
    class Ended(Exception):
        pass

    def look(left: list[None]) -> None:
        if not left:
            raise Ended
        left.pop()

    tall = "A\n" + ".\n" * 9
    there_and_back = "A down 9 up 9\n" * 9 + "A down 9\n"
    plan = f"hashicnf certificate 1\nclaim: optimal\nmetric: move\n[puzzle]\nfamily: klotski\n{tall}[solution]\n{there_and_back}"
    slides = PLANNED + "1 right\n1 left\n" * 50
    for text, steps in ((UNSOLVABLE, 100), (plan, 170), (slides, 99)):
        with pytest.raises(Ended):
            check_plan.check(text, partial(look, [None] * steps))


@pytest.mark.parametrize(
    ("head", "board", "place"),
    [
        ("metric: jump\n", "family: tiles\n1.\n", "3: the metric: expected slides"),
        ("metric: jump\n", "family: klotski\ngoal: A at 0,1\nA.\n", "3: the metric: expected step or slide or move"),
        ("metric: step\n", "family: klotski\ntitle: x\ngoal: B at 3,1\nA.\n", "7: goal: expected a piece and a place"),
        ("", "family: klotski\ngoal: A at 0,9\nA.\n", "5: the goal is not on the board"),
        ("", "title: x\nfamily: tiles\ngoal: up\n1.\n", "6: goal: expected blank-last or blank-first"),
        ("", "family: tiles\ntempo: quick\n1.\n", "5: unknown settings: tempo"),
        ("", "family: klotski\n..\n", "3: goal: expected a piece and a place"),
        ("", "family: klotski\nBB\nA.\nAA\n", "3: the cells of A are no rectangle with a letter"),
        ("", "family: klotski\nA1\n", "3: the cells of 1 are no rectangle with a letter"),
        ("", "family: klotski\nAB\n", "3: goal: expected a piece and a place"),
        ("", "family: klotski\nA.\n", "3: piece A cannot lie in the middle of the bottom row"),
        ("", "family: tiles\n2.\n", "3: expected a start, and perhaps a goal"),
        ("", "family: tiles\n1.\n\n2.\n", "3: expected a start, and perhaps a goal"),
        ("", "family: tiles\n1.\n\n1.\n\n1.\n", "3: expected a start, and perhaps a goal"),
    ],
)
def test_wrong_settings_of_a_plan_are_named_where_they_stand(head: str, board: str, place: str) -> None:
    with pytest.raises(check_plan.MalformedError) as problem:
        check_plan.check(f"hashicnf certificate 1\nclaim: unsolvable\n{head}[puzzle]\n{board}")
    line, message = problem.value.args
    assert f"{line}: {message}".startswith(place)


def test_a_puzzle_with_a_plan_is_not_unsolvable() -> None:
    text = PLANNED.replace("optimal", "unsolvable").removesuffix("[solution]\n")
    with pytest.raises(check_plan.RefusedError, match=r"\(1, 'there is a plan'\)"):
        check_plan.check(text)
    odd = "1 2 3 4\n5 6 7 8\n9 10 11 12\n13 15 14 ."  # too large for a search
    assert check_plan.check(text.replace("1.", odd)) == "no plan (tiles)"
    upright = PLANNED.replace("1.", ".\n1")
    assert check_plan.check(upright + "1 up\n").startswith("no plan has fewer steps than this one of 1 ")
    with pytest.raises(check_plan.RefusedError, match="'1 down' is no slide of a tile into the blank"):
        check_plan.check(upright + "1 down\n")
    turn = "metric: move\n[puzzle]\nfamily: klotski\ngoal: A at 0,0\nA.\n[solution]\nA right 1 left 1\n"
    with pytest.raises(check_plan.RefusedError, match=r"\(9, 'there is a plan with fewer steps'\)"):
        check_plan.check(f"{check_plan.MAGIC}\nclaim: optimal\n{turn}")
    plan = PLANNED.replace("1.", "title: x\n.1") + "1 left\n"
    assert check_plan.check(plan) == "no plan has fewer steps than this one of 1 (tiles, metric slides)"


def test_what_is_no_certificate_of_a_plan_is_named() -> None:
    with pytest.raises(check_plan.MalformedError, match=r"\(1, .*solutions: "):
        check_plan.check("[puzzle]\nfamily: tiles\n1.\n")
    for part, other in (("certificate 1", "certificate 2"), ("optimal", "best"), ("claim", "claims")):
        with pytest.raises(check_plan.MalformedError, match="solutions: "):
            check_plan.check(PLANNED.replace(part, other, 1))
    with pytest.raises(check_plan.MalformedError, match=r"\(3, 'expected a row of cells"):
        check_plan.read_puzzle([(1, "puzzle"), (2, "family: tiles"), (3, ",")], {})
    for rows in ([(3, "1 ."), (4, ""), (5, "1.")], [(3, "1 ."), (4, "1.")]):
        with pytest.raises(check_plan.MalformedError, match="expected a row of cells"):
            check_plan.read_puzzle([(1, "puzzle"), (2, "family: tiles"), *rows], {})
    with pytest.raises(check_plan.MalformedError, match=r"\(5, 'expected the sections puzzle, solution"):
        check_plan.check(PLANNED.replace("[solution]\n", ""))
    with pytest.raises(check_plan.MalformedError, match="expected one grid"):
        check_plan.read_puzzle([(1, "puzzle"), (2, "family: klotski"), (3, "A."), (4, ""), (5, "A.")], {})
    with pytest.raises(check_plan.MalformedError, match=r"\(1, 'expected a puzzle of the families"):
        check_plan.read_puzzle([(1, "puzzle"), (2, "family: klotski"), (3, "goal: A at 1,2"), (4, "A."), (5, ".")], {})
    for rows in ([], [(3, "1."), (4, ""), (5, "1"), (6, ".")]):
        with pytest.raises(check_plan.MalformedError, match=r"\(1, 'expected a puzzle of the families"):
            check_plan.read_puzzle([(1, "puzzle"), (2, "family: tiles"), *rows], {})


@pytest.mark.parametrize(
    ("board", "moves", "fault"),
    [
        ("family: tiles\n.1\n", "", "the plan does not end in the goal"),
        ("family: tiles\n.1\n", "1 left\n1 right\n", "the plan does not end in the goal"),
        ("family: tiles\n1.\n", "1 right\n1 left\n", "there is a plan with fewer steps"),
        ("family: tiles\n1.\n", "1 left\n", "is no slide of a tile into the blank"),
        ("family: klotski\ngoal: A at 0,1\nA.\n", "", "the plan does not end in the goal"),
        ("family: klotski\ngoal: A at 0,1\nA.\n", "A right 1\nA left 1\n", "the plan does not end in the goal"),
        (
            "family: klotski\ngoal: A at 0,1\nA.\n",
            "A right 1\nA left 1\nA right 1\n",
            "there is a plan with fewer steps",
        ),
        ("family: klotski\ngoal: A at 0,1\nA.\n", "A right 2\n", "is no step of a piece"),
        ("family: klotski\ngoal: A at 0,1\nA.\n", "A sideways 1\n", "is no step of a piece"),
        ("family: klotski\ngoal: A at 0,1\nA.\n", "B right 1\n", "is no step of a piece"),
        ("family: klotski\ngoal: A at 0,1\nA.B\n", "A right 1\nA right 1\n", "there is no room"),
    ],
)
def test_plans_that_are_wrong_or_too_long_are_refused(board: str, moves: str, fault: str) -> None:
    text = f"hashicnf certificate 1\nclaim: optimal\n[puzzle]\n{board}[solution]\n{moves}"
    with pytest.raises(check_plan.RefusedError, match=fault) as problem:
        check_plan.check(text)
    assert problem.value.args[0] == text.count("\n")
