"""Records: journal, rosters, missions, packs, notation and recorded games. They store data and make no rulings."""
