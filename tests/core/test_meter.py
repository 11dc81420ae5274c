"""The meter of a search: the memory that it estimates, the nodes that it weighs, and its clock."""

from __future__ import annotations

import sys
from dataclasses import dataclass

import pytest

from hashicnf.core.limits import DICT_ENTRY, SLOT, WEIGH_EVERY, Limits, Meter
from hashicnf.core.searchfigures import SearchFigures
from hashicnf.errors import GaveUp


def test_memory_is_that_of_the_largest_entries_of_both_lists() -> None:
    @dataclass
    class Entry:
        nodes: tuple[int, ...]

    entry, text = Entry((1, 2)), "closed"
    size = sum(map(sys.getsizeof, (entry, entry.nodes, *entry.nodes)))
    bytes_used = 3 * (SLOT + size) + 2 * (DICT_ENTRY + sys.getsizeof(text))
    for most, stops in ((None, False), (bytes_used, False), (bytes_used - 1, True)):
        meter = Meter(Limits(max_memory=most))
        for pair in ((entry, text), (1, "")):
            meter.weigh(*pair)
        assert (meter.look(3, 2) is not None) == stops
        assert (meter.statistics.peak_bytes, meter.statistics.peak_entries) == (bytes_used, 5)


def test_what_needs_more_memory_than_there_is_is_given_up() -> None:
    limits = Limits(max_memory=10)
    limits.require_memory(10)
    with pytest.raises(GaveUp, match="memory limit of 10 bytes reached"):
        limits.require_memory(10.5)


def test_one_of_many_nodes_is_weighed() -> None:
    meter = Meter(Limits())
    weighed = []
    for number in range(2 * WEIGH_EVERY + 2):
        meter.statistics.expanded = number
        weighed += [number] if meter.wants_weight() else []
    assert weighed == [1, WEIGH_EVERY + 1, 2 * WEIGH_EVERY + 1]


def test_seconds_go_on_and_brief_meters_report_the_same_lists() -> None:
    assert 90 <= Meter(Limits(), statistics=SearchFigures(seconds=90)).finish().seconds < 150
    brief = Meter(Limits(), has_lists=False).briefly(5)
    assert brief.look(3, 2) is None
    assert (brief.statistics.open, brief.statistics.closed, brief.statistics.kept, brief.nodes_left) == (0, 0, 5, 5)
