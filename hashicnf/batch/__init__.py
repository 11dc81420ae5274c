"""Many puzzles: one command on all of them, in warm processes or on a cluster, with all results in one database.

    inputs      files, folders, patterns, standard input -> items
    items       the piece of work, and the settings of a run
    tasks/      what is done with a puzzle: a module for each command
    execute     one item, with its limits -> results
    worker      the process that executes items: chunks come in, results go out
    chunks      which items go together, and what becomes of those whose worker died
    crew        worker processes on this machine
    cluster     the same workers on a Dask cluster
    connect     the connection to that cluster
    database    the file of the results: its tables, how it is opened
    store       what the driver asks of it and writes into it
    driver      from inputs to the database: what is done already is left out
    state       how far it is
    misuse      batches in which nothing is right
    tables      the database as rows

An item is known by a checksum of its text, so finished work is found again under any name, and a changed file is new work. Only
the driver writes to the database; everything else can die at any time.
"""
