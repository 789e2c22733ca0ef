"""Computer vision: detect tags, track objects and hands, read dice."""

from calibration.image_limits import limit_opencv

limit_opencv()
