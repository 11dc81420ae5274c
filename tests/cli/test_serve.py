"""``serve`` answers every line as the command line would, and ends only at the end of its input."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, Self

import pytest

from hashicnf import Count
from hashicnf.answers import counting
from hashicnf.cli.app import run as run_here
from hashicnf.cli.serving.run import reply_to
from hashicnf.core.stats import Stats
from tests.commands import PROGRAM, is_running, run, start, wait_for_work
from tests.patience import wait_until

ROOT = Path(__file__).parent.parent.parent
EXAMPLES = ROOT / "examples" / "hashi"
SMALL = EXAMPLES / "small.puz"
TINY = "2.2\n...\n1.1\n"
PAGE = (ROOT / "docs" / "serve.md").read_text(encoding="utf-8")
HARD = "family: tiles\n14 15 8 12\n10 11 9 13\n2 6 5 1\n3 7 4 .\n"  # 80 slides


class Server:
    """A running server; a context manager that ends it."""

    def __init__(self, *options: str) -> None:
        """Start the server."""
        command = [*PROGRAM, "serve", "--stdio", *options]
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT
        )

    def __enter__(self) -> Self:
        """Return the server."""
        return self

    def __exit__(self, *problem: object) -> None:
        """Kill the server, if a failed test has left it running."""
        with self.process:
            self.process.kill()

    def line(self, text: bytes) -> dict[str, Any]:
        """Send a line; return the reply."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(text + b"\n")
        self.process.stdin.flush()
        reply: dict[str, Any] = json.loads(self.process.stdout.readline())
        assert reply["schema"] == 1
        return reply

    def ask(self, command: str, **keys: Any) -> dict[str, Any]:
        """Send a request; return the reply."""
        return self.line(json.dumps({"command": command, **keys}).encode())

    def end(self) -> tuple[int, bytes, bytes]:
        """Close the input of the server; return the exit code and the rest of its output."""
        output, errors = self.process.communicate(timeout=60)
        return self.process.returncode, output, errors


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with Server("--timeout", "60", "--max-line", "100K") as started:
        yield started
        assert started.end() == (0, b"", b"")


def without_seconds(found: Any) -> Any:
    """Return a result without its seconds, at any depth."""
    if isinstance(found, dict):
        return {key: without_seconds(value) for key, value in found.items() if key != "seconds"}
    return found


@pytest.mark.parametrize(
    "command", ["solve", "unique", "count", "enumerate", "backbone", "hint", "explain", "rate", "diagnose"]
)
def test_results_are_the_objects_of_the_command_line(
    server: Server, command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code = run_here([command, str(SMALL), "--json"])
    output = capsys.readouterr().out
    reply = server.ask(command, id=[command], puzzle=SMALL.read_text(), name=str(SMALL))
    assert reply["id"] == [command]
    assert reply["exit"] == code
    wanted = [without_seconds(json.loads(line)) for line in output.splitlines()]
    assert wanted
    assert [without_seconds(result) for result in reply["results"]] == wanted


@pytest.mark.parametrize(
    "words",
    ["encode", "draw", "draw --style ascii", "convert --to puzzlink", "encode --connectivity planar --no-simplify"],
)
def test_output_is_that_of_the_command_line(server: Server, words: str, capsys: pytest.CaptureFixture[str]) -> None:
    command, *options = words.split()
    assert run_here([command, str(SMALL), *options]) == 0
    keys: dict[str, Any] = dict(zip((o[2:] for o in options[::2]), options[1::2], strict=False))
    if "--no-simplify" in options:
        keys = {"connectivity": "planar", "simplify": False}
    reply = server.ask(command, puzzle=SMALL.read_text(), **keys)
    assert reply == {"schema": 1, "id": None, "exit": 0, "output": capsys.readouterr().out}


@pytest.mark.parametrize("command", ["certify", "diagnose"])
def test_a_file_and_a_report_do_not_share_a_reply(server: Server, command: str) -> None:
    reply = server.ask(command, puzzle="1.1.1", output="-")
    assert reply["error"]["message"] == "two results cannot both go to standard output; name a file for one of them"
    reply = server.ask(command, puzzle="1.1.1", output={"text": "x"})
    assert reply["error"]["message"] == "<output>: a text that is given cannot be written; name a file"
    assert not Path("<output>").exists()


def test_decode_takes_its_puzzle_as_a_text(server: Server, tmp_path: Path) -> None:
    path = tmp_path / "a.puz"
    path.write_text(TINY)
    model = "s SATISFIABLE\nv 1 -2 3 -4 5 -6 0\n"
    for puzzle in (TINY, {"file": str(path)}, {"text": TINY}, {"grid": ["2.2", "...", "1.1"]}):
        (result,) = server.ask("decode", model=model, puzzle=puzzle)["results"]
        assert result["status"] == "solved"
    wrong = server.ask("decode", model=model, puzzle="2.x\n", name="b")["error"]
    assert (wrong["exit"], wrong["source"], wrong["line"], wrong["column"]) == (65, "b", 1, 3)


def test_a_solution_goes_back_as_it_came(server: Server) -> None:
    solved = server.ask("solve", puzzle=TINY)["results"][0]
    checked = server.ask("check", puzzle=TINY, solution=solved["solution"])
    assert checked["results"][0]["correct"]
    del solved["solution"]["bridges"][0]
    checked = server.ask("check", puzzle=TINY, solution=solved["solution"])
    assert checked["exit"] == 1
    assert checked["results"][0]["broken"]


@pytest.mark.parametrize("name", ["sudoku/small.puz", "tiles/small.puz", "klotski/tiny.puz"])
def test_solutions_that_are_lists_go_back_too(server: Server, name: str) -> None:
    puzzle = (EXAMPLES.parent / name).read_text(encoding="utf-8")
    solution = server.ask("solve", puzzle=puzzle)["results"][0]["solution"]
    assert isinstance(solution, list)
    assert server.ask("check", puzzle=puzzle, solution=solution)["results"][0]["correct"]
    assert server.ask("draw", puzzle=puzzle, solution=solution)["exit"] == 0
    if name.startswith("sudoku"):
        assert server.ask("hint", puzzle=puzzle, partial=solution)["results"][0]["status"] == "solved"


def test_a_list_of_one_drawing_is_that_drawing(server: Server) -> None:
    drawing = server.ask("draw", puzzle=TINY, solution=server.ask("solve", puzzle=TINY)["results"][0]["solution"])
    text = drawing["output"]
    for solution in (text, [text], [{"text": text}]):
        assert server.ask("check", puzzle=TINY, solution=solution)["results"][0]["correct"]


def test_puzzles_are_texts_urls_ids_lists_and_files(server: Server) -> None:
    tatham = server.ask("convert", puzzle=TINY, to="tatham")["output"]
    url = server.ask("convert", puzzle=tatham.strip(), to="puzzlink")["output"]
    assert server.ask("convert", puzzle=url)["output"] == TINY
    assert server.ask("convert", puzzles=[TINY, url])["output"] == f"{TINY}---\n{TINY}"
    assert len(server.ask("rate", puzzles=[TINY, url])["results"]) == 2
    named = server.ask("solve", puzzle={"file": str(SMALL)})["results"][0]
    assert named["puzzle"] == str(SMALL)


def test_options_are_those_of_the_command(server: Server, tmp_path: Path) -> None:
    shown = server.ask("solve", puzzle=TINY, json=False, style="csv", stats=True, all_answers=False)
    assert shown["output"] == '[ "2" , "-" , "2" ]\n[ "|" , "0" , "|" ]\n[ "1" , "0" , "1" ]\n'
    assert any(line.startswith("method:") for line in shown["messages"])
    made = server.ask("generate", family="hashi", size="8x8", islands=12, seed=3)["output"]
    assert made == run("generate", "hashi", "--size", "8x8", "--islands", "12", "--seed", "3").stdout
    picture = tmp_path / "board.svg"
    assert server.ask("draw", puzzle=TINY, output=str(picture))["exit"] == 0
    assert picture.read_text().startswith("<svg")
    assert server.ask("sat", cnf="p cnf 1 1\n1 0\n")["exit"] == 10
    encoded = server.ask("encode", puzzle=TINY, add=[{"text": "1 0\n"}, {"text": "2 0\n"}])["output"]
    assert encoded.endswith("\n1 0\n2 0\n")


def test_a_reply_is_text_where_the_command_prints_text(server: Server) -> None:
    assert server.ask("solve", puzzle=TINY, help=True)["output"].startswith("Usage: solve ")
    assert "\np inccnf\n" in server.ask("cubes", puzzle=TINY, json=False)["output"]
    assert server.ask("cubes", puzzle=TINY, solve=True)["results"][0]["status"] == "solved"


@pytest.mark.parametrize(
    ("line", "code", "place"),
    [
        (b'{"command": "solve", "puzzle": "2.2\\n.x.\\n"}', 65, ("<puzzle>", 2, 2)),
        (b'{"command": "solve", "puzzle": "2.2\\n.x.\\n", "name": "my.puz"}', 65, ("my.puz", 2, 2)),
        (b'{"command": "solve", "puzzle": "2 \\ud800"}', 65, ("<puzzle>", 1, 3)),
        (b'{"command": "solve", "puzzle": ""}', 65, ("<puzzle>", ..., ...)),
        (b'{"command": "check", "puzzle": "1.1", "solution": "1x1"}', 65, ("<solution>", 1, 2)),
        (b'{"command": "solve", "puzzle": "2.2"', 65, ("<request>", ..., 37)),
        (b'{"command": "solve", \xff}', 65, ("<request>", ..., 22)),
        (b"[]", 65, ("<request>", ..., 1)),
        (b"[" * 50_000, 65, ("<request>", ..., ...)),  # Python 3.14 reads to the end
        (b'{"puzzle": "' + b"1" * 200_000 + b'"}', 65, ("<request>", ..., None)),
        (b'{"id": NaN, "command": "formats"}', 65, ("<request>", ..., None)),
        (b'{"id": 1e999, "command": "formats"}', 65, ("<request>", ..., None)),
        (b'{"command": "solve", "puzzle": "1.1", "puzzle": "2.2"}', 65, ("<request>", ..., None)),
        (b"{}", 2, None),
        (b'{"command": 3}', 2, None),
        (b'{"command": "serve"}', 2, None),
        (b'{"command": "compare", "puzzle": "1.1"}', 2, None),
        (b'{"command": "slove", "puzzle": "1.1"}', 2, None),
        (b'{"command": "solve"}', 2, None),
        (b'{"command": "solve", "puzzle": "1.1", "nosuch": 1}', 2, None),
        (b'{"command": "solve", "puzzle": "1.1", "timeout": "soon"}', 2, None),
        (b'{"command": "solve", "puzzle": "1.1", "timeout": {"a": 1}}', 2, None),
        (b'{"command": "solve", "puzzle": "1.1", "name": ""}', 2, None),
        (b'{"command": "solve", "puzzle": true}', 2, None),
        (b'{"command": "solve", "puzzle": {"file": "-"}}', 2, None),
        (b'{"command": "view", "puzzle": "1.1", "serve": true}', 2, None),
        (b'{"command": "solve", "puzzle": "1.1", "": true}', 2, None),
        (b'{"command": "solve", "puzzle": "1.1", "timeout=3": "x"}', 2, None),
        (b'{"command": "solve", "puzzle": "1.1", "output": true}', 2, None),
        (b'{"command": "solve", "puzzle": {"file": "a\\u0000b"}}', 2, None),
        (b'{"command": "solve", "puzzle": "1.1", "trace": "\\ud800"}', 2, None),
        (b'{"command": "solve", "puzzle": [["1.1"]]}', 2, None),
        (b'{"command": "solve", "puzzle": ' + b"[" * 900 + b"]" * 900 + b"}", 2, None),
        (b'{"command": "generate", "family": "nosuch"}', 2, None),
        (b'{"command": "hint", "puzzle": ["2.2", "1.1"]}', 2, None),
        (b'{"command": "solve", "puzzle": "2.2", "max-nodes": 5, "max_nodes": 6}', 2, None),
        (b'{"command": "solve", "puzzle": "2.2", "puzzles": ["1.1"]}', 2, None),
        (b'{"command": "solve", "puzzle": "2.2", "timeout": false}', 2, None),
        (b'{"command": "check", "puzzle": "2.2", "solution": {}}', 65, ("<solution>", ..., ...)),
        (b'{"command": "encode", "puzzle": "1.1", "output": "x.svg"}', 2, None),
    ],
    ids=lambda value: str(value)[:60] if isinstance(value, bytes) else None,
)
def test_errors_say_what_is_wrong_where(
    server: Server, line: bytes, code: int, place: tuple[str, object, int | None] | None
) -> None:
    reply = server.line(line)
    assert reply["exit"] == reply["error"]["exit"] == code
    assert reply["error"]["message"]
    found = tuple(reply["error"].get(key) for key in ("source", "line", "column"))
    if place is None:
        assert found == (None, None, None)
    else:
        assert all(want is ... or want == have for want, have in zip(place, found, strict=True)), found
    assert server.ask("count", puzzle=TINY)["results"][0]["count"] == 1


def test_errors_of_the_request_name_its_line() -> None:
    lines = b'{"command": "families"}\n\n\xff\n{"command": "\x00"}\n[]\n'
    output = subprocess.run(
        [*PROGRAM, "serve", "--stdio"], input=lines, capture_output=True, check=True, cwd=ROOT
    ).stdout
    _, *wrong = map(json.loads, output.splitlines())
    assert [reply["error"]["line"] for reply in wrong] == [3, 4, 5]


def test_a_whole_number_that_is_too_long_is_counted(server: Server) -> None:
    wrong = server.line(b'{"id": ' + b"9" * 4301 + b', "command": "formats"}')
    assert wrong["error"]["what"] == "not JSON: a number of 4,301 digits is too long"


def test_bad_lines_never_end_it(server: Server) -> None:
    """Each mutated request gets one reply, and a valid one after them its answer."""
    random = Random(7)
    good = json.dumps({"id": 1, "command": "count", "puzzle": TINY, "limit": 2}).encode()
    for _ in range(300):
        line = bytearray(good)
        for _ in range(random.randint(1, 6)):
            place = random.randrange(len(line))
            line[place : place + random.randint(0, 3)] = bytes(
                random.choices(b' {}[]":,\\\x00\x01-019.aeunt\xc3\xff', k=2)
            )
        if not (text := bytes(line).replace(b"\n", b"")).strip():
            continue
        assert server.line(text)["exit"] in (0, 2, 20, 30, 65)
    assert server.line(good)["results"][0]["count"] == 1


def test_what_is_printed_beside_never_comes_between_the_replies(server: Server) -> None:
    assert server.ask("solve", puzzle=TINY, solver="sh -c 'echo noise; echo s UNKNOWN' {cnf}")["exit"] in (30, 69)
    assert server.ask("count", puzzle=TINY)["exit"] == 0


def test_what_one_request_asks_for_is_not_asked_for_the_next(server: Server) -> None:
    plain = server.ask("solve", puzzle=TINY)["results"][0]
    other = server.ask("solve", puzzle=[TINY, TINY], method="dpll", all_answers=False, stats=True, max_nodes=1000)
    assert [result["method"] for result in other["results"]] == ["dpll", "dpll"]
    assert without_seconds(server.ask("solve", puzzle=TINY)["results"][0]) == without_seconds(plain)
    refused = server.ask("solve", puzzle=TINY, method="dpll", max_nodes=0)
    message = "invalid value for '--max-nodes': expected a whole number of at least 1, not '0'"
    assert refused["error"] == {"exit": 2, "message": message}
    assert server.ask("solve", puzzle=TINY, solvr="x")["error"]["message"].endswith('did you mean "solver"?')


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (b'{"puzzle": "1.1"}', "the request names no command; there are: solve, "),
        (b'{"command": "solve", "puzzle": "1.1", "": true}', "'' names no argument and no option"),
        (
            b'{"command": "solve", "puzzle": "2.2", "max-nodes": 5, "max_nodes": 6}',
            "'max_nodes' and 'max-nodes' are one option, given twice",
        ),
        (
            b'{"command": "solve", "puzzle": "2.2", "puzzles": ["1.1"]}',
            "'puzzle' and 'puzzles' are one argument, given twice",
        ),
        (b'{"command": "solve", "puzzle": [["1.1"]]}', "puzzle: a list inside a list"),
        (b'{"command": "solve", "puzzle": "2.2", "timeout": false}', "timeout: expected a value, not false"),
    ],
)
def test_keys_that_make_no_command_line_are_named(server: Server, line: bytes, message: str) -> None:
    assert server.line(line)["error"]["message"].startswith(message)


def test_a_number_is_no_name_of_a_file(server: Server) -> None:
    text = 'expected a text, or {"file": ...} for the name of a file, not'
    file = "expected the name of a file as a text, not"
    wrong: list[tuple[dict[str, Any], str]] = [
        ({"command": "solve", "puzzle": 5}, f"puzzle: {text} 5"),
        ({"command": "solve", "puzzle": {"file": 5}}, f'puzzle: {text} {{"file": 5}}'),
        ({"command": "check", "puzzle": TINY, "solution": True}, f"solution: {text} true"),
        ({"command": "encode", "puzzle": TINY, "output": 7}, f"output: {file} 7"),
        ({"command": "generate", "family": 3}, "family: expected a name, not 3"),
    ]
    for keys, message in wrong:
        assert server.ask(**keys)["error"] == {"exit": 2, "message": message}
    assert not (ROOT / "7").exists()


@pytest.mark.parametrize(
    ("command", "more", "message"),
    [
        ("solve", {"options": {"timeout": 2}}, 'so write "timeout": ... beside "command"'),
        (
            "solve",
            {"args": {"max_node": 4, "timeout": 1}},
            'so write "max-nodes": ..., "timeout": ... beside "command"',
        ),
        (
            "count",
            {"options": ["--limit", "2"]},
            'count has no argument or option "options" (options are keys of the request)',
        ),
        ("hint", {"partal": "1.1"}, 'did you mean "partial"?'),
        ("solve", {"puzle": "1.1"}, 'did you mean "puzzle"?'),
        ("count", {"n": 4}, "; see: help count"),
    ],
)
def test_a_key_that_is_none_is_told_apart_by_its_nearest_name(
    server: Server, command: str, more: dict[str, Any], message: str
) -> None:
    wrong = server.ask(command, puzzle=TINY, **more)
    assert wrong["exit"] == 2
    assert message in wrong["error"]["message"]


def test_usage_errors_read_as_on_the_command_line(server: Server) -> None:
    assert server.ask("solve")["error"]["message"] == "missing argument 'PUZZLE...'"
    wrong = server.ask("solve", puzzle=TINY, timout=1)
    assert wrong["error"]["message"] == (
        'solve has no argument or option "timout" (options are keys of the request); did you mean "timeout"?'
    )


def test_options_of_one_letter_and_cubes_as_lines(server: Server) -> None:
    reply = server.ask("cubes", puzzle=TINY, n=2)
    *cubes, last = reply["results"]
    assert last["status"] == "split"
    assert [cube["number"] for cube in cubes] == [*range(1, last["cubes"] + 1)]
    assert server.ask("sample", puzzle=TINY, n=3)["results"][2]["number"] == 3


ENDED_BY_SERVER = "the server's time limit for a request, 0.4 s, is reached"


@pytest.mark.parametrize(
    ("request_keys", "reason"),
    [
        (
            {"command": "solve", "puzzle": HARD, "method": "idastar", "heuristic": "manhattan", "timeout": 99},
            "time limit of 0.4 s reached",
        ),
        (
            {"command": "generate", "family": "hashi", "islands": 30_000, "size": "400x400", "unique": True},
            "seed 0: time limit of 0.4 s reached",
        ),
        ({"command": "encode", "puzzle": HARD, "horizon": 4000}, ENDED_BY_SERVER),
    ],
    ids=["its own limit", "a generator", "no limit of its own"],
)
def test_a_request_takes_no_longer_than_the_server_allows(request_keys: dict[str, Any], reason: str) -> None:
    with Server("--timeout", "0.4") as slow:
        start = time.monotonic()
        reasons: list[str] = []
        while len(reasons) < 3 and reason not in reasons:  # a busy machine may end the first one, which also imports
            reply = slow.line(json.dumps(request_keys).encode())
            assert reply["exit"] == 30
            reasons.append(reply["error"]["message"] if "error" in reply else reply["results"][0]["reason"])
        assert reasons[-1] == reason
        assert time.monotonic() - start < 60
        assert slow.ask("nosuch")["exit"] == 2
        assert slow.end()[0] == 0


@pytest.mark.parametrize("asked", [99, "99", "1e3", {"text": "9"}, ["99"], None])
def test_a_time_is_limited_however_it_is_written(asked: object) -> None:
    request = {"command": "solve", "puzzle": HARD, "method": "breadthfirst", "timeout": asked}
    reply = reply_to(json.dumps(request).encode(), 1, 0.0)
    if isinstance(asked, dict):
        assert reply["exit"] == 2, "the name of a text is no time"
    else:
        assert (reply["exit"], reply["results"][0]["reason"]) == (30, "time limit of 0 s reached")


def test_a_limit_of_no_time_holds_for_commands_without_one_of_their_own() -> None:
    before = signal.getsignal(signal.SIGALRM)
    reply = reply_to(b'{"command": "draw", "puzzle": "2.2"}', 1, 0.0)
    assert (reply["exit"], reply["error"]["message"]) == (30, "the server's time limit for a request, 0 s, is reached")
    assert signal.getsignal(signal.SIGALRM) == before


def test_the_time_limit_of_a_command_is_used_where_it_has_an_effect(tmp_path: Path) -> None:
    sheet = {"command": "draw", "puzzle": "2.2", "sheet": "1x1", "output": str(tmp_path / "x.svg")}
    for options, exit_code, count in (({}, 0, 1), ({"solutions": True}, 30, 0)):
        reply = reply_to(json.dumps({**sheet, **options}).encode(), 1, 0.0 if options else 100.0)
        assert (reply["exit"], len(list(tmp_path.iterdir()))) == (exit_code, count), reply
        (tmp_path / "x.svg").unlink(missing_ok=True)
    assert reply["messages"][0] == "<puzzle>: no answer: time limit of 0 s reached"


def test_ctrl_c_ends_a_request_and_then_the_server() -> None:
    with Server() as busy:
        assert busy.ask("count", puzzle=TINY)["exit"] == 0
        assert busy.process.stdin is not None
        assert busy.process.stdout is not None
        keys = {"command": "solve", "puzzle": HARD, "method": "idastar", "heuristic": "manhattan"}
        busy.process.stdin.write(json.dumps(keys).encode() + b"\n")
        busy.process.stdin.flush()
        wait_for_work(busy.process.pid)
        busy.process.send_signal(signal.SIGINT)
        assert json.loads(busy.process.stdout.readline())["exit"] == 130
        assert busy.ask("count", puzzle=TINY)["exit"] == 0
        busy.process.send_signal(signal.SIGINT)
        assert busy.process.wait(30) == 130
        busy.end()


def test_sigterm_ends_the_server_and_what_it_runs(tmp_path: Path) -> None:
    begun = tmp_path / "begun"
    solver = f"sh -c 'echo $$ > \"{begun}\"; exec sleep 60' {{cnf}}"
    with Server() as server:
        assert server.process.stdin is not None
        server.process.stdin.write(json.dumps({"command": "solve", "puzzle": TINY, "solver": solver}).encode() + b"\n")
        server.process.stdin.flush()
        wait_until(lambda: begun.exists() and begun.read_text().endswith("\n"), 30)
        server.process.send_signal(signal.SIGTERM)
        assert server.end() == (128 + signal.SIGTERM, b"", b"")
    wait_until(lambda: not is_running(int(begun.read_text())))


def test_a_client_that_goes_away_ends_the_server_and_what_it_runs(tmp_path: Path) -> None:
    begun = tmp_path / "begun"
    solver = f"sh -c 'echo $$ > \"{begun}\"; exec sleep 60' {{cnf}}"
    with Server() as server:
        assert server.process.stdin is not None
        assert server.process.stdout is not None
        server.process.stdin.write(json.dumps({"command": "solve", "puzzle": TINY, "solver": solver}).encode() + b"\n")
        server.process.stdin.flush()
        wait_until(lambda: begun.exists() and begun.read_text().endswith("\n"), 30)
        server.process.stdout.close()
        assert server.process.wait(30) == 128 + signal.SIGTERM
    wait_until(lambda: not is_running(int(begun.read_text())))


def test_the_last_line_needs_no_end_and_blank_lines_no_reply() -> None:
    done = run("serve", "--stdio", stdin='\n  \n{"command": "families"}')
    assert done.returncode == 0
    assert [json.loads(line)["exit"] for line in done.stdout.splitlines()] == [0]
    assert run("serve", "--stdio", stdin="").stdout == ""


def test_closed_input_is_told_from_closed_output() -> None:
    command = ["sh", "-c", '"$@" <&-', "sh", *PROGRAM, "serve", "--stdio"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (65, "hashicnf: <stdin>: cannot be read: Bad file descriptor\n")


def test_it_has_to_be_told_where_to_answer() -> None:
    refused = run("serve", stdin="")
    assert refused.returncode == 2
    assert "--stdio" in refused.stderr


INTERPRETERS = {"python": [sys.executable, "-c"], "bash": ["bash", "-c"], "javascript": ["node", "-e"]}
WRITTEN = {
    "python": "solved 3\nTrue\n",
    "bash": '{"schema": 1, "id": 1, "exit": 0, "output": "https://puzz.link/p?hashi/7/7/',
    "javascript": "hint 65 1 2\n",
}


@pytest.mark.parametrize("language", [name for name, words in INTERPRETERS.items() if shutil.which(words[0])])
def test_the_clients_of_the_page_work(language: str, tmp_path: Path) -> None:
    (program,) = re.findall(rf"^```{language}\n(.*?)^```$", PAGE, flags=re.MULTILINE | re.DOTALL)
    command = tmp_path / "hashicnf"
    command.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m hashicnf "$@"\n')
    command.chmod(0o755)
    path = f"{tmp_path}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        [*INTERPRETERS[language], program],
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
        env={**os.environ, "PATH": path},
    )
    assert done.stdout.startswith(WRITTEN[language]), done.stdout + done.stderr


def test_the_limit_of_a_request_holds_for_all_puzzles_that_it_generates() -> None:
    request = '{"id": 1, "command": "generate", "family": "hashi", "count": 100000}\n'
    done = start("serve", "--stdio", "--timeout", "0.3", stdin=request)
    reply = json.loads(done.stdout)
    assert (done.returncode, reply["exit"]) == (0, 30)
    assert reply["error"]["message"] == "the server's time limit for a request, 0.3 s, is reached"


def test_a_count_of_any_length_is_a_reply_like_others(monkeypatch: pytest.MonkeyPatch) -> None:
    found = Count(7 * 10**5000, True, Stats("enumeration"))
    monkeypatch.setattr(counting, "count", lambda *_, **__: found)
    requests = "".join(json.dumps({"command": command, "puzzle": TINY}) + "\n" for command in ("count", "unique"))
    done = run("serve", "--stdio", stdin=requests)
    first, second = done.stdout.splitlines()
    assert '"exit": 0, "results": [{"schema": 1, "puzzle": "<puzzle>"' in first
    assert f'"count": 7{"0" * 5000}, ' in first
    assert json.loads(second)["exit"] == 0
    too_long = run("serve", "--stdio", stdin=f'{{"id": {"1" * 5000}, "command": "families"}}\n')
    assert json.loads(too_long.stdout)["exit"] == 65
