"""Compare methods: run every puzzle with every method in a fresh process, and check every answer.

    measure   puzzles x methods -> report: schedules the processes
    process   runs a command under a limiter: limits, figures, no process left behind
    limiter   the small script that starts the command and measures it
    verify    output of a process -> status, after an independent check
    runs      the record of a run, and of a summary
    results   all runs: medians, summaries
    earlier   reads earlier results and merges them
    tables    results -> rows of text
    charts    results -> pictures

Each run is a command line: ``hashicnf solve PUZZLE --method METHOD --json``. A method may have options, such as
``astar --heuristic mst``, so that two ways to use it can be compared as well.
"""

from __future__ import annotations

from typing import Final

# Compared by default, as far as the families of the puzzles have them.
USUAL_METHODS: Final = ("cdcl", "dpll", "astar", "idastar", "backtracking", "bruteforce")
