"""One step of a count: compute all states after an item gets a load, at once.

States are a list of words, uint64[n] each, laid out by a plan.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from hashicnf.frontier.counts import Places, Words
from hashicnf.frontier.labels import Labels
from hashicnf.frontier.plan import CountPlan, Field, ItemStep, Member

States: TypeAlias = list[Words]
Mask: TypeAlias = NDArray[np.bool_]

ALL_BITS = (1 << 64) - 1
ODD: Final = (0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F)


def expanded(plan: CountPlan, step: ItemStep, states: States, load: int) -> tuple[States, Places]:
    """Give the item a load in all states that allow it; return the states after it, and for each the index of the state before."""
    some = _allowed(step, states, load)
    after = [word[some] for word in states]
    _place(step, after, load)
    if load:
        _bar(step, after)
    elif step.barred is not None:
        _clear(after, step.barred.word, step.barred.mask << step.barred.shift)
    for member in step.members:
        if member.enters:
            word, shift = plan.labels.place(member.slot)
            after[word] += np.uint64(member.slot + 1 << shift)
    alive = _join(plan, step, after) if load and step.joins is not None else None
    for member in step.members:
        if member.watch is not None:
            alive = _both(alive, _leave(plan.labels, step, member, member.watch, after))
    if alive is None or alive.all():
        return after, some
    select(after, alive)
    return after, some[alive]


def select(states: States, which: Places | Mask) -> None:
    """Replace the states by some of them; each word is freed before the next is copied, so this takes little memory."""
    for number, word in enumerate(states):
        states[number] = word[which]


def _both(one: Mask | None, other: Mask | None) -> Mask | None:
    if one is None or other is None:
        return other if one is None else one
    return one & other


def mixed(words: Iterable[Words]) -> Words:
    """Return one word per state: equal for equal states, and nearly always different for others; a single word is unchanged."""
    rest = iter(words)
    key = next(rest)
    for word in rest:
        key = key * np.uint64(ODD[0])
        key ^= key >> np.uint64(32)
        key += word
        key *= np.uint64(ODD[1])
        key ^= key >> np.uint64(29)
    return key


def value(states: States, field: Field) -> Words:
    """Return the value of a field in each state."""
    found: Words = (states[field.word] >> np.uint64(field.shift)) & np.uint64(field.mask)
    return found


def _allowed(step: ItemStep, states: States, load: int) -> Places:
    """Return the indices of the states in which both nodes can take the load and be completed, and the item is not barred."""
    fits: Mask = np.ones(len(states[0]), dtype=np.bool_)
    for side in step.sides:
        if side.left is None:
            continue
        if side.enters:
            if not 0 <= side.enters - load <= side.room:
                return np.zeros(0, dtype=np.int64)
            continue
        fits &= value(states, side.left) - np.uint64(load) <= np.uint64(side.room)  # below 0 it wraps to a large value
    if load and step.barred is not None:
        fits &= value(states, step.barred) == 0
    return np.flatnonzero(fits)


def _place(step: ItemStep, states: States, load: int) -> None:
    """Subtract the load from the load left to place at both nodes, and clear flags that have no effect any more."""
    for side in step.sides:
        if side.left is not None and (change := (side.enters - load << side.left.shift) & ALL_BITS):
            states[side.left.word] += np.uint64(change)
    if not load:
        return
    for side in step.sides:
        if side.left is not None and side.clears:
            empty = value(states, side.left) == 0
            for word, mask in side.clears:
                states[word] = np.where(empty, states[word] & np.uint64(ALL_BITS ^ mask), states[word])


def _clear(states: States, word: int, mask: int) -> None:
    states[word] &= np.uint64(ALL_BITS ^ mask)


def _bar(step: ItemStep, states: States) -> None:
    """Set the flags of items that a load excludes, except items that could take no load anyway."""
    for flag, nodes in step.bars:
        bars: Mask = np.ones(len(states[0]), dtype=np.bool_)
        for left in nodes:
            bars &= value(states, left) != 0
        states[flag.word] |= bars.astype(np.uint64) << np.uint64(flag.shift)


def _join(plan: CountPlan, step: ItemStep, states: States) -> Mask | None:
    """Unite the components at both ends; return which states stay alive, None for all."""
    if step.joins is None:
        return None
    a, b = (plan.labels.of(states, slot) for slot in step.joins)
    plan.labels.replace(states, np.maximum(a, b), np.minimum(a, b))
    if not plan.acyclic:
        return None
    apart: Mask = a != b
    return apart


def _leave(labels: Labels, step: ItemStep, member: Member, watch: tuple[Field, ...], states: States) -> Mask | None:
    """Remove a group from its component where it can take no more load; return which states stay alive, None for all."""
    mine = labels.of(states, member.slot)
    leaves = mine != 0
    for left in watch:
        leaves &= value(states, left) == 0
    if not leaves.any():
        return None
    word, shift = labels.place(member.slot)
    states[word] = states[word] & ~(np.where(leaves, mine, 0).astype(np.uint64) << np.uint64(shift))
    led = leaves & (mine == member.slot + 1)
    if not led.any():
        return None
    heir = labels.leader(states, member.slot + 1)
    closed = led & (heir == 0)
    number = np.uint64(member.slot + 1)
    labels.replace(states, np.full_like(mine, number), np.where(led & ~closed, heir, number))
    if not closed.any():
        return None
    alive: Mask = ~closed | ~labels.any(states) if step.is_last else ~closed
    return alive
