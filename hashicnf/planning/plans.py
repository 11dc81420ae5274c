"""Plans as lists of names of actions: replay, write and read them.

``replay`` works on the description of the task, fact by fact, and shares no code with formulas and state spaces.
"""

from __future__ import annotations

from collections.abc import Sequence

from hashicnf.errors import InputError, counted
from hashicnf.planning.task import Action, Actions, Task


def replay(task: Task, plan: Sequence[str]) -> list[tuple[str, str]]:
    """Carry out a plan step by step; return the rules it breaks, each with a message, none if it reaches the goal."""
    state = set(task.start)
    for number, name in enumerate(plan, 1):
        actions = task.named.get(name)
        if actions is None:
            return [("action", f"step {number}: no action is named {name!r}")]
        possible = [action for action in actions if state.issuperset(action.needs)]
        if not possible:
            return [("precondition", f"step {number}: {name} {_refusal(task, actions, state)}")]
        state = _after(possible[0], state)
    unmet = [group for group in task.goal if not state.intersection(group)]
    return [
        (
            "goal",
            f"after {counted(len(plan), 'step')} the goal is not reached: {' or '.join(map(task.facts.__getitem__, group))}",
        )
        for group in unmet
    ]


def _refusal(task: Task, actions: tuple[Action, ...], state: set[int]) -> str:
    """Explain why no action of a name is possible in a state."""
    if len(actions) > 1:
        return "is not possible here"
    missing = [task.facts[fact] for fact in actions[0].needs if fact not in state]
    return f"needs {' and '.join(missing)}, which does not hold"


def _after(action: Action, state: set[int]) -> set[int]:
    firing = [effect for effect in action.effects if state.issuperset(effect.when)]
    left = state.difference(action.deletes, *(effect.deletes for effect in firing))
    return left.union(action.adds, *(effect.adds for effect in firing))


def write_plan(plan: Sequence[str]) -> str:
    """Write a plan, one action per line."""
    return "".join(f"{name}\n" for name in plan)


def read_plan(task: Task, text: str, name: str) -> Actions:
    """Read a plan, one action per line, comments after ``#``. Raises InputError for an unknown action, with line and column."""
    found = []
    for number, line in enumerate(text.split("\n"), 1):
        word = line.partition("#")[0].strip()
        if not word:
            continue
        if word not in task.named:
            column = len(line) - len(line.lstrip()) + 1
            some = ", ".join([*task.named][:3])
            message = f"no action is named {word!r}"
            raise InputError(message, name, number, column, line.rstrip("\r"), f"an action a line, such as {some}")
        found.append(word)
    return tuple(found)
