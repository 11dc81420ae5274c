"""Other solutions than a known one, many at a time, that have nothing to do with each other.

The board is cut into regions. All variables that do not lie inside one keep their values, and in every region the solver is asked
for a difference: a selector for each region is assumed, so that one model differs in many. A region that cannot differ any more
drops out of the question; in the others the next difference has to lie where none has been before. What a region holds is decided
by rows: a variable lies inside a region if all nodes do at which it is counted, and is *touched* where a row of it has changed.

With a single region nothing keeps its value, and no answer at all means that there is no other solution.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from hashicnf.answers.questions import Questions
from hashicnf.arrays.graph import ragged_by_width
from hashicnf.core.constraints import Cardinality, Connected
from hashicnf.errors import InternalError
from hashicnf.logic import Bools, Ints, Sat, literals_of
from hashicnf.pipeline.compiled import Compiled
from hashicnf.windows import by_distance, squares


def alternatives(questions: Questions, known: Bools, nodes: int | None = None) -> Iterator[Bools]:
    """Yield models bool[v + 1] that differ from a ``known`` solution of the problem's variables, each where no other does.

    ``nodes`` are those of a region, None for the whole board, which is one where no graph says what is near. Requires: ``known`` is
    a solution.
    """
    asked = _Regions(questions, known, nodes)
    while len(selectors := asked.selectors()):
        verdict = questions.ask(selectors)
        if isinstance(verdict, Sat):
            yield verdict.model
            asked.touch(verdict.model)
        elif verdict.core is None or not len(verdict.core):
            raise InternalError("the known solution does not satisfy the formula")
        else:
            asked.give_up(int(verdict.core[0]))


class _Regions:
    """The question for each region: a variable that differs, of those that are open, inside, and not touched."""

    def __init__(self, questions: Questions, known: Bools, nodes: int | None) -> None:
        self._questions, self._known = questions, known
        self._variable, self._node = rows = _rows(questions.compiled.counted)
        size, free, graph = questions.problem + 1, questions.open, _graph(questions.compiled)
        self._region = np.full(size, -1, dtype=np.int32)
        self._region[free] = 0 if nodes is None or graph is None else _inside(graph, nodes, rows, size)[free]
        bound = free[self._region[free] < 0]
        questions.add(literals_of(known, bound)[:, None])
        questions.prefer(known)
        self._untouched = self._region >= 0
        self._alive = np.ones(int(self._region.max(initial=-1)) + 1, dtype=np.bool_)
        self._selector: dict[int, int] = {}
        self._renew()

    def selectors(self) -> Ints:
        """List the literals to assume, int32[s]; none if no region is left."""
        return np.array(list(self._selector), dtype=np.int32)

    def give_up(self, selector: int) -> None:
        """Drop the question for the region of a selector."""
        self._alive[self._selector.pop(selector)] = False

    def touch(self, model: Bools) -> None:
        """Require differences outside the region where a model differs."""
        changed = np.flatnonzero(model[: len(self._known)] != self._known)
        self._untouched[changed] = False
        is_touched = np.zeros(int(self._node.max(initial=-1)) + 1, dtype=np.bool_)
        is_touched[self._node[np.isin(self._variable, changed)]] = True
        self._untouched[self._variable[is_touched[self._node]]] = False
        self._renew()

    def _renew(self) -> None:
        """Write a clause for each region: something in it differs."""
        able = np.flatnonzero(self._untouched).astype(np.int32)
        able = able[self._alive[self._region[able]]]
        region = self._region[able]
        left = np.flatnonzero(np.bincount(region, minlength=len(self._alive)))
        selector = self._questions.selectors(len(left))
        self._selector = dict(zip(selector.tolist(), left.tolist(), strict=True))
        place = np.zeros(len(self._alive), dtype=np.int32)
        place[left] = np.arange(len(left), dtype=np.int32)
        for who, rows in ragged_by_width(place[region], -literals_of(self._known, able), len(left)):
            self._questions.add(np.concatenate((rows, -selector[who, None]), axis=1))


def _rows(counted: Sequence[Cardinality]) -> tuple[Ints, Ints]:
    """List the pairs of a variable and a node at which it is counted, int32[p] each; nodes of several kinds are numbered apart."""
    variable, node, first = [np.zeros(0, dtype=np.int32)], [np.zeros(0, dtype=np.int32)], 0
    for kind in dict.fromkeys(batch.origin.kind for batch in counted):
        batches = [batch for batch in counted if batch.origin.kind == kind]
        variable += [np.abs(batch.lits).ravel() for batch in batches]
        node += [np.repeat(batch.source + np.int32(first), batch.lits.shape[1]) for batch in batches]
        first = 1 + int(max(batch.max(initial=first - 1) for batch in node))
    return np.concatenate(variable), np.concatenate(node)


def _graph(compiled: Compiled) -> Connected | None:
    """Return the graph whose nodes alone count variables; None if there is no such one."""
    kinds = {batch.origin.kind for batch in compiled.counted}
    match compiled.connected:
        case (graph,) if kinds <= {graph.node}:
            return graph
        case _:
            return None


def _inside(graph: Connected, nodes: int, rows: tuple[Ints, Ints], size: int) -> Ints:
    """Return the region in which each variable lies, int32[size], -1 for those between regions or counted nowhere."""
    grid = graph.embedding
    tiling = by_distance(graph.nodes, graph.ends) if grid is None else squares(grid.row, grid.column)
    tile = tiling(nodes).of_node
    variable, node = rows
    least, most = np.full(size, tile.max(initial=0) + 1, dtype=np.int32), np.full(size, -1, dtype=np.int32)
    np.minimum.at(least, variable, tile[node])
    np.maximum.at(most, variable, tile[node])
    return np.where(least == most, most, -1)
