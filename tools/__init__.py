"""What the project's own people run: nothing of it is installed with a table."""
