"""Folders of instances: names, manifest, headers and page are correct for every file."""

from __future__ import annotations

import contextlib
import errno
import io
import json
import lzma
import re
import subprocess
import sys
import tracemalloc
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

import hashicnf
from hashicnf.cli.app import run
from hashicnf.errors import InputError
from hashicnf.instances.facts import find
from hashicnf.instances.manifest import read_rows
from hashicnf.instances.page import Page
from hashicnf.instances.rows import Rows
from hashicnf.making import orders
from hashicnf.testing.models import projected
from hashicnf.version import __version__
from tests.commands import run as run_command

HARMFUL = "title: -x\\u002d | `rm` \u2028 <b>\nfamily: hashi\n2.2\n...\n1.1\n"


def rows_in(folder: Path) -> dict[str, dict[str, Any]]:
    """Read the manifest of a folder."""
    rows = [json.loads(line) for line in (folder / "manifest.jsonl").read_text().splitlines()]
    assert [row["name"] for row in rows] == sorted(row["name"] for row in rows)
    return {row["name"]: row for row in rows}


@pytest.fixture(scope="module")
def boards(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Boards with one solution, planted ones and unsolvable ones, with their manifest."""
    folder = tmp_path_factory.mktemp("boards")
    manifest = folder / "manifest.jsonl"
    rows = []
    for seed, words in {4: "--unique", 14: "", 24: "--unsolvable"}.items():
        command = ["generate", "hashi", *words.split(), "--size", "8x8", "--islands", "16", "--seed", str(seed)]
        command += ["--count", "2"]
        assert run([*command, "-o", str(folder / f"b{words}-{{seed}}.puz"), "--manifest", str(manifest)]) == 0
        rows += manifest.read_text().splitlines(keepends=True)
    manifest.write_text("".join(rows))
    return folder


def test_generate_says_what_it_knows(boards: Path) -> None:
    rows = rows_in_order(boards)
    assert [row["seed"] for row in rows] == [4, 5, 14, 15, 24, 25]
    assert [row.get("solutions") for row in rows] == [1, 1, None, None, 0, 0]
    assert [row["expected"] for row in rows] == ["solvable"] * 4 + ["unsolvable"] * 2
    for row in rows:
        puzzle = hashicnf.read(boards / row["name"])
        assert row["sizes"] == dict(puzzle.size)
        assert row["hashicnf"] == __version__
        assert row["sha256"]["puzzle"] == sha256(("\n".join(puzzle.lines) + "\n").encode()).hexdigest()
        again = hashicnf.generate("hashi", seed=row["seed"], **row["generator"]).puzzle
        assert again.lines == puzzle.lines


def rows_in_order(folder: Path) -> list[dict[str, Any]]:
    """Read a manifest in the order in which it was written."""
    return [json.loads(line) for line in (folder / "manifest.jsonl").read_text().splitlines()]


def test_instances_are_what_the_manifest_says(boards: Path, tmp_path: Path) -> None:
    inputs = [str(path) for path in sorted(boards.glob("*.puz"))]
    assert run(["encode", *inputs, "--output-dir", str(tmp_path), "--compress", "xz", "--facts", "20"]) == 0
    rows = rows_in(tmp_path)
    assert len(rows) == 6
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted([*rows, "README.md", "manifest.jsonl"])
    for name, row in rows.items():
        text = lzma.decompress((tmp_path / name).read_bytes())
        assert sha256(text).hexdigest() == row["sha256"]["text"]
        found = re.search(rb"^p cnf (\d+) (\d+)$", text, re.MULTILINE)
        assert found is not None
        assert (int(found[1]), int(found[2])) == (row["variables"], row["clauses"])
        puzzle = hashicnf.parse("\n".join(re.findall(r"^c board (.*)$", text.decode(), re.MULTILINE)) + "\n")
        assert name.startswith(
            f"hashi-8x8-{row['sizes']['islands']}-seed{row['seed']}-{row['encoding']['connectivity']}-"
        )
        assert name.endswith(f"-{row['sha256']['puzzle'][:8]}.cnf.xz")
        assert len([*hashicnf.enumerate(puzzle)]) == row["solutions"]
        shared = hashicnf.backbone(puzzle)
        assert row.get("backbone") == (None if shared is None else len(shared.literals))
        assert row["formula"] == ("SAT" if row["solutions"] else "UNSAT")
        (tmp_path / "plain.cnf").write_bytes(text)
        assert run(["sat", str(tmp_path / "plain.cnf")]) == (10 if row["solutions"] else 20)
        first = json.loads(text.decode().split("\n")[0].split(" ", 3)[3])
        assert {key: first[key] for key in ("seed", "generator", "title", "expected", "solutions", "formula")} == {
            key: row[key] for key in ("seed", "generator", "title", "expected", "solutions", "formula")
        }
        assert first["version"] == __version__
    page = (tmp_path / "README.md").read_text()
    assert page.startswith("# 6 instances: hashi\n\nExpected: 4 SAT, 2 UNSAT.\n")
    for options in (
        "--islands 16 --size 8x8",
        "--islands 16 --size 8x8 --unique",
        "--islands 16 --size 8x8 --unsolvable",
    ):
        assert f"| 2 instances | `{options}` |" in page


def test_a_page_tells_of_even_numbers_and_of_one_puzzle_in_two_encodings(boards: Path, tmp_path: Path) -> None:
    board = str(next(boards.glob("*.puz")))
    for name in ("planar", "lazy"):
        assert run(["encode", board, "--connectivity", name, "--output-dir", str(tmp_path)]) == 0
    least, most = sorted(row["clauses"] for row in rows_in(tmp_path).values())
    assert least < most
    page = (tmp_path / "README.md").read_text()
    assert f"| clauses | {least:,} | {least:,} | {most:,} | 2 |\n" in page
    assert re.findall(r"^\| 2 (\w+) \|", page, re.MULTILINE) == ["instances"]
    assert "puzzles |" not in page


def test_nothing_in_a_row_leaves_its_place_on_the_page() -> None:
    odd = "a|b\n# c`"
    sizes, encoding = {odd: 2}, {"cardinality": odd, "connectivity": odd}
    page = Page()
    page.add({"name": odd, "family": odd, "hashicnf": odd, "sizes": sizes, "form": odd, "encoding": encoding})
    text = page.text()
    assert odd.partition("\n")[0] not in text
    assert "\n# c" not in text
    assert "| a/b # c' | a/b # c' | a/b # c' | 1 |\n" in text
    assert "| a/b # c' | 2 | 2 | 2 | 1 |\n" in text


def test_no_option_of_a_generator_leaves_its_row_of_the_page() -> None:
    row = {"name": "a.cnf", "family": "hashi", "hashicnf": "1", "sizes": {"islands": 2}, "form": "cnf"}
    page = Page()
    for solutions in (10**400, 10**400 + 1):
        encoding = {"cardinality": "direct"}
        page.add({**row, "generator": {"a": "b\nc|`d`"}, "encoding": encoding, "solutions": solutions})
    page.add({**row, "generator": {"A": True}, "encoding": {"cardinality": "seqcounter"}})
    lines = page.text().splitlines()
    assert [line for line in lines if "`--" in line] == ["| 2 instances | `--a b c/'d'` |", "| 1 instance | `--A` |"]
    assert [line for line in lines if line.startswith("| cnf")] == [
        "| cnf | direct |  | 2 |",
        "| cnf | seqcounter |  | 1 |",
    ]
    assert f"| solutions | {10**400:,} | {10**400:,} | {10**400 + 1:,} | 2 |" in lines


def test_a_batch_makes_the_same_folder(boards: Path, tmp_path: Path) -> None:
    inputs = [str(path) for path in sorted(boards.glob("*.puz"))]
    words = ["--output-dir", "made", "--compress", "xz", "--facts", "20"]
    batch = ["batch", "encode", str(boards), "-o", str(tmp_path / "run.sqlite"), "--jobs", "1", "--no-lines"]
    folders = []
    for number, command in enumerate(([*batch, *words], ["encode", *inputs, *words])):
        folders.append(tmp_path / str(number))
        folders[-1].mkdir()
        with contextlib.chdir(folders[-1]):
            assert run(command) == 0
    first, second = ({path.name: path.read_bytes() for path in (one / "made").iterdir()} for one in folders)
    assert len(first) == 8
    assert first == second


def test_a_bad_file_does_not_keep_the_others_from_their_folder(
    boards: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bad, lone = tmp_path / "bad.puz", tmp_path / "lone.puz"
    bad.write_text("2.x\n")
    lone.write_text("1.1\n")
    board = next(boards.glob("*.puz"))
    assert run(["encode", str(bad), str(board), str(lone), "--output-dir", str(tmp_path / "d")]) == 65
    words = capsys.readouterr().err
    assert words.startswith(f"hashicnf: {bad}:1:3: ")
    assert "2 written, 2 in manifest.jsonl\n    1 puzzle has no row in a manifest.jsonl beside it,\n" in words
    note = words.partition("in manifest.jsonl\n")[2]
    assert max(map(len, note.splitlines())) <= 80  # indented lines are not wrapped
    assert len(rows_in(tmp_path / "d")) == 2


def test_what_the_generator_knows_travels_without_being_found_out_again(boards: Path, tmp_path: Path) -> None:
    unsolvable = [str(path) for path in boards.glob("b--unsolvable*.puz")]
    assert run(["encode", *unsolvable, "--output-dir", str(tmp_path), "--to", "opb"]) == 0
    rows = rows_in(tmp_path)
    assert [(row["formula"], row["solutions"], row["form"]) for row in rows.values()] == [("UNSAT", 0, "opb")] * 2
    lazy = tmp_path / "lazy"
    assert run(["encode", *unsolvable, "--output-dir", str(lazy), "--connectivity", "lazy"]) == 0
    assert all("formula" not in row for row in rows_in(lazy).values())


def test_a_second_run_adds_and_replaces(boards: Path, tmp_path: Path) -> None:
    first, second, *_ = sorted(str(path) for path in boards.glob("b-1?.puz"))
    for words in [[first], [first, second], [second, "--connectivity", "planar"]]:
        assert run(["encode", *words, "--output-dir", str(tmp_path)]) == 0
    assert len(rows_in(tmp_path)) == 3
    assert "| cnf | direct | planar | 1 |" in (tmp_path / "README.md").read_text()


def test_what_another_run_has_added_meanwhile_stays(tmp_path: Path) -> None:
    row = {"schema": 1, "family": "hashi", "hashicnf": "1", "sizes": {"islands": 2}, "form": "cnf", "clauses": 7}
    row["encoding"] = {"cardinality": "direct", "connectivity": "lazy"}
    with Rows(tmp_path) as one, Rows(tmp_path) as other:
        one.add({**row, "name": "a.cnf"})
        one.add({**row, "name": "b.cnf", "clauses": 8})
        other.add({**row, "name": "b.cnf"})
        other.add({**row, "name": "c.cnf"})
        assert (other.save(), one.save()) == (2, 3)
    found = {row["name"]: row["clauses"] for row in read_rows(str(tmp_path / "manifest.jsonl"))}
    assert found == {"a.cnf": 7, "b.cnf": 8, "c.cnf": 7}
    assert sorted(path.name for path in tmp_path.iterdir()) == ["README.md", "manifest.jsonl"]


def test_a_manifest_that_another_process_is_writing_is_waited_for(tmp_path: Path) -> None:
    row = {"schema": 1, "name": "b.puz", "family": "hashi"}
    other = (
        "import sys, time\nfrom hashicnf.files.locks import locked\n"
        "with locked(sys.argv[1], 'a test'):\n    print('held', flush=True)\n    time.sleep(0.5)\n"
        "    open(sys.argv[1], 'w').write(sys.argv[2])\n"
    )
    command = [sys.executable, "-c", other, str(tmp_path / "manifest.jsonl"), json.dumps(row)]
    with Rows(tmp_path) as rows, subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "held\n"
        rows.add({**row, "name": "a.puz"})
        assert rows.save() == 2
    assert [*rows_in(tmp_path)] == ["a.puz", "b.puz"]


def test_a_file_system_without_locks_is_written_to(
    boards: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr("fcntl.lockf", refuse)
    board = next(boards.glob("*.puz"))
    assert run(["encode", "--output-dir", str(tmp_path), str(board)]) == 0
    assert len(rows_in(tmp_path)) == 1
    assert not (tmp_path / "manifest.jsonl.lock").exists()


def test_rows_are_sorted_and_not_kept_in_memory(tmp_path: Path) -> None:
    row = {"schema": 1, "family": "hashi", "hashicnf": "1", "sizes": {"islands": 2}, "form": "cnf", "clauses": 7}
    row["encoding"] = {"cardinality": "direct", "connectivity": "lazy"}
    names = [f"{number:04}.cnf" for number in range(1500)]
    tracemalloc.start()
    try:
        with Rows(tmp_path) as rows:
            for name in names[::-1]:
                rows.add({**row, "name": name, "title": "x" * 1000})
            assert rows.save() == len(names)
        assert tracemalloc.get_traced_memory()[1] < 1 << 20
    finally:
        tracemalloc.stop()
    assert [row["name"] for row in read_rows(str(tmp_path / "manifest.jsonl"))] == names


def test_rows_of_one_name_stay_in_order_and_all_of_them(tmp_path: Path) -> None:
    manifest = tmp_path / "m.jsonl"
    words = ["--size", "4x4", "--islands", "4", "--count", "12", "--seed", "95", "--manifest", str(manifest)]
    assert run(["generate", "hashi", *words, "-o", str(tmp_path / "all.puz")]) == 0
    assert [(row["name"], row["seed"]) for row in read_rows(str(manifest))] == [
        ("all.puz", seed) for seed in range(95, 107)
    ]
    assert run(["generate", "hashi", *words, "-o", f"{tmp_path}/{{seed}}.puz"]) == 0
    names = [row["name"] for row in read_rows(str(manifest))]
    assert names == sorted(f"{seed}.puz" for seed in range(95, 107))


def test_a_manifest_without_a_place_is_refused_before_puzzles_are_made(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    words = ["generate", "hashi", "--size", "4x4", "--islands", "4", "--count", "2", "-o", "new/{seed}.puz"]
    words.append("--manifest")
    assert run([*words, "other/m.jsonl"]) == 2
    assert "other/m.jsonl: cannot be written: there is no folder other" in capsys.readouterr().err
    assert run([*words, "."]) == 2
    assert ".: cannot be written: it is a folder" in capsys.readouterr().err
    assert not [*tmp_path.iterdir()]
    for place in ("new/m.jsonl", str(tmp_path / "m.jsonl")):
        assert run([*words, place]) == 0
        assert len([*read_rows(place)]) == 2


def test_texts_are_harmless(tmp_path: Path) -> None:
    (tmp_path / "a.puz").write_text(HARMFUL, encoding="utf-8")
    assert run(["encode", str(tmp_path / "a.puz"), "--output-dir", str(tmp_path / "d")]) == 0
    ((name, row),) = rows_in(tmp_path / "d").items()
    assert row["title"].startswith("-x")
    lines = (tmp_path / "d" / name).read_text().splitlines()
    comments = lines[: next(i for i, line in enumerate(lines) if line.startswith("p cnf"))]
    assert all(line.isascii() and line.isprintable() and "--" not in line for line in comments)
    assert json.loads(comments[0].split(" ", 3)[3])["title"] == row["title"]


def test_wrong_wishes_are_refused(boards: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    board = str(next(boards.glob("*.puz")))
    target = str(tmp_path / "d")
    for words in [
        [board, board],
        [board, "--compress", "xz"],
        [board, "--facts", "3"],
        [board, "--output-dir", target, "-o", "x.cnf"],
        [board, "--output-dir", target, "--compress", "rar"],
        [board, "--output-dir", target, "--to", "mps"],
        [board, "--output-dir", target, "--facts", "-1"],
        [board, "--output-dir", board],
        [board, "--output-dir", ""],
    ]:
        assert run(["encode", *words]) == 2, words
        assert capsys.readouterr().err.startswith("hashicnf: ")
        assert not (tmp_path / "d").exists()
    for manifest in ("m.cnf", "{seed}.jsonl"):
        assert run(["generate", "hashi", "--manifest", str(tmp_path / manifest)]) == 2
    (tmp_path / "d").mkdir()
    (tmp_path / "d" / "manifest.jsonl").write_text('{"schema": 1, "name": "a"}\nnonsense\n')
    assert run(["encode", board, "--output-dir", target]) == 65
    assert "manifest.jsonl:2:1: " in capsys.readouterr().err


@pytest.mark.parametrize(
    ("command", "text"),
    [
        ("batch encode", "# my boards\n"),
        *(("encode", text) for text in ("", "# my boards\n", "# 1 instance\n", "\ufeff# 2 instances: hashi\n")),
    ],
)
def test_a_page_of_someone_else_is_not_replaced(
    command: str, text: str, boards: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "d" / "README.md"
    page.parent.mkdir()
    page.write_text(text, encoding="utf-8")
    words = ["-o", str(tmp_path / "run.sqlite"), "--no-lines"] if command.startswith("batch") else []
    words = [*command.split(), str(next(boards.glob("*.puz"))), *words, "--output-dir", str(page.parent)]
    assert run(words) == 2
    assert "README.md: describes no instances, and would be replaced; name another" in capsys.readouterr().err
    assert [path.name for path in page.parent.iterdir()] == ["README.md"]
    assert page.read_text(encoding="utf-8") == text
    page.write_text("# 1,234 instances: hashi\n")
    assert run(words) == 0
    assert page.read_text().startswith("# 1 instance: hashi\n")


def test_instances_may_be_written_beside_their_boards(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(["generate", "hashi", "--count", "2", "-o", "{seed}.puz", "--manifest", "manifest.jsonl"]) == 0
    assert run(["encode", "0.puz", "1.puz", "--output-dir", "."]) == 0
    assert len(rows_in(tmp_path)) == 4
    assert (tmp_path / "README.md").read_text().startswith("# 2 instances: hashi\n")


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("seed", "/../../x"),
        ("seed", [1]),
        ("seed", True),
        ("generator", 3),
        ("sizes", {"rows": "x"}),
        ("solutions", "x"),
        ("backbone", [1]),
        ("form", "cnf"),
        ("schema", 2),
        ("schema", None),
        ("schema", True),
        ("schema", 1.0),
        ("expected", "perhaps"),
        ("expected", ""),
        ("formula", "solvable"),
    ],
)
def test_a_manifest_that_others_have_written_is_refused(
    key: str, value: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    manifest = Path("manifest.jsonl")
    assert run(["generate", "hashi", "-o", "{seed}.puz", "--manifest", str(manifest)]) == 0
    manifest.write_text(json.dumps(json.loads(manifest.read_text()) | {key: value}))
    assert run(["encode", "0.puz", "--output-dir", "inside"]) == 65
    assert "manifest.jsonl:1: no row of a manifest" in capsys.readouterr().err
    assert not list(tmp_path.rglob("*.cnf"))


def test_rows_of_no_schema_are_refused_with_their_line(tmp_path: Path) -> None:
    """Such rows are those of cubes, for example."""
    manifest = tmp_path / "manifest.jsonl"
    fine, cube = {"schema": 1, "name": "a.puz"}, {"cube": [1], "decisions": [], "name": "cube-1.cnf", "clauses": 3}
    manifest.write_text("".join(f"{json.dumps(row)}\n" for row in (fine, cube)))
    with pytest.raises(InputError, match=r'manifest\.jsonl:2: no row of a manifest[^\n]*\n +expected "schema": 1$'):
        Rows(tmp_path)


@pytest.mark.parametrize(("output", "rows"), [("{seed}.puz", 2), ("all.puz", 0)])
def test_a_manifest_has_the_puzzles_that_were_written_before_something_went_wrong(
    output: str, rows: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def make(family: str, given: Mapping[str, Any], *others: Any, **more: Any) -> Any:
        if given["seed"] == "7":
            raise KeyboardInterrupt
        return plain(family, given, *others, **more)

    plain = orders.make
    monkeypatch.setattr(orders, "make", make)
    monkeypatch.chdir(tmp_path)
    words = ["generate", "hashi", "--count", "4", "--seed", "5", "-o", output, "--manifest", "m.jsonl"]
    assert run(words) == 130
    names = sorted(path.name for path in tmp_path.glob("*.puz"))
    assert len(names) == rows
    manifest = tmp_path / "m.jsonl"
    assert manifest.exists() == (rows > 0)
    assert [row["name"] for row in (read_rows(str(manifest)) if rows else [])] == names


def test_variables_have_names_and_models_are_counted_by_those_of_the_puzzle(boards: Path, tmp_path: Path) -> None:
    board = str(next(boards.glob("b-1?.puz")))
    target = tmp_path / "a.cnf"
    assert run(["encode", board, "--connectivity", "planar", "--names", "--show", "-o", str(target)]) == 0
    compiled = hashicnf.encode(hashicnf.read(board), connectivity="planar")
    text = target.read_text()
    board_of = hashicnf.read(board).board
    assert isinstance(board_of, hashicnf.Board)
    ends = [(r + 1, c + 1) for r, c in zip(board_of.row, board_of.column, strict=True)]
    keys = re.findall(r"^c key edge (\d+): row (\d+), column (\d+) to row (\d+), column (\d+)$", text, re.MULTILINE)
    read = [tuple(map(int, key)) for key in keys]
    assert read == [(n, *ends[u], *ends[v]) for n, (u, v) in enumerate(board_of.edge.tolist())]
    names = dict(re.findall(r"^c varname (\d+) (\S+)$", text, re.MULTILINE))
    assert names == {str(number): name for number, name in compiled.variables.names()}
    shown = [int(word) for line in re.findall(r"^c p show (.*) 0$", text, re.MULTILINE) for word in line.split()]
    assert shown == list(range(1, compiled.problem + 1))
    assert compiled.variables.count > compiled.problem
    solved = run_command("sat", str(target))
    (tmp_path / "model").write_text(solved.stdout)
    assert run(["decode", str(tmp_path / "model"), "--cnf", str(target)]) == 0


def test_plans_are_counted_by_states_where_actions_share_a_name() -> None:
    puzzle, text = hashicnf.parse("family: klotski\ngoal: A at 1,1\nA.\n..\n"), io.BytesIO()
    compiled = hashicnf.encode(puzzle, horizon=1, metric="move", redundant=False)
    compiled.write(text, form=hashicnf.Form(show=True))
    shown = re.findall(r"^c p show (.*) 0$", text.getvalue().decode(), re.MULTILINE)
    lits = [int(word) for line in shown for word in line.split()]
    assert len(projected(compiled.formula.blocks, range(1, compiled.problem + 1))) == 2, "there are two ways"
    assert len(projected(compiled.formula.blocks, lits)) == 1


@pytest.mark.parametrize(
    "step",
    [
        "hashicnf.answers.counting.by_frontier.take_census",
        "hashicnf.solving.lazy.LazyLoop.ask",
        "hashicnf.answers.backbone.Questions",
    ],
)
def test_an_interrupt_is_no_fact(step: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(step, stop)
    with pytest.raises(KeyboardInterrupt):
        find(hashicnf.parse("2..4..2\n.......\n3..?..2\n"), 10.0)
