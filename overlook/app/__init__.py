"""The running program: composition root, background tasks, web server."""
