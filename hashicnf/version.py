"""The version, alone in a file so that asking for it imports nothing."""

__version__ = "0.1.0"
JSON_SCHEMA = 1  # of what --json prints: changes when a field is taken away or means something else


def this_version() -> str:
    """Return the versions of hashicnf and Python, as results state them."""
    import platform

    return f"hashicnf {__version__}, Python {platform.python_version()}"
