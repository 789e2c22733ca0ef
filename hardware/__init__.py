"""Hardware: cameras, the button panel with its light and buzzer, and the voice."""

from calibration.image_limits import limit_opencv

limit_opencv()
