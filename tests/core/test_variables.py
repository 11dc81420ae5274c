"""Named groups of variables: declaring, looking up, naming."""

from __future__ import annotations

import numpy as np
import pytest

from hashicnf.core.variables import MOST_VARIABLES, VariablePool, Variables
from hashicnf.errors import InternalError, UsageError


def pool_of_three() -> VariablePool:
    pool = VariablePool()
    pool.declare("bridge", 3, 2, meaning="edge e carries at least j", base=1)
    pool.declare("alone", meaning="a single variable")
    pool.declare("depth", 2, 2, 2, meaning="bits")
    return pool


def test_groups_follow_one_another_in_row_major_order() -> None:
    variables = pool_of_three().freeze()
    assert variables["bridge"].lits.tolist() == [[1, 2], [3, 4], [5, 6]]
    assert variables["alone"].lits.tolist() == 7
    assert variables["depth"].lits.ravel().tolist() == list(range(8, 16))
    assert variables["bridge"].lits.dtype == np.int32
    assert variables.count == 15 == pool_of_three().count


def test_every_variable_has_one_name() -> None:
    variables = pool_of_three().freeze()
    names = [variables.text(v) for v in range(1, 16)]
    assert names[:7] == [
        "bridge[0,1]",
        "bridge[0,2]",
        "bridge[1,1]",
        "bridge[1,2]",
        "bridge[2,1]",
        "bridge[2,2]",
        "alone",
    ]
    assert names[7:9] == ["depth[0,0,0]", "depth[0,0,1]"]
    assert len(set(names)) == 15
    assert variables.text(-4) == "-bridge[1,2]"


@pytest.mark.parametrize("number", [0, 16, -16, 10**9])
def test_numbers_that_nobody_declared_have_no_name(number: int) -> None:
    with pytest.raises(UsageError, match=f"no variable has the number {abs(number)}"):
        pool_of_three().freeze().text(number)


def test_looking_up_never_declares() -> None:
    variables = pool_of_three().freeze()
    with pytest.raises(InternalError, match="no variable group is named 'brigde'"):
        variables["brigde"]
    assert variables.count == 15


def test_a_name_that_is_taken_gets_a_number() -> None:
    pool = VariablePool()
    groups = [pool.declare("aux", 2, meaning="") for _ in range(3)]
    assert [group.name for group in groups] == ["aux", "aux.2", "aux.3"]
    assert pool.freeze().text(5) == "aux.3[0]"


@pytest.mark.parametrize("names", [("aux", "aux.2", "aux"), ("aux", "aux", "aux.2"), ("aux.2", "aux", "aux")])
def test_no_two_groups_have_one_name(names: tuple[str, ...]) -> None:
    pool = VariablePool()
    groups = [pool.declare(name, 1, meaning="") for name in names]
    variables = pool.freeze()
    assert [variables[group.name].first for group in groups] == [1, 2, 3]


def test_empty_groups_take_no_numbers_and_confuse_nobody() -> None:
    pool = VariablePool()
    assert pool.declare("none", 0, 2, meaning="").lits.shape == (0, 2)
    pool.declare("one", 1, meaning="")
    variables = pool.freeze()
    assert variables.count == 1
    assert variables.text(1) == "one[0]"
    assert Variables().count == 0


def test_more_variables_than_a_solver_can_number_are_refused() -> None:
    pool = VariablePool()
    pool.declare("some", 10, meaning="")
    with pytest.raises(UsageError, match="huge needs 2,147,483,637 variables"):
        pool.declare("huge", MOST_VARIABLES - 9, meaning="")
    assert pool.count == 10


def test_what_is_frozen_does_not_change() -> None:
    pool = pool_of_three()
    before = pool.freeze()
    pool.declare("late", 4, meaning="")
    assert before.count == 15
