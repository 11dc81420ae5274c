"""``hashicnf bench``: solve every puzzle under some paths and measure."""


def bench() -> int:
    """Measure."""
    return 0
