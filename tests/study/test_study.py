"""The study: batches into tables, tables into pages; shards, samples, and boards that are not there."""

from __future__ import annotations

import json
import sys
from functools import cache
from pathlib import Path

import pytest

import hashicnf
from hashicnf.batch.shards import EVERYTHING, Shard
from hashicnf.pipeline.writing import write_puzzles
from study import pages, running, table
from study.__main__ import main
from study.boards import Boards
from study.chapters import CHAPTERS, Batch, Chapter, chapter_named, counts, growth, hardness, methods
from study.origin import origin, sentence, updated
from study.table import NOT_TRIED, markdown, reach, seconds, timed, typical

ROOT = Path(__file__).parent.parent.parent
RESULTS = ROOT / "docs" / "results"
CHAPTER = Chapter("A title", 20.0, ("islands", "clauses"), lambda _: [], lambda _: {}, lambda *_: None)


@pytest.fixture
def boards(tmp_path: Path) -> list[str]:
    """Three small boards of one kind."""
    made = Boards(tmp_path / "boards")
    return [made.make(f"n12-s{seed}", "hashi", size="7x7", islands=12, seed=seed) for seed in (1, 2, 3)]


def rows_of(batches: list[Batch], base: Path) -> list[table.Row]:
    return list(running.rows(CHAPTER, running.results(batches, base, 20.0)))


def test_shards_make_the_table_that_one_run_makes(boards: list[str], tmp_path: Path) -> None:
    batches = [
        Batch("first", boards[:2], "solve", {"all_answers": False}),
        Batch("rest", boards[2:], "solve", {"all_answers": False}),
    ]
    base = tmp_path / "work" / "chapter.sqlite"
    parts = [running.run(batches, base, 20.0, Shard(number, 2), lambda _: None) for number in (1, 2)]
    assert [part.name for part in parts] == ["chapter-1-of-2.sqlite", "chapter-2-of-2.sqlite"]
    assert not base.exists()
    before = sum(len(rows_of(batches, part)) for part in parts)
    running.run(batches, base, 20.0, EVERYTHING, lambda state: pytest.fail("done again") if state.done else None)
    rows = rows_of(batches, base)
    assert before == len(rows) == 3
    assert {(row["way"], row["board"], row["status"]) for row in rows} == {
        ("first", "n12-s1", "solved"),
        ("first", "n12-s2", "solved"),
        ("rest", "n12-s3", "solved"),
    }
    assert all(float(row["cpu"]) > 0 and row["islands"] == "12" for row in rows)
    table.write(tmp_path / "a.csv", CHAPTER.figures, rows)
    table.write(tmp_path / "b.csv", CHAPTER.figures, rows[::-1])
    assert (tmp_path / "a.csv").read_bytes() == (tmp_path / "b.csv").read_bytes()


def test_methods_run_in_fresh_processes(boards: list[str], tmp_path: Path) -> None:
    batches = [Batch("a process", boards[:1], "compare", {"method": "cdcl"})]
    (row,) = rows_of(batches, running.run(batches, tmp_path / "a.sqlite", 20.0, EVERYTHING, lambda _: None))
    assert row["status"] == "solved"
    assert float(row["cpu"]) > 0


def test_a_chapter_runs_from_the_command_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for seed in (1, 2, 3):
        puzzle = hashicnf.generate("hashi", size="7x7", islands=12, seed=seed).puzzle
        (tmp_path / f"Hs_7_12_25_00_00{seed}.has").write_text(write_puzzles([puzzle], "has"))
    words = ["study", "counts", "--boards", str(tmp_path), "--sample", "2", "--timeout", "20"]
    monkeypatch.setattr(sys, "argv", [*words, "--work", str(tmp_path / "work"), "--output", str(tmp_path / "out")])
    assert main() == 0
    rows = table.read(tmp_path / "out" / "counts.csv")
    assert sorted((row["way"], row["board"][-1]) for row in rows) == [
        ("count", "1"),
        ("count", "3"),
        ("unique", "1"),
        ("unique", "3"),
    ]
    for row in rows:
        if row["way"] == "count":
            puzzle = hashicnf.read(str(tmp_path / f"{row['board']}.has"))
            assert int(row["count"]) == len(list(hashicnf.enumerate(puzzle)))
    page = (tmp_path / "out" / "counts.md").read_text()
    assert "| 12 islands, class 25 |" in page
    assert "every 2th board" not in page
    assert (tmp_path / "out" / "counts.svg").stat().st_size > 5000
    assert json.loads((tmp_path / "out" / "origin.json").read_text())["counts"]["sample"] == 2
    assert not (tmp_path / "out" / "index.md").exists(), "the first page needs all chapters"


def test_chapters_about_boards_that_are_not_there_are_left_as_they_stand(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "counts.csv").write_text(
        "way,board,status,cpu,islands,count\ncount,Hs_7_12_25_00_001,counted,0.1,12,3\n"
    )
    before = (tmp_path / "counts.csv").read_bytes()
    (tmp_path / "origin.json").write_text(
        json.dumps({"counts": json.loads((RESULTS / "origin.json").read_text())["counts"]})
    )
    words = ["--output", str(tmp_path), "--work", str(tmp_path / "work")]
    for more in ([], ["--boards", str(tmp_path / "nowhere")]):
        monkeypatch.setattr(sys, "argv", ["study", "counts", "methods", *words, *more])
        assert main() == 0
        assert capsys.readouterr().err.count("left as it stands: it is about boards of the public benchmark") == 2
    assert (tmp_path / "counts.csv").read_bytes() == before


@pytest.mark.parametrize("words", [["--peers", "/nowhere/python"], ["--shard", "3/2"], ["nosuch"], ["--sample", "0"]])
def test_bad_requests_are_refused(
    words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["study", *words, "--output", str(tmp_path)])
    try:
        code = main()
    except SystemExit as end:
        code = int(str(end.code))
    assert code == 2
    assert words[-1] in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_a_sample_replaces_a_table_of_more_boards_only_if_that_is_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("study.__main__.draw", lambda *_: None)
    for seed in (1, 2, 3):
        puzzle = hashicnf.generate("hashi", size="7x7", islands=12, seed=seed).puzzle
        (tmp_path / f"Hs_7_12_25_00_00{seed}.has").write_text(write_puzzles([puzzle], "has"))
    out = tmp_path / "out"
    words = ["study", "counts", "--boards", str(tmp_path), "--work", str(tmp_path / "work"), "--output", str(out)]

    def ends(*more: str) -> int:
        monkeypatch.setattr(sys, "argv", [*words, *more])
        return main()

    assert ends() == 0
    assert capsys.readouterr().err.endswith(f"counts: 6 results in {out}\n")
    before = (out / "counts.csv").read_bytes()
    assert ends("--sample", "2") == 2
    told = (
        f"{out / 'counts.csv'} has all boards, and --sample 2 takes fewer: name another folder with --output, or give"
    )
    assert capsys.readouterr().err.startswith(told)
    assert (out / "counts.csv").read_bytes() == before
    assert ends("--sample", "2", "--replace") == 0
    assert ", in place of the table of 2" in (told := capsys.readouterr().err)
    assert told.endswith(", all boards\n")
    assert ends() == 0
    assert (out / "counts.csv").read_bytes() == before


def test_a_board_is_written_as_a_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    boards = Boards(tmp_path)
    with monkeypatch.context() as patch:
        patch.setattr("study.boards.write_puzzles", lambda _: "\ud800")  # cannot be encoded
        with pytest.raises(UnicodeEncodeError):
            boards.make("small", "hashi", size="4x4", islands=4)
    assert hashicnf.read(boards.make("small", "hashi", size="4x4", islands=4)).size["islands"] == 4


def test_a_sample_is_the_first_and_every_kth_of_a_kind(tmp_path: Path) -> None:
    for name in ("a_1", "a_2", "a_3", "a_4", "b_1"):
        (tmp_path / f"{name}.has").write_text("")
    (tmp_path / "counts.csv").write_text("")
    found = Boards(tmp_path, tmp_path, sample=3).benchmark()
    assert [Path(name).stem for name in found] == ["a_1", "a_4", "b_1"]
    assert [*Boards(tmp_path, sample=2).thinned(5)] == [1, 3, 5]


def test_tables_count_what_has_no_answer_as_slowest() -> None:
    rows = [
        {"status": status, "cpu": cpu}
        for status, cpu in (("solved", "1"), ("unknown", "0.5"), ("solved", "3"), ("error", ""))
    ]
    assert typical(rows[:1]) == 1
    assert typical(rows[:3]) == 3
    assert typical([rows[0], *rows[1:2], rows[3]]) is None
    assert [seconds(value) for value in (0.00123, 0.12345, 3.21, 12.6, 1234.0, None)] == [
        "0.0012",
        "0.12",
        "3.2",
        "13",
        "1,234",
        "–",
    ]
    assert [table.count(value) for value in (None, 9_999_999, 3.7e17)] == ["–", "9,999,999", "3.7 · 10¹⁷"]
    assert markdown(("a", "b"), [("x", "1")]) == "| a | b |\n| --- | ---: |\n| x | 1 |"


def rows_with(*cells: tuple[str, str, str, float], **figures: str) -> list[table.Row]:
    """Rows of a table: way, board, status and processor time, all with the same figures."""
    return [
        {"way": way, "board": board, "status": status, "cpu": f"{cpu}", **figures} for way, board, status, cpu in cells
    ]


def test_a_median_of_an_even_number_is_between_the_middle_two_and_endless_if_one_of_them_is() -> None:
    rows = rows_with(*(("a", f"n{n}", "solved", n) for n in (1, 2, 4, 9)), ("a", "n10", "unknown", 10))
    assert typical(rows[:4]) == 3
    assert typical(rows[:2]) == 1.5
    assert typical(rows[-2:]) is None
    assert [timed(some) for some in ([], rows[-1:], rows[:1])] == [NOT_TRIED, "–", "1.0"]


def test_a_size_that_was_not_tried_is_not_a_limit() -> None:
    rows = rows_with(
        ("a", "n100-s1", "solved", 1),
        ("a", "n300-s1", "solved", 1),
        ("a", "n300-s2", "unknown", 7),
        ("a", "n3000-s1", "solved", 1),
    )
    told = "every board up to 100 islands; 1 of 2 with 300 (given up after 7.0 s); 1,000 not tried; 1 of 1 with 3,000"
    assert reach(rows, growth.size, (100, 300, 1000, 3000)) == told
    assert reach([rows[0], rows[3]], growth.size, (100, 3000)) == "every board up to 3,000 islands"
    assert reach(rows[2:3], growth.size, (300,)) == "no size completely; 0 of 1 with 300 (given up after 7.0 s)"


def test_every_solver_gets_every_formula_of_the_growth_chapter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Boards, "make", lambda _, name, *__, **___: name)
    batches = growth.CHAPTER.batches(Boards(tmp_path))
    assert {tuple(batch.boards) for batch in batches} == {tuple(batches[0].boards)}


def test_the_page_on_growth_says_what_was_not_tried() -> None:
    figures = {"islands": "", "variables": "10", "clauses": "600", "bytes": "100"}
    ways = ("planar", "link-elimination", "planar, cadical153", "link-elimination, cadical153")
    rows = rows_with(*((way, "n100-s1", "solved", 1) for way in ways), **figures)
    rows += rows_with(*((way, "n300-s1", "solved", 2) for way in ways[:2]), **figures)
    rows += rows_with((ways[3], "n300-s1", "unknown", 60), **figures)
    facts = growth.facts(rows)
    assert "| planar | 300 | 10 | 600 | 0.0 | 2.0 | not tried | not tried | not tried |" in facts["table"]
    assert "| link-elimination | 300 | 10 | 600 | 0.0 | 2.0 | – | not tried | not tried |" in facts["table"]
    cadical, minisat = facts["reached"].splitlines()
    assert "`link-elimination`: every board up to 100 islands; 0 of 1 with 300 (given up after 60 s)" in cadical
    assert "`planar`: every board up to 100 islands; 300 not tried" in cadical
    assert "At 100 islands, the largest size with times of both" in cadical
    assert "largest size" not in minisat


def test_boards_that_were_not_counted_leave_bounds() -> None:
    names = [f"Hs_7_12_25_00_00{n}" for n in (1, 2, 3)]
    rows = [
        {"way": "count", "board": name, "status": status, "cpu": "1", "islands": "12", "count": number}
        for name, status, number in zip(names, ("counted", "counted", "unknown"), ("10", "20", "0"), strict=True)
    ]
    table_of = counts.facts(rows)["table"]
    assert table_of.endswith("| 0 of 0 | 2 of 3 | ≤ 10 | – | ≥ 20 | 1.0 | 1.0 |")
    assert counts.facts(rows[:2])["table"].endswith("| 0 of 0 | 2 of 2 | 10 | 15 | 20 | 1.0 | 1.0 |")


def test_the_best_roads_add_up_to_all_cells() -> None:
    rows = table.read(RESULTS / "hardness.csv")
    facts = hardness.facts(rows)
    wins = [int(part.rsplit(" ", 1)[1]) for part in facts["wins"].split(", ")]
    assert len(wins) == len(hardness.ROADS) + 1
    assert sum(wins) == int(facts["cells"])
    assert facts["wins"] in written()["index"]


def test_formulas_are_compared_by_their_slowest_boards() -> None:
    rows = table.read(RESULTS / "methods.csv")
    name = next(name for name in methods.WHOLE if all(row["cpu"] for row in _of_encoding(rows, name)))
    slow = max(_of_encoding(rows, name), key=lambda row: float(row["cpu"]))
    facts = methods.facts([{**row, "cpu": "1000000"} if row is slow else row for row in rows])
    assert f"to 1,000,000 s (`{name}`)" in facts["contracted"]
    assert facts["gains"].startswith(f"0.0 (`{name}`)")
    facts = methods.facts([{**row, "status": "unknown"} if row is slow else row for row in rows])
    assert f"`{name}`" in facts["contracted"].partition("not all boards are answered by ")[2]
    assert f"`{name}`" not in facts["gains"]


def _of_encoding(rows: table.Table, name: str) -> table.Table:
    return [row for row in rows if row["way"] == f"encoding: {name}"]


@cache
def written() -> dict[str, str]:
    return pages.written(RESULTS)


@pytest.mark.parametrize("name", CHAPTERS)
def test_pages_are_what_the_tables_say(name: str, tmp_path: Path) -> None:
    page = written()[name]
    assert (RESULTS / f"{name}.md").read_text(encoding="utf-8") == page, "run make study-pages"
    rows, chapter = table.read(RESULTS / f"{name}.csv"), chapter_named(name)
    assert rows
    assert [row for row in rows if row["status"] in ("error", "broken")] == []
    chapter.draw(rows, str(tmp_path / "a.svg"))
    assert (tmp_path / "a.svg").stat().st_size > 5000
    assert f"]({name}.svg)" in page
    assert (RESULTS / f"{name}.svg").is_file()
    table.write(tmp_path / "a.csv", chapter.figures, rows)
    assert (tmp_path / "a.csv").read_bytes() == (RESULTS / f"{name}.csv").read_bytes()


def test_the_first_page_is_what_the_tables_say() -> None:
    assert (RESULTS / "index.md").read_text(encoding="utf-8") == written()["index"]


@pytest.mark.parametrize("name", [path.name for path in sorted(RESULTS.glob("*.csv"))])
def test_the_columns_of_the_tables_are_explained(name: str) -> None:
    page = (ROOT / "docs" / "figures.md").read_text().partition("The tables of the study")[2]
    columns = (RESULTS / name).read_text().partition("\n")[0].split(",")
    assert [column for column in columns if f"`{column}`" not in page] == []


def test_every_batch_is_one_that_can_be_run(tmp_path: Path) -> None:
    """Options that a command does not have would only be found by a run."""
    from hashicnf.batch.tasks import TASKS

    (tmp_path / "own").mkdir()
    (tmp_path / "own" / "a_1.has").write_text("")
    for name in CHAPTERS:
        chapter = chapter_named(name)
        if not chapter.needs_boards:
            continue
        batches = chapter.batches(Boards(tmp_path, tmp_path / "own", peers={"clingo": "python -m x"}))
        assert len({batch.way for batch in batches}) == len(batches)
        for batch in batches:
            assert {*batch.options} <= {*TASKS.get(batch.command).options, "method"}, batch


def test_results_of_other_days_and_versions_keep_their_origin(tmp_path: Path) -> None:
    one, other = (
        {"version": f"hashicnf 0.{day}, Python 3", "machine": f"M{day}", "finished": f"2026-01-0{day}T00:00:00+00:00"}
        for day in (1, 2)
    )
    boards, begun = Boards(tmp_path, None), "2026-01-02"
    first = origin(boards, 5.0, [one], {"PySAT": "1"}, "2026-01-01")
    assert first["versions"] == {"hashicnf": "0.1", "Python": "3", "PySAT": "1"}
    for results, versions in (([one], "1"), ([one, other], "1 and 2"), ([other], "2")):
        found = updated(first, origin(boards, 5.0, results, {"PySAT": "2"}, begun), results, begun)
        assert found["versions"]["PySAT"] == versions
    both = origin(boards, 5.0, [one, other], {}, begun)
    assert (both["date"], both["machine"]) == ("2026-01-01 to 2026-01-02", "M1 and M2")
    assert both["versions"] == {"hashicnf": "0.1 and 0.2", "Python": "3"}
    assert "PySAT" not in origin(boards, 5.0, [one], {"PySAT": "2"}, begun)["versions"]


def test_the_origin_is_a_sentence() -> None:
    found = {
        "date": "2026-01-02",
        "sample": 3,
        "timeout": 5.0,
        "machine": "M",
        "versions": {"x": "1"},
        "settings": {"y": {"a": 1}, "z": {}},
    }
    assert "every 3rd" in sentence(found)
    assert "; M; x 1" in sentence(found)
    assert sentence(found).endswith("; x 1; y with a=1, z with its defaults.")
    assert "all boards" in sentence({**found, "sample": 1})
