"""Solutions by rank where counts need several limbs: sums over many sources need more limbs than one source."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

import hashicnf

LATTICE = "\n.........\n".join(["?.?.?.?.?"] * 3)
ROW = ".".join("?" * 12)
DRAWN = 600


@pytest.mark.parametrize(("most", "rows"), [(10, LATTICE), (60, ROW)])
def test_samples_are_uniform_beyond_64_bits(most: int, rows: str) -> None:
    puzzle = hashicnf.parse(f"max-bridges: {most}\n{rows}\n")
    counted = hashicnf.count(puzzle, shares=True)
    assert counted.total > 1 << 64
    seen = Counter[int]()
    variables = hashicnf.encode(puzzle, connectivity="lazy", simplify=False).variables
    by_name = {variables.text(number): number for number in range(1, variables.count + 1)}
    assert isinstance(puzzle.board, hashicnf.Board)
    places = {tuple(ends): edge for edge, ends in enumerate(puzzle.board.ends.tolist())}
    for solution in hashicnf.sample(puzzle, DRAWN, seed=1):
        assert isinstance(solution, hashicnf.Solution)
        for bridge in solution:
            edge = places[bridge.row, bridge.column, bridge.to_row, bridge.to_column]
            seen.update(by_name[f"bridge[{edge},{load}]"] for load in range(1, bridge.multiplicity + 1))
    shares = np.asarray(counted.shares)[1:]
    found = np.array([seen[number] for number in range(1, len(shares) + 1)])
    is_open = (shares > 0.01) & (shares < 0.99)
    spread = np.sqrt(DRAWN * shares * (1 - shares))[is_open]
    assert (np.abs(found - DRAWN * shares)[is_open] < 5 * spread).all()
