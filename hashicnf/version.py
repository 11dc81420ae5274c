"""The version, alone in a file so that asking for it imports nothing."""

__version__ = "0.1.0"
JSON_SCHEMA = 1  # of what --json prints: changes when a field is taken away or means something else
