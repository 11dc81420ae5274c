"""Values compare and hash by content: puzzles, boards, solutions, answers, and all that users may put into a set."""

from __future__ import annotations

import io
import pickle
import re
import subprocess
import sys
from dataclasses import asdict, fields, is_dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import hashicnf
from hashicnf.families.hashi.board import Solution
from hashicnf.logic import Sat, Unsat
from hashicnf.measure.bench import Setting
from hashicnf.measure.comparison.runs import RunSettings
from tests.oracles.puzzles import hashi_solution

NEAR = Path(__file__).parent.parent / "examples" / "klotski" / "near.puz"
TEXTS = [
    "2.2\n",
    "2.2\n...\n",
    "2.3\n",
    "2.?\n",
    "2 . 12\n",
    "max-bridges: 3\n2.2\n",
    "loops: no\n2.2\n",
    ".2.2\n",
    "\n.\n",
]
USER_SCRIPT = """
from io import BytesIO, StringIO
from pathlib import Path
from typing import assert_type

import numpy as np

import hashicnf
from hashicnf import Answer, Board, Bridge, Claim, Collector, Compiled, Decoded, Plan, Planted, Puzzle, Solution, Stats
from hashicnf import Violation

puzzle: Puzzle = hashicnf.read(Path("board.has"))
puzzles: list[Puzzle] = [*hashicnf.read_all(Path("boards.puz"), "native"), *hashicnf.read_all(BytesIO(b"2.2"))]
puzzles += [hashicnf.read(StringIO("2.2")), *hashicnf.parse_all("latin:A..B", "line"), hashicnf.puzzle(["2.2"], loops=False)]
puzzles += [hashicnf.puzzle([[2, 0, 2]], max_bridges=3), hashicnf.puzzle(np.array([[2, 0, 2]]), "hashi", title="two")]
compiled: Compiled = hashicnf.encode(puzzle, cardinality="direct", connectivity="planar")
compiled.write(Path("out.cnf"))
compiled.write(BytesIO())
claim: Claim = compiled.claim
clauses: list[list[int]] = list(compiled.clauses())
print(compiled.variables.text(1), claim.is_exact, claim.reasons())
tracer = Collector()
answer: Answer = hashicnf.solve(hashicnf.read("board.has"), solver="cadical153", connectivity="lazy", timeout=10)
traced = hashicnf.solve(puzzle, method="astar", tracer=tracer)
stats: Stats = answer.stats
print(answer.verdict, stats.rounds, stats.seconds, {puzzle, hashicnf.parse("2.2")}, len(tracer.records))
print(hashicnf.view(puzzle).splitlines()[0])
print(hashicnf.draw(puzzle, answer.solution), hashicnf.convert(puzzle, "csv"), hashicnf.convert(puzzles))
broken: list[Violation] = hashicnf.check(puzzle, answer.solution)
print([violation.rule + violation.message for violation in broken])
assert_type(answer.solution, object)
if isinstance(puzzle.board, Board):
    print(puzzle.board.islands, puzzle.board.clue.tolist(), puzzle.board.shape)
if isinstance(answer.solution, Solution):
    bridges: list[Bridge] = list(answer.solution)
    assert Solution.of(bridges) == answer.solution
    print(sum(bridge.multiplicity for bridge in bridges))
plan: Plan | None = answer.plan
if plan is not None:
    print(plan.length, plan.cost, plan.metric, plan.optimal, [str(action) for action in plan.actions])
decoded: Decoded = hashicnf.decode("model.txt", cnf=Path("out.cnf"))
print(decoded.puzzle, decoded.answer.broken, hashicnf.decode([1, -2], puzzle=puzzle).answer.solution)
planted: Planted = hashicnf.generate("hashi", size="9x9", islands=12, seed=3)
print(hashicnf.check(planted.puzzle, planted.solution), hashicnf.read_solution(puzzle, "a.sol"), hashicnf.__version__)
if isinstance(answer.verdict, hashicnf.Sat):
    print(answer.verdict.model.sum())
elif isinstance(answer.verdict, hashicnf.Solved):
    print("found by a search")
elif isinstance(answer.verdict, hashicnf.Unsat):
    print(answer.verdict.proof)
else:
    assert_type(answer.verdict, hashicnf.Unknown)
    stopped: hashicnf.Stopped = answer.verdict.stopped
    print(stopped.kind, stopped.reason)
found: hashicnf.Uniqueness = hashicnf.unique(puzzle, timeout=10)
print(bool(found), found.solutions, [puzzle.draw(solution) for solution in hashicnf.enumerate(puzzle)])
shared: hashicnf.Backbone | None = hashicnf.backbone(puzzle)
if shared is not None:
    print(shared.partial, shared.shared.sum())
diagnosis: hashicnf.Diagnosis | None = hashicnf.diagnose(puzzle)
repairs: tuple[hashicnf.Repair, ...] = diagnosis.alternatives if diagnosis else ()
if diagnosis is not None:
    changes: tuple[hashicnf.Change, ...] = diagnosis.changes
    print(diagnosis.conflict, [change.after for change in changes])
counted: hashicnf.Count = hashicnf.count(puzzle)
print(counted, [puzzle.draw(solution) for solution in hashicnf.sample(puzzle, 3)])
certified: hashicnf.Certified = hashicnf.certify(puzzle)
checked: hashicnf.Checked = hashicnf.check_certificate("a.cert")
proved: hashicnf.Proved = hashicnf.prove(puzzle, Path("none.cnf"), "none.drup", solver="cadical153", timeout=9)
checked = hashicnf.check_proof("none.cnf", Path("none.drup"))
print(certified.text, checked, proved.status)
hint: hashicnf.Hint = hashicnf.hint(puzzle)
explained: hashicnf.Explanation = hashicnf.explain(puzzle)
steps: list[hashicnf.Step] = [*hint.steps, *explained.steps]
techniques: list[hashicnf.Technique] = [step.technique for step in steps]
rating: hashicnf.Rating = hashicnf.rate(puzzle)
print(rating.grade, [technique.name for technique in techniques])
class Printing:
    active = True
    def emit(self, record: hashicnf.Record) -> None:
        print(record.step)
def show(figures: hashicnf.SearchFigures) -> None:
    print(figures.expanded)
def note(phase: str, share: float | None = None, size: int | None = None) -> None:
    print(phase)
printing: hashicnf.Tracer = Printing()
sentences: str = hashicnf.explain_trace(tracer, width=80, limit=9) + hashicnf.view_trace("a.jsonl")
model: hashicnf.CnfAnswer = hashicnf.sat(BytesIO(), solver="dpll", tracer=tracer, proof=Path("a.drup"))
print(model.status, hashicnf.decode(model.literals(), puzzle=puzzle).answer.solution)
parts: hashicnf.Cubes = hashicnf.cubes(puzzle, 8, connectivity="planar")
parts.write(Path("a.icnf"))
conquered: hashicnf.Conquered = hashicnf.conquer(parts, jobs=2, certificate=True, timeout=9)
every: list[hashicnf.Cube] = list(parts)
print(conquered.status, conquered.text, parts.data(), every[0].share)
checks: list[hashicnf.HeuristicCheck] = hashicnf.check_heuristic(puzzle, "residual", timeout=9)
reports: list[hashicnf.HeuristicReport | None] = [check.report for check in checks]
measured: hashicnf.Benchmark = hashicnf.bench([puzzle, "boards/"], solver=["default", "cadical153"], cuts=[0, 2])
runs: list[hashicnf.Measurement] = list(measured.runs)
compared: hashicnf.Comparison = hashicnf.compare(puzzles, "cdcl,dpll", db=Path("a.sqlite"), timeout=None)
ends: list[hashicnf.MethodRun] = list(hashicnf.read_comparison("a.json", Path("b.json")).runs)
print(measured.rows()[0].par2, runs[0].times, compared.summary(), ends[0].status)
follow: hashicnf.Progress = show
watch: hashicnf.Observer = note
print(hashicnf.solve(puzzle, tracer=printing, progress=follow, observe=watch))
sources: list[hashicnf.Readable] = ["a.puz", Path("a.puz"), StringIO("2.2")]
grids: list[hashicnf.Grid] = [["2.2"], [[2, 0, 2]], np.array([[2, 0, 2]])]
compiled.write("out.cnf", form=hashicnf.Form(names=True))
try:
    hashicnf.parse("3.x")
except hashicnf.InputError as problem:
    print(problem.line, problem.column)
except hashicnf.GaveUp as problem:
    print(problem)
except (hashicnf.SolverMissing, hashicnf.SolverFailed, hashicnf.SolverError) as problem:
    print(problem)
except hashicnf.PluginError as problem:
    print(problem.package)
except (hashicnf.PluginWarning, hashicnf.InputWarning, hashicnf.OutputWarning) as warning:
    print(warning)
except (hashicnf.UsageError, hashicnf.InternalError, hashicnf.HashicnfError):
    raise
"""
WRONG = "hashicnf.read(3)\n"


def test_equal_texts_are_equal_puzzles_and_others_are_not() -> None:
    puzzles = [hashicnf.parse(text) for text in TEXTS]
    again = [hashicnf.parse(text) for text in TEXTS]
    assert puzzles == again
    assert [hash(puzzle) for puzzle in puzzles] == [hash(puzzle) for puzzle in again]
    assert [puzzle.board for puzzle in puzzles] == [puzzle.board for puzzle in again]
    assert len({*puzzles, *again}) == len({puzzle.board for puzzle in puzzles + again}) == len(TEXTS)


def test_names_and_titles_are_no_part_of_a_puzzle(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("2, 0, 2\n")
    puzzle = hashicnf.read(path)
    assert puzzle == hashicnf.parse("title: two\n2.2\n", name="b")
    assert hash(puzzle) == hash(hashicnf.parse("2.2\n"))
    assert puzzle.board != "2.2\n"
    assert puzzle.board != puzzle


def test_solutions_and_answers_compare() -> None:
    puzzle = hashicnf.parse("2.2\n")
    one, other = hashicnf.solve(puzzle), hashicnf.solve(puzzle)
    assert (one, one.solution, one.verdict) == (other, other.solution, other.verdict)
    assert len({one, other}) == len({one.solution, other.solution}) == len({one.verdict, other.verdict}) == 1
    assert one != hashicnf.solve(hashicnf.parse("2.1\n")) == hashicnf.solve(hashicnf.parse("1.2\n"))
    wide = Solution(hashi_solution(one.solution).bridges.astype(np.int64))
    assert (wide, hash(wide)) == (one.solution, hash(one.solution))
    assert Solution(wide.bridges + 1) != wide
    assert Solution(wide.bridges[:0]) != wide


def test_verdicts_compare() -> None:
    verdicts = [
        Sat(np.zeros(3, np.bool_)),
        Sat(np.zeros(4, np.bool_)),
        Unsat(),
        Unsat(("0",)),
        Unsat(core=np.array([1])),
    ]
    assert len({*verdicts}) == 5
    assert verdicts[0] == Sat(np.zeros(3, np.bool_))
    assert verdicts[4] == Unsat(core=np.array([1], dtype=np.int32))


def test_what_is_compiled_compares_and_hashes() -> None:
    one, other = (hashicnf.encode(hashicnf.parse("2.2\n")) for _ in range(2))
    assert one == one
    assert one != other
    assert (one.counted, one.connected) == (other.counted, other.connected)
    assert len({*one.counted, *other.counted, *one.connected}) == len({*one.counted, *one.connected})
    assert len({one, other, *one.formula.blocks, *other.formula.blocks}) == 2 + 2 * len(one.formula.blocks)


@pytest.mark.parametrize(
    "name", ["core.document", "logic", "core.constraints", "families.hashi.board", "pipeline.decode"]
)
def test_no_class_that_holds_arrays_asks_them_for_their_truth(name: str) -> None:
    module = import_module(f"hashicnf.{name}")
    own = [kind for kind in vars(module).values() if getattr(kind, "__module__", "") == module.__name__]
    kinds: list[Any] = [kind for kind in own if is_dataclass(kind)]
    assert kinds
    for kind in kinds:
        hints = [str(field.type) for field in fields(kind) if not str(field.type).startswith("Callable")]
        holds_arrays = any(word in hint for hint in hints for word in ("Ints", "Bools", "Rows"))
        assert not (holds_arrays and kind.__dataclass_params__.eq), kind


def test_the_script_uses_every_public_name() -> None:
    assert [name for name in hashicnf.__all__ if not re.search(rf"\b{name}\b", USER_SCRIPT)] == []


@cache
def public_values() -> dict[str, object]:
    """Make a value of every public class, except errors."""
    puzzle, contradicting = hashicnf.parse("2.2\n...\n2.2\n"), hashicnf.parse("2.3\n...\n2.2\n")
    answer, compiled = hashicnf.solve(puzzle), hashicnf.encode(puzzle)
    assert isinstance(answer.verdict, Sat)
    assert isinstance(answer.solution, Solution)
    literals = [v if answer.verdict.model[v] else -v for v in range(1, 9)]
    moved = hashicnf.solve(hashicnf.read(NEAR))
    explanation, certified = hashicnf.explain(puzzle), hashicnf.certify(puzzle)
    assert certified.text is not None
    diagnosis, traced = hashicnf.diagnose(contradicting), hashicnf.Collector()
    hashicnf.solve(puzzle, method="astar", tracer=traced)
    assert diagnosis is not None
    (examined,) = hashicnf.check_heuristic(puzzle, "zero")
    setting = Setting()
    measured = hashicnf.Measurement("a", "b", setting, "solved", {}, "island", {"seconds": {"search": 0.5}})
    run = hashicnf.MethodRun("a", "cdcl", 1, "solved", "", 0.5, 0.4, 1 << 20)
    split = hashicnf.cubes(puzzle, 2)
    return {
        "Answer": answer,
        "Backbone": hashicnf.backbone(puzzle),
        "Benchmark": hashicnf.Benchmark((measured,)),
        "Board": puzzle.board,
        "Bridge": next(iter(answer.solution)),
        "Certified": certified,
        "Change": diagnosis.changes[0],
        "Checked": hashicnf.check_certificate(io.StringIO(certified.text)),
        "Claim": hashicnf.encode(puzzle, connectivity="none").claim,
        "CnfAnswer": hashicnf.sat(io.StringIO("p cnf 2 1\n1 2 0\n")),
        "Collector": traced,
        "Comparison": hashicnf.Comparison(("a",), ("cdcl",), RunSettings(), "a machine", (run,)),
        "Compiled": compiled,
        "Conquered": hashicnf.Conquered("unsolvable"),
        "Count": hashicnf.count(puzzle),
        "Cube": split.cubes[0],
        "Cubes": split,
        "Decoded": hashicnf.decode(literals, puzzle=puzzle),
        "Diagnosis": diagnosis,
        "Explanation": explanation,
        "Form": hashicnf.Form(),
        "HeuristicCheck": examined,
        "HeuristicReport": examined.report,
        "Hint": hashicnf.hint(puzzle),
        "Measurement": measured,
        "Plan": moved.plan,
        "Proved": hashicnf.Proved(Unsat(), lemmas=3),
        "Planted": hashicnf.generate("hashi", size="9x9", islands=12, seed=3),
        "Puzzle": puzzle,
        "Rating": hashicnf.rate(puzzle),
        "Record": traced.records[0],
        "Repair": hashicnf.Repair(diagnosis.changes, puzzle, answer.solution),
        "Sat": answer.verdict,
        "MethodRun": run,
        "SearchFigures": hashicnf.SearchFigures(),
        "Solution": answer.solution,
        "Solved": moved.verdict,
        "Stats": answer.stats,
        "Step": explanation.steps[0],
        "Stopped": hashicnf.Unknown().stopped,
        "Technique": explanation.steps[0].technique,
        "Uniqueness": hashicnf.unique(puzzle),
        "Unknown": hashicnf.Unknown(),
        "Unsat": Unsat(("1 0", "0"), np.arange(1, 99, dtype=np.int32)),
        "Violation": hashicnf.check(puzzle, Solution.of([]))[0],
        "answer with a plan": moved,
        "groups": hashicnf.check(puzzle, Solution.of([(0, 0, 0, 2, 2), (2, 0, 2, 2, 2)]))[-1],
    }


def test_there_is_a_value_of_every_public_class() -> None:
    public = {name: getattr(hashicnf, name) for name in hashicnf.__all__}
    kinds = {name: kind for name, kind in public.items() if isinstance(kind, type)}
    protocols = {"Observer", "Progress", "Tracer"}  # which others' classes have
    printed = {name: kind for name, kind in kinds.items() if not issubclass(kind, Exception) and name not in protocols}
    assert {name for name, value in public_values().items() if name in kinds} == {*printed}
    assert all(type(public_values()[name]) is kind for name, kind in printed.items())


SHOWN = {
    "<solution: 1 bridge between 1 pair of islands>": lambda: Solution.of([(0, 0, 0, 2, 1)]),
    "<solution: 0 bridges between 1 pair of islands>": lambda: Solution.of([(0, 0, 0, 2, -1)]),
    "<board of 1 x 1 cells: 1 island, 0 edges>": lambda: hashicnf.parse("1").board,
    "<board of 2 x 2 cells: 3 tiles>": lambda: hashicnf.parse("family: tiles\n1.\n32\n").board,
    "<board of 1 x 3 cells: 2 pieces>": lambda: hashicnf.parse("family: klotski\ngoal: A at 0,1\nA.B\n").board,
    "<violation of number: the island at row 100, column 100 has 0 bridges instead of at least 1>": lambda: (
        hashicnf.check(hashicnf.puzzle([".." * 50] * 99 + ["." * 99 + "?"]), Solution.of([]))[0]
    ),
    "<collector: 0 records>": hashicnf.Collector,
    "<figures of a search: 0 nodes expanded in 0 s>": hashicnf.SearchFigures,
}


@pytest.mark.parametrize("shown", SHOWN)
def test_values_count_in_singular_and_plural(shown: str) -> None:
    assert repr(SHOWN[shown]()) == shown


def test_shares_are_read_only() -> None:
    shares = hashicnf.count(hashicnf.parse("2.2\n...\n2.2\n"), shares=True).shares
    assert shares is not None
    assert not shares.flags.writeable


def test_a_formula_without_connectivity_shows_none() -> None:
    compiled = hashicnf.encode(hashicnf.parse("family: sudoku\n1...\n....\n....\n....\n"))
    assert repr(compiled).endswith(" clauses, direct>")


def test_public_values_show_themselves_in_a_line() -> None:
    shown = {name: repr(value) for name, value in public_values().items()}
    assert {name: text for name, text in shown.items() if "\n" in text or len(text) >= 100} == {}


@pytest.mark.slow
def test_a_script_of_a_user_is_typed(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(USER_SCRIPT + WRONG)
    command = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(tmp_path / "cache"), str(script)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, timeout=100, check=False)
    where = USER_SCRIPT.count("\n") + 1
    lines = done.stdout.splitlines()
    assert [line.split(": ")[0] for line in lines[:-1]] == [f"script.py:{where}"], done.stdout + done.stderr
    assert "incompatible type" in lines[0]


def test_hints_explanations_and_certificates_are_values() -> None:
    puzzle = hashicnf.parse(TEXTS[0])
    for ask in (hashicnf.hint, hashicnf.explain, hashicnf.certify):
        first, second = ask(puzzle), ask(puzzle)
        assert (first, hash(first)) == (second, hash(second))
    with pytest.raises(hashicnf.InputError) as caught:
        hashicnf.parse("3.x")
    assert len({caught.value, caught.value}) == 1
    assert re.fullmatch(
        r"<backbone: \d+ of \d+ variables have the same value in all solutions>", repr(hashicnf.backbone(puzzle))
    )


def test_models_of_answers_are_read_only() -> None:
    puzzle = hashicnf.parse("2.2\n...\n2.2\n")
    backbone, sat = hashicnf.backbone(puzzle), hashicnf.sat(io.StringIO("p cnf 1 1\n1 0\n")).verdict
    assert backbone is not None
    assert isinstance(sat, hashicnf.Sat)
    decoded = hashicnf.decode([1, 2], puzzle=puzzle).model
    assert decoded is not None
    for array in (backbone.model, backbone.shared, sat.model, decoded):
        assert not array.flags.writeable


def test_public_values_are_pickled_and_made_dictionaries() -> None:
    for value in public_values().values():
        if is_dataclass(value) and not isinstance(value, type):
            assert [*asdict(value)] == [one.name for one in fields(value)]
            assert repr(pickle.loads(pickle.dumps(value))) == repr(value)  # noqa: S301 - our own bytes
    rating = hashicnf.rate(hashicnf.parse("2.2"))
    rating.rounds["9"] = 1
    assert "9" not in rating.rounds
    assert pickle.loads(pickle.dumps(rating)) == rating  # noqa: S301 - our own bytes


def test_a_solution_of_an_array_leaves_the_array_as_it_is() -> None:
    bridges = np.array([[0, 0, 0, 2, 1]], dtype=np.int32)
    solution = hashicnf.Solution(bridges)
    before = hash(solution)
    bridges[0, 4] = 2
    assert (hash(solution), [one.multiplicity for one in solution]) == (before, [1])


@pytest.mark.parametrize("kind", [np.int8, np.uint8, np.int64, np.uint64])
def test_solutions_of_other_integers_are_those_of_int32(kind: type[np.integer]) -> None:
    puzzle = hashicnf.puzzle([[0] * 16] * 15 + [[1] + [0] * 14 + [1]])  # with more cells than a byte counts
    wanted = hashicnf.Solution(np.array([[15, 0, 15, 15, 1]], dtype=np.int32))
    solution = hashicnf.Solution(wanted.bridges.astype(kind))
    assert hashicnf.check(puzzle, solution) == []
    assert hashicnf.draw(puzzle, solution) == hashicnf.draw(puzzle, wanted)
    assert puzzle.svg(solution) == puzzle.svg(wanted)


def test_arrays_of_values_are_read_only() -> None:
    hashi, sudoku = hashicnf.parse("1.1\n"), hashicnf.parse("family: sudoku\n" + "....\n" * 4)
    for puzzle in (hashi, sudoku):
        solution = hashicnf.solve(puzzle).solution
        for value in (puzzle.board, solution):
            arrays = [part for one in fields(value) if isinstance(part := getattr(value, one.name), np.ndarray)]  # type: ignore[arg-type]
            assert arrays
            assert not any(part.flags.writeable for part in arrays)
