"""Cameras: one protocol, its implementations, and a supervisor that keeps a camera running."""

from hardware.async_bridge import LatestValueChannel
from hardware.cameras.camera import (
    Camera,
    CameraIdentity,
    CameraMode,
    Capability,
    Exposure,
    ExposureLock,
    exposure_lock_of,
)
from hardware.cameras.opencv import ImageCamera, RtspCamera, V4l2Camera, VideoFileCamera
from hardware.cameras.picamera import PicameraCamera
from hardware.cameras.supervisor import CameraReport, CameraState, Supervisor, SupervisorLimits

__all__ = [
    "Camera",
    "CameraIdentity",
    "CameraMode",
    "CameraReport",
    "CameraState",
    "Capability",
    "Exposure",
    "ExposureLock",
    "ImageCamera",
    "LatestValueChannel",
    "PicameraCamera",
    "RtspCamera",
    "Supervisor",
    "SupervisorLimits",
    "V4l2Camera",
    "VideoFileCamera",
    "exposure_lock_of",
]
