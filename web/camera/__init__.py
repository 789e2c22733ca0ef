"""Camera images for viewers: MJPEG, annotations, the virtual camera."""
