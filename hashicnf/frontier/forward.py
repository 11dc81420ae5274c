"""Count forward: states and the number of ways to reach each, item by item.

Equal states are found by sorting: by their word, or by a hash of their words and then compared word by word. Should two different
states have one hash, copies of a state may stay apart, which costs time and changes no count.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from hashicnf.frontier import counts
from hashicnf.frontier.counts import Places, Words
from hashicnf.frontier.expand import States, expanded
from hashicnf.frontier.plan import Plan, Step
from hashicnf.records import record

ODD = (0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F)


@record
class Layer:
    """The states after some items: ``counts`` are the ways to reach each.

    Transition t leads from state ``source[t]`` of the layer before to state j of this one if ``start[j] <= t < start[j + 1]``; its
    item has the load ``load[t]``.
    """

    counts: Words
    source: NDArray[np.int32]
    load: NDArray[np.uint8]
    start: Places


def run(plan: Plan) -> Iterator[tuple[States, Layer]]:
    """Yield the states after each step."""
    states = [np.zeros(1, dtype=np.uint64) for _ in range(plan.words)]
    ways = counts.one()
    for step in plan.steps:
        states, layer = _advanced(plan, step, states, ways)
        ways = layer.counts
        yield states, layer


def _advanced(plan: Plan, step: Step, states: States, ways: Words) -> tuple[States, Layer]:
    parts = [expanded(plan, step, states, load) for load in range(step.most + 1)]
    after = [np.concatenate(words) for words in zip(*(part for part, _ in parts), strict=True)]
    source = np.concatenate([some for _, some in parts])
    load = np.repeat(np.arange(step.most + 1), [len(some) for _, some in parts])
    if not step.merged or not len(source):
        start = np.arange(len(source))
        return after, Layer(ways[:, source], source, load, start)
    order = np.argsort(_key(after))
    after = [word[order] for word in after]
    start = _starts(after)
    after = [word[start] for word in after]
    source = source[order]
    return after, Layer(counts.summed(ways[:, source], start), source, load[order], start)


def _key(states: States) -> Words:
    """Return a number for each state: equal for equal ones, and nearly always different for others."""
    key = states[0]
    for word in states[1:]:
        key = key * np.uint64(ODD[0])
        key ^= key >> np.uint64(32)
        key = (key + word) * np.uint64(ODD[1])
        key ^= key >> np.uint64(29)
    return key


def _starts(states: States) -> Places:
    """Return where runs of equal states begin."""
    new = np.ones(len(states[0]), dtype=np.bool_)
    new[1:] = states[0][1:] != states[0][:-1]
    for word in states[1:]:
        new[1:] |= word[1:] != word[:-1]
    return np.flatnonzero(new)
