"""Text to Document and back: one module per notation, each ending in ``FORMAT``."""
