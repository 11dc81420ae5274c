"""Narrate DPLL on the formula of a plan: literals by their meaning as facts and actions, clauses as reasons.

The words for facts and actions are those of the planning task. Auxiliary variables of encodings, and all variables if positions
are encoded in binary, have no such meaning and appear under their names in the formula.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property

import numpy as np

from hashicnf.core.variables import Group, Variables
from hashicnf.errors import counted
from hashicnf.narrate.literals import LiteralNarrator
from hashicnf.pages import SHARED, assets
from hashicnf.pages.staged import placed
from hashicnf.planning.horizons import ACTION, BUSY, STATE
from hashicnf.planning.stage import FREE, MOVES, Stage
from hashicnf.planning.task import Action, Task
from hashicnf.trace.narration import Narration, Reasoned, Scene, Values, listed, printable, sentence
from hashicnf.trace.steps import Conflict, Decision, Forced

MOST_REASONS = 6
MOST_NEEDS = 2


class PlanNarrator:
    """Narrates the facts that hold after each step of a plan, and the action of each step."""

    def __init__(self, board: str, task: Task, variables: Variables, stage: Stage | None = None) -> None:
        """Take the planning task and the formula's variables; ``board`` names the puzzle, ``stage`` shows its pieces."""
        self._task, self._variables, self._stage = task, variables, stage
        self._horizon = variables[BUSY].shape[0] if any(group.name == BUSY for group in variables.groups) else 0
        self.subject = f"the formula of a plan of at most {counted(self._horizon, 'step')} for {board}"
        self._others = LiteralNarrator(self.subject)

    def narrate(self, step: Reasoned, values: Values) -> Narration:
        """Return the sentence for one step."""
        match step:
            case Decision(literals, _, branch) if literals:
                words = f"{'or else' if branch > 1 else 'suppose'} {listed([*map(self._fact, literals)], MOST_REASONS)}"
            case Forced(literal, rule, _, _, clause):
                why = self._refuted([other for other in clause if other != literal])
                words = f"{self._fact(literal)}{f', because {why}' if why else ''}{_named(rule)}"
            case Conflict(rule, _, _, clause):
                words = f"contradiction: {self._refuted(clause)}{_named(rule)}"
            case _:
                return self._others.narrate(step, values)
        return Narration(sentence(words), self._others.narrate(step, values).marks)

    def joins(self, step: Forced) -> bool:
        """Return whether a step is to be joined: one by a clause of one literal, such as a fact at the start."""
        return step.clause == (step.literal,)

    def joined(self, steps: Sequence[Forced]) -> Narration:
        """Return one sentence for unit clauses of one rule: the facts that hold if all are of one time, otherwise their number."""
        read = [self._read(step.literal) for step in steps]
        times, holding = {where and where[1] for where in read}, [step.literal for step in steps if step.literal > 0]
        words = f"{counted(len(steps), 'literal')} of clauses with nothing else in them"
        if holding and len(times) == 1:
            first, *others = map(self._fact, holding)
            common = first.partition(": ")[0] + ": "
            others = [other.removeprefix(common) for other in others]
            words = listed([first, *others], MOST_REASONS) + (", and nothing else" if len(holding) < len(steps) else "")
        elif not holding:
            words = f"{counted(len(steps), 'fact')} cannot hold"
        return Narration(sentence(f"{words}{_named(steps[0].rule)}"))

    def label(self, literals: Sequence[int]) -> str:
        """Return a short label of a decision."""
        return listed([*map(self._fact, literals)], 2)

    def scene(self) -> Scene:
        """Return the scene of the board at each step, with the known facts; that of literals if no facts are places of pieces."""
        groups = {group.name: group for group in self._variables.groups}
        facts = [] if self._stage is None else [*map(self._stage.placed, self._task.facts)]
        state = groups.get(STATE)
        if self._stage is None or state is None or state.shape[1:] != (len(facts),) or not any(facts):
            return self._formula()
        data = {
            "shape": self._stage.shape,
            "steps": self._horizon,
            "facts": [0 if one is None else placed(one) for one in facts],
            "state": state.first,
            "actions": [printable(action.name) for action in self._task.actions],
            "action": groups[ACTION].first,
            "busy": groups[BUSY].first,
        }
        style = assets(SHARED, "pieces.css") + assets(__package__, "layers.css")
        script = assets(SHARED, "pieces.js") + assets(__package__, "layers.js")
        return Scene("layers", script, data, style)

    def _formula(self) -> Scene:
        """Return the scene of literals, which are named as in the sentences."""
        scene = self._others.scene()
        groups = [[printable(group.name), group.first, group.shape, group.base] for group in self._variables.groups]
        return replace(scene, data={**scene.data, "groups": groups})

    def _refuted(self, clause: Sequence[int]) -> str:
        """Return the words for the negations of literals, which all hold."""
        return listed([self._fact(-literal) for literal in clause], MOST_REASONS)

    def _fact(self, literal: int) -> str:
        """Return the words for a literal that holds."""
        if (where := self._read(literal)) is None:
            return self._plain(literal)
        return self._meaning(*where, is_true=literal > 0) or self._plain(literal)

    def _read(self, literal: int) -> tuple[Group, int, list[int]] | None:
        """Return the group of a literal's variable, its time (first index) and other indices; None if it is in no group."""
        variable = abs(literal)
        for group in self._variables.groups:
            if group.first <= variable < group.first + group.size:
                time, *index = (int(i) for i in np.unravel_index(variable - group.first, group.shape))
                return group, time, index
        return None

    def _meaning(self, group: Group, time: int, index: Sequence[int], *, is_true: bool) -> str:
        """Return the words for a variable that is true or false at a time (0: the start); "" if it has no meaning of its own."""
        if group.name == STATE and group.shape[1:] == (len(self._task.facts),):
            fact = self._task.facts[index[0]]
            words = fact if is_true else self._denied(fact)
            return f"{f'after step {time}' if time else 'at the start'}: {printable(words)}"
        if group.name == ACTION:
            return self._motion(index[0], time + 1, is_true=is_true)
        if group.name == BUSY:
            return f"there is {'a' if is_true else 'no'} step {time + 1}"
        return ""

    def _plain(self, literal: int) -> str:
        known = abs(literal) <= self._variables.count
        name = self._variables.text(abs(literal)) if known else f"x{abs(literal)}"
        return f"{name} is {'true' if literal > 0 else 'false'}"

    def _denied(self, fact: str) -> str:
        """Return the words for a fact that does not hold."""
        return f"not {fact}" if self._stage is None else self._stage.denied(fact)

    def _motion(self, index: int, step: int, *, is_true: bool) -> str:
        """Return the words for an action that is a step or not, as a move of a piece if the stage has words for it."""
        action, (name, where) = self._task.actions[index], self._actions[index]
        moves = name if self._stage is None else printable(self._stage.words(action.name))
        if MOVES not in moves:
            return f"step {step} is {'' if is_true else 'not '}{name}{where}"
        if not is_true:
            any_piece = moves.startswith("a ")
            moves = f"no {moves[2:]}" if any_piece else moves.replace(MOVES, " does not move ", 1)
        return f"in step {step} {moves}{where}"

    @cached_property
    def _actions(self) -> list[tuple[str, str]]:
        """List the names of all actions, each with the words that tell it from other actions of its name."""
        return [
            (printable(action.name), self._where(action) if len(self._task.named[action.name]) > 1 else "")
            for action in self._task.actions
        ]

    def _where(self, action: Action) -> str:
        """Return the cell that an action moves into, if all it needs is that this cell is free, otherwise its preconditions."""
        needs = [self._task.facts[fact] for fact in action.needs]
        places = [] if self._stage is None else [*map(self._stage.placed, needs)]
        if len(places) == 1 and (place := places[0]) is not None and place.kind == FREE:
            return f" into row {place.row + 1}, column {place.column + 1}"
        return f" ({printable(listed(needs, MOST_NEEDS))})" if needs else ""


def _named(rule: str) -> str:
    return f" ({printable(rule)})" if rule else ""
