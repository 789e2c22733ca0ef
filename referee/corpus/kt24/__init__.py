"""What the 2024 edition can be asked of a position."""
