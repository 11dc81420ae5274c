"""Boards made to order: known positions, and scrambles whose shortest plans have a known length."""
