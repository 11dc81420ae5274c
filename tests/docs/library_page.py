"""The examples of docs/library.md: python -m tests.docs.examples writes this file."""

import hashicnf
puzzle = hashicnf.parse("""
2.4.2
.....
3.?.2
""")
puzzle
[len(item.lines) for item in hashicnf.parse_all("4x1:2b2\n7x1:1e1\n", "tatham")]
from io import BytesIO, StringIO
from pathlib import Path
_ = Path("board.puz").write_text("2 . 4 . 2\n. . . . .\n3 . ? . 2\n")
hashicnf.read("board.puz") == hashicnf.read(Path("board.puz")) == puzzle
hashicnf.read_all(BytesIO(b"2.2\n"))
hashicnf.puzzle([[2, 0, 4, 0, 2], [0] * 5, [3, 0, -1, 0, 2]]) == puzzle
import numpy as np
tree = hashicnf.puzzle(np.array([[1, 0, 2], [0, 0, 0], [0, 0, 1]]), family="hashi", loops=False, title="bend")
print("\n".join(tree.lines))
planted = hashicnf.generate("hashi", size="6x6", islands=8, seed=1)
isinstance(planted, hashicnf.Planted), hashicnf.check(planted.puzzle, planted.solution)
bool(hashicnf.unique(hashicnf.generate(size="8x8", islands=14, seed=1, unique=True).puzzle))
hashicnf.convert(tree)
hashicnf.convert([hashicnf.parse("2.2\n"), hashicnf.parse("1.1\n")], "tatham")
def islands(puzzle: hashicnf.Puzzle) -> list[int]:
    assert isinstance(puzzle.board, hashicnf.Board)
    clues: list[int] = puzzle.board.clue.tolist()
    return clues
islands(puzzle)
puzzle.board
answer = hashicnf.solve(puzzle, solver="cadical153", connectivity="lazy")
if isinstance(answer.solution, hashicnf.Solution):  # None without a solution
    print(*(bridge.multiplicity for bridge in answer.solution))
isinstance(answer, hashicnf.Answer), answer.broken, answer.plan
answer == hashicnf.solve(puzzle, solver="cadical153")
several = hashicnf.parse("3.4.4.3\n.......\n4.5.5.4\n.......\n3.4.4.3\n")
hashicnf.count(several)
found = hashicnf.count(tree, shares=True)
isinstance(found, hashicnf.Count), found.total, found.exact
found.shares is not None and found.shares.tolist()
drawn = hashicnf.sample(several, 3, seed=7)
[hashicnf.check(several, solution) for solution in drawn]
solution = hashicnf.solve(tree).solution
isinstance(solution, hashicnf.Solution) and list(solution)
hashicnf.Solution.of([hashicnf.Bridge(0, 0, 0, 2, 1), (2, 2, 0, 2, 1)]) == solution
hashicnf.check(tree, solution)
for broken in hashicnf.check(tree, hashicnf.Solution.of([(0, 0, 0, 2, 1)]))[:1]:
    assert isinstance(broken, hashicnf.Violation)
    print(broken.rule)
print(hashicnf.draw(tree, solution, "ascii"))
hashicnf.read_solution(tree, StringIO(hashicnf.draw(tree, solution))) == solution
tree.svg(solution, "dark", coordinates=True)[:5]  # a picture, as notebooks show it by themselves
_ = Path("board.html").write_text(hashicnf.view([puzzle, tree], timeout=10))
hashicnf.view(tree)[:15]
hashicnf.solve(tree).verdict
hashicnf.solve(tree, method="astar").verdict
isinstance(hashicnf.solve(tree).verdict, hashicnf.Sat) and issubclass(hashicnf.Sat, hashicnf.Solved)
hashicnf.solve(hashicnf.parse("2.1\n")).verdict == hashicnf.Unsat()
late = hashicnf.solve(puzzle, timeout=0).verdict
if isinstance(late, hashicnf.Unknown):
    print(late.stopped, isinstance(late.stopped, hashicnf.Stopped))
stats = answer.stats
isinstance(stats, hashicnf.Stats), stats.solver, stats.connectivity, stats.rounds >= 1, stats.total > 0
hashicnf.Plan(("left", "up"), cost=2, metric="slides", optimal=True).length
certified = hashicnf.certify(hashicnf.parse("1.1\n...\n1.1\n"))
assert isinstance(certified, hashicnf.Certified)
certified.found, certified.proves
checked = hashicnf.check_certificate(StringIO(certified.text))
assert isinstance(checked, hashicnf.Checked)
bool(checked), checked.is_verified, checked.message
hashicnf.certify(hashicnf.parse("2..4..2\n.......\n3..?..2\n"), claim="unique").found
proved = hashicnf.prove(hashicnf.parse("1.1\n...\n1.1\n"), "none.cnf", "none.drup")
assert isinstance(proved, hashicnf.Proved)
proved.status
hashicnf.check_proof("none.cnf", "none.drup").is_verified
hashicnf.prove(hashicnf.parse("2.2\n"), "two.cnf", "two.drup", timeout=10).status
several_cubes = hashicnf.cubes(several, 4)
assert isinstance(several_cubes, hashicnf.Cubes)
several_cubes, all(isinstance(cube, hashicnf.Cube) for cube in several_cubes)
several_cubes.write("several.icnf")
refuted = hashicnf.conquer(hashicnf.cubes(hashicnf.parse("1.1\n...\n1.1\n")), certificate=True)
isinstance(refuted, hashicnf.Conquered), refuted.status
refuted.text is not None and hashicnf.check_certificate(StringIO(refuted.text)).is_verified
tracer = hashicnf.Collector()
traced = hashicnf.solve(tree, method="astar", tracer=tracer)
len(tracer.records) > 1
class Names:
    active = True
    def __init__(self) -> None:
        self.names: list[str] = []
    def emit(self, record: hashicnf.Record) -> None:
        self.names.append(type(record.step).__name__)
names = Names()
its_tracer: hashicnf.Tracer = names
traced = hashicnf.solve(tree, method="astar", tracer=its_tracer)
names.names[0], names.names[-1]
print(hashicnf.explain_trace(tracer, limit=1))
_ = Path("search.html").write_text(hashicnf.view_trace(tracer.records), encoding="utf-8")
phases: list[str] = []
def note(phase: str, share: float | None = None, size: int | None = None) -> None:
    phases.append(phase)
def show(figures: hashicnf.SearchFigures) -> None:
    print(figures.expanded, "nodes")
watch: hashicnf.Observer = note
follow: hashicnf.Progress = show
watched = hashicnf.solve(tree, observe=watch, progress=follow)
phases[0], phases[-1]
corner = hashicnf.parse("4.2\n...\n2..\n")
hashicnf.hint(corner).steps[-1].technique.name
hashicnf.hint(corner, hashicnf.Solution.of([(0, 0, 0, 2, 2), (0, 0, 2, 0, 2)])).outcome
[step.technique.rung for step in hashicnf.explain(corner).steps]
hashicnf.rate(corner).grade
rating, explained = hashicnf.rate(corner), hashicnf.explain(corner)
isinstance(rating, hashicnf.Rating), isinstance(rating.hardest, hashicnf.Technique), rating.rounds
isinstance(explained, hashicnf.Explanation), isinstance(explained.steps[0], hashicnf.Step), explained.outcome
isinstance(hashicnf.hint(corner), hashicnf.Hint)
[(step.cells, step.conclusions[0]) for step in hashicnf.explain(hashicnf.puzzle(["1.1", "...", "1.1"])).steps[:1]]
only = hashicnf.unique(puzzle)
only, bool(only), len(only.solutions)
hashicnf.unique(tree) == hashicnf.Uniqueness((solution,))
from itertools import islice
len(list(hashicnf.enumerate(puzzle))), len(list(islice(hashicnf.enumerate(puzzle), 2)))
shared = hashicnf.backbone(puzzle)
isinstance(shared, hashicnf.Backbone) and int(shared.shared.sum())
fault = hashicnf.diagnose(hashicnf.parse("1.1.1"))
assert isinstance(fault, hashicnf.Diagnosis) and fault.mended is not None
fault.conflict, fault.is_minimal
fault.changes == (hashicnf.Change(row=0, column=2, before=1, after=2),)
hashicnf.check(fault.mended, fault.solution)
fault.is_unique, fault.alternatives, fault.is_complete
open_one = hashicnf.diagnose(hashicnf.parse("2..4..2\n.......\n3..?..2\n"), unique=True)
if open_one is not None:
    print(open_one.is_solvable, open_one.changes)
    print(all(isinstance(other, hashicnf.Repair) and other.is_unique for other in open_one.alternatives))
odd = hashicnf.diagnose(hashicnf.parse("1.2"))
if odd is not None:
    print(odd.reason)
compiled = hashicnf.encode(tree, cardinality="pairwise", connectivity="planar")
isinstance(compiled, hashicnf.Compiled), compiled.variables.count, compiled.variables.text(1)
next(compiled.clauses())
compiled.to_pysat().nv
compiled.write("bend.cnf")
stream = BytesIO()
compiled.write(stream)
stream.getvalue() == Path("bend.cnf").read_bytes()
named = BytesIO()
compiled.write(named, form=hashicnf.Form(names=True))
b"bridge[0,1]" in named.getvalue()
compiled.claim == hashicnf.Claim(), compiled.claim.is_exact
hashicnf.encode(puzzle, connectivity="none").claim.reasons()
from pysat.solvers import Solver
with Solver("cadical153", bootstrap_with=compiled.to_pysat()) as solver:
    _ = solver.solve()
    model = solver.get_model()
assert model is not None
decoded = hashicnf.decode(model, cnf="bend.cnf")
isinstance(decoded, hashicnf.Decoded), decoded.puzzle == tree, decoded.answer.solution == solution
hashicnf.decode(StringIO("s UNSATISFIABLE\n"), puzzle=tree).answer.status
found_model = hashicnf.sat("bend.cnf")
isinstance(found_model, hashicnf.CnfAnswer), found_model.status
hashicnf.decode(found_model.literals(), cnf="bend.cnf").answer.solution == solution
hashicnf.sat(StringIO("p cnf 1 2\n1 0\n-1 0\n"), solver="dpll", proof="false.drup").has_proof
measured = hashicnf.bench([tree, puzzle], solver="cadical153", connectivity=["lazy", "planar"], timeout=60)
measured, isinstance(measured, hashicnf.Benchmark)
isinstance(measured.runs[0], hashicnf.Measurement), {run.status for run in measured.runs}
[(row.setting.connectivity, row.solved) for row in measured.rows()]
{"puzzle", "status", "conflicts", "cpu"} <= measured.data()[0].keys()
compared = hashicnf.compare(tree, ["cdcl"], timeout=60)
compared, isinstance(compared, hashicnf.Comparison)
isinstance(compared.runs[0], hashicnf.MethodRun), compared.runs[0].status, compared.runs[0].peak > 0
_ = Path("compared.json").write_text(compared.to_json())
hashicnf.read_comparison("compared.json") == compared
sliding = hashicnf.parse("family: tiles\n1.3\n425\n")
for examined in hashicnf.check_heuristic(sliding, "manhattan", metric="slides"):
    assert isinstance(examined, hashicnf.HeuristicCheck) and isinstance(examined.report, hashicnf.HeuristicReport)
    print(examined.status, examined.report.states, examined.report.is_admissible)
sources: list[hashicnf.Readable] = ["board.puz", Path("board.puz"), StringIO("2 . 4 . 2\n. . . . .\n3 . ? . 2\n")]
[hashicnf.read(source) == puzzle for source in sources]
grids: list[hashicnf.Grid] = [["1.1"], [[1, 0, 1]], np.array([[1, 0, 1]])]
len({hashicnf.puzzle(grid) for grid in grids})
try:
    hashicnf.parse("2.x\n")
except hashicnf.InputError as problem:
    print(problem.line, problem.column)
try:
    hashicnf.encode(puzzle, connectivity="plana")
except hashicnf.UsageError as problem:
    print(str(problem).split(";")[0])
try:
    hashicnf.solve(puzzle, solver="no-such-solver {cnf}")
except hashicnf.SolverMissing as problem:
    print(isinstance(problem, hashicnf.SolverError))
kinds = hashicnf.SolverFailed, hashicnf.InternalError, hashicnf.PluginError, hashicnf.GaveUp
all(issubclass(kind, hashicnf.HashicnfError) for kind in kinds)
all(issubclass(kind, UserWarning) for kind in (hashicnf.PluginWarning, hashicnf.InputWarning, hashicnf.OutputWarning))
hashicnf.__version__.count(".") >= 1
