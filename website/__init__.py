"""The documentation site: ``make docs``."""
