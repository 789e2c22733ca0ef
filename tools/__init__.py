"""Development tools; the packages never import them."""
