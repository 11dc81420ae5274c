"""All configurations: every edge with 0, 1, ... bridges, and the rules checked only when every edge has its number.

With N edges and at most two bridges per pair that is a tree with 3^N leaves: brute force, useful as an oracle and a baseline.
A state is (edges decided, configuration so far as a number); an action is (edge, bridges); a decision costs 1.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import TypeAlias

from hashicnf.core.statespace import ZERO, Searchable, Tried
from hashicnf.core.variables import VariablePool
from hashicnf.families.hashi.board import Board
from hashicnf.families.hashi.constraints import CAPACITY, declare
from hashicnf.families.hashi.search.rules import Rules, decision
from hashicnf.trace.steps import Conflict, Step

State: TypeAlias = tuple[int, int]
Action: TypeAlias = tuple[int, int]


class Configurations:
    """The space of one board."""

    def __init__(self, board: Board) -> None:
        """Prepare the rules."""
        self.rules = Rules(board)
        self._bridge: list[list[int]] = declare(board, VariablePool()).tolist()

    def initial(self) -> tuple[State, ...]:
        """Return the one start, in which no edge is decided."""
        return ((0, 0),)

    def successors(self, state: State) -> Iterator[tuple[Action, State, float]]:
        """Yield the children in which the next edge has 0, 1, ... bridges."""
        edge, number = state
        if edge < self.rules.edges:
            number *= self.rules.base
            for k in range(self.rules.base):
                yield (edge, k), (edge + 1, number + k), 1

    def begin(self) -> tuple[Step, ...]:
        """Return no steps: no rule is checked before a configuration is complete."""
        return ()

    def narrate(self, state: State) -> Iterator[Tried[Action, State]]:
        """Yield the children as decisions about bridges."""
        for branch, (action, child, cost) in enumerate(self.successors(state), 1):
            yield action, child, cost, (decision(self._bridge[action[0]], action[1], branch),)

    def refute(self, state: State) -> tuple[Step, ...]:
        """Return the step for the first rule that a complete configuration breaks: a clue, a crossing, or connectivity."""
        rules = self.rules
        counts = rules.counts(state[1])
        room, used = list(rules.room), 0
        for (u, v), k in zip(rules.ends, counts, strict=True):
            room[u], room[v] = room[u] - k, room[v] - k
        for island, (left, spare) in enumerate(zip(room, rules.spare, strict=True)):
            if not 0 <= left <= spare:
                return (Conflict(CAPACITY.rule, CAPACITY.kind, island),)
        for edge, k in enumerate(counts):
            if k and (crossed := rules.crossed(edge, used)):
                return (crossed,)
            used |= (k > 0) << edge
        disconnected = rules.disconnected(used)
        return () if disconnected is None else (disconnected,)

    def is_goal(self, state: State) -> bool:
        """Return whether a state is complete and satisfies every rule."""
        rules = self.rules
        if state[0] < rules.edges:
            return False
        room, used = list(rules.room), 0
        for edge, k in enumerate(rules.counts(state[1])):
            if k:
                u, v = rules.ends[edge]
                room[u], room[v] = room[u] - k, room[v] - k
                if room[u] < 0 or room[v] < 0 or used & rules.cross[edge]:
                    return False
                used |= 1 << edge
        return all(left <= spare for left, spare in zip(room, rules.spare, strict=True)) and rules.is_connected(used)

    def key(self, state: State) -> Hashable:
        """Return the state itself, which is hashable."""
        return state


def searchable(board: Board) -> Searchable[State]:
    """Return the space of a board with the heuristic zero, as nothing can be estimated in it."""
    space = Configurations(board)
    title = "all configurations, checked only when complete"
    return Searchable(
        space, {ZERO.name: ZERO}, lambda state, _: space.rules.solution(state[1]), title=title, constructive=True
    )
