"""Make the plan of a count: the layout of states for the items of a problem in some order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from hashicnf.frontier.contraction import Open
from hashicnf.frontier.labels import Labels
from hashicnf.frontier.plan import CountPlan, Field, ItemStep, Member, Relaxation, Side
from hashicnf.frontier.problem import FREE

WORD = 64


class _Space:
    """Allocates bits in words; words are added as they are needed."""

    def __init__(self, taken: Sequence[int]) -> None:
        self.used = list(taken)

    def take(self, most: int) -> Field:
        """Allocate a field for numbers up to ``most``."""
        bits = max(1, most.bit_length())
        mask = (1 << bits) - 1
        for word, used in enumerate(self.used):
            for shift in range(WORD - bits + 1):
                if not used >> shift & mask:
                    self.used[word] |= mask << shift
                    return Field(word, shift, mask)
        self.used.append(mask)
        return Field(len(self.used) - 1, 0, mask)

    def free(self, field: Field) -> None:
        """Free a field."""
        self.used[field.word] &= ~(field.mask << field.shift)


def planned(problem: Open, order: Sequence[int], relaxed: Relaxation | None = None) -> CountPlan:
    """Return the plan to count items in an order."""
    slots, slot_of = _slots(problem, order)
    labels = Labels(slots)
    return _Planner(problem, order, labels, slot_of, relaxed).plan()


def _slots(problem: Open, order: Sequence[int]) -> tuple[int, dict[int, int]]:
    """Assign a slot to each group, from its first to its last item that joins; return the number of slots, and slots by group."""
    last: dict[int, int] = {}
    for at, item in enumerate(order):
        if problem.joins(item):
            last |= {problem.group[node]: at for node in problem.ends[item]}
    free: list[int] = []
    slot_of: dict[int, int] = {}
    slots = 0
    for at, item in enumerate(order):
        if not problem.joins(item):
            continue
        groups = [problem.group[node] for node in problem.ends[item]]
        for group in groups:
            if group not in slot_of:
                if not free:
                    free, slots = [slots], slots + 1
                slot_of[group] = free.pop()
        free += [slot_of[group] for group in groups if last[group] == at]
        free.sort(reverse=True)
    return slots, slot_of


class _Planner:
    """Makes the steps in order, and tracks the nodes, items and groups on the frontier."""

    def __init__(
        self, problem: Open, order: Sequence[int], labels: Labels, slot_of: dict[int, int], relaxed: Relaxation | None
    ) -> None:
        self._problem, self._order, self._slot_of = problem, order, slot_of
        self._relaxed = relaxed
        self._dropped: frozenset[int] = relaxed.dropped if relaxed else frozenset()
        self._labels = labels
        width = labels.width
        self._space = _Space([(1 << width * labels.fields_of(word)) - 1 for word in range(labels.words)] or [0])
        self._left: dict[int, Field] = {}  # by node on the frontier: the field of the load left to place there
        self._flag: dict[int, Field] = {}  # by undecided item: the flag that it is barred
        self._undecided = [set(near) for near in problem.at]
        self._joining: dict[int, set[int]] = {}  # by group, its undecided items that connect it to others
        for item in order:
            if problem.joins(item):
                for node in problem.ends[item]:
                    self._joining.setdefault(problem.group[node], set()).add(item)
        self._entered: set[int] = set()  # groups that have come to the frontier

    def plan(self) -> CountPlan:
        """Return the plan. Call it once: the frontier is empty afterwards."""
        steps = tuple(self._step(item) for item in self._order)
        return CountPlan(steps, len(self._space.used), self._labels, self._problem.acyclic)

    def _step(self, item: int) -> ItemStep:
        problem = self._problem
        ends = problem.ends[item]
        for node in ends:
            self._undecided[node].remove(item)
            if problem.joins(item):
                self._joining[problem.group[node]].discard(item)
        enters = [self._enter(node) for node in ends]
        barred = self._flag.pop(item, None)
        excluded = [other for other in problem.beside[item] if other in self._undecided[problem.ends[other][0]]]
        bars = [self._bar(other) for other in excluded]
        sides = tuple(self._side(node, entered) for node, entered in zip(ends, enters, strict=True))
        members = self._members(item)
        slots = tuple(self._slot_of[problem.group[node]] for node in ends) if problem.joins(item) else None
        step = ItemStep(
            item=item,
            most=problem.most[item],
            sides=sides,
            barred=barred if self._has_flag(item) else None,
            bars=tuple(bar for bar, other in zip(bars, excluded, strict=True) if self._has_flag(other)),
            joins=None if self._relaxed else slots,
            members=() if self._relaxed else members,
            is_last=len(self._entered) == len(self._joining),
            merged=any(not self._undecided[node] for node in ends),
        )
        self._release(item, barred)
        return replace(step, known=self._known()) if self._relaxed else step

    def _has_flag(self, item: int) -> bool:
        """Return whether states of the plan hold the flag that an item is barred."""
        return self._dropped.isdisjoint(self._problem.ends[item])

    def _known(self) -> tuple[int, ...]:
        """Return the bits of all fields that are not dropped, by word."""
        known = [0] * len(self._space.used)
        fields = [field for node, field in self._left.items() if node not in self._dropped]
        for field in fields + [field for item, field in self._flag.items() if self._has_flag(item)]:
            known[field.word] |= field.mask << field.shift
        return tuple(known)

    def _enter(self, node: int) -> int:
        """Allocate the field of a node that enters the frontier, and return its demand; return 0 for other nodes."""
        demand = self._problem.demand[node]
        if demand == FREE or node in self._left:
            return 0
        self._left[node] = self._space.take(demand)
        return demand

    def _bar(self, other: int) -> tuple[Field, tuple[Field, ...]]:
        if other not in self._flag:
            self._flag[other] = self._space.take(1)
        nodes = self._problem.ends[other]
        return self._flag[other], tuple(self._left[node] for node in nodes if node in self._left)

    def _side(self, node: int, enters: int) -> Side:
        """Return the effect of the current item on a node; flags of items there are cleared if no load is left to place."""
        problem = self._problem
        clears: dict[int, int] = {}
        for item in self._undecided[node]:
            if (flag := self._flag.get(item)) is not None and self._has_flag(item):
                clears[flag.word] = clears.get(flag.word, 0) | 1 << flag.shift
        room = sum(problem.most[item] for item in self._undecided[node])
        left = None if node in self._dropped else self._left.get(node)
        return Side(left, enters, room, tuple(clears.items()))

    def _members(self, item: int) -> tuple[Member, ...]:
        """Return the effects of an item on the groups at its ends, without those that do not change.

        An item within a group changes only the load left to place, after which the group may have to leave its component.
        """
        problem = self._problem
        found = {}
        for node in problem.ends[item]:
            group = problem.group[node]
            is_new = group not in self._entered and problem.joins(item)
            if is_new:
                self._entered.add(group)
            if problem.joins(item) or (group in self._entered and self._joining[group]):
                found[group] = Member(self._slot_of[group], is_new, self._watch(group))
        return tuple(member for member in found.values() if member.enters or member.watch is not None)

    def _watch(self, group: int) -> tuple[Field, ...] | None:
        """List the fields that all must be 0 for a group to leave its component, None if the group stays in any case."""
        problem, nodes = self._problem, set()
        for item in self._joining[group]:
            nodes |= {node for node in problem.ends[item] if problem.group[node] == group}
        if any(node not in self._left for node in nodes):
            return None
        return tuple(self._left[node] for node in sorted(nodes))

    def _release(self, item: int, barred: Field | None) -> None:
        """Free the fields of the nodes that leave the frontier with an item, and of its flag."""
        for node in self._problem.ends[item]:
            if not self._undecided[node] and node in self._left:
                self._space.free(self._left.pop(node))
        if barred is not None:
            self._space.free(barred)
