"""Batches: run one command on many puzzles, in warm processes or on a cluster, with all results in one database.

    inputs      files, folders, patterns, standard input -> items
    items       one piece of work, and the settings of a run
    tasks/      the work on a puzzle: a module for each command
    parts       the puzzles of a text that contains several, as items
    shards      parts of a batch for machines without any connection
    execute     one item -> results, under its ``limits`` of time and memory
    worker      the process that executes items: reads chunks and writes results, as ``messages``
    chunks      grouping items into chunks, and handing out again the items of workers that died
    pool        worker processes on this machine
    cluster     the same workers on a Dask cluster
    connect     the connection to that cluster
    database    the file of the results: its tables, and opening it
    store       the driver's queries to the database, and its writing
    driver      from inputs to the database, without the work that is done already
    state       the progress of a batch
    misuse      batches in which every puzzle ends in the same error of usage
    tables      the database as rows
    merge       several databases as one
    places      opening the workers of this machine or of a cluster
    studies     the same puzzles under many settings, for ``bench`` and ``compare``
    benchmarks  studies of ``bench`` and ``compare``, run and read
    public      the library's functions ``bench`` and ``compare``

An item is identified by a checksum of its text, so finished work is recognised under any file name, and a changed file is new work.
Only the driver writes to the database; all other processes may end at any time.
"""
