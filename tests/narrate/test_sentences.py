"""Sentences: the wording of every kind of step, and the truth of sentences about runs on the example boards."""

from __future__ import annotations

import re

import pytest

from hashicnf.families import FAMILIES
from hashicnf.families.hashi.explain import RULES, HashiNarrator
from hashicnf.families.hashi.explain.words import ordinal
from hashicnf.narrate.literals import LiteralNarrator
from hashicnf.passes.connectivity import CONNECTIVITY
from hashicnf.pipeline.compile import compile_puzzle
from hashicnf.pipeline.encodings import Encodings
from hashicnf.pipeline.puzzles import parse, read
from hashicnf.search import SEARCHES
from hashicnf.trace.narration import Reasoned, Values, listed, printable, sentence
from hashicnf.trace.steps import STEPS, Conflict, Cut, Decision, Forced, Prune, Record, Start
from tests.narrate.rewrite import RUNS, golden, run_text, text_of
from tests.narrate.traces import EVERY_STEP, EXAMPLES, TRACED, clauses, dpll, narrated, solved
from tests.oracles.puzzles import board_of

SQUARE = "3.3.2\n.....\n3.4.2\n.....\n1.2.1\n"
BOARDS = sorted(path.stem for path in EXAMPLES.glob("*.puz"))


def narrator(text: str) -> HashiNarrator:
    compiled = compile_puzzle(parse(text), Encodings(connectivity="lazy"))
    return HashiNarrator(board_of(compiled.puzzle), compiled.formula.variables)


def told(text: str, step: Reasoned, values: Values | None = None) -> str:
    return narrator(text).narrate(step, values or {}).sentence


def test_the_whole_text_of_every_kind_of_step() -> None:
    assert text_of(EVERY_STEP) == golden("every_step").read_text(encoding="utf-8")
    assert {type(record.step) for record in EVERY_STEP} == set(STEPS.values())


@pytest.mark.parametrize("name", RUNS)
def test_the_whole_text_of_a_run(name: str) -> None:
    assert run_text(name) == golden(name).read_text(encoding="utf-8")


# Islands of SQUARE: 0 to 8 in reading order, clues 3 3 2 / 3 4 2 / 1 2 1. Edge e has the variables 2e + 1 and 2e + 2.
# Edges: 0 (0-1), 1 (0-3), 2 (1-2), 3 (1-4), 4 (2-5), 5 (3-4), 6 (3-6), 7 (4-5), 8 (4-7), 9 (5-8), 10 (6-7), 11 (7-8).
@pytest.mark.parametrize(
    ("step", "values", "expected"),
    [
        (
            Forced(1, "capacity", "island", 0),
            {},
            (
                "Island 3 at row 1, column 1 can place at most two of its three bridges on its other sides, so "
                "at least one bridge goes right to island 3 at row 1, column 3."
            ),
        ),
        (
            Forced(2, "capacity", "island", 0),
            {3: True, 4: False},
            "Island 3 at row 1, column 1 has one free neighbour, so both bridges go right to island 3 at row 1, column 3.",
        ),
        (
            Forced(-3, "capacity", "island", 6),
            {},
            (
                "There is no bridge between islands 3 and 3 in column 1, rows 1 and 3: "
                "the number of island 1 at row 5, column 1 demands it."
            ),
        ),
        (
            Forced(-14, "capacity", "island", 6),
            {},
            (
                "Island 1 at row 5, column 1 needs only one bridge, so "
                "at most one bridge goes up to island 3 at row 3, column 1."
            ),
        ),
        (
            Forced(-13, "capacity", "island", 6),
            {21: True},
            "Island 1 at row 5, column 1 has its bridge, so no bridge goes up to island 3 at row 3, column 1.",
        ),
        (
            Forced(-6, "capacity", "island", 2),
            {9: True, 10: True},
            (
                "Island 2 at row 1, column 5 has all its bridges, so "
                "no second bridge goes left to island 3 at row 1, column 3."
            ),
        ),
        (
            Forced(-6, "capacity", "island", 2),
            {5: True, 9: True, 10: True},
            (
                "Island 2 at row 1, column 5 has its two bridges on its other sides, so "
                "no second bridge goes left to island 3 at row 1, column 3."
            ),
        ),
        (
            Forced(-14, "capacity", "island", 6),
            {13: True, 21: True},
            (
                "Island 1 at row 5, column 1 has its bridge on another side, so "
                "no second bridge goes up to island 3 at row 3, column 1."
            ),
        ),
        (
            Forced(-13, "capacity", "island", 6),
            {21: True, 22: True},
            (
                "Island 1 at row 5, column 1 would have two bridges on its other sides, so "
                "no bridge goes up to island 3 at row 3, column 1."
            ),
        ),
        (
            Forced(-4, "capacity", "island", 0),
            {1: True, 2: True, 3: True},
            (
                "Island 3 at row 1, column 1 has two of its three bridges on its other sides, so "
                "exactly one bridge goes down to island 3 at row 3, column 1."
            ),
        ),
        (
            Forced(-6, "dependency", "edge", 2),
            {5: False},
            "No bridge between islands 3 and 2 in row 1, columns 3 and 5, so no second one either.",
        ),
        (
            Forced(5, "dependency", "edge", 2),
            {6: True},
            "Two bridges between islands 3 and 2 in row 1, columns 3 and 5 include the first.",
        ),
        (
            Forced(5, "connectivity", "island", 2, (5, 9)),
            {9: False},
            (
                "Island 2 at row 1, column 5 has one way out left: "
                "there is at least one bridge between islands 3 and 2 in row 1, columns 3 and 5."
            ),
        ),
        (
            Forced(5, "connectivity", "island", 5, (5, 15, 19)),
            {15: False, 19: False},
            (
                "Island 2 at row 1, column 5 and island 2 at row 3, column 5 have one way out left: "
                "there is at least one bridge between islands 3 and 2 in row 1, columns 3 and 5."
            ),
        ),
        (
            Forced(-1, "connectivity", "island", 0, (-3, -11, -7, -1)),
            {3: True, 11: True, 7: True},
            (
                "There is no bridge between islands 3 and 3 in row 1, columns 1 and 3: "
                "it would close the loop (1, 1), (1, 3), (3, 3), (3, 1) and back."
            ),
        ),
        (
            Forced(1, "connectivity", "set", 7, (1, -30)),
            {},
            (
                "There is at least one bridge between islands 3 and 3 in row 1, columns 1 and 3: "
                "all islands must be connected."
            ),
        ),
        (
            Conflict("capacity", "island", 0),
            {1: False},
            "Contradiction: island 3 at row 1, column 1 can get at most two of its three bridges.",
        ),
        (
            Conflict("capacity", "island", 0),
            {1: False, 3: False},
            "Contradiction: island 3 at row 1, column 1 has no bridge.",
        ),
        (
            Conflict("capacity", "island", 6),
            {14: True, 21: True},
            "Contradiction: island 1 at row 5, column 1 would have three bridges.",
        ),
        (
            Conflict("dependency", "edge", 2),
            {},
            "Contradiction: a further bridge between islands 3 and 2 in row 1, columns 3 and 5, but not the first.",
        ),
        (
            Conflict("connectivity", "island", 2, (5, 15, 19)),
            {},
            (
                "Contradiction: island 2 at row 1, column 5 and island 2 at row 3, column 5 would be closed off "
                "while seven others remain."
            ),
        ),
        (Conflict("connectivity", "island", 0, (-1, -3)), {}, "Contradiction: the bridges form a loop."),
        (
            Conflict("connectivity", "set", 0, ()),
            {},
            "Contradiction: even all bridges together would leave the islands in separate groups.",
        ),
        (
            Cut((5, 9), "connectivity", "island", (2,)),
            {},
            "To remember: one of the two ways out of island 2 at row 1, column 5 must be used.",
        ),
        (
            Cut((-1, -3, -7, -11), "connectivity", "island", (0, 1)),
            {},
            "To remember: there must not be the loop (1, 1), (1, 3), (3, 3), (3, 1) and back.",
        ),
        (
            Prune("connectivity", "island", (2,)),
            {5: False, 9: False},
            "Give up here: island 2 at row 1, column 5 would be closed off while eight others remain.",
        ),
        (
            Prune("connectivity", "island", (0, 1)),
            {1: True},
            (
                "Give up here: the islands cannot be connected as the rules demand "
                "(island 3 at row 1, column 1 and island 3 at row 1, column 3)."
            ),
        ),
        (
            Prune("too many edges", "edge", (0, 1)),
            {},
            "Give up here: too many edges (between islands 3 and 3 in row 1, columns 1 and 3, and 1 more).",
        ),
        (
            Decision((1, -2)),
            {},
            "Suppose there is exactly one bridge between islands 3 and 3 in row 1, columns 1 and 3.",
        ),
        (
            Decision((2,), "", 3),
            {},
            "Or else there are two bridges between islands 3 and 3 in row 1, columns 1 and 3.",
        ),
        (Decision((99,)), {}, "Suppose variable 99 is true."),
        (Decision((), "tile 3 \x1b[31mleft"), {}, "Suppose tile 3 �[31mleft."),
        (
            Forced(-99, "capacity", "island", 0),
            {},
            "In the encoding of capacity for island 3 at row 1, column 1: variable 99 is false.",
        ),
        (
            Forced(1, "symmetry", "edge", 0),
            {},
            (
                "There is at least one bridge between islands 3 and 3 in row 1, columns 1 and 3: symmetry for the bridge "
                "between island 3 at row 1, column 1 and island 3 at row 1, column 3."
            ),
        ),
        (Conflict("symmetry", "island", 77), {}, "Contradiction: symmetry."),
        (Cut((1, 3), "symmetry", "island", ()), {}, "To remember: bridge[0,1] or bridge[1,1] (symmetry)."),
    ],
)
def test_a_sentence(step: Reasoned, values: dict[int, bool], expected: str) -> None:
    assert told(SQUARE, step, values) == expected


def test_sentences_about_crossings() -> None:
    board = "2.1\n...\n1.2\n"
    crossing = ".2.\n1.1\n.1.\n"
    forced = told(crossing, Forced(-1, "crossing", "crossing", 0), {3: True})
    assert forced.startswith("No bridge between islands 2 and 1 in column 2, rows 1 and 3: it would cross the bridge")
    conflict = told(crossing, Conflict("crossing", "crossing", 0))
    assert conflict.startswith(
        "Contradiction: the bridge between islands 1 and 1 in row 2, columns 1 and 3 would cross the"
    )
    assert told(board, Conflict("crossing", "crossing", 0)) == "Contradiction: crossing."


def test_islands_without_a_number() -> None:
    board = "?.1\n...\n1.2\n"
    assert told(board, Forced(1, "capacity", "island", 0), {3: False, 4: False}) == (
        "Island ? at row 1, column 1 has one free neighbour, so at least one bridge goes right to island 1 at row 1, column 3."
    )
    values = {1: False, 2: False, 3: False, 4: False}
    assert told(board, Conflict("capacity", "island", 0), values) == (
        "Contradiction: no bridge can reach island ? at row 1, column 1."
    )


def test_groups_are_counted_beyond_a_few() -> None:
    group = tuple(range(8))
    text = told(SQUARE, Prune("stuck", "island", group))
    assert text.endswith("(the eight islands at (1, 1), (1, 3), (1, 5), (3, 1), (3, 3), (3, 5), (5, 1) and (5, 3)).")
    row = f"{'1.' * 15}\n"
    text = told(row, Prune("stuck", "island", tuple(range(13))))
    named = ", ".join(f"(1, {column})" for column in range(1, 22, 2))
    assert text == f"Give up here: stuck (the 13 islands at {named} and 2 more)."


def test_a_loop_is_named_by_its_islands_in_order() -> None:
    board, values = f"loops: no\n{SQUARE}", {1: True, 3: True, 7: True, 11: True}
    ring = "the bridges form the loop (1, 1), (1, 3), (3, 3), (3, 1) and back"
    assert (
        told(board, Prune("connectivity can no longer be kept", "island", (0, 4)), values) == f"Give up here: {ring}."
    )
    assert told(board, Conflict("connectivity", "island", 0, (-11, -1, -7, -3))) == f"Contradiction: {ring}."
    assert "loop" not in told(SQUARE, Prune("connectivity", "island", (0, 4)), values)


@pytest.mark.parametrize(
    ("step", "values", "expected"),
    [
        (
            Forced(-3, "dependency", "edge", 0),
            {2: False},
            "There is at most one bridge between {}, so no third one either.",
        ),
        (
            Forced(-4, "dependency", "edge", 0),
            {3: False},
            "There are at most two bridges between {}, so no fourth one either.",
        ),
        (Forced(2, "dependency", "edge", 0), {3: True}, "Three bridges between {} include the second."),
        (Decision((1, 2, 3, 4)), {}, "Suppose there are four bridges between {}."),
        (Decision((1,)), {4: False}, "Suppose there are one to three bridges between {}."),
        (Decision((1,)), {3: False}, "Suppose there are one or two bridges between {}."),
        (Decision((-2,)), {}, "Suppose there is at most one bridge between {}."),
        (Decision((2,)), {}, "Suppose there are at least two bridges between {}."),
        (Decision((1,)), {}, "Suppose there is at least one bridge between {}."),
        (
            Conflict("capacity", "island", 0),
            {1: True, 2: True, 3: True, 4: False},
            "Contradiction: island 4 at row 1, column 1 has only three of its four bridges.",
        ),
        (
            Conflict("capacity", "island", 0),
            {4: False},
            "Contradiction: island 4 at row 1, column 1 can get at most three of its four bridges.",
        ),
    ],
)
def test_more_than_two_bridges(step: Reasoned, values: Values, expected: str) -> None:
    pair = "islands 4 and 5 in row 1, columns 1 and 3"
    assert told("max-bridges: 4\n4.5\n...\n..1\n", step, values) == expected.format(pair)


@pytest.mark.parametrize(
    ("literals", "label"),
    [((1,), "row 1, 1–3: ≥ 1"), ((-1,), "row 1, 1–3: none"), ((2,), "row 1, 1–3: = 2"), ((-4,), "col 1, 1–3: ≤ 1")],
)
def test_labels(literals: tuple[int, ...], label: str) -> None:
    assert narrator(SQUARE).label(literals) == label


def test_every_rule_of_every_encoding_has_a_sentence() -> None:
    """A new rule of the family, or of an encoding, fails here until it has a sentence."""
    rules: set[str] = set()
    for name in BOARDS:
        puzzle = read(str(EXAMPLES / f"{name}.puz"))
        for connectivity in CONNECTIVITY.names() if board_of(puzzle).islands < 30 else ["lazy"]:
            compiled = compile_puzzle(puzzle, Encodings(connectivity=connectivity, cuts=2, simplify=False))
            rules |= {block.origin.rule for block in compiled.formula.blocks}
            rules |= {theory.origin.rule for theory in compiled.theories}
    assert rules == set(RULES)


@pytest.mark.parametrize("rule", RULES)
def test_no_rule_is_told_by_its_name_alone(rule: str) -> None:
    """The fallback for unknown rules ends with the name of the rule; no known rule may use it."""
    kind, source = {"crossing": ("crossing", 0), "dependency": ("edge", 0)}.get(rule, ("island", 0))
    for step in (Forced(-1, rule, kind, source, (-1, -3)), Conflict(rule, kind, source, (-1, -3))):
        assert rule not in told(".2.\n1.1\n.1.\n", step, {3: True})


@pytest.mark.parametrize("name", BOARDS)
def test_every_step_of_a_run_has_a_sentence_of_its_own(name: str) -> None:
    """With direct counting every forced bridge is explained by counting: fallbacks are never needed."""
    last_resorts = (
        "demands it",
        "cannot reach its number",
        "cannot have more",
        "cannot be met",
        "allowed number",
        "encoding",
    )
    for event in narrated(dpll(name)):
        assert event.sentence[0].isupper() or not event.sentence[0].isalpha()
        assert event.sentence.endswith((".", ":"))
        assert not any(words in event.sentence for words in last_resorts), event.sentence
        assert not re.search(r"\bliteral\b|\bvariable\b|bridge\[", event.sentence), event.sentence


@pytest.mark.parametrize("method", TRACED)
@pytest.mark.parametrize("name", ["small", "witness_loops", "witness_crossing"])
def test_every_method_is_told_in_words(name: str, method: str) -> None:
    told_events = narrated(solved(name, method))
    search = SEARCHES.find(method)
    name = "DPLL" if method == "dpll" else method if search is None else search.usual_name
    heading = f"{name[0].upper()}{name[1:]}" if "search" in name else f"Search by {name}"
    assert told_events[0].sentence.startswith(f"{heading} on a Hashiwokakero board of ")
    for event in told_events[1:]:
        assert not re.search(r"literal|variable|bridge\[|^(Suppose|Or else) [^t]", event.sentence), event.sentence


@pytest.mark.parametrize(("cardinality", "connectivity"), [("totalizer", "planar"), ("seqcounter", "levels-log")])
def test_variables_of_encodings_have_names(cardinality: str, connectivity: str) -> None:
    text = " ".join(event.sentence for event in narrated(dpll("witness_capacity", cardinality, connectivity)))
    assert f"capacity.{cardinality}" in text
    assert not re.search(r"variable \d", text)


def test_formulas_are_told_in_literals() -> None:
    sentences = [event.sentence for event in narrated(clauses([[1, 2], [-1, 3], [-3, -2], [2, 3], [-2, 1]], 3))][:-1]
    assert sentences[0] == "Search by DPLL on a formula."
    assert any(
        re.fullmatch(r"So x\d is (true|false): all other literals of clause \d \(.* or .*\) are false\.", s)
        for s in sentences
    )
    plain = LiteralNarrator()
    assert plain.narrate(Conflict("input", "clause", 4, (1, -2)), {}).sentence == (
        "Contradiction: all literals of clause 5 (x1 or not x2) are false."
    )
    assert plain.narrate(Forced(3, "input", "clause", 0, (3,)), {}).sentence == (
        "So x3 is true: clause 1 (x3) has no other literal."
    )
    assert plain.narrate(Prune("lost", "clause", (1, 2)), {}).sentence == "Give up here: lost (clause 1 and clause 2)."
    assert plain.narrate(Cut((1, -2), "learned", "clause"), {}).sentence == "To remember: x1 or not x2 (learned)."
    assert plain.narrate(Decision((1, -2), "", 2), {}).sentence == "Or else x1 is true and x2 is false."
    assert plain.label((1, -2)) == "x1 = 1 and x2 = 0"


def test_families_without_words_are_told_in_literals() -> None:
    start = Record(0, -1, Start("dfs", "no-such-family", ("1 2 3",)))
    assert [event.sentence for event in narrated([start, Record(1, 0, Decision((), "left"))])][:2] == [
        "Depth-first search on a formula.",
        "Suppose left.",
    ]


def test_every_family_has_a_narrator() -> None:
    for family in FAMILIES.all().values():
        assert family.narrator is not None or (family.planning is not None and family.planning.stage is not None)


def test_words() -> None:
    assert listed(["a"]) == "a"
    assert listed(["a", "b", "c"], link="or") == "a, b or c"
    assert listed(list("abcdef"), 3) == "a, b and 4 more"
    assert sentence(" a b") == "A b."
    assert sentence("") == "."
    assert printable("a\tb\x00") == "a b�"


@pytest.mark.parametrize(
    ("number", "word"),
    [
        (1, "first"),
        (9, "ninth"),
        (10, "10th"),
        (12, "12th"),
        (21, "21st"),
        (32, "32nd"),
        (113, "113th"),
        (1003, "1,003rd"),
    ],
)
def test_the_bridges_of_a_pair_are_told_apart_by_ordinals(number: int, word: str) -> None:
    assert ordinal(number) == word
