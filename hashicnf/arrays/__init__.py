"""Arrays: work in pieces that fit a cache, rows made when they are needed, graphs as arrays."""
