"""Messages between a driver and its workers, however the stream divides them."""

from __future__ import annotations

import io
from typing import BinaryIO, cast

import pytest

from hashicnf.batch.messages import packed, receive, unpacked


class Trickle(io.RawIOBase):
    """A stream without a buffer that returns at most so many bytes at a time."""

    def __init__(self, data: bytes, most: int) -> None:
        self._data, self._most = io.BytesIO(data), most

    def read(self, size: int = -1) -> bytes:
        return self._data.read(min(size, self._most))


@pytest.mark.parametrize("most", [1, 3, 1 << 16])
def test_messages_are_received_in_any_pieces_up_to_the_end(most: int) -> None:
    sent = [{"a": [1, None, "x" * 300]}, "", ["é", 2.5, b"\0"]]
    stream = cast(BinaryIO, Trickle(b"".join(map(packed, sent)), most))
    assert [receive(stream) for _ in sent] == sent
    assert receive(stream) is None


def test_complete_messages_are_removed_from_a_buffer() -> None:
    first, second = packed([1]), packed("two")
    buffer = bytearray(first + second[:-1])
    assert unpacked(buffer) == [[1]]
    assert unpacked(buffer) == []
    buffer += second[-1:]
    assert unpacked(buffer) == ["two"]
    assert not buffer
