"""Input of rulings from the game: position, edition in play, attempt, weapon, order tokens."""
