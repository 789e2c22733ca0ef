"""Moves: findings along a path, prices, permitted end positions, and markers laid down."""
