"""Journal of a game in SQLite, durable before entries take effect; export as JSON lines; recovery of damaged files."""
