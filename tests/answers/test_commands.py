"""unique, enumerate, backbone and generate --unique as users run them."""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import NoReturn

import pytest

import hashicnf
from hashicnf.answers import counting, enumeration
from hashicnf.answers.counting import by_enumeration
from hashicnf.answers.counting.by_frontier import Frontier
from hashicnf.answers.counting.result import Count
from hashicnf.answers.enumeration import PER_LITERAL
from hashicnf.batch.tasks import count as count_task
from hashicnf.cli.app import run
from hashicnf.cli.report import first_of
from hashicnf.core.deadline import NEVER, Deadline
from hashicnf.core.limits import Limits
from hashicnf.core.stats import Stats
from hashicnf.errors import Exit, GaveUp, StopKind
from hashicnf.families import FAMILIES
from hashicnf.families.hashi import FAMILY as HASHI
from hashicnf.logic import Stopped

ONE = "family: hashi\n1.2.1\n"
THREE = "family: hashi\n2.4.2\n.....\n3.?.2\n"
NONE = "family: hashi\n1.1.1\n"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "several.puz"
    path.write_text("---\n".join([ONE, THREE, NONE]))
    return path


def written(tmp_path: Path, text: str) -> str:
    path = tmp_path / "one.puz"
    path.write_text(text)
    return str(path)


def test_unique_says_one_several_or_none(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["unique", str(file)]) == Exit.WRONG  # that of the first puzzle that is not unique
    shown = capsys.readouterr()
    assert "#1: one solution" in shown.err
    assert "#2: several solutions" in shown.err
    assert "#3: unsolvable" in shown.err
    assert "?" in shown.out


TOLD = {
    "": True,
    "--solver cadical153": True,
    "--solver glucose4": True,
    "--connectivity planar": True,
    "--method frontier": True,
    "--no-all-answers": False,
    "--connectivity none": False,  # models need not be solutions
    "--solver lingeling": False,  # tells no conflicts
    "--method dpll": False,  # ends with the first
}


@pytest.mark.parametrize("options", TOLD)
def test_solve_tells_whether_there_are_others(options: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for text, one_of in ((ONE, False), (THREE, TOLD[options])):
        run(["solve", written(tmp_path, text), *options.split()])
        assert ("one of several solutions" in capsys.readouterr().err) == one_of


@pytest.mark.parametrize(
    ("givens", "one_of"), [("12..\n..12\n....\n....\n", True), ("12..\n3412\n2143\n....\n", False)]
)
def test_solve_tells_it_of_a_sudoku(
    givens: str, one_of: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = written(tmp_path, f"family: sudoku\n{givens}")
    assert run(["solve", file]) == Exit.DONE
    assert ("one of several solutions" in capsys.readouterr().err) == one_of
    assert run(["unique", file]) == (Exit.WRONG if one_of else Exit.DONE)


@pytest.mark.parametrize(("text", "code"), [(ONE, Exit.DONE), (THREE, Exit.WRONG), (NONE, Exit.UNSOLVABLE)])
def test_exit_codes_of_unique(tmp_path: Path, text: str, code: Exit, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["unique", written(tmp_path, text), "--json"]) == code
    found = json.loads(capsys.readouterr().out)
    assert found["status"] == {Exit.DONE: "unique", Exit.WRONG: "several", Exit.UNSOLVABLE: "unsolvable"}[code]
    assert len(found["solutions"]) == {Exit.DONE: 1, Exit.WRONG: 2, Exit.UNSOLVABLE: 0}[code]


def test_enumerate_lists_each_solution_on_a_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    name = written(tmp_path, THREE)
    assert run(["enumerate", name, "--json"]) == Exit.DONE
    *lines, end = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["number"] for line in lines] == [*range(1, len(lines) + 1)]
    assert len({json.dumps(line["solution"]) for line in lines}) == len(lines) > 1
    assert (end["status"], end["count"]) == ("complete", len(lines))
    assert run(["enumerate", name]) == Exit.DONE
    assert f"{len(lines)} solutions" in capsys.readouterr().err


def test_enumerate_stops_at_its_limits(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    name = written(tmp_path, THREE)
    assert run(["enumerate", name, "--limit", "1"]) == Exit.DONE
    assert "1 solution, perhaps more: --limit reached" in capsys.readouterr().err
    assert run(["enumerate", name, "--timeout", "0"]) == Exit.GAVE_UP
    assert "0 solutions, perhaps more: time limit" in capsys.readouterr().err
    assert run(["enumerate", written(tmp_path, NONE)]) == Exit.UNSOLVABLE


@pytest.mark.parametrize(
    ("family", "text", "lines"),
    [
        (
            "several",
            "2..4..2\n.......\n3..?..2\n",
            [
                "5 bridges are in every solution; for 0 of 7 pairs of islands the number is the same in all",
                "a single line means at least one bridge: where the number is not the same in all, some have more",
            ],
        ),
        (
            "one",
            "1.1\n",
            ["1 bridge is in every solution; for 1 of 1 pair of islands the number is the same in all"],
        ),
        ("sudoku", "1...\n..2.\n.3..\n...4\n", ["16 of 16 cells have the same number in all solutions"]),
    ],
)
def test_backbone_ends_in_the_words_of_the_puzzle(
    family: str, text: str, lines: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    name = written(tmp_path, f"family: sudoku\n{text}" if family == "sudoku" else text)
    assert run(["backbone", name]) == Exit.DONE
    assert capsys.readouterr().err.splitlines() == [f"{name}: {line}" for line in lines]


def test_sample_gives_up_where_there_are_too_many_solutions_to_list_or_count(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """An empty sudoku of 4 x 4 cells has 288 solutions, and 64 open variables."""
    name = written(tmp_path, "family: sudoku\n" + "....\n" * 4)
    assert run(["sample", name, "--max-memory", "10K"]) == Exit.GAVE_UP
    printed = capsys.readouterr()
    assert printed.out == ""
    number = -(-10_000 // (64 * PER_LITERAL))
    assert (
        f"no answer: there are at least {number} solutions, too many to be listed and drawn from: give more clues"
        in printed.err
    )
    assert run(["sample", name, "--max-memory", f"{64 * 288 * PER_LITERAL}"]) == Exit.DONE
    monkeypatch.setattr(by_enumeration, "MOST_LISTED", 64 * 287 * PER_LITERAL)
    assert run(["sample", name]) == Exit.DONE, "the frontier counts them"


@pytest.mark.parametrize("limit", [[], ["--limit", "1000"]])
def test_count_of_what_is_listed_keeps_to_its_limit_of_memory(
    limit: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    name = written(tmp_path, "family: sudoku\n" + "....\n" * 4)
    most = 64 * 10 * PER_LITERAL
    assert run(["count", name, *limit, "--max-memory", f"{most}"]) == Exit.GAVE_UP
    printed = capsys.readouterr()
    assert printed.out == "at least 10\n"
    assert f"memory limit of {most:,} bytes reached" in printed.err


def test_what_takes_too_much_memory_is_not_tried_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    name = written(tmp_path, "2..4..2\n.......\n3..?..2\n")
    assert run(["count", name, "--limit", "3", "--max-memory", "100"]) == Exit.GAVE_UP
    assert capsys.readouterr().out == "at least 2\n"


def test_backbone_draws_what_is_shared(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    name = written(tmp_path, THREE)
    assert run(["backbone", name, "--json"]) == Exit.DONE
    found = json.loads(capsys.readouterr().out)
    shared = hashicnf.backbone(hashicnf.read(name))
    assert shared is not None
    assert found["shared"] == int(shared.shared.sum()) < found["variables"]
    assert run(["backbone", name]) == Exit.DONE
    assert "pairs of islands the number is the same in all" in capsys.readouterr().err
    assert run(["backbone", written(tmp_path, NONE)]) == Exit.UNSOLVABLE


def test_backbone_draws_no_part_of_a_solution_where_the_family_does_not_decode_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A decoder of whole models may draw what no solution has: in a model without a true variable, the first of each choice."""
    assert HASHI.static is not None
    monkeypatch.setitem(FAMILIES.added, "whole", replace(HASHI, static=replace(HASHI.static, shared=None)))
    name = written(tmp_path, THREE.replace("hashi", "whole"))
    assert run(["backbone", name, "--json"]) == Exit.DONE
    found = json.loads(capsys.readouterr().out)
    assert (found["backbone"], found["shared"], found["variables"]) == (None, 7, 14)
    assert run(["backbone", name]) == Exit.DONE
    printed = capsys.readouterr()
    assert printed.out == hashicnf.draw(hashicnf.read(name))
    assert printed.err == (
        f"{name}: 7 of 14 variables have the same value in all solutions; whole puzzles have no drawing of them\n"
    )


def test_generate_many_into_files_of_their_own(tmp_path: Path) -> None:
    names = [str(tmp_path / f"{{seed}}/b-{{seed}}.{ending}") for ending in ("puz", "sol")]
    words = ["generate", "hashi", "--unique", "--seed", "5", "--count", "3", "-o", names[0], "--solution", names[1]]
    assert run(words) == Exit.DONE
    for seed in (5, 6, 7):
        puzzle = hashicnf.read(tmp_path / f"{seed}" / f"b-{seed}.puz")
        assert hashicnf.unique(puzzle).solutions == (
            hashicnf.read_solution(puzzle, tmp_path / f"{seed}" / f"b-{seed}.sol"),
        )


def test_generate_many_into_one_file(tmp_path: Path) -> None:
    name = str(tmp_path / "all.puz")
    assert run(["generate", "hashi", "--count", "3", "-o", name]) == Exit.DONE
    assert len(hashicnf.read_all(name)) == 3


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--count", "2", "--solution", "x.sol"], "every solution needs a file of its own"),
        (["--lattice", "4", "--count", "2"], "--lattice takes no seed"),
        (["--unsolvable", "--unique"], "the puzzle is made to have no solution"),
    ],
)
def test_what_generate_refuses(
    words: list[str], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(["generate", "hashi", *words]) == Exit.USAGE
    assert message in capsys.readouterr().err


@pytest.mark.parametrize("command", ["unique", "enumerate", "backbone", "count", "sample", "hint", "explain"])
def test_what_is_wrong_at_one_place_is_the_reason(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    name = written(tmp_path, "family: hashi\n?\n")
    assert run([command, name]) == Exit.UNSOLVABLE
    why = "island ? at row 1, column 1 can have no bridges, and every island needs at least one"
    assert capsys.readouterr().err == f"{name}: unsolvable: {why}\n"


def test_enumerate_says_how_far_it_came_when_ctrl_c_ends_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(puzzle: hashicnf.Puzzle, **_: object) -> Iterator[object]:
        yield hashicnf.solve(puzzle).solution
        raise KeyboardInterrupt

    monkeypatch.setattr(enumeration, "enumerate_solutions", interrupted)
    board = tmp_path / "board.puz"
    board.write_text("1.1\n")
    assert run(["enumerate", str(board), str(board), "--json"]) == Exit.INTERRUPTED
    last = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert (last["status"], last["count"], last["stopped"], last["index"]) == ("unknown", 1, "interrupted", 1)
    assert run(["enumerate", str(board)]) == Exit.INTERRUPTED
    assert "1 solution, perhaps more: interrupted from the keyboard" in capsys.readouterr().err


def test_ctrl_c_counts_before_the_codes_of_earlier_puzzles() -> None:
    assert first_of([Exit.UNSOLVABLE, Exit.DONE, Exit.INTERRUPTED]) == Exit.INTERRUPTED
    assert first_of([Exit.DONE, Exit.UNSOLVABLE, Exit.WRONG]) == Exit.UNSOLVABLE
    assert first_of([]) == Exit.DONE


def test_counts_have_as_many_digits_as_they_have(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    total = 7 * 10**5000
    found = hashicnf.Count(total, True, Stats("enumeration"))
    assert repr(found) == "<count: a number of 5,001 digits>"
    monkeypatch.setattr(counting, "count", lambda *_, **__: found)
    monkeypatch.setattr(count_task, "count", lambda *_, **__: found)
    board = written(tmp_path, THREE)
    assert run(["count", board]) == Exit.DONE
    assert capsys.readouterr().out == "7" + "0" * 5000 + "\n"
    assert run(["count", board, "--json"]) == Exit.DONE
    assert f'"count": 7{"0" * 5000}, ' in capsys.readouterr().out
    with pytest.raises(ValueError, match="4300 digits"):  # what is read is bounded as before
        int("1" * 5000)
    figures = count_task.run(hashicnf.read(board), {}).figures
    assert (figures.get("count"), figures["digits"]) == (None, 5001)


@pytest.mark.parametrize("total", [0, 1, 9, 10, 99, 10**15 - 1, 10**15, 10**400 - 1, 10**400])
def test_digits_are_counted_exactly(total: int) -> None:
    assert hashicnf.Count(total, True, Stats("enumeration")).digits == len(str(total))


@pytest.mark.parametrize("text", [THREE, "family: sudoku\n12..\n34..\n....\n....\n"], ids=["graph", "list"])
@pytest.mark.parametrize("command", ["enumerate", "count"])
def test_a_limit_may_be_larger_than_python_counts(command: str, text: str, tmp_path: Path) -> None:
    assert run([command, written(tmp_path, text), "--limit", "9" * 30]) == Exit.DONE


@pytest.mark.parametrize("text", [THREE, "family: sudoku\n12..\n34..\n....\n....\n"], ids=["graph", "list"])
def test_solutions_are_there_as_soon_as_they_are_drawn(text: str) -> None:
    puzzle = hashicnf.parse(text)
    drawn = counting.sample(puzzle, 10**30, seed=0, limits=Limits())
    assert [puzzle.check(solution) for solution in islice(drawn, 3)] == [[], [], []]


@pytest.mark.parametrize(("text", "is_unsolvable"), [(NONE, True), (THREE, False)])
def test_a_puzzle_whose_count_takes_too_long_may_still_be_unsolvable(
    text: str, is_unsolvable: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    def late(*_: object, **__: object) -> NoReturn:
        raise GaveUp("time limit of 3 s reached", "time")

    monkeypatch.setattr(Frontier, "draw", late)
    drawn = counting.sample(hashicnf.parse(text), 2, seed=0, limits=Limits(Deadline.after(60)))
    if is_unsolvable:
        assert not [*drawn]
        return
    with pytest.raises(GaveUp, match="time limit of 3 s"):
        next(drawn)


def test_few_solutions_are_looked_for_again_where_counting_takes_long(monkeypatch: pytest.MonkeyPatch) -> None:
    turns = []

    def give_up(_: object, limits: Limits, *, limit: int) -> Count:
        assert limits.deadline != NEVER  # it would count for hours
        turns.append(limits.deadline.seconds)
        return Count(0, False, Stats("frontier"), Stopped("time", "too long"))

    monkeypatch.setattr(counting, "SOON", 1e-6)
    monkeypatch.setattr(Frontier, "count", give_up)
    found = hashicnf.count(hashicnf.parse(THREE), limit=2, timeout=60)
    assert (found.total, found.exact) == (2, False)
    assert turns == [4**number * 1e-6 for number in range(len(turns))] != []


def test_a_few_solutions_of_an_easy_puzzle_are_counted_without_a_limit_of_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(counting, "Deadline", None)  # each would take a process
    for text, found in ((THREE, (2, False)), (ONE, (1, True)), (NONE, (0, True))):
        counted = hashicnf.count(hashicnf.parse(text), limit=2)
        assert (counted.total, counted.exact) == found


@pytest.mark.parametrize("command", ["unique", "enumerate", "backbone", "sample"])
def test_an_unknown_style_is_refused_whatever_the_answer_is(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run([command, written(tmp_path, NONE), "--style", "nosuch"]) == 2
    assert "no drawing style is named 'nosuch'" in capsys.readouterr().err


@pytest.mark.parametrize("command", ["unique", "enumerate", "backbone"])
def test_who_reports_that_there_is_none_is_named(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    liar, puzzle = tmp_path / "liar", tmp_path / "board.puz"
    liar.write_text("#!/bin/sh\necho s UNSATISFIABLE\nexit 20\n")
    liar.chmod(0o755)
    puzzle.write_text("3.4.4.3\n.......\n4.5.5.4\n.......\n3.4.4.3\n")
    solver = f"{shlex.quote(str(liar))} {{cnf}}"
    assert run([command, str(puzzle), "--solver", solver]) == Exit.UNSOLVABLE
    assert f"unsolvable (reported by {solver})" in capsys.readouterr().err


ASKED = {
    "unique": "hashicnf.answers.unique.unique",
    "backbone": "hashicnf.answers.backbone.backbone",
    "enumerate": "hashicnf.answers.enumeration.enumerate_solutions",
    "sample": "hashicnf.answers.counting.sample",
    "diagnose": "hashicnf.answers.diagnosis.diagnose",
    "rate": "hashicnf.deduction.rate",
    "explain": "hashicnf.cli.explain._explain",
}


@pytest.mark.parametrize(("kind", "code"), [("interrupted", Exit.INTERRUPTED), ("time", Exit.GAVE_UP)])
@pytest.mark.parametrize("command", ASKED)
def test_an_interrupt_ends_the_run_and_a_limit_the_puzzle(
    command: str, kind: StopKind, code: Exit, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[object] = []

    def stopped(puzzle: object, *_: object, **__: object) -> NoReturn:
        asked.append(puzzle)
        raise GaveUp("stopped", kind)

    monkeypatch.setattr(ASKED[command], stopped)
    assert run([command, str(file)]) == code
    assert len(asked) == (1 if code == Exit.INTERRUPTED else 3)


def test_the_time_of_a_puzzle_begins_when_its_turn_comes(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    left, now = list[float | None](), [0.0]

    def late(_: object, *, deadline: Deadline, **__: object) -> NoReturn:
        left.append(deadline.left())
        now[0] += 50
        raise GaveUp("late")

    monkeypatch.setattr(ASKED["diagnose"], late)
    monkeypatch.setattr("hashicnf.core.deadline.time.monotonic", lambda: now[0])
    assert run(["diagnose", str(file), "--timeout", "60"]) == Exit.GAVE_UP
    assert left[1:] == [60, 60]  # what reading took is of the first


def test_why_a_puzzle_is_unsolvable_is_looked_for_within_its_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    limits: list[float | None] = []

    def noting(*_: object, deadline: Deadline, **__: object) -> None:
        limits.append(deadline.seconds)

    monkeypatch.setattr("hashicnf.refuting.by_counting.why_unsolvable", noting)
    board = written(tmp_path, NONE)
    for command in ("solve", "unique", "enumerate", "backbone", "count", "sample", "rate", "explain", "hint"):
        for more in ([], ["--json"]):
            assert run([command, board, "--timeout", "77", *more]) == Exit.UNSOLVABLE
    assert limits == [77] * 18
