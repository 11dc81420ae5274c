"""Compare methods: run every puzzle with every method in a fresh process, and check every answer.

    measure   puzzles x methods -> report: which process runs when
    process   a command under a limiter: limits, figures, nothing left behind
    limiter   the small script that starts the command and measures it
    verify    output of a process -> status, after an independent check
    results   runs, medians, summaries
    earlier   results read again and put side by side
    tables    reports -> rows of text
    charts    reports -> pictures

What is compared is the command line: ``hashicnf solve PUZZLE --method METHOD --json``. A method may come with further words,
such as ``astar --heuristic mst``, so that two ways to use it can be compared as well.
"""
