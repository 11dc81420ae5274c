"""Generators of boards: known positions, and scrambles whose shortest plans have a known length."""
