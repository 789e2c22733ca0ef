"""Pixels to board: lens, board pose, tag mounts, height, covariance, printed sheets."""

from calibration.image_limits import limit_opencv

limit_opencv()
