"""Models of Hashiwokakero for other solvers, as a user would write them: programs for ``hashicnf compare --methods NAME=COMMAND``.

They import nothing of hashicnf, so ``python -m study.peers.asp`` can run under any Python that has the solver. Each uses
one thread, reads a board in native form from standard input, and prints an object like that of ``hashicnf solve --json``.
"""
