"""Cuts, compared with the components of the remaining graph."""

from __future__ import annotations

import random

import numpy as np

from hashicnf.arrays.cuts import OFTEN, cut_labels, hold_cut
from hashicnf.arrays.graph import components


def test_edges_hold_a_cut_if_without_them_more_components_are_left() -> None:
    rng = random.Random(11)
    answers = []
    for _ in range(600):
        n = rng.randint(1, 12)
        ends = np.array(
            [(rng.randrange(n), rng.randrange(n)) for _ in range(rng.randint(0, 3 * n))], dtype=np.int32
        ).reshape(-1, 2)
        labels = cut_labels(n, ends, list)
        before = components(n, ends).max()
        for _ in range(4):
            gone = rng.sample(range(len(ends)), rng.randint(0, min(6, len(ends))))
            answers.append(hold_cut(labels[edge] for edge in gone))
            assert answers[-1] == (components(n, np.delete(ends, gone, axis=0)).max() > before)
    assert 500 < sum(answers) < 1900, "both answers are asked for"


def test_labels_of_a_grid_grow_with_its_side_and_not_with_its_area() -> None:
    side = 30
    node = np.arange(side * side, dtype=np.int32).reshape(side, side)
    rows, columns = (np.stack((some[:-1].ravel(), some[1:].ravel()), axis=1) for some in (node.T, node))
    assert max(map(len, cut_labels(side * side, np.concatenate((rows, columns)), list))) < 2 * side


def test_labelling_is_checked_more_often_on_larger_graphs() -> None:
    counts = []
    for nodes in (10, 4 * OFTEN):
        path = np.stack((np.arange(nodes - 1), np.arange(1, nodes)), axis=1).astype(np.int32)
        checks: list[None] = []
        cut_labels(nodes, path, lambda checks=checks: checks.append(None))  # type: ignore[misc]
        counts.append(len(checks))
    assert counts[1] - counts[0] == 3
