"""Read and write files by name; ``-`` is standard input or output, and endings of compressions are heeded."""

from hashicnf.files.inputs import (
    MOST_BYTES,
    MOST_LINE_BYTES,
    MOST_LINES,
    TEXT,
    Extent,
    amount,
    decoded,
    read_bytes,
    read_lines,
    read_pieces,
    read_text,
    shown,
)
from hashicnf.files.outputs import destination, growing, write_text, writing

__all__ = [
    "MOST_BYTES",
    "MOST_LINES",
    "MOST_LINE_BYTES",
    "TEXT",
    "Extent",
    "amount",
    "decoded",
    "destination",
    "growing",
    "read_bytes",
    "read_lines",
    "read_pieces",
    "read_text",
    "shown",
    "write_text",
    "writing",
]
