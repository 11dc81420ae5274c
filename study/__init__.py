"""The study measures what the project adds to the field: ``python -m study --help``.

A chapter lists boards and batches, and makes its table, its picture and the figures of its text from the results.
``hashicnf.batch`` runs the batches into a database of the chapter, so an interrupted study can be continued, and divided into
shards. The results that a page needs are kept as CSV in ``docs/results``: pages and pictures can be made again from these tables
without running anything.
"""
