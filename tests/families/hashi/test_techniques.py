"""Human techniques: their conclusions hold in every solution, alone and in any order, and each finds the right patterns."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any, Final, cast

import pytest

import hashicnf
from hashicnf.core.techniques import Rule, Step
from hashicnf.deduction.walk import Walk
from hashicnf.families.hashi.board import edges_under
from hashicnf.families.hashi.constraints import CAPACITY, CONNECTIVITY
from hashicnf.families.hashi.explain.words import Vocabulary
from hashicnf.families.hashi.techniques import RUNGS, bottleneck, branching, distributions, isolation, parity, position
from hashicnf.families.hashi.techniques.closing import can_leave, closed_off, ways_out
from hashicnf.families.hashi.techniques.cuts import branches_of
from hashicnf.families.hashi.techniques.position import SUPPOSING, HashiPosition
from hashicnf.families.hashi.techniques.rung import Rung, amount
from hashicnf.families.hashi.techniques.state import Change, Finding, Ground, State
from hashicnf.families.hashi.techniques.supposing import suppose
from hashicnf.families.hashi.techniques.together import TOGETHER, as_subject, further
from tests.oracles import hashi
from tests.oracles.puzzles import board_of, puzzle_of
from tests.portions import few, short_and_long

BOARDS = 40


def random_board(seed: int) -> tuple[hashi.Grid, int, bool]:
    """Return a board of a size that brute force can solve; if a clue was changed, it may have no solution."""
    rng = random.Random(seed)
    most, loops = rng.choice([1, 2, 2, 2, 3]), rng.random() < 0.75
    size, n = (rng.randint(4, 6), rng.randint(4, 6)), rng.randint(2, 7)
    grid = hashi.planted(rng, *size, n, most, loops=loops, largest=10 if most < 3 else 7)
    if rng.random() < 0.2:
        row, column = rng.choice(hashi.islands(grid))
        grid[row][column] = rng.randint(1, 5)
    return grid, most, loops


def state_of(grid: hashi.Grid, most: int, *, loops: bool) -> State:
    board = board_of(puzzle_of(grid, most, loops=loops))
    names = [rung.technique.rung for rung in RUNGS]
    return State(Ground(board), names, [rung.technique.rung for rung in RUNGS if rung.wide])


def solutions_of(grid: hashi.Grid, state: State, most: int, *, loops: bool) -> list[list[int]]:
    """Return all solutions as bridges per edge."""
    edge = {ends: e for e, ends in enumerate(state.ground.ends)}
    order = [edge[pair] for pair in hashi.pairs(grid)]
    found = []
    for counts in hashi.solutions(grid, most, loops=loops):
        by_edge = [0] * len(order)
        for e, count in zip(order, counts, strict=True):
            by_edge[e] = count
        found.append(by_edge)
    return found


def climb(state: State, solutions: list[list[int]], order: random.Random | None) -> Counter[str]:
    """Apply the ladder to its end, or the rungs in random order; compare each step with all solutions."""
    used: Counter[str] = Counter()
    while True:
        rungs = RUNGS if order is None else order.sample(RUNGS, len(RUNGS))
        found = next((found for rung in rungs if (found := rung.find(state)) is not None), None)
        if found is None:
            return used
        used[found.rung] += 1
        if found.dead:
            assert not solutions, found
            return used
        before = [*state.low], [*state.high]
        for change in found.changes:
            state.narrow(change)
        assert before != (state.low, state.high), f"nothing new: {found}"
        for counts in solutions:
            bounds = zip(state.low, counts, state.high, strict=True)
            assert all(low <= count <= high for low, count, high in bounds), found


def examine(seed: int) -> Counter[str]:
    grid, most, loops = random_board(seed)
    order = random.Random(seed) if seed % 2 else None
    state = state_of(grid, most, loops=loops)
    return climb(state, solutions_of(grid, state, most, loops=loops), order)


@pytest.mark.parametrize("start", range(0, 4 * BOARDS, BOARDS))
def test_what_a_technique_concludes_holds_in_all_solutions(start: int) -> None:
    used = sum(map(examine, range(start, start + BOARDS)), Counter[str]())
    assert len(used) >= 6


@pytest.mark.slow
@pytest.mark.parametrize("start", range(1000, 4000, 10 * BOARDS))
def test_it_holds_on_thousands_of_boards(start: int) -> None:
    used = sum(map(examine, range(start, start + 10 * BOARDS)), Counter[str]())
    assert used.keys() >= {rung.technique.rung for rung in RUNGS} - {"1e", "2b"}


@pytest.mark.parametrize("rung", RUNGS, ids=lambda rung: str(rung.technique.rung))
def test_rungs_are_numbered_in_order_and_by_grade(rung: Rung) -> None:
    place = RUNGS.index(rung)
    assert [other.technique.rung for other in RUNGS] == sorted(other.technique.rung for other in RUNGS)
    assert all(other.technique.grade <= rung.technique.grade for other in RUNGS[:place])


def passed_over(seed: int) -> Counter[str]:
    """Apply rungs in random order, drawing bridges of a solution where none applies; examine all islands that are skipped."""
    rng, options = random.Random(seed), cast(dict[str, Any], {"loops": 0.1} if seed % 3 else {"no_loops": True})
    made = cast(Any, hashicnf.generate("hashi", size="10x10", islands=50, doubles=0.3, seed=seed, **options))
    board, seen = made.puzzle.board, Counter[str]()
    load = dict(
        zip(edges_under(board, made.solution.bridges).tolist(), made.solution.bridges[:, 4].tolist(), strict=True)
    )
    state = State(Ground(board), [rung.technique.rung for rung in RUNGS], ["2b"])
    while lacking := [edge for edge, number in load.items() if state.low[edge] < number]:
        found = next((found for rung in rng.sample(RUNGS, len(RUNGS)) if (found := rung.find(state)) is not None), None)
        edge = rng.choice(lacking)
        for change in [Change(edge, load[edge], load[edge])] if found is None else found.changes:
            state.narrow(change)
        seen["2b"] += found is not None and found.rung == "2b"
        for island, since in enumerate(state.fruitless):
            if state.is_quiet(island, since):
                seen["quiet"] += 1
                assert distributions._shared(state, island) is None, (seed, island)
    return seen


@pytest.mark.parametrize("boards", short_and_long(15, 60))
def test_of_islands_that_are_passed_over_nothing_follows(boards: int) -> None:
    seen = sum(map(passed_over, range(boards)), Counter[str]())
    assert seen["2b"] > boards
    assert seen["quiet"] > 10 * boards


def test_a_supposition_leaves_no_trace() -> None:
    for seed in range(40):
        grid, most, loops = random_board(seed)
        state = state_of(grid, most, loops=loops)
        for rung in RUNGS[:2]:
            while (found := rung.find(state)) is not None and not found.dead:
                for change in found.changes:
                    state.narrow(change)
        before = [*state.low], [*state.high], [*state.low_sum], [*state.high_sum], [*state.label]
        groups = [sorted(state.members[label]) for label in state.label]
        for edge in range(len(state.low)):
            if state.is_open(edge):
                suppose(state, RUNGS, Change(edge, state.high[edge], state.high[edge]), 100)
                suppose(state, RUNGS, Change(edge, state.low[edge], state.low[edge]), 100)
        assert before == ([*state.low], [*state.high], [*state.low_sum], [*state.high_sum], [*state.label])
        assert groups == [sorted(state.members[label]) for label in state.label]


def narrowed_at_random(seed: int) -> Iterator[State]:
    """Yield states of a board of 60 islands with more and more bridges drawn or excluded at random, until they contradict."""
    rng = random.Random(seed)
    puzzle = hashicnf.generate("hashi", size="14x14", islands="60", doubles="0.2", seed=str(seed)).puzzle
    state = State(Ground(board_of(puzzle)), [rung.technique.rung for rung in RUNGS])
    while open_edges := [e for e in range(len(state.low)) if state.low[e] < state.most(e)]:
        edge = rng.choice(open_edges)
        drawn = rng.random() < 0.7
        state.narrow(Change(edge, 1, state.most(edge)) if drawn else Change(edge, state.low[edge], state.low[edge]))
        if any(state.low_sum[i] > state.ground.limit[i] for i in range(60)):
            return
        yield state


@pytest.mark.parametrize("seed", range(30))
def test_looking_near_what_was_lost_finds_the_bottlenecks_of_the_board(seed: int) -> None:
    cuts = 0
    for state in narrowed_at_random(seed):
        near = [*bottleneck.look(state)]
        kept, state.whole = state.whole, None
        far = [*bottleneck.look(state)]
        assert near == far
        state.whole = kept
        cuts += len(far)
        if any(found.dead for found in far):
            break
        for found in far:
            state.narrow(found.changes[0])
    assert cuts


@pytest.mark.parametrize("seed", range(10))
def test_islands_whose_parts_are_as_before_are_passed_over_rightly(seed: int) -> None:
    for state in narrowed_at_random(seed):
        again = [*branching.look(state)]
        kept, state.parted = state.parted, (0, {})
        assert again == [*branching.look(state)]
        state.parted = kept


def test_a_rating_hardly_ever_searches_the_whole_board_for_bottlenecks(monkeypatch: pytest.MonkeyPatch) -> None:
    searched: Counter[str] = Counter()

    def counted(ground: Ground, usable: tuple[bool, ...]) -> Any:
        searched["whole board"] += 1
        return branches_of(ground, usable)

    monkeypatch.setattr(bottleneck, "branches_of", counted)
    puzzle = hashicnf.generate("hashi", size="24x24", islands="144", doubles="0.1", unique=True, seed="4").puzzle
    rounds = hashicnf.rate(puzzle).rounds
    assert rounds["5a"] + rounds["5b"] > 10
    assert searched["whole board"] < 3


def leaving(state: State, group: int) -> list[tuple[int, int]]:
    """List the ways out of a group by their definition, as (island, edge), in the order of its members."""
    return [
        (island, edge)
        for island in state.members[group]
        for other, edge in state.ground.near[island]
        if state.high[edge] > 0 and state.label[other] != group and min(state.room(island), state.room(other)) > 0
    ]


@pytest.mark.parametrize("seed", range(3))
def test_the_ways_out_of_a_group_lie_at_its_fringe(seed: int) -> None:
    order, supposed = random.Random(seed), 0
    for state in narrowed_at_random(seed):
        for island in order.sample(range(60), 20):  # some groups are examined only after later changes
            assert [*ways_out(state, state.label[island])] == leaving(state, state.label[island])
        edge = order.randrange(len(state.low))
        if state.low[edge] == 0 < state.most(edge):
            supposed += 1
            with state.supposed(Change(edge, 1, state.high[edge]), ["2"]):
                assert all([*ways_out(state, group)] == leaving(state, group) for group in {*state.label})
        assert state.undecided == sum(low != high for low, high in zip(state.low, state.high, strict=True))
    assert supposed


def test_the_last_way_out_of_a_group_counts_only_as_long_as_it_is_one() -> None:
    order, seen = random.Random(0), Counter[bool]()

    def examine(state: State, islands: tuple[int, ...]) -> None:
        for island in islands:
            some = [state.label[island]]
            groups = {*some, *(state.label[other] for other in order.sample(range(60), 3))}
            taken = {other: order.randint(0, 2) for other in order.sample(range(60), 20)}
            barred = {*order.sample(range(len(state.low)), len(state.low) // 4)}
            had = any(state.last_way[group] is not None for group in some)
            found = any([*ways_out(state, group, groups, taken, barred)] for group in some)
            assert can_leave(state, some, groups, taken, barred) == found
            seen[found] += had

    for state in narrowed_at_random(0):
        edge = order.randrange(len(state.low))
        ends = state.ground.ends[edge]
        if state.low[edge] == 0 < state.most(edge):
            with state.supposed(Change(edge, 1, state.high[edge]), ["2"]):
                examine(state, (*ends, *ends))
        examine(state, (*ends, *ends))
    assert min(seen[True], seen[False]) > 9


def test_a_group_that_grows_along_a_board_is_not_searched_again_and_again(monkeypatch: pytest.MonkeyPatch) -> None:
    visited, fringe = Counter[str](), State.fringe

    def counting(state: State, group: int) -> Iterator[int]:
        for island in [*fringe(state, group)]:
            visited["islands"] += 1
            yield island

    monkeypatch.setattr(State, "fringe", counting)
    rail = " . ".join("2" * 60)
    made = hashicnf.explain(hashicnf.parse(f"{rail}\n{' '.join('.' * 119)}\n{rail}\n"))
    assert made.outcome == "solved"
    assert sum(step.technique is isolation.RUNG.technique for step in made.steps) == 60
    assert visited["islands"] < 10 * 120


@pytest.mark.parametrize("seed", few(range(30), 5))
def test_isolation_is_seen_at_the_edges_near_one_way_out(seed: int) -> None:
    found = 0
    for state in narrowed_at_random(seed):
        for group in {*state.label}:
            members = state.members[group]
            every = (edge for island in members for edge in state.ground.around[island])
            closing = {
                e for e in every if state.low[e] < state.most(e) and closed_off(state, {e: state.most(e)}, members[0])
            }
            seen = [*isolation.look(state, members[0])]
            if closed_off(state, {}, members[0]) is not None:
                assert [one.dead for one in seen] == [True]
            else:
                assert sorted(one.changes[0].edge for one in seen) == sorted(closing)
            found += bool(closing)
    assert found


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (Change(0, 1, 4, 0, 4), "at least one bridge"),
        (Change(0, 1, 3, 1, 4), "at most three bridges"),
        (Change(0, 0, 1, 0, 2), "at most one bridge"),
        (Change(0, 1, 2, 0, 4), "one or two bridges"),
        (Change(0, 1, 3, 0, 4), "one to three bridges"),
        (Change(0, 2, 2, 0, 4), "two bridges"),
        (Change(0, 0, 0, 0, 4), "no bridge"),
    ],
)
def test_what_is_said_of_an_edge_is_what_is_new(change: Change, said: str) -> None:
    assert amount(change) == said


ROOM = """\
island 6 at row 3, column 1 has room for seven bridges, one more than it needs, so at least one bridge goes right to island 2 at
row 3, column 3 and at least two bridges go down to island 4 at row 5, column 1.
"""
NO_ROOM = """\
given what its neighbours can still take, island 5 at row 2, column 4 needs every bridge that there is room for: two bridges go
right to island 7 at row 2, column 5, one bridge goes down to island 2 at row 3, column 4 and one bridge goes up to island 2 at
row 1, column 4.
"""
AT_MOST = """\
four bridges between islands ? and 4 in row 1, columns 2 and 4 would close them off from the others, so at most three bridges
go there.
"""
PARTS = """\
island 6 at row 1, column 3 connects two parts of the board, each by at least one bridge: the part below and to the left takes five
(an odd number, as its clues add up to 23); so one bridge goes right to island ? at row 1, column 4.
"""
SPARE = """\
island 3 at row 3, column 2 connects two parts of the board, each by at least one bridge: the part to the left and above takes two
(an even number, as its clues add up to 16); so one bridge goes right to island ? at row 3, column 3.
"""


@pytest.mark.parametrize(
    ("drawn", "said"),
    [
        ("max-bridges: 3\n641.\n5...\n6.2.\n....\n42..\n....\n", ROOM),
        ("loops: no\n1..221\n.1.572\n..322.\n..2...\n", NO_ROOM),
        ("max-bridges: 4\n.?.4.\n..4?.\n?..6.\n.2.4.\n", AT_MOST),
        ("max-bridges: 3\n4.6?.\n.....\n4.8..\n.....\n..5.2\n", PARTS),
        ("max-bridges: 3\n.3..\n46..\n33?.\n", SPARE),
    ],
    ids=["unequal ways", "no room to spare", "at most", "parts", "no more than is left"],
)
def test_the_numbers_of_a_sentence_give_its_conclusion(drawn: str, said: str) -> None:
    rungs = [rung for rung in RUNGS if rung.technique.rung != "4a"]  # which would draw the bridges of 4b before
    place = HashiPosition(board_of(hashicnf.parse(drawn)), rungs)
    sentences = [step.sentence.lower() for step in iter(place.next, None)]
    assert " ".join(said.lower().split()) in sentences


def test_bridges_that_form_a_loop_contradict_each_other() -> None:
    """The steps to it, of an unsolvable board, and what a supposition leads to."""
    steps = [*hashicnf.explain(hashicnf.parse("loops: no\n2.2\n...\n2.2\n"))]
    assert (steps[-1].sentence, steps[-1].contradiction) == (
        "Bridges would form the loop (1, 1), (1, 3), (3, 3), (3, 1) and back.",
        True,
    )
    board = "loops: no\n1.3..2.1\n.33.....\n1.2.....\n..2..3.4\n........\n..3..4.3\n23.....1\n.....1..\n"
    hardest = max(hashicnf.explain(hashicnf.parse(board)), key=lambda step: step.technique.grade)
    assert (hardest.technique.rung, hardest.within[-1].sentence[:27]) == ("5a", "Bridges would form the loop")


ONE_EDGE = """\
the part above takes one or two; the part to the right takes an odd number, as its clues add up to 7; so one or two bridges go right
to island 1 at row 2, column 5
"""
TWO_EDGES = """\
the part above takes two; so the part to the right and to the left takes one or two: one or two bridges go right to island 1 at
row 2, column 5
"""
NO_SHARE = """\
the part above takes at least three; the part to the right takes an even number, as its clues add up to 4, and these cannot add up
to 3
"""


@pytest.mark.parametrize(
    ("branches", "said"),
    [
        ([((1, 2), -1, [0]), ((1, 3), 7, [1])], ONE_EDGE),
        ([((2, 2), -1, [0]), ((1, 2), -1, [1, 2])], TWO_EDGES),
        ([((3, 2), -1, [0]), ((2, 1), 4, [1])], NO_SHARE),
    ],
    ids=["one edge", "two edges", "contradiction"],
)
def test_parity_at_an_island_names_parts_and_sums(
    branches: list[tuple[tuple[int, int], int, list[int]]], said: str
) -> None:
    words = Vocabulary(board_of(hashicnf.parse("..1..\n1.3.1\n")), 1)
    edge = {words.turn(e, 2): e for e in words.around[2]}
    ways = [edge["up"], edge["right"], edge["left"]]
    facts = [
        number
        for bounds, total, edges in branches
        for number in (*bounds, total, len(edges), *(ways[e] for e in edges))
    ]
    dead = "cannot" in said
    found = Finding("4b", "", (2, 0), () if dead else (Change(edge["right"], 1, 2),), tuple(facts), dead=dead)
    lead = "island 3 at row 2, column 3 connects two parts of the board, each by at least one bridge: "
    assert branching.describe(words, found) == lead + " ".join(said.split())


def test_parity_of_a_large_part_names_the_part_by_its_island_at_the_only_edge() -> None:
    chain = "." * 13
    words = Vocabulary(board_of(hashicnf.parse(f"{'2' * 13}..2\n{chain}...\n")), 1)
    edge = words.ends.index((12, 13))
    found = Finding("4a", "", tuple(range(13)), (Change(edge, 2, 2),), (26, edge))
    said = (
        "the numbers of the 13 islands on the side of island 2 at row 1, column 13 add up to 26, so an even number of "
    )
    said += "bridges leaves them, all between islands 2 and 2 in row 1, columns 13 and 16: two bridges go there"
    assert parity.describe(words, found) == said


def test_rules_together_are_told_in_short() -> None:
    """The sentence lists a loop by its corners, and each kind of rule once; another one lists several groups."""
    board = "loops: no\nmax-bridges: 1\n????\n????\n????\n"
    words = Vocabulary(board_of(hashicnf.parse(board)), 1)
    edge = {ends: e for e, ends in enumerate(words.ends)}

    def loop(*islands: int) -> Rule:
        pairs = zip(islands, islands[1:] + islands[:1], strict=True)
        return Rule(CONNECTIVITY.rule, 0, tuple(-words.variable(edge[min(p), max(p)], 1) for p in pairs))

    def group(*islands: int) -> Rule:
        inside = {*islands}
        return Rule(
            CONNECTIVITY.rule,
            0,
            tuple(words.variable(e, 1) for (u, v), e in edge.items() if (u in inside) != (v in inside)),
        )

    clues = [Rule(CAPACITY.rule, island) for island in (5, 0, 2)]
    rules = [*clues, loop(0, 1, 2, 6, 5, 4), loop(1, 2, 6, 5), group(0), group(0, 1)]
    assert as_subject(words, rules) == (
        "the clues of the three islands at (1, 1), (1, 3) and (2, 2), the ban on the loops with the corners (1, 1), (1, 3), (2, 3) "
        "and (2, 1) and with the corners (1, 2), (1, 3), (2, 3) and (2, 2) and the need to connect each of two groups with the rest"
    )
    assert further(words, rules) == ". The groups are island ? at row 1, column 1; the two islands at (1, 1) and (1, 2)"
    assert further(words, [group(island % 12) for island in range(14)]).endswith("; two more")
    wide = Vocabulary(board_of(hashicnf.parse("max-bridges: 1\n" + "????????????????\n")), 1)
    cut = Rule(CONNECTIVITY.rule, 0, (wide.variable(wide.ends.index((6, 7)), 1),))
    seven = "the seven islands at (1, 1), (1, 2), (1, 3), (1, 4), (1, 5), (1, 6) and (1, 7)"
    assert as_subject(wide, [Rule(CAPACITY.rule, 3), cut]) == (
        f"the clue of island ? at row 1, column 4 and the need to connect {seven} with the rest"
    )
    assert further(wide, [cut]) == ""
    assert as_subject(words, []) == "the bridges drawn so far"


GRID = "max-bridges: 1\nloops: no\n?.?.?\n.....\n?.?.?\n"  # pairs 1: across, 2: down from its first island, and so on


@pytest.mark.parametrize(
    ("before", "clause", "after"),
    [(1, (-1, -2, -4, -6), -6), (-3, (3, 2, 4), 2)],
    ids=["a loop", "a group"],
)
def test_a_reason_depends_on_all_that_is_known_of_its_loop_or_group(
    before: int, clause: tuple[int, ...], after: int
) -> None:
    place = position(board_of(hashicnf.parse(GRID)))
    place.learn(before, None)
    place.learn(after, [Rule(CONNECTIVITY.rule, 0, clause)])
    assert place.needed() == [0]


def test_a_distribution_that_closes_a_loop_depends_on_all_of_the_loop() -> None:
    """Pairs 1, 3 and 4 lead from the island above the 2 around to the one at its right; pair 3 is at neither of them."""
    place = position(board_of(hashicnf.parse("max-bridges: 1\nloops: no\n?.?.?\n.....\n2...?\n.....\n?...?\n")))
    for drawn in (1, 4, 3):
        place.learn(drawn, None)
    step = place.next()
    assert step is not None
    assert step.technique.rung == "2b"
    assert place.needed() == [0, 1, 2]


CASES: Final = "223.332.\n2..1....\n.12..1..\n..131...\n32.2....\n.1.2..31\n22.2.1..\n232.2.1.\n"
TREE: Final = "loops: no\n1....1\n2.32..\n..24.3\n..23..\n..1...\n..12.1\n"
PARTED: Final = "....123.1\n....23421\n....244..\n.....23.1\n2.1......\n42423....\n2........\n2.332....\n1.22.....\n"


@pytest.mark.parametrize(
    ("text", "rung", "needed"),
    [(CASES, "2b", []), (TREE, "1e", [0, 2, 3, 5, 6, 7, 8, 9, 10]), (PARTED, "3b", []), (PARTED, "4a", [19])],
    ids=["the clues of a group", "the way between two islands", "the ways out of a part", "the only way out of it"],
)
def test_a_step_depends_on_nothing_beside_what_its_sentence_is_about(text: str, rung: str, needed: list[int]) -> None:
    """None of them is about all bounds around its islands: not the inner ones of a group, nor those of other neighbours."""
    place = position(board_of(hashicnf.parse(text)))
    while (step := place.next()) is not None and step.technique.rung != rung:
        pass
    assert step is not None
    assert place.needed() == needed


CROWDED: Final = "max-bridges: 3\n......\n....2.\n.?.1..\n.3..3.\n26.65.\n.33.?.\n"


def test_steps_under_a_supposition_agree_with_those_before_them() -> None:
    """No island is complete, or needs every bridge, beside another step of its round by which it has too many or too few."""
    explained = hashicnf.explain(hashicnf.parse(CROWDED))
    told = [[one.sentence for one in step.within] for step in explained if step.within]
    there, left = "to island 6 at row 5, column 2", "three bridges go left to island 6 at row 5, column 2"
    right = "three bridges go right to island 5 at row 5, column 5"
    room = "Given what its neighbours can still take, island 3 at row 4, column 2 needs every bridge that there is room for"
    assert [
        f"{room}: one bridge goes right to island 3 at row 4, column 5 and one bridge goes down {there}.",
        f"Island 6 at row 5, column 4 needs every bridge that its neighbours can take: {right} and {left}.",
        "Island 6 at row 5, column 2 would have seven bridges.",
    ] in told
    assert not any("would cross others" in sentence for sentences in told for sentence in sentences)


def is_seen_again(step: Step, before: list[Step], grid: hashi.Grid, most: int, *, loops: bool) -> bool:
    """Return whether the technique of a step, with arithmetic, repeats its conclusions from those of the steps that it needs."""
    state = state_of(grid, most, loops=loops)
    places = {(row + 1, column + 1): i for i, (row, column) in enumerate(hashi.islands(grid))}
    edge_of = {ends: edge for edge, ends in enumerate(state.ground.ends)}

    def changes(one: Step) -> Iterator[Change]:
        for data in one.conclusions:
            (row, column), (to_row, to_column) = (cast(list[int], data[end]) for end in ("from", "to"))
            edge = edge_of[places[row, column], places[to_row, to_column]]
            yield Change(edge, cast(int, data["least"]), cast(int, data["most"]))

    for change in (change for earlier in before for change in changes(earlier)):
        state.narrow(change)
    if step.within:
        (fact,) = changes(step)
        low, high = state.low[fact.edge], state.high[fact.edge]
        wrong = Change(fact.edge, low, fact.least - 1) if fact.least > low else Change(fact.edge, fact.most + 1, high)
        rungs = [rung for rung in RUNGS if rung.technique.rung in SUPPOSING]
        return suppose(state, rungs, wrong, 100).trial.findings is not None
    # what the technique finds elsewhere first may leave only arithmetic to be done here
    rungs = [rung for rung in RUNGS if rung.technique == step.technique or rung.technique.rung.startswith("1")]
    rungs.sort(key=lambda rung: rung.technique != step.technique)
    while (found := next(filter(None, (rung.find(state) for rung in rungs)), None)) is not None and not found.dead:
        for change in found.changes:
            state.narrow(change)
    bounds = ((state.low[c.edge] >= c.least, state.most(c.edge) <= c.most) for c in changes(step))
    return found is not None if step.contradiction else all(map(all, bounds))


HARD: Final[tuple[dict[str, Any], ...]] = (
    {"parted": True, "doubles": 0.1, "loops": 0.2},
    {"unique": True, "doubles": 0.05},
)


def examined_steps(seed: int) -> Counter[str]:
    """Examine each step of a board, with the steps that it needs; two of three boards need hard techniques."""
    grid, most, loops = random_board(seed)
    if seed % 3:
        made = hashicnf.generate("hashi", size="9x9", islands=20, seed=seed, **HARD[seed % 3 - 1])
        grid, most, loops = board_of(made.puzzle).cells().tolist(), 2, True
    seen: Counter[str] = Counter()
    with Walk(puzzle_of(grid, most, loops=loops)) as walk:
        steps: list[Step] = []
        for step in walk.steps():
            steps.append(step)
            if step.technique != TOGETHER:
                before = [steps[number] for number in walk.position.needed()]
                assert is_seen_again(step, before, grid, most, loops=loops), (seed, step.sentence)
                seen[step.technique.rung] += 1
    return seen


@pytest.mark.parametrize("start", few(range(0, 4000, BOARDS), 1))
def test_the_steps_that_a_step_needs_are_enough_for_it(start: int) -> None:
    seen = sum(map(examined_steps, range(start, start + BOARDS)), Counter[str]())
    assert ({"1a", "1c", "2", "4a", "5a"} if start == 0 else {"1a"}) <= seen.keys()


def test_islands_that_are_complete_are_closed_off_whatever_is_known_around_them() -> None:
    puzzle = hashicnf.generate("hashi", lattice=6).puzzle
    with Walk(puzzle) as walk:
        needed = [
            walk.position.needed()
            for step in walk.steps()
            if [(c["least"], c["most"]) for c in step.conclusions] == [(0, 1)]
        ]
    assert len(needed) > 3
    assert not any(needed)


def test_an_island_that_needs_all_the_room_there_is_has_its_bridges() -> None:
    steps = hashicnf.explain(hashicnf.parse("233\n2.2\n")).steps
    (number,) = [n for n, step in enumerate(steps) if step.technique.rung == "1d"]
    assert [(fact["least"], fact["most"]) for fact in steps[number].conclusions] == [(1, 1), (1, 1)]
    assert not [step for step in steps[number + 1 :] if step.cells[0] == steps[number].cells[0]]


def findings_by_cases_first(state: State) -> Iterator[Finding]:
    """Yield the findings of isolation by cases and, if it has none, of the other rungs; each changes the state."""
    rungs = (distributions.RUNG, *RUNGS)
    while found := next(filter(None, (rung.find(state) for rung in rungs)), None):
        yield found
        if found.dead:
            return
        for change in found.changes:
            state.narrow(change)


def test_what_isolation_by_cases_excludes_is_in_no_solution() -> None:
    seen = Counter[bool]()
    for seed in range(200):
        grid, most, loops = random_board(seed)
        state = state_of(grid, most, loops=loops)
        for found in findings_by_cases_first(state):
            if found.rung != distributions.NUMBER or found.dead:
                continue
            island, example = found.islands[0], found.facts[3:]
            excluded = dict(zip(example[::2], example[1::2], strict=True))
            assert sum(excluded.values()) == state.ground.need[island]
            around = state.ground.around[island]
            assert {*excluded} <= {*around}
            for solution in solutions_of(grid, state, most, loops=loops):
                assert any(solution[edge] != excluded.get(edge, 0) for edge in around)
            seen[len(found.islands) > 1] += 1
    assert min(seen[True], seen[False]) > 0
