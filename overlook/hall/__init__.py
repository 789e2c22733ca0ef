"""A table's link to a hall: journal events and judge calls sent by an outbox to the hub, and web hooks."""
