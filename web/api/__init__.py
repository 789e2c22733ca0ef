"""JSON routes, one module for each group of routes."""
