"""What the 2021 edition can be asked of a position."""
