"""Random graphs for tests."""

from __future__ import annotations

import random
from itertools import pairwise

import numpy as np

from hashicnf.logic import Ints

Ends = list[tuple[int, int]]


def random_graphs(count: int) -> list[tuple[int, Ends]]:
    """Return random graphs, nodes and ends, of up to 40 nodes, and with them a few small ones and a long path."""
    rng = random.Random(6)
    graphs: list[tuple[int, Ends]] = [(0, []), (1, []), (5, []), (2, [(0, 1)]), (2, [(0, 1), (0, 1)])]
    for _ in range(count):
        n = rng.randint(2, 40)
        some = [tuple(sorted(rng.sample(range(n), 2))) for _ in range(rng.randint(0, 2 * n))]
        graphs.append((n, [(u, v) for u, v in some]))
    chain = list(range(300))
    rng.shuffle(chain)
    graphs.append((300, [(min(p), max(p)) for p in pairwise(chain)]))
    return graphs


def array(ends: Ends) -> Ints:
    """Return ends as an array, int32[m, 2]."""
    return np.array(ends, dtype=np.int32).reshape(-1, 2)
