"""Propagation during a search: literal codes, theories, connectivity, saturation."""
