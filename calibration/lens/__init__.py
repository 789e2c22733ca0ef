"""Intrinsics of one camera from views of a ChArUco sheet."""
