"""What people see and touch in a browser: view models, the live channel, the pages. It shows and never computes."""

from calibration.image_limits import limit_opencv

limit_opencv()
