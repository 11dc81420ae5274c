"""Propagation: rows with bounds before the encoding; codes, theories and saturation during a search; counting arguments."""
