"""The first run of a table: from nothing to a camera, a lens, a board and a certificate, in the browser."""
