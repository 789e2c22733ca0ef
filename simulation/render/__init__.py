"""The renderer: rays, light, shapes, sensor."""
