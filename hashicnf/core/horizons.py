"""Planning tasks as constraints: all plans of at most T steps, the *horizon*.

Variables: ``state[t, f]``: fact f holds after t steps, t from 0 to T. ``action[t, a]``: action a is step t, counting from 0.
``busy[t]``: there is a step t.

    start          the facts at step 0
    goal           of each group of the goal a fact at step T
    precondition   an action implies what it needs
    effect         an action implies what it adds, and that what it deletes does not hold
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

from hashicnf.core.constraints import Batch, Cardinality, Claim, Exclusive, Implies, Origin, Restricted
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
    batches: list[Implies | Exclusive | Cardinality] = [
        *_ends(task, state),
        *_actions(task, state, action),
        *_frames(task, state, action),
        *_variables(task, state),
        *_exclusion(task, action),
        *_order(action, busy),
        *_invariants(task, state),
    ]
    return tuple(batch for batch in batches if len(batch.source))


def decode(task: Task, variables: Variables, model: Bools) -> Actions:
    """Read the plan off a model; without actions it is empty."""
    if not any(group.name == ACTION for group in variables.groups):
        return ()
    steps = np.argwhere(variables[ACTION].values(model))
    return tuple(task.actions[a].name for _, a in steps.tolist())


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


def _actions(task: Task, state: Ints, action: Ints) -> Iterator[Implies]:
    """State the preconditions and effects of each action."""
    needs = [(a, fact) for a, one in enumerate(task.actions) for fact in one.needs]
    adds = [(a, fact) for a, one in enumerate(task.actions) for fact in one.adds]
    deletes = [(a, fact) for a, one in enumerate(task.actions) for fact in one.deletes if fact not in one.adds]
    for rule, pairs, layers in (
        ("precondition", needs, state[:-1]),
        ("effect", adds, state[1:]),
        ("effect", deletes, -state[1:]),
    ):
        a, fact = np.array(pairs, dtype=np.int32).reshape(-1, 2).T
        yield _implies(action[:, a, None], layers[:, fact, None], rule, _steps(len(action), len(pairs)))


def _frames(task: Task, state: Ints, action: Ints) -> Iterator[Implies]:
    """State that a fact changes only by an action that changes it."""
    makers: list[list[int]] = [[] for _ in task.facts]
    breakers: list[list[int]] = [[] for _ in task.facts]
    for a, one in enumerate(task.actions):
        for fact in one.adds:
            makers[fact].append(a)
        for fact in one.deletes:
            if fact not in one.adds:
                breakers[fact].append(a)
    for causes, sign in ((makers, 1), (breakers, -1)):
        for width in sorted({len(found) for found in causes}):
            facts = [fact for fact, found in enumerate(causes) if len(found) == width]
            by = np.array([causes[fact] for fact in facts], dtype=np.int32).reshape(len(facts), width)
            body = np.stack((state[1:][:, facts] * sign, state[:-1][:, facts] * -sign), axis=-1)
            yield _implies(body, action[:, by], "frame", _steps(len(action), len(facts)))


def _variables(task: Task, state: Ints) -> Iterator[Exclusive | Implies]:
    for groups in _by_width(task.variables):
        lits = state[:, groups].reshape(-1, groups.shape[1])
        step = _steps(len(state), len(groups))
        yield Exclusive(lits, Origin("values", KIND), step)
        yield _implies(_none(len(lits)), lits, "values", step, redundant=True)


def _exclusion(task: Task, action: Ints) -> Iterator[Exclusive]:
    """Exclude pairs of actions that values and effects do not exclude, or where these are many, all pairs at once."""
    pairs = _compatible(task)
    origin = Origin("exclusion", KIND)
    if len(pairs) > PAIRS_PER_ACTION * len(task.actions):
        yield Exclusive(action, origin, _steps(len(action), 1))
    elif len(pairs):
        yield Exclusive(action[:, pairs].reshape(-1, 2), origin, _steps(len(action), len(pairs)))


def _compatible(task: Task) -> Ints:
    """List the pairs of actions whose preconditions and effects do not contradict each other: int32[p, 2].

    Every step starts in a state that can be reached, if all before took one action. So preconditions contradict each other where
    an invariant says so, be it written or not; effects only where clauses say so.
    """
    adds, deletes = (np.zeros((len(task.actions), len(task.facts)), dtype=np.float32) for _ in range(2))
    for a, one in enumerate(task.actions):
        deletes[a, list(one.deletes)] = 1
        deletes[a, list(one.adds)] = 0
        adds[a, list(one.adds)] = 1
    clash = adds @ deletes.T > 0
    clash |= clash.T
    exclusive = [one.facts for one in task.invariants if one.bound == 1 and one.op != "ge"]
    needed = [one.needs for one in task.actions]
    for groups, facts in (
        ([*task.variables, *exclusive], needed),
        (task.variables, [one.adds for one in task.actions]),
    ):
        for group in groups:
            number = {fact: value for value, fact in enumerate(group)}
            value = np.array([next((number[f] for f in some if f in number), -1) for some in facts], dtype=np.int32)
            clash |= (value[:, None] != value) & (value[:, None] >= 0) & (value >= 0)
    return np.argwhere(np.triu(~clash, 1)).astype(np.int32)


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
