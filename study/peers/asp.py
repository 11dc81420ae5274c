"""Answer set programming with clingo: a choice of loads, constraints for sums and crossings, a recursive rule for reachability."""

from __future__ import annotations

from typing import Final

from study.peers.board import Board, Loads, failed, missing, run

try:
    import clingo
except ImportError:
    missing("clingo")

PROGRAM: Final = """
{ load(P, 1..2) } 1 :- pair(P, _, _).
used(P) :- load(P, _).
touches(P, A) :- pair(P, A, _).
touches(P, B) :- pair(P, _, B).
:- island(I, N), not N #sum { L, P : load(P, L), touches(P, I) } N.
:- crossing(P, Q), used(P), used(Q).
reached(0).
reached(B) :- reached(A), pair(P, A, B), used(P).
reached(A) :- reached(B), pair(P, A, B), used(P).
:- island(I, _), not reached(I).
#show load/2.
"""


def solve(board: Board) -> Loads | None:
    """Return the loads of the first answer set, None if there is none."""
    facts = [f"island({island}, {clue})." for island, clue in enumerate(board.clues)]
    facts += [f"pair({number}, {first}, {second})." for number, (first, second) in enumerate(board.pairs)]
    facts += [f"crossing({first}, {second})." for first, second in board.crossings]
    control = clingo.Control(["1", "--warn=none"])
    control.add("base", [], PROGRAM + "\n".join(facts))
    control.ground([("base", [])])
    loads = [0] * len(board.pairs)
    with control.solve(yield_=True) as handle:
        for model in handle:
            for symbol in model.symbols(shown=True):
                pair, load = (argument.number for argument in symbol.arguments)
                loads[pair] = load
            return loads
        if not (result := handle.get()).unsatisfiable:
            failed(result)
    return None


run(solve)
