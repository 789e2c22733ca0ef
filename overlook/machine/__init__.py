"""The machine's page: state of the computer, settings, backup and restore, updates, reports."""
