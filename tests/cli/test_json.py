"""The output of --json: every command with its outcomes is checked against the shipped schema, described in docs/json.md."""

from __future__ import annotations

import hashlib
import inspect
import json
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import jsonschema
import pytest

import hashicnf.cli
from hashicnf.cli.app import run
from hashicnf.cli.commands import COMMANDS

ROOT = Path(__file__).parent.parent.parent
SCHEMA: dict[str, Any] = json.loads(Path(hashicnf.cli.__file__).with_name("schema.json").read_text(encoding="utf-8"))
UNIQUE, SEVERAL, NONE = "2.2\n", "2..4..2\n.......\n3..?..2\n", "1.2\n"
RING = "2.2.2\n.....\n2.2.2\n"  # two groups where nothing connects it
TILES = "family: tiles\n1 2 3\n4 5 6\n7 . 8\n"


def functions() -> Iterator[tuple[str, Any]]:
    for name, module in COMMANDS.items():
        yield name, getattr(import_module(f"hashicnf.cli.{module}"), name.replace("-", "_"))


WITH_JSON = {name for name, function in functions() if "json" in inspect.signature(function).parameters}


def closed(part: Any) -> Any:
    """Return the schema without permission for further fields, so that new fields must be added to it."""
    if isinstance(part, list):
        return [closed(item) for item in part]
    if not isinstance(part, dict):
        return part
    made = {key: closed(value) for key, value in part.items()}
    if {"type", "properties", "required"} <= set(part) and "additionalProperties" not in part:
        made["additionalProperties"] = False
    return made


def validator(command: str) -> jsonschema.Draft202012Validator:
    definitions = {name: part if name == "stats" else closed(part) for name, part in SCHEMA["$defs"].items()}
    return jsonschema.Draft202012Validator({"$ref": f"#/$defs/{command}", "$defs": definitions})


@pytest.fixture
def boards(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    texts = {"unique": UNIQUE, "several": SEVERAL, "ring": RING, "none": NONE, "tiles": TILES, "bad": "2.x\n"}
    for name, text in texts.items():
        Path(f"{name}.puz").write_text(text)
    Path("two.puz").write_text(f"{UNIQUE}---\n{NONE}")
    Path("right.sol").write_text('[ "2" , "=" , "2" ]\n')
    Path("wrong.sol").write_text('[ "2" , "-" , "2" ]\n')
    return tmp_path


def objects(command: str, code: int, capsys: pytest.CaptureFixture[str]) -> list[dict[str, Any]]:
    """Run a command; check each line of its output against the schema, and return the lines."""
    words = command.split()
    capsys.readouterr()
    assert run([*words, "--json"]) == code
    text = capsys.readouterr().out
    found = [json.loads(text)] if words[0] == "compare" else [json.loads(line) for line in text.splitlines()]
    check = validator(words[0])
    for item in found:
        assert item["schema"] == 1
        problem = jsonschema.exceptions.best_match(check.iter_errors(item))
        assert problem is None, f"{command}: {problem.message} in {item}"
    return found


CASES = [
    ("solve unique.puz", 0, ["solved"]),
    ("solve two.puz", 20, ["solved", "unsolvable"]),
    ("solve unique.puz none.puz", 20, ["solved", "unsolvable"]),
    ("solve unique.puz bad.puz none.puz", 65, ["solved", "unsolvable"]),
    ("solve ring.puz --connectivity none", 1, ["broken"]),
    ("solve unique.puz --timeout 0", 30, ["unknown"]),
    ("solve tiles.puz", 0, ["solved"]),
    ("check unique.puz right.sol", 0, ["solved"]),
    ("check unique.puz wrong.sol", 1, ["broken"]),
    ("check unique.puz several.puz --each", 1, ["unsolved", "unsolved"]),
    ("check two.puz", 1, ["unsolved", "unsolved"]),
    ("count unique.puz several.puz none.puz", 20, ["counted", "counted", "unsolvable"]),
    ("count unique.puz --marginals", 0, ["counted"]),
    ("count several.puz --timeout 0", 30, ["unknown"]),
    ("unique two.puz several.puz", 20, ["unique", "unsolvable", "several"]),
    ("unique several.puz --timeout 0", 30, ["unknown"]),
    ("enumerate several.puz none.puz", 20, ["complete", "unsolvable"]),
    ("enumerate several.puz --limit 1", 0, ["limited"]),
    ("enumerate several.puz --timeout 0", 30, ["unknown"]),
    ("sample several.puz none.puz -n 2", 20, ["solved", "unsolvable"]),
    ("backbone several.puz none.puz", 20, ["solved", "unsolvable"]),
    ("backbone several.puz --timeout 0", 30, ["unknown"]),
    ("diagnose unique.puz none.puz", 20, ["solvable", "unsolvable"]),
    ("diagnose unique.puz several.puz none.puz --unique", 1, ["solvable", "several", "unsolvable"]),
    ("diagnose none.puz --timeout 0", 30, ["unknown"]),
    ("hint unique.puz", 0, ["hint"]),
    ("hint unique.puz right.sol", 0, ["solved"]),
    ("hint several.puz --timeout 0", 30, ["unknown"]),
    ("explain several.puz none.puz", 1, ["several", "unsolvable"]),
    ("rate unique.puz several.puz none.puz", 1, ["solved", "several", "unsolvable"]),
    ("rate several.puz --timeout 0", 30, ["unknown"]),
    ("check-heuristic hashi residual unique.puz", 0, ["kept"]),
    ("check-heuristic hashi residual none.puz", 20, ["kept"]),
    ("check-heuristic hashi residual several.puz --max-nodes 1", 30, ["unknown"]),
    ("certify unique.puz -o a.cert", 0, ["unique"]),
    ("certify none.puz -o a.cert", 20, ["unsolvable"]),
    ("certify several.puz -o a.cert", 1, ["several"]),
    ("certify unique.puz --timeout 0 -o a.cert", 30, ["unknown"]),
    ("prove none.puz --cnf a.cnf --proof a.drup", 20, ["unsolvable"]),
    ("prove unique.puz --cnf a.cnf --proof a.drup", 0, ["solvable"]),
    ("prove several.puz --cnf a.cnf --proof a.drup --timeout 0", 30, ["unknown"]),
    ("cubes unique.puz -n 2", 0, ["split"]),
    ("cubes none.puz -n 2 -o cubes/", 20, ["unsolvable"]),
    ("cubes several.puz -n 2 -o cubes/", 0, ["split"]),
    ("cubes unique.puz -n 2 --solve", 0, ["solved"]),
    ("cubes none.puz -n 2 --solve", 20, ["unsolvable"]),
    ("cubes several.puz -n 2 --solve --timeout 0", 30, ["unknown"]),
    ("bench unique.puz", 0, ["solved"]),
    ("encode unique.puz", 0, ["encoded"]),
    ("encode unique.puz --connectivity none -o a.cnf.xz", 0, ["encoded"]),
    ("encode unique.puz -o a.opb", 0, ["encoded"]),
    ("encode two.puz several.puz --output-dir out", 0, ["encoded", "encoded", "encoded"]),
    ("convert two.puz unique.puz --to csv", 0, ["converted", "converted", "converted"]),
    ("convert two.puz unique.puz --to csv -o out/", 0, ["converted", "converted", "converted"]),
    ("convert two.puz -o a.json", 0, ["converted", "converted"]),
    ("convert unique.puz bad.puz", 65, []),
    ("draw two.puz unique.puz --each", 0, ["drawn", "drawn", "drawn"]),
    ("draw unique.puz right.sol --style ascii", 0, ["drawn"]),
    ("draw two.puz unique.puz bad.puz --sheet 1x1 -o a.svg", 65, ["drawn", "drawn", "drawn"]),
]


@pytest.mark.parametrize(("command", "code", "ends"), CASES)
@pytest.mark.usefixtures("boards")
def test_every_line_fits_the_schema(
    command: str, code: int, ends: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    found = objects(command, code, capsys)
    assert [item["status"] for item in found if "status" in item] == ends
    for item in found:
        assert {"puzzle", "family", "index"} <= set(item) or command.startswith("bench")


UNSOLVABLE = ["solve", "count", "unique", "enumerate", "sample", "backbone", "diagnose", "hint", "explain", "rate"]


@pytest.mark.parametrize(
    "command", [*UNSOLVABLE, "cubes --solve", "certify -o a.cert", "prove --cnf a.cnf --proof a.drup"]
)
@pytest.mark.usefixtures("boards")
def test_what_makes_a_puzzle_plainly_unsolvable_is_its_reason(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    Path("lone.puz").write_text("?\n")
    Path("long.puz").write_text("2.1.1\n")
    Path("cases.puz").write_text("1..2\n..12\n....\n2.2.\n")
    name, *options = command.split()
    ended = {
        file: objects(" ".join([name, f"{file}.puz", *options]), 20, capsys)[-1]
        for file in ("lone", "none", "long", "cases")
    }
    assert {end["status"] for end in ended.values()} == {"unsolvable"}
    assert ended["lone"]["reason"].startswith("island ? at row 1, column 1 can have no bridges")
    assert ended["none"]["reason"].startswith(
        "the numbers of all islands add up to 3, but every bridge counts at two of them"
    )
    assert re.fullmatch("island 1 at row 1, column 3 would have (two|three) bridges", ended["long"]["reason"])
    # a reason by cases takes longer to find
    assert ("reason" in ended["cases"]) == (name == "diagnose")


@pytest.mark.usefixtures("boards")
def test_decode_prints_what_solve_prints(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["encode", "unique.puz", "-o", "a.cnf"]) == 0
    run(["sat", "a.cnf"])
    Path("model.txt").write_text(capsys.readouterr().out)
    (item,) = objects("decode model.txt --cnf a.cnf", 0, capsys)
    (other,) = objects("solve unique.puz", 0, capsys)
    assert item["solution"] == other["solution"]


@pytest.mark.usefixtures("boards")
def test_checkers_print_their_verdict(capsys: pytest.CaptureFixture[str]) -> None:
    run(["certify", "unique.puz", "-o", "a.cert"])
    run(["prove", "none.puz", "--cnf", "a.cnf", "--proof", "a.drup"])
    assert [item["status"] for item in objects("check-certificate a.cert", 0, capsys)] == ["verified"]
    (late,) = objects("check-certificate a.cert --timeout 0", 30, capsys)
    assert (late["certificate"], late["status"], late["stopped"]) == ("a.cert", "unknown", "time")
    assert [item["status"] for item in objects("check-proof a.cnf a.drup", 0, capsys)] == ["verified"]
    run(["encode", "unique.puz", "-o", "b.cnf"])
    assert [item["status"] for item in objects("check-proof b.cnf a.drup", 1, capsys)] == ["refused"]


@pytest.mark.usefixtures("boards")
def test_results_of_batches_are_lines(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["batch", "solve", "two.puz", "bad.puz", "-o", "run.db", "--jobs", "1", "--lines"]) == 1
    printed = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    found = objects("results run.db", 0, capsys)
    assert sorted(map(str, found)) == sorted(map(str, printed))
    assert [(item["puzzle"], item["status"]) for item in found] == [
        ("bad.puz", "error"),
        ("two.puz", "solved"),
        ("two.puz", "unsolvable"),
    ]


@pytest.mark.usefixtures("boards")
def test_compare_prints_one_object(capsys: pytest.CaptureFixture[str]) -> None:
    objects("compare unique.puz --methods cdcl", 0, capsys)


@pytest.mark.usefixtures("boards")
def test_rows_and_columns_count_from_1(capsys: pytest.CaptureFixture[str]) -> None:
    (item,) = objects("check unique.puz wrong.sol", 1, capsys)
    assert [broken["cells"] for broken in item["broken"]] == [[[1, 1]], [[1, 3]]]
    first, *_ = objects("hint unique.puz", 0, capsys)
    assert first["steps"][0]["cells"]
    assert all(row == 1 and 1 <= column <= 3 for step in first["steps"] for row, column in step["cells"])
    (item,) = objects("diagnose none.puz", 20, capsys)
    assert {tuple(place) for place in item["conflict"]} == {(1, 1), (1, 3)}


@pytest.mark.parametrize(
    ("command", "name"), [("encode unique.puz", "a.cnf"), ("convert unique.puz --to tatham", "a.tatham")]
)
@pytest.mark.usefixtures("boards")
def test_texts_and_files_hold_what_the_command_writes(
    command: str, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (item,) = objects(command, 0, capsys)
    run(command.split())
    assert item["text"] == capsys.readouterr().out
    (item,) = objects(f"{command} -o {name}", 0, capsys)
    written = Path(name).read_bytes()
    assert (item["file"], item["bytes"]) == (name, len(written))
    assert item["file_sha256"] == hashlib.sha256(written).hexdigest()


@pytest.mark.usefixtures("boards")
def test_each_puzzle_of_a_conversion_names_its_file(capsys: pytest.CaptureFixture[str]) -> None:
    found = objects("convert two.puz right.puz --to csv -o out/", 65, capsys)
    assert found == []
    Path("right.pzpr").write_text("pzprv3/hashikake/1/3/2 . 2 /2 2 /")
    found = objects("convert two.puz right.pzpr --to csv -o out/", 0, capsys)
    assert [item["file"] for item in found] == ["out/two-1.csv", "out/two-2.csv", "out/right.csv"]
    assert [item["solution_lost"] for item in found] == [False, False, True]
    pages = objects("draw two.puz right.pzpr --each --sheet 1x2 -o a.svg", 0, capsys)
    assert [[page["file"] for page in item["files"]] for item in pages] == [["a-1.svg", "a-2.svg"]] * 3
    assert [item["solved"] for item in pages] == [False, False, True]


@pytest.mark.usefixtures("boards")
def test_what_a_formula_claims_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    (item,) = objects("encode ring.puz --connectivity none", 0, capsys)
    assert (item["complete"], item["claim"][:10]) == (False, "INCOMPLETE")
    assert item["text"].startswith("c ")


@pytest.mark.usefixtures("boards")
def test_puzzles_are_named_by_file_and_place(capsys: pytest.CaptureFixture[str]) -> None:
    found = objects("rate two.puz unique.puz", 20, capsys)
    assert [(item["puzzle"], item["index"]) for item in found] == [("two.puz", 1), ("two.puz", 2), ("unique.puz", 1)]


@pytest.mark.parametrize("command", ["families", "formats", "encodings", "solvers", "methods"])
def test_lists_name_what_their_tables_name(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    found = objects(command, 0, capsys)
    assert run([command]) == 0
    table = capsys.readouterr().out
    keys = [(item["kind"], item["name"], item.get("option"), item.get("space"), item.get("families")) for item in found]
    assert not [key for key in keys if keys.count(key) > 1]
    for item in found:
        assert re.search(rf"(^|\s){re.escape(item['name'])}\b", table), item


def test_every_command_with_json_has_a_definition_and_a_section() -> None:
    page = (ROOT / "docs" / "json.md").read_text(encoding="utf-8")
    assert set(SCHEMA["$defs"]) >= WITH_JSON
    for name in WITH_JSON:
        assert f"`{name}`" in page, name
    for field in fields_of(SCHEMA["$defs"]):
        assert f"`{field}`" in page, field


def fields_of(part: Any) -> set[str]:
    if isinstance(part, list):
        return {field for item in part for field in fields_of(item)}
    if not isinstance(part, dict):
        return set()
    own = set(part["properties"]) if "required" in part and "properties" in part else set()
    return own.union(*(fields_of(value) for value in part.values()))


def test_the_schema_is_a_schema() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)


def test_what_a_solver_alone_says_is_not_verified(boards: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With a reason by counting, or without a solver, it is verified."""
    liar = "sh liar.sh {cnf}"
    Path("liar.sh").write_text("echo 's UNSATISFIABLE'\n")
    Path("said").write_text("s UNSATISFIABLE\n")
    assert not any(run(["encode", f"{board}.puz", "-o", f"{board}.cnf"]) for board in ("several", "none"))
    for words, verified in (
        (["solve", "several.puz", "--solver", liar], False),
        (["solve", "none.puz", "--solver", "cadical153"], True),
        (["decode", "said", "--cnf", "several.cnf"], False),
        (["decode", "said", "--cnf", "none.cnf"], True),
    ):
        assert run([*words, "--json"]) == 20
        assert json.loads(capsys.readouterr().out)["verified"] is verified
    assert run(["solve", "several.puz", "--json"]) == 0
    assert "verified" not in json.loads(capsys.readouterr().out)
    for board, verified in (("several.puz", False), ("none.puz", True)):
        run(["batch", "solve", board, "--solver", liar, "-o", f"{board}.sqlite"])
        capsys.readouterr()
        assert run(["results", f"{board}.sqlite", "--json"]) == 0
        rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
        assert rows[0]["figures"]["verified"] is verified
