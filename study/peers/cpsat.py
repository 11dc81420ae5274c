"""Constraint programming with CP-SAT: a load for each pair, and cuts for the components of each solution until it is connected."""

from __future__ import annotations

from study.peers.board import Board, Loads, failed, missing, run

try:
    from ortools.sat.python import cp_model
except ImportError:
    missing("ortools")


def solve(board: Board) -> Loads | None:
    """Return the loads of a connected solution, None if there is none."""
    model = cp_model.CpModel()
    load = [model.new_int_var(0, 2, f"load{pair}") for pair in range(len(board.pairs))]
    used = [model.new_bool_var(f"used{pair}") for pair in range(len(board.pairs))]
    for number, is_used in zip(load, used, strict=True):
        model.add(number >= 1).only_enforce_if(is_used)
        model.add(number == 0).only_enforce_if(~is_used)
    for island, clue in enumerate(board.clues):
        model.add(sum(load[pair] for pair in board.at(island)) == clue)
    for first, second in board.crossings:
        model.add_at_most_one(used[first], used[second])
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    while (status := solver.solve(model)) in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        loads = [solver.value(number) for number in load]
        cuts = board.leaving(loads)
        if not cuts:
            return loads
        for cut in cuts:
            model.add_bool_or([used[pair] for pair in cut])
    if status != cp_model.INFEASIBLE:
        failed(solver.status_name(status))
    return None


run(solve)
