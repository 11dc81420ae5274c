"""Pictures of puzzles as SVG, PNG and PDF, and as worksheets.

What a picture shows is said by families, as shapes (``core/picture.py``); here it is written.
"""
