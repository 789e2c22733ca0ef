"""A scripted table: the program's own session and service, with sightings from a script in place of pictures."""
