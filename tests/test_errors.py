"""Errors: their classes, exit codes, and the layout of messages."""

from __future__ import annotations

import pickle
from dataclasses import replace

import pytest

from hashicnf import errors
from hashicnf.core.arguments import _in_library
from hashicnf.errors import (
    GaveUp,
    HashicnfError,
    Inexpressible,
    InputError,
    InternalError,
    PluginError,
    SolverError,
    SolverFailed,
    SolverMissing,
    TooLarge,
    UsageError,
    nearest,
    no_such,
    one_of,
    printable,
    printable_lines,
)

CODES = {
    "HashicnfError": 70,
    "GaveUp": 30,
    "Inexpressible": 2,
    "InputError": 65,
    "InternalError": 70,
    "PluginError": 70,
    "SolverError": 69,
    "SolverFailed": 69,
    "SolverMissing": 69,
    "TooLarge": 2,
    "UsageError": 2,
}


def test_every_error_has_its_exit_code_and_one_root() -> None:
    every = [kind for kind in vars(errors).values() if isinstance(kind, type) and issubclass(kind, Exception)]
    kinds = [kind for kind in every if not issubclass(kind, Warning)]
    assert all(issubclass(kind, errors.HashicnfError) for kind in kinds)
    assert {kind.__name__: getattr(kind, "exit_code", None) for kind in kinds} == CODES
    assert issubclass(errors.SolverMissing, errors.SolverError)
    assert issubclass(errors.SolverFailed, errors.SolverError)
    assert issubclass(errors.Inexpressible, errors.UsageError)


def test_the_tree_in_the_docstring_is_the_tree() -> None:
    drawn = {line.split("──")[1].split()[0] for line in (errors.__doc__ or "").splitlines() if "──" in line}
    assert drawn | {"HashicnfError"} == set(CODES)


def rewritten(error: HashicnfError) -> HashicnfError:
    """Return an error with the options in its message named as arguments."""
    with pytest.raises(type(error)) as caught, _in_library(None):
        raise error
    return caught.value


PLACED = InputError("a letter", "board.puz", 3, 5, "1..2x..", "digits", 1)
EVERY = [
    HashicnfError("failed"),
    GaveUp("no memory", "memory"),
    Inexpressible("csv", "a title"),
    PLACED,
    replace(PLACED, line=4, text=None),
    InternalError("a bug"),
    PluginError("returned nothing", "outside"),
    *(rewritten(error) for error in (Inexpressible("csv", "a title"), GaveUp("--timeout is over"))),
    *(kind("no solver") for kind in (SolverError, SolverFailed, SolverMissing, TooLarge, UsageError)),
]


@pytest.mark.parametrize("error", EVERY, ids=lambda error: type(error).__name__)
def test_every_error_can_be_passed_between_processes(error: HashicnfError) -> None:
    again = pickle.loads(pickle.dumps(error))  # noqa: S301 - its own data
    assert (type(again), str(again), vars(again)) == (type(error), str(error), vars(error))


def test_no_error_is_left_out_above() -> None:
    assert {type(error).__name__ for error in EVERY} == set(CODES)


def test_a_full_message_points_at_the_place() -> None:
    error = InputError("a letter", "board.puz", 3, 5, "1..2x..", "digits")
    assert str(error) == "board.puz:3:5: a letter\n    1..2x..\n        ^\n    expected digits"


@pytest.mark.parametrize(
    ("error", "shown"),
    [
        (InputError("no rows"), "<text>: no rows"),
        (InputError("too short", "a.csv", 2), "a.csv:2: too short"),
        (InputError("end", "a", 1, 4, "abc"), "a:1:4: end\n    abc\n       ^"),
        (InputError("first", "a", 1, 1, ""), "a:1:1: first\n    \n    ^"),
        (InputError("wide", "a", 1, 4, "漢\t字x"), "a:1:4: wide\n    漢 字x\n         ^"),
        (InputError("wide", "a", 1, 3, "漢字"), "a:1:3: wide\n    漢字\n        ^"),
        (InputError("put on e", "a", 1, 3, "2e\u0301x"), "a:1:3: put on e\n    2e\u0301x\n     ^"),
        (InputError("after e", "a", 1, 4, "2e\u0301x"), "a:1:4: after e\n    2e\u0301x\n      ^"),
        (InputError("on nothing", "a", 1, 1, "\u0301"), "a:1:1: on nothing\n    \u0301\n    ^"),
    ],
)
def test_what_is_not_known_is_left_out(error: InputError, shown: str) -> None:
    assert str(error) == shown


@pytest.mark.parametrize("column", [1, 50, 51, 500, 950, 1000])
def test_long_lines_are_cut_around_the_caret(column: int) -> None:
    text = "".join(chr(ord("a") + i % 26) for i in range(1000))
    shown, caret = str(InputError("here", "a", 1, column, text)).splitlines()[1:]
    assert len(shown) <= 4 + 102
    assert shown[len(caret) - 1] == text[column - 1]


def test_messages_that_quote_much_are_cut() -> None:
    assert str(InputError("no field " + "x" * 100_000, "a", 1)) == "a:1: no field " + "x" * 491 + "…"


def test_control_characters_do_not_reach_the_terminal() -> None:
    message = str(InputError("odd", "a", 1, 3, "\x1b[31m\t\x00ok"))
    assert "\x1b" not in message
    assert "\x00" not in message
    assert message.splitlines()[2] == "      ^"


def test_one_thing_is_one_thing() -> None:
    assert [errors.counted(number, "row") for number in (0, 1, 2, 12345)] == [
        "0 rows",
        "1 row",
        "2 rows",
        "12,345 rows",
    ]


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("plannar", "planar"),
        ("dual_elimination", "dual-elimination"),
        ("Planar", "planar"),
        ("zzz", None),
        ("", None),
        ("../planar", None),
        ("planar.py", None),
    ],
)
def test_the_nearest_name_is_suggested_for_a_misspelt_one(name: str, meant: str | None) -> None:
    known = ("planar", "dual-elimination", "none")
    assert nearest(name, known) == meant
    hint = f"did you mean {meant}? " if meant else ""
    assert str(no_such("encoding", name, known)) == (
        f"no encoding is named {name!r}; {hint}there are: planar, dual-elimination, none"
    )
    assert str(no_such("encoding", name, known, see="x")) == f"no encoding is named {name!r}; {hint}see: x"
    end = f"; did you mean {meant}?" if meant else ""
    assert one_of(name, known) == f"one of planar, dual-elimination, none{end}"


def test_an_alias_is_not_listed_but_leads_to_its_name() -> None:
    assert str(no_such("method", "pysta", ["cdcl", "dpll"], {"pysat": "cdcl"})) == (
        "no method is named 'pysta'; did you mean cdcl? there are: cdcl, dpll"
    )


def test_names_of_files_do_not_reach_the_terminal_raw() -> None:
    assert printable("a\x1b[31m\n\u202eb\x7f\udcff ü") == "a\N{REPLACEMENT CHARACTER}[31m " + (
        "\N{REPLACEMENT CHARACTER}b" + 2 * "\N{REPLACEMENT CHARACTER}" + " ü"
    )
    assert printable_lines("a\x1b\nb\r\n") == "a\N{REPLACEMENT CHARACTER}\nb \n"
    assert (
        str(InputError("bad", "x\x1b]0;t\x07", 1)) == "x\N{REPLACEMENT CHARACTER}]0;t\N{REPLACEMENT CHARACTER}:1: bad"
    )
