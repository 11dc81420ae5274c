"""Planning tasks as constraints: plans of at most T steps, the *horizon*.

Variables: ``state[t, i]``: literal i of the state after t steps, t from 0 to T (fact i; for states in binary see ``layout``).
``action[t, a]``: action a is step t, counting from 0. ``busy[t]``: there is a step t. ``part[t, i]``: the action of step t is in
part i of a grid of the actions.

    start          the facts at step 0
    goal           a fact of each group of the goal at step T
    precondition   an action implies what it needs
    effect         an action implies what it adds and deletes, where it is conditional under its condition
    frame          a fact that begins or ceases to hold has an action that makes it (explanatory frame axioms)
    values         in binary: codes without a value are forbidden; redundant: exactly one value of a variable holds
    exclusion      at most one action per step, where preconditions and effects do not imply that
    order          no step follows an idle step, so a plan shorter than T is idle at its end

Further redundant constraints are the invariants of the task, each under its own name, and

    unreachable    facts that cannot hold after so many steps from the start, or so few steps before the goal (``reach``)
    needless       no two steps that could be left out or replaced by one (``needless``): shortest plans stay, others may be lost

The formula does not use the lengths of plans that the task declares (``least``, ``stride``, ``most``), so a proof that it
has no model does not depend on them.

Size: (T + 1) F + T (A + 1) variables for F facts and A actions.
References: Kautz and Selman 1992, "Planning as satisfiability"; Haas 1987, "The case for domain-specific frame axioms"; Rintanen
2012, "Planning as satisfiability: heuristics" (invariants).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate, islice
from typing import Final

import numpy as np

from hashicnf.core.constraints import Batch, Claim, Clauses, Implies, Restricted
from hashicnf.core.progress import Observer, unobserved
from hashicnf.core.variables import VariablePool, Variables
from hashicnf.errors import TooLarge, UsageError, counted
from hashicnf.logic import NO_LITERALS, Bools, Ints
from hashicnf.planning.horizons.reach import Reach
from hashicnf.planning.horizons.rules import Rules, implies, stamp
from hashicnf.planning.task import Action, Actions, Task

STATE, ACTION, BUSY, PART = "state", "action", "busy", "part"
MOST_CLAUSES: Final = 20_000_000  # of preconditions and effects; about two gigabytes while they are made


def claim_of(horizon: int) -> Claim:
    """Return the claim of a formula with a horizon."""
    steps = counted(horizon, "step")
    without = f"no plan has at most {steps}; longer ones were not tried"
    return Claim.of(
        Restricted(f"plans of more than {steps} are missing; of the others a shortest one is there", without)
    )


def bounded(
    task: Task, pool: VariablePool, horizon: int, *, in_binary: bool = False, observe: Observer = unobserved
) -> tuple[Batch, ...]:
    """Return batches that state that there is a plan of at most ``horizon`` steps; ``observe`` is called often.

    Raises UsageError if the horizon is < 0, TooLarge if it is too large.
    """
    if horizon < 0:
        raise UsageError(f"a horizon is a number of steps from 0 up, not {horizon}")
    if (problem := excess(task, horizon)) is not None:
        raise TooLarge(f"{problem}: take a smaller horizon, or a search")
    rules = Rules.of(task, in_binary=in_binary, observe=observe)
    meaning = "literal i of the state after t steps" if in_binary else "fact f holds after t steps"
    state = pool.declare(STATE, horizon + 1, rules.layout.width, meaning=meaning).lits
    action = pool.declare(ACTION, horizon, len(task.actions), meaning="action a is step t, counting from 0").lits
    busy = pool.declare(BUSY, horizon, meaning="there is a step t, counting from 0").lits
    part = pool.declare(PART, horizon, rules.parts, meaning="the action of step t is in part i").lits
    step = np.arange(horizon + 1, dtype=np.int32)
    batches: list[Batch] = [
        *stamp("start", rules.exactly(task.start), state[0], 0),
        *stamp("goal", rules.require(task.goal), state[-1], horizon),
        *rules.steps(state[:-1], state[1:], action, part, step[:-1]),
        *rules.layers(state, step),
        *_order(action, busy),
        *_unreachable(rules, state, busy),
        *rules.successions(action[:-1], action[1:], step[1:-1]),
    ]
    return tuple(batch for batch in batches if not isinstance(batch, Clauses | Implies) or len(batch.source))


def excess(task: Task, horizon: int) -> str | None:
    """Return a description of the size of the formula with this horizon if it is too large to be made, else None."""
    if horizon * sum(map(_clauses_of, task.actions)) <= MOST_CLAUSES:
        return None
    return f"a formula of {counted(horizon, 'step')} needs more than {MOST_CLAUSES:,} clauses"


def _clauses_of(action: Action) -> int:
    """Count the clauses of the preconditions and effects of an action at one step."""
    return len(action.needs) + sum(len(effect.adds) + len(effect.deletes) for effect in action.all_effects)


def decode(task: Task, variables: Variables, model: Bools) -> Actions:
    """Return the plan in a model; it is empty for a task without actions."""
    return tuple(task.actions[a].name for a in steps_of(variables, model))


def cost_of(task: Task, variables: Variables, model: Bools) -> float:
    """Sum the costs of the plan in a model."""
    return sum(task.actions[a].cost for a in steps_of(variables, model))


def steps_of(variables: Variables, model: Bools) -> list[int]:
    """List the actions of the plan in a model, by number."""
    if not any(group.name == ACTION for group in variables.groups):
        return []
    found: list[int] = np.argwhere(variables[ACTION].values(model))[:, 1].tolist()
    return found


def distinguishing(task: Task, variables: Variables) -> Ints:
    """Return the variables that have the same values in two models exactly if these have the same plan, int32[n].

    Actions that share a name are not among them: which of them is taken is no part of the plan, and the states determine the name.
    """
    groups = {group.name: group.lits for group in variables.groups}
    named = np.array([len(task.named[action.name]) == 1 for action in task.actions], dtype=np.bool_)
    found = [groups[STATE].ravel()] if STATE in groups else []
    found += [groups[ACTION][:, named].ravel(), groups[BUSY]] if ACTION in groups else []
    return np.concatenate([NO_LITERALS, *found])


def _order(action: Ints, busy: Ints) -> Iterator[Implies]:
    """Define busy steps, and let none follow an idle step."""
    horizon, actions = action.shape
    step = np.arange(horizon, dtype=np.int32)
    each = np.repeat(busy[:, None], actions, axis=1)
    yield implies(action[:, :, None], each[:, :, None], "order", np.repeat(step, actions))
    yield implies(busy[:, None], action, "order", step)
    yield implies(busy[1:, None], busy[:-1, None], "order", step[1:])


def _unreachable(rules: Rules, state: Ints, busy: Ints) -> Iterator[Batch]:
    """Rule out facts after each number of steps: in any case, or only if there is a last one of these steps."""
    horizon, reach = len(busy), Reach.of(rules.task, rules.observe)
    after = list(islice(reach.after(), horizon + 1))
    before = list(islice(reach.before(), horizon + 1))
    within = list(accumulate(before, np.logical_or))  # at most so many steps before the goal
    ends = np.zeros_like(after[0])
    for t in range(horizon + 1):
        moving = after[t] & within[horizon - t]
        never = np.flatnonzero(~(moving | ends)).tolist()
        yield from stamp("unreachable", rules.forbid(never), state[t], t, redundant=True)
        late = rules.forbid(np.flatnonzero(ends & ~moving).tolist())
        guarded = [(*clause, rules.layout.width + 1) for clause in late]
        layer = np.append(state[t], -busy[t - 1]) if t else state[t]
        yield from stamp("unreachable", guarded, layer, t, redundant=True)
        ends |= after[t] & before[0]


__all__ = [
    "ACTION",
    "BUSY",
    "PART",
    "STATE",
    "bounded",
    "claim_of",
    "cost_of",
    "decode",
    "distinguishing",
    "excess",
    "steps_of",
]
