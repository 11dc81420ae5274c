"""Many puzzles: one command on all of them, in warm processes or on a cluster, with all results in one database.

    inputs      files, folders, patterns, standard input -> items
    items       the piece of work, and the settings of a run
    tasks/      what is done with a puzzle: a module for each command
    parts       the puzzles of a text that holds several, as items
    shards      parts of a batch for machines that know nothing of each other
    execute     one item -> results, under its ``limits`` of time and memory
    worker      the process that executes items: chunks come in, results go out, as ``messages``
    chunks      which items go together, and what becomes of those whose worker died
    pool        worker processes on this machine
    cluster     the same workers on a Dask cluster
    connect     the connection to that cluster
    database    the file of the results: its tables, how it is opened
    store       what the driver asks of it and writes into it
    driver      from inputs to the database: what is done already is left out
    state       how far it is
    misuse      batches in which nothing is right
    tables      the database as rows
    merge       several databases as one
    studies     the same puzzles under many settings, for ``bench`` and ``compare``

An item is known by a checksum of its text, so finished work is found again under any name, and a changed file is new work. Only
the driver writes to the database; everything else can die at any time.
"""
