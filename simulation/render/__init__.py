"""Renderer: rays, light, shapes and sensor."""
