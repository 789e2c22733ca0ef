"""Cameras: one protocol, its implementations, and a supervisor that keeps a camera running."""

from hardware.async_bridge import Newest
from hardware.cameras.camera import (
    Camera,
    CameraIdentity,
    CameraMode,
    Capability,
    Exposure,
    Holding,
    holding,
)
from hardware.cameras.opencv import ImageCamera, RtspCamera, V4l2Camera, VideoFileCamera
from hardware.cameras.picamera import PicameraCamera
from hardware.cameras.supervisor import CameraReport, CameraState, Supervisor, Watch

__all__ = [
    "Camera",
    "CameraIdentity",
    "CameraMode",
    "CameraReport",
    "CameraState",
    "Capability",
    "Exposure",
    "Holding",
    "ImageCamera",
    "Newest",
    "PicameraCamera",
    "RtspCamera",
    "Supervisor",
    "V4l2Camera",
    "VideoFileCamera",
    "Watch",
    "holding",
]
