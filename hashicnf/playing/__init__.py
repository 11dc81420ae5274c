"""Make one self-contained page on which puzzles are played, with hints from human techniques (``hashicnf.deduction``).

The page loads nothing from elsewhere (``hashicnf.pages``). The family's game (``Family.game``) draws the board and handles clicks
and keys; code that all games share is in ``assets``. The steps to the solution are computed here and embedded in the page.
"""

from __future__ import annotations

import html
from collections.abc import Iterable, Sequence
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Final, TypeAlias

from hashicnf.core.deadline import Deadline
from hashicnf.core.progress import Observer, unobserved
from hashicnf.errors import UsageError, counted
from hashicnf.families import FAMILIES, Puzzle
from hashicnf.formats import Genre
from hashicnf.logic import Unknown, Unsat
from hashicnf.pages import as_json, assets, filled, framed
from hashicnf.pipeline.answer import Answer
from hashicnf.pipeline.family_parts import require_part
from hashicnf.pipeline.writing import write_puzzles
from hashicnf.planning.stage import Stage
from hashicnf.playing.plans import moves_of, stage_game
from hashicnf.playing.reasoning import reasoning
from hashicnf.records import record
from hashicnf.refuting.by_counting import why_unsolvable
from hashicnf.search import EVERY_WAY, SEARCHES
from hashicnf.solving.methods import solve_for
from hashicnf.solving.request import Request
from hashicnf.trace.narration import Scene

Drawn: TypeAlias = tuple[Puzzle, object | None]  # a puzzle, and the solution (if any) that is drawn on it at the start

PATIENCE: Final = 20.0  # seconds per puzzle, for a page that can look for further hints by itself
SOLVING: Final = 0.25  # share of the time reserved for finding the solution, which takes less than explaining it
MOST_NODES: Final = 5_000_000  # nodes of a search for a shortest plan: some seconds
NOTATIONS: Final = "notations.js"  # shared by the notations of several games
SCRIPTS: Final = ("kept.js", "reasons.js", "session.js", "export.js", "way.js", "reveal.js", "page.js", "dialogs.js")


@record
class Page:
    """A page as HTML, and the outcome of the reasoning for each of its puzzles, such as "several" (solutions)."""

    html: str
    outcomes: tuple[str, ...]


def page_of(
    drawn: Sequence[Drawn], timeout: float | None = None, observe: Observer = unobserved, *, step_by_step: bool = False
) -> Page:
    """Make the page of some puzzles; reasoning and solving stop after ``timeout`` seconds per puzzle (default PATIENCE).

    With ``step_by_step`` the list of the steps to the solution is open at the start, and there is no time limit by default.
    Raises UsageError for families without a game, then also without techniques, and for an empty list of puzzles.
    """
    if not drawn:
        raise UsageError("there is no puzzle for a page")
    if step_by_step:
        for puzzle, _ in drawn:
            require_part(puzzle, "techniques")
    if timeout is None and not step_by_step:
        timeout = PATIENCE
    games: dict[str, Scene] = {}
    puzzles: list[dict[str, object]] = []
    for number, (puzzle, solution) in enumerate(drawn, 1):
        progress = partial(observe, share=(number - 1) / len(drawn) if drawn[1:] else None)
        progress("look for hints")
        game = game_of(puzzle)
        games[game.name] = game
        stage = _stage(puzzle)
        known = (
            _known(puzzle, solution, timeout, progress) if stage is None else _planned(puzzle, stage, solution, timeout)
        )
        puzzles.append({**_about(puzzle, number), "game": game.name, "data": game.data, **known})
    title = puzzles[0]["title"] if len(puzzles) == 1 else counted(len(puzzles), "puzzle")
    styles = [_asset("view.css"), *(game.style for game in games.values())]
    fields = {
        **framed([_asset(NOTATIONS), *(game.script for game in games.values()), *map(_asset, SCRIPTS)], styles),
        "title": html.escape(f"{title} · hashicnf"),
        "about": as_json({"puzzles": puzzles, "stepByStep": step_by_step, "kinds": kinds()}),
    }
    return Page(filled(_asset("view.html"), fields), tuple(str(about["outcome"]) for about in puzzles))


def game_of(puzzle: Puzzle) -> Scene:
    """Return the game of a puzzle: its family's game, or that of moving pieces on a stage. Raises UsageError if there is none."""
    if puzzle.rules.game is not None:
        found: Scene = puzzle.rules.game(puzzle.board)
        return found
    if (stage := _stage(puzzle)) is None:
        raise UsageError(f"{puzzle.family} puzzles are not played on pages (see: hashicnf families)")
    return stage_game(stage, puzzle.rules.unit)


def kinds() -> dict[str, tuple[str, str]]:
    """Return family and title of each kind of puzzle that is played on pages, by the words for it in files and URLs."""
    found: dict[str, tuple[str, str]] = {}
    for name, family in FAMILIES.all().items():
        if family.game is None and (family.planning is None or family.planning.stage is None):
            continue
        genres = [part.names for part in family.formats().values() if isinstance(part, Genre)]
        found |= dict.fromkeys((name, *family.names, *chain.from_iterable(genres)), (name, family.title))
    return found


def _stage(puzzle: Puzzle) -> Stage | None:
    planning = puzzle.rules.planning
    return None if planning is None or planning.stage is None else planning.stage(puzzle.board)


def _about(puzzle: Puzzle, number: int) -> dict[str, object]:
    """Return the name of a puzzle in a list, its title above the board, and its sizes for a sentence, up to the family's unit."""
    sizes = list(puzzle.size.items())
    last = next((at for at, (name, _) in enumerate(sizes) if name == f"{puzzle.rules.unit}s"), len(sizes) - 1)
    size = ", ".join(counted(count, name.removesuffix("s")) for name, count in sizes[: last + 1])
    file = "" if puzzle.name.startswith("<") else Path(puzzle.name).name
    title = puzzle.title or puzzle.rules.title
    return {"name": f"{number}. {puzzle.title or file or puzzle.rules.title}", "title": title, "subject": size}


def _known(puzzle: Puzzle, drawn: object | None, timeout: float | None, observe: Observer) -> dict[str, object]:
    """Return the steps; if they do not reach a solution, also one that a solver finds, or why there is none; and the drawn one."""
    deadline = Deadline.after(timeout)
    way = reasoning(puzzle, deadline.earlier(SOLVING), observe)
    found = way.as_data()
    if drawn is not None:
        found["drawn"] = _beyond_the_board(puzzle, drawn)
    if way.outcome == "several":
        found["note"] = "It has several solutions."
    if way.outcome == "solved" or way.shows_contradiction:
        return found
    if way.outcome == "unsolvable":
        return {**found, **_hopeless(puzzle, Unsat(), deadline)}
    answer = _solved(puzzle, deadline)
    if isinstance(answer.verdict, Unsat):
        return {**found, **_hopeless(puzzle, answer.verdict, deadline)}
    if answer.solution is not None:
        return {**found, "solution": _beyond_the_board(puzzle, answer.solution)}
    return found


def _planned(puzzle: Puzzle, stage: Stage, plan: object | None, timeout: float | None) -> dict[str, object]:
    """Return the plan that hints follow, given or found, or why there is none; and the puzzle as native text."""
    found: dict[str, object] = {"native": write_puzzles([puzzle]), "kind": puzzle.rules.title, "outcome": "unknown"}
    if plan is not None:
        moves = _moves(stage, plan)
        return {**found, "solution": moves, "note": f"The plan that is given has {_cells(moves)}."}
    deadline = Deadline.after(timeout)
    answer = _solved(puzzle, deadline)
    if isinstance(answer.verdict, Unsat):
        return {**found, **_hopeless(puzzle, answer.verdict, deadline)}
    if answer.plan is None:
        return found
    moves = _moves(stage, answer.solution)
    which = "A shortest plan" if answer.plan.optimal else "The plan of the hints"
    return {**found, "outcome": "solved", "solution": moves, "note": f"{which} has {_cells(moves)}."}


def _cells(moves: list[list[int]]) -> str:
    """Return "N moves of one cell": the page counts single steps, whereas books count a longer slide as one move."""
    return f"{counted(len(moves), 'move')} of one cell"


def _hopeless(puzzle: Puzzle, verdict: Unsat, deadline: Deadline) -> dict[str, object]:
    """Return the outcome of a puzzle without a solution, with the reason if it is found by the deadline."""
    why = why_unsolvable(puzzle, verdict.reason, deadline=deadline)
    return {"outcome": "unsolvable", "why": why or EVERY_WAY}


def _moves(stage: Stage, plan: object) -> list[list[int]]:
    """List the moves of a plan as ``moves_of`` does; none if the solution is not a list of actions."""
    return moves_of(stage, [*map(str, plan)]) if isinstance(plan, Iterable) else []


def _solved(puzzle: Puzzle, deadline: Deadline) -> Answer:
    """Solve a puzzle; if no shortest plan is found in half of the time or MOST_NODES nodes, search greedily for any plan."""
    planning = puzzle.rules.planning
    if planning is None or planning.method not in SEARCHES.names():
        return solve_for(puzzle, Request(timeout=deadline.left()))
    shortest = solve_for(puzzle, Request(timeout=deadline.earlier(0.5).left(), max_nodes=MOST_NODES))
    if not isinstance(shortest.verdict, Unknown):
        return shortest
    return solve_for(puzzle, Request(method="greedy", timeout=deadline.left()))


def _beyond_the_board(puzzle: Puzzle, solution: object) -> object:
    """Return a solution as data, without the keys that describe the board."""
    data, board = puzzle.as_data(solution), puzzle.as_data(None)
    if isinstance(data, dict) and isinstance(board, dict):
        return {key: value for key, value in data.items() if key not in board}
    return data


def _asset(name: str) -> str:
    return assets(__package__, name)
