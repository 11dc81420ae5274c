"""Solve wide boards window by window.

A SAT solver pays for every conflict with work all over the board: decisions jump about, restarts undo what has nothing to do
with the conflict, and caches are cold. But the rules of a board are local. So it is cut into windows of some hundred nodes,
solved one after the other, row by row, each under the decisions of those before it as assumptions:

    interior   is decided for good when the window is solved
    halo       the undecided tiles beside and below: solved too, so that the interior fits what is to come, then forgotten

Before that, ``probing`` fixes what unit propagation finds in every solution. Where a window cannot be solved, something around it
was decided too early. The solver's core of failed assumptions shows where: the nearest tile of the core is forgotten and becomes
part of the window, again and again, so that a window grows along the chain of forced edges that it is stuck at, rather than in
all directions. Where one takes too many conflicts, a larger one would take more. So what is decided around it is forgotten, farther
around each time it fails; it is solved before its surroundings, and these after it. ``rules`` look beyond the window: it must close
no part of the board off for good (``parts``) and leave no sum odd behind (``parity``, ``tile_parity``); where sums leave no
edge to spare, solutions are trees, and it must form no cycle (``trees``); where they leave few, it should spend no more than its
share (``spare``). A solution that breaks a rule is cut off, and the next one is looked for near the one that has broken the fewest
so far.

How large a window may be depends on what probing leaves open: what takes a solver a moment with one variable of a node undecided
takes it hundreds of thousands of conflicts with three. So tiles are sized by what is undecided. The halo is one tile: a wider one
foresees more, but costs more than the windows that fail without it. After so many conflicts that bring an attempt no farther, all
begins anew with tiles of another size, and then at the other end (``schedule``, ``settings``). Once the first has failed, windows
with all around them open are asked what holds in all of their models, for that holds on the board too (``backbones``). Attempts
take turns with a way that begins with an assignment that keeps the clauses, found by windows too, and has gaps: it is mended where
it is broken (``repair``, ``gaps``), in the end by large windows in which connectivity is encoded (``closing``, ``links``). Where
solutions are trees, each window is a local search instead (``climbing``, ``local_search``, ``neighbourhood``).

The result is a model, a refutation (a window that cannot be solved whatever is decided around it refutes the board), or neither:
then the caller goes on by another road.
References: Shaw 1998, "Using constraint programming and local search methods to solve vehicle routing problems" (large
neighbourhood search); Een and Sorensson 2003, "Temporal induction by incremental SAT solving" (cores of assumptions).
"""

from hashicnf.windows.schedule import sweep
from hashicnf.windows.tiles import by_distance, squares

__all__ = ["by_distance", "squares", "sweep"]
