"""Incremental CNF: clauses, then cubes, each in a line that begins with a."""

from __future__ import annotations

import pytest

from hashicnf.dimacs.reader import read_incremental
from hashicnf.errors import InputError


def test_clauses_and_cubes_are_read_and_variables_are_those_mentioned() -> None:
    text = b"c hi\np inccnf\n1 -2 0 3\n0\nc there\na -1 7 0\n  a 0\nc end\na\t3\t0"
    cnf = read_incremental(text, "a.icnf")
    assert [cnf.clause(i).tolist() for i in range(len(cnf))] == [[1, -2], [3]]
    assert cnf.cubes is not None
    assert [cube.tolist() for cube in cnf.cubes] == [[-1, 7], [], [3]]
    assert cnf.variables == 7


@pytest.mark.parametrize("text", [b"p cnf 3 1\n1 -2 0\n", b"p inccnf\n1 -2 0\n"])
def test_a_formula_without_cubes_is_read(text: bytes) -> None:
    cnf = read_incremental(text, "a")
    assert (len(cnf), cnf.cubes or ()) == (1, ())


@pytest.mark.parametrize("pieces", [1, 3, 1000])
def test_cubes_in_pieces_are_those_of_the_whole(pieces: int) -> None:
    text = b"p inccnf\n" + b"1 2 0\n" * 20 + b"a 1 -2 0\n" * 30
    cnf = read_incremental((text[at : at + pieces] for at in range(0, len(text), pieces)), "a")
    assert len(cnf) == 20
    assert [cube.tolist() for cube in cnf.cubes or ()] == [[1, -2]] * 30


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("1 0\na 1\n", "3:1: this is no cube"),
        ("1 0\na 1 0 2\n", "3:1: this is no cube"),
        ("1 0\na 1 0 2 0\n", "3:1: this is no cube"),
        ("1 0\na\n", "3:1: this is no cube"),
        ("1 0\na3 0\n", "3:1: this is no cube"),
        ("1 0\na 1 x 0\n", "3:1: this is no cube"),
        ("1 0\na 1 0\na 1 0\n2 0\n", "5:1: a clause after a cube"),
        ("1 2\na 1 0\n3 0\n", "4:1: a clause after a cube"),
        ("a 1 0\n" + "c long\n" * 50_000 + " 2 0\n", "50003:2: a clause after a cube"),
        ("1 2\na 1 0\n", "2:3: the last clause is not closed"),
        ("1 0\na 1 9999999999 0\n", "3:5: 9999999999 is more than solvers can number"),
    ],
)
def test_what_is_no_incremental_formula_is_pointed_at(body: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        read_incremental(f"p inccnf\n{body}".encode(), "a")
    assert str(caught.value).startswith(f"a:{message}")
