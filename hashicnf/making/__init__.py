"""Puzzles made to order: with exactly one solution, with few clues, or of a given grade of difficulty."""
