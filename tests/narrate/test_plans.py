"""Traces of DPLL on formulas of plans: told in the words of the planning task."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

import hashicnf
from hashicnf.narrate.events import events_of
from hashicnf.trace import Collector
from hashicnf.trace.steps import Conflict, Decision, Forced, Record, Start
from tests.narrate.traces import EXAMPLES, lines_of

NEAR = "family: tiles\n123\n4.5\n786\n"
TINY = EXAMPLES.parent / "klotski" / "tiny.puz"
FAR = "family: tiles\n.12\n453\n"


def traced(text: str, horizon: int, **options: str) -> list[Record]:
    collector = Collector()
    hashicnf.solve(hashicnf.parse(text), method="dpll", horizon=horizon, tracer=collector, options=options)
    return collector.records


def told(records: list[Record]) -> list[str]:
    return [event.sentence for event in events_of(lines_of(records), "t")]


def test_facts_and_steps_are_named() -> None:
    records = traced(NEAR, 2)
    sentences = told(records)
    assert sentences[0] == (
        "Search by dpll on the formula of a plan of at most 2 steps for sliding tiles on 3 by 3 cells "
        "(cardinality direct, branching saturation, horizon 2)."
    )
    assert "At the start: tile 5 in row 2, column 3 (start)." in sentences
    assert "After step 2: the blank in row 3, column 3 (goal)." in sentences
    assert "There is a step 2, because step 2 is up (the blank in row 2, column 3) (order)." in sentences
    assert not any(re.search(r"\bx\d", sentence) for sentence in sentences)


def test_choices_and_contradictions_are_told() -> None:
    seen = set[type]()
    for text, horizon in ((FAR, 2), (FAR, 7), (TINY.read_text(encoding="utf-8"), 2)):
        records = traced(text, horizon)
        for record, sentence in zip(records, told(records), strict=True):
            seen.add(type(record.step))
            if isinstance(record.step, Decision):
                assert re.match(r"(Suppose|Or else) (step|after|there)", sentence)
            if isinstance(record.step, Conflict):
                assert sentence.startswith("Contradiction: ")
    assert seen >= {Decision, Conflict, Forced}


def test_variables_without_words_keep_the_names_of_the_formula() -> None:
    sentences = told(traced(NEAR, 2, positions="binary"))
    assert "There is a step 2, because step 2 is up (the blank in row 2, column 3) (order)." in sentences
    assert any("state[0," in sentence for sentence in sentences)


@pytest.mark.parametrize("horizon", ["many", -1, 1e9, 10**9])
def test_a_horizon_that_makes_no_formula_leaves_literals(horizon: str | float) -> None:
    first, *others = traced(NEAR, 2)
    assert isinstance(first.step, Start)
    changed = replace(first, step=replace(first.step, settings={**first.step.settings, "horizon": horizon}))
    assert any("x1 is false" in sentence for sentence in told([changed, *others]))
