"""Clues that rule out all solutions but a known one, the others being taken.

Each question is whether there is another solution without a group of clues. If so, the group holds from then on, so the formula
shrinks; if not, the group goes, with all that the solver's core does not name.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Final

from hashicnf.core.deadline import NEVER, Deadline
from hashicnf.core.stats import Observer, unobserved
from hashicnf.logic import Unknown
from hashicnf.solving.cores import Core, core_of, holding, irreducible_in_rounds
from hashicnf.solving.lazy import LazyLoop

LEAVING_OUT: Final = "look for clues that can be left out"
EFFORT: Final = 1  # conflicts of each question in the first round
GROWTH: Final = 3  # from round to round
LONGEST: Final = 1 << 30  # conflicts of a question without a limit


class Needed:
    """A loop of other solutions, in which each selector of ``sizes`` switches a group of so many clues on.

    At ``least`` so many clues stay, and all groups that ``most`` conflicts do not decide (None: there is no limit).
    """

    def __init__(
        self,
        loop: LazyLoop,
        sizes: Mapping[int, int],
        least: int = 0,
        most: int | None = None,
        deadline: Deadline = NEVER,
        observe: Observer = unobserved,
    ) -> None:
        """Take what is asked; groups are looked at in the order of ``sizes``."""
        self._loop, self._sizes, self._least = loop, sizes, least
        self._most, self._deadline, self._observe = LONGEST if most is None else most, deadline, observe
        self._begun = 0

    def groups(self) -> tuple[list[int], bool] | None:
        """Return the groups that stay, by their selectors, and whether none of them can go; None if all leave another solution.

        Raises GaveUp at the deadline.
        """
        core = self._core([*self._sizes], None)
        if isinstance(core, Unknown):
            raise core.stopped.error()
        if core is None:
            return None
        self._begun = self._loop.conflicts()
        kept = {*core}
        ordered = [group for group in self._sizes if group in kept]
        return irreducible_in_rounds(
            ordered,
            self._smaller,
            self._efforts(),
            holding(self._loop),
            partial(self._observe, LEAVING_OUT),
            lambda _: self._left() <= 0,
        )

    def _efforts(self) -> Iterator[int]:
        effort = EFFORT
        while effort <= self._most:
            yield effort
            effort *= GROWTH

    def _smaller(self, groups: list[int], effort: int) -> Core:
        """Return those of some groups that leave no other solution; None if all leave one, Unknown where that stays open."""
        if self._count(groups) < self._least:
            return Unknown()
        return self._core(groups, min(effort, self._left()))

    def _left(self) -> int:
        """Return the conflicts that are left for leaving groups out."""
        return self._most - (self._loop.conflicts() - self._begun)

    def _core(self, groups: list[int], conflicts: int | None) -> Core:
        """Ask the loop. Raises GaveUp at the deadline."""
        core = core_of(self._loop, groups, conflicts, self._deadline)
        return self._padded(groups, core) if isinstance(core, list) else core

    def _padded(self, groups: list[int], core: list[int]) -> list[int]:
        """Add groups to a core as long as fewer clues than shall stay are in it."""
        lacking, named = self._least - self._count(core), {*core}
        for group in groups:
            if lacking > 0 and group not in named:
                core.append(group)
                lacking -= self._sizes[group]
        return core

    def _count(self, groups: list[int]) -> int:
        return sum(self._sizes[group] for group in groups)
