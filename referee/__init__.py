"""The referee: rules, game, editions, records and corpus. Independent of cameras and images."""
