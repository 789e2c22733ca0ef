"""The free table: measures without judging, for any miniatures game."""
