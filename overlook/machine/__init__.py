"""The machine under a table, for its page: how it is, what it is set to, back-ups and reports."""
