"""Cases for the parts of a family on which questions rely: its clues, models of solutions, words for indices, reasons."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import islice
from typing import Any, Final

import numpy as np

import hashicnf
from hashicnf.answers.clues import given_clues
from hashicnf.core.constraints import Connected
from hashicnf.core.options import Choices
from hashicnf.families import FAMILIES, Puzzle
from hashicnf.pipeline.compile import state
from hashicnf.testing.cases import Case, case
from hashicnf.testing.oracle import Oracle

FEW: Final = 4


def clues_are_stated_at_their_cells(text: str) -> None:
    puzzle = hashicnf.parse(text)
    clues: Any = puzzle.rules.clues
    cells = clues.cells(puzzle.board)
    assert len({*cells}) == len(cells)
    assert {*cells} <= {*np.ndindex(*puzzle.document.cells.shape)}
    batches = [batch for batch in state(puzzle).batches if batch.origin.rule == clues.rule]
    sources = [batch.source for batch in batches if not isinstance(batch, Connected)]
    stated = {*np.concatenate([np.zeros(0, dtype=np.int32), *sources]).tolist()}
    assert {*given_clues(puzzle).tolist()} <= stated <= {*range(len(cells))}, (
        f"the rule {clues.rule} states other clues"
    )


def clues_are_hidden_and_shown(text: str) -> None:
    """Check boards with few clues, and boards whose clues are those of a solution, by solutions of the board without clues."""
    puzzle = hashicnf.parse(text)
    clues: Any = puzzle.rules.clues
    given = given_clues(puzzle)
    assert _with(puzzle, clues.only(puzzle.board, given)).lines == puzzle.lines
    bare = _with(puzzle, clues.only(puzzle.board, given[:0]))
    assert not len(given_clues(bare))
    for solution in islice(hashicnf.enumerate(bare), FEW):
        full, mended = (_with(puzzle, change(puzzle.board, solution)) for change in (clues.shown, clues.mended))
        assert full.check(solution) == []
        assert len(given_clues(full)) == len(clues.cells(puzzle.board))
        assert mended.check(solution) == []
        assert given_clues(mended).tolist() == given.tolist()


def other_numbers_of_a_clue_omit_none_of_a_solution(text: str) -> None:
    puzzle = hashicnf.parse(text)
    clues: Any = puzzle.rules.clues
    cells, given = clues.cells(puzzle.board), given_clues(puzzle)
    bare = _with(puzzle, clues.only(puzzle.board, given[:0]))
    for solution in islice(hashicnf.enumerate(bare), FEW):
        numbers = _with(puzzle, clues.shown(puzzle.board, solution)).document.cells
        for clue in given[:FEW].tolist():
            alone = _with(puzzle, clues.only(puzzle.board, np.array([clue], dtype=np.int32)))
            others = clues.numbers(alone.board, clue)
            assert all(isinstance(number, int | np.integer) and number > 0 for number in others), others
            here = int(alone.document.cells[cells[clue]])
            assert here not in others
            assert int(numbers[cells[clue]]) in (here, *others)


def models_of_solutions_are_decoded(oracle: Oracle, text: str) -> None:
    puzzle, solutions = hashicnf.parse(text), oracle.solutions
    static, variables = puzzle.rules.static, state(puzzle).problem
    assert static is not None
    assert static.model is not None
    assert solutions is not None
    for solution in solutions(puzzle)[:FEW]:
        model = static.model(puzzle.board, solution)
        assert isinstance(model, np.ndarray)
        assert model.shape == (variables.count + 1,)
        assert model.dtype == np.bool_
        assert puzzle.draw(puzzle.decode(variables, model)) == puzzle.draw(solution)


def indices_of_variables_have_words(text: str) -> None:
    puzzle = hashicnf.parse(text)
    lengths = {length for group in state(puzzle).problem.groups for length in group.shape}
    for kind, words in puzzle.keys(Choices(), None).items():
        assert all(isinstance(word, str) and word.strip() for word in (kind, *words))
        assert len(words) in lengths, f"no variables have an index of {len(words)} values, as {kind} has"


def a_reason_why_there_is_no_solution_is_true(oracle: Oracle, text: str) -> None:
    puzzle = hashicnf.parse(text)
    if (reason := puzzle.impossible) is None:
        return
    assert reason.strip()
    assert "\n" not in reason
    if oracle.solutions is not None:
        assert not oracle.solutions(puzzle)
    elif oracle.shortest is not None:
        assert oracle.shortest(puzzle, puzzle.metric() or "") is None


def _with(puzzle: Puzzle, board: object) -> Puzzle:
    """Return the puzzle with another board, which is of the same class."""
    assert type(board) is type(puzzle.board)
    return replace(puzzle, board=board, solution=None)


def cases(name: str, oracle: Oracle) -> list[Case]:
    """List the cases for the parts that a family has."""
    family = FAMILIES.get(name)
    checks: list[Callable[[str], None]] = []
    if family.clues is not None:
        checks += [
            clues_are_stated_at_their_cells,
            clues_are_hidden_and_shown,
            other_numbers_of_a_clue_omit_none_of_a_solution,
        ]
    if family.static is not None and family.static.keys is not None:
        checks.append(indices_of_variables_have_words)
    found = [case(check, text, label=repr(text)) for check in checks for text in oracle.puzzles]
    compared: list[Callable[[Oracle, str], None]] = [a_reason_why_there_is_no_solution_is_true]
    if family.static is not None and family.static.model is not None:
        compared.append(models_of_solutions_are_decoded)
    return found + [case(check, oracle, text, label=repr(text)) for check in compared for text in oracle.puzzles]
