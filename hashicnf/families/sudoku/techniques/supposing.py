"""Leave out the singles under a supposition without which the others still lead to its contradiction."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from hashicnf.families.sudoku.techniques import hidden_single, naked_single
from hashicnf.families.sudoku.techniques.state import Finding, State


def shortened(state: State, way: Sequence[Finding]) -> tuple[Finding, ...]:
    """Return a way to a contradiction of which nothing can be left out: singles, and at its end the contradiction.

    Singles that remain may have other reasons than before. Later ones are left out first.
    """
    before = []
    for one in way:
        before.append(state)
        state = state.copy()
        state.use(one)
    kept = [*way[-1:]]
    for place in reversed(range(len(way) - 1)):
        again = _made_again(before[place].copy(), kept)
        kept = [way[place], *kept] if again is None else again
    return tuple(kept)


def _made_again(state: State, way: Iterable[Finding]) -> list[Finding] | None:
    """Apply singles to a state, and return them, with other reasons if needed; None if one of them has no reason left."""
    made, before = [], state
    for one in way:
        # of two singles that contradict each other, the second one holds before the first is applied
        found = one if _holds(state, one) or _holds(before, one) else _otherwise(state, one)
        if found is None:
            return None
        made.append(found)
        before = state.copy()
        state.use(found)
    return made


def _holds(state: State, single: Finding) -> bool:
    """Return whether the candidates are gone that a single, or the contradiction of one, excludes."""
    if single.kind == "clash":
        return all(state.number[cell] == single.numbers[0] for cell in single.cells)
    gone = 1 << (single.numbers[0] - 1) if single.numbers else -1
    if single.place is None:
        return not any(state.open[cell] & gone for cell in single.reads)
    cell, number = single.place
    if not single.numbers:
        return state.open[cell] == 1 << (number - 1)
    return _is_only(state, single.units[0], cell, number)


def _is_only(state: State, unit: int, cell: int, number: int) -> bool:
    """Return whether a cell is the only one of a unit that can hold a number."""
    bit = 1 << (number - 1)
    return [other for other in state.rules.units[unit] if state.open[other] & bit] == [cell]


def _otherwise(state: State, single: Finding) -> Finding | None:
    """Return another reason for the number that a single places, None if there is none."""
    if single.place is None:
        return None
    cell, number = single.place
    if (candidates := state.open[cell]) == (bit := 1 << (number - 1)):
        return naked_single.single(cell, number)
    for unit in state.rules.around[cell] if candidates & bit else ():
        if _is_only(state, unit, cell, number):
            return hidden_single.single(state, unit, cell, number)
    return None
