"""``sat --trace``: the search on plain clauses, explained in sentences and on a page."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.cli.test_sat import PIGEONS, QUEENS, hard
from tests.commands import run, start, terminal

MIXED = "p cnf 3 4\n-1 2 3 0\n1 0\n-2 -1 0\n-3 -1 2 0\n"  # widths in no order


def events(text: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in text.splitlines()]


def told(trace: str) -> list[str]:
    result = run("explain-trace", "-", "--width", "200", stdin=trace)
    assert (result.returncode, result.stderr) == (0, "")
    return [re.sub(r"^ *\d+ +", "", line) for line in result.stdout.splitlines()]


def test_clauses_are_named_by_their_place_in_the_file(tmp_path: Path) -> None:
    trace = tmp_path / "a.jsonl"
    result = run("sat", "--solver", "dpll", "--trace", str(trace), "-", stdin=MIXED)
    assert (result.returncode, result.stdout.splitlines()[-1]) == (20, "s UNSATISFIABLE")
    assert told(trace.read_text())[:-1] == [
        "Search by DPLL on a formula (branching jeroslow-wang, variables 3, clauses 4).",
        "So x1 is true: clause 2 (x1) has no other literal.",
        "So x2 is false: all other literals of clause 3 (not x1 or not x2) are false.",
        "So x3 is true: all other literals of clause 1 (not x1, x2 or x3) are false.",
        "Contradiction: all literals of clause 4 (not x1, x2 or not x3) are false.",
    ]


def test_every_step_is_in_the_trace_and_follows(tmp_path: Path) -> None:
    """The trace has as many decisions, forced literals and conflicts as the answer; clauses of the file force each literal."""
    trace = tmp_path / "a.jsonl"
    result = run("sat", "--solver", "dpll", "--trace", str(trace), PIGEONS)
    counted = dict(re.findall(r"^c ([a-z ]+): ([\d,.]+)$", result.stdout, re.MULTILINE))
    records = events(trace.read_text())
    kinds = [record["event"] for record in records]
    assert (kinds[0], kinds[-1], records[-1]["outcome"]) == ("start", "end", "unsolvable")
    firsts = [record for record in records if record["event"] == "decision" and record["branch"] == 1]
    assert (len(firsts), kinds.count("forced"), kinds.count("conflict")) == tuple(
        int(counted[name]) for name in ("decisions", "forced literals", "conflicts")
    )
    assert kinds.count("backtrack") == kinds.count("decision")
    lines = [line for line in Path(PIGEONS).read_text().splitlines() if line[0] not in "cp"]
    for record in records:
        if record["event"] in ("forced", "conflict"):
            source, clause = record["source"], record["clause"]
            assert isinstance(source, int)
            assert isinstance(clause, list)
            assert sorted(clause) == sorted(map(int, lines[source].split()[:-1]))


def test_a_trace_on_standard_output_leaves_the_answer_to_stderr() -> None:
    words = ["sat", "--solver", "dpll", QUEENS, "--trace"]
    result = start(*words, "/dev/stdout")
    assert result.returncode == 10
    assert [events(result.stdout)[i]["event"] for i in (0, -2, -1)] == ["start", "solution", "end"]
    assert "s SATISFIABLE\nv " in result.stderr
    sentences = told(result.stdout)
    assert sentences[-2] == "Solved: every clause is satisfied."
    spoken = run(*words, "-")
    assert (spoken.returncode, spoken.stderr.splitlines()[-4:]) == (10, result.stderr.splitlines()[-4:])
    assert len(re.findall(r"^ *\d+  ", spoken.stdout, re.MULTILINE)) == len(sentences)


@pytest.mark.parametrize(
    "options",
    [
        [],
        ["--solver", "minisat22"],
        ["--solver", "dpll", "--branching", "luck"],
        ["--solver", "dpll", "--branching", "saturation"],
    ],
)
def test_requests_that_make_no_sense_leave_no_trace(options: list[str], tmp_path: Path) -> None:
    trace = tmp_path / "a.jsonl"
    result = run("sat", *options, "--trace", str(trace), PIGEONS)
    assert (result.returncode, result.stdout, trace.exists()) == (2, "", False)
    assert re.search(
        r"^hashicnf: (--trace: only for --solver dpll|no branching rule|branching by sat)",
        result.stderr,
    )


@pytest.mark.parametrize("command", ["sat", "prove"])
def test_a_terminal_shows_how_far_it_is(command: str, tmp_path: Path) -> None:
    words = ["sat", "--solver", "dpll", hard(tmp_path)]
    if command == "prove":
        board = tmp_path / "a.puz"
        board.write_text("\n".join(["2" * 11] * 11) + "\n")
        words = ["prove", str(board), "--cnf", str(tmp_path / "a.cnf"), "--proof", str(tmp_path / "a.drup")]
        words += ["--solver", "dpll"]
    with terminal(*words, "--timeout", "60", at_once=True) as screen:
        screen.wait_for_match(r"\d+ s: [\d,]+ nodes, [\d,]+ nodes/s, depth [\d,]+")
