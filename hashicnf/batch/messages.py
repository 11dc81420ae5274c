"""Messages between a driver and its workers, which are the same Python: data in the form of ``marshal`` after its length.

That form costs a fifth of JSON for answers, most of which are long texts that only the database looks at.
"""

from __future__ import annotations

import marshal
from typing import Any, BinaryIO, Final

HEAD: Final = 4  # bytes of the length


def packed(data: Any) -> bytes:
    """Write a message: plain data, no objects of classes."""
    body = marshal.dumps(data)
    return len(body).to_bytes(HEAD, "big") + body


def unpacked(buffer: bytearray) -> list[Any]:
    """Take the messages that a buffer begins with out of it, as far as they are whole."""
    found: list[Any] = []
    start = 0
    while (end := start + HEAD) <= len(buffer) and (stop := end + _length(buffer[start:end])) <= len(buffer):
        found.append(marshal.loads(buffer[end:stop]))  # noqa: S302 - written by a process of ours
        start = stop
    del buffer[:start]
    return found


def send(stream: BinaryIO, data: Any) -> None:
    """Write a message at once."""
    stream.write(packed(data))
    stream.flush()


def receive(stream: BinaryIO) -> Any:
    """Wait for a message and return it, None at the end of the stream, which is not to be buffered."""
    head = _exactly(stream, HEAD)
    return None if len(head) < HEAD else marshal.loads(_exactly(stream, _length(head)))  # noqa: S302 - as above


def _length(head: bytes | bytearray) -> int:
    return int.from_bytes(head, "big")


def _exactly(stream: BinaryIO, count: int) -> bytes:
    """Read so many bytes, fewer only where the stream ends."""
    found = b""
    while len(found) < count and (piece := stream.read(count - len(found))):
        found += piece
    return found
