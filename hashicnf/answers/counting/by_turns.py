"""Count and sample by enumeration and the frontier method in turns, each of which goes on where it stopped."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from hashicnf.answers.counting.by_enumeration import Listed, Listing, too_many
from hashicnf.answers.counting.by_frontier import Frontier
from hashicnf.answers.counting.result import Count
from hashicnf.core.limits import Limits
from hashicnf.core.progress import Observer
from hashicnf.errors import GaveUp
from hashicnf.families import Puzzle
from hashicnf.solving.by_frontier import Uncountable

# So many solutions are enumerated, and if there are more, the frontier may take so many bytes.
TURNS: Final = ((500, 256 << 20), (10_000, None))
RESERVED: Final = 0.1  # share of a time limit for enumeration after the frontier


def count_in_turns(puzzle: Puzzle, limit: int | None, limits: Limits, observe: Observer, *, shares: bool) -> Count:
    """Count by enumeration if there are few solutions, otherwise by the frontier, in ``TURNS``.

    No turn enumerates solutions of which the frontier has found that there are more. Raises UsageError for plans.
    """
    listing, frontier = Listing(puzzle, limits, observe, shares=shares), Frontier(puzzle, observe)
    # A limit within the last turn makes the others needless.
    for many, memory in TURNS if limit is None or limit > TURNS[-1][0] else TURNS[-1:]:
        if frontier.least <= many:
            listed = listing.count(many if limit is None else min(many, limit))
            if listed.exact or listed.stopped is not None or listed.total == limit:
                return listed
        limited = replace(limits, max_memory=_least(limits.max_memory, memory))
        try:
            found = count_sooner(frontier, limited, limit, shares=shares)
        except Uncountable:
            return listing.count(limit)
        if found.stopped is None or found.stopped.kind != "memory":
            break
    if is_late(found):
        return improved(found, listing, limit)
    found.stats.add(listing.stats)
    return found if found.exact else replace(found, total=max(found.total, listing.total))


def count_sooner(frontier: Frontier, limits: Limits, limit: int | None, *, shares: bool) -> Count:
    """Count by the frontier in such a time that some is left for ``improved``. Raises Uncountable."""
    sooner = replace(limits, deadline=limits.deadline.earlier(RESERVED))
    return frontier.count(sooner, limit=limit, shares=shares)


def is_late(found: Count) -> bool:
    """Return whether time ended a count of the frontier, and enumeration may find as many solutions in the rest of the time."""
    return found.stopped is not None and found.stopped.kind == "time" and found.total <= TURNS[-1][0]


def improved(found: Count, listing: Listing, limit: int | None) -> Count:
    """Enumerate what time is left after a count that is late; return the better one of both."""
    listed = listing.count(limit)
    better, other = (listed, found) if listed.exact or listed.total > found.total else (found, listed)
    better.stats.add(other.stats)
    return replace(better, stopped=listed.stopped)


def draws_in_turns(puzzle: Puzzle, n: int, seed: int, limits: Limits, observe: Observer) -> Iterator[object]:
    """Draw from a list of all solutions if there are few, otherwise by the frontier, in ``TURNS``. Raises GaveUp at a limit."""
    listed, frontier = Listed(puzzle, limits, observe), Frontier(puzzle, observe)
    for many, memory in TURNS:
        if frontier.least <= many and listed.grow(many):
            yield from listed.draws(n, seed)
            return
        limited = replace(limits, max_memory=_least(limits.max_memory, memory))
        try:
            yield from frontier.draw(n, seed, limited)
        except Uncountable:
            yield from listed.all_draws(n, seed)
        except GaveUp as stop:
            if stop.kind != "memory":
                raise
            frontier.raise_least(limited)
            continue
        return
    raise too_many(max(listed.total, frontier.least))


def _least(one: int | None, other: int | None) -> int | None:
    """Return the smaller of two limits, None if there is none."""
    return min((limit for limit in (one, other) if limit is not None), default=None)
