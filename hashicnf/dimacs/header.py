r"""The header comments that describe a CNF file, for readers and for ``decode``.

    c hashicnf 1 {"family": "hashi", "cardinality": "direct", "connectivity": "planar", "complete": true}
    c every model decodes to a solution
    c
    c the puzzle:
    c board 2..4..2
    c
    c variables, row by row:
    c group bridge[0..12,1..2] 1..26: edge e carries at least j bridges
    c
    c clauses:
    c rule dependency: clauses 1..13

The number after ``hashicnf`` is the version of this form. CaDiCaL and Kissat take text after ``--`` in a comment before the
``p`` line for one of their options, so two adjacent ``-`` are written ``\u002d``, and every character that is not printable ASCII
is written in this form, too. So any text can be stored in a comment, and is read back unchanged.

``complete`` is true where the models are exactly the solutions. A formula that is not complete is *relaxed* (models may break
rules), *restricted* (solutions may be missing) or both, and ``relaxed`` and ``restricted`` list the reasons. They are left out
where ``complete`` and ``depth`` imply them: a formula that is not complete is restricted if ``depth`` is given, and relaxed
otherwise. ``functional`` is true of a complete formula whose auxiliary variables are functions of the puzzle's own: it has one
model for each solution, and a model counter needs no projection. It is left out where that is not the case, or not known.

Projection lines for model counters (``c p show``) are only written on request (see ``remarks``): on large boards they are longer
than many rules, and the range in a ``group`` line contains the same information.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field
from typing import TYPE_CHECKING

from hashicnf.core.constraints import Claim, Relaxed, Restricted
from hashicnf.core.document import escaped_index
from hashicnf.core.variables import Group
from hashicnf.errors import InputError
from hashicnf.records import record

if TYPE_CHECKING:
    from hashicnf.dimacs.preamble import Comment

VERSION = 1
COMPLETE = "every model decodes to a solution"
INCOMPLETE = "INCOMPLETE: "
OPEN = "models may break rules of the puzzle"
BOUNDED = "the formula is bounded in depth, which may leave out solutions"
_OPTION = r"(?<=-)-|-(?=-)"
_UNSAFE = re.compile(rf"[^ !-\[\]-~]|^ | $|{_OPTION}")
_ESCAPE = re.compile(r"\\u([0-9a-f]{4})|\\U(00(?:0[0-9a-f]|10)[0-9a-f]{4})")
_SPAN = r"\d{1,9}\.\.\d{1,10}"
_GROUP = re.compile(rf"([^\s\[]++)\[((?:{_SPAN}(?:,{_SPAN})*)?)\]\s+(\d{{1,10}})\.\.(\d{{1,10}}):\s*(.*)", re.ASCII)
_RULE = re.compile(r"(\S+):\s+clauses\s+(\d{1,18})\.\.(\d{1,18})", re.ASCII)
_BLANKS = re.compile(r"\s+", re.ASCII)


@record
class Rule:
    """A run of clauses that one rule made; ``first`` and ``last`` count from 1."""

    name: str
    first: int
    last: int


@record
class Header:
    """The header of a file: JSON data, the lines of the puzzle in native form, variable groups, rules.

    ``comment`` is the comment with the JSON data, ``lines`` those with the puzzle; both are for errors.
    """

    data: Mapping[str, object]
    board: tuple[str, ...]
    groups: tuple[Group, ...] = ()
    rules: tuple[Rule, ...] = ()
    comment: Comment | None = field(default=None, compare=False)
    lines: tuple[Comment, ...] = field(default=(), compare=False)

    def error(self, name: str, message: str, expected: str | None = None) -> InputError:
        """Make (not raise) the error that points at the JSON data in the file ``name``."""
        if self.comment is None:
            return InputError(message, name, expected=expected)
        _, known = _first_word(_first_word(self.comment.text)[1])
        return self.comment.error(name, message, len(self.comment.text) - len(known), expected)

    def error_of_board(self, problem: InputError) -> InputError:
        """Return the error of the puzzle's text, which is written in comments, with its place in the file."""
        if not self.lines:
            return problem
        comment = self.lines[min(problem.line or 1, len(self.lines)) - 1]
        _, row = _first_word(comment.text)
        at = len(comment.text) - len(row) + escaped_index(_ESCAPE, row, (problem.column or 1) - 1)
        return comment.error(problem.source, problem.message, at, problem.expected)

    @property
    def variables(self) -> int:
        """Return the highest variable that the group comments name, 0 if there are none."""
        return max((group.first + group.size - 1 for group in self.groups), default=0)

    @property
    def clauses(self) -> int:
        """Return the number of clauses that the rule comments name, 0 if there are none."""
        return max((rule.last for rule in self.rules), default=0)

    @property
    def options(self) -> dict[str, str]:
        """Return the options of the family's constraints, as texts by name."""
        found = self.data.get("options")
        return {str(name): str(text) for name, text in found.items()} if isinstance(found, Mapping) else {}

    @property
    def horizon(self) -> int | None:
        """Return the most steps of a plan, None for puzzles that are not solved by plans."""
        found = self.data.get("horizon")
        return found if isinstance(found, int) else None

    @property
    def metric(self) -> str | None:
        """Return the metric of the plans, None for puzzles that are not solved by plans."""
        found = self.data.get("metric")
        return None if found is None else str(found)

    @property
    def claim(self) -> Claim:
        """Return the claim of the formula; how to refine a relaxed one is not in the file."""
        relaxed, restricted = (_reasons(self.data.get(key)) for key in ("relaxed", "restricted"))
        if not relaxed and not restricted:
            return _implied(self.data)
        return Claim(tuple(map(Relaxed, relaxed)), tuple(map(Restricted, restricted)))


def claim_data(claim: Claim, data: Mapping[str, object]) -> dict[str, object]:
    """Return the items of the JSON data that state a claim, given the other items ``data``."""
    items: dict[str, object] = {"complete": claim.is_exact}
    implied = _implied({**data, **items})
    if (bool(claim.relaxed), bool(claim.restricted)) == (bool(implied.relaxed), bool(implied.restricted)):
        return items
    if claim.relaxed:
        items["relaxed"] = [part.why for part in claim.relaxed]
    if claim.restricted:
        items["restricted"] = [part.why for part in claim.restricted]
    return items


def _implied(data: Mapping[str, object]) -> Claim:
    """Return the claim of a file that lists no reasons."""
    if data.get("complete") is True:
        return Claim()
    return Claim.of(Relaxed(OPEN) if data.get("depth") is None else Restricted(BOUNDED))


def _reasons(found: object) -> list[str]:
    """Return a list of reasons; of a value that is no list its text, so that a damaged reason still counts as one."""
    if found is None or found is False:
        return []
    return [str(reason) for reason in found] if isinstance(found, list) else [str(found)]


def header_lines(
    data: Mapping[str, object],
    remark: str,
    groups: Iterable[Group],
    rules: Iterable[tuple[str, int, int]],
    board: Sequence[str],
) -> list[str]:
    """Return the comment lines, without their leading ``c``; ``rules`` are (name, first clause, last clause), from 1.

    The ``remark`` is a sentence that begins as no other comment does.
    """
    known = json.dumps(dict(data), ensure_ascii=True).replace("\x7f", "\\u007f")
    known = re.sub(_OPTION, r"\\u002d", known)
    return [
        f"hashicnf {VERSION} {known}",
        escape(remark),
        *("", "the puzzle:"),
        *(f"board {escape(line)}" for line in board),
        *("", "variables, row by row:"),
        *(_group_line(group) for group in groups),
        *("", "clauses:"),
        *(f"rule {_word(name)}: clauses {first}..{last}" for name, first, last in rules),
    ]


def remark(claim: Claim) -> str:
    """Describe the claim of a formula in a sentence."""
    return COMPLETE if claim.is_exact else INCOMPLETE + "; ".join(claim.reasons())


def read_header(comments: Iterable[Comment], name: str) -> Header:
    """Read the hashicnf header among comments. Raises InputError if there is none, or one of another version."""
    data: Mapping[str, object] | None = None
    described: Comment | None = None
    board: list[Comment] = []
    groups: list[Group] = []
    rules: list[Rule] = []
    for comment in comments:
        kind, rest = _first_word(comment.text)
        if kind == "hashicnf":
            if data is not None:
                raise comment.error(name, "a second hashicnf comment: two files were joined")
            data, described = _read_data(comment, rest, name), comment
        elif data is None:
            continue
        elif kind == "board":
            board.append(comment)
        elif kind == "group":
            groups.append(_read_group(comment, rest, name))
        elif kind == "rule":
            rules.append(_read_rule(comment, rest, name))
    if data is None:
        message = "this CNF file does not state its puzzle"
        raise InputError(message, name, expected="a file made by hashicnf encode")
    texts = (unescape(_first_word(comment.text)[1]) for comment in board)
    return Header(data, tuple(texts), tuple(groups), tuple(rules), described, tuple(board))


def escape(text: str) -> str:
    r"""Return any text as printable ASCII without ``--``: other characters become ``\uXXXX`` or ``\UXXXXXXXX``."""
    return _UNSAFE.sub(lambda found: _code(ord(found.group())), text)


def unescape(text: str) -> str:
    """Undo ``escape``; other text is unchanged."""
    return _ESCAPE.sub(lambda found: chr(int(found.group(1) or found.group(2), 16)), text)


def _word(name: str) -> str:
    return escape(name).replace(" ", "\\u0020").replace("[", "\\u005b")


def _code(point: int) -> str:
    return f"\\u{point:04x}" if point < 1 << 16 else f"\\U{point:08x}"


def group_range(group: Group) -> str:
    """Return name, indices and variables of a group as text, such as ``bridge[0..12,1..2] 1..26``."""
    bases = [0] * (len(group.shape) - 1) + [group.base]
    index = ",".join(f"{base}..{base + size - 1}" for base, size in zip(bases, group.shape, strict=False))
    last = group.first + group.size - 1
    return f"{_word(group.name)}[{index}] {group.first}..{last}"


def _group_line(group: Group) -> str:
    return f"group {group_range(group)}: {escape(group.meaning)}".rstrip()


def _first_word(text: str) -> tuple[str, str]:
    """Return the first word of a text, and what comes after it and any blanks: no text written here begins with a blank."""
    word, *rest = _BLANKS.split(text, maxsplit=1)
    return word, "".join(rest)


def _read_data(comment: Comment, rest: str, name: str) -> Mapping[str, object]:
    version, known = _first_word(rest)
    at = len(comment.text) - len(known)
    if version != str(VERSION):
        message = f"version {version[:20]!r} of the hashicnf comments is not known here"
        expected = f"hashicnf {VERSION} and JSON data; perhaps a newer release reads it"
        raise comment.error(name, message, len(comment.text) - len(rest), expected)
    try:
        data = json.loads(known)
    except json.JSONDecodeError as problem:
        message = f"the hashicnf comment is damaged: {problem.msg}"
        raise comment.error(name, message, at + problem.pos, "JSON data: {...}") from None
    except ValueError:  # a number of thousands of digits
        raise comment.error(name, "the hashicnf comment is damaged: too large a number", at) from None
    except RecursionError:
        raise comment.error(name, "the hashicnf comment is damaged: brackets nested too deeply", at) from None
    if not isinstance(data, dict):
        raise comment.error(name, "the hashicnf comment is damaged: no JSON object", at, "JSON data: {...}")
    return data


def _read_group(comment: Comment, text: str, name: str) -> Group:
    if (found := _GROUP.fullmatch(text)) is not None:
        spans = [tuple(map(int, span.split(".."))) for span in found[2].split(",") if span]
        group = Group(
            unescape(found[1]),
            tuple(last - first + 1 for first, last in spans),
            int(found[3]),
            unescape(found[5]),
            spans[-1][0] if spans else 0,
        )
        if math.prod(group.shape) == int(found[4]) - int(found[3]) + 1 and all(size > 0 for size in group.shape):
            return group
    at = len(comment.text) - len(text)
    raise comment.error(name, "a damaged group comment", at, "group NAME[0..N,...] FIRST..LAST: MEANING")


def _read_rule(comment: Comment, text: str, name: str) -> Rule:
    if (found := _RULE.fullmatch(text)) is None:
        at = len(comment.text) - len(text)
        raise comment.error(name, "a damaged rule comment", at, "rule NAME: clauses FIRST..LAST")
    return Rule(unescape(found[1]), int(found[2]), int(found[3]))
