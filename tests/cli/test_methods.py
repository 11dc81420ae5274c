"""``solve --method`` and ``methods`` as users meet them."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
from pathlib import Path

import pytest

from hashicnf.search import TIE_BREAKS
from tests.commands import IN_SHELL, PROGRAM, interrupt, run, start, terminal
from tests.extras import marked
from tests.portions import few

ROOT = Path(__file__).parent.parent.parent
SMALL = str(ROOT / "examples" / "hashi" / "small.puz")
SOLUTION = (ROOT / "examples" / "hashi" / "small.sol").read_text()
CROSSING = str(ROOT / "examples" / "hashi" / "witness_crossing.puz")
UNIT = str(ROOT / "dimacs" / "textbook" / "unit.cnf")
METHODS = [
    *("cdcl", "dpll", "astar", "breadthfirst", "bruteforce", "dfs", "backtracking"),
    *("greedy", "greedydfs", "idastar", "iddfs"),
]
TILES = ["walking-distance", "linear-conflict", "manhattan", "hamming", "pattern-database", "m3h", "zero"]

KLOTSKI = ["obstacles-distance", "obstacles", "manhattan", "zero"]


@pytest.fixture
def endless(tmp_path: Path) -> str:
    """Return a board on which searches in the space grid take hours."""
    path = tmp_path / "endless.puz"
    path.write_text("\n".join(["2" * 12] * 12) + "\n")
    return str(path)


NAMES = [method for method in METHODS if method != "bruteforce"]


@pytest.mark.parametrize("method", [*NAMES, "pysat", "bfs", pytest.param("bruteforce", marks=pytest.mark.slow)])
def test_every_method_prints_the_same_checked_solution(method: str) -> None:
    result = run("solve", SMALL, "--method", method)
    assert (result.returncode, result.stdout, result.stderr) == (0, SOLUTION, "")


def test_brute_force_prints_the_solution_of_a_tiny_board() -> None:
    result = run("solve", "-", "--method", "bruteforce", stdin="2.3\n...\n1.2\n")
    assert (result.returncode, result.stdout, result.stderr) == (
        0,
        "2───────3\n│       ║\n│       ║\n│       ║\n1       2\n",
        "",
    )


@pytest.mark.parametrize("method", METHODS)
def test_every_method_proves_that_there_is_none(method: str) -> None:
    result = run("solve", "-", "--method", method, stdin="2222\n.2.1\n12..\n....\n")  # counting finds no reason
    assert (result.returncode, result.stdout) == (20, "")
    by = "minisat22" if method == "cdcl" else f"the method {method}"
    assert result.stderr == f"<stdin>: unsolvable (reported by {by})\n"


def test_methods_lists_them_all_and_what_they_can_be_told() -> None:
    result = run("methods")
    assert (result.returncode, result.stderr) == (0, "")
    sections = [section.splitlines() for section in result.stdout.split("\n\n")]
    named = {lines[0]: [line.split()[0] for line in lines[1:]] for lines in sections}
    heuristics = "Heuristics in the space {}:"
    assert [name for name in named["Methods (--method):"] if name in METHODS] == METHODS
    spaces = named["Spaces of the searches (--space):"]
    assert spaces[0] == "formula"
    own = {"grid", "configurations", "cells", "candidates", "swap", "swap-all", "moves", "states", "positions"}
    assert own <= set(spaces)
    assert (
        named.items()
        >= {
            heuristics.format("formula of hashi and sudoku"): ["residual", "mst", "saturation", "zero"],
            heuristics.format("grid of hashi"): ["mst", "components", "zero"],
            heuristics.format("configurations of hashi"): ["zero"],
            heuristics.format("candidates of sudoku"): ["empty", "zero"],
            heuristics.format("swap of sudoku"): ["score", "zero"],
            heuristics.format("positions of tiles"): TILES,
            heuristics.format("moves of klotski"): KLOTSKI,
            heuristics.format("states of klotski"): [*KLOTSKI, "h-max", "goal-count"],
            heuristics.format("states of tiles"): ["zero", "h-max", "goal-count"],
            "Tie-breaks for astar, greedy, among equally good nodes (--tie-break):": [*TIE_BREAKS],
            "Branching rules for dpll, which choose the next decision (--branching):": [
                "dlis",
                "first",
                "jeroslow-wang",
                "saturation",
            ],
        }.items()
    )
    default = re.compile(r"^  (\S+) +(default(?: of [a-z, ]+?)?)  ", re.MULTILINE)
    rows = result.stdout.split("\n\n")[0]
    wanted = {"cdcl": "default", "idastar": "default of tiles", "breadthfirst": "default of klotski"}
    assert dict(default.findall(rows)) == wanted
    assert re.search(r"^  bidirectional .*; only for klotski, tiles$", rows, re.MULTILINE)
    assert re.search(r"^  bruteforce .*; only for hashi, sudoku$", rows, re.MULTILINE)
    assert rows.count("only for") == 2
    assert "guide astar, greedy, greedydfs, idastar, iddfs (whose default is zero) by h, an estimate" in result.stdout
    assert "check-heuristic tests them for a puzzle." in result.stdout
    states = {lines[0]: lines for lines in sections}[heuristics.format("states of tiles")]
    assert [line for line in states if "not admissible" in line and "goal-count" in line]
    assert "hashi: depth first on the grid" in result.stdout
    assert "; sudoku: depth first: the cells" in result.stdout
    assert re.search(r"^  residual +default +admissible, consistent +\w", result.stdout, re.MULTILINE)
    assert re.search(r"^  components +not admissible +\w", result.stdout, re.MULTILINE)
    assert all(re.search(r"  \S.*  \w", line) for lines in sections for line in lines[1:])


def test_the_options_that_are_listed_as_those_of_a_method_are_options_of_solve() -> None:
    known = set(re.findall(r"--[a-z-]+", run("solve", "--help").stdout))
    rows = [json.loads(line) for line in run("methods", "--json").stdout.splitlines()]
    listed = {row["name"]: set(row["options"]) for row in rows if row["kind"] == "method"}
    assert set().union(*listed.values()) <= known
    assert {"--trace", "--option", "--heuristic", "--tie-break"} <= listed["astar"]
    assert {"--road", "--jobs", "--solver", "--connectivity"} <= listed["cdcl"]


def test_json_holds_status_method_and_figures() -> None:
    data = json.loads(run("solve", SMALL, "--method", "astar", "--json", "--timeout", "60").stdout)
    assert (data["status"], data["method"]) == ("solved", "astar")
    assert data["solution"]["rows"] == 7
    assert data["stats"]["nodes"] >= 1
    assert data["stats"]["best_f"] == 18
    assert {"nodes_per_second", "bytes_per_node", "heuristic", "tie_break", "space"} <= set(data["stats"])
    assert "search" in data["stats"]["seconds"]
    assert json.loads(run("solve", SMALL, "--method", "pysat", "--json").stdout)["method"] == "cdcl"


def test_stats_are_lines_that_can_be_grepped() -> None:
    result = run("solve", SMALL, "--method", "backtracking", "--stats")
    lines = dict(re.split(r":\s+", line, maxsplit=1) for line in result.stderr.splitlines())
    assert (lines["method"], lines["space"]) == ("backtracking", "grid")
    assert {"nodes", "nodes per second", "bytes per node", "seconds search", "seconds total"} <= set(lines)
    assert not {"solver", "clauses total", "cuts", "connectivity"} & set(lines)


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        (["--max-nodes", "1000"], "limit of 1,000 nodes reached"),
        (["--timeout", "0.3"], "time limit of 0.3 s reached"),
        (["--max-memory", "1.5M"], "memory limit of 1,572,864 bytes reached"),
        (["--max-memory", "200000"], "memory limit of 200,000 bytes reached"),
    ],
)
def test_limits_end_with_the_reason_and_exit_code_30(options: list[str], reason: str, endless: str) -> None:
    words = ["solve", endless, "--method", "astar", "--space", "grid", *options]
    result = run(*words)
    assert (result.returncode, result.stdout, result.stderr) == (30, "", f"{endless}: no answer: {reason}\n")
    data = json.loads(run(*words, "--json").stdout)
    assert (data["status"], data["reason"]) == ("unknown", reason)
    assert data["stats"]["nodes"] > 0


@pytest.mark.parametrize(
    "options",
    [
        ["--method", "astra"],
        ["--method", "dpll", "--connectivity", "block"],
        ["--method", "astar", "--heuristic", "nosuch"],
        ["--method", "astar", "--tie-break", "nosuch"],
        ["--method", "dfs", "--heuristic", "mst"],
        ["--method", "astar", "--max-memory", "5X"],
        ["--method", "astar", "--max-memory", "0"],
        ["--method", "dpll", "--branching", "nosuch"],
        ["--trace", "a.jsonl"],
    ],
)
def test_requests_that_make_no_sense_end_with_2_and_leave_no_trace(options: list[str], tmp_path: Path) -> None:
    trace = tmp_path / "never.jsonl"
    given = options if "--trace" in options else [*options, "--trace", str(trace)]
    result = run("solve", SMALL, *given)
    assert (result.returncode, result.stdout) == (2, "")
    assert "Traceback" not in result.stderr
    assert not trace.exists()
    assert not Path("a.jsonl").exists()


@pytest.mark.parametrize(
    ("method", "heading"),
    [
        ("astar", "Search by A* on"),
        ("idastar", "Search by IDA* on"),
        ("greedy", "Greedy best-first search on"),
        ("dpll", "Search by DPLL on"),
        ("backtracking", "Search by backtracking on"),
    ],
)
def test_a_trace_is_told_in_sentences(method: str, heading: str, tmp_path: Path) -> None:
    trace = str(tmp_path / "a.jsonl")
    assert run("solve", SMALL, "--method", method, "--trace", trace).stdout == SOLUTION
    told = run("explain-trace", trace)
    assert (told.returncode, told.stderr) == (0, "")
    assert heading in told.stdout
    assert "island" in told.stdout


@pytest.mark.parametrize("method", ["astar", "idastar", "dpll", "backtracking", "bruteforce"])
def test_a_search_is_told_while_it_runs_as_its_trace_is_explained(method: str, tmp_path: Path) -> None:
    trace, words = str(tmp_path / "a.jsonl"), ["solve", SMALL, "--method", method, "--max-nodes", "300"]
    written = run(*words, "--trace", trace)
    told = run(*words, "--trace", "-")
    assert (told.returncode, told.stderr) == (written.returncode, written.stdout + written.stderr)
    assert "Search by" in told.stdout
    steps, end = told.stdout.rsplit("(", 1)  # the line of the end breaks elsewhere if it took longer
    explained, same_end = run("explain-trace", trace).stdout.rsplit("(", 1)
    assert steps == explained
    assert end.split()[1:] == same_end.split()[1:]


@pytest.mark.parametrize("name", ["/dev/stdout", "OUT"])
def test_records_on_standard_output_leave_the_answer_to_stderr(name: str, tmp_path: Path) -> None:
    """This also holds if standard output is a file, under any name; the earlier contents of the file are kept."""
    out = tmp_path / "out"
    out.write_text("before\n")
    command = [*PROGRAM, "solve", SMALL, "--method", "astar", "--trace", name.replace("OUT", str(out))]
    with out.open("a") as stream:
        result = subprocess.run(command, stdout=stream, stderr=subprocess.PIPE, text=True, check=True)
    assert result.stderr == SOLUTION
    before, *lines = out.read_text().splitlines()
    assert before == "before"
    assert [json.loads(lines[i])["event"] for i in (0, -1)] == ["start", "end"]


def test_records_go_through_a_pipe_to_be_explained() -> None:
    command = f"{IN_SHELL} solve {shlex.quote(SMALL)} --method astar --trace /dev/stdout | {IN_SHELL} explain-trace -"
    result = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=True)
    assert "Search by A*" in result.stdout
    assert result.stderr == SOLUTION


@pytest.mark.parametrize("name", ["-", "/dev/stdout"])
def test_json_and_a_trace_do_not_mix(name: str) -> None:
    result = start("solve", SMALL, "--method", "astar", "--json", "--trace", name)
    message = f"hashicnf: --json and --trace {name}: both want standard output; give the trace a file of its own\n"
    assert (result.returncode, result.stdout, result.stderr) == (2, "", message)
    assert json.loads(run("solve", SMALL, "--method", "astar", "--json", "--trace", os.devnull).stdout)


def test_sentences_come_while_the_search_runs(endless: str) -> None:
    """On a terminal they are not disturbed by a status line."""
    with terminal("solve", endless, "--method", "backtracking", "--trace", "-", output=True) as screen:
        screen.wait_for("Suppose")
        assert screen.process.poll() is None
        assert "nodes/s" not in screen.shown


@pytest.mark.parametrize("suffix", marked(["gz", "xz", "zst"]))
def test_a_trace_is_compressed_by_its_ending(suffix: str, tmp_path: Path) -> None:
    trace = str(tmp_path / f"a.jsonl.{suffix}")
    assert run("solve", SMALL, "--method", "astar", "--trace", trace).stdout == SOLUTION
    assert Path(trace).read_bytes()[:1] != b"{"
    assert "Search by A*" in run("explain-trace", trace).stdout


def test_a_trace_tells_of_one_puzzle(tmp_path: Path) -> None:
    has = tmp_path / "two.puz"
    has.write_text("1.1\n---\n2.2\n")
    count = run("solve", str(has), "--json").stdout.count("\n")
    assert count == 2
    result = run("solve", str(has), "--method", "astar", "--trace", str(tmp_path / "a.jsonl"))
    assert result.returncode == 2
    assert "a trace is of one puzzle, and there are 2" in result.stderr


def test_a_trace_that_cannot_be_written_is_said_in_one_line(tmp_path: Path) -> None:
    target = tmp_path / "no" / "a.jsonl"
    result = run("solve", SMALL, "--method", "astar", "--trace", str(target))
    message = f"hashicnf: {target}: cannot be written: there is no folder {target.parent}\n"
    assert (result.returncode, result.stderr) == (2, message)


@pytest.mark.parametrize("method", few(["astar", "backtracking", "bruteforce"], 1))
def test_an_interrupt_prints_the_figures_and_leaves_a_readable_trace(method: str, endless: str, tmp_path: Path) -> None:
    trace = tmp_path / "a.jsonl"
    space = [] if method != "astar" else ["--space", "grid"]
    result = interrupt("solve", endless, "--method", method, *space, "--trace", str(trace))
    assert (result.returncode, result.stdout) == (130, "")
    lines = result.stderr.splitlines()
    assert lines[0] == f"{endless}: no answer: interrupted from the keyboard"
    assert lines[-1] == "hashicnf: interrupted"
    assert any(line.startswith("nodes per second:") for line in lines)
    last = json.loads(trace.read_text().splitlines()[-1])
    assert (last["event"], last["outcome"]) == ("end", "stopped")
    assert sorted(p.name for p in tmp_path.iterdir()) == ["a.jsonl", "endless.puz"]


def test_a_terminal_shows_how_far_it_is(endless: str) -> None:
    with terminal("solve", endless, "--method", "astar", "--space", "grid", "--timeout", "1", at_once=True) as screen:
        assert screen.finish() == (30, b"")
    assert re.search(
        r"\r\x1b\[K\d+ s: [\d,]+ nodes, [\d,]+ nodes/s, depth \d+, open [\d,]+, closed [\d,]+, best f", screen.shown
    )
    message = r"no\s+answer:\s+time\s+limit\s+of\s+1\s+s\s+reached"  # broken where the length of the name demands it
    assert re.search(rf"\r\x1b\[K[^\x1b]*:\s+{message}\r\n(\r\x1b\[K[^\r\n]*)*$", screen.shown)
    assert screen.shown.endswith(("\n", "\x1b[K"))  # what is drawn beside the last message is wiped away


def test_help_says_what_residual_and_components_are() -> None:
    text = " ".join(run("solve", "--help").stdout.split())
    assert "f = g + h is the same on every path that can succeed" in text
    assert "propagation and the tie-break determine the order" in text
    assert "it is not admissible" in text


def test_brute_force_says_why_a_complete_configuration_is_wrong() -> None:
    told = run("solve", "-", "--method", "bruteforce", "--trace", "-", stdin="2.1\n...\n1..\n").stdout
    sentences = [re.sub(r"^ *\d+ +", "", line) for line in told.splitlines()]
    assert sentences.count("Contradiction: island 2 at row 1, column 1 has only one of its two bridges.") == 2
    at = sentences.index("Solved: nothing is left to decide.")
    assert sentences[at - 1].startswith("Or else there is exactly one bridge")


@pytest.mark.parametrize("command", ["solve", "sat", "prove", "compare"])
@pytest.mark.parametrize("amount", ["nan", "inf", "1e7", "-1"])
def test_times_that_no_clock_can_keep_are_refused(command: str, amount: str, tmp_path: Path) -> None:
    files = ["--cnf", str(tmp_path / "a.cnf"), "--proof", str(tmp_path / "a.drup")] if command == "prove" else []
    result = run(command, SMALL, *files, "--timeout", amount)
    assert (result.returncode, result.stdout) == (2, "")
    assert re.search(r"is no time limit: give 0 to 1,000,000 seconds, or none", " ".join(result.stderr.split()))


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["solve", SMALL], 30),
        (["solve", SMALL, "--solver", "cadical153"], 30),
        (["solve", SMALL, "--method", "astar"], 30),
        (["solve", SMALL, "--method", "dpll"], 30),
        (["prove", CROSSING, "--cnf", "CNF", "--proof", "PROOF"], 30),
        (["sat", UNIT], 0),
        (["sat", UNIT, "--solver", "dpll"], 0),
        (["compare", SMALL, "--methods", "dpll", "--as", "csv"], 0),
        (["bench", SMALL, "--as", "csv"], 0),
    ],
)
def test_no_time_is_over_at_once(words: list[str], code: int, tmp_path: Path) -> None:
    """This also holds if there is nothing to search."""
    files = {"CNF": str(tmp_path / "a.cnf"), "PROOF": str(tmp_path / "a.drup")}
    result = run(*(files.get(word, word) for word in words), "--timeout", "0")
    assert (result.returncode, list(tmp_path.iterdir())) == (code, [])
    said = {"bench": "", "compare": "time limit"}.get(words[0], "time limit of 0 s reached")
    assert said in result.stdout + result.stderr


def test_the_longest_time_can_be_kept() -> None:
    assert run("solve", SMALL, "--timeout", "1e6").stdout == SOLUTION


@pytest.mark.parametrize("command", ["compare", "bench"])
def test_a_picture_that_cannot_be_written_is_said_before_the_work(command: str, tmp_path: Path) -> None:
    (tmp_path / "a.svg").mkdir()
    for name, why in (("no/a.png", f"there is no folder {tmp_path / 'no'}"), ("a.svg", "it is a folder")):
        result = run(command, SMALL, "--plot", str(tmp_path / name))
        message = f"hashicnf: {tmp_path / name}: cannot be written: {why}\n"
        assert (result.returncode, result.stdout, result.stderr) == (2, "", message)


def test_only_methods_that_fit_the_family_are_offered() -> None:
    refused = run("solve", "examples/tiles/small.puz", "--method", "frontier")
    assert refused.returncode == 2
    offered = refused.stderr.strip().partition("there are: ")[2].split(", ")
    assert {"idastar", "breadthfirst", "bidirectional"} <= {*offered}
    assert not {"frontier", "bruteforce"} & {*offered}


def test_a_puzzle_that_is_plainly_unsolvable_leaves_nothing_to_compare() -> None:
    report = run("check-heuristic", "tiles", "manhattan", "-", stdin="family: tiles\n182\n543\n67.\n")
    assert (report.returncode, "true here" in report.stdout) == (20, False)
    assert "nothing to compare: the puzzle is plainly unsolvable" in report.stdout
