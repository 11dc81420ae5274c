"""Puzzles made to order: with one solution, with few clues, as hard for people as is asked for."""
