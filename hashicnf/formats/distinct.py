"""Cells of large grids in arrays: equal values get one code, and each different value is read once, where it first stands."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable

import numpy as np

from hashicnf.core.document import Source
from hashicnf.files.inputs import require_reading_time
from hashicnf.logic import Bools, Ints


class _Codes(dict[Hashable, int]):
    """Numbers values from 0 in the order in which they come."""

    def __missing__(self, value: Hashable) -> int:
        self[value] = code = len(self)
        return code


def coded(rows: Iterable[Iterable[Hashable]], shape: tuple[int, int], source: Source) -> Ints:
    """Assign numbers to the different values of rows, which are taken one by one: int32[rows, columns] of codes from 0.

    The caller holds the lengths of rows against the shape. Raises GaveUp at the time limit of ``limited_waiting``.
    """
    codes = _Codes()
    found = np.empty(shape, dtype=np.int32)
    for at, values in enumerate(rows):
        found[at] = np.fromiter(map(codes.__getitem__, values), np.int32, shape[1])
        require_reading_time(source.file or source.name, found.size)
    return found


def first_places(codes: Ints, among: Bools | None = None) -> list[tuple[int, int]]:
    """List row and column of the first place of each different code, in order, of all places or those ``among``."""
    places = np.arange(codes.size) if among is None else np.flatnonzero(among)
    first = np.full(int(codes.max(initial=-1)) + 1, codes.size)
    first[codes.ravel()[places[::-1]]] = places[::-1]
    return [divmod(place, codes.shape[1]) for place in np.sort(first[first < codes.size]).tolist()]


def numbers(codes: Ints, read: Callable[[int, int], int], among: Bools | None = None) -> Ints:
    """Read the cells of codes, all or those ``among``: int32 as the codes, 0 elsewhere.

    ``read`` is called with the first place of each different code, in order, and may raise InputError.
    """
    meaning = np.zeros(int(codes.max(initial=-1)) + 1, dtype=np.int32)
    for row, column in first_places(codes, among):
        meaning[codes[row, column]] = read(row, column)
    return meaning[codes] if among is None else np.where(among, meaning[codes], 0).astype(np.int32, copy=False)
