"""Calibration: lens, board pose, tag mounts, heights, covariances, printed sheets; from pixels to the board."""

from calibration.image_limits import limit_opencv

limit_opencv()
