"""HTML pages and static files, and the pages that are rendered in Python."""
