"""Sentences about clues, ordered bridge variables and crossings.

A step by the clue of an island is explained by counting, independently of the clauses that an encoding made of the clue: the other
edges of the island can take at most so many bridges, so this one takes at least the rest; or they take at least so many, so this
one takes at most the rest.
"""

from __future__ import annotations

from hashicnf.families.hashi.board import UNKNOWN
from hashicnf.families.hashi.explain.words import Literal, Vocabulary, bridges, count, ordinal
from hashicnf.trace.narration import Narration, Values, sentence


def forced_by_number(words: Vocabulary, island: int, literal: Literal, values: Values) -> Narration:
    """Return the sentence for a bridge forced or excluded by the clue of an island."""
    name, edge = words.island(island), literal.edge
    low, high = words.range(edge, values)
    if literal.least < low if literal.holds else literal.least > high + 1:
        return forced_by_run(words, literal)
    others = [other for other in words.around[island] if other != edge]
    ranges = [words.range(other, values) for other in others]
    marks = {"islands": (island,), "edges": (edge,)}
    if len(others) == len(words.around[island]):
        return Narration(sentence(f"{there(words, literal, values)}: the number of {name} demands it"), marks)
    why = _why_more(words, island, literal, ranges) if literal.holds else _why_less(words, island, literal, ranges, low)
    is_full = words.clue[island] != UNKNOWN and sum(least for least, _ in ranges) >= words.clue[island]
    result = f"{_amount_going(words, literal, values, is_full=is_full)} {words.way(edge, island)}"
    return Narration(sentence(f"{name} {why}, so {result}"), marks)


def _amount_going(words: Vocabulary, literal: Literal, values: Values, *, is_full: bool) -> str:
    """Return how many bridges go; ``is_full``: the island has all its bridges on its other sides."""
    if is_full and literal.least == 2 and not literal.holds:
        return "no second bridge goes"
    low, high = _after(words, literal, values)
    return f"{words.amount(low, high)} {'go' if words.is_plural(low, high) else 'goes'}"


def _why_more(words: Vocabulary, island: int, literal: Literal, ranges: list[tuple[int, int]]) -> str:
    """Return what an island can get at most by the ``ranges`` of its other edges."""
    clue, room = words.clue[island], sum(high for _, high in ranges)
    if not ranges:
        return "has one neighbour"
    if all(low == high for low, high in ranges) and (clue == UNKNOWN or clue - room >= literal.least):
        return "has one free neighbour"
    if clue != UNKNOWN and clue - room >= literal.least:
        return f"can place at most {count(room)} of its {bridges(clue)} on its other sides"
    return "cannot reach its number otherwise"


def _why_less(words: Vocabulary, island: int, literal: Literal, ranges: list[tuple[int, int]], here: int) -> str:
    """Return what an island has by the ``ranges`` of its other edges; ``here``: the number on this one, whose bound follows."""
    clue, placed = words.clue[island], sum(low for low, _ in ranges)
    if clue == UNKNOWN or clue - placed >= literal.least:
        return "cannot have more without exceeding its number"
    if not placed:
        return "needs only " + bridges(clue)
    if placed > clue:
        return f"would have {bridges(placed)} on its other sides"
    if placed == clue and here:  # the island has too many, which the contradiction that follows states
        return f"has its {bridges(clue)} on its other sides" if clue > 1 else "has its bridge on another side"
    if placed == clue:
        return "has all its bridges" if clue > 1 else "has its bridge"
    return f"has {count(placed)} of its {bridges(clue)} on its other sides"


def broken_number(words: Vocabulary, island: int, values: Values) -> Narration:
    """Return the sentence for an island whose clue can no longer be met."""
    ranges = [words.range(edge, values) for edge in words.around[island]]
    least, most = sum(low for low, _ in ranges), sum(high for _, high in ranges)
    clue, name = words.clue[island], words.island(island)
    marks = {"islands": (island,), "edges": tuple(words.around[island])}
    if clue == UNKNOWN:
        problem = f"no bridge can reach {name}" if most == 0 else f"{name} cannot have any allowed number of bridges"
    elif least == most < clue:
        problem = f"{name} has {f'only {count(most)} of its {bridges(clue)}' if most else 'no bridge'}"
    elif most < clue:
        problem = f"{name} can get at most {count(most)} of its {bridges(clue)}"
    elif least > clue:
        problem = f"{name} would have {bridges(least)}"
    else:
        problem = f"the number of {name} cannot be met"
    return Narration(sentence(f"contradiction: {problem}"), marks)


def forced_by_run(words: Vocabulary, literal: Literal) -> Narration:
    """Return the sentence for a literal implied by another bridge count of the same edge."""
    pair, marks = words.pair(literal.edge), {"edges": (literal.edge,)}
    if literal.holds:
        return Narration(
            sentence(f"{bridges(literal.least + 1)} between {pair} include the {ordinal(literal.least)}"), marks
        )
    most = literal.least - 2
    known = f"there {'is' if most < 2 else 'are'} at most {bridges(most)}" if most else "no bridge"
    return Narration(sentence(f"{known} between {pair}, so no {ordinal(literal.least)} one either"), marks)


def broken_run(words: Vocabulary, edge: int) -> Narration:
    """Return the sentence for contradicting bridge counts of one edge."""
    problem = f"a further bridge between {words.pair(edge)}, but not the first"
    return Narration(sentence(f"contradiction: {problem}"), {"edges": (edge,)})


def forced_by_crossing(words: Vocabulary, crossing: int, literal: Literal) -> Narration:
    """Return the sentence for an edge excluded by a bridge that it would cross."""
    across, upright = words.crossing[crossing]
    other = upright if literal.edge == across else across
    text = f"no bridge between {words.pair(literal.edge)}: it would cross the bridge between {words.pair(other)}"
    return Narration(sentence(text), {"edges": (literal.edge, other), "crossings": (crossing,)})


def broken_crossing(words: Vocabulary, crossing: int) -> Narration:
    """Return the sentence for two bridges that cross."""
    across, upright = words.crossing[crossing]
    text = f"the bridge between {words.pair(across)} would cross the bridge between {words.pair(upright)}"
    return Narration(sentence(f"contradiction: {text}"), {"edges": (across, upright), "crossings": (crossing,)})


def there(words: Vocabulary, literal: Literal, values: Values) -> str:
    """Return a clause such as "there are two bridges between ..." for a literal."""
    low, high = _after(words, literal, values)
    amount = words.amount(low, high)
    amount = "two bridges" if amount == "both bridges" else amount.removeprefix("all ")
    return f"there {'are' if words.is_plural(low, high) else 'is'} {amount} between {words.pair(literal.edge)}"


def _after(words: Vocabulary, literal: Literal, values: Values) -> tuple[int, int]:
    """Return the range of an edge once the literal holds."""
    low, high = words.range(literal.edge, values)
    if literal.holds:
        low, high = max(low, literal.least), max(high, literal.least)
    else:
        high = min(high, literal.least - 1)
        low = min(low, high)
    return low, high
