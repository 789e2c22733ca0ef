"""HTTP server: sockets, TLS, connection limits, settings, problem responses, request bodies, server-sent events."""
