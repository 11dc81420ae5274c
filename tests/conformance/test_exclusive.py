"""What every at-most-one encoding promises: which assignments it allows, what unit propagation finds, and its size.

A new module in the package of encodings is tested here without being named anywhere.
"""

from __future__ import annotations

from math import ceil, comb, log2, sqrt

import pytest

from hashicnf.core.constraints import Origin
from hashicnf.errors import UsageError
from hashicnf.passes.exclusive import EXCLUSIVE, template_of
from hashicnf.testing.cases import Case
from hashicnf.testing.exclusive import clauses_of
from tests.conformance.every import every_case

ORIGIN = Origin("crossing", "crossing")


@pytest.mark.parametrize("check", every_case("hashicnf.passes.exclusive", EXCLUSIVE.names()))
def test_it_keeps_its_promises(check: Case) -> None:
    check()


def test_there_are_the_encodings_of_the_literature() -> None:
    assert {"pairwise", "ladder", "product", "bimander", "binary", "commander"} <= set(EXCLUSIVE.names())


def product_size(n: int) -> tuple[int, int]:
    if n <= 6:
        return 0, comb(n, 2)
    p = ceil(sqrt(n))
    q = ceil(n / p)
    below = [product_size(p), product_size(q)]
    return p + q + sum(a for a, _ in below), 2 * n + sum(c for _, c in below)


def commander_size(n: int) -> tuple[int, int]:
    if n <= 5:
        return 0, comb(n, 2)
    sizes = [3] * (n // 3) + [n % 3] * (n % 3 > 1)
    above = commander_size(len(sizes) + (n % 3 == 1))
    return len(sizes) + above[0], sum(comb(k, 2) + k for k in sizes) + above[1]


def bimander_size(n: int) -> tuple[int, int]:
    bits = ceil(log2(ceil(n / 2)))
    return bits, n // 2 + n * bits


SIZES = {
    "pairwise": lambda n: (0, comb(n, 2)),
    "ladder": lambda n: (n - 1, 3 * n - 4),
    "product": product_size,
    "binary": lambda n: (ceil(log2(n)), n * ceil(log2(n))),
    "bimander": bimander_size,
    "commander": commander_size,
}


@pytest.mark.parametrize("name", SIZES)
def test_encodings_have_the_size_that_they_state(name: str) -> None:
    """Every width up to 66, which has two levels of every recursion, and some beyond."""
    encoding = EXCLUSIVE.get(name)
    for n in (*range(3, 67), 100, 127, 128, 129, 199):
        assert (template_of(encoding, n).auxiliaries, len(clauses_of(encoding, n))) == SIZES[name](n), n


def test_sizes_stay_within_what_is_stated_in_general() -> None:
    for n in range(7, 2000):
        auxiliaries, clauses = product_size(n)
        assert auxiliaries <= 2 * sqrt(n) + 9 * n**0.25
        assert clauses <= 2 * n + 4 * sqrt(n) + 13 * n**0.25
        auxiliaries, clauses = commander_size(n)
        assert auxiliaries <= n / 2 + log2(n)
        assert clauses <= 3 * n


def test_pairwise_is_the_smallest_up_to_five_literals() -> None:
    for n in range(3, 6):
        assert min(size(n)[1] for size in SIZES.values()) == comb(n, 2)
    assert min(size(6)[1] for size in SIZES.values()) < comb(6, 2)


def test_explosions_are_refused_before_they_happen() -> None:
    message = (
        r"at most one of 2,000 literals takes 3,998,000 literals \(the limit is 1,000,000\); use --at-most-one product"
    )
    with pytest.raises(UsageError, match=message):
        template_of(EXCLUSIVE.get("pairwise"), 2000)
