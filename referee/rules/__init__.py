"""The rules: positions, rulings, findings, and the ports that an edition implements. Pure functions, no game state."""
