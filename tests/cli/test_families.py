"""Commands on families of other packages: the command line contains no names of families."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from hashicnf.cli.app import run as run_command
from tests.plugins.registered import added

LATIN = "family: latin\ndiagonals: yes\nAB..\n....\n....\n....\n"
SLIDING = "family: sliding\n1.3\n425\n"
Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Run]:
    """Run a command in this process, in a folder with two puzzles of other families."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")
    Path("latin.puz").write_text(LATIN)
    Path("sliding.puz").write_text(SLIDING)

    def call(*words: str) -> tuple[int, str, str]:
        code = run_command(list(words))
        shown = capsys.readouterr()
        return code, shown.out, shown.err

    with added():
        yield call


def test_families_are_listed_with_what_they_can(run: Run) -> None:
    code, shown, _ = run("families")
    assert code == 0
    latin = shown.split("latin: ")[1].split("\n\n")[0]
    assert latin.startswith("Latin squares, from the package outside-puzzles\n")
    for words in (
        "symbols     letters",
        "settings    diagonals (yes or no; default no)",
        "formula     yes\n  options     model (minimal or extended; default extended)",
        "method      cdcl by default",
        "spaces      formula, cells",
        "generators  shuffled",
        "formats     json, line, native",
    ):
        assert words in latin
    sliding = shown.split("sliding: ")[1]
    assert "plans       yes" in sliding
    assert "metrics     slides, pushes" in sliding
    assert "spaces      tiles, states" in sliding
    assert "hashi: Hashiwokakero (Bridges)\n" in shown
    assert "  method      idastar by default\n" in shown.split("tiles: ")[1].split("\n\n")[0]


def test_formats_are_listed_with_their_package(run: Run) -> None:
    rows = {row.split()[0]: row for row in run("formats")[1].splitlines()}
    assert rows["line"].endswith("from the package outside-puzzles")
    assert "from the package" not in rows["tatham"] + rows["native"]


@pytest.mark.parametrize("method", ["cdcl", "dpll", "astar", "dfs"])
def test_a_static_family_is_solved_by_every_method(method: str, run: Run) -> None:
    code, shown, errors = run("solve", "latin.puz", "--method", method)
    assert (code, errors) == (0, "latin.puz: one of several solutions\n" if method == "cdcl" else "")
    assert shown.startswith("A B ")
    Path("a.sol").write_text(shown)
    assert run("check", "latin.puz", "a.sol")[:2] == (0, "correct: every rule is kept\n")


def test_a_plan_is_solved_printed_checked_and_traced(run: Run) -> None:
    code, shown, errors = run("solve", "sliding.puz")
    assert code == 0
    assert "optimal" in errors
    Path("a.plan").write_text(f"# by solve\n{shown}")
    assert run("check", "sliding.puz", "a.plan")[0] == 0
    code, text, _ = run("solve", "sliding.puz", "--method", "astar", "--json")
    data = json.loads(text)
    assert (code, data["length"], data["metric"], data["optimal"]) == (0, len(shown.splitlines()), "slides", True)
    assert data["plan"] == data["solution"]
    Path("a.plan").write_text("\n".join(data["plan"][:-1]))
    code, shown, _ = run("check", "sliding.puz", "a.plan")
    assert code == 1
    assert shown.startswith("goal: after ")
    code, shown, _ = run("solve", "sliding.puz", "--method", "astar", "--trace", "-")
    assert code == 0
    assert "Solved: the goal is reached." in " ".join(shown.split())


@pytest.mark.parametrize("method", ["cdcl", "astar"])
def test_a_metric_is_chosen(method: str, run: Run) -> None:
    Path("long.puz").write_text("family: sliding\n. 1 2\n4 5 3\n")
    lengths = []
    for metric in ("slides", "pushes"):
        code, text, _ = run("solve", "long.puz", "--metric", metric, "--method", method, "--json")
        data = json.loads(text)
        assert (code, data["metric"], data["stats"]["metric"]) == (0, metric, metric)
        assert data["optimal"] == (metric == "slides" or method == "cdcl" or data["stats"]["heuristic"] == "zero")
        lengths.append(data["length"])
        Path("a.plan").write_text("\n".join(data["plan"]))
        assert run("check", "long.puz", "a.plan")[0] == 0
    assert lengths[1] < lengths[0]
    names = "there are: slides, pushes"
    message = f"hashicnf: no metric of sliding is named 'hops'; {names}\n"
    assert run("solve", "sliding.puz", "--metric", "hops", "--method", method) == (2, "", message)
    message = "hashicnf: --metric: latin puzzles are not solved by plans\n"
    assert run("solve", "latin.puz", "--metric", "slides", "--method", method) == (2, "", message)


def test_the_metric_of_a_formula_is_in_its_file(run: Run) -> None:
    assert run("encode", "sliding.puz", "--horizon", "9", "--metric", "pushes", "-o", "a.cnf")[0] == 0
    assert '"metric": "pushes"' in Path("a.cnf").read_text()
    _, model, _ = run("sat", "a.cnf")
    Path("a.out").write_text(model)
    code, plan, _ = run("decode", "a.out", "--cnf", "a.cnf")
    assert code == 0
    Path("a.plan").write_text(plan)
    assert run("check", "sliding.puz", "a.plan")[0] == 0


def test_a_formula_with_a_horizon_is_decoded_from_its_file(run: Run) -> None:
    assert run("encode", "sliding.puz")[::2] == (
        2,
        "hashicnf: a formula of a sliding puzzle needs --horizon, the most steps of a plan\n",
    )
    assert run("encode", "sliding.puz", "--horizon", "40", "-o", "a.cnf")[0] == 0
    text = Path("a.cnf").read_text()
    assert '"horizon": 40' in text.splitlines()[0]
    assert "plans of more than 40 steps are missing" in text
    code, model, _ = run("sat", "a.cnf")
    assert code == 10
    Path("a.out").write_text(model)
    code, _, told = run("decode", "a.out", "--cnf", "a.cnf")
    assert code == 0
    assert "perhaps not optimal: any plan within the horizon is a model" in told
    code, _, told = run("decode", "a.out", "--puzzle", "sliding.puz")
    assert (code, "which knows the horizon: --cnf" in told) == (2, True)
    Path("a.out").write_text("s UNSATISFIABLE\n")
    code, _, errors = run("decode", "a.out", "--cnf", "a.cnf")
    assert (code, errors) == (30, "a.cnf: no answer: no plan has at most 40 steps; longer ones were not tried\n")
    code, _, errors = run("solve", "sliding.puz", "--horizon", "1")
    assert (code, errors) == (30, "sliding.puz: no answer: no plan has at most 1 step; longer ones were not tried\n")


def test_options_of_the_constraints_are_the_familys(run: Run) -> None:
    sizes = []
    for model in ("extended", "minimal"):
        assert run("encode", "latin.puz", "--option", f"model={model}", "-o", "a.cnf")[0] == 0
        sizes.append(int(next(line for line in Path("a.cnf").read_text().splitlines() if line[0] == "p").split()[3]))
        assert ('"options"' in Path("a.cnf").read_text()) == (model == "minimal")
    assert sizes[0] > sizes[1]
    _, model, _ = run("sat", "a.cnf")
    Path("a.out").write_text(model)
    assert run("decode", "a.out", "--cnf", "a.cnf")[0] == 0
    for words, message in (
        ("model=large", "model: cannot read 'large'; expected minimal or extended"),
        ("size=3", "no latin option is named 'size'; there are: model"),
        ("model", "--option 'model': expected NAME=VALUE"),
    ):
        assert run("solve", "latin.puz", "--option", words) == (2, "", f"hashicnf: {message}\n")


def test_generate_takes_its_options_from_the_family(run: Run) -> None:
    code, shown, _ = run("generate", "latin", "--size", "3", "--holes", "4", "--solution", "a.sol", "-o", "a.puz")
    assert (code, shown) == (0, "")
    assert run("check", "a.puz", "a.sol")[0] == 0
    assert run("generate", "latin", "--holes", "0", "--to", "line")[1].startswith("latin:")
    shown = run("generate", "latin", "--help")[1]
    assert "--holes N" in shown
    assert "A cyclic square with its letters shuffled." in shown
    assert "--islands N" not in shown
    assert "$ hashicnf generate latin > puzzle.puz" in shown
    assert "generate hashi" not in shown
    assert "hashicnf generate FAMILY --help lists them" not in shown
    assert "hashicnf generate FAMILY --help lists them" in run("generate", "--help")[1]
    assert "$ hashicnf generate hashi --size" in run("generate", "hashi", "--help")[1]
    assert "--islands N" in run("generate", "hashi", "--help")[1]
    assert "--holes" not in run("generate", "--help")[1]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("latin --size 99", "--size: cannot read '99'; expected a number from 1 to 26"),
        ("latin --size 2 --holes 9", "a square of 2 x 2 cells has no 9 to leave empty"),
        ("latin --to tatham", "the tatham format cannot express latin puzzles; use native"),
        (
            "nosuch",
            "no family with a generator is named 'nosuch'; there are: hashi, klotski, sudoku, tiles, latin, sliding",
        ),
        (
            "hashi --size x9",
            "--size: cannot read 'x9'; expected rows, x, columns, such as 16x16, or one number for a square, up to 999,999",
        ),
    ],
)
def test_generate_explains_what_it_cannot_do(words: str, message: str, run: Run) -> None:
    assert run("generate", *words.split()) == (2, "", f"hashicnf: {message}\n")


def test_an_option_of_another_family_is_no_option(run: Run) -> None:
    code, _, errors = run("generate", "latin", "--islands", "3")
    assert code == 2
    assert "no option is named" in errors


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("family: chess\nab\n", "no puzzle family is named 'chess'"),
        ("affd\n", "'a' does not belong here"),
        ("family: latin\nmax-bridges: 2\nAB\n..\n", "no setting is named 'max-bridges'"),
    ],
)
@pytest.mark.parametrize("command", ["encode", "solve", "draw", "convert", "bench"])
def test_a_file_that_no_family_can_read_is_an_error(command: str, text: str, message: str, run: Run) -> None:
    Path("a.puz").write_text(text)
    code, shown, errors = run(command, "a.puz")
    assert (code, shown) == (65, "")
    assert message in errors
    assert "^" in errors


def test_convert_refuses_what_the_notation_cannot_hold(run: Run) -> None:
    for to in ("tatham", "has", "csv"):
        message = f"hashicnf: the {to} format cannot express sliding puzzles; use native\n"
        assert run("convert", "sliding.puz", "--to", to) == (2, "", message)
    assert run("convert", "latin.puz", "--to", "line")[::2] == (
        2,
        "hashicnf: the line format cannot express diagonals; use native\n",
    )
    assert run("convert", "latin.puz", "--to", "native")[:2] == (0, LATIN)


def test_bench_measures_other_families(run: Run) -> None:
    code, shown, _ = run("bench", "latin.puz", "--json")
    data = json.loads(shown)
    assert (code, data["status"], data["size"]["cells"], data["unit"]) == (0, "solved", 16, "cell")
