"""Run with ``python -m copla.cli``."""

from copla.cli import main

main()
