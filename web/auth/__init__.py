"""Who is asking, and what they may do: sessions, pairing, request checks, permissions."""
