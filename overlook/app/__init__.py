"""The running program: composition root, services, server."""
