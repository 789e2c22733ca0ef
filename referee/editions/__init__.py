"""The editions, each in a separate package, and their registry."""
