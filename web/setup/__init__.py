"""The set-up of a table on the page: what it shows, what it is asked for, and its routes."""
