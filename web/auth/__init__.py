"""Authentication and authorization: sessions, pairing, request checks and permissions."""
