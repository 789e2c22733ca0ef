"""Camera images for viewers: MJPEG streams, annotations, and the virtual camera."""
