"""The status line at the bottom of the terminal: shown during long work, cleared at the end, and only on terminals.

A command takes long because it waits for input that does not arrive, or for a reader that does not read.
"""

from __future__ import annotations

import io
import os
import re
import signal
import sys
from pathlib import Path

import numpy as np
import pytest
import typer

import hashicnf
from hashicnf.answers.counting import count
from hashicnf.answers.diagnosis import diagnose
from hashicnf.arrays.blocking import ITEMS
from hashicnf.cli import observing, say, statusline
from hashicnf.cli.sizes import spelled
from hashicnf.cli.terminal import phase_line
from hashicnf.core.limits import Limits
from hashicnf.core.progress import searching, unobserved
from hashicnf.core.searchfigures import SearchFigures
from hashicnf.deduction import rate
from hashicnf.pipeline.compile import compile_puzzle
from hashicnf.pipeline.decode import decode_model
from hashicnf.pipeline.emit import Written
from hashicnf.pipeline.encodings import Encodings
from hashicnf.proofs.certificates import check_text
from hashicnf.proofs.certify import certify
from hashicnf.proofs.check import check_proof
from hashicnf.proofs.write import prove
from tests.commands import run, terminal
from tests.patience import wait_until

ROOT = Path(__file__).parent.parent.parent
SMALL = str(ROOT / "examples" / "hashi" / "small.puz")
MEDIUM = str(ROOT / "examples" / "hashi" / "medium.puz")
SOLUTION = str(ROOT / "examples" / "hashi" / "small.sol")
CLEAR = "\r\x1b[K"


@pytest.mark.parametrize(
    ("command", "given"),
    [
        (["encode", "-"], SMALL),
        (["convert", "-"], SMALL),
        (["check", SMALL, "-"], SOLUTION),
        (["check", "-", SOLUTION], SMALL),
        (["sample", "-"], SMALL),
    ],
)
def test_the_line_comes_and_goes(command: list[str], given: str) -> None:
    with terminal(*command, at_once=True) as screen:
        screen.wait_for("s: read <stdin>")
        code, output = screen.finish(Path(given).read_bytes())
        assert code == 0
        assert screen.shown.endswith(CLEAR)
        assert re.fullmatch(rf"({re.escape(CLEAR)}(\d+ s: [^\r\n\x1b]+)?)+", screen.shown)
    plain = run(*command, stdin=Path(given).read_text())
    assert (plain.returncode, plain.stdout, plain.stderr) == (0, output.decode(), "")


def test_decode_waits_for_the_model_and_says_so(tmp_path: Path) -> None:
    cnf = str(tmp_path / "a.cnf")
    compile_puzzle(hashicnf.read(SMALL)).write(cnf)
    model = run("sat", cnf).stdout.encode()
    with terminal("decode", "-", "--cnf", cnf, at_once=True) as screen:
        screen.wait_for("s: read <stdin>")
        assert screen.finish(model) == (0, Path(SOLUTION).read_bytes())
        assert screen.shown.endswith(CLEAR)


@pytest.fixture
def pipe(tmp_path: Path) -> str:
    """Return a named pipe without a reader: a process that opens it for writing waits."""
    os.mkfifo(tmp_path / "pipe")
    return str(tmp_path / "pipe")


@pytest.mark.parametrize("command", [["encode", SMALL], ["convert", SMALL], ["generate", "hashi"]])
def test_writing_is_a_phase_and_an_interrupt_clears_the_line(command: list[str], pipe: str) -> None:
    with terminal(*command, "--output", pipe, at_once=True) as screen:
        screen.wait_for(f"s: write {pipe}")
        screen.process.send_signal(signal.SIGINT)
        assert screen.finish() == (130, b"")
        assert screen.shown.endswith(f"{CLEAR}hashicnf: interrupted\r\n")


class Screen(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_nothing_is_shown_of_what_ends_in_time_and_nobody_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    assert statusline.QUIET_SECONDS >= 1
    monkeypatch.setattr(statusline, "QUIET_SECONDS", 10_000.0)
    screen = Screen()
    monkeypatch.setattr(sys, "stderr", screen)
    with observing() as observe:
        observe("write", 0.5, 100)
    assert screen.getvalue() == ""


@pytest.mark.parametrize(
    ("terminals", "source", "target", "shows"),
    [
        ({"stdin", "stdout", "stderr"}, "a", "b", True),
        ({"stdin", "stdout", "stderr"}, "-", "b", False),
        ({"stdin", "stdout", "stderr"}, "a", "-", False),
        ({"stdin", "stderr"}, "a", "-", True),
        ({"stdout", "stderr"}, "-", "b", True),
        ({"stdin", "stdout"}, "a", "b", False),
    ],
)
def test_who_types_or_reads_on_the_terminal_is_not_disturbed(
    terminals: set[str], source: str, target: str, shows: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("stdin", "stdout", "stderr"):
        monkeypatch.setattr(sys, name, Screen() if name in terminals else io.StringIO())
    with observing(source, target) as observe:
        assert (observe is not unobserved) == shows


def test_what_is_printed_meanwhile_takes_the_place_of_the_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(statusline, "QUIET_SECONDS", 0.01)
    monkeypatch.setattr(statusline, "EVERY", 0.01)
    monkeypatch.setattr("hashicnf.cli.terminal._width", lambda: 80)
    monkeypatch.setenv("NO_COLOR", "1")
    screen = Screen()
    for name in ("stdout", "stderr"):
        monkeypatch.setattr(sys, name, screen)
    with observing() as observe:
        observe("solve")
        wait_until(lambda: "s: solve" in screen.getvalue())
        typer.echo("first")
        say("second")
        seen = len(screen.getvalue())
        wait_until(lambda: "s: solve" in screen.getvalue()[seen:])
    assert sys.stdout is sys.stderr is screen
    lines = re.sub(r"\d+ s: solve", "", screen.getvalue()).split("\n")
    assert [line.removeprefix(CLEAR * line.count(CLEAR)) for line in lines] == ["first", "second", ""]
    assert screen.getvalue().endswith(f"s: solve{CLEAR}")


def test_a_search_shows_its_figures_and_what_is_before_it_by_the_same_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(statusline, "QUIET_SECONDS", 0.01)
    monkeypatch.setattr(statusline, "EVERY", 0.01)
    monkeypatch.setattr("hashicnf.cli.terminal._width", lambda: 80)
    screen = Screen()
    monkeypatch.setattr(sys, "stderr", screen)
    with observing() as observe:
        observe("solve")
        wait_until(lambda: "0 s: solve" in screen.getvalue())
        searching(observe)(SearchFigures(1.0, expanded=7, depth=3))
        wait_until(lambda: "0 s: 7 nodes, 7 nodes/s, depth 3" in screen.getvalue())
    assert screen.getvalue().endswith(CLEAR)


def test_a_search_that_records_no_depth_shows_none() -> None:
    assert SearchFigures(1.0, expanded=7, open=2).phase == "7 nodes, 7 nodes/s, open 2, closed 0"


def test_lines_say_time_phase_share_and_size() -> None:
    assert phase_line(3.6, "read a.puz") == "4 s: read a.puz"
    assert phase_line(12, "write a.cnf", 0.5, 3 << 20) == "12 s: write a.cnf  [##########..........] 50 %  3.0 MiB"
    assert "[....................] 0 %" in phase_line(0, "write", 0.0)
    assert "[####################] 100 %" in phase_line(0, "write", 1.0)
    assert "] 99 %" in phase_line(0, "write", 0.999)


def test_lines_too_long_for_a_terminal_keep_what_is_done_and_how_far() -> None:
    phase = "a/long/path/of/folders/board.puz: look for a good order"
    assert phase_line(4, phase, width=40) == "4 s: ...board.puz: look for a good order"
    assert phase_line(4, phase, 0.5, width=60) == "4 s: ...: look for a good order  [##########..........] 50 %"
    assert phase_line(4, phase, width=len(phase) + 5) == f"4 s: {phase}"
    assert phase_line(4, "write", 0.5, width=20).startswith("4 s: write  [###")


@pytest.mark.parametrize(
    ("size", "text"), [(0, "0 B"), (1023, "1023 B"), (1024, "1.0 KiB"), (1 << 20, "1.0 MiB"), (5 << 29, "2.5 GiB")]
)
def test_sizes_are_spelled_for_people(size: int, text: str) -> None:
    assert spelled(size) == text


Told = tuple[str, float | None, int | None]


class Listener:
    def __init__(self) -> None:
        self.told: list[Told] = []

    def __call__(self, phase: str, share: float | None = None, size: int | None = None) -> None:
        self.told.append((phase, share, size))

    @property
    def phases(self) -> list[str]:
        return list(dict.fromkeys(phase for phase, _, _ in self.told))


COMPILING = [
    "constraints",
    "dependency clauses",
    "crossing clauses",
    "capacity clauses",
    "connectivity clauses",
    "repeated clauses",
]


def test_compiling_and_writing_name_their_phases(tmp_path: Path) -> None:
    heard = Listener()
    path = tmp_path / "a.cnf"
    compiled = compile_puzzle(hashicnf.read(SMALL), Encodings(connectivity="planar"), observe=heard)
    assert heard.phases == COMPILING
    compiled.write(str(path), observe=heard)
    assert heard.phases == [*COMPILING, f"write {path}"]
    assert heard.told[-1] == (f"write {path}", 1.0, path.stat().st_size)
    quiet = tmp_path / "b.cnf"
    compiled.write(str(quiet))
    assert quiet.read_bytes() == path.read_bytes()


def test_simplifying_is_a_phase() -> None:
    heard = Listener()
    compile_puzzle(hashicnf.read(SMALL), observe=heard)
    assert heard.phases[:2] == ["constraints", "unit propagation"]


def test_decoding_names_its_phases(tmp_path: Path) -> None:
    heard = Listener()
    model = tmp_path / "model"
    model.write_text("s UNSATISFIABLE\n")
    decode_model(str(model), None, SMALL, observe=heard)
    assert heard.phases == [f"read {SMALL}", "constraints", f"read {model}"], "no clause is made to read a model"


def test_decoding_with_a_formula_checks_it_last(tmp_path: Path) -> None:
    heard = Listener()
    model, cnf = tmp_path / "model", str(tmp_path / "a.cnf")
    compile_puzzle(hashicnf.read(SMALL)).write(cnf)
    model.write_text("s UNSATISFIABLE\n")
    decode_model(str(model), cnf, None, observe=heard)
    assert heard.phases == [f"read {cnf}", "constraints", f"read {model}", f"check {cnf}"]


def test_pieces_are_all_of_the_blocks_and_are_counted() -> None:
    heard, target = Listener(), io.BytesIO()
    blocks = [np.arange(ITEMS * 3 + 3, dtype=np.int32).reshape(-1, 3), np.zeros((4, 0), dtype=np.int32)]
    written = Written(target, "write", blocks[0].size, heard)
    seen = []
    for piece in written.pieces(blocks):
        seen.append(piece)
        assert written.write(b"ab") == 2
    assert np.array_equal(np.concatenate(seen[:-1]), blocks[0])
    assert seen[-1].shape == (4, 0)
    shares = [share for _, share, _ in heard.told if share is not None]
    assert len(shares) == len(seen) > 3
    assert shares == sorted(shares)
    assert (shares[-1], heard.told[-1][2], target.getvalue()) == (1.0, 2 * len(seen), b"ab" * len(seen))


def test_counting_names_its_phases_and_the_share_that_is_done() -> None:
    heard = Listener()
    assert count(hashicnf.read(io.StringIO("2..4..2\n.......\n3..?..2\n")), limits=Limits(), observe=heard).total == 3
    assert heard.phases == ["look for a good order", "count"]
    shares = [share for _, share, _ in heard.told if share is not None]
    assert shares == sorted(shares)
    assert shares[-1] == 1.0


def test_counting_one_by_one_says_how_many_there_are() -> None:
    heard = Listener()
    puzzle = hashicnf.read(io.StringIO("family: sudoku\nboxes: 2x2\n12..\n34..\n....\n....\n"))
    total = count(puzzle, limits=Limits(), observe=heard).total
    assert total > 1
    assert heard.phases[-1] == f"{total} solutions"


def test_rounds_are_counted() -> None:
    heard = Listener()
    rating = rate(hashicnf.read(MEDIUM), observe=heard)
    assert heard.phases[-1] == f"{sum(rating.rounds.values())} rounds"


def test_a_diagnosis_names_its_phases() -> None:
    heard = Listener()
    assert diagnose(hashicnf.read(io.StringIO("1.1\n...\n1.2\n")), observe=heard) is not None
    assert heard.phases == [
        "look for clues that contradict each other",
        "look for clues that can be left out",
        "look for the fewest clues to change",
        "look for other changes, and whether one solution is left",
    ]
    shares = [share for _, share, _ in heard.told if share is not None]
    assert shares == [0.0, 0.25, 0.5, 0.75]


def test_proofs_and_certificates_tell_how_much_of_them_is_checked(tmp_path: Path) -> None:
    odd = hashicnf.read(io.StringIO("2.2.2\n.....\n2.2.2\n.....\n2.2.2\n"))
    cnf, proof = str(tmp_path / "a.cnf"), str(tmp_path / "a.drup")
    prove(odd, cnf, proof)
    heard = Listener()
    assert check_proof(cnf, proof, observe=heard).is_verified
    assert heard.phases == [f"read {cnf}", f"read {proof}", "check the proof"]
    assert 0 < max(share for _, share, _ in heard.told if share is not None) <= 1

    made, heard = Listener(), Listener()
    certified = certify(odd, observe=made)
    assert made.phases == ["look for a solution", "look for a proof", "check the certificate"]
    assert certified.text is not None
    assert check_text(certified.text, "a.cert", observe=heard).is_verified
    assert heard.phases == ["check the certificate"]
    assert 0 < max(share for _, share, _ in heard.told if share is not None) <= 1
