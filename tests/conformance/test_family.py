"""Every family: what it promises in its contract, held against an oracle of its own.

A new family is tested here without being named; it contributes its oracle to ``tests/oracles/families``. Families that other
packages would bring are among them.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import hashicnf
from hashicnf.core.options import Choices
from hashicnf.families import FAMILIES, LETTERS, Family, Puzzle
from hashicnf.logic import Sat, Solved, Unsat
from hashicnf.pipeline.compile import compile_puzzle, state
from hashicnf.pipeline.decode import decode_model
from hashicnf.pipeline.puzzles import format_named, parse_all, write_puzzles
from hashicnf.search import SEARCHES
from hashicnf.solving.spaces import FORMULA, space_names
from tests.oracles.families import ORACLES
from tests.oracles.models import projected
from tests.plugins.registered import OTHERS, added

EVERY: dict[str, Family[Any, Any]] = FAMILIES.all() | OTHERS
PUZZLES = [(name, text) for name, oracle in ORACLES.items() for text in oracle.puzzles]
MOST_HORIZON = 12

each_family = pytest.mark.parametrize("name", sorted(EVERY))
each_puzzle = pytest.mark.parametrize(("name", "text"), PUZZLES)
each_static = pytest.mark.parametrize(("name", "text"), [(n, t) for n, t in PUZZLES if EVERY[n].static])
each_plan = pytest.mark.parametrize(("name", "text"), [(n, t) for n, t in PUZZLES if EVERY[n].planning])


@pytest.fixture(autouse=True)
def families() -> Iterator[None]:
    with added():
        yield


def drawn(puzzle: Puzzle, solution: Any) -> str:
    return puzzle.draw(solution)


def expected(name: str, puzzle: Puzzle) -> set[str]:
    """Draw all solutions that the oracle knows."""
    solutions = ORACLES[name].solutions
    assert solutions is not None, f"{name} has constraints: its oracle lists solutions"
    return {drawn(puzzle, solution) for solution in solutions(puzzle)}


def generated(name: str) -> Iterator[tuple[Puzzle, Any]]:
    """Make a small board by every generator."""
    family = EVERY[name]
    for generator in family.generators().values():
        for choices in [Choices(), *([generator.of_size(9)] if generator.of_size else [])]:
            made = generator.make(choices)
            yield Puzzle(name, made.title, made.board, family), made.solution


@each_family
def test_there_is_an_oracle_and_a_word_for_everything(name: str) -> None:
    family = EVERY[name]
    assert name in ORACLES, "contribute an oracle to tests/oracles/families"
    assert family.title
    assert f"{family.unit}s" in hashicnf.parse(family.example).size
    options = [*family.settings, *(o for g in family.generators().values() for o in g.options)]
    for option in [*options, *hashicnf.parse(family.example).options]:
        assert option.help.endswith("."), option.name
        assert option.is_flag or (option.expected and option.metavar), option.name


@each_family
def test_the_example_is_solved(name: str) -> None:
    puzzle = hashicnf.parse(EVERY[name].example)
    assert puzzle.family == name
    answer = hashicnf.solve(puzzle, timeout=60)
    assert isinstance(answer.verdict, Solved)
    assert puzzle.check(answer.solution) == []


@each_static
def test_models_are_the_solutions(name: str, text: str) -> None:
    """Every solution is a model, every model a solution, under a complete and a lazy formula."""
    puzzle = hashicnf.parse(text)
    wanted = expected(name, puzzle)
    compiled = compile_puzzle(puzzle, connectivity="closure")
    problem = state(puzzle).problem
    found = set()
    for values in projected(compiled.formula.blocks, list(range(1, problem.count + 1))):
        found.add(drawn(puzzle, puzzle.decode(problem, np.array([False, *values]))))
    assert found == wanted
    answer = hashicnf.solve(puzzle)
    assert isinstance(answer.verdict, Sat if wanted else Unsat)
    assert not wanted or drawn(puzzle, answer.solution) in wanted


@each_static
def test_redundant_constraints_change_no_solution(name: str, text: str) -> None:
    puzzle = hashicnf.parse(text)
    stated = state(puzzle)
    if not any(batch.redundant for batch in stated.batches):
        with pytest.raises(hashicnf.UsageError, match="no redundant constraints"):
            compile_puzzle(puzzle, redundant=False)
        return
    lits = list(range(1, stated.problem.count + 1))
    with_, without = (compile_puzzle(puzzle, redundant=redundant).formula.blocks for redundant in (True, False))
    assert sum(map(len, without)) < sum(map(len, with_))
    assert set(map(tuple, projected(with_, lits))) == set(map(tuple, projected(without, lits)))


@each_static
def test_the_checker_accepts_solutions_and_nothing_else(name: str, text: str) -> None:
    """What random models and those near a solution decode to is right exactly if the oracle lists it."""
    puzzle, rng = hashicnf.parse(text), np.random.default_rng(1)
    solutions = ORACLES[name].solutions
    assert solutions is not None
    for solution in solutions(puzzle):
        assert puzzle.check(solution) == []
    wanted, problem = expected(name, puzzle), state(puzzle).problem
    for _ in range(100):
        found = puzzle.decode(problem, np.array([False, *(rng.random(problem.count) < rng.random())]))
        if not any(broken.rule == "shape" for broken in puzzle.check(found)):
            assert (puzzle.check(found) == []) == (drawn(puzzle, found) in wanted)


@each_family
def test_generated_boards_have_their_solution(name: str) -> None:
    for puzzle, solution in generated(name):
        if solution is None:
            assert "unsolvable" in puzzle.name
        else:
            assert puzzle.check(solution) == []


@each_family
def test_native_text_gives_the_puzzle_back(name: str) -> None:
    texts = ORACLES[name].puzzles
    made = [puzzle for puzzle, _ in generated(name)]
    for puzzle in [*map(hashicnf.parse, texts), hashicnf.parse(EVERY[name].example), *made]:
        again = hashicnf.parse("\n".join(puzzle.lines) + "\n")
        assert again == puzzle
        assert hash(again) == hash(puzzle)
        assert again.lines == puzzle.lines
        assert again.draw() == puzzle.draw()
    different = {hashicnf.parse(text) for text in texts}
    assert len(different) == len(texts)
    puzzles = [hashicnf.parse(text) for text in texts]
    assert parse_all(write_puzzles(puzzles)) == puzzles


@each_puzzle
def test_drawings_are_read_back_in_every_style(name: str, text: str) -> None:
    puzzle = hashicnf.parse(text)
    solution = hashicnf.solve(puzzle, timeout=60).solution
    for style in puzzle.rules.styles:
        assert puzzle.draw(None, style)
        if solution is not None:
            back = puzzle.read(puzzle.draw(solution, style), "drawing")
            assert puzzle.draw(back, style) == puzzle.draw(solution, style)
            assert puzzle.check(back) == []
    if solution is not None:
        assert puzzle.check(puzzle.from_data(puzzle.as_data(solution), "data")) == []
    with pytest.raises(hashicnf.UsageError, match="no drawing style is named 'nosuch'"):
        puzzle.draw(solution, "nosuch")


@each_family
def test_settings_are_read_written_and_refused_by_their_declaration(name: str) -> None:
    family = EVERY[name]
    body = "".join(f"{line}\n" for line in family.example.splitlines() if not line.startswith("family"))
    for option in family.settings:
        shown = option.show(option.default)
        assert option.parse(shown) == option.default
        puzzle = hashicnf.parse(f"family: {name}\n{option.name}: {shown}\n{body}")
        assert puzzle == hashicnf.parse(family.example)
        assert not any(line.startswith(f"{option.name}:") for line in puzzle.lines)
        with pytest.raises(hashicnf.InputError) as caught:
            hashicnf.parse(f"family: {name}\n{option.name}: no / such\n{body}")
        assert (caught.value.line, caught.value.column) == (2, len(option.name) + 3)
        assert caught.value.expected == option.expected
    with pytest.raises(hashicnf.InputError, match="no setting is named 'nosuch'") as caught:
        hashicnf.parse(f"family: {name}\n nosuch: 1\n{body}")
    assert (caught.value.line, caught.value.column) == (2, 2)
    assert f"one of {', '.join(['family', 'title', *(o.name for o in family.settings)])}" in str(caught.value)


@each_family
def test_symbols_of_the_other_kind_are_refused_where_they_are(name: str) -> None:
    symbol = "1" if EVERY[name].symbols == LETTERS else "A"
    with pytest.raises(hashicnf.InputError, match=f"'{symbol}' does not belong here") as caught:
        hashicnf.parse(f"title: A1\nfamily: {name} # A1\n# A1\n..\n.{symbol} # {symbol}\n")
    assert (caught.value.line, caught.value.column) == (5, 2)


@each_puzzle
def test_a_formula_is_decoded_from_its_file_alone(name: str, text: str, tmp_path: Path) -> None:
    puzzle = hashicnf.parse(text)
    shortest = ORACLES[name].shortest
    horizon = MOST_HORIZON if puzzle.rules.planning is not None else None
    cnf, output = tmp_path / "a.cnf", tmp_path / "model"
    compiled = compile_puzzle(puzzle, horizon=horizon)
    compiled.write(str(cnf))
    from pysat.solvers import Solver

    with Solver("cadical195", bootstrap_with=compiled.to_pysat().clauses) as solver:
        found = solver.solve()
        model = " ".join(map(str, solver.get_model())) if found else ""
    output.write_text(f"s SATISFIABLE\nv {model} 0\n" if found else "s UNSATISFIABLE\n")
    answer = decode_model(str(output), str(cnf), None).answer
    if found:
        assert isinstance(answer.verdict, Sat)
        assert answer.broken == ()
        assert puzzle.check(answer.solution) == []
    if shortest is not None:
        length = shortest(puzzle)
        assert found == (length is not None and length <= MOST_HORIZON)
        assert isinstance(answer.verdict, Sat) or answer.verdict.stopped.kind == "restricted"  # type: ignore[union-attr]
    else:
        assert found == bool(expected(name, puzzle))


@each_puzzle
def test_every_space_is_searched(name: str, text: str) -> None:
    puzzle = hashicnf.parse(text)
    oracle = ORACLES[name]
    for space in space_names(puzzle):
        if space == FORMULA:
            continue
        found = SEARCHES.get("breadthfirst").run(puzzle.spaces[space]().space)
        answer = hashicnf.solve(puzzle, method="astar", space=space)
        if oracle.shortest is not None:
            length = oracle.shortest(puzzle)
            assert (answer.plan.length if answer.plan else None) == length
            assert answer.plan is None or answer.plan.optimal
            assert (len(found.outcome.path) if hasattr(found.outcome, "path") else None) == length
        else:
            assert isinstance(answer.verdict, Solved if expected(name, puzzle) else Unsat)
        assert answer.solution is None or puzzle.check(answer.solution) == []


@each_plan
def test_formulas_find_shortest_plans(name: str, text: str) -> None:
    puzzle, shortest = hashicnf.parse(text), ORACLES[name].shortest
    assert shortest is not None, f"{name} plans: its oracle counts the steps of shortest plans"
    length = shortest(puzzle)
    for method in ("cdcl", "dpll"):
        if method == "dpll" and (length is None or length > 4):
            continue  # without learning, refuting horizons takes long
        answer = hashicnf.solve(puzzle, method=method, timeout=100)
        if length is None:
            assert isinstance(answer.verdict, Unsat)
            continue
        assert answer.plan is not None
        assert (answer.plan.length, answer.plan.cost, answer.plan.optimal) == (length, length, True)
        assert puzzle.check(answer.solution) == []


@each_plan
def test_a_horizon_below_the_shortest_plan_proves_nothing(name: str, text: str) -> None:
    puzzle, shortest = hashicnf.parse(text), ORACLES[name].shortest
    assert shortest is not None
    length = shortest(puzzle)
    for horizon in range(0 if length is None else length + 3):
        answer = hashicnf.solve(puzzle, horizon=horizon)
        if length is None or horizon < length:
            assert answer.verdict.stopped.kind == "restricted"  # type: ignore[union-attr]
        else:
            assert puzzle.check(answer.solution) == []
            assert length <= len(answer.plan.actions) <= horizon  # type: ignore[union-attr]


@each_plan
def test_damaged_plans_are_refused(name: str, text: str) -> None:
    puzzle = hashicnf.parse(text)
    plan = hashicnf.solve(puzzle, timeout=60).solution
    if not plan:
        return
    assert isinstance(plan, tuple)
    task = puzzle.task()
    assert {broken.rule for broken in puzzle.check(plan[:-1])} == {"goal"}
    assert {broken.rule for broken in puzzle.check([*plan, "nosuch"])} == {"action"}
    for at in range(len(plan)):
        for action in task.actions:
            changed = (*plan[:at], action.name, *plan[at + 1 :])
            if action.name != plan[at]:
                assert puzzle.check(changed) != []
    with pytest.raises(hashicnf.InputError, match="no action is named 'nosuch'") as caught:
        puzzle.read(f"# a comment\n{plan[0]}\n  nosuch # here\n", "plan")
    assert (caught.value.line, caught.value.column) == (3, 3)


@each_family
def test_own_formats_hold_this_family_and_no_other(name: str) -> None:
    family = EVERY[name]
    for key in family.formats():
        assert format_named(key).families == (name,)
        for other in EVERY:
            if other != name:
                with pytest.raises(hashicnf.UsageError, match=f"the {key} format cannot express {other} puzzles"):
                    write_puzzles([hashicnf.parse(EVERY[other].example)], key)
