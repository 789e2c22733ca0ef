"""Lens calibration: intrinsics of one camera from views of a ChArUco sheet."""
