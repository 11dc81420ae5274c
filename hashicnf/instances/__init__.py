"""Folders of instances for others: formulas under names that say what they hold, a manifest, and a page that describes them.

``facts`` are what is known of a puzzle, ``manifest`` a row of JSON for each instance, ``folder`` writes an instance and its row,
``rows`` puts those of a folder together, and ``page`` describes a family of instances from them.
"""
