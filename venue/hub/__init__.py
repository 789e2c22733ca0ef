"""Hub: stores and shows every table of the hall, and runs events."""
