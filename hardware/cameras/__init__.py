"""Cameras: one protocol, one file a source, and a supervisor that keeps any of them running."""

from hardware.cameras.camera import (
    Camera,
    CameraIdentity,
    CameraMode,
    Capability,
    Exposure,
    Holding,
    holding,
)
from hardware.cameras.capture import RtspCamera, V4l2Camera, VideoFileCamera
from hardware.cameras.images import ImageCamera
from hardware.cameras.newest import Newest
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
