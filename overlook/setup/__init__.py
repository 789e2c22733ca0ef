"""Set-up of a table before a game: teams and tags, terrain, mission, markers, and saved set-ups."""
