"""Pictures: a family's shapes are there and no others, in every theme, and a board of 400 islands takes no time."""

from __future__ import annotations

import re
import time
from collections import Counter
from dataclasses import replace
from itertools import combinations
from math import dist
from pathlib import Path
from xml.etree.ElementTree import Element, fromstring

import numpy as np
import pytest

import hashicnf
from hashicnf.answers.counting import count
from hashicnf.core.limits import Limits
from hashicnf.core.picture import Box, Circle, Line, Look, Paint, Picture, Placed, Text
from hashicnf.families import Puzzle
from hashicnf.pictures.marking import comparing, marking, ringed
from hashicnf.pictures.sheet import Captioned, Section, sheets
from hashicnf.pictures.svg import CELL, svg_of
from hashicnf.pictures.themes import DARK, LIGHT, PRINT, THEMES
from tests.oracles.puzzles import board_of

EXAMPLES = Path(__file__).parent.parent.parent / "examples"
SPACE = "{http://www.w3.org/2000/svg}"
SEVERAL = "family: sudoku\n1.3.\n..1.\n.1..\n...1\n"


def solved(path: str) -> tuple[Puzzle, object]:
    puzzle = hashicnf.read(EXAMPLES / path)
    return puzzle, hashicnf.read_solution(puzzle, (EXAMPLES / path).with_suffix(".sol"))


def groups(svg: str) -> dict[str, list[Element]]:
    """Return the shapes of a picture by their kind."""
    found: dict[str, list[Element]] = {}
    for group in fromstring(svg).iter(f"{SPACE}g"):
        found.setdefault(group.get("class") or "", []).extend([child for child in group if child.tag != f"{SPACE}g"])
    return found


def of_kind(svg: str, kind: str) -> list[Element]:
    return [shape for name, shapes in groups(svg).items() if name.split()[0] == kind for shape in shapes]


def words(shapes: list[Element]) -> list[str]:
    return [shape.text or "" for shape in shapes]


def test_islands_are_circles_and_bridges_are_lines() -> None:
    puzzle, solution = solved("hashi/medium.puz")
    board = board_of(puzzle)
    plain, drawn = puzzle.svg(), puzzle.svg(solution)
    assert isinstance(solution, hashicnf.Solution)
    for svg in (plain, drawn):
        circles = of_kind(svg, "island")
        assert len(circles) == board.islands == len(fromstring(svg).findall(f".//{SPACE}circle"))
        assert Counter(words(of_kind(svg, "clue"))) == Counter(map(str, board.clue.tolist()))
        assert len(of_kind(svg, "grid")) == sum(board.shape)
    assert of_kind(plain, "bridge") == []
    assert len(of_kind(drawn, "bridge")) == int(solution.bridges[:, 4].sum())
    assert {*groups(drawn)} & {"island open", "island wrong", "badge open"} == set()


def test_bridges_are_drawn_from_island_to_island() -> None:
    puzzle, solution = solved("hashi/medium.puz")
    shapes = puzzle.picture(solution).shapes
    assert isinstance(solution, hashicnf.Solution)
    circles = [shape for shape in shapes if isinstance(shape, Circle)]
    first = min(circle.x for circle in circles) - board_of(puzzle).column.min()

    def island(x: float, y: float) -> tuple[int, int]:
        near = min(circles, key=lambda circle: dist((circle.x, circle.y), (x, y)))
        assert dist((near.x, near.y), (x, y)) < near.radius
        return round(near.y - first), round(near.x - first)

    lines = [shape for shape in shapes if isinstance(shape, Line) and shape.paint.kind == "bridge"]
    found = Counter((island(line.x, line.y), island(line.to_x, line.to_y)) for line in lines)
    assert found == Counter({((r, c), (y, x)): count for r, c, y, x, count in solution.bridges.tolist()})
    assert len({*lines}) == len(lines), "no bridge lies on another one"


def extent(shape: object) -> tuple[float, float, float, float]:
    """Return the left, upper, right and lower ends of a shape without the width of lines and the letters of texts."""
    match shape:
        case Line(x, y, to_x, to_y):
            return min(x, to_x), min(y, to_y), max(x, to_x), max(y, to_y)
        case Circle(x, y, radius):
            return x - radius, y - radius, x + radius, y + radius
        case Box(x, y, width, height):
            return x, y, x + width, y + height
        case Placed(x, y, scale, picture):
            require_inside(picture)
            return x, y, x + scale * picture.width, y + scale * picture.height
    assert isinstance(shape, Text)
    return shape.x, shape.y, shape.x, shape.y


def require_inside(picture: Picture) -> None:
    """Fail if something is drawn outside a picture, or a line is neither level nor upright, except for diagonals."""
    for shape in picture.shapes:
        left, top, right, bottom = extent(shape)
        assert -1e-9 <= left <= right <= picture.width + 1e-9
        assert -1e-9 <= top <= bottom <= picture.height + 1e-9
        assert not isinstance(shape, Line) or left == right or top == bottom or shape.paint.kind == "diagonal"


@pytest.mark.parametrize("coordinates", [False, True])
@pytest.mark.parametrize("path", ["hashi/medium.puz", "hashi/quadruple.puz", "sudoku/tall.puz", "tiles/small.puz"])
def test_nothing_is_drawn_outside_a_picture_or_a_page(path: str, coordinates: bool) -> None:
    puzzle, solution = solved(path)
    both = [puzzle.picture(coordinates=coordinates), puzzle.picture(solution, coordinates=coordinates)]
    captioned = [Captioned(f"{number}.", picture) for number, picture in enumerate(both, 1)]
    for page in sheets([Section(captioned, (1, 2), "both"), Section(captioned, (2, 1), "both")], "a4"):
        require_inside(page)


def test_many_bridges_are_one_line_with_their_number() -> None:
    puzzle, solution = solved("hashi/quadruple.puz")
    assert isinstance(solution, hashicnf.Solution)
    counts = solution.bridges[:, 4]
    shapes = groups(puzzle.svg(solution))
    assert len(shapes["bridge"]) == int(counts[counts <= 3].sum())
    assert len(shapes["bridge many"]) == int((counts > 3).sum()) > 0
    assert words(shapes["number"]) == [str(count) for count in counts[counts > 3].tolist()]


@pytest.mark.parametrize(
    "text", ["max-bridges: 150\n120 . 240 . 120\n", "max-bridges: 9\n9 9\n", "max-bridges: 99\n50 70 20\n"]
)
def test_numbers_of_bridges_stand_in_their_boxes_above_the_islands(text: str) -> None:
    puzzle = hashicnf.parse(text)
    shapes = [s for s in puzzle.picture(hashicnf.solve(puzzle).solution).shapes if not isinstance(s, Placed)]
    last = max(n for n, shape in enumerate(shapes) if shape.paint.kind in ("clue", "island full"))
    boxes = [shape for shape in shapes[last:] if isinstance(shape, Box)]
    numbers = [shape for shape in shapes[last + 1 :] if isinstance(shape, Text)]
    clues = [shape for shape in shapes if isinstance(shape, Text) and shape.paint.kind == "clue"]
    assert len(boxes) == len(numbers) == len(clues) - 1
    for box, number in zip(boxes, numbers, strict=True):
        wide = 0.69 * number.size * len(number.text)  # a bold digit of DejaVu Sans
        assert box.x < number.x - wide / 2
        assert number.x + wide / 2 < box.x + box.width
        for clue in clues:
            beside = 0.345 * clue.size * len(clue.text) <= abs(clue.x - number.x) - box.width / 2
            assert beside or abs(clue.y - box.y - box.height / 2) >= box.height / 2 + 0.37 * clue.size


def test_an_island_without_a_clue_is_never_seen_to_be_complete_in_a_part() -> None:
    puzzle = hashicnf.parse("2..4..2\n.......\n3..?..2\n")
    found = hashicnf.hint(puzzle)
    unknown = [shape for shape in puzzle.picture(found.solution, partial=True).shapes if isinstance(shape, Circle)]
    assert {shape.paint.kind for shape in unknown} == {"island"}
    whole = groups(puzzle.svg(hashicnf.solve(puzzle).solution))
    assert len(whole["island full"]) == 6


def test_shares_of_many_bridges_are_one_line_with_their_numbers() -> None:
    puzzle = hashicnf.parse("max-bridges: 6\n? . ?\n. . .\n? . 7\n")
    marginals = count(puzzle, shares=True, limits=Limits()).marginals
    assert marginals is not None
    shapes = groups(svg_of(marginals.picture()))
    assert words(shapes["number"]) == ["0–6", "0–6", "1–6", "1–6"]
    assert len(shapes["share many always"]) == 2
    only = count(hashicnf.parse("max-bridges: 5\n9 . 4\n. . .\n5 . .\n"), shares=True, limits=Limits()).marginals
    assert only is not None
    shapes = groups(svg_of(only.picture()))
    assert sorted(words(shapes["number"])) == ["4", "5"]
    assert len(shapes["share many always"]) == 2
    assert "share always" not in shapes


TOUCHING = """max-bridges: 9
8 . . . 15 6
18 . . . 19 .
22 8 . . . 6
11 . 11 . 20 .
16 . . 6 . .
12 9 6 . 19 .
. 6 . . 14 6
"""
CROSSING = "max-bridges: 6\n? ? . ? ?\n? . ? . ?\n. ? . ? .\n? . ? . ?\n? ? . ? ?\n"
LARGE = "max-bridges: 12\n? ? . ?\n? ? ? ?\n? ? ? ?\n"


@pytest.mark.parametrize("text", [TOUCHING, CROSSING, LARGE])
def test_no_box_with_numbers_covers_another_one(text: str) -> None:
    marginals = count(hashicnf.parse(text), shares=True, limits=Limits()).marginals
    assert marginals is not None
    shapes = marginals.picture().shapes
    boxes = [s for s in shapes if isinstance(s, Box) and s.paint.kind.split()[0] == "count" and s.paint.stroke == "pen"]
    assert len(boxes) > 10
    for one, other in combinations(boxes, 2):
        is_beside = min(one.x + one.width, other.x + other.width) <= max(one.x, other.x)
        assert is_beside or min(one.y + one.height, other.y + other.height) <= max(one.y, other.y)


def test_the_border_of_a_box_is_as_dark_as_the_line_that_it_covers() -> None:
    marginals = count(hashicnf.parse(TOUCHING), shares=True, limits=Limits()).marginals
    assert marginals is not None
    shapes = [shape for shape in marginals.picture().shapes if not isinstance(shape, Placed)]
    lines = {
        ((s.x + s.to_x) / 2, (s.y + s.to_y) / 2): s.paint.opacity
        for s in shapes
        if "many" in s.paint.kind and isinstance(s, Line)
    }
    framed = [s for s in shapes if isinstance(s, Box) and s.paint.stroke == "pen"]
    opacities = {(round(s.x + s.width / 2, 3), round(s.y + s.height / 2, 3)): s.paint.opacity for s in framed}
    assert opacities == lines
    assert min(opacities.values()) < max(opacities.values()) == 1


def test_islands_with_other_numbers_are_marked_without_colour() -> None:
    puzzle = hashicnf.parse("pzprv3/hashikake/3/3/2 . 2 /. . . /1 . 3 /2 2 /0 0 /1 1 /1 0 0 /1 0 0 /")
    shapes = groups(puzzle.svg(puzzle.solution))
    assert [len(shapes.get(f"island{state}", [])) for state in ("", " full", " open", " wrong")] == [0, 1, 1, 2]
    assert sorted(words(shapes["difference"])) == ["+1", "+1", "−2"]
    part = groups(svg_of(puzzle.picture(puzzle.solution, partial=True), "light"))
    assert [len(part.get(f"island{state}", [])) for state in ("", " full", " open", " wrong")] == [1, 1, 0, 2]
    assert sorted(words(part["difference"])) == ["+1", "+1"]
    unknown = hashicnf.parse("pzprv3/hashikake/1/5/- . 1 . - /1 1 0 0 /")
    assert words(groups(unknown.svg(unknown.solution))["difference"]) == ["−1"]


def test_lengths_have_two_decimals_at_most() -> None:
    faint, plain = Paint("faint", stroke="ink", width=0.1, opacity=0.4), Paint("plain", stroke="ink", width=0.25)
    shapes = Line(0, 0.25, 1 / 3, 1, faint), Circle(0.5, 0.5, 0.125, plain), Box(0.125, 0.25, 1, 0.5, plain)
    picture = Picture(2, 1.5, (*shapes, Placed(0.5, 0.25, 0.5, Picture(1, 1, (), "c"))), "a < b", 10.0)
    svg = fromstring(svg_of(picture))
    assert [svg.get(name) for name in ("width", "height", "viewBox")] == ["20", "15", "0 0 20 15"]
    first, second, third = svg.findall(f"{SPACE}g")
    assert [first.get(name) for name in ("class", "stroke-width", "opacity")] == ["faint", "1", "0.4"]
    assert [second.get(name) for name in ("class", "stroke-width", "opacity")] == ["plain", "2.5", None]
    assert first[0].attrib == {"x1": "0", "y1": "2.5", "x2": "3.33", "y2": "10"}
    assert second[0].attrib == {"cx": "5", "cy": "5", "r": "1.25"}
    assert second[1].attrib == {"x": "1.25", "y": "2.5", "width": "10", "height": "5"}
    assert third.attrib == {"class": "picture", "transform": f"translate(5 2.5) scale({5 / CELL:g})"}


def test_coordinates_are_shown_on_request() -> None:
    puzzle = hashicnf.parse("2.2\n...\n")
    assert of_kind(puzzle.svg(), "label") == []
    assert words(of_kind(puzzle.svg(coordinates=True), "label")) == ["1", "2", "3", "1", "2"]


def test_sudokus_show_givens_and_numbers_and_what_is_wrong() -> None:
    puzzle, solution = solved("sudoku/easy.puz")
    given = puzzle.size["givens"]
    svg = puzzle.svg(solution)
    assert [len(of_kind(svg, kind)) for kind in ("given", "filled", "wrong", "frame")] == [given, 81 - given, 0, 0]
    assert len(of_kind(svg, "line")) == 20
    assert len(of_kind(puzzle.svg(), "filled")) == 0
    text = puzzle.draw(solution, "line").strip()
    broken = puzzle.read(text[:2] + text[3] + text[3:], "x")  # the third number is that of the fourth
    svg = puzzle.svg(broken)
    assert len(of_kind(svg, "wrong")) == len(of_kind(svg, "frame")) >= 2
    crossed = hashicnf.parse("family: sudoku\ndiagonals: yes\n" + "....\n" * 4)
    assert len(of_kind(crossed.svg(), "diagonal")) == 2


@pytest.mark.parametrize("path", ["tiles/small.puz", "tiles/ring.puz", "klotski/near.puz", "klotski/tiny.puz"])
def test_plans_are_shown_by_where_they_lead(path: str) -> None:
    puzzle, plan = solved(path)
    assert isinstance(plan, tuple)
    stage = puzzle.rules.planning.stage(puzzle.board) if puzzle.rules.planning and puzzle.rules.planning.stage else None
    assert stage is not None
    once, twice = puzzle.svg(), puzzle.svg(plan)
    assert len(of_kind(once, "piece")) == len(stage.pieces) * (2 if path == "tiles/ring.puz" else 1)  # the goal too
    assert len(of_kind(twice, "piece")) == 2 * len(stage.pieces)
    assert str(len(plan)) in words(of_kind(twice, "label"))
    at_home = [len(groups(svg).get("piece home", [])) for svg in (once, twice)]
    assert at_home[1] == at_home[0] + len(stage.homes)


@pytest.mark.parametrize(
    ("goal", "rows"), [("", None), ("goal: blank-first\n", [". 1", "2 3"]), ("\n31\n2.\n", ["3 1", "2 ."])]
)
def test_a_goal_that_is_not_in_order_is_drawn(goal: str, rows: list[str] | None) -> None:
    start = "12\n.3\n"
    text = f"family: tiles\n{goal}{start}" if goal.startswith("goal") else f"family: tiles\n{start}{goal}"
    svg = hashicnf.parse(text).svg()
    shapes = of_kind(svg, "name")[3:]
    assert ("goal" in words(of_kind(svg, "label"))) == (rows is not None)
    places = {(float(shape.attrib["y"]), float(shape.attrib["x"])): shape.text for shape in shapes}
    expected = [tile for row in rows or () for tile in row.split() if tile != "."]
    assert [places[place] for place in sorted(places)] == expected


@pytest.mark.parametrize(("path", "wrong"), [("tiles/small.puz", "1 up"), ("klotski/tiny.puz", "A up 9")])
def test_a_plan_is_shown_up_to_the_step_that_cannot_be_made(path: str, wrong: str) -> None:
    puzzle, plan = solved(path)
    assert isinstance(plan, tuple)
    svg = puzzle.svg((plan[0], wrong, *plan[1:]))
    assert "before and after 1 step; step 2 cannot be made" in svg
    once = puzzle.svg(plan[:1])
    assert [shape.attrib for shape in of_kind(svg, "piece")] == [shape.attrib for shape in of_kind(once, "piece")]


@pytest.mark.parametrize(
    ("text", "plan", "moves"),
    [
        ("family: tiles\n123\n4.5\n786\n", ("left", "6 up"), "5 left, 6 up"),
        ("family: klotski\ngoal: A at 1,1\nBAA.\nBAA.\nC...\n", ("C right 3", "A down 1"), "C right 3, A down"),
        ("family: klotski\ngoal: A at 1,1\nA.\nB.\n", ("A right 1 down 1", "B up 1"), "A right down, B up"),
    ],
    ids=["tiles", "klotski", "a path"],
)
def test_the_moves_of_a_plan_are_listed(text: str, plan: tuple[str, ...], moves: str) -> None:
    labels = words(of_kind(hashicnf.parse(text).svg(plan), "label"))
    assert [label.replace("\N{NO-BREAK SPACE}", " ") for label in labels if "," in label] == [moves]


def test_the_moves_of_a_long_plan_are_not_listed() -> None:
    labels = words(of_kind(hashicnf.parse("family: tiles\n123\n4.5\n786\n").svg(("left", "right") * 200), "label"))
    assert not any("," in label for label in labels)
    assert "400" in labels


def test_themes_differ_in_colours_alone() -> None:
    puzzle, solution = solved("hashi/medium.puz")
    assert {*LIGHT} == {*DARK} == {*PRINT}
    light, dark = puzzle.svg(solution), puzzle.svg(solution, "dark")
    assert light != dark
    assert re.sub("#[0-9a-f]{6}", "", light) == re.sub("#[0-9a-f]{6}", "", dark)
    counts = [{name: len(shapes) for name, shapes in groups(puzzle.svg(solution, theme)).items()} for theme in THEMES]
    assert counts[0] == counts[1] == counts[2]
    with pytest.raises(hashicnf.UsageError, match="no theme is named 'drak'; did you mean dark"):
        puzzle.svg(theme="drak")


def test_notebooks_show_puzzles() -> None:
    made = hashicnf.generate("hashi", size="6x6", islands=8, seed=1)
    assert made.puzzle._repr_svg_() == made.puzzle.svg()
    assert made._repr_svg_() == made.puzzle.svg(made.solution)
    held = replace(made.puzzle, solution=made.solution)
    assert held._repr_svg_() == made.puzzle.svg(made.solution)
    assert "island" in (fromstring(made.puzzle.svg()).findtext(f"{SPACE}title") or "")


def test_four_hundred_islands_are_drawn_at_once() -> None:
    made = hashicnf.generate("hashi", size="40x40", islands=400, seed=1)
    made.puzzle.svg(made.solution)
    seconds = []
    for _ in range(5):
        start = time.process_time()
        made.puzzle.svg(made.solution)
        seconds.append(time.process_time() - start)
    assert np.median(seconds) < 0.05


def test_what_another_picture_has_not_is_marked_without_colour() -> None:
    puzzle = hashicnf.parse("2.4.2\n.....\n3.?.2\n")
    one, other = hashicnf.unique(puzzle).solutions
    plain, marked = puzzle.picture(one), marking(puzzle.picture(one), puzzle.picture(other))
    changed = [(a, b) for a, b in zip(plain.shapes, marked.shapes, strict=True) if a != b]
    assert changed
    for before, after in changed:
        assert isinstance(before, Line)
        assert isinstance(after, Line)
        assert (after.paint.kind, after.paint.stroke, bool(after.paint.dashes)) == ("bridge marked", "open", True)
        assert before not in puzzle.picture(other).shapes
    assert marking(plain, plain) == plain


@pytest.mark.parametrize("length", [1, 2, 7])
def test_dashed_lines_look_alike_at_both_ends(length: int) -> None:
    """Few dashes are seen between islands that touch; a bridge that reached only one of them looked broken."""
    line = Line(0.5, 0.5, 0.5, 0.5 + length, Paint("bridge marked", stroke="open", width=0.065, dashes=(0.16, 0.08)))
    (drawn,) = groups(svg_of(Picture(1, 1 + length, (line,), "a line", 100.0)))["bridge marked"]
    dash, gap = 16, 8
    middle_of_gap = (float(drawn.attrib["stroke-dashoffset"]) + 100 * length / 2) % (dash + gap)
    assert middle_of_gap == pytest.approx(dash + gap / 2)


def test_numbers_of_a_sudoku_that_differ_are_bold_in_rings() -> None:
    puzzle = hashicnf.parse("family: sudoku\n12..\n....\n....\n....\n")
    one, other = hashicnf.unique(puzzle).solutions
    marked = marking(puzzle.picture(one), puzzle.picture(other))
    bold = sum(isinstance(shape, Text) and shape.bold for shape in marked.shapes)
    differing = np.argwhere(np.array(puzzle.as_data(one)) != np.array(puzzle.as_data(other)))
    assert bold == 2 + len(differing)
    rings = [shape for shape in marked.shapes if isinstance(shape, Circle)]
    margin = Look().margins[0]
    assert sorted((ring.y - margin - 0.5, ring.x - margin - 0.5) for ring in rings) == sorted(
        map(tuple, differing.tolist())
    )
    assert all(ring.radius < 0.5 and ring.paint.dashes for ring in rings)
    other_colour = marking(puzzle.picture(one), puzzle.picture(other), "wrong").shapes
    colours = [
        {s.paint.stroke, s.paint.fill} for s in other_colour if not isinstance(s, Placed) and "marked" in s.paint.kind
    ]
    assert colours == [{None, "wrong"}] * 2 * len(differing)


@pytest.mark.parametrize("drawn", ["max-bridges: 1\n?.?\n...\n?.?\n", "?.?.?\n.....\n?.?.?\n", SEVERAL])
def test_two_solutions_are_drawn_beside_each_other_with_marks(drawn: str) -> None:
    puzzle = hashicnf.parse(drawn)
    one, other = (puzzle.picture(solution) for solution in hashicnf.unique(puzzle).solutions)
    both = comparing(one, other)
    inner = [shape for shape in both.shapes if isinstance(shape, Placed)]
    assert [placed.picture for placed in inner] == [marking(one, other), marking(other, one)]
    x, y = (0, one.height) if one.width > one.height else (one.width, 0)
    assert [(placed.x, placed.y, placed.scale) for placed in inner] == [(0, 0, 1), (x, y, 1)]
    assert (both.width, both.height) == (x + other.width, y + other.height)
    ground = both.shapes[0]
    assert isinstance(ground, Box)
    assert (ground.x, ground.y, ground.width, ground.height) == (0, 0, both.width, both.height)
    assert comparing(one, one) == one


def test_pictures_within_a_picture_are_not_marked() -> None:
    placed = Placed(0, 0, 1, Picture(1, 1, (Line(0, 0, 1, 1, Paint("line", stroke="pen")),), "inner"))
    picture = Picture(1, 1, (placed, Line(0, 1, 1, 0, Paint("line", stroke="pen"))), "outer")
    assert marking(picture, replace(picture, shapes=())).shapes[0] == placed


def test_rings_are_drawn_around_cells_by_row_and_column() -> None:
    puzzle = hashicnf.parse("2..4..2\n.......\n3..?..2\n")
    for look in (Look(), Look(coordinates=True)):
        picture = puzzle.picture(coordinates=look.coordinates)
        *before, one, other = ringed(picture, [(2, 3), (0, 6)], look).shapes
        assert tuple(before) == picture.shapes
        at = look.margins[0] + 0.5
        assert isinstance(one, Circle)
        assert isinstance(other, Circle)
        assert [(ring.x, ring.y) for ring in (one, other)] == [(at + 3, at + 2), (at + 6, at)]
        assert {(ring.paint.stroke, 0.37 < ring.radius < 0.5, bool(ring.paint.dashes)) for ring in (one, other)} == {
            ("wrong", True, True)
        }


def test_a_number_in_a_box_that_differs_is_marked_by_its_box() -> None:
    puzzle = hashicnf.parse("max-bridges: 9\n? ?\n")
    one, other = (puzzle.picture(hashicnf.Solution(np.array([[0, 0, 0, 1, count]]))) for count in (4, 5))
    marks = [shape for shape in marking(one, other).shapes if not isinstance(shape, Placed)]
    assert [(type(s), bool(s.paint.dashes)) for s in marks if "marked" in s.paint.kind] == [(Box, True), (Text, False)]
