"""Clauses that state a counting argument: the checker accepts each by its sum, and together they refute the board."""

from __future__ import annotations

from functools import partial

import pytest

import hashicnf
from hashicnf.core.deadline import NEVER
from hashicnf.pipeline.compile import compile_puzzle, state
from hashicnf.pipeline.encodings import Encodings
from hashicnf.proofs import check_certificate, counting
from hashicnf.proofs.counting import stated
from hashicnf.proofs.trim import Trimmed, Trimming
from hashicnf.refuting.by_counting import refute_by_counting
from hashicnf.refuting.search import Refuted

STEPS = {
    "forced first": (
        (
            "3..33.553.4.\n..25.444..5.\n.2....7.44..\n......2.....\n.3.4..2...54\n.5.443...4..\n"
            ".3...333.3.2\n.3...3...2..\n3...2312...1\n46........33\n33..3..4.322\n233...2.....\n"
        ),
        2,
    ),
    "apart": (
        (
            ".2..........\n...2........\n..14..2.....\n24.322332..2\n..1......2..\n3.4.2...23.3\n"
            "..3........2\n............\n............\n3........2..\n............\n............\n"
        ),
        2,
    ),
    "coloured": ("2.2.2\n.....\n2.2.2\n.....\n2.2.2\n", 1),
    "spanning": ("2212212\n" * 7, 0),
    "crowded": ("12332\n22432\n11243\n13221\n22.11\n", 1),
    "loop": ("loops: no\n3.3\n...\n3.3\n", 0),
    "neck": ("1442....\n1342....\n33311332\n11322211\n....3431\n....1331\n", 1),
    "two pairs at a neck": ("1241....\n12412212\n33211244\n11321121\n....2342\n", 1),
}


@pytest.mark.parametrize("name", STEPS)
def test_every_clause_follows_and_all_refute(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    text, steps = STEPS[name]
    puzzle = hashicnf.parse(text)
    constraints = state(puzzle)
    batches, variables = constraints.batches, constraints.problem.count
    found = refute_by_counting(constraints)
    assert isinstance(found, Refuted)
    assert len(found.argument.steps) == steps
    static = puzzle.rules.static
    material = static.certifying() if static is not None and static.certifying is not None else None
    assert material is not None
    assert material.sums is not None
    assert material.crowded is not None
    named = counting.Names(partial(material.sums, puzzle.board), partial(material.crowded, puzzle.board))
    blocks = [block for argument in found.arguments for block in stated(argument, batches, variables, named) or ()]
    assert blocks
    _, rules = check_certificate.read_puzzle([*enumerate(["[puzzle]", *puzzle.lines], 3)])
    for block in blocks:
        for clause in block.lits:
            kind = block.origin.kind
            text = (
                block.origin.rule
                if kind == counting.STATED
                else material.reason(puzzle.board, block.origin.rule, 0, clause)
            )
            rule, _, places = text.partition(" ")
            at = [check_certificate.integers(1, place) for place in places.split(",") if place]
            assert not rules.allows(rule, at, tuple(clause.tolist())), text
    formula = compile_puzzle(puzzle, Encodings(connectivity="lazy", simplify=False)).formula
    clauses = [row for block in (*formula.blocks, *blocks) for row in block.lits.tolist()]
    trimming = Trimming(clauses)
    lemmas = [(False, [-int(argument.premises[-1])]) for argument in found.lemmas]
    assert isinstance(trimming.done or trimming.replay(lemmas, NEVER), Trimmed)
    assert (trimming.done is None) == ("neck" in name)
    monkeypatch.setattr(counting, "MOST_LITERALS", -1)
    assert stated(found.argument, batches, variables, named) is None or steps == 0
