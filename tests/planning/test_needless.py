"""Pairs of actions that need not follow each other: together they do the same as one action, or nothing."""

from __future__ import annotations

from itertools import product

import pytest

from hashicnf.planning.horizons.needless import NetEffect, needless_pairs
from hashicnf.planning.task import Action, Task
from tests.planning.puzzles import HENG_DAO_LI_MA, klotski, tiles
from tests.planning.tasks import after, random_moves


def test_a_needless_pair_can_be_replaced_in_every_state() -> None:
    replaced = undone = 0
    for seed in range(120):
        task = random_moves(seed)
        states = [frozenset(values) for values in product(*task.variables)]
        for a, b in needless_pairs(task).tolist():
            for state in states:
                middle = after(task.actions[a], state)
                end = None if middle is None else after(task.actions[b], middle)
                if end is None:
                    continue
                single = [after(action, state) for action in task.actions]
                assert end == state or end in single
                replaced += end != state
                undone += end == state
    assert replaced > 100
    assert undone > 100


def test_every_slide_and_every_move_has_one_that_takes_it_back() -> None:
    for task in (tiles(3, 3, range(9)), klotski(HENG_DAO_LI_MA)):
        pairs = needless_pairs(task).tolist()
        assert sorted(a for a, _ in pairs) == [*range(len(task.actions))]


@pytest.mark.parametrize("seed", range(5))
def test_pairs_are_found_where_every_action_has_its_inverse(seed: int) -> None:
    task = random_moves(seed)
    names = [action.name for action in task.actions]
    pairs = {(names[a], names[b]) for a, b in needless_pairs(task).tolist()}
    plain = [action for action in task.actions if not action.effects and action.name.replace("a", "b") in names]
    assert all((action.name, action.name.replace("a", "b")) in pairs for action in plain if action.name[0] == "a")


def test_changes_are_composed_once_for_all_actions_that_make_them(monkeypatch: pytest.MonkeyPatch) -> None:
    composed = list[tuple[NetEffect, NetEffect]]()
    then = NetEffect.then

    def noted(one: NetEffect, other: NetEffect) -> NetEffect:
        composed.append((one, other))
        return then(one, other)

    monkeypatch.setattr(NetEffect, "then", noted)
    beside = range(2, 12)
    up, down = ([Action(f"{old} {n}", (old, n), (1 - old,), (old,)) for n in beside] for old in (0, 1))
    task = Task(tuple(map(str, range(12))), (0, *beside), ((1,),), (*up, *down), ((0, 1),))
    assert len(needless_pairs(task)) == 2 * len(beside) ** 2
    assert len(composed) == 2
