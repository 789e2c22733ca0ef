"""Devices: cameras, the button panel with its light and buzzer, and a simulated table that is one more camera."""

from calibration.image_limits import limit_opencv

limit_opencv()
