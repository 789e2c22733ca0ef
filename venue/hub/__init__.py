"""The hub: every table of the hall at a glance, its history kept."""
