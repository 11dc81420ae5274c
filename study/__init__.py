"""The study: what the project adds to the field, measured. ``python -m study --help``.

A chapter lists boards and batches, and reads its table, its picture and the figures of its text off the results. Batches go through
``hashicnf.batch`` into a database of the chapter, so the study goes on where it stopped and may be done in shards. What a page
needs of them is kept as CSV in ``docs/results``: pages and pictures are made anew from that, without running anything.
"""
