"""`python -m orchard` is `orchard`."""

from orchard.shells.cli import main

main()
