"""Puzzles that are solved by plans: tasks, their formulas, their states, replay, and boards with pieces that move."""
