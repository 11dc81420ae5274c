"""Planning tasks as constraints: all plans of at most T steps, the *horizon*.

Variables: ``state[t, f]``: fact f holds after t steps, t from 0 to T. ``action[t, a]``: action a is step t, counting from 0.
``busy[t]``: there is a step t.

    start          the facts at step 0
    goal           of each group of the goal a fact at step T
    precondition   an action implies what it needs
    effect         an action implies what it adds and deletes, where it is conditional under its condition
    frame          a fact that begins or ceases to hold has an action that makes it (explanatory frame axioms)
    values         of the values of a variable at most one holds; redundant: at least one does
    exclusion      at most one action a step, where preconditions and effects leave that open
    order          steps are taken without a pause, so that a plan that is shorter than T is idle at its end
    invariants     redundant: what the task knows of every state

Size: (T + 1) F + T (A + 1) variables for F facts and A actions.
References: Kautz and Selman 1992, "Planning as satisfiability"; Haas 1987, "The case for domain-specific frame axioms".
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from hashicnf.core.constraints import Batch, Cardinality, Claim, Clauses, Exclusive, Implies, Origin, Restricted
from hashicnf.core.horizons.exclusion import compatible
from hashicnf.core.horizons.transition import transition
from hashicnf.core.planning import Actions, Task
from hashicnf.core.variables import VariablePool, Variables
from hashicnf.errors import UsageError
from hashicnf.logic import Bools, Ints

STATE, ACTION, BUSY = "state", "action", "busy"
KIND = "step"
PAIRS_PER_ACTION = 4  # beyond, one constraint over all actions of a step is smaller than pairs


def claim_of(horizon: int) -> Claim:
    """Return the claim of a formula with a horizon."""
    return Claim.of(Restricted(f"plans of more than {horizon} step{'' if horizon == 1 else 's'} are missing"))


def bounded(task: Task, pool: VariablePool, horizon: int) -> tuple[Batch, ...]:
    """State that there is a plan of at most ``horizon`` >= 0 steps. Raises UsageError for a negative one."""
    if horizon < 0:
        raise UsageError(f"a horizon is a number of steps from 0 up, not {horizon}")
    state = pool.declare(STATE, horizon + 1, len(task.facts), meaning="fact f holds after t steps").lits
    action = pool.declare(ACTION, horizon, len(task.actions), meaning="action a is step t, counting from 0").lits
    busy = pool.declare(BUSY, horizon, meaning="there is a step t, counting from 0").lits
    batches: list[Implies | Exclusive | Cardinality | Clauses] = [
        *_ends(task, state),
        *_transitions(task, state, action),
        *_variables(task, state),
        *_exclusion(task, action),
        *_order(action, busy),
        *_invariants(task, state),
    ]
    return tuple(batch for batch in batches if len(batch.source))


def decode(task: Task, variables: Variables, model: Bools) -> Actions:
    """Read the plan off a model; without actions it is empty."""
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


def _implies(body: Ints, head: Ints, rule: str, step: Ints, *, redundant: bool = False) -> Implies:
    """Make a batch of int32[..., k] and int32[..., j]."""
    rows = len(step)
    return Implies(
        body.reshape(rows, body.shape[-1]), head.reshape(rows, head.shape[-1]), Origin(rule, KIND), step, redundant
    )


def _steps(horizon: int, times: int) -> Ints:
    """Return the steps of ``times`` constraints each: int32[horizon * times]."""
    return np.repeat(np.arange(horizon, dtype=np.int32), times)


def _none(rows: int) -> Ints:
    return np.empty((rows, 0), dtype=np.int32)


def _ends(task: Task, state: Ints) -> Iterator[Implies]:
    holds = np.full(len(task.facts), -1, dtype=np.int32)
    holds[list(task.start)] = 1
    yield _implies(_none(len(holds)), (state[0] * holds)[:, None], "start", np.zeros(len(holds), dtype=np.int32))
    last = len(state) - 1
    for groups in _by_width(task.goal):
        yield _implies(_none(len(groups)), state[last][groups], "goal", np.full(len(groups), last, dtype=np.int32))


def _transitions(task: Task, state: Ints, action: Ints) -> Iterator[Clauses]:
    """Stamp the clauses of one step over all steps."""
    horizon = len(action)
    layers = np.concatenate((state[:-1], state[1:], action), axis=1)
    for rule, clauses in transition(task).items():
        for rows in _by_width(clauses):
            lits = (layers[:, np.abs(rows) - 1] * np.sign(rows)).reshape(-1, rows.shape[1])
            yield Clauses(lits, Origin(rule, KIND), _steps(horizon, len(rows)))


def _variables(task: Task, state: Ints) -> Iterator[Exclusive | Implies]:
    for groups in _by_width(task.variables):
        lits = state[:, groups].reshape(-1, groups.shape[1])
        step = _steps(len(state), len(groups))
        yield Exclusive(lits, Origin("values", KIND), step)
        yield _implies(_none(len(lits)), lits, "values", step, redundant=True)


def _exclusion(task: Task, action: Ints) -> Iterator[Exclusive]:
    """Exclude pairs of actions that values and effects do not exclude, or where these are many, all pairs at once."""
    pairs = compatible(task)
    origin = Origin("exclusion", KIND)
    if len(pairs) > PAIRS_PER_ACTION * len(task.actions):
        yield Exclusive(action, origin, _steps(len(action), 1))
    elif len(pairs):
        yield Exclusive(action[:, pairs].reshape(-1, 2), origin, _steps(len(action), len(pairs)))


def _order(action: Ints, busy: Ints) -> Iterator[Implies]:
    """Define busy steps, and let none follow an idle step."""
    horizon, actions = action.shape
    each = np.repeat(busy[:, None], actions, axis=1)
    yield _implies(action[:, :, None], each[:, :, None], "order", _steps(horizon, actions))
    yield _implies(busy[:, None], action, "order", _steps(horizon, 1))
    yield _implies(busy[1:, None], busy[:-1, None], "order", np.arange(1, max(1, horizon), dtype=np.int32))


def _invariants(task: Task, state: Ints) -> Iterator[Cardinality]:
    for one in task.invariants:
        lits = np.ascontiguousarray(state[:, list(one.facts)])
        step = np.arange(len(state), dtype=np.int32)
        yield Cardinality(lits, one.op, one.bound, Origin(one.name, KIND), step, redundant=True)


def _by_width(groups: Sequence[Sequence[int]]) -> Iterator[Ints]:
    """Collect groups of one length: int32[g, w] each."""
    for width in sorted({len(group) for group in groups}):
        same = [list(group) for group in groups if len(group) == width]
        yield np.array(same, dtype=np.int32).reshape(len(same), width)
