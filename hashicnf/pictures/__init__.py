"""Pictures of puzzles as SVG, PNG and PDF, and as worksheets.

Families describe a picture as shapes (``core/picture.py``); the modules of this package write them to files.
"""
