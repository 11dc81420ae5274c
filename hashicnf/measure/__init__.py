"""Measure: benchmarks, scaling by phase, comparisons of methods, and their charts."""
