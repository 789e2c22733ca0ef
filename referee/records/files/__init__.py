"""Files: rosters, missions and packs, in own formats or imported; unknown weapon rules are listed."""
