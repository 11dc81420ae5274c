"""Find clues that exclude all solutions but a known one, of which none can be left out.

Each question is whether there is another solution without a group of clues. If so, the group is needed and added for good, which
simplifies the formula; if not, the group is left out, with all others that the solver's core does not contain.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Final

from hashicnf.asking.cores import Core, core_of, holding, irreducible
from hashicnf.core.deadline import NEVER, Deadline
from hashicnf.core.progress import Observer, unobserved
from hashicnf.logic import Sat, Unknown
from hashicnf.solving.lazy import LazyLoop

LEAVING_OUT: Final = "look for clues that can be left out"
EFFORT: Final = 1  # conflicts of each question in the first round
GROWTH: Final = 3  # factor from round to round
LONGEST: Final = 1 << 30  # conflicts of a question without a limit


class Needed:
    """A lazy loop for other solutions than the known one, in which each selector in ``sizes`` switches on a group of so many clues.

    At least ``least`` clues are kept, and all groups that ``most`` conflicts together do not decide (None: no limit).
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
        """Store the parts of the question; groups are examined in the order of ``sizes``."""
        self._loop, self._sizes, self._least = loop, sizes, least
        self._most, self._deadline, self._observe = LONGEST if most is None else most, deadline, observe
        self._begun = 0

    def groups(self) -> tuple[list[int], bool] | None:
        """Return the selectors of the groups that are kept, and whether it is proved that all are needed.

        None if all groups together leave another solution. Raises GaveUp at the deadline.
        """
        core = self._core([*self._sizes], None)
        if isinstance(core, Unknown):
            raise core.stopped.error()
        if isinstance(core, Sat):
            return None
        self._begun = self._loop.conflicts()
        kept = {*core}
        ordered = [group for group in self._sizes if group in kept]
        return irreducible(
            ordered,
            self._smaller,
            self._efforts(),
            holding(self._loop),
            settled=partial(self._observe, LEAVING_OUT),
            is_over=lambda _: self._left() <= 0,
        )

    def _efforts(self) -> Iterator[int]:
        effort = EFFORT
        while effort <= self._most:
            yield effort
            effort *= GROWTH

    def _smaller(self, groups: list[int], effort: int) -> Core:
        """Return a part of some groups that leaves no other solution; a model if all together leave one, Unknown at a limit."""
        if self._count(groups) < self._least:
            return Unknown()
        return self._core(groups, min(effort, self._left()))

    def _left(self) -> int:
        """Return the remaining number of conflicts."""
        return self._most - (self._loop.conflicts() - self._begun)

    def _core(self, groups: list[int], conflicts: int | None) -> Core:
        """Return the core of some groups by the loop. Raises GaveUp at the deadline."""
        core = core_of(self._loop, groups, conflicts, self._deadline)
        return self._padded(groups, core) if isinstance(core, list) else core

    def _padded(self, groups: list[int], core: list[int]) -> list[int]:
        """Add groups to a core until it has at least ``least`` clues."""
        lacking, named = self._least - self._count(core), {*core}
        for group in groups:
            if lacking > 0 and group not in named:
                core.append(group)
                lacking -= self._sizes[group]
        return core

    def _count(self, groups: list[int]) -> int:
        return sum(self._sizes[group] for group in groups)
