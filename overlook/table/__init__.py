"""A table in play: observations of its camera, the game, rulings, and what can be done now."""
