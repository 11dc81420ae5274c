"""The command line as users meet it: output, exit codes, pipes, nothing left behind."""

from __future__ import annotations

import csv
import json
import os
import re
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from functools import cache
from itertools import product
from pathlib import Path
from shlex import quote

import pytest

from hashicnf.errors import Exit
from tests.commands import IN_SHELL, PROGRAM, is_running, run, start, started, wait_for_child, wait_for_work
from tests.extras import marked, needs
from tests.patience import wait_until

ROOT = Path(__file__).parent.parent.parent
PIGEONS = str(ROOT / "dimacs" / "textbook" / "pigeons_5_4.cnf")
SMALL = str(ROOT / "examples" / "hashi" / "small.puz")
TREE = str(ROOT / "examples" / "hashi" / "tree.puz")  # not decided by propagation
SOLUTION = (ROOT / "examples" / "hashi" / "small.sol").read_text()
TALL = str(ROOT / "examples" / "sudoku" / "tall.puz")  # propagation does not solve it
OF_TALL = (ROOT / "examples" / "sudoku" / "tall.sol").read_text()
CROSSING = str(ROOT / "examples" / "hashi" / "witness_crossing.puz")
COMMANDS = [
    "encode",
    "decode",
    "solve",
    "check",
    "draw",
    "convert",
    "generate",
    "sat",
    "explain-trace",
    "batch",
    "results",
    "bench",
    "compare",
    "formats",
    "solvers",
    "encodings",
]


def test_solve_prints_the_checked_solution() -> None:
    result = start("solve", SMALL)
    assert (result.returncode, result.stdout, result.stderr) == (0, SOLUTION, "")


def test_solve_reads_standard_input_and_prints_json() -> None:
    result = start("solve", "-", "--json", stdin=Path(TREE).read_text())
    data = json.loads(result.stdout)
    assert (result.returncode, data["status"], data["puzzle"]) == (0, "solved", "<stdin>")
    assert data["stats"]["rounds"] >= 1
    assert {"encode", "load", "search"} <= set(data["stats"]["seconds"])


@pytest.mark.parametrize(
    ("words", "stdin"),
    [
        (["solve", "-", "--style", "csv"], Path(SMALL).read_text()),
        (["solve", CROSSING], None),
        (["sat", PIGEONS], None),
        (["convert", "-"], "2.x\n"),
        (["encode", "--no-such"], None),
    ],
)
def test_a_command_that_is_run_here_does_what_its_process_does(words: list[str], stdin: str | None) -> None:
    """Most tests run commands in their own process, so this must be equivalent."""
    here, apart = run(*words, stdin=stdin), start(*words, stdin=stdin)
    assert (here.returncode, here.stdout, here.stderr) == (apart.returncode, apart.stdout, apart.stderr)


@pytest.mark.parametrize("options", [[], ["--no-simplify"]])
def test_the_main_road(options: list[str], tmp_path: Path) -> None:
    """Simplified, this formula consists of unit clauses."""
    cnf, model, solution = (str(tmp_path / name) for name in ("a.cnf", "a.out", "a.sol"))
    assert run("encode", SMALL, "-o", cnf, *options).returncode == 0
    solved = run("sat", cnf)
    assert solved.returncode == 10
    Path(model).write_text(solved.stdout)
    decoded = run("decode", model, "--cnf", cnf)
    assert (decoded.returncode, decoded.stdout) == (0, SOLUTION)
    assert run("decode", model, "--puzzle", SMALL).stdout == SOLUTION
    Path(solution).write_text(decoded.stdout)
    checked = run("check", SMALL, solution)
    assert (checked.returncode, checked.stdout) == (0, "correct: every rule is kept\n")


@pytest.mark.parametrize("name", ["minisat", "cadical", "cryptominisat5", "picosat", "clasp"])
def test_every_solver_on_the_road(name: str, tmp_path: Path, need_solver: Callable[[str], None]) -> None:
    need_solver(name)
    cnf, model = str(tmp_path / "a.cnf"), tmp_path / "a.out"
    assert run("encode", SMALL, "-o", cnf, "--no-simplify").returncode == 0
    words = [name, cnf, str(model)] if name == "minisat" else [name, cnf]
    solved = subprocess.run(words, capture_output=True, check=False)
    if name != "minisat":
        model.write_bytes(solved.stdout)
    assert run("decode", str(model), "--cnf", cnf).stdout == SOLUTION
    assert run("solve", SMALL, "--solver", name).stdout == SOLUTION


def test_solve_around_our_own_command() -> None:
    result = run("solve", TALL, "--solver", f"{IN_SHELL} sat {{cnf}}", "--timeout", "60")
    assert (result.returncode, result.stdout) == (0, OF_TALL)


@pytest.mark.parametrize("timeout", [[], ["--timeout", "60"]])
@pytest.mark.parametrize("solver", ["cadical153", "minisat22", "glucose4"])
def test_solvers_inside_pysat_with_and_without_a_limit(solver: str, timeout: list[str]) -> None:
    result = run("solve", TALL, "--solver", solver, *timeout)
    assert (result.returncode, result.stdout) == (0, OF_TALL)


def test_an_incomplete_formula_says_so_and_can_be_refined_by_hand(tmp_path: Path) -> None:
    puzzle = tmp_path / "a.puz"
    puzzle.write_text("2.2.2\n.....\n2.2.2\n")
    cnf, model, cuts = (str(tmp_path / name) for name in ("a.cnf", "a.out", "a.cuts"))
    codes = []
    added: list[str] = []
    for _ in range(10):
        assert run("encode", str(puzzle), "--connectivity", "lazy", "-o", cnf, *added).returncode == 0
        assert "INCOMPLETE" in Path(cnf).read_text()
        assert "restricted" not in Path(cnf).read_text()
        Path(model).write_text(run("sat", cnf).stdout)
        decoded = run("decode", model, "--cnf", cnf, "--cuts", cuts)
        codes.append(decoded.returncode)
        if decoded.returncode == 0:
            break
        assert "groups instead of one" in decoded.stderr
        assert re.search(
            rf"^this model is excluded by [1-9]\d* clauses?: {re.escape(cuts)}$", decoded.stderr, re.MULTILINE
        )
        added = ["--add", cuts]
    assert codes[-1] == 0
    assert decoded.stderr == f"{cuts} is not written; the file that was there is kept: there is no model to exclude\n"


def test_exit_codes(tmp_path: Path) -> None:
    bad = tmp_path / "bad.puz"
    bad.write_text("2.x\n")
    wrong = tmp_path / "wrong.sol"
    wrong.write_text(SOLUTION.replace("═", "─"))
    unsolvable = tmp_path / "unsolvable.cnf"
    unsolvable.write_text("p cnf 1 2\n1 0\n-1 0\n")
    assert run("solve", CROSSING).returncode == 20
    assert run("solve", SMALL, "--timeout", "0").returncode == 30
    assert run("solve", str(bad)).returncode == 65
    assert run("solve", SMALL, "--solver", "no-such-solver {cnf}").returncode == 69
    assert run("solve", SMALL, "--solver", "nosuch").returncode == 2
    assert run("solve", SMALL, "--cardinality", "nosuch").returncode == 2
    assert run("nosuch").returncode == 2
    assert run("sat", str(unsolvable)).returncode == 20
    checked = run("check", SMALL, str(wrong))
    assert checked.returncode == 1
    assert "number: the island at row" in checked.stdout


def test_help_is_there_for_every_command_and_names_an_example() -> None:
    listed = run("--help").stdout
    assert all(command in listed for command in COMMANDS)
    for command in COMMANDS:
        text = run(command, "--help").stdout
        usage = text.partition("\n")[0]
        assert usage.startswith("Usage: hashicnf")
        assert re.fullmatch(r"([^][]|\[[^][]+\])+", usage), usage  # brackets are in pairs, none within another
        assert "$ hashicnf" in text, command


@pytest.mark.parametrize("ending", marked([".gz", ".bz2", ".xz", ".zst"]))
def test_compressed_files(ending: str, tmp_path: Path) -> None:
    puzzle, cnf = str(tmp_path / f"a.puz{ending}"), str(tmp_path / f"a.cnf{ending}")
    assert run("convert", SMALL, "-o", puzzle).returncode == 0
    assert run("encode", puzzle, "-o", cnf).returncode == 0
    model = tmp_path / "model"
    model.write_text(run("sat", cnf).stdout)
    assert run("decode", str(model), "--cnf", cnf).stdout == SOLUTION


def test_output_files_appear_whole_or_not_at_all(tmp_path: Path) -> None:
    target = tmp_path / "a.cnf"
    target.write_text("before")
    assert run("encode", CROSSING, "--connectivity", "nosuch", "-o", str(target)).returncode == 2
    assert target.read_text() == "before"
    assert run("encode", SMALL, "-o", str(tmp_path / "no" / "folder.cnf")).returncode == 2
    assert [p.name for p in tmp_path.iterdir()] == ["a.cnf"]


def test_output_that_cannot_be_written_is_said_in_one_line(tmp_path: Path) -> None:
    result = run("encode", SMALL, "-o", str(tmp_path))
    assert (result.returncode, result.stderr) == (2, f"hashicnf: {tmp_path}: cannot be written: it is a folder\n")


def test_a_link_is_kept_and_what_it_leads_to_is_written(tmp_path: Path) -> None:
    target, link = tmp_path / "a.cnf", tmp_path / "link.cnf"
    for before in ("", "before"):  # the link may lead nowhere yet
        if before:
            target.write_text(before)
        link.unlink(missing_ok=True)
        link.symlink_to(target)
        assert run("encode", SMALL, "-o", str(link)).returncode == 0
        assert link.is_symlink()
        assert target.read_text().startswith("c hashicnf")


def test_standard_output_by_its_other_name_is_not_replaced(tmp_path: Path) -> None:
    out = tmp_path / "a.cnf"
    out.write_text("before\n")
    with out.open("a") as stream:
        command = [*PROGRAM, "encode", SMALL, "-o", "/dev/stdout"]
        subprocess.run(command, stdout=stream, check=True)
    assert Path("/dev/stdout").is_symlink()
    assert out.read_text().startswith("before\nc hashicnf")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full, which Linux has")
@pytest.mark.parametrize(
    "command", ["encode {}", "solve {}", "solve {} --method astar --trace -", "methods", "--version"]
)
def test_a_full_disk_is_said_in_one_line(command: str) -> None:
    shell = f"{IN_SHELL} {command.format(quote(SMALL))} > /dev/full"
    result = subprocess.run(["bash", "-c", shell], capture_output=True, text=True, check=False)
    assert result.returncode == 2
    assert result.stderr.endswith("hashicnf: standard output: No space left on device\n")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full, which Linux has")
@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (f"solve {quote(SMALL)} --stats", 0),
        ("solve --bogus", 2),
        (f"solve {quote(CROSSING)}", 20),
        ("solve missing.puz", 65),
    ],
)
def test_messages_that_cannot_be_written_leave_the_exit_code(arguments: str, code: int) -> None:
    shell = f"{IN_SHELL} {arguments} 2> /dev/full"
    assert subprocess.run(["bash", "-c", shell], capture_output=True, check=False).returncode == code


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full, which Linux has")
@pytest.mark.parametrize("suffix", marked(["", ".gz", ".bz2", ".xz", ".zst"]))
@pytest.mark.parametrize(
    "command",
    [
        f"encode {quote(SMALL)} -o",
        f"solve {quote(SMALL)} --method astar --trace",
        f"solve {quote(SMALL)} --method bruteforce --max-nodes 3000 --trace",
        f"sat {quote(PIGEONS)} --solver dpll --proof",
        f"sat {quote(PIGEONS)} --solver dpll --trace",
        "generate --solution",
    ],
)
def test_the_file_on_a_full_disk_is_named(command: str, suffix: str, tmp_path: Path) -> None:
    full = tmp_path / f"full{suffix}"
    full.symlink_to("/dev/full")
    result = run(*shlex.split(command), str(full))
    message = f"hashicnf: {full}: cannot be written: No space left on device"
    assert (result.returncode, result.stderr.splitlines()[-1]) == (2, message)


@pytest.mark.parametrize(
    ("command", "left"), [("encode {} --connectivity planar -o", ["a"]), ("solve {} --method dpll --trace", [])]
)
def test_the_file_that_grows_too_large_is_named(command: str, left: list[str], tmp_path: Path) -> None:
    """As on a disk that becomes full within a file: what was there before stays, or nothing of a trace, written in place."""
    target = tmp_path / "a"
    target.write_text("before")
    board = str(ROOT / "examples" / "hashi" / "wide.puz")
    words = [*PROGRAM, *(word.format(board) for word in command.split()), str(target)]
    limited = f"ulimit -f 8; exec {shlex.join(words)}"
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}  # compiled modules would be cut off, too, and stay so
    result = subprocess.run(["bash", "-c", limited], capture_output=True, text=True, env=environment, check=False)
    assert result.returncode == 2
    assert re.fullmatch(rf"hashicnf: {re.escape(str(target))}: cannot be written: File too large\n", result.stderr)
    assert [path.name for path in tmp_path.iterdir()] == left
    assert not left or target.read_text() == "before"


@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_standard_output_that_grows_too_large_is_named(unbuffered: str, tmp_path: Path) -> None:
    """Python's own stream without a buffer would silently drop the rest."""
    shell = f"ulimit -f 1; {IN_SHELL} encode {quote(SMALL)} --no-simplify > {quote(str(tmp_path / 'a'))}"
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1", "PYTHONUNBUFFERED": unbuffered}
    result = subprocess.run(["bash", "-c", shell], capture_output=True, text=True, env=environment, check=False)
    assert (result.returncode, result.stderr) == (2, "hashicnf: standard output: File too large\n")


@cache
def lattice() -> str:
    """Return a board whose formula takes every solver long."""
    return run("generate", "hashi", "--lattice", "40").stdout


PLACES = {
    "inside": ["--solver", "minisat22"],
    "moved": [],
    "child": ["--timeout", "60"],
    "outside": ["--solver", "SOLVER"],
}


@pytest.mark.parametrize(
    ("place", "number"),
    [
        *((place, signal.SIGINT) for place in PLACES),
        *((place, signal.SIGTERM) for place in ("inside", "outside")),
        *(pytest.param(place, signal.SIGTERM, marks=pytest.mark.slow) for place in ("moved", "child")),
    ],
)
def test_signals_end_everything(place: str, number: int, tmp_path: Path) -> None:
    """This holds for a solver in this process, or in another one from the start, or after some conflicts."""
    board = str(tmp_path / "lattice.puz")
    Path(board).write_text(lattice())
    slow = tmp_path / "slow"
    slow.write_text("#!/bin/sh\nsleep 97\n")
    slow.chmod(0o755)
    command = ["solve", board, "--connectivity", "planar"]
    command += [option.replace("SOLVER", quote(str(slow))) for option in PLACES[place]]
    environment = {**os.environ, "TMPDIR": str(tmp_path)}
    with started(*command, env=environment, stderr=subprocess.PIPE, text=True) as process:
        child = None if place == "inside" else wait_for_child(process.pid)
        if child is None:
            wait_for_work(process.pid)
        time.sleep(0.2)  # a process that has just started a child goes on to wait for it
        process.send_signal(number)
        errors = process.communicate(timeout=60)[1]
    assert process.returncode in (-number, 128 + number)
    wait_until(lambda: child is None or not is_running(child))
    if number == signal.SIGINT:
        assert errors.startswith(f"{board}: no answer: interrupted from the keyboard\n")
        assert "\nseconds total:" in errors
        assert errors.endswith("hashicnf: interrupted\n")
    else:
        assert errors == ""
    assert sorted(p.name for p in tmp_path.iterdir()) == ["lattice.puz", "slow"]


def test_an_interrupt_while_a_message_is_printed_leaves_no_traceback() -> None:
    script = """
import sys
from hashicnf.cli import app, main
def interrupted(text):
    raise KeyboardInterrupt
app.say = interrupted
sys.argv[1:] = ["solve", "missing.puz", "--timeout", "soon"]
main()
"""
    result = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert (result.returncode, result.stdout, result.stderr) == (130, "", "")


@pytest.mark.parametrize("ignored", [False, True])
def test_an_interrupt_while_the_program_starts_ends_it_without_a_word(ignored: bool, tmp_path: Path) -> None:
    (tmp_path / "typer.py").write_text(
        "import os, signal\nos.kill(os.getpid(), signal.SIGINT)\nprint('on')\nraise SystemExit\n"
    )
    command = [
        sys.executable,
        "-c",
        "import sys; sys.path.insert(0, sys.argv.pop()); import hashicnf.cli as c; c.main()",
    ]
    before = signal.signal(signal.SIGINT, signal.SIG_IGN) if ignored else None
    try:
        result = subprocess.run([*command, str(tmp_path)], capture_output=True, text=True, check=False)
    finally:
        if before is not None:
            signal.signal(signal.SIGINT, before)
    assert (result.returncode, result.stdout, result.stderr) == (
        (0, "on\n", "") if ignored else (-signal.SIGINT, "", "")
    )


def test_one_puzzle_of_a_file_has_a_number(tmp_path: Path) -> None:
    boards = tmp_path / "boards.puz"
    boards.write_text("1.1\n---\n2.2\n")
    done = run("hint", str(boards))
    assert (done.returncode, f"expected one of them: {boards}#1, for example" in done.stderr) == (65, True)
    assert run("solve", f"{boards}#2").stdout == "2═══════2\n"
    assert json.loads(run("solve", f"{boards}#2", "--json").stdout)["puzzle"] == f"{boards} #2"
    assert run("hint", f"{boards}#1").returncode == 0
    done = run("solve", f"{boards}#3")
    assert (done.returncode, done.stderr) == (
        65,
        f"hashicnf: {boards}: the file holds 2 puzzles, and none has the number 3\n",
    )
    for target in (str(boards), f"{boards}#1"):
        done = run("convert", f"{boards}#1", "-o", target)
        assert "is read by this command" in done.stderr
    assert run("solve", f"{boards}#{'9' * 5000}").returncode == 65
    assert run("convert", f"{boards}#1", f"{boards}#2", "-o", f"{tmp_path / 'apart'}/").returncode == 0
    assert sorted(path.name for path in (tmp_path / "apart").iterdir()) == ["boards-1.puz", "boards-2.puz"]
    (tmp_path / "boards.puz#2").write_text("3.3\n")
    assert run("draw", f"{boards}#2").stdout == "3   ·   3\n"


def test_odd_names(tmp_path: Path) -> None:
    for name in ("--version", "a b.puz", "$(x);'\".puz", "-rf", "ünï.puz"):
        (tmp_path / name).write_text(Path(SMALL).read_text())
        result = run("solve", "--", name, cwd=tmp_path)
        assert (result.returncode, result.stdout) == (0, SOLUTION), name


def test_a_closed_pipe_is_no_error() -> None:
    board = str(ROOT / "examples" / "hashi" / "wide.puz")
    command = f"{IN_SHELL} encode {quote(board)} | head -1"
    result = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=True)
    assert result.stdout.startswith("c hashicnf 1 {")
    assert result.stderr == ""


def test_commands_whose_reader_has_gone_end_by_that(tmp_path: Path) -> None:
    board = str(ROOT / "examples" / "hashi" / "large.puz")
    trace = str(tmp_path / "a.jsonl")
    run("solve", board, "--method", "bruteforce", "--max-nodes", "3000", "--trace", trace)
    unsolvable = str(ROOT / "examples" / "hashi" / "witness_connectivity.puz")
    traced = ["solve", board, "--method", "dpll", "--trace", "-"]
    for words in (["explain-trace", trace], traced, ["diagnose", unsolvable]):
        command = [*PROGRAM, *words]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
            assert process.stdout is not None
            process.stdout.close()
            assert process.wait(60) == Exit.UNREAD, words


@needs("cairosvg")
def test_a_pdf_whose_reader_has_gone_leaves_nothing(tmp_path: Path) -> None:
    pages = tmp_path / "pages.pdf"
    pages.symlink_to("/dev/stdout")
    boards = shlex.join([SMALL] * 3)
    command = f"{IN_SHELL} draw {boards} -o {quote(str(pages))} | true; echo ${{PIPESTATUS[0]}} >&2"
    result = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=True)
    assert result.stderr == f"{Exit.UNREAD:d}\n"
    assert [*tmp_path.iterdir()] == [pages]


@pytest.mark.parametrize(
    ("command", "code", "message"),
    [
        (f"draw {quote(SMALL)} >&-", 2, "hashicnf: standard output: Bad file descriptor\n"),
        (f"encode {quote(SMALL)} >&-", 2, "hashicnf: standard output: Bad file descriptor\n"),
        (
            f"solve {quote(SMALL)} --method dpll --trace - 2>&1 >&- | tail -n 1 >&2; exit ${{PIPESTATUS[0]}}",
            2,
            "hashicnf: standard output: Bad file descriptor\n",
        ),
        ("--help >&-", 2, "hashicnf: standard output: Bad file descriptor\n"),
        ("draw - <&-", 65, "hashicnf: <stdin>: cannot be read: Bad file descriptor\n"),
        ("encode - -o /dev/null <&-", 65, "hashicnf: <stdin>: cannot be read: Bad file descriptor\n"),
        (f"encode {quote(SMALL)} -o /dev/null <&- >&-", 0, ""),
        (f"draw {quote(SMALL)} >/dev/null 2>&-", 0, ""),
        ("draw nowhere.puz 2>&-", 65, ""),
    ],
)
def test_closed_standard_streams(command: str, code: int, message: str) -> None:
    line = f"{IN_SHELL} {command}"
    result = subprocess.run(["bash", "-c", line], capture_output=True, text=True, check=False)
    assert (result.returncode, result.stderr) == (code, message)


def test_what_a_closed_stream_was_called_is_no_file_of_ours(tmp_path: Path) -> None:
    """With standard output closed, the first file opened would get its descriptor, and the printed text."""
    target = tmp_path / "small.cnf"
    line = f"{IN_SHELL} encode {quote(SMALL)} -o {quote(str(target))} <&- >&- 2>&-"
    assert subprocess.run(["bash", "-c", line], check=False).returncode == 0
    assert target.read_text() == run("encode", SMALL).stdout


def test_bench_measures_a_matrix() -> None:
    tree = str(ROOT / "examples" / "hashi" / "tree.puz")
    command = ["bench", tree, "--json", "--repeat", "2", "--solver", "default,glucose4"]
    records = [json.loads(line) for line in run(*command).stdout.splitlines()]
    assert {r["status"] for r in records} == {"solved"}
    assert [(r["solver"], r["used"]) for r in records] == [("default", "minisat22")] * 2 + [
        ("glucose4", "glucose4")
    ] * 2


def test_bench_measures_static_cuts() -> None:
    command = ["bench", SMALL, "--connectivity", "lazy,planar", "--cuts", "0, 2"]
    records = [json.loads(line) for line in run(*command, "--json").stdout.splitlines()]
    assert [(r["connectivity"], r["static_cuts"]) for r in records] == list(product(("lazy", "planar"), (0, 2)))
    assert records[0]["clauses"] < records[1]["clauses"]
    medium = str(ROOT / "examples" / "hashi" / "medium.puz")
    result = run("bench", SMALL, medium, "--cuts", "0,2", "--as", "csv")
    assert result.returncode == 0
    head, *rows = csv.reader(result.stdout.splitlines())
    assert head[:4] == ["folder", "solver", "used", "cardinality"]
    assert head[-10:-6] == ["par2 ms", "cpu ms", "rounds", "conflicts"]
    assert head[-4:] == ["version", "solver version", "machine", "finished"]
    assert [len(row) for row in rows] == [len(head)] * 2


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ((), "nothing to measure: give puzzle files or folders, or --phases"),
        ((SMALL, "--solver", ","), "--solver ',': expected names, separated by commas"),
        ((SMALL, "--connectivity", ""), "--connectivity '': expected names, separated by commas"),
        ((SMALL, "--cuts", "2,-1"), "--cuts '2,-1': expected sizes of sets, separated by commas"),
        ((SMALL, "--cuts", ""), "--cuts '': expected sizes of sets, separated by commas"),
    ],
)
def test_bench_refuses_lists_of_nothing(options: tuple[str, ...], message: str) -> None:
    result = run("bench", *options)
    assert (result.returncode, result.stdout, result.stderr) == (2, "", f"hashicnf: {message}\n")


def test_bench_times_phases_on_boards_of_its_own() -> None:
    lines = run("bench", "--phases", "30,60", "--as", "csv").stdout.splitlines()
    assert lines[0] == "microseconds an island,30,60,growth,of it system"
    assert len(lines) == 12
    assert all(float(figure) >= 0 for line in lines[1:] for figure in line.rsplit(",", 4)[1:])
    records = [json.loads(line) for line in run("bench", "--phases", "40", "--json").stdout.splitlines()]
    assert {"read the board", "encode, planar", "check"} <= {record["name"] for record in records}
    assert run("bench", "--phases", "1").returncode == 2
    assert "generates its boards" in run("bench", "--phases", "30", SMALL).stderr
    assert "separated by commas" in run("bench", "--phases", "ten").stderr


@needs("matplotlib")
def test_bench_draws(tmp_path: Path) -> None:
    target = tmp_path / "plot.svg"
    assert run("bench", SMALL, "--plot", str(target)).returncode == 0
    assert target.read_bytes().startswith(b"<?xml")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--lattice", "4", "--unsolvable"), "--lattice has no use for --unsolvable"),
        (("--lattice", "4", "--no-loops", "--seed", "0"), "--lattice has no use for --seed and --no-loops"),
        (("--lattice", "4", "--size", "9x9", "--loops", "0"), "--lattice has no use for --size and --loops"),
        (("--solution", "-"), "two results cannot both go to standard output; name a file for one of them"),
        (("--solution", "a.puz", "-o", "a.puz"), "a.puz: two results cannot go to one file; name another one"),
    ],
)
def test_generate_refuses_what_it_would_ignore(options: tuple[str, ...], message: str, tmp_path: Path) -> None:
    result = run("generate", "hashi", *options, cwd=tmp_path)
    assert (result.returncode, result.stdout, result.stderr) == (2, "", f"hashicnf: {message}\n")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("command", "line"),
    [
        (
            "prove",
            "PUZZLE Puzzle file (boards.puz#2: its second puzzle), URL or game ID, or - for standard input. [required]",
        ),
        ("unique", "PUZZLE... Puzzle files (boards.puz#2: its second puzzle), URLs or game IDs, or - for standard"),
        ("bench", "[PATH...] Puzzle files, folders of them, URLs or game IDs."),
    ],
)
def test_help_says_what_the_arguments_are(command: str, line: str) -> None:
    assert f" {line} " in " ".join(run(command, "--help").stdout.split())


def test_the_board_in_the_readme_is_solvable() -> None:
    board = (ROOT / "README.md").read_text().split("```text\n# settings", 1)[1].split("```", 1)[0]
    assert run("solve", "-", stdin="# settings" + board).returncode == 0


@pytest.mark.parametrize(("depth", "code"), [("1", 30), ("99", 20)])
def test_a_formula_of_bounded_depth_proves_nothing(depth: str, code: int, tmp_path: Path) -> None:
    """The board has a solution, a path; only because of the bound could it be called unsolvable."""
    cnf, model, board = tmp_path / "a.cnf", tmp_path / "model", tmp_path / "a.puz"
    board.write_text("1.2.2.1\n")
    assert run("encode", str(board), "--connectivity", "levels-unary", "--depth", depth, "-o", str(cnf)).returncode == 0
    model.write_text("s UNSATISFIABLE\n")
    result = run("decode", str(model), "--cnf", str(cnf))
    assert result.returncode == code
    assert ("which may leave out solutions" in result.stderr) == (code == 30)
    result = run("decode", str(model), "--puzzle", str(board))
    assert result.returncode == 30
    assert "may leave out solutions: its file, given as --cnf, states whether it does" in result.stderr


def test_a_style_that_there_is_not_is_refused_where_there_is_nothing_to_draw(tmp_path: Path) -> None:
    model = tmp_path / "model"
    model.write_text("s UNSATISFIABLE\n")
    result = run("decode", str(model), "--puzzle", SMALL, "--style", "nosuch")
    assert (result.returncode, result.stdout) == (2, "")
    assert "no drawing style is named 'nosuch'" in result.stderr


def test_encodings_of_at_most_one_are_options_of_encode(tmp_path: Path) -> None:
    """For pairs all encodings have the same clauses, so an option would have no effect."""
    sudoku = tmp_path / "a.puz"
    sudoku.write_text("family: sudoku\n1...\n....\n....\n...2\n")
    result = run("encode", str(sudoku), "--at-most-one", "product", "--no-simplify")
    assert '"at_most_one": "product"' in result.stdout.splitlines()[0]
    for choice in (["--at-most-one", "product"], ["--at-most-one", "product", "--output-dir", str(tmp_path / "d")]):
        result = run("encode", SMALL, *choice)
        assert (result.returncode, result.stdout) == (2, "")
        assert "--at-most-one product has no effect: all encodings are the same for two literals" in result.stderr
    result = run("encode", SMALL, "--no-redundant")
    assert (result.returncode, result.stdout) == (2, "")
    assert "hashi states no redundant constraints" in result.stderr


def test_an_interrupt_while_the_solutions_of_a_worksheet_are_found_ends_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("hashicnf.solving.lazy.LazyLoop.ask", stop)
    done = run("draw", TREE, "--sheet", "1x1", "--solutions", "-o", str(tmp_path / "sheet.svg"))
    assert (done.returncode, done.stderr) == (130, "hashicnf: interrupted\n")
    assert not list(tmp_path.iterdir())


def test_a_current_folder_that_is_removed_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    monkeypatch.chdir(folder)
    folder.rmdir()
    done = run("encode", SMALL, "-o", "a.cnf")
    assert (done.returncode, done.stderr) == (2, "hashicnf: a.cnf: the current folder was removed\n")


@pytest.mark.parametrize("options", [["sudoku", "--size", "36", "--timeout", "0.5"], ["hashi", "--timeout", "0"]])
def test_a_generator_ends_at_the_time_limit(options: list[str]) -> None:
    done = start("generate", *options)
    assert (done.returncode, done.stdout) == (30, "")
    assert done.stderr == f"hashicnf: seed 0: time limit of {options[-1]} s reached\n"
