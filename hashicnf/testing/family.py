"""Cases for families: the requirements of their contract, compared with an oracle of each family.

The oracle is small puzzles and another way to find their solutions. No call has a time limit: with one, each solver would be a
process, and the test runner has limits of its own.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from xml.etree.ElementTree import fromstring

import numpy as np

import hashicnf
from hashicnf.core.options import Choices
from hashicnf.families import FAMILIES, LETTERS, Puzzle
from hashicnf.formats import Genre
from hashicnf.logic import Sat, Solved, Unsat
from hashicnf.pictures.themes import THEMES
from hashicnf.pipeline.compile import compile_puzzle, state
from hashicnf.pipeline.decode import decode_model
from hashicnf.pipeline.distinct_models import SAME
from hashicnf.pipeline.encodings import Encodings
from hashicnf.pipeline.puzzles import format_named, parse_all
from hashicnf.pipeline.writing import write_puzzles
from hashicnf.planning.space import TaskSpace
from hashicnf.search import SEARCHES, Found
from hashicnf.solving.spaces import FORMULA, space_names
from hashicnf.testing import clues, declared, techniques
from hashicnf.testing.cases import Case, case, raises, require_same
from hashicnf.testing.models import complete_for, projected
from hashicnf.testing.oracle import Oracle
from hashicnf.testing.plans import (
    a_plan_is_drawn_step_by_step,
    every_space_finds_cheapest_plans,
    heuristics_keep_their_promises,
    metrics,
    spaces_take_the_actions_of_the_task,
    unit_metrics,
    unknown_metrics_are_refused,
)

MOST_HORIZON = 12


def drawn(puzzle: Puzzle, solution: Any) -> str:
    return puzzle.draw(solution)


def expected(oracle: Oracle, puzzle: Puzzle) -> set[str]:
    """Return drawings of all solutions of a puzzle, by the oracle."""
    solutions = oracle.solutions
    assert solutions is not None, f"{puzzle.family} has constraints: its oracle lists solutions"
    return {drawn(puzzle, solution) for solution in solutions(puzzle)}


@cache
def generated(name: str) -> tuple[tuple[Puzzle, Any], ...]:
    """Return small boards of every generator, with their solutions."""
    family = FAMILIES.get(name)
    return tuple(
        (Puzzle(name, made.title, made.board, family), made.solution)
        for generator in family.generators().values()
        for made in map(generator.make, [Choices(), *([generator.of_size(9)] if generator.of_size else [])])
    )


def the_example_is_solved(name: str) -> None:
    puzzle = hashicnf.parse(FAMILIES.get(name).example)
    assert puzzle.family == name
    answer = hashicnf.solve(puzzle)
    assert isinstance(answer.verdict, Solved)
    assert puzzle.check(answer.solution) == []


def models_are_the_solutions(oracle: Oracle, text: str) -> None:
    """Check that models and solutions are the same under a complete formula, and that ``solve``, by default lazy, agrees."""
    puzzle = hashicnf.parse(text)
    wanted = expected(oracle, puzzle)
    compiled = compile_puzzle(puzzle, Encodings(connectivity=complete_for(puzzle)))
    problem = state(puzzle).problem
    models = projected(compiled.formula.blocks, list(range(1, problem.count + 1)))
    require_same({drawn(puzzle, puzzle.decode(problem, np.array([False, *values]))) for values in models}, wanted)
    assert len(models) == len(wanted), f"{SAME}: there are {len(models)} models and {len(wanted)} solutions"
    if (usual := compile_puzzle(puzzle)).functional:
        assert len(projected(usual.formula.blocks, list(range(1, usual.variables.count + 1)))) == len(wanted)
    answer = hashicnf.solve(puzzle)
    assert isinstance(answer.verdict, Sat if wanted else Unsat)
    assert not wanted or drawn(puzzle, answer.solution) in wanted


def redundant_constraints_change_no_solution(text: str) -> None:
    puzzle = hashicnf.parse(text)
    stated = state(puzzle)
    if not any(batch.redundant for batch in stated.batches):
        with raises(hashicnf.UsageError, match="no redundant constraints"):
            compile_puzzle(puzzle, Encodings(redundant=False))
        return
    lits = list(range(1, stated.problem.count + 1))
    with_, without = (
        compile_puzzle(puzzle, Encodings(redundant=redundant, simplify=False)).formula.blocks
        for redundant in (True, False)
    )
    assert sum(map(len, without)) < sum(map(len, with_))
    assert projected(with_, lits) == projected(without, lits)


def simplifying_changes_no_model(text: str) -> None:
    """Check that models are the same on the same variables, and that a fixed variable is in its unit clause alone."""
    puzzle = hashicnf.parse(text)
    plain, simple = (
        compile_puzzle(puzzle, Encodings(connectivity=complete_for(puzzle), simplify=simplify))
        for simplify in (False, True)
    )
    count = state(puzzle).problem.count
    lits = list(range(1, count + 1))
    models = projected(plain.formula.blocks, lits)
    assert projected(simple.formula.blocks, lits) == models
    assert simple.formula.variables.groups[:1] == plain.formula.variables.groups[:1]
    if not models:
        return  # a contradiction is not simplified
    fixed = {lit for block in simple.formula.blocks if block.width == 1 for lit in block.lits.ravel().tolist()}
    others = [block.lits for block in simple.formula.blocks if block.width > 1 and block.origin.rule != "connectivity"]
    assert not any(abs(lit) in map(abs, fixed) for lits in others for lit in lits.ravel().tolist() if abs(lit) <= count)


def the_checker_accepts_solutions_and_nothing_else(oracle: Oracle, text: str) -> None:
    """Check that the checker accepts the oracle's solutions, and a decoded random model exactly if the oracle lists it."""
    puzzle, rng = hashicnf.parse(text), np.random.default_rng(1)
    solutions = oracle.solutions
    assert solutions is not None
    for solution in solutions(puzzle):
        assert puzzle.check(solution) == []
    wanted, problem = expected(oracle, puzzle), state(puzzle).problem
    for _ in range(100):
        found = puzzle.decode(problem, np.array([False, *(rng.random(problem.count) < rng.random())]))
        if not any(broken.rule == "shape" for broken in puzzle.check(found)):
            assert (puzzle.check(found) == []) == (drawn(puzzle, found) in wanted)


def generated_boards_have_their_solution(name: str) -> None:
    for puzzle, solution in generated(name):
        if solution is None:
            assert "unsolvable" in puzzle.name
        else:
            assert puzzle.check(solution) == []


def native_text_gives_the_puzzle_back(name: str, oracle: Oracle) -> None:
    texts = oracle.puzzles
    made = [puzzle for puzzle, _ in generated(name)]
    for puzzle in [*map(hashicnf.parse, texts), hashicnf.parse(FAMILIES.get(name).example), *made]:
        again = hashicnf.parse(puzzle.text, "native")
        assert again == puzzle
        assert hash(again) == hash(puzzle)
        assert again.lines == puzzle.lines
        assert again.draw() == puzzle.draw()
    different = {hashicnf.parse(text) for text in texts}
    assert len(different) == len(texts)
    puzzles = [hashicnf.parse(text) for text in texts]
    assert parse_all(write_puzzles(puzzles)) == puzzles


def drawings_are_read_back_in_every_style(text: str) -> None:
    puzzle = hashicnf.parse(text)
    solution = hashicnf.solve(puzzle).solution
    for style in puzzle.rules.styles:
        assert puzzle.draw(None, style)
        if solution is not None:
            back = puzzle.read(puzzle.draw(solution, style), "drawing")
            assert puzzle.draw(back, style) == puzzle.draw(solution, style)
            assert puzzle.check(back) == []
            if style in puzzle.rules.in_one_line:
                assert puzzle.draw(solution, style).rstrip("\n").count("\n") == 0
    assert {*puzzle.rules.in_one_line} <= {*puzzle.rules.styles}
    if solution is not None:
        assert puzzle.check(puzzle.from_data(puzzle.as_data(solution), "data")) == []
    with raises(hashicnf.UsageError, match="no drawing style is named 'nosuch'"):
        puzzle.draw(solution, "nosuch")


def pictures_are_well_formed(text: str) -> None:
    puzzle = hashicnf.parse(text)
    solution = hashicnf.solve(puzzle).solution
    for theme in THEMES:
        for shown in (None, solution):
            root = fromstring(puzzle.svg(shown, theme, coordinates=True))  # noqa: S314 - we wrote it
            assert root.tag.endswith("svg")
            assert len(root) > 1
    assert puzzle._repr_svg_() == puzzle.svg()


def a_page_holds_puzzle_and_game(text: str) -> None:
    page = hashicnf.view(hashicnf.parse(text))
    data = page.split('id="about">', 1)[1].split("</script>", 1)[0]
    (about,) = json.loads(data)["puzzles"]
    assert f"GAMES.{about['game']} = " in page
    assert {"title", "subject", "data", "outcome"} <= about.keys()


def settings_are_read_written_and_refused_by_their_declaration(name: str) -> None:
    family = FAMILIES.get(name)
    body = "".join(f"{line}\n" for line in family.example.splitlines() if not line.startswith("family"))
    for option in family.settings:
        shown = option.show(option.default)
        assert option.parse(shown) == option.default
        puzzle = hashicnf.parse(f"family: {name}\n{option.name}: {shown}\n{body}")
        assert puzzle == hashicnf.parse(family.example)
        assert not any(line.startswith(f"{option.name}:") for line in puzzle.lines)
        with raises(hashicnf.InputError) as caught:
            hashicnf.parse(f"family: {name}\n{option.name}: no / such\n{body}")
        assert (caught.value.line, caught.value.column) == (2, len(option.name) + 3)
        assert caught.value.expected == option.expected
    with raises(hashicnf.InputError, match="no setting is named 'nosuch'") as caught:
        hashicnf.parse(f"family: {name}\n nosuch: 1\n{body}")
    assert (caught.value.line, caught.value.column) == (2, 2)
    assert f"one of {', '.join(['family', 'title', *(o.name for o in family.settings)])}" in str(caught.value)


def symbols_of_the_other_kind_are_refused_where_they_are(name: str) -> None:
    symbol = "1" if FAMILIES.get(name).symbols == LETTERS else "A"
    with raises(hashicnf.InputError, match=f"'{symbol}' does not belong here") as caught:
        hashicnf.parse(f"title: A1\nfamily: {name} # A1\n# A1\n..\n.{symbol} # {symbol}\n")
    assert (caught.value.line, caught.value.column) == (5, 2)


def a_formula_is_decoded_from_its_file_alone(oracle: Oracle, text: str) -> None:
    puzzle = hashicnf.parse(text)
    shortest = oracle.shortest
    horizon = MOST_HORIZON if puzzle.rules.planning is not None else None
    compiled = compile_puzzle(puzzle, Encodings(horizon=horizon))
    from pysat.solvers import Solver

    with Solver("cadical195", bootstrap_with=compiled.to_pysat().clauses) as solver:
        found = solver.solve()
        model = " ".join(map(str, solver.get_model())) if found else ""
    with TemporaryDirectory() as folder:
        cnf, output = Path(folder, "a.cnf"), Path(folder, "model")
        compiled.write(cnf)
        output.write_text(f"s SATISFIABLE\nv {model} 0\n" if found else "s UNSATISFIABLE\n")
        answer = decode_model(str(output), str(cnf), None).answer
    if found:
        assert isinstance(answer.verdict, Sat)
        assert answer.broken == ()
        assert puzzle.check(answer.solution) == []
    if shortest is not None:
        length = shortest(puzzle, unit_metrics(puzzle)[0])
        assert found == (length is not None and length <= MOST_HORIZON)
        assert isinstance(answer.verdict, Sat) or answer.verdict.stopped.kind == "restricted"  # type: ignore[union-attr]
    else:
        assert found == bool(expected(oracle, puzzle))


def every_space_is_searched(oracle: Oracle, text: str) -> None:
    puzzle = hashicnf.parse(text)
    if puzzle.rules.planning is not None:
        every_space_finds_cheapest_plans(oracle, puzzle)
        return
    for space in space_names(puzzle.rules):
        if space == FORMULA:
            continue
        answer = hashicnf.solve(puzzle, method="astar", space=space)
        if puzzle.spaces[space]().claim.restricted:
            assert not isinstance(answer.verdict, Unsat)  # solutions may be out of reach
        else:
            assert isinstance(answer.verdict, Solved if expected(oracle, puzzle) else Unsat)
            assert answer.solution is None or puzzle.check(answer.solution) == []


def formulas_find_shortest_plans(oracle: Oracle, text: str) -> None:
    puzzle, shortest = hashicnf.parse(text), oracle.shortest
    assert shortest is not None, f"{puzzle.family} plans: its oracle gives the costs of cheapest plans"
    costs, of_unit_costs = {metric: shortest(puzzle, metric) for metric in metrics(puzzle)}, unit_metrics(puzzle)
    ways = (("cdcl", "one-hot"), ("cdcl", "binary"), ("dpll", "one-hot"))
    for metric, (method, positions) in product(metrics(puzzle), ways):
        cost, has_unit_costs = costs[metric], metric in of_unit_costs
        if (method == "dpll" or not has_unit_costs) and (cost is None or cost > (2 if method == "dpll" else 4)):
            continue  # without learning, refuting horizons takes long
        options = {"positions": positions}
        answer = hashicnf.solve(puzzle, method=method, metric=metric, options=options)
        if cost is None:
            assert isinstance(answer.verdict, Unsat)
            continue
        assert answer.plan is not None
        assert (answer.plan.metric, answer.plan.optimal) == (metric, has_unit_costs or cost == 0)
        assert answer.plan.cost >= cost
        if has_unit_costs:
            assert (answer.plan.cost, answer.plan.length) == (cost, cost)
        assert puzzle.check(answer.solution) == []


def a_horizon_below_the_shortest_plan_proves_nothing(oracle: Oracle, text: str) -> None:
    puzzle, shortest = hashicnf.parse(text), oracle.shortest
    assert shortest is not None
    metric = unit_metrics(puzzle)[0]
    length = shortest(puzzle, metric)
    for horizon in range(0 if length is None else min(int(length), MOST_HORIZON) + 3):
        answer = hashicnf.solve(puzzle, method="cdcl", metric=metric, horizon=horizon)
        if length is None or horizon < length:
            assert answer.verdict.stopped.kind == "restricted"  # type: ignore[union-attr]
        else:
            assert puzzle.check(answer.solution) == []
            assert length <= len(answer.plan.actions) <= horizon  # type: ignore[union-attr]


def damaged_plans_are_refused(text: str) -> None:
    puzzle = hashicnf.parse(text)
    space = TaskSpace(puzzle.task())
    found = SEARCHES.get("breadthfirst").run(space).outcome
    if not isinstance(found, Found) or not found.path:
        return
    names, plan = found.path, puzzle.plan(found.path)
    assert isinstance(plan, tuple)
    assert puzzle.check(plan) == []
    assert {broken.rule for broken in puzzle.check(plan[:-1])} == {"goal"}
    assert {broken.rule for broken in puzzle.check((*plan, "nosuch"))} == {"action"}
    for at in range(len(names)):
        for name in space.task.named:
            changed = (*names[:at], name, *names[at + 1 :])
            assert (puzzle.check(puzzle.plan(changed)) == []) == reaches_the_goal(space, changed)
    with raises(hashicnf.InputError, match="'nosuch'") as caught:
        puzzle.read(f"# a comment\n{plan[0]}\n  nosuch # here\n", "plan")
    assert (caught.value.line, caught.value.column) == (3, 3)


def reaches_the_goal(space: TaskSpace, plan: tuple[str, ...]) -> bool:
    """Return whether a plan leads to the goal by the successors of the task's state space."""
    (state,) = space.initial()
    for name in plan:
        after = [child for action, child, _ in space.successors(state) if action == name]
        if not after:
            return False
        assert len(after) == 1, f"{len(after)} actions named {name} are possible at once"
        state = after[0]
    return space.is_goal(state)


def own_formats_hold_this_family_and_no_other(name: str) -> None:
    family = FAMILIES.get(name)
    for key, own in family.formats().items():
        holds = format_named(key).families or ()
        if isinstance(own, Genre):
            assert name in holds
            assert hashicnf.parse(own.example, key).family == name
        else:
            assert holds == (name,)
        for other in FAMILIES.all():
            if other not in holds:
                with raises(hashicnf.UsageError, match=f"the {key} format cannot express {other} puzzles"):
                    write_puzzles([hashicnf.parse(FAMILIES.get(other).example)], key)


def cases(name: str, oracle: Oracle) -> list[Case]:
    """List the cases for a family by its name."""
    family = FAMILIES.get(name)
    alone = (
        *declared.CHECKS,
        the_example_is_solved,
        generated_boards_have_their_solution,
        settings_are_read_written_and_refused_by_their_declaration,
        symbols_of_the_other_kind_are_refused_where_they_are,
        own_formats_hold_this_family_and_no_other,
    )
    found = [case(check, name) for check in alone] + [case(native_text_gives_the_puzzle_back, name, oracle)]
    checks: list[Callable[..., None]] = [drawings_are_read_back_in_every_style, every_space_is_searched]
    if family.picture is not None:
        checks.append(pictures_are_well_formed)
    if family.game is not None or (family.planning is not None and family.planning.stage is not None):
        checks.append(a_page_holds_puzzle_and_game)
    if family.static is not None or family.planning is not None:
        checks.append(a_formula_is_decoded_from_its_file_alone)
    if family.static is not None:
        checks += [models_are_the_solutions, redundant_constraints_change_no_solution, simplifying_changes_no_model]
        checks += [the_checker_accepts_solutions_and_nothing_else]
    if family.planning is not None:
        checks += [formulas_find_shortest_plans, a_horizon_below_the_shortest_plan_proves_nothing]
        checks += [
            damaged_plans_are_refused,
            heuristics_keep_their_promises,
            spaces_take_the_actions_of_the_task,
            unknown_metrics_are_refused,
        ]
    if family.planning is not None and family.planning.frames is not None:
        checks.append(a_plan_is_drawn_step_by_step)
    for check in checks:
        takes_text_alone = check.__code__.co_argcount == 1
        found += [
            case(check, *([text] if takes_text_alone else [oracle, text]), label=repr(text)) for text in oracle.puzzles
        ]
    return [*found, *clues.cases(name, oracle), *techniques.cases(name, oracle)]
