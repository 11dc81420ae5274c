"""Backtracking on the grid: edges are decided in reading order, with 0, 1, ... bridges each, as far as clues and crossings allow.

A child is pruned if its bridges cross others, if an island exceeds its clue, or if the remaining edges cannot bring an island up
to its clue; connectivity is checked when every edge is decided. So the space is a tree, the depth of every goal is the number of
edges, and every decision costs 1.

That is the space of a published A*, whose priority is the number of decided edges plus ten times the number of groups that are
still to be connected, with ties broken by depth. With the factor the estimate may exceed the true cost, which is the number of
undecided edges: it guides the search well, since connected boards are built first, but it is not admissible. Without the factor
it is.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import Final, NamedTuple, TypeAlias

from hashicnf.core.statespace import ZERO, Heuristic, Searchable, Tried
from hashicnf.core.variables import VariablePool
from hashicnf.families.hashi.board import Board
from hashicnf.families.hashi.constraints import CAPACITY, declare
from hashicnf.families.hashi.search.rules import Rules, decision
from hashicnf.trace.steps import Conflict, Step

PUBLISHED_WEIGHT: Final = 10
DECISION: Final = 1
Action: TypeAlias = tuple[int, int]


class Partial(NamedTuple):
    """A state with the first ``edge`` edges decided: bridges as digits after a 1, used edges as bits, room left on islands."""

    edge: int
    number: int
    used: int
    room: tuple[int, ...]


class Grid:
    """The space of one board; an action is (edge, bridges)."""

    def __init__(self, board: Board) -> None:
        """Prepare the rules."""
        self.rules = Rules(board)
        self._bridge: list[list[int]] = declare(board, VariablePool()).tolist()

    def initial(self) -> tuple[Partial, ...]:
        """Return the start, with no edge decided; no start if the clue of some island exceeds what its edges can carry."""
        return () if self.rules.lacking else (Partial(0, 1, 0, tuple(self.rules.room)),)

    def successors(self, state: Partial) -> Iterator[tuple[Action, Partial, float]]:
        """Yield the children in which the next edge has 0, 1, ... bridges and no rule is broken."""
        rules = self.rules
        if (edge := state.edge) == rules.edges:
            return
        (u, v), (later_u, later_v) = rules.ends[edge], rules.later[edge]
        room_u, room_v = state.room[u], state.room[v]
        fewest = max(0, room_u - later_u - rules.spare[u], room_v - later_v - rules.spare[v])
        most = 0 if state.used & rules.cross[edge] else min(room_u, room_v, rules.base - 1)
        for k in range(fewest, most + 1):
            child = self._child(state, k)
            if child.edge < rules.edges or rules.is_connected(child.used):
                yield (edge, k), child, DECISION

    def _child(self, state: Partial, k: int) -> Partial:
        edge, number, used, room = state
        number = number * self.rules.base + k
        if not k:
            return Partial(edge + 1, number, used, room)
        u, v = self.rules.ends[edge]
        left = list(room)
        left[u] -= k
        left[v] -= k
        return Partial(edge + 1, number, used | 1 << edge, tuple(left))

    def is_goal(self, state: Partial) -> bool:
        """Return whether every edge is decided, every clue met and all islands connected; no state has crossings."""
        rules = self.rules
        return (
            state.edge == rules.edges
            and all(left <= spare for left, spare in zip(state.room, rules.spare, strict=True))
            and rules.is_connected(state.used)
        )

    def key(self, state: Partial) -> Hashable:
        """Return the number of a state's bridges, which takes less than two bits per variable."""
        return state.number

    def begin(self) -> tuple[Step, ...]:
        """Return the conflicts of the islands whose clues cannot be met."""
        return tuple(Conflict(CAPACITY.rule, CAPACITY.kind, island) for island in self.rules.lacking)

    def narrate(self, state: Partial) -> Iterator[Tried[Action, Partial]]:
        """Yield every number of bridges as a decision, with its child or the reason why it fails."""
        for branch, k in enumerate(range(self.rules.base if state.edge < self.rules.edges else 0), 1):
            steps: list[Step] = [decision(self._bridge[state.edge], k, branch)]
            child = self._child(state, k)
            problem = self._problem(state, child, k)
            if problem is not None:
                steps.append(problem)
            yield (state.edge, k), None if problem is not None else child, DECISION, tuple(steps)

    def _problem(self, state: Partial, child: Partial, k: int) -> Step | None:
        """Return the step for a rule that a child breaks; None if it breaks none."""
        rules, edge = self.rules, state.edge
        if k and (crossed := rules.crossed(edge, state.used)):
            return crossed
        for island, later in zip(rules.ends[edge], rules.later[edge], strict=True):
            if not 0 <= child.room[island] <= later + rules.spare[island]:
                return Conflict(CAPACITY.rule, CAPACITY.kind, island)
        return None if child.edge < rules.edges else rules.disconnected(child.used)


def searchable(board: Board) -> Searchable[Partial]:
    """Return the space of a board with its heuristics."""
    space = Grid(board)
    rules = space.rules

    def groups_to_join(state: Partial) -> float:
        return max(0, rules.groups(state.used)[0] - 1)

    def published(state: Partial) -> float:
        return PUBLISHED_WEIGHT * groups_to_join(state)

    known = (
        Heuristic(
            "mst", groups_to_join, admissible=True, consistent=True, title="components still to be connected, minus one"
        ),
        Heuristic(
            "components",
            published,
            admissible=False,
            consistent=False,
            title="ten times mst, as published; not a lower bound",
        ),
        ZERO,
    )
    title = "configurations that break no rule so far; each step sets the bridges of a pair of islands"
    by_name = {h.name: h for h in known}
    return Searchable(space, by_name, lambda state, _: rules.solution(state.number), title=title, constructive=True)
