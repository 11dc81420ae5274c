"""The options of solve are defined once, for the command and the library."""

from __future__ import annotations

import inspect
from dataclasses import fields
from typing import Any

import pytest

import hashicnf
from hashicnf.api import encode, solve
from hashicnf.cli.options import REQUEST
from hashicnf.cli.solve import solve as command
from hashicnf.families import FAMILIES, Puzzle
from hashicnf.pipeline.answer import Answer
from hashicnf.pipeline.encodings import Encodings
from hashicnf.solving.methods import methods
from hashicnf.solving.request import Request, SolveOptions
from hashicnf.trace import Collector

METHODS = methods(FAMILIES.get("hashi"))
DEFAULTS = {field.name: field.default for field in fields(Request)}
# The command opens a trace by name, bounds no depth, and says of its own accord that there are other solutions.
BESIDES = {"tracer", "progress", "observe", "spent", "depth", "all_answers"}
SMALL = hashicnf.parse("2 . 3 . 2\n. . . . .\n2 . 3 . 2\n")


def test_the_library_takes_the_fields_of_a_request_as_they_are() -> None:
    for function, request in ((solve, SolveOptions), (encode, Encodings)):
        puzzle, *options = inspect.signature(function).parameters.values()
        assert puzzle.name == "puzzle"
        known = {field.name: field.default for field in fields(request)}
        assert {option.name: option.default for option in options} == known
    with pytest.raises(hashicnf.UsageError, match=r"no option is named 'slover'; did you mean solver\?"):
        solve(SMALL, slover="x")  # type: ignore[call-arg]


def test_the_command_has_every_option_with_its_default() -> None:
    parameters = inspect.signature(command).parameters
    assert set(REQUEST) <= set(parameters)
    assert {name: parameters[name].default for name in DEFAULTS.keys() - BESIDES} == {
        name: default for name, default in DEFAULTS.items() if name not in BESIDES
    }


def test_a_command_gets_one_request(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Request] = []
    answer = hashicnf.solve(SMALL)

    def ask(_: Puzzle, request: Request) -> Answer:
        asked.append(request)
        return answer

    monkeypatch.setattr("hashicnf.solving.methods.solve_with", ask)
    monkeypatch.setattr("hashicnf.cli.report.report_answers", lambda answers, *_, **__: len(list(answers)))
    monkeypatch.setattr("hashicnf.pipeline.puzzles.read_all", lambda *_: [SMALL])
    given: dict[str, Any] = dict.fromkeys(REQUEST)
    given |= {"method": "astar", "cuts": 3, "max_memory": 7, "redundant": False}
    command(puzzles=["-"], trace=None, style=None, json=False, stats=False, format=None, **given)
    (request,) = asked
    assert (request.method, request.cuts, request.max_memory, request.redundant) == ("astar", 3, 7, False)


def test_only_what_differs_from_the_defaults_is_given() -> None:
    assert Request().given() == []
    assert Request(method="dpll", cuts=2, tracer=Collector()).given() == ["cuts", "method", "tracer"]


@pytest.mark.parametrize("name", METHODS)
def test_a_method_accepts_fields_of_a_request_and_refuses_the_others(name: str) -> None:
    method = METHODS[name]
    assert method.options <= set(DEFAULTS)
    values: dict[str, Any] = {"solver": "x", "branching": "x", "space": "x", "heuristic": "x", "tie_break": "x"}
    values |= {"max_nodes": 1, "max_depth": 1, "max_memory": 1, "tracer": Collector()}
    for field, value in values.items():
        if field not in method.options:
            with pytest.raises(hashicnf.UsageError, match=f"^{field}: the method {name} has no use for it"):
                solve(SMALL, method=name, **{field: value})


@pytest.mark.parametrize("method", ["cdcl", "dpll", "astar"])
def test_options_are_checked_before_the_limit_of_time(method: str) -> None:
    puzzle = hashicnf.parse("1.1\n")
    for wrong in ({"options": {"a": "b"}}, {"horizon": 3}):
        with pytest.raises(hashicnf.UsageError):
            hashicnf.solve(puzzle, method=method, timeout=0, **wrong)
    late = hashicnf.solve(puzzle, method=method, timeout=0)
    assert isinstance(late.verdict, hashicnf.Unknown)
    assert (late.stats.cardinality, late.stats.connectivity) == ("direct", "lazy")
