"""Web interface: view models, HTTP API, live channel and pages; it displays what the table computed."""

from calibration.image_limits import limit_opencv

limit_opencv()
