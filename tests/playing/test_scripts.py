"""Functions of the page's scripts agree with the package: boards, notations, rules, deductions."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import Page

import hashicnf
from hashicnf.families.hashi.board import loads_of, solution_of
from hashicnf.families.hashi.page import PLAYING, game
from hashicnf.pipeline.writing import refused
from tests.formats.test_links import GAME, PLAYER, escaped, variants
from tests.oracles.puzzles import board_of
from tests.playing.boards import scripts

FORMATS = {"puzz.link URL": "puzzlink", "game ID": "tatham", "native text": "native"}
KLOTSKI = "2113\n2113\n4665\n4775\n7007\n"
SETTINGS: tuple[dict[str, Any], ...] = ({}, {"max_bridges": 3}, {"no_loops": True}, {"max_bridges": 1})


@pytest.fixture
def page(tab: Page) -> Page:
    tab.goto("about:blank")
    return tab


def computed(page: Page, expression: str, data: object) -> Any:
    """Return the value of an expression over the scripts of the family; ``data`` is its variable."""
    return page.evaluate(f"(data) => {{ {scripts('hashi', *PLAYING)}\n return {expression}; }}", data)


def boards(count: int, unique: bool = False) -> list[hashicnf.Puzzle]:
    found = []
    for seed in range(count):
        own = SETTINGS[seed % len(SETTINGS)]
        made = hashicnf.generate("hashi", size="8x9", islands=14, seed=seed, unique=unique, **own)
        found.append(made.puzzle)
    return found


def hidden(puzzle: hashicnf.Puzzle, seed: int) -> hashicnf.Puzzle:
    """Return a board on which about a fifth of the clues are hidden."""
    board, generator = board_of(puzzle), np.random.default_rng(seed)
    cells = board.cells()
    cells[(cells > 0) & (generator.random(cells.shape) < 0.2)] = -1
    return hashicnf.puzzle(cells, max_bridges=board.max_bridges, loops=board.loops)


def test_edges_and_crossings_are_those_of_the_board(page: Page) -> None:
    puzzles = boards(12)
    data = [game(board_of(puzzle)).data for puzzle in puzzles]
    look = "data.map((one) => { const g = hashiGrid(one); return [g.edges, g.crossings.map((x) => x.pair), g.load]; })"
    for puzzle, (edges, crossings, load) in zip(puzzles, computed(page, look, data), strict=True):
        board = board_of(puzzle)
        assert edges == board.edge.tolist()
        assert crossings == board.crossing.tolist()
        assert load == board.load


def test_notations_say_what_the_package_says(page: Page) -> None:
    puzzles = [*boards(16), *(hidden(puzzle, seed) for seed, puzzle in enumerate(boards(16)))]
    wide = hashicnf.puzzle(
        [[17, 0, 300, 0, 5000], [0] * 5, [9000, 0, 20000, 0, 80000], [0] * 5, [35, 0, 15, 0, 16]], max_bridges=900
    )
    puzzles += [wide, hashicnf.puzzle([[2] + [0] * 70 + [2]])]
    look = (
        "data.map((one) => Object.fromEntries(hashiCodecs.filter((c) => c.write).map((c) => [c.name, c.write(one)])))"
    )
    for puzzle, texts in zip(puzzles, computed(page, look, [game(board_of(p)).data for p in puzzles]), strict=True):
        for name, text in texts.items():
            try:
                expected = hashicnf.convert(puzzle, FORMATS[name])
            except hashicnf.UsageError:
                assert text is None
            else:
                assert text.rstrip("\n") == expected.rstrip("\n")
    texts = [hashicnf.convert(p, to).strip() for to in ("puzzlink", "tatham") for p in puzzles[:16]]
    texts += [hashicnf.convert(p, to).strip() for to in ("puzzlink", "native") for p in puzzles[16:]]
    find = "data.map((text) => hashiCodecs.map((c) => c.read && c.read(text)).find((found) => found))"
    for text, found in zip(texts, computed(page, find, texts), strict=True):
        board = board_of(hashicnf.parse(text))
        islands = np.stack((board.row, board.column, board.clue), axis=1).tolist()
        data = {"shape": [*board.shape], "islands": islands, "most": board.max_bridges, "loops": board.loops}
        assert found == data


def test_boards_that_the_game_does_not_load_are_named_as_the_package_does(page: Page) -> None:
    puzzles = [*boards(8), *(hashicnf.generate(size="6x6", seed=seed, apart=True).puzzle for seed in range(3))]
    puzzles += [hashicnf.puzzle(["2.2", "2.2"]), hashicnf.puzzle(["1.1", "...", "..."], max_bridges=5)]
    puzzles += [hashicnf.puzzle([[17, 0, 2], [0] * 3, [2, 0, 2]]), hashicnf.puzzle(["1..", "...", "..."])]
    look = "data.map((one) => hashiCodecs.find((c) => c.name === 'game ID').warning(one))"
    for puzzle, said in zip(puzzles, computed(page, look, [game(board_of(p)).data for p in puzzles]), strict=True):
        what = refused(puzzle, "tatham")
        assert said == ("" if what is None else f"The game itself does not load {what.partition(' (')[0]}.")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("2.2\n...\n2..2\n", "Row 3 has 4 cells, and the first 3."),
        ("max-bridges: 0\n2.2\n2.2\n", "max-bridges cannot be 0."),
        ("colour: red\n2.2\n2.2\n", "There is no setting colour."),
        ("family: kakuro\n2.2\n2.2\n", None),
        ("title: bridges # 3\n\n# a comment\n2.2 # another\n2.2\n", {"shape": [2, 3]}),
        ("." * 81, None),
        ("no rows of cells", None),
        ("14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3\n", None),
        ("# a list\n1 0 1 3 4 2 6 7 5 8 22 # the first\n", None),
        ("1 1 3 4 2 6 7 5 8\n", {"shape": [1, 9]}),
        ("# sliding tiles\n0 1\n3 2\n", None),
        ("2 3 3\n2 0 2\n0 0 1\n", None),
        ("2 3 3\n2 0 2\n? 0 1\n", {"shape": [3, 3]}),
        (KLOTSKI, None),
        (KLOTSKI.replace("2113\n2", "2112\n3"), {"shape": [5, 4]}),
        (KLOTSKI.replace("4665", "6456"), {"shape": [5, 4]}),
        (f"{KLOTSKI}0000\n", {"shape": [6, 4]}),
        (f"Family: HASHI\nloops: Off\n{KLOTSKI}", {"shape": [5, 4]}),
        ("2.2\n\n1.1\n", "An empty line is above row 2: cells without numbers are dots."),
    ],
)
def test_rows_that_are_pasted_are_read_or_named(page: Page, text: str, said: str | dict[str, Any] | None) -> None:
    look = """data.map((text) => {
      try { return hashiCodecs.map((c) => c.read && c.read(text)).find((found) => found) ?? null; }
      catch (problem) { return problem.message; }
    })"""
    (found,) = computed(page, look, [text])
    assert {"shape": found["shape"]} == said if isinstance(said, dict) else found == said


def test_texts_as_other_programs_pass_them_on_are_the_boards_that_the_package_reads(page: Page) -> None:
    tables = [
        "2\t\t2\r\n\t\t\r\n1\t\t1\r\n",
        "\n\t2\t2\n1\t\t1\n",
        "2,,2\n,,\n1,,1\n",
        "2;;2\n;;\n1;;1\n",
        "2, 0, 2\n",
        "10,\n.,\n10,\n",
    ]
    links = [*variants(PLAYER), escaped(PLAYER, "/?:"), *variants(GAME), escaped(GAME, "#:"), "hashi/1/2/%2f1%3a2"]
    texts = [*tables, *links, "\u3000 2 . 2\n"]
    look = "data.map((text) => hashiCodecs.reduce((found, c) => found ?? c.read?.(plainLink(trimmed(text))), null))"
    for text, found in zip(texts, computed(page, look, texts), strict=True):
        board = board_of(hashicnf.parse(text.replace("\u3000", "")))
        assert found["shape"] == [*board.shape], text
        assert found["islands"] == json.loads(json.dumps(game(board).data["islands"])), text


def test_saved_boards_keep_what_is_drawn(page: Page) -> None:
    puzzles = [hashicnf.generate("hashi", size="6x6", islands=9, seed=seed) for seed in range(8)]
    texts = []
    for puzzle, solution in puzzles:
        texts.append(hashicnf.convert(replace(puzzle, solution=solution), "pzprv3"))
    look = """data.map((text) => {
      const found = hashiCodecs.map((c) => c.read && c.read(text)).find((board) => board), rules = hashiRules(found);
      const state = rules.start();
      found.drawn.forEach((number, e) => (state[e] = number));
      return rules.isSolved(state);
    })"""
    assert computed(page, look, texts) == [True] * len(puzzles)


def test_rules_are_those_of_the_checker(page: Page) -> None:
    """The page accepts states near a solution, and random ones, if and only if the checker does."""
    generator = np.random.default_rng(5)
    cases, expected = [], []
    for seed in range(24):
        puzzle, solution = hashicnf.generate("hashi", size="5x6", islands=7, seed=seed, **SETTINGS[seed % 4])
        board = board_of(puzzle)
        assert isinstance(solution, hashicnf.Solution)
        loads = loads_of(board, solution)
        for change in range(6):
            counts = loads.copy() if change else loads
            for _ in range(change // 2):
                edge = int(generator.integers(board.edges))
                counts[edge] = int(generator.integers(board.load + 1))
            cases.append([game(board).data, [*counts.tolist(), *[0] * board.edges]])
            expected.append(hashicnf.check(puzzle, solution_of(board, counts)) == [])
    assert any(expected)
    assert not all(expected)
    assert computed(page, "data.map(([board, state]) => hashiRules(board).isSolved(state))", cases) == expected


def test_deductions_hold_in_the_solution(page: Page) -> None:
    """On boards with a unique solution no fact contradicts it, and deductions with suppositions mostly reach it."""
    puzzles = boards(20, unique=True)
    sparse = {"size": "10x10", "islands": 26, "doubles": 0.0, "unique": True}
    puzzles += [hashicnf.generate("hashi", seed=seed, **sparse).puzzle for seed in range(6)]
    look = """data.map((board) => {
      const rules = hashiRules(board), deduce = hashiDeduce(rules), solution = deduce.solve(rules.start(), rules, 5000);
      const plain = ({ technique, facts }) => [technique, facts.map(({ e, least, most }) => [e, least, most])];
      return [solution, [...deduce.steps(rules.start())].map(plain)];
    })"""
    used, reached = set(), 0
    for puzzle, (solution, steps) in zip(
        puzzles, computed(page, look, [game(board_of(p)).data for p in puzzles]), strict=True
    ):
        board = board_of(puzzle)
        answer = hashicnf.solve(puzzle).solution
        assert isinstance(answer, hashicnf.Solution)
        loads = loads_of(board, answer).tolist()
        assert solution[: board.edges] == loads
        low = [0] * board.edges
        for technique, facts in steps:
            used.add(technique)
            for edge, least, most in facts:
                assert least <= loads[edge] <= most, (puzzle.lines, technique)
                low[edge] = max(low[edge], least)
        reached += low == loads
    assert reached >= len(puzzles) - 4
    assert {"counting", "crossing", "isolation", "what if"} <= used


def test_what_is_supposed_on_the_page_is_told_in_whole_sentences(page: Page) -> None:
    number = r"(?:no bridge|(?:at (?:least|most) )?(?:one bridge|(?:two|three) bridges)|one or two bridges)"
    whole = re.compile(rf"If {number} went between .*, so {number} (?:goes|go) there\.")
    look = "data.flatMap((board) => [...hashiDeduce(hashiRules(board)).steps(hashiRules(board).start())])"
    puzzles = map(hashicnf.parse, (".212\n.?.?\n", "23.42\n.2352\n3.42.\n22.22\n"))
    steps = computed(page, look, [game(board_of(puzzle)).data for puzzle in puzzles])
    told = [step["sentence"] for step in steps if step["technique"] == "what if"]
    assert {" ".join(sentence.split()[:4]) for sentence in told} == {"If no bridge went", "If one bridge went"}
    assert all(whole.fullmatch(sentence) for sentence in told), told
