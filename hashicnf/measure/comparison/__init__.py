"""Compare methods: every puzzle with every method, each in a process of its own, and every answer checked here.

    measure   puzzles x methods -> report: which process runs when
    process   a command under a keeper: limits, figures, nothing left behind
    keeper    the small script that starts the command and measures it
    judge     what a process printed -> status; the checker has the word
    results   runs, medians, summaries
    earlier   results read again and put side by side
    tables    reports -> rows of text
    charts    reports -> pictures

What is compared is the command line: ``hashicnf solve PUZZLE --method METHOD --json``. A method may come with further words,
such as ``astar --heuristic mst``, so that two ways to use it can be compared as well.
"""
