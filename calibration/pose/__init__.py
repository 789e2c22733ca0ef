"""Poses from tag sightings: the camera above the board, then everything that stands on it, with covariance."""
