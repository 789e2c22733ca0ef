"""Views, requests and ports of the set-up, first run, calibration and machine pages."""
