"""Hints, explanations and ratings: wrong parts of drawings are named, sets of rules are sufficient and irreducible."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from itertools import takewhile
from typing import Any, NoReturn

import pytest

import hashicnf
from hashicnf.answers.backbone import backbone
from hashicnf.asking import backbones, turns
from hashicnf.asking.turns import Turns
from hashicnf.backends import is_out_of_conflicts, out_of_conflicts
from hashicnf.core.constraints import Batch
from hashicnf.core.deadline import Deadline
from hashicnf.core.techniques import HARDEST, SHORT, Length, Rule, Technique
from hashicnf.deduction import climb
from hashicnf.deduction import rules as rules_module
from hashicnf.deduction import solutions as solutions_module
from hashicnf.deduction import walk as walk_module
from hashicnf.deduction.rating import rated
from hashicnf.deduction.rules import Rules
from hashicnf.deduction.solutions import Solutions
from hashicnf.deduction.walk import Walk
from hashicnf.errors import InternalError
from hashicnf.families.hashi.techniques.position import HashiPosition
from hashicnf.families.sudoku.techniques.position import SudokuPosition
from hashicnf.logic import NO_LITERALS, Ints, Verdict
from hashicnf.pipeline.family_parts import techniques_of
from hashicnf.refuting.search import Fixed
from hashicnf.solving.lazy import LazyLoop
from tests.oracles import hashi
from tests.oracles.puzzles import board_of, puzzle_of
from tests.portions import few

SEVERAL = "2..4..2\n.......\n3..?..2\n"
SQUARE = "3.3\n...\n3.3\n"  # two solutions: double bridges across, or down


def test_a_wrong_bridge_is_named() -> None:
    puzzle = hashicnf.parse("4.2\n...\n2..\n")
    drawn = hashicnf.Solution.of([(0, 0, 0, 2, 2)])
    assert hashicnf.hint(puzzle, drawn).outcome is None
    board = hashicnf.parse("1.2\n...\n1.2\n")
    hint = hashicnf.hint(board, hashicnf.Solution.of([(0, 0, 2, 0, 1), (0, 0, 0, 2, 1)]))
    assert (hint.outcome, hint.together, hint.steps) == ("wrong", False, ())
    assert hint.wrong == ("one bridge between islands 1 and 1 in column 1, rows 1 and 3",)


def test_a_board_that_is_decided_against_its_rules_ends_in_a_contradiction() -> None:
    explanation = hashicnf.explain(hashicnf.parse("2.3\n43.\n2..\n.4.\n.42\n...\n...\n"))
    assert explanation.outcome == "unsolvable"
    last = explanation.steps[-1]
    assert (last.contradiction, last.sentence) == (True, "Island 2 at row 5, column 3 would have four bridges.")
    assert not any(step.contradiction for step in explanation.steps[:-1])


def test_an_explanation_iterates_over_its_steps() -> None:
    explanation = hashicnf.explain(hashicnf.parse("4.2\n...\n2..\n"))
    assert tuple(explanation) == explanation.steps
    assert explanation.steps


def test_a_bridge_is_named_as_it_was_drawn_also_where_more_fit() -> None:
    with Walk(hashicnf.parse("1.3.2\n.....\n..2.2\n"), hashicnf.Solution.of([(0, 2, 0, 4, 1)])) as walk:
        names = [*map(walk.position.name, walk.position.drawn())]
    assert names == ["one bridge between islands 3 and 2 in row 1, columns 3 and 5"]


def test_bridges_that_are_wrong_together_are_named() -> None:
    puzzle = hashicnf.parse(SQUARE)
    pairs = [(0, 0, 0, 2, 2), (0, 0, 2, 0, 2)]
    assert [hashicnf.hint(puzzle, hashicnf.Solution.of([pair])).outcome for pair in pairs] == [None, None]
    hint = hashicnf.hint(puzzle, hashicnf.Solution.of(pairs))
    assert (hint.outcome, hint.together, len(hint.wrong), hint.reason) == ("wrong", True, 2, None)


def test_what_the_ladder_draws_needs_no_solution(monkeypatch: pytest.MonkeyPatch) -> None:
    """A hard sudoku of 25x25 takes a minute to solve, but its first number is found at once."""
    monkeypatch.setattr(Solutions, "glanced", lambda *_: out_of_conflicts(0))
    monkeypatch.setattr(walk_module, "FRUITLESS", 0)
    monkeypatch.setattr(Solutions, "model", lambda *_: pytest.fail("asked for a solution"))
    for name in ("hashi/medium.puz", "sudoku/easy.puz"):
        assert hashicnf.hint(hashicnf.read(f"examples/{name}")).steps[-1].draws


def test_what_is_wrong_is_named_where_no_solution_is_found_briefly(monkeypatch: pytest.MonkeyPatch) -> None:
    def briefly(asked: Solutions, literals: Sequence[int]) -> Verdict:
        return in_full(asked, literals) if len(literals) else out_of_conflicts(0)

    in_full = Solutions.briefly
    monkeypatch.setattr(Solutions, "briefly", briefly)
    wrong, fine = (0, 0, 2, 0, 1), (0, 0, 0, 2, 1)
    puzzle = hashicnf.parse("1.2\n...\n1.2\n")
    hint = hashicnf.hint(puzzle, hashicnf.Solution.of([wrong, fine]))
    assert (hint.outcome, hint.together) == ("wrong", False)
    assert hint.wrong == ("one bridge between islands 1 and 1 in column 1, rows 1 and 3",)
    hint = hashicnf.hint(hashicnf.parse(SQUARE), hashicnf.Solution.of([(0, 0, 0, 2, 2), (0, 0, 2, 0, 2)]))
    assert (hint.outcome, hint.together, len(hint.wrong)) == ("wrong", True, 2)


def test_what_counting_does_not_refute_is_not_counted_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    counted: list[tuple[str, int]] = []

    def refuting(_: Sequence[Batch], __: int, premises: Ints, *___: object) -> None:
        counted.append(("at once", len(premises)))

    def refute_at_necks(_: object, premises: Ints, *__: object) -> Fixed:
        counted.append(("at necks", len(premises)))
        return Fixed(NO_LITERALS)

    monkeypatch.setattr(solutions_module, "refuting", refuting)
    monkeypatch.setattr(solutions_module, "refute_at_necks", refute_at_necks)
    monkeypatch.setattr(LazyLoop, "ask", lambda *_: out_of_conflicts(0))
    with Solutions(hashicnf.parse(SQUARE)) as solutions:
        assert solutions.together([1, 3, 5]) == [1, 3, 5]
    assert counted == [("at once", 3), ("at necks", 3)]


@pytest.mark.parametrize("text", [SEVERAL, SQUARE])
def test_steps_end_where_solutions_differ(text: str) -> None:
    explained = hashicnf.explain(hashicnf.parse(text))
    assert explained.outcome == "several"
    assert hashicnf.hint(hashicnf.parse(text), explained.solution).outcome == "several"
    assert hashicnf.rate(hashicnf.parse(text)).grade is None


@pytest.mark.parametrize("seed", [0, 1, 2, 3, 6, 7])  # boards with several solutions
def test_it_may_be_asked_early_whether_anything_can_be_drawn(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The hint is then equivalent, and if there is none, the ladder stops early."""
    puzzle = hashicnf.generate("hashi", islands=40, seed=seed).puzzle
    found = backbone(puzzle)
    assert found is not None
    monkeypatch.setattr(walk_module, "FRUITLESS", 0)
    assert hashicnf.hint(puzzle).steps[-1].draws
    monkeypatch.setattr(HashiPosition, "next", lambda _: pytest.fail("the ladder goes on"))
    assert hashicnf.hint(puzzle, found.partial).outcome == "several"


@pytest.mark.parametrize("seed", range(3))
def test_nothing_is_left_to_draw_on_a_finished_board(seed: int) -> None:
    """The ladder still has to rule out bridges, in more steps than ``FRUITLESS``, and no solver is asked about them."""
    made = hashicnf.generate("hashi", size="15x15", unique=True, seed=seed)
    hint = hashicnf.hint(made.puzzle, made.solution)
    assert (hint.outcome, hint.steps) == ("solved", ())


@pytest.mark.parametrize("name", few(["hashi/medium.puz", "sudoku/easy.puz", "sudoku/hard.puz"], 2))
def test_grades_above_a_limit_are_seen_at_the_first_such_round(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = hashicnf.read(f"examples/{name}")
    grades = [step.technique.grade for step in hashicnf.explain(puzzle).steps]
    assert climb(puzzle, HARDEST).grade == max(grades) == int(hashicnf.rate(puzzle).grade or 0)
    with Walk(puzzle) as walk:
        made = [*walk.rounds()]
    first = [*takewhile(lambda one: one.grade < max(grades), made), max(made, key=lambda one: one.grade)]
    monkeypatch.setattr(Walk, "rounds", lambda *_: iter(first))  # asked for a further round or the outcome, it fails
    assert climb(puzzle, max(grades) - 1).grade == max(grades)


@pytest.mark.parametrize("text", [SEVERAL, "1.3\n"])
def test_without_one_solution_there_is_no_grade(text: str) -> None:
    assert climb(hashicnf.parse(text), HARDEST).grade is None


def test_a_contradiction_is_no_round_of_a_rating() -> None:
    """It also does not count as a grade above the limit: a puzzle without a solution has no grade."""
    puzzle = hashicnf.parse("9.9\n")
    assert [step.contradiction for step in hashicnf.explain(puzzle).steps] == [True]
    rating = hashicnf.rate(puzzle)
    assert (rating.outcome, rating.grade, rating.rounds) == ("unsolvable", None, {})
    assert climb(puzzle, 0).grade is None


def test_a_rating_ends_where_two_solutions_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a board of 1,600 islands the backbone takes minutes, but the second solution is found at once."""
    puzzle = hashicnf.generate("hashi", size="64x64", islands=1600, seed=1).puzzle
    monkeypatch.setattr(Solutions, "forced", lambda *_, **__: pytest.fail("asked for all that the solutions share"))
    rating = hashicnf.rate(puzzle)
    assert (rating.outcome, rating.grade) == ("several", None)
    assert rating.rounds["1a"] > 0


def test_two_models_differ_or_there_is_one() -> None:
    for text, expected in ((SEVERAL, True), ("2.2\n...\n2.2\n", False), ("1.2\n...\n..2\n", False)):
        with Walk(hashicnf.parse(text)) as walk:
            assert walk.solutions.differ(walk.position.known()) is expected


def test_a_hint_beyond_the_ladder_draws_what_all_solutions_share() -> None:
    outcomes: set[object] = set()
    for seed in range(8):
        puzzle = hashicnf.generate("hashi", size="9x9", islands=36, doubles=0.0, loops=0.3, seed=seed).puzzle
        with Walk(puzzle) as walk:
            while walk.position.next() is not None:
                pass
            drawn, known, undecided = walk.position.solution(), walk.position.known(), walk.position.open()
            forced = walk.solutions.forced(known, undecided)
        assert forced is not None
        hint = hashicnf.hint(puzzle, drawn)
        outcomes.add(hint.outcome)
        assert (hint.outcome is None) == any(literal > 0 for literal in forced)
        if hint.outcome is None:
            with Walk(puzzle, hint.solution) as walk:
                assert set(forced) >= {*walk.position.drawn()} - {*known}
    assert outcomes == {None, "several"}


@pytest.mark.parametrize("seed", few(range(4), 2))
@pytest.mark.parametrize("effort", [backbones.FAR, 1])
def test_what_all_solutions_share_is_the_backbone_however_little_effort_is_made_first(
    seed: int, effort: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(backbones, "FAR", effort)
    puzzle = hashicnf.generate("hashi", size="12x12", islands=70, doubles=0.0, seed=seed).puzzle
    shared = backbone(puzzle)
    assert shared is not None
    with Solutions(puzzle) as asked:
        variables = range(1, len(shared.model))
        forced = asked.forced([], variables)
        assert forced is not None
        assert forced == shared.literals.tolist()
        known, others = forced[::2], sorted({*variables} - {abs(literal) for literal in forced[::2]})
        drawn = asked.forced(known, others, drawing=True)
        assert drawn is not None
        true = [literal for literal in forced if literal > 0 and literal not in known]
        assert {*drawn} <= {*forced}
        assert not true or (len(drawn) >= 1 and min(drawn) > 0)


@pytest.fixture
def short_searches_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Solutions, "glanced", lambda *_: out_of_conflicts(0))
    monkeypatch.setattr(Solutions, "_is_counted_out", lambda *_: False)
    monkeypatch.setattr(turns, "FEW", 1)


@pytest.mark.usefixtures("short_searches_fail")
@pytest.mark.parametrize("loops", [0.0, 0.3])
@pytest.mark.parametrize("seed", few(range(4), 2))
def test_what_can_be_drawn_is_seen_where_a_short_search_finds_nothing(seed: int, loops: float) -> None:
    puzzle = hashicnf.generate("hashi", size="12x12", islands=70, doubles=0.0, loops=loops, seed=seed).puzzle
    shared = backbone(puzzle)
    assert shared is not None
    variables = range(1, len(shared.model))
    true = shared.literals[shared.literals > 0].tolist()
    with Solutions(puzzle) as asked:
        asked.seen([])
        drawn = asked.forced([], variables, drawing=True)
        assert drawn
        assert {*drawn} <= {*true}


@pytest.mark.usefixtures("short_searches_fail")
def test_facts_whose_opposites_propagation_refutes_are_drawn_before_probing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Solutions, "_probed", lambda *_: pytest.fail("probed"))
    puzzle = hashicnf.generate("hashi", size="12x12", islands=70, doubles=0.0, loops=0.0, seed=3).puzzle
    with Walk(puzzle) as walk:
        while walk.position.next() is not None:
            pass
        known = walk.position.known()
        assert is_out_of_conflicts(walk.solutions.seen(known))
        drawn = walk.solutions.forced(known, walk.position.open(), drawing=True)
        assert drawn is not None
        assert len(drawn) > solutions_module.ENOUGH
        assert any(walk.position.refute(fact, SHORT) for fact in drawn)


@pytest.mark.usefixtures("short_searches_fail")
def test_propagation_shows_that_a_drawing_is_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Turns, "ask", lambda *_: pytest.fail("asked at length"))
    puzzle = hashicnf.generate("hashi", size="12x12", islands=70, doubles=0.0, loops=0.0, seed=3).puzzle
    shared = backbone(puzzle)
    assert shared is not None
    wrong = -shared.literals[shared.literals > 0][6]
    with Solutions(puzzle) as asked:
        assert is_out_of_conflicts(asked.seen([wrong]))
        assert asked.forced([wrong], range(1, len(shared.model)), drawing=True) is None


def test_what_a_short_search_leaves_open_is_asked_of_the_strong_solver(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solutions_module, "PATIENCE", 1)
    puzzle = hashicnf.read("examples/sudoku/hard.puz")
    shared = backbone(puzzle)
    assert shared is not None
    with Solutions(puzzle) as asked:
        assert is_out_of_conflicts(asked.briefly([]))
        forced = asked.forced([], range(1, len(shared.model)))
        assert forced is not None
        assert forced == shared.literals.tolist()
        monkeypatch.setattr(asked, "_last", None)
        assert asked.model(forced) is not None
        assert not any(asked.model([-literal]) is not None for literal in forced[::100])


@pytest.mark.parametrize("seed", [0, 2])
def test_where_numbers_leave_nothing_to_spare_a_hint_needs_no_solution(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Such boards take a lazy loop minutes; probing with the sums suffices."""
    puzzle = hashicnf.generate("hashi", size="12x12", islands=60, doubles=0.0, loops=0.0, seed=seed).puzzle
    found = backbone(puzzle)
    assert found is not None
    with Walk(puzzle) as walk:
        while walk.position.next() is not None:
            pass
        known, undecided = walk.position.known(), walk.position.open()
    monkeypatch.setattr(Solutions, "briefly", lambda *_: pytest.fail("asked for a solution"))
    with Solutions(puzzle) as solutions:
        facts = solutions.forced(known, undecided, drawing=True)
    assert facts is not None
    assert 0 < len(facts) <= solutions_module.MANY
    assert {*facts} <= {*found.literals.tolist()} & {*undecided}


def test_a_drawing_with_a_bridge_too_many_is_an_error() -> None:
    puzzle = hashicnf.parse("2.2\n...\n2.2\n")
    with pytest.raises(hashicnf.InputError, match="at most two bridges"):
        hashicnf.hint(puzzle, hashicnf.Solution.of([(0, 0, 0, 2, 3)]))


def test_a_drawn_loop_is_the_reason_where_loops_are_forbidden() -> None:
    """Each of its bridges alone is right, and the bridge beside it, too."""
    board = hashicnf.parse("loops: no\n?.?..\n.....\n?.?.?\n")
    ring = [(0, 0, 0, 2, 1), (0, 0, 2, 0, 1), (0, 2, 2, 2, 1), (2, 0, 2, 2, 1), (2, 2, 2, 4, 1)]
    hint = hashicnf.hint(board, hashicnf.Solution.of(ring))
    assert (hint.together, len(hint.wrong), hint.reason) == (True, 4, "the bridges form 1 loop, and none is allowed")
    first, second, third, fourth = hint.wrong
    assert hint.fault == f"no solution has {first}; {second}; {third}; and {fourth} together: {hint.reason}"


def test_a_wrong_number_of_a_sudoku_is_named() -> None:
    puzzle = hashicnf.parse("family: sudoku\n12..\n..1.\n.1.3\n4.21\n")
    hint = hashicnf.hint(puzzle, puzzle.read("12 43\n4312\n2143\n3421\n".replace(" ", ""), "drawn"))
    assert hint.outcome == "wrong"
    assert "4 at row 1, column 3" in hint.wrong


def test_a_family_without_techniques_is_refused() -> None:
    with pytest.raises(hashicnf.UsageError, match="there are no techniques for tiles puzzles"):
        hashicnf.rate(hashicnf.parse("family: tiles\n12\n.3\n"))


def reason_of(rules: Rules, known: Sequence[int], literal: int) -> list[Rule] | None:
    found = rules.fewest(known, [literal])
    return found and found[1]


@pytest.mark.parametrize("seed", range(12))
def test_sets_of_rules_suffice_and_have_no_needless_one(seed: int) -> None:
    """Exactly the literals that hold in all solutions follow from rules, and without any one of its rules a literal does not."""
    rng = random.Random(seed)
    grid = hashi.planted(rng, 5, 5, rng.randint(3, 6))
    puzzle = puzzle_of(grid)
    with Rules(puzzle, techniques_of(puzzle.family).reasons) as rules, Solutions(puzzle) as solutions:
        board = board_of(puzzle)
        forced = solutions.forced([], range(1, board.edges * board.load + 1))
        assert forced is not None
        for literal in forced:
            reason = reason_of(rules, [], literal)
            assert reason is not None
            assert all((rule.name == "connectivity") == bool(rule.clause) for rule in reason), "each cut is an instance"
            selectors = [rules.selector(rule) for rule in reason]
            assert rules.follows(selectors, literal)
            for selector in selectors:
                assert not rules.follows([s for s in selectors if s != selector], literal)
        held = {abs(literal) for literal in forced}
        for variable in range(1, board.edges * board.load + 1):
            if variable not in held:
                for literal in (variable, -variable):
                    with pytest.raises(InternalError, match="does not follow"):
                        reason_of(rules, [], literal)


def test_a_model_without_one_rule_shows_that_others_of_a_chain_are_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a ladder sets of rules take fewer calls of the solver than they have rules, and none of these is needless."""
    puzzle = hashicnf.parse("2.3.3.3.3.2\n...........\n2.3.3.3.3.2\n")
    calls, decide = [0], Rules._decide

    def counted(rules: Rules, *asked: Any) -> Any:
        calls[0] += 1
        return decide(rules, *asked)

    monkeypatch.setattr(Rules, "_decide", counted)
    with Rules(puzzle, techniques_of(puzzle.family).reasons) as rules, Solutions(puzzle) as solutions:
        forced = solutions.forced([], range(1, board_of(puzzle).edges * 2 + 1)) or []
        found = [reason_of(rules, [], literal) or [] for literal in forced]
        assert max(map(len, found)) > 10
        assert calls[0] < sum(map(len, found))
        for number, literal in enumerate(forced):
            reason = [rules.selector(rule) for rule in reason_of(rules, forced[:number], literal) or []]
            assert rules.follows(reason, literal)
            assert not any(rules.follows([s for s in reason if s != selector], literal) for selector in reason)


@pytest.mark.parametrize("limit", ["MOST", "MANY"])
@pytest.mark.parametrize("text", ["2.2\n...\n2.2\n", "family: sudoku\n1...\n..3.\n.4..\n...2\n"])
def test_more_reasons_than_can_be_told_are_not_told(text: str, limit: str, monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = hashicnf.parse(text)
    monkeypatch.setattr(rules_module, limit, 0)
    for position in (HashiPosition, SudokuPosition):
        monkeypatch.setattr(position, "next", lambda _: None)
        monkeypatch.setattr(position, "refute", lambda *_: None)
    explained = hashicnf.explain(puzzle)
    assert explained.steps
    assert all("n every solution" in step.sentence for step in explained.steps)
    with Walk(puzzle) as walk:
        assert len([*walk.steps()]) > 1
        assert walk.position.needed() == []  # a hint does not list steps that explain nothing
    assert puzzle.check(explained.solution) == []


def test_a_core_that_is_far_too_large_for_a_reason_is_not_reduced(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle, calls = hashicnf.parse("2.2\n...\n2.2\n"), list[int]()

    def counted(_: Rules, core: list[int], *__: int) -> list[int]:
        calls.append(len(core))
        return core

    monkeypatch.setattr(Rules, "_reduced", counted)
    with Rules(puzzle, techniques_of(puzzle.family).reasons) as rules:
        assert rules.fewest([], [1])
        monkeypatch.setattr(rules_module, "LARGE", calls[0] - 1)
        assert rules.fewest([], [1])
    assert len(calls) == 1


@pytest.mark.parametrize(
    ("sizes", "chosen", "limits"),
    [
        ([3, 1, 2], (2, 1), [100, 2, 0]),
        ([2, 2, 2], (1, 2), [100, 1, 1]),
        ([4, 3, 5], (2, 3), [100, 3, 2]),
        ([2, None, 1], (1, 2), [100, 1]),
        ([None, 1], None, [100]),
        ([101, 1], None, [100]),
    ],
)
def test_the_fact_that_the_fewest_rules_force_is_chosen(
    sizes: list[int | None], chosen: tuple[int, int] | None, limits: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """After one with too many rules to be stated no further reasons are searched, and none ends with more than the best."""
    tried: list[int] = []

    def irreducible(rules: Rules, literal: int, most: int) -> list[int] | None:
        tried.append(most)
        size = sizes[literal - 1]
        return None if size is None else [rules.selector(Rule("sum", number)) for number in range(size)]

    monkeypatch.setattr(Rules, "_irreducible", irreducible)
    puzzle = hashicnf.parse(SEVERAL)
    with Rules(puzzle, techniques_of(puzzle.family).reasons) as rules:
        found = rules.fewest([], range(1, len(sizes) + 1))
    assert (found and (found[0], len(found[1]))) == chosen
    assert tried == limits


def test_a_search_for_fewer_rules_ends_when_as_many_are_needed() -> None:
    """What is found for the first literal is irreducible; of the others only what is smaller."""
    puzzle = hashicnf.parse("2.3.3.3.3.2\n...........\n2.3.3.3.3.2\n")
    with Rules(puzzle, techniques_of(puzzle.family).reasons) as rules, Solutions(puzzle) as solutions:
        forced = solutions.forced([], range(1, board_of(puzzle).edges * 2 + 1)) or []
        sizes = [len(reason_of(rules, [], literal) or []) for literal in forced]
        model = solutions.last
        assert model is not None
        rules.prefer(model)
        found = rules.fewest([], forced)
        assert found is not None
        assert len(found[1]) == min(sizes) < max(sizes)
        assert rules.follows([rules.selector(rule) for rule in found[1]], found[0])


def test_what_is_supposed_takes_the_fewest_rounds_to_refute(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of these the fewest steps, and then the first is chosen; a rating takes them all. All facts are tried with the same limit."""
    lengths = {1: Length(7, 7), 2: Length(5, 9), 3: Length(5, 8), 4: Length(5, 8), 5: Length(21, 21)}
    bounds: list[int] = []
    supposed: list[int] = []

    def refute(literal: int, most: int) -> Length | None:
        bounds.append(most)
        return lengths[literal] if lengths[literal].rounds <= most else None

    walk = Walk(hashicnf.parse(SEVERAL))
    monkeypatch.setattr(walk.position, "refute", refute)
    monkeypatch.setattr(walk.position, "suppose", supposed.append)
    walk._supposed([*lengths])
    assert supposed == [3]
    assert bounds == [SHORT] * 5 + [20] * 5
    assert walk._refuted([*lengths]) == (5, [3, 4, 2])
    assert walk._refuted([5]) is None


def test_searches_in_vain_make_the_next_ones_shorter(monkeypatch: pytest.MonkeyPatch) -> None:
    """A search that finds a reason restores the whole effort."""
    efforts: list[int] = []

    def core(rules: Rules, _: int, end: int) -> list[int] | None:
        efforts.append(end - rules._session.conflicts())
        return [] if len(efforts) == 5 else None

    monkeypatch.setattr(Rules, "_core", core)
    puzzle = hashicnf.parse(SEVERAL)
    with Rules(puzzle, techniques_of(puzzle.family).reasons) as rules:
        assert [reason_of(rules, [], 1) for _ in range(7)] == [None, None, None, None, [], None, None]
    assert efforts == [2500, 1250, 1000, 1000, 1000, 2500, 1250]


def test_a_time_limit_is_kept() -> None:
    with pytest.raises(hashicnf.HashicnfError, match="time limit of 0 s"):
        hashicnf.explain(hashicnf.parse(SEVERAL), timeout=0)


def test_no_position_is_made_when_the_time_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    def begin(*_: object) -> NoReturn:
        raise AssertionError("a position was made")

    techniques = replace(techniques_of("hashi"), position=begin)
    monkeypatch.setattr(walk_module, "techniques_of", lambda _: techniques)
    with pytest.raises(hashicnf.HashicnfError, match="time limit of 0 s"):
        hashicnf.hint(hashicnf.parse(SEVERAL), timeout=0)


def test_a_time_limit_is_kept_within_a_step(monkeypatch: pytest.MonkeyPatch) -> None:
    """Suppositions are many small searches, of which only the first ends in time."""
    walk = Walk(hashicnf.generate("hashi", islands=30, seed=2).puzzle, deadline=Deadline.after(60))
    supposed: list[int] = []

    def refute(literal: int, _: int) -> None:
        supposed.append(literal)
        monkeypatch.setattr(walk, "_deadline", Deadline.after(0))

    monkeypatch.setattr(walk.position, "refute", refute)
    with pytest.raises(hashicnf.HashicnfError, match="time limit"):
        walk._supposed([1, 2, 3])
    assert supposed == [1]


def test_grades_grow_with_the_hardest_technique_then_with_its_steps() -> None:
    easy, hard = (Technique(str(grade), "", "", grade) for grade in (1, 4))
    grades = [
        rated("solved", counts).grade for counts in ({easy: 1}, {easy: 9}, {easy: 500}, {easy: 9, hard: 1}, {hard: 3})
    ]
    assert grades == [1.0, 1.5, 1.9, 4.0, 4.2]
    assert rated("several", {easy: 3}).grade is None
    often, seldom = Technique("often", "", "", 4), Technique("seldom", "", "", 4)
    assert rated("solved", {seldom: 1, often: 2, easy: 9}).hardest == often
    assert rated("solved", {seldom: 2, often: 2}).hardest == seldom, "the later rung"
    assert rated("solved", {}).grade == 1.0
