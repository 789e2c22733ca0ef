"""Visibility in three dimensions, decided exactly; control range; shortest paths around walls."""
