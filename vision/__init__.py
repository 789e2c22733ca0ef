"""Light to sightings: tags, tracks, hands, dice."""

from calibration.image_limits import limit_opencv

limit_opencv()
