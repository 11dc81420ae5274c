"""Arrays: work in pieces that fit into the cache, rows that are made on demand, graphs as arrays."""
