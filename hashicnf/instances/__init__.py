"""Folders of benchmark instances: formulas under descriptive names, a manifest, and a page that describes them.

``facts`` holds the known facts about a puzzle, ``manifest`` the row of JSON for each instance, ``folder`` writes an instance and
returns its row, ``rows`` collects the rows of a folder, and ``page`` describes a family of instances from them.
"""
