"""Integer programming with Gurobi: branch and cut, with a cut for each component of a disconnected solution."""

from __future__ import annotations

from typing import Any

from study.peers.board import Board, Loads, failed, missing, run

try:
    import gurobipy
except ImportError:
    missing("gurobipy")


def solve(board: Board) -> Loads | None:
    """Return the loads of a connected solution, None if there is none."""
    with gurobipy.Env(params={"OutputFlag": 0, "Threads": 1, "LazyConstraints": 1}) as environment:
        model = gurobipy.Model(env=environment)
        pairs = range(len(board.pairs))
        used = [model.addVar(vtype="B") for _ in pairs]
        double = [model.addVar(vtype="B") for _ in pairs]
        for pair in pairs:
            model.addConstr(double[pair] <= used[pair])
        for island, clue in enumerate(board.clues):
            model.addConstr(gurobipy.quicksum(used[p] + double[p] for p in board.at(island)) == clue)
        for first, second in board.crossings:
            model.addConstr(used[first] + used[second] <= 1)

        def cut(model: Any, where: int) -> None:
            if where == gurobipy.GRB.Callback.MIPSOL:
                loads = [round(value) for value in model.cbGetSolution(used)]
                for leaving in board.leaving(loads):
                    model.cbLazy(gurobipy.quicksum(used[pair] for pair in leaving) >= 1)

        model.optimize(cut)
        if model.Status in (gurobipy.GRB.INFEASIBLE, gurobipy.GRB.INF_OR_UNBD):  # all variables are bounded
            return None
        if model.Status != gurobipy.GRB.OPTIMAL:
            failed(f"status {model.Status}")
        return [round(used[pair].X + double[pair].X) for pair in pairs]


run(solve)
