"""The version, in a module that imports nothing else."""

__version__ = "0.1.0"
JSON_SCHEMA = 1  # of the output of --json: changes when a field is removed or gets another meaning


def this_version() -> str:
    """Return the versions of hashicnf and Python as text, for results."""
    import platform

    return f"hashicnf {__version__}, Python {platform.python_version()}"
