"""A table in a hall: what is said of its games, put into the outbox from the journals and sent to the hub."""
