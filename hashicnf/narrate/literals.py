"""Narrate traces in terms of literals: for CNF files, and for families without a narrator."""

from __future__ import annotations

from collections.abc import Sequence

from hashicnf.pages import assets
from hashicnf.records import record
from hashicnf.trace.narration import Narration, Reasoned, Scene, Values, listed, printable, sentence
from hashicnf.trace.steps import Conflict, Cut, Decision, Forced, Prune

MOST_LISTED = 8
INPUT = "", "input"  # rules of clauses that are in the CNF file


@record
class Formula:
    """The numbers of variables and clauses, 0 if not known, and the ``clauses`` themselves if the formula ``is_whole``."""

    variables: int = 0
    count: int = 0
    clauses: tuple[tuple[int, ...], ...] = ()
    is_whole: bool = False


class LiteralNarrator:
    """Names variables x1, x2, ... and clauses by their literals."""

    def __init__(self, subject: str = "a formula", formula: Formula = Formula()) -> None:  # noqa: B008 - it is frozen
        """Take the name of the searched object for the first sentence, and the formula."""
        self.subject, self._formula = subject, formula

    def narrate(self, step: Reasoned, values: Values) -> Narration:  # noqa: ARG002 - the signature of all narrators
        """Return the sentence for one step."""
        match step:
            case Decision(literals, text, branch):
                words = listed([_fact(lit) for lit in literals], MOST_LISTED) or printable(text) or "the next choice"
                text = f"{'or else' if branch > 1 else 'suppose'} {words}"
                return Narration(sentence(text), _marks(literals) | {"branch": (branch,)})
            case Forced(literal, rule, kind, source, clause):
                name = _named(rule, kind, source, clause)
                why = f"all other literals of {name} are false" if len(clause) > 1 else f"{name} has no other literal"
                text = f"so {_fact(literal)}: {why}"
                return Narration(sentence(text), _marks((literal,)) | self._clause(rule, source, clause))
            case Conflict(rule, kind, source, clause):
                text = f"contradiction: all literals of {_named(rule, kind, source, clause)} are false"
                return Narration(sentence(text), _marks(clause) | self._clause(rule, source, clause))
            case Prune(reason, kind, sources):
                about = listed([f"{printable(kind)} {source}" for source in sources])
                return Narration(sentence(f"give up here: {printable(reason)}" + (f" ({about})" if about else "")))
            case Cut(clause, rule, kind, sources):
                text = f"to remember: {_clause(clause)}" + (f" ({printable(rule)})" if rule else "")
                return Narration(sentence(text), _marks(clause) | self._clause(rule, -1, clause))

    def label(self, literals: Sequence[int]) -> str:
        """Return a short label of a decision."""
        return listed([f"x{abs(lit)} = {int(lit > 0)}" for lit in literals], 3)

    def scene(self) -> Scene:
        """Return the scene of a formula: the assignment by levels, and the clauses with their state."""
        formula = self._formula
        data = {
            "declared": formula.variables,
            "count": formula.count,
            "clauses": formula.clauses,
            "whole": formula.is_whole,
        }
        return Scene("formula", assets(__package__, "formula.js"), data, assets(__package__, "formula.css"))

    def _clause(self, rule: str, source: int, clause: Sequence[int]) -> dict[str, tuple[int, ...]]:
        """Return the mark of a clause: its number in the file, from 0, or its literals if the formula does not contain it."""
        is_input = rule in INPUT and source >= 0
        if is_input and source < len(self._formula.clauses):
            return {"clause": (source,)}
        return {"clause": (source if is_input else -1,), "literals": tuple(clause)} if clause else {}


def _fact(literal: int) -> str:
    return f"x{abs(literal)} is {'true' if literal > 0 else 'false'}"


def _clause(clause: Sequence[int]) -> str:
    return listed([f"{'x' if lit > 0 else 'not x'}{abs(lit)}" for lit in clause], MOST_LISTED, "or") or "nothing holds"


def _named(rule: str, kind: str, source: int, clause: Sequence[int]) -> str:
    """Return the words for a clause: its number in the file, from 1, its rule, and its literals."""
    thing = printable(kind) or "clause"
    name = f"{thing} {source + 1:,}" if source >= 0 else f"some {thing}"
    if rule not in ("", "input", thing):
        name = f"{name} of {printable(rule)}"
    return f"{name} ({_clause(clause)})" if clause else name


def _marks(literals: Sequence[int]) -> dict[str, tuple[int, ...]]:
    return {"variables": tuple(abs(lit) for lit in literals)}
