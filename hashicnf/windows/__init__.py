"""Solve wide boards window by window.

On a large board a SAT solver makes its decisions all over the board, its restarts undo decisions that have nothing to do with the
last conflict, and the data it needs is rarely in the processor's caches. The rules of a board are local, however. So the board is
cut into windows of some hundred nodes, which are solved one after the other, row by row; the decisions of earlier windows are
assumptions of the later ones. A window has two parts:

    interior   decided when the window is solved, and kept
    halo       the undecided tiles beside and below the interior: solved together with it, so that the interior fits its
               surroundings, then undecided again

Before the first window, ``probing`` fixes the literals that unit propagation derives. If a window has no model, a neighbouring
decision was wrong. The solver's core of failed assumptions shows which: the nearest tile of the core is undecided again and joins
the window, repeatedly, so the window grows along the chain of forced edges that causes the conflict, and not in all directions. If
a window takes too many conflicts, a larger one would take more; then the decisions around it are undone, in a wider area after each
failure, and the window is solved before its surroundings are.

``rules`` add constraints that reach beyond the window. It must not disconnect any part of the board (``parts``), nor leave a set of
sums of the wrong parity (``parity``, ``tile_parity``). If the sums leave no edge to spare, solutions are trees, so the window must
contain no cycle (``trees``); if they leave few, it should use at most its share of them (``spare``). A model that violates a rule
is excluded by clauses, and the next model is searched near the model with the fewest violations so far.

The best size of a window depends on how much probing leaves open: a window that is easy with one undecided variable per node takes
hundreds of thousands of conflicts with three. So tiles are sized by the number of undecided variables. The halo is one tile wide: a
wider one avoids some failures, but costs more than it saves. An attempt that makes no progress for a number of conflicts ends;
the next uses tiles of another size, or begins at the other end of the board (``schedule``, ``settings``). After the first failed
attempt, windows are solved without assumptions: literals that hold in all of their models hold on the whole board (``backbones``).
Attempts alternate with repair. Repair starts from an assignment, also found by windows, that satisfies all clauses but not
connectivity, and closes its gaps one by one (``repair``, ``gaps``) by small windows (``patching``), the last ones by large windows
in which connectivity is encoded (``closing``, ``links``). If solutions are trees, each window is searched locally instead
(``climbing``, ``local_search``, ``neighbourhood``).

A model of the board can be varied by windows, too: ``changes`` searches for models near it in which given literals fail.

The result of a sweep is a model, a refutation (a window that has no model without any assumption refutes the board), or neither;
then the caller tries another method.

References: Shaw 1998, "Using constraint programming and local search methods to solve vehicle routing problems" (large
neighbourhood search); Eén and Sörensson 2003, "Temporal induction by incremental SAT solving" (cores of assumptions).
"""

from hashicnf.windows.changes import holding_nearby
from hashicnf.windows.schedule import Swept, sweep
from hashicnf.windows.tiles import tiling_of

__all__ = ["Swept", "holding_nearby", "sweep", "tiling_of"]
