"""Entry point of `python -m overlook`."""

from overlook.cli.main import main

main()
