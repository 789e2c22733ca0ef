"""A table before its game: terrain, teams and tags, the mission, what stood there yesterday, and the file of it all."""
