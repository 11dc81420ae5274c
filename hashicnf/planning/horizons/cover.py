"""Cover sets of binary codes by few cubes, for clauses that forbid or require a set of values written in binary.

A cube fixes some bits and leaves the others open; it is written as literals, b + 1 for a set bit b and -(b + 1) for a clear one.
Reference: Quine 1952, "The problem of simplifying truth functions".
"""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from typing import TypeAlias

Implicant: TypeAlias = tuple[int, ...]


@lru_cache(maxsize=4096)
def cover(codes: frozenset[int], free: frozenset[int], bits: int) -> tuple[Implicant, ...]:
    """Cover all ``codes`` by cubes that contain only them and ``free`` codes: greedily, the largest cubes first."""
    left = set(codes)
    chosen = []
    for cube, members in _cubes(bits):
        if not left.isdisjoint(members) and members <= codes | free:
            chosen.append(cube)
            left -= members
    return tuple(chosen)


@lru_cache(maxsize=8)
def _cubes(bits: int) -> tuple[tuple[Implicant, frozenset[int]], ...]:
    """List all cubes with their codes, the largest first."""
    found = []
    for signs in product((0, 1, -1), repeat=bits):
        cube = tuple(sign * (bit + 1) for bit, sign in enumerate(signs) if sign)
        members = frozenset(code for code in range(1 << bits) if holds(cube, code))
        found.append((cube, members))
    return tuple(sorted(found, key=lambda one: len(one[0])))


def holds(cube: Implicant, code: int) -> bool:
    """Return whether a code lies in a cube."""
    return all(((code >> (abs(literal) - 1)) & 1) == (literal > 0) for literal in cube)


def exactly(code: int, bits: int) -> Implicant:
    """Return the cube of one code."""
    return tuple(bit + 1 if code >> bit & 1 else -bit - 1 for bit in range(bits))
