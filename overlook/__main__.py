"""`python -m overlook`."""

from overlook.cli import main

main()
