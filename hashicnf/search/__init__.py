"""Search algorithms over state spaces; none of them knows what a board is."""
