"""Training of what is learned."""
