"""The game: what happened, what stands, who decides next. Pure; the judge's rulings come in as data."""
