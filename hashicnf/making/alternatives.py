"""Find other solutions than a known one, with many independent differences at a time.

The board is cut into regions. All variables between regions keep their values, and the solver must find a difference in every
region: a selector for each region is assumed, so one model differs in many of them. A region without a further difference is
dropped; in the others the next difference must lie where there has been none before. A variable lies inside a region if all nodes
at which it is counted do, and is *touched* if a variable counted at the same node has changed.

With a single region no variable keeps its value, so a refutation means that there is no other solution.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from hashicnf.arrays.graph import ragged_by_width
from hashicnf.asking.questions import Questions
from hashicnf.core.constraints import Cardinality, Connected
from hashicnf.errors import InternalError
from hashicnf.logic import Bools, Ints, Sat, literals_of
from hashicnf.pipeline.compiled import Compiled
from hashicnf.windows import tiling_of


def alternatives(questions: Questions, known: Bools, nodes: int | None) -> Iterator[Bools]:
    """Yield models bool[v + 1] that differ from a ``known`` solution of the problem's variables, each at other places.

    ``nodes`` is the number of nodes per region, None for a single region; so is the whole board of a puzzle without a graph.
    Requires: ``known`` is a solution.
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
    """The regions, each with a clause that some undecided and untouched variable inside it differs."""

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
        """Return the selectors to assume, int32[s]; none if no region is left."""
        return np.array(list(self._selector), dtype=np.int32)

    def give_up(self, selector: int) -> None:
        """Drop the region of a selector."""
        self._alive[self._selector.pop(selector)] = False

    def touch(self, model: Bools) -> None:
        """Mark the variables around the differences of a model as touched, so that later ones lie elsewhere."""
        changed = np.flatnonzero(model[: len(self._known)] != self._known)
        self._untouched[changed] = False
        is_touched = np.zeros(int(self._node.max(initial=-1)) + 1, dtype=np.bool_)
        is_touched[self._node[np.isin(self._variable, changed)]] = True
        self._untouched[self._variable[is_touched[self._node]]] = False
        self._renew()

    def _renew(self) -> None:
        """Add a clause for each region that one of its untouched variables differs, with a new selector."""
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
    """Return the pairs of a variable and a node at which it is counted, int32[p] each; kinds of nodes are numbered separately."""
    variable, node, first = [np.zeros(0, dtype=np.int32)], [np.zeros(0, dtype=np.int32)], 0
    for kind in dict.fromkeys(batch.origin.kind for batch in counted):
        batches = [batch for batch in counted if batch.origin.kind == kind]
        variable += [np.abs(batch.lits).ravel() for batch in batches]
        node += [np.repeat(batch.source + np.int32(first), batch.lits.shape[1]) for batch in batches]
        first = 1 + int(max(batch.max(initial=first - 1) for batch in node))
    return np.concatenate(variable), np.concatenate(node)


def _graph(compiled: Compiled) -> Connected | None:
    """Return the only graph, if only its nodes count variables; otherwise None."""
    kinds = {batch.origin.kind for batch in compiled.counted}
    match compiled.connected:
        case (graph,) if kinds <= {graph.node}:
            return graph
        case _:
            return None


def _inside(graph: Connected, nodes: int, rows: tuple[Ints, Ints], size: int) -> Ints:
    """Return the region in which each variable lies, int32[size]; -1 for variables between regions or counted nowhere."""
    tile = tiling_of(graph)(nodes).of_node
    variable, node = rows
    least, most = np.full(size, tile.max(initial=0) + 1, dtype=np.int32), np.full(size, -1, dtype=np.int32)
    np.minimum.at(least, variable, tile[node])
    np.maximum.at(most, variable, tile[node])
    return np.where(least == most, most, -1)
