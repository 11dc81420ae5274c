"""Counting, sampling and solving by the frontier method, in the library and by commands."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from xml.etree.ElementTree import fromstring

import pytest

import hashicnf
from hashicnf import count, sample
from hashicnf.answers.counting.by_frontier import Frontier
from hashicnf.cli.app import run as run_command
from hashicnf.core.constraints import Cardinality, Clauses, Connected, Exclusive, Implies, Origin
from hashicnf.core.limits import Limits
from hashicnf.errors import GaveUp, UsageError
from hashicnf.families import Puzzle
from hashicnf.families.hashi.generate import generate
from hashicnf.frontier.problem import Misfit
from hashicnf.frontier.reading import read_problem
from hashicnf.logic import Solved, Stopped, Unknown
from hashicnf.pipeline.puzzles import parse
from hashicnf.solving import by_frontier
from hashicnf.solving.methods import methods
from tests.commands import run
from tests.oracles.puzzles import puzzle_with

ROOT = Path(__file__).parent.parent.parent
EXAMPLES = ROOT / "examples" / "hashi"
PINNED = {
    "small.puz": 1,
    "medium.puz": 1,
    "large.puz": 1,
    "quadruple.puz": 1,
    "touching.puz": 1,
    "tree.puz": 1,
    "wide.puz": 1,
}
SIXTY_FOUR = "3.4.4.3\n.......\n4.5.5.4\n.......\n3.4.4.3\n"


@pytest.mark.parametrize("name", PINNED)
def test_examples_have_so_many_solutions(name: str) -> None:
    found = count(hashicnf.read(EXAMPLES / name))
    assert (found.total, found.exact, found.stopped) == (PINNED[name], True, None)


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("witness_*.puz")), ids=lambda path: path.stem)
def test_the_frontier_solves_what_the_default_solves(path: Path) -> None:
    puzzle = hashicnf.read(path)
    answer = hashicnf.solve(puzzle, method="frontier")
    assert (answer.solution is None) == (hashicnf.solve(puzzle).solution is None)
    assert (count(puzzle).total > 0) == isinstance(answer.verdict, Solved)


def test_it_is_a_method_like_the_others() -> None:
    assert "frontier" in methods()
    assert "frontier" not in methods(parse("family: klotski\ngoal: A at 0,1\nA.B\n").rules)
    puzzle = puzzle_with(generate(12, 12, 40, seed=3).board)
    answer = hashicnf.solve(puzzle, method="frontier")
    assert isinstance(answer.verdict, Solved)
    assert hashicnf.check(puzzle, answer.solution) == []
    assert answer == hashicnf.solve(puzzle, method="frontier")
    assert answer.stats.figures["solutions"] == count(puzzle).total
    with pytest.raises(UsageError, match=r"^max_nodes: the method frontier has no use for it"):
        hashicnf.solve(puzzle, method="frontier", max_nodes=3)


def test_a_number_that_is_too_long_to_be_written_is_a_number_of_digits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(by_frontier, "WRITTEN", 1)
    puzzle = parse("max-bridges: 9\n?.?.?\n")
    for stats in (count(puzzle).stats, hashicnf.solve(puzzle, method="frontier").stats):
        assert (stats.figures["digits"], stats.figures.get("solutions")) == (2, None)
    assert count(puzzle).total == 81


def test_limits_are_named() -> None:
    puzzle = parse("\n".join(".".join("?" * 7) if row % 2 == 0 else "." * 13 for row in range(13)) + "\n")
    late = hashicnf.solve(puzzle, method="frontier", timeout=0)
    assert late.verdict == Unknown(Stopped("time", "time limit of 0 s reached"))
    full = hashicnf.solve(puzzle, method="frontier", max_memory=20_000)
    assert full.verdict == Unknown(Stopped("memory", "memory limit of 20,000 bytes reached"))
    some = count(puzzle, max_memory=20_000)
    assert not some.exact
    assert some.stopped == Stopped("memory", "memory limit of 20,000 bytes reached")
    assert some.total < count(puzzle).total
    assert count(puzzle, timeout=0).stopped == Stopped("time", "time limit of 0 s reached")
    with pytest.raises(GaveUp, match="time limit of 0 s reached"):
        sample(puzzle, timeout=0)


def test_a_limit_on_the_number_is_at_least_so_many() -> None:
    puzzle = parse("?.?.?\n.....\n?.3.?\n.....\n2.?.2\n")
    whole = count(puzzle)
    assert (whole.total, whole.exact) == (4240, True)
    for limit in (11, 4239, 5000):
        found = count(puzzle, limit=limit)
        assert (found.total, found.exact) == (min(limit, 4240), limit > 4240)


def test_samples_are_uniform() -> None:
    """Chi-square test with 25 samples per solution of a board with 64: 103.4 is exceeded once in a thousand times."""
    puzzle = parse(SIXTY_FOUR)
    assert count(puzzle).total == 64
    drawn = Counter(sample(puzzle, 1600, seed=5))
    assert len(drawn) == 64
    assert sum((seen - 25) ** 2 / 25 for seen in drawn.values()) < 103.4


def test_samples_follow_from_the_seed() -> None:
    puzzle = parse(SIXTY_FOUR)
    assert sample(puzzle, 20, seed=1) == sample(puzzle, 20, seed=1)
    assert sample(puzzle, 20, seed=1) != sample(puzzle, 20, seed=2)
    assert sample(parse("1.2\n"), 3) == []
    with pytest.raises(UsageError, match="-1 is no number of solutions"):
        sample(puzzle, -1)


def test_shares_are_those_of_all_solutions() -> None:
    puzzle = parse("?.2.?\n.....\n2.4.2\n.....\n?.2.?\n")
    whole = count(puzzle, shares=True)
    assert whole.shares is not None
    assert whole.marginals is not None
    drawn = sample(puzzle, 1000, seed=3)
    edges = [entry for entry in json.loads(json.dumps(whole.marginals.data())) if entry["shares"][0] > 0]
    for entry in edges:
        place = [at - 1 for at in (*entry["from"], *entry["to"])]
        for least, share in enumerate(entry["shares"], 1):
            seen = sum(any(list(b[:4]) == place and b[4] >= least for b in solution) for solution in drawn)  # type: ignore[attr-defined]
            assert seen / len(drawn) == pytest.approx(share, abs=0.04)
            assert (share in (0.0, 1.0)) == (seen in (0, len(drawn)))


def test_puzzles_of_other_shapes_are_refused() -> None:
    for text, obstacle in (
        (
            "family: klotski\ngoal: A at 0,1\nA.B\n",
            "klotski puzzles are solved by plans; families that can be used here: hashi, sudoku",
        ),
    ):
        with pytest.raises(UsageError, match=obstacle):
            Frontier(parse(text)).count(Limits())


def batches(puzzle: Puzzle) -> list[Cardinality | Clauses | Connected | Exclusive | Implies]:
    from hashicnf.core.variables import VariablePool

    return list(puzzle.constraints(VariablePool())[0])


def test_constraints_that_say_something_else_are_no_problem_of_loads() -> None:
    puzzle = parse("2.2\n...\n2.2\n")
    whole = batches(puzzle)
    assert read_problem(whole)[0].nodes == 4
    order, exclusive, sums, graph = whole
    assert isinstance(sums, Cardinality)
    assert isinstance(graph, Connected)
    one = Clauses(graph.lits[None, :2], Origin("more", "edge"), graph.lits[:1])
    some = Cardinality(sums.lits[:, :2], "eq", 1, sums.origin, sums.source, sums.chain)
    most = Cardinality(sums.lits, "le", 2, sums.origin, sums.source, sums.chain)
    for given, obstacle in (
        ([*whole, one], "the rule more"),
        ([*whole, graph], "several graphs"),
        ([exclusive, sums, graph], "no order"),
        ([order, exclusive, graph], "without a sum"),
        ([order, exclusive, some, graph], "something else than the loads at a node"),
        ([order, exclusive, most, graph], "sums that are bounds"),
    ):
        with pytest.raises(Misfit, match=obstacle):
            read_problem(given)


def test_the_command_counts_and_exits_as_others_do(tmp_path: Path) -> None:
    path = tmp_path / "board.puz"
    path.write_text(SIXTY_FOUR)
    done = run("count", str(path))
    assert (done.returncode, done.stdout) == (0, "64\n")
    few = run("count", str(path), "--max-memory", "100", "--json")
    data = json.loads(few.stdout)
    assert (few.returncode, data["status"], data["exact"], data["stopped"]) == (30, "unknown", False, "memory")
    path.write_text("1.2\n")
    none = run("count", str(path))
    assert (none.returncode, none.stdout) == (20, "0\n")
    assert run("sample", str(path)).returncode == 20
    assert run("count", "examples/sudoku/easy.puz").stdout == "1\n"
    assert run("count", "examples/tiles/small.puz").returncode == 2


def test_the_command_draws_shares(tmp_path: Path) -> None:
    path = tmp_path / "board.puz"
    path.write_text("2.2.1\n.....\n2.3.2\n")
    drawn = run("count", str(path), "--marginals")
    assert drawn.returncode == 0
    assert "2 solutions" in drawn.stderr
    assert "all of the solutions" in drawn.stdout
    data = json.loads(run("count", str(path), "--marginals", "--json").stdout)
    assert data["count"] >= 1
    assert all(0 < entry["shares"][0] <= 1 for entry in data["marginals"])


def test_shares_are_drawn_as_a_picture(tmp_path: Path) -> None:
    path, target = tmp_path / "board.puz", tmp_path / "shares.svg"
    path.write_text("2.2.1\n.....\n2.3.2\n")
    drawn = run("count", str(path), "--marginals", "--json", "-o", str(target))
    assert drawn.returncode == 0, drawn.stderr
    lines: Counter[str] = Counter()
    for group in fromstring(target.read_text()).iter("{http://www.w3.org/2000/svg}g"):
        lines[f"{group.get('class')} {group.get('opacity')}"] += len(group)
    shares = [share for entry in json.loads(drawn.stdout)["marginals"] for share in entry["shares"] if share > 0]
    assert shares.count(1.0) > 0 < shares.count(0.5)
    assert lines["share always None"] == shares.count(1.0)
    assert lines["share share-5 0.42"] == shares.count(0.5) == len(shares) - shares.count(1.0)
    assert lines["island None"] == 6


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("-o a.svg", "--output has no effect without --marginals"),
        ("--marginals --theme dark", "--theme has no effect without --output"),
        ("--marginals -o a.gif", "a.gif: -o writes a picture: end its name with .svg, .png or .pdf"),
    ],
)
def test_pictures_that_cannot_be_made(words: str, message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_command(["count", str(EXAMPLES / "small.puz"), *words.split()]) == 2
    assert message in capsys.readouterr().err


def test_the_command_samples(tmp_path: Path) -> None:
    path = tmp_path / "board.puz"
    path.write_text(SIXTY_FOUR)
    puzzle = hashicnf.read(path)
    *lines, end = run("sample", str(path), "-n", "3", "--seed", "9", "--json").stdout.splitlines()
    assert (len(lines), json.loads(end)["status"]) == (3, "solved")
    for line in lines:
        assert puzzle.check(puzzle.from_data(json.loads(line)["solution"], "drawn")) == []
    drawn = run("sample", str(path), "-n", "2").stdout.split("\n\n3")
    assert len(drawn) == 2
