"""Read and write files by name; ``-`` is standard input or output, and endings of compressions are heeded."""
