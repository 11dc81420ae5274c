"""The command ``view``, the page as text, its steps as data, and the server."""

from __future__ import annotations

import json
import re
import socket
import struct
import subprocess
import threading
import time
from dataclasses import replace
from http.client import HTTPConnection
from pathlib import Path
from signal import SIGINT, pthread_kill
from urllib.request import urlopen

import pytest

import hashicnf
from hashicnf.cli.app import run as run_here
from hashicnf.core.deadline import Deadline
from hashicnf.deduction.walk import Walk
from hashicnf.playing import PATIENCE, page_of
from hashicnf.playing.reasoning import Reasoning, reasoning
from hashicnf.playing.serve import PageServer, handler_of, serve
from tests.commands import PROGRAM, run
from tests.playing.boards import SEVERAL, SMALL

ROOT = Path(__file__).parent.parent.parent
EXAMPLES = ROOT / "examples" / "hashi"


def about(page: str) -> list[dict[str, object]]:
    found = re.search(r'id="about">(.*?)</script>', page, re.DOTALL)
    assert found is not None
    puzzles: list[dict[str, object]] = json.loads(found[1])["puzzles"]
    return puzzles


def test_where_a_shortest_plan_takes_long_any_plan_gives_the_hints(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = hashicnf.parse("family: tiles\n6 4 7\n8 5 .\n3 2 1\n")
    (quick,) = about(page_of([(puzzle, None)]).html)
    monkeypatch.setattr("hashicnf.playing.MOST_NODES", 5)
    (any_plan,) = about(page_of([(puzzle, None)]).html)
    assert len(quick["solution"]) == 31  # type: ignore[arg-type]
    plan = hashicnf.solve(puzzle, method="greedy").plan
    assert plan is not None
    assert len(any_plan["solution"]) == plan.length > 31  # type: ignore[arg-type]


def test_a_command_says_which_puzzles_are_no_puzzles(tmp_path: Path) -> None:
    for name, text in (("several", SEVERAL), ("none", "1.1\n...\n1.1\n"), ("one", SMALL)):
        (tmp_path / name).write_text(text, encoding="utf-8")
    page = tmp_path / "page.html"
    view = run("view", *(str(tmp_path / name) for name in ("several", "none", "one")), "-o", str(page))
    assert [line.removeprefix(str(tmp_path)) for line in view.stderr.splitlines()] == [
        "/several: the puzzle has several solutions",
        "/none: the puzzle has no solution, and the page says so",
        "/page.html: 3 puzzles",
    ]


@pytest.mark.parametrize(("text", "code"), [(SMALL, 0), (SEVERAL, 1), ("1.1\n...\n1.1\n", 20)])
def test_an_explanation_is_a_page_too(text: str, code: int, tmp_path: Path) -> None:
    page = tmp_path / "steps.html"
    assert run("explain", "-", "-o", str(page), stdin=text).returncode == code
    assert '"stepByStep":true' in page.read_text(encoding="utf-8").replace(" ", "")


def test_an_explanation_needs_techniques(tmp_path: Path) -> None:
    page = tmp_path / "steps.html"
    found = run("explain", "-", "-o", str(page), stdin="family: tiles\n12\n3.\n")
    assert found.returncode == 2
    assert "there are no techniques for tiles puzzles" in found.stderr
    assert not page.exists()


def test_the_reasoning_is_that_of_explain() -> None:
    puzzle = hashicnf.parse(SMALL)
    found, steps = reasoning(puzzle).as_data(), hashicnf.explain(puzzle).steps
    rows = found["steps"]
    assert isinstance(rows, list)
    assert [row[1] for row in rows] == [step.sentence for step in steps]
    assert [row[4] for row in rows] == [int(step.draws) for step in steps]
    assert found["kinds"] == ["from,to,least,most"]
    assert found["outcome"] == "solved"
    first = steps[0].conclusions[0]
    assert rows[0][3][0] == [0, *first["from"], *first["to"], first["least"], first["most"]]  # type: ignore[misc]


def test_a_step_needs_what_its_hint_tells_before_it() -> None:
    """The steps that a page derives for the first step that draws are those that its hint states before it."""
    for seed in range(8):
        puzzle = hashicnf.generate("hashi", size="9x9", islands=22, seed=seed, doubles=0.0, unique=True).puzzle
        rows, hint = reasoning(puzzle).as_data()["steps"], hashicnf.hint(puzzle)
        assert isinstance(rows, list)
        number = next(number for number, row in enumerate(rows) if row[4])
        wanted, waiting = set[int](), [*rows[number][5]]
        while waiting:
            wanted.add(other := waiting.pop())
            waiting += rows[other][5]
        assert [rows[other][1] for other in sorted(wanted)] == [step.sentence for step in hint.steps[:-1]]


def test_a_time_limit_leaves_the_rest_to_the_page() -> None:
    (puzzle,) = about(page_of([(hashicnf.parse(SMALL), None)], timeout=0).html)
    assert puzzle["steps"] == []
    assert puzzle["outcome"] == "unknown"
    assert "solution" not in puzzle


@pytest.mark.parametrize(("step_by_step", "seconds"), [(False, PATIENCE), (True, None)])
def test_only_a_page_to_read_waits_for_all_steps(
    monkeypatch: pytest.MonkeyPatch, step_by_step: bool, seconds: float | None
) -> None:
    deadlines: list[Deadline] = []

    def stopped(_: object, deadline: Deadline, __: object) -> Reasoning:
        deadlines.append(deadline)
        return Reasoning(())

    monkeypatch.setattr("hashicnf.playing.reasoning", stopped)
    page_of([(hashicnf.parse(SMALL), None)], step_by_step=step_by_step)
    assert [deadline.seconds for deadline in deadlines] == [seconds]


def test_a_page_without_all_steps_has_a_solution(monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(_: object, deadline: Deadline, __: object) -> Reasoning:
        time.sleep(deadline.left() or 0)
        return Reasoning(())

    monkeypatch.setattr("hashicnf.playing.reasoning", stopped)
    (puzzle,) = about(page_of([(hashicnf.parse(SMALL), None)], timeout=1).html)
    assert "solution" in puzzle


def test_the_steps_are_counted_as_they_are_found() -> None:
    phases: list[tuple[str, float | None]] = []
    puzzle = hashicnf.parse(SMALL)
    page_of([(puzzle, None)] * 2, observe=lambda phase, share=None, _=None: phases.append((phase, share)))
    every = [f"look for hints, {number} steps" for number in range(2, len(hashicnf.explain(puzzle).steps) + 1)]
    one = ["look for hints", "look for hints, 1 step", *every]
    assert phases == [(phase, share) for share in (0, 0.5) for phase in one]


def test_what_the_steps_do_not_reach_comes_as_a_solution() -> None:
    several, unsolvable = about(page_of([(hashicnf.parse(text), None) for text in (SEVERAL, "2.1\n")]).html)
    assert several["outcome"] == "several"
    assert "solution" in several
    assert unsolvable["outcome"] == "unsolvable"
    assert "solution" not in unsolvable


def test_the_limit_of_a_page_is_that_of_the_reason_too(monkeypatch: pytest.MonkeyPatch) -> None:
    limits: list[float | None] = []

    def late(*_: object, deadline: Deadline) -> None:
        limits.append(deadline.seconds)

    monkeypatch.setattr("hashicnf.playing.why_unsolvable", late)
    monkeypatch.setattr("hashicnf.playing.reasoning", lambda *_: Reasoning(()))
    (puzzle,) = about(page_of([(hashicnf.parse("2.1\n"), None)], timeout=7).html)
    assert (puzzle["why"], limits) == ("every way was tried", [7])


def test_nothing_in_a_puzzle_can_run() -> None:
    attack = "</script><script>alert(1)</script>{{script}}"
    page = page_of([(hashicnf.parse(f"title: {attack}\n2.2\n...\n2.2\n"), None)]).html
    assert page.count("<script") == 2
    assert about(page)[0]["title"] == attack


def test_families_without_a_game_are_refused() -> None:
    puzzle = hashicnf.parse(SMALL)
    without = replace(puzzle, rules=replace(puzzle.rules, game=None))
    with pytest.raises(hashicnf.UsageError, match="hashi puzzles are not played on pages"):
        page_of([(without, None)])
    with pytest.raises(hashicnf.UsageError, match="there is no puzzle"):
        page_of([])


def test_the_command_writes_a_page(tmp_path: Path) -> None:
    names = [str(EXAMPLES / name) for name in ("small.puz", "links.url")]
    done = run("view", *names, "-o", str(tmp_path / "v.html"))
    assert done.returncode == 0
    assert re.fullmatch(r".*v\.html: \d+ puzzles\n", done.stderr)
    puzzles = about((tmp_path / "v.html").read_text(encoding="utf-8"))
    assert puzzles[0]["name"] == "1. small.puz"
    assert run("view", names[0]).stdout.startswith("<!doctype html>")


@pytest.mark.parametrize(
    ("text", "remark"),
    [
        (SMALL, "not all hints were found in the time limit; the page works out the others"),
        ("family: tiles\n6 4 7\n8 5 .\n3 2 1\n", "no plan was found in the time limit, so the page gives no hints"),
    ],
)
def test_hints_that_a_page_lacks_are_named(
    text: str, remark: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a.puz").write_text(text)
    assert run_here(["view", str(tmp_path / "a.puz"), "--timeout", "0", "-o", str(tmp_path / "a.html")]) == 0
    assert f"a.puz: {remark}\n" in capsys.readouterr().err


def test_draw_writes_the_page_with_the_solution(tmp_path: Path) -> None:
    puzzle, solution, page = (str(EXAMPLES / "small.puz"), str(EXAMPLES / "small.sol"), str(tmp_path / "v.html"))
    assert run("draw", puzzle, solution, "-o", page).returncode == 0
    (found,) = about(Path(page).read_text(encoding="utf-8"))
    item = hashicnf.read(puzzle)
    data = item.as_data(hashicnf.read_solution(item, solution))
    assert isinstance(data, dict)
    assert found["drawn"] == {"bridges": data["bridges"]}
    refused = run("draw", puzzle, "-o", page, "--theme", "dark")
    assert (refused.returncode, "a page is played" in refused.stderr) == (2, True)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--serve", "-o", "x.html"], "--output has no effect with --serve"),
        (["--port", "8000"], "--port has no effect without --serve"),
        (["--browser"], "--browser has no effect without --serve"),
        (["-o", "x.svg"], "x.svg"),
    ],
)
def test_options_that_contradict_each_other(arguments: list[str], message: str) -> None:
    done = run("view", str(EXAMPLES / "small.puz"), *arguments)
    assert done.returncode == 2
    assert message in done.stderr


def test_a_connection_that_says_nothing_keeps_no_other_waiting(capfd: pytest.CaptureFixture[str]) -> None:
    with PageServer(("127.0.0.1", 0), handler_of(b"<html>" + b"x" * 5_000_000)) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        address = "127.0.0.1", server.server_port
        with socket.create_connection(address), socket.create_connection(address) as gone:
            gone.sendall(b"GET / HTTP/1.0\r\n\r\n")
            gone.recv(10)
            gone.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))  # its end is a reset
            gone.close()
            with socket.create_connection(address, timeout=5) as asking:
                asking.sendall(b"GET / HTTP/1.0\r\n\r\n")
                assert asking.recv(15) == b"HTTP/1.0 200 OK"
        server.shutdown()
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize(
    ("host", "status"), [("localhost:{}", 200), ("127.0.0.1:{}", 200), ("LOCALHOST", 200), ("evil.example:{}", 421)]
)
def test_requests_for_another_host_are_refused(host: str, status: int) -> None:
    with PageServer(("127.0.0.1", 0), handler_of(b"<html>")) as server:
        threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        asking = HTTPConnection("127.0.0.1", server.server_port, timeout=5)
        asking.request("GET", "/", headers={"Host": host.format(server.server_port)})
        answer = asking.getresponse()
        assert (answer.status, answer.read()) == (status, b"<html>" if status == 200 else b"")
        asking.request("HEAD", "/", headers={"Host": host.format(server.server_port)})
        head = asking.getresponse()
        assert (head.status, head.headers.items()[2:], head.read()) == (status, answer.headers.items()[2:], b"")
        server.shutdown()


def test_the_server_has_the_page_and_nothing_else() -> None:
    command = [*PROGRAM, "view", str(EXAMPLES / "small.puz"), "--serve"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as server:
        try:
            assert server.stderr is not None
            said = server.stderr.readline()
            found = re.fullmatch(r"hashicnf: http://127\.0\.0\.1:(\d+)/ \(Ctrl-C to end\)\n", said)
            assert found is not None
            answers = {}
            for path in ("/", "/etc"):
                connection = HTTPConnection("127.0.0.1", int(found[1]), timeout=10)
                connection.request("GET", path)
                answer = connection.getresponse()
                answers[path] = answer.status, answer.read().decode()[:15]
                connection.close()
            assert answers == {"/": (200, "<!doctype html>"), "/etc": (404, "")}
            busy = run("view", str(EXAMPLES / "small.puz"), "--serve", "--port", found[1])
            assert busy.returncode == 2
            assert "in use" in busy.stderr
        finally:
            server.terminate()


def test_a_browser_that_returns_late_is_served_before(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[bytes] = []
    said: list[str] = []

    def browse(address: str) -> bool:
        with urlopen(address, timeout=5) as answer:  # noqa: S310 - of this machine
            seen.append(answer.read())
        return False

    def say(text: str) -> None:
        said.append(text)
        if seen:
            pthread_kill(threading.main_thread().ident or 0, SIGINT)  # ends a wait for connections

    monkeypatch.setattr("webbrowser.open", browse)
    with pytest.raises(KeyboardInterrupt):
        serve("<html>", 0, say, browser=True)
    assert seen == [b"<html>"]
    address = said[0].split()[1]
    assert said[1:] == [f"hashicnf: no browser could be opened; open {address} in one"]


def test_a_page_is_not_written_to_a_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("hashicnf.cli.columns", lambda _: 80)
    assert run_here(["view", str(EXAMPLES / "small.puz")]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err == "hashicnf: a page is for a browser: give it a file with -o PAGE.html, or --serve it\n"


def test_a_step_names_the_steps_that_it_needs_directly() -> None:
    puzzle = hashicnf.read(EXAMPLES / "medium.puz")
    with Walk(puzzle) as walk:
        needed = [{*walk.position.needed()} for _ in walk.steps()]
    steps = reasoning(puzzle).as_data()["steps"]
    assert isinstance(steps, list)
    direct = [{*row[5]} for row in steps]
    assert direct != needed
    for own, every in zip(direct, needed, strict=True):
        assert own.union(*(needed[number] for number in own)) == every
        assert not any(number in needed[other] for number in own for other in own)
