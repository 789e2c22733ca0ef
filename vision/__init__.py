"""Light to sightings: tags, tracks, hands, dice."""
