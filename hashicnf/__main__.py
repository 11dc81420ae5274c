"""Run ``python -m hashicnf``."""

from hashicnf.cli import main

main()
