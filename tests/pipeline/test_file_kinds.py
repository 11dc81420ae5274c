"""Files of one kind given in place of another: the error names both kinds, and the command for the file."""

from __future__ import annotations

import gc
import io
import os
import re
import shlex
import weakref
from collections.abc import Iterator
from contextlib import redirect_stdout
from pathlib import Path
from threading import Thread

import pytest

import hashicnf
from hashicnf.cli.app import run
from hashicnf.errors import InputError
from hashicnf.files.inputs import MOST_LINES
from hashicnf.pipeline import file_kinds
from hashicnf.proofs import check_certificate, check_plan

BOARD = "1.2\n...\n..1\n"
SLIDING = "family: tiles\n123\n4.5\n786\n"
WRITTEN = (
    "solve board.puz",
    "solve sliding.puz",
    "encode board.puz -o formula.cnf",
    "encode board.puz -o formula.opb",
    "sat formula.cnf",
    "certify board.puz -o board.cert",
    "solve board.puz --method dpll --trace trace.jsonl",
    "generate hashi --unsolvable --seed 3 -o none.puz",
    "prove none.puz --cnf none.cnf --proof none.drup",
    "explain-trace trace.jsonl -o page.html",
    "draw board.puz -o board.svg",
    "diagnose none.puz -o none.wcnf",
)
KINDS = {
    "board.puz": file_kinds.PUZZLE,
    "sliding.puz": file_kinds.PLANNED,
    "drawing.txt": file_kinds.DRAWING,
    "solution.txt": file_kinds.SOLUTION,
    "ascii.txt": file_kinds.SOLUTION,
    "plan.txt": file_kinds.SOLUTION,
    "formula.cnf": file_kinds.FORMULA,
    "formula.opb": file_kinds.OPB,
    "answer.txt": file_kinds.MODEL,
    "result.txt": file_kinds.MODEL,
    "unsolvable.txt": file_kinds.VERDICT,
    "none.wcnf": file_kinds.WEIGHTED,
    "old.wcnf": file_kinds.WEIGHTED,
    "solve.json": file_kinds.SOLVED,
    "count.json": file_kinds.RESULT,
    "minisat.out": file_kinds.VERDICT,
    "board.cert": file_kinds.CERTIFICATE,
    "trace.jsonl": file_kinds.TRACE,
    "none.drup": file_kinds.PROOF,
    "deleting.drup": file_kinds.PROOF,
    "headless.cnf": file_kinds.CLAUSES,
    "page.html": file_kinds.PAGE,
    "board.svg": file_kinds.PICTURE,
}
READERS = (
    ("solve {}", file_kinds.PUZZLE),
    ("check board.puz {}", file_kinds.SOLUTION),
    ("sat {}", file_kinds.FORMULA),
    ("decode answer.txt --cnf {}", file_kinds.FORMULA),
    ("decode {} --cnf formula.cnf", file_kinds.MODEL),
    ("encode board.puz --add {}", file_kinds.HEADLESS),
    ("check-proof {} none.drup", file_kinds.FORMULA),
    ("check-proof none.cnf {}", file_kinds.PROOF),
    ("explain-trace {}", file_kinds.TRACE),
    ("check-certificate {}", file_kinds.CERTIFICATE),
)
# Of the right kind: a puzzle is a drawing without a solution, as a result may be, decode reads formulas in OPB, and added
# clauses have no header.
RIGHT = {
    ("check board.puz {}", "board.puz"),
    ("check board.puz {}", "sliding.puz"),
    ("check board.puz {}", "count.json"),
    ("check board.puz {}", "ascii.txt"),
    ("decode answer.txt --cnf {}", "formula.opb"),
    ("encode board.puz --add {}", "headless.cnf"),
}


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a file of each kind, written by the commands that write such files."""
    folder = tmp_path_factory.mktemp("kinds")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        for name, text in (("board.puz", BOARD), ("sliding.puz", SLIDING)):
            Path(name).write_text(text)
        for command in WRITTEN:
            assert run(command.split()) in (0, 10, 20), command
        for name in ("solve", "count"):
            with Path(f"{name}.json").open("w") as printed, redirect_stdout(printed):
                assert run([name, "board.puz", "--json"]) == 0
    board, plan = hashicnf.read(folder / "board.puz"), hashicnf.read(folder / "sliding.puz")
    (folder / "solution.txt").write_text(board.draw(hashicnf.solve(board).solution))
    (folder / "ascii.txt").write_text(board.draw(hashicnf.solve(board).solution, "ascii"))
    (folder / "drawing.txt").write_text(plan.draw())
    (folder / "plan.txt").write_text(plan.draw(hashicnf.solve(plan).solution))
    (folder / "answer.txt").write_text("c a comment\ns SATISFIABLE\nv 1 -2 0\n")
    (folder / "result.txt").write_text("SAT\n1 -2 0\n")
    (folder / "unsolvable.txt").write_text("c a comment\ns UNSATISFIABLE\n")
    (folder / "minisat.out").write_text(f"{'=' * 28}[ Problem Statistics ]{'=' * 29}\n|  {' ' * 73}|\n")
    (folder / "deleting.drup").write_text("1 2 0\nd -1 2 0\n")
    (folder / "headless.cnf").write_text("c a comment\n1 2 0\n-1 0\n")
    (folder / "old.wcnf").write_text("p wcnf 2 1 3\n3 1 0\n")
    return folder


@pytest.mark.parametrize(("command", "wanted"), READERS)
def test_each_reader_names_the_kind_of_another_file_and_its_command(
    command: str,
    wanted: file_kinds.Kind,
    written: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(written)
    for name, kind in KINDS.items():
        if kind.command == wanted.command or (command, name) in RIGHT:
            continue
        for file, shown, known in ((name, name, name), ("-", "<stdin>", "FILE")):
            with (written / name).open(encoding="utf-8") as given:
                monkeypatch.setattr("sys.stdin", given)
                assert run(command.format(file).split()) == 65, (command, name)
            message = capsys.readouterr().err
            place = re.escape(f"hashicnf: {shown}:") + r"([0-9]+:[0-9]+:)? "
            assert re.match(f"{place}this is {kind.name}, not {wanted.name}\n", message), message
            assert message.endswith(f"expected {kind.advice(wanted, known)}\n"), message


@pytest.mark.parametrize("command", [command for command, _ in READERS])
def test_each_reader_names_a_file_that_is_no_text(
    command: str, written: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(written)
    (written / "database").write_bytes(b"SQLite format 3\0" + bytes(1000))
    assert run(command.format("database").split()) == 65
    assert capsys.readouterr().err == ("hashicnf: database: this is a database, not a text\n    expected UTF-8 text\n")


@pytest.mark.parametrize(("name", "kind"), [("board.puz", file_kinds.PUZZLE), ("sliding.puz", file_kinds.PLANNED)])
def test_the_commands_that_write_another_kind_of_file_can_be_run(
    name: str, kind: file_kinds.Kind, written: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / name).write_text((written / name).read_text())
    for _, command in kind.instead:
        command = command.format(name).replace("--horizon N", "--horizon 1").replace("FORMULA", "formula.cnf")
        assert run(command.split()[1:]) in (0, 1, 20), command


def test_a_file_of_the_right_kind_keeps_the_message_of_its_reader(
    written: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(written)
    for name, text, command in (
        ("a.cnf", "c comment\np cnf 2 1\n1 x 0\n", "sat a.cnf"),
        ("a.drup", "-1 0\nd x 0\n", "check-proof none.cnf a.drup"),
        ("a.puz", "2.3\n2.x\n", "solve a.puz"),
        ("a.txt", "s SATISFIABLE\nv 1 -1 0\n", "decode a.txt --cnf formula.cnf"),
        ("a.cert", check_certificate.MAGIC + "\n", "check-certificate a.cert"),
        ("a.cuts", "1 -2 0\n5 99 0\n", "encode board.puz --add a.cuts"),
        ("b.cuts", "1 99 0\n", "encode board.puz --add b.cuts"),
    ):
        Path(name).write_text(text)
        assert run(command.split()) == 65, command
        assert "this is " not in capsys.readouterr().err


@pytest.mark.parametrize(
    ("text", "kind"),
    [("p cnf 1 0\n" + "c\n" * MOST_LINES, file_kinds.FORMULA), ("-1 0\n" * (MOST_LINES + 1), file_kinds.CLAUSES)],
    ids=["formula", "clauses"],
)
def test_a_file_that_is_too_large_for_a_puzzle_is_recognised(text: str, kind: file_kinds.Kind, tmp_path: Path) -> None:
    (tmp_path / "large").write_text(text)
    with pytest.raises(InputError, match=f"this is {kind.name}, not a puzzle"):
        hashicnf.read(tmp_path / "large")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes")
def test_a_named_pipe_is_not_opened_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []

    def opening(name: str) -> Iterator[bytes]:
        opened.append(name)
        return iter(())

    monkeypatch.setattr(file_kinds, "read_pieces", opening)
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = Thread(target=pipe.write_text, args=(BOARD,))
    writer.start()
    assert run(["sat", str(pipe)]) == 65
    writer.join()
    assert not opened


def test_the_command_for_a_file_is_one_for_a_shell(
    written: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(written)
    Path("my answer.txt").write_text("v 1 -2 0\n")
    assert run(["solve", "my answer.txt"]) == 65
    last = capsys.readouterr().err.splitlines()[-1].partition(": ")[2]
    assert shlex.split(last) == ["hashicnf", "decode", "my answer.txt", "--cnf", "FORMULA"]
    monkeypatch.setattr("sys.stdin", io.StringIO("v 1 -2 0\n"))
    assert run(["solve", "-"]) == 65
    assert capsys.readouterr().err.endswith("this file is for: hashicnf decode FILE --cnf FORMULA\n")


@pytest.mark.parametrize(
    "text", ["1 0 2 0\n0 3 0 0\n2 0 0 0\n", "# a frame of ─ and │\n1.x\n", "3 3 2\n1 0 1\n", "c d\n"]
)
def test_tables_of_numbers_and_comments_are_no_other_kind(text: str) -> None:
    assert file_kinds.kind_of(text) is None


def test_results_of_batch_are_for_check_if_they_have_a_solution() -> None:
    start = '{"schema": 1, "command": "solve", "puzzle": "a.puz", "index": 1, "figures": {"rounds": 0}'
    assert file_kinds.kind_of(start + ', "solution": ["up"]}\n') is file_kinds.SOLVED
    assert file_kinds.kind_of(start + ', "solution": null}\n') is file_kinds.kind_of(start + "}\n") is file_kinds.RESULT


def test_certificates_are_known_by_the_line_of_their_checkers() -> None:
    for checker in (check_certificate, check_plan):
        assert file_kinds.kind_of(checker.MAGIC) is file_kinds.CERTIFICATE


def test_an_explained_error_ends_with_its_last_use(tmp_path: Path) -> None:
    """It holds the frames, and so the open files, of what raised it."""
    (tmp_path / "board.puz").write_text(BOARD)
    gc.disable()
    try:
        try:
            hashicnf.check_proof(tmp_path / "board.puz", tmp_path / "none.drup")
        except InputError as problem:
            left = weakref.ref(problem)
        assert left() is None
    finally:
        gc.enable()
