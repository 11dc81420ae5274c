"""Compile and solve: the one package that sees every layer, and what the library's users call."""
