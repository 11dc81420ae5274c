"""JSON: places of errors, also in texts of many puzzles, and the accepted forms of rows and cells."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

import pytest

import hashicnf
from hashicnf.core.document import Source
from hashicnf.core.jsondata import MOST_DEEP
from hashicnf.errors import InputError, InputWarning
from hashicnf.formats import jsonplaces
from hashicnf.formats.json import parse

ROWS = ["2.2", "...", "1.1"]


class CountedText(str):
    """A text that counts the characters in which newlines are searched for."""

    __slots__ = ("seen",)

    def count(self, part: str, start: int = 0, end: int | None = None) -> int:  # type: ignore[override]
        self.seen = getattr(self, "seen", 0) + (len(self) if end is None else end) - start
        return super().count(part, start, end)


class CountedPattern:
    """A pattern that counts its matches."""

    def __init__(self, pattern: re.Pattern[str]) -> None:
        self.pattern = pattern
        self.found = 0

    def search(self, text: str, start: int) -> re.Match[str] | None:
        self.found += 1
        return self.pattern.search(text, start)


@pytest.mark.parametrize("deep", [MOST_DEEP, 200, 986, 2_000, 300_000])
@pytest.mark.parametrize("around", [('[["2",', "]]"), ('[["2", "1"]]\n{"puzzles": ', "}"), ('[["1",\n{"a": ', "}]]")])
def test_brackets_nested_too_deeply_are_refused_where_they_are(deep: int, around: tuple[str, str]) -> None:
    before, after = around
    last = before.split("\n")[-1]
    own = last.count("[") + last.count("{") + (2 if last.startswith('{"a"') else 0)
    with pytest.raises(InputError, match=f"brackets nested deeper than {MOST_DEEP}") as caught:
        hashicnf.parse(before + "[" * deep + "]" * deep + after, "json")
    column = len(last) + 1 + MOST_DEEP - own
    assert (caught.value.line, caught.value.column) == (before.count("\n") + 1, column)


def test_as_many_brackets_as_may_be_are_a_cell_like_any_other() -> None:
    deep = MOST_DEEP - 2
    with pytest.raises(InputError, match="is no cell") as caught:
        hashicnf.parse('[["2",' + "[" * deep + "]" * deep + "]]", "json")
    assert caught.value.column == 7


def test_a_number_of_thousands_of_digits_is_refused_where_it_is() -> None:
    with pytest.raises(InputError, match="too large a number") as caught:
        hashicnf.parse(f'[["{"9" * 5000}",\n1.{"0" * 5000}, {"9" * 5000}]]', "json")
    assert (caught.value.line, caught.value.column) == (2, 5005)


def puzzle_data(number: int, **more: object) -> dict[str, object]:
    settings = {"loops": "yes", "max-bridges": 2}
    return {"family": "hashi", "title": f"number {number}", "settings": settings, "grid": ROWS, **more}


def lines_of(count: int) -> str:
    return "".join(json.dumps(puzzle_data(number)) + "\n" for number in range(count))


def list_of(count: int) -> str:
    return json.dumps([puzzle_data(number) for number in range(count)], indent=1)


def named_by(count: int) -> str:
    return json.dumps(
        {"name": "hashi", "data": {f"p{number}": puzzle_data(number) for number in range(count)}}, indent=1
    )


def with_settings(count: int) -> str:
    return json.dumps(puzzle_data(0, settings={f"s{number}": number for number in range(count)}), indent=1)


@pytest.mark.parametrize("text_of", [lines_of, list_of, named_by, with_settings])
def test_twice_as_many_puzzles_are_twice_the_work(
    text_of: Callable[[int], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    work = []
    for count in (50, 100):
        pattern, text = CountedPattern(jsonplaces.TOKEN), CountedText(text_of(count))
        with monkeypatch.context() as patch:
            patch.setattr(jsonplaces, "TOKEN", pattern)
            assert parse(Source("x", text))
        work.append((pattern.found, text.seen))
    for once, twice in zip(*work, strict=True):
        assert 0 < twice < 2.2 * once


@pytest.mark.parametrize("text_of", [list_of, named_by])
def test_what_holds_no_place_that_is_looked_for_is_passed_over(
    text_of: Callable[[int], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    work = []
    for side in (3, 30):
        pattern = CountedPattern(jsonplaces.TOKEN)
        with monkeypatch.context() as patch:
            patch.setitem(globals(), "ROWS", [["."] * side] * side)
            patch.setattr(jsonplaces, "TOKEN", pattern)
            assert parse(Source("x", text_of(5)))[4].cells.size == side * side
        work.append(pattern.found)
    assert work[0] == work[1]


def test_places_in_a_text_of_many_puzzles_are_those_of_the_values() -> None:
    text = "\n\n" + "\n \n".join((lines_of(2), list_of(3), named_by(2)))
    documents = parse(Source("x", text))
    assert len(documents) == 7
    lines = text.split("\n")
    for document in documents:
        for name, setting in document.settings.items():
            assert lines[setting.line - 1][: setting.column - 1].endswith(f'"{name}": ')
            assert setting.start == setting.column
        line, column = document.place
        assert lines[line - 1][column - 1 :].startswith('"2.2"')
        line, column = document.whereabouts(2, 1)
        assert lines[line - 1][column - 1 :].startswith('"1.1"')
    titles = [document.settings["title"] for document in documents]
    assert len({(title.line, title.column) for title in titles}) == 7
    assert [title.line for title in titles[:2]] == [3, 4]


@pytest.mark.parametrize("text_of", [lines_of, list_of, named_by])
@pytest.mark.parametrize("number", [0, 4])
def test_an_error_points_at_the_cell_of_its_puzzle(text_of: Callable[[int], str], number: int) -> None:
    start = '"title": "number ' + str(number)
    before, after = text_of(5).split(start)
    text = before + start + after.replace('"1.1"', '"1!1"', 1)
    with pytest.raises(InputError) as caught:
        hashicnf.parse_all(text)
    at = text.index('"1!1"')
    assert caught.value.message == '"!" is no cell'
    assert (caught.value.line, caught.value.column) == (text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at))
    assert str(caught.value).split("\n")[2].endswith("^")


def test_keys_that_look_like_values_and_texts_that_look_like_lists_are_told_apart() -> None:
    odd = {"a]": ["[", {"grid": 1}], "gr\u00efd": "{", "title": '"\\', "grid": [["2", "x!"]]}
    text = json.dumps([{"grid": ROWS}, odd], indent=2)
    with pytest.raises(InputError, match="is no cell") as caught:
        parse(Source("x", text))
    at = text.index('"x!"')
    assert (caught.value.line, caught.value.column) == (text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at))


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("2 2\n1 .\n3 .", [[1, 0], [3, 0]]),
        ("2 2\n1 .\n3 .\n", [[1, 0], [3, 0]]),
        ("\n 2 3 \r\n\n1 . 2\r\n3,.,2\r\n \n", [[1, 0, 2], [3, 0, 2]]),
        ("2 3\n1.2\n3.2\n", [[1, 0, 2], [3, 0, 2]]),
        ("2 5\n1 .\n3 .", [[2, 5], [1, 0], [3, 0]]),
        ("3 2\n1 .\n3 .", [[3, 2], [1, 0], [3, 0]]),
        ("2 2\n1 .\n3 .\n. 4", [[2, 2], [1, 0], [3, 0], [0, 4]]),
        ("1 2", [[1, 2]]),
        ("22\n1.\n3.", [[2, 2], [1, 0], [3, 0]]),
    ],
)
def test_the_first_line_of_a_text_is_a_size_only_if_it_is_that_of_the_others(text: str, rows: list[list[int]]) -> None:
    (document,) = parse(Source("x", json.dumps({"grid": text})))
    assert document.cells.tolist() == rows


@pytest.mark.parametrize("grid", ["", " \n\n", [], ["2.2", " "], [[]], ["2.2", 3]])
def test_what_has_no_cells_is_no_grid(grid: object) -> None:
    with pytest.raises(InputError, match="this is no grid"):
        parse(Source("x", json.dumps({"grid": grid})))


@pytest.mark.parametrize(
    "row", ["2,,2", "2, ,2", ",2,,2", "2,,2,", "2,\t,2", "2\t\t2", "\t2\t2", "2\t2\t", "2 \t2", ",,", "2 ,3,4"]
)
def test_nothing_between_two_separators_is_an_empty_cell_as_in_tables(row: str) -> None:
    cells = hashicnf.parse(f"{row}\n{row}\n", "csv").document.cells.tolist()
    assert hashicnf.parse(json.dumps([row, row]), "json").document.cells.tolist() == cells
    assert hashicnf.parse(json.dumps({"grid": f"{row}\r\n{row}\n"}), "json").document.cells.tolist() == cells


@pytest.mark.parametrize(
    ("grid", "message"),
    [
        (["2 2,2", "2 2,2"], '"2 2" is no cell'),
        (["2\t2 2", "2\t2 2"], '"2 2" is no cell'),
        (["2.2", ","], "this row has 2 cells"),
        (["2,2", "2,,2"], "this row has 3 cells"),
        ("2\t\t2\n\t\n2\t\t2", "this row has 2 cells"),
    ],
)
def test_rows_divided_in_two_ways_are_refused(grid: object, message: str) -> None:
    with pytest.raises(InputError, match=message):
        parse(Source("x", json.dumps({"grid": grid})))


@pytest.mark.parametrize(
    ("text", "column", "message"),
    [
        ('"x"', 1, "this is no puzzle"),
        ('[[[1, 2]], {"puzzles": {"a": 7}}]', 30, "this is no puzzle"),
        ('{"grids": 5}', 11, "this is no list of grids"),
        ('{"grids": []}', 11, "this is no list of grids"),
        ('{"settings": ["loops"], "grid": ["1.1"]}', 14, "settings are names with values"),
    ],
)
def test_values_of_another_kind_are_refused_where_they_are(text: str, column: int, message: str) -> None:
    with pytest.raises(InputError, match=message) as caught:
        parse(Source("x", text))
    assert (caught.value.line, caught.value.column) == (1, column)


def test_a_row_of_tabs_is_empty_and_counts_for_the_size() -> None:
    (document,) = parse(Source("x", json.dumps({"grid": "3 3\n2\t\t2\n\t\t\n2\t\t2"})))
    assert document.cells.tolist() == [[2, 0, 2], [0, 0, 0], [2, 0, 2]]


def test_a_setting_beside_the_grid_is_not_passed_over() -> None:
    for text, name in (
        ('{"family": "tiles", "grid": [[1, 2], [3, 0]],\n "goal": "blank-first"}', "goal"),
        ('{"grid": ["2.2", "1.1"], "author": "me",\n "loops": "no", "settings": {"max-bridges": 1}}', "loops"),
    ):
        with pytest.raises(hashicnf.InputError) as caught:
            hashicnf.parse(text)
        assert caught.value.message == f"the setting {name} stands beside the grid"
        assert (caught.value.line, caught.value.expected) == (2, 'it in an object "settings"')
    assert hashicnf.parse('{"family": "sudoku", "grid": ["12..", "....", "....", "...."], "goal": "none"}').title == ""


def test_a_setting_in_an_object_with_a_misspelt_key_is_not_passed_over() -> None:
    with pytest.raises(hashicnf.InputError) as caught:
        hashicnf.parse('{"grid": ["2.2", "1.1"],\n "setting": {"loops": "no"}}')
    assert caught.value.message == 'the setting loops stands in "setting"'
    assert (caught.value.line, caught.value.column) == (2, 23)


def test_blanks_around_a_title_do_not_count() -> None:
    read = hashicnf.parse('{"title": "  two  ", "grid": ["1.1"]}')
    assert read.title == "two"
    assert hashicnf.parse(hashicnf.convert(read)) == read


def test_a_size_of_another_shape_is_a_row_and_the_others_are_longer() -> None:
    with pytest.raises(InputError, match="this row has 3 cells"):
        parse(Source("x", json.dumps({"grid": "2 4\n1 . 1\n3 . 3\n"})))


def test_a_number_beside_letters_is_its_digit() -> None:
    (numbers,), (strings,) = (parse(Source("x", text)) for text in ('[["A", 1], ["B", 0]]', '[["A", "1"], ["B", "0"]]'))
    assert numbers.letters
    assert numbers.cells.tolist() == strings.cells.tolist() == [[ord("A"), ord("1")], [ord("B"), 0]]


@pytest.mark.parametrize(
    ("grid", "shown", "expected"),
    [
        ([["A", 12]], "12", "a letter, or beside letters a digit"),
        ([["A", "12"]], '"12"', "a letter, or beside letters a digit"),
        ([["A", True]], "true", "a letter, or beside letters a digit"),
        ([["1", True]], "true", "a number, or a letter for families whose grids hold them"),
        ([["1", -1]], "-1", "a number, or a letter for families whose grids hold them"),
        ([["1", 10**9]], "1000000000", "a number, or a letter for families whose grids hold them"),
        ([["1", 2.5]], "2.5", "a number, or a letter for families whose grids hold them"),
        ([["1", "00"]], '"00"', "a number, or a letter for families whose grids hold them"),
    ],
)
def test_what_is_expected_for_a_cell_is_what_is_taken(grid: object, shown: str, expected: str) -> None:
    with pytest.raises(InputError) as caught:
        parse(Source("x", json.dumps(grid)))
    assert caught.value.message == f"{shown} is no cell"
    assert str(caught.value.expected).endswith(expected)


@pytest.mark.parametrize(
    ("text", "key", "place"),
    [
        ('{"grid": ["1.1"], "grid": ["2.2"]}', "grid", (1, 19)),
        ('[{"grid": ["1.1"]},\n {"title": "a", "settings": {"loops": "no", "loops": "yes"}}]', "loops", (2, 45)),
        ('{"grid": ["1.1"]}\n{"gr\\u0069d": ["{,"],\n"grid": []}', "grid", (3, 1)),
        ('{"a": [{"b": {}, "c": ["b", "b"]}, {"b": 1, "c": {"b": 1}, "b": 2}], "grid": []}', "b", (1, 60)),
        ('{"a": 1, "a": {"b": 1, "b": 2}}', "a", (1, 10)),  # the object within ends first
    ],
)
def test_a_key_that_stands_twice_is_refused_where_it_does(text: str, key: str, place: tuple[int, int]) -> None:
    with pytest.raises(InputError, match=f"the key '{key}' occurs twice") as caught:
        hashicnf.parse_all(text, "json")
    assert (caught.value.line, caught.value.column) == place


def test_a_solution_has_no_key_twice() -> None:
    with pytest.raises(InputError, match="this is no solution: the key 'bridges' occurs twice"):
        hashicnf.parse("1.1\n").read('{"bridges": [], "bridges": []}', "x")


def test_the_family_may_stand_among_the_settings() -> None:
    grid = '"grid": ["1...", "..3.", ".4..", "...2"]'
    found = hashicnf.parse(f'{{"settings": {{"family": "sudoku"}}, {grid}}}')
    assert found == hashicnf.parse(f'{{"family": "sudoku", {grid}}}')
    with pytest.raises(InputError, match="family is set twice"):
        hashicnf.parse(f'{{"family": "hashi", "settings": {{"family": "sudoku"}}, {grid}}}')


def test_names_of_settings_are_written_as_in_native_text() -> None:
    board = '"grid": [["2", ".", "2"]]}'
    assert hashicnf.parse(f'{{"settings": {{"Loops ": "no"}}, {board}') == hashicnf.parse("LOOPS : no\n2.2\n")
    with pytest.raises(InputError, match=r"^<text>:1:39: loops is set twice"):
        hashicnf.parse(f'{{"settings": {{"Loops": "no", "loops": "no"}}, {board}')


@pytest.mark.parametrize(
    ("solution", "place", "message"),
    [
        (r'"2==\n...\n1.1"', (2, 16), "'=' here belongs to no drawing"),
        (r'"2=\u0032\n.x.\n1.1"', (2, 25), "'x' here belongs to no drawing"),
        (r'"2=2\n\ud83d\ude00x.\n1.1"', (2, 19), "'\N{GRINNING FACE}' here belongs"),
        ('{"rows": 1}', (2, 13), "no list of bridges"),
        ('{"bridges": [\n{"from": 1}]}', (2, 13), "bridge 1 of the list"),
        ("[[1, 2]]", (2, 13), ""),
        ("7", (2, 13), ""),
    ],
)
def test_a_wrong_solution_is_reported_at_its_place(solution: str, place: tuple[int, int], message: str) -> None:
    text = f'{{"family": "hashi", "grid": {json.dumps(ROWS)},\n "solution":{solution}}}'
    with pytest.raises(InputError, match=f"the solution cannot be read: .*{message}") as caught:
        hashicnf.parse(text, name="f.json")
    problem = caught.value
    assert (problem.source, problem.line, problem.column) == ("f.json", *place)
    assert problem.text == text.split("\n")[1]


def test_a_wrong_line_of_a_drawing_is_reported_at_its_place() -> None:
    text = '{"family": "klotski", "grid": ["AA", "AA", "B.", ".."],\n "solution": ["B down 1",\n  "B up 1",\n "B\\tsideways"]}'
    with pytest.raises(InputError, match="the solution cannot be read: ") as caught:
        hashicnf.parse(text, name="f.json")
    assert (caught.value.line, caught.value.text) == (4, ' "B\\tsideways"]}')


@pytest.mark.parametrize("family", ["null", '"hashi"'])
@pytest.mark.parametrize("key", ["family", "name"])
def test_a_collection_may_leave_its_family_open(key: str, family: str) -> None:
    (puzzle,) = hashicnf.parse_all(f'{{"{key}": {family}, "puzzles": [[["1", ".", "1"]]]}}', "json")
    assert puzzle.family == "hashi"


def test_a_solution_without_a_family_is_read() -> None:
    bridges = '{"bridges": [{"from": [1, 1], "to": [1, 3], "count": 2}]}'
    for solution in (bridges, '"2=2"'):
        puzzle = hashicnf.parse(f'{{"grid": ["2.2"], "solution": {solution}}}')
        assert puzzle.solution is not None
        assert puzzle.check(puzzle.solution) == []


@pytest.mark.parametrize("solution", ['"in a notation of its own"', "[1]", '{"rows": 1}'])
def test_a_solution_of_unknown_form_is_ignored_with_a_warning(solution: str) -> None:
    with pytest.warns(InputWarning, match="f.json: a solution is ignored: its object names no family") as caught:
        puzzles = hashicnf.parse_all(f'{{"grid": ["2.2"], "solution": {solution}}}\n' * 2, name="f.json")
    assert [puzzle.solution for puzzle in puzzles] == [None, None]
    assert len({str(warning.message) for warning in caught}) == 1
