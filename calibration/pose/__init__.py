"""Poses from tag sightings: the camera above the board, then everything on it, with covariance."""
