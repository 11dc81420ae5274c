"""The pipeline from text to answer: puzzles, compile, emit, decode, answer."""
