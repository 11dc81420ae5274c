"""Hashiwokakero by general solvers of others, as a user would state it: programs for ``hashicnf compare --methods NAME=COMMAND``.

They import nothing of hashicnf, so ``python -m study.peers.asp`` runs under the Python that its solver is installed for. Each has
one thread, reads a board in native form from standard input, and prints what ``hashicnf solve --json`` prints.
"""
