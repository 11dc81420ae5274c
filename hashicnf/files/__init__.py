"""Read and write files by name; ``-`` is standard input or output, and files are (de)compressed by their ending."""
