"""``sat`` on incremental CNF: there is a model if some cube has one, whether the solver takes assumptions or not."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from random import Random

import pytest

from hashicnf.errors import SolverFailed, UsageError
from hashicnf.formulas import solve as module
from hashicnf.formulas.assumed import Anew
from hashicnf.formulas.solve import CnfAnswer, Own
from hashicnf.logic import Sat, Unknown, Unsat, Verdict
from hashicnf.proofs.formulas import decide
from tests.commands import run

SMALL = str(Path(__file__).parent.parent.parent / "examples" / "hashi" / "small.puz")
STARTED = "kissat404"  # has no assumptions: a process for each cube
SOLVERS = ["dpll", "cadical153", "minisat22", "maplesat", STARTED]
VARIABLES = 5


def clauses_of(seed: int, count: int) -> list[list[int]]:
    random = Random(seed)
    return [[random.choice((-1, 1)) * random.randint(1, VARIABLES) for _ in range(3)] for _ in range(count)]


def answer(
    tmp_path: Path, clauses: list[list[int]], cubes: list[list[int]], solver: str, own: Own, proof: str | None = None
) -> CnfAnswer:
    lines = ["p inccnf", *(f"{' '.join(map(str, clause))} 0" for clause in clauses)]
    path = tmp_path / "a.icnf"
    path.write_text("\n".join([*lines, *(f"a {' '.join(map(str, cube))} 0" for cube in cubes), ""]))
    return decide(str(path), solver, own=own, proof=proof)


def has_model(clauses: list[list[int]]) -> bool:
    return any(
        all(any(values[abs(lit) - 1] == (lit > 0) for lit in clause) for clause in clauses)
        for values in product((False, True), repeat=VARIABLES)
    )


@pytest.mark.parametrize(
    ("solver", "seed"),
    [
        pytest.param(solver, seed, marks=[pytest.mark.slow] if seed >= (1 if solver == STARTED else 5) else [])
        for solver in SOLVERS
        for seed in range(40)
    ],
)
def test_the_first_cube_with_a_model_is_found(solver: str, seed: int, tmp_path: Path) -> None:
    clauses, cubes = clauses_of(seed, 14), clauses_of(seed + 1000, 5)
    found = answer(tmp_path, clauses, cubes, solver, Own())
    wanted = next((i for i, cube in enumerate(cubes) if has_model([*clauses, *([lit] for lit in cube)])), len(cubes))
    assert found.cubes == (wanted, len(cubes))
    assert isinstance(found.verdict, Unsat if wanted == len(cubes) else Sat)
    if isinstance(found.verdict, Sat):
        true = {*found.literals().tolist()}
        assert true >= {*cubes[wanted]}
        assert all(true & {*clause} for clause in clauses)


@pytest.mark.parametrize("solver", SOLVERS)
def test_numbers_that_no_table_could_hold_are_read_in_cubes_too(solver: str, tmp_path: Path) -> None:
    large = 2_000_000_000
    found = answer(tmp_path, [[1, large]], [[-1, -large], [-1, large - 1]], solver, Own())
    assert (found.cubes, found.literals().tolist()) == ((1, 2), [-1, large - 1, large])


def test_without_cubes_the_clauses_alone_are_solved(tmp_path: Path) -> None:
    found = answer(tmp_path, [[1], [-1, 2]], [], "dpll", Own())
    assert (found.cubes, found.literals().tolist()) == (None, [1, 2])


def test_a_limit_ends_all_cubes(tmp_path: Path) -> None:
    found = answer(tmp_path, [[1, 2, 3], [-1, -2]], [[4], [5]], "dpll", Own(max_nodes=1))
    assert isinstance(found.verdict, Unknown)
    assert found.cubes == (0, 2)


def test_a_proof_of_several_cubes_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"^--proof: the file has cubes; cubes -o NAME/ writes a formula for each$"):
        answer(tmp_path, [[1]], [[-1]], "dpll", Own(), str(tmp_path / "p"))


def test_a_model_outside_its_cube_is_not_believed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def without(self: Anew, *_: object) -> Verdict:
        with self._begin() as session:
            session.add(self._blocks)
            return session.solve()

    monkeypatch.setattr(Anew, "assume", without)
    monkeypatch.setattr(module, "has", lambda *_: False)
    with pytest.raises(SolverFailed, match="returned a model that breaks 1 of 2 clauses"):
        answer(tmp_path, [[1]], [[-1]], "dpll", Own())


def test_the_cubes_of_a_puzzle_are_solved_and_decoded(tmp_path: Path) -> None:
    file, printed = tmp_path / "a.icnf", tmp_path / "a.out"
    assert run("cubes", SMALL, "-n", "3", "--no-simplify", "-o", str(file)).returncode == 0
    result = run("sat", str(file))
    assert result.returncode == 10
    assert result.stdout.startswith("c cubes refuted: ")
    printed.write_text(result.stdout)
    assert run("decode", str(printed), "--cnf", str(file)).stdout == run("solve", SMALL).stdout
