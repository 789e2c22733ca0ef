"""HTML pages and static files, and the pages that Python writes itself."""
