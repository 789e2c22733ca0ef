"""Pixels to board: lens, board pose, tag mounts, height, covariance, printed sheets."""
