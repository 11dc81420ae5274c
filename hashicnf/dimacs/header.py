r"""The comments that make a CNF file say what it is, for people and for ``decode``.

    c hashicnf 1 {"family": "hashi", "cardinality": "direct", "connectivity": "planar", "complete": true, ...}
    c models are solutions | models may be disconnected: ...
    c group bridge[13,2] 1..26: edge e carries at least j bridges
    c rule capacity 122..532
    c board .2.5..2

CaDiCaL takes everything from the first ``-`` of any header comment as an option of its own, so no comment contains one: in JSON it
is written ``\u002d``, elsewhere ``~``. Everything is printable ASCII.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from hashicnf.errors import InputError
from hashicnf.variables import Group

MAGIC = "hashicnf 1 "


@dataclass(frozen=True, slots=True)
class Header:
    """What ``decode`` needs of a file's comments: the JSON data and the lines of the puzzle in native form."""

    data: Mapping[str, object]
    board: tuple[str, ...]


def header_lines(
    data: Mapping[str, object],
    remark: str,
    groups: Iterable[Group],
    rules: Iterable[tuple[str, int, int]],
    board: Sequence[str],
) -> list[str]:
    """Make the comment lines, without their leading ``c``; ``rules`` are (name, first clause, last clause), from 1."""
    found = [MAGIC + json.dumps(dict(data), ensure_ascii=True).replace("-", "\\u002d"), remark]
    for group in groups:
        shape = ",".join(map(str, group.shape))
        found.append(f"group {group.name}[{shape}] {group.first}..{group.first + group.size - 1}: {group.meaning}")
    found += [f"rule {name}: clauses {first}..{last}" for name, first, last in rules]
    found += [f"board {line}" for line in board]
    return [line.replace("-", "~") for line in found]


def read_header(comments: Iterable[str], name: str) -> Header:
    """Find our header among comments. Raises InputError if the file was not written by us, or not by this version."""
    data: Mapping[str, object] | None = None
    board = []
    for comment in comments:
        if comment.startswith("hashicnf "):
            data = _data(comment, name)
        elif comment.startswith("board"):
            board.append(comment[len("board") :].strip().replace("~", "-"))
    if data is None:
        raise InputError(
            "this CNF file does not say which puzzle it encodes", name, expected="a file made by hashicnf encode"
        )
    return Header(data, tuple(board))


def _data(comment: str, name: str) -> Mapping[str, object]:
    if not comment.startswith(MAGIC):
        raise InputError(
            "this CNF file was made by another version of hashicnf", name, expected=f"a comment {MAGIC!r}..."
        )
    try:
        data = json.loads(comment[len(MAGIC) :])
    except (json.JSONDecodeError, RecursionError) as problem:
        raise InputError(f"the hashicnf comment is damaged: {problem}", name) from None
    if not isinstance(data, dict):
        raise InputError("the hashicnf comment is damaged: it is not a JSON object", name)
    return data
