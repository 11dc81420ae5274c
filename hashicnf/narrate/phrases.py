"""Sentences about the search itself, not the puzzle: its start, expanded nodes, rounds, backtracking and end."""

from __future__ import annotations

from collections.abc import Mapping

from hashicnf.narrate.course import Course
from hashicnf.narrate.replay import Place
from hashicnf.search import EVERY_WAY, SEARCHES
from hashicnf.solving import DPLL
from hashicnf.trace.narration import printable, sentence
from hashicnf.trace.steps import CLOSED, Cheaper, End, Figures, Goals, Record, Round, Skip, Start

MOST_FIGURES = 12
TABLE = "table_"  # begins the names of figures about the tables of a heuristic, which --stats prints
BACKWARDS_FROM_GOAL = "Backwards from this goal: the moves that lead here."
NO_BREAK = "\N{NO-BREAK SPACE}"  # lines are not broken here, on pages and in text
COUNTED = {  # the noun of a figure, singular and plural; figures with "" are printed by --stats only
    "expanded": ("node expanded", "nodes expanded"),
    "reopened": ("state opened again", "states opened again"),
    "generated": ("node generated", "nodes generated"),
    "propagated": ("", ""),
    "conflicts": ("contradiction", "contradictions"),
    "cuts": ("cut", "cuts"),
    "open": ("state left open", "states left open"),
    "closed": ("state closed", "states closed"),
    "kept": ("", ""),
    "rounds": ("", "rounds"),
    "peak_bytes": ("", ""),
    "peak_entries": ("", ""),
    "best_f": ("", ""),
    "seconds": ("second", "seconds"),
}
DECIDED = {  # nouns for DPLL where they differ from those above
    "expanded": ("decision", "decisions"),
    "generated": ("", ""),
    "propagated": ("propagation", "propagations"),
    "conflicts": ("conflict", "conflicts"),
}
TERMS = {  # meanings of the values that order nodes; {} is for the weight of the estimate
    "f": "f is the cost so far plus {}the estimate of what is left.",
    "h": "h is {}the estimate of what is left.",
}


def heading(start: Start, subject: str) -> str:
    """Return a heading of method and subject, such as "search by A* on ..."."""
    search = SEARCHES.find(start.method)
    usual = "DPLL" if start.method == DPLL else "" if search is None else search.usual_name
    method = printable(usual or start.method) or "some method"
    return f"{method if 'search' in method else f'search by {method}'} on {subject}"


def opening(start: Start, subject: str) -> str:
    """Return the first sentence: method, subject and settings."""
    settings = set_to({name: value for name, value in start.settings.items() if not name.startswith(TABLE)})
    return sentence(heading(start, subject) + (f" ({settings})" if settings else ""))


def defining(measure: str, weight: object) -> str:
    """Return the sentence about the meaning of a value that orders nodes; "" for an unknown one."""
    factor = f"{_value(weight)} times " if isinstance(weight, (int, float)) and weight != 1 else ""
    return TERMS.get(measure, "").format(factor)


def expanding(place: Place, choosing: str, course: Course, *, is_here: bool) -> str:
    """Return the sentence about an expanded node: ``choosing`` at the current node, otherwise from where the search continues."""
    if place.is_backwards and is_here:
        return "Now the moves that lead here."
    return choosing if is_here else f"{_resuming(place, course)}."


def goals(step: Goals) -> str:
    """Return the sentence about the goals that a search goes backwards from."""
    if step.count == 0:
        return "There is no goal from which the search could go backwards."
    if step.count == 1:
        return "The search goes backwards from the goal, too."
    return f"The search goes backwards from {step.count:,} goals, too, whether or not a path leads to them."


def meeting(other: Place | None) -> str:
    """Return the sentence about two nodes with one state."""
    if other is None:  # a goal that has no record of its own
        return "The two ways meet: this is a goal."
    return f"The two ways meet: {f'step {other.step:,} led here, too' if other.depth else 'this is the start'}."


def beginning(step: Round, course: Course) -> str:
    """Return the sentence about a new round: its bound, and the origin of the bound if it is known."""
    bound, measure = _value(step.bound), printable(step.measure)
    steps = f"up to {bound} step{'' if step.bound == 1 else 's'}"
    known = steps if step.measure == "steps" else f"{measure} up to {bound}"
    why = course.reason(step)
    return sentence(f"round {step.number:,}: {known}{f', {why}' if why else ''}")


def bounded(step: Round) -> str:
    """Return a short label of a round, such as "round 2, f ≤ 12"."""
    return f"round {step.number:,}, {printable(step.measure)} ≤ {_value(step.bound)}"


def skipping(step: Skip, place: Place, *, is_here: bool) -> str:
    """Return the sentence about a node that is not entered, named by the step that generated it unless it is the current one."""
    what = "not entered" if is_here else f"step {place.step:,} is not entered"
    return sentence(f"{what}: {printable(step.reason)}")


def cheapening(step: Cheaper) -> str:
    """Return the sentence about a state that is reached at less cost than before."""
    is_again = "it is opened again" if step.state == CLOSED else "the cheaper path to it counts"
    return f"This state was reached before at cost {_value(step.cost)}: {is_again}."


def valued(words: str, record: Record) -> str:
    """Return a sentence with the value appended that orders the node, if it has one."""
    terms = "" if record.g is None or record.h is None else f"{_value(record.g)} + {_value(record.h)} = "
    value = short_value(record, terms).replace(" ", NO_BREAK)
    return f"{words.removesuffix('.')} ({value})." if value else words


def short_value(record: Record, terms: str = "") -> str:
    """Return the value that orders the node, such as "f = 9" or "f = 4 + 5 = 9" with its ``terms``; "" if there is none."""
    if record.f is None:
        return ""
    return f"{'h' if record.g is None else 'f'} = {terms}{_value(record.f)}"


def solved(place: Place, found: str, course: Course, *, is_here: bool) -> str:
    """Return the sentence about a solution: ``found``, preceded by the node if that is not the current one."""
    if is_here:
        return found
    resumed = f"{_resuming(place, course)}."
    return f"{resumed if place.valued is None else valued(resumed, place.valued)} {found}"


def waiting(step: int, *, is_first: bool) -> str:
    """Return the sentence about a node that has been complete since a step but is not tested yet."""
    if is_first:
        return (
            f"Nothing is left to decide after step {step:,}, but the search makes all children of a node first, "
            "and tests one only when it takes it up."
        )
    return f"Nothing is left to decide after step {step:,} either, but that node waits, too."


def _resuming(place: Place, course: Course) -> str:
    if not place.depth:
        return "Continue from the goal" if place.is_backwards else "Continue from the start"
    words = f"Continue from step {place.step:,}"
    if course.is_both_ways:
        return f"{words}, reached from the {'goal' if place.is_backwards else 'start'}"
    return f"{words}, an open node of least {course.least}" if course.least else words


def back(above: Place | None, course: Course) -> str:
    """Return the sentence about backtracking to the node ``above``, which is None if the root is left."""
    if above is None:
        if course.round is None:
            return "Nothing is left to try here."
        return f"Round {course.round.number:,} ends: no goal within its bound."
    if above.depth == 0:
        return "Back to the start."
    return f"Back to step {above.step:,}."


def outcome(end: End) -> str:
    """Return the outcome of the search, with the reason if no solution was found."""
    reason = printable(end.reason)
    if end.outcome == "solved":
        return "Solved"
    if end.outcome == "unsolvable":
        return f"No solution: {reason or EVERY_WAY}"
    return f"{printable(end.outcome) or 'over'}".capitalize() + (f": {reason}" if reason else "")


def ending(end: End) -> str:
    """Return the last sentence: the outcome and at most MOST_FIGURES figures."""
    counts = {name: value for name, value in end.figures.items() if isinstance(value, (int, float)) and value}
    nouns = {**COUNTED, **DECIDED} if "propagated" in end.figures else COUNTED
    parts = [text for name, value in counts.items() if (text := _counted(name, value, nouns))]
    return sentence(outcome(end) + (f" ({', '.join(parts[:MOST_FIGURES])})" if parts else ""))


def _counted(name: str, value: float, nouns: Mapping[str, tuple[str, str]]) -> str:
    """Format a figure with its noun; a figure without a noun is printed as name and value."""
    if name not in nouns:
        return f"{printable(name).replace('_', ' ')} {_value(value)}"
    noun = nouns[name][value != 1]
    return noun and f"{_value(value)} {noun}"


def set_to(settings: Figures) -> str:
    """Return settings as text as ``figures`` does, with the names that options have, such as tie-break."""
    return figures({name.replace("_", "-"): value for name, value in settings.items()})


def figures(given: Figures) -> str:
    """Return names with values as text, at most MOST_FIGURES; zeros, empty and unknown values are omitted."""
    parts = [f"{printable(name).replace('_', ' ')} {_value(value)}" for name, value in given.items() if value]
    return ", ".join(parts[:MOST_FIGURES])


def _value(value: str | float | None) -> str:
    if isinstance(value, bool) or value is None:
        return "yes" if value else "no"
    if isinstance(value, int):
        return f"{value:,}"
    return f"{value:,.4g}" if isinstance(value, float) else printable(value)
