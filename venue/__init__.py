"""The hall: each table publishes what it ruled, the hub gathers all tables and loses nothing."""
