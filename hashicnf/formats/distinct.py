"""Read the cells of large grids in bulk: equal values share a code, and each distinct value is parsed once, at its first place."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable

import numpy as np

from hashicnf.core.document import Source
from hashicnf.files.inputs import require_reading_time
from hashicnf.logic import Bools, Ints


class _Codes(dict[Hashable, int]):
    """A dict that numbers values from 0 in the order of their first look-up."""

    def __missing__(self, value: Hashable) -> int:
        self[value] = code = len(self)
        return code


def coded(rows: Iterable[Iterable[Hashable]], shape: tuple[int, int], source: Source) -> Ints:
    """Return codes int32[rows, columns], from 0, that are equal for equal values; rows are consumed one by one.

    The caller must check the lengths of rows against the shape. Raises GaveUp at the time limit of ``limited_waiting``.
    """
    codes = _Codes()
    found = np.empty(shape, dtype=np.int32)
    for at, values in enumerate(rows):
        found[at] = np.fromiter(map(codes.__getitem__, values), np.int32, shape[1])
        require_reading_time(source.file or source.name, found.size)
    return found


def first_places(codes: Ints, among: Bools | None = None) -> list[tuple[int, int]]:
    """List (row, column) of the first place of each distinct code, in reading order, of all places or those ``among``."""
    places = np.arange(codes.size) if among is None else np.flatnonzero(among)
    first = np.full(int(codes.max(initial=-1)) + 1, codes.size)
    first[codes.ravel()[places[::-1]]] = places[::-1]
    return [divmod(place, codes.shape[1]) for place in np.sort(first[first < codes.size]).tolist()]


def numbers(codes: Ints, read: Callable[[int, int], int], among: Bools | None = None) -> Ints:
    """Return the numbers of cells by their codes, int32 in the shape of ``codes``; 0 outside ``among``, if that is given.

    ``read`` is called with the first row and column of each distinct code, in reading order, and may raise InputError.
    """
    meaning = np.zeros(int(codes.max(initial=-1)) + 1, dtype=np.int32)
    for row, column in first_places(codes, among):
        meaning[codes[row, column]] = read(row, column)
    return meaning[codes] if among is None else np.where(among, meaning[codes], 0).astype(np.int32, copy=False)
