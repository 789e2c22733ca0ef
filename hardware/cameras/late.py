"""A camera whose line in the settings may name nothing yet: it is looked for each time that it is opened."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from hardware.cameras.camera import Camera, CameraIdentity, CameraMode, Capability, Exposure, holding
from hardware.cameras.spec import camera_from_spec
from hardware.errors import CameraError, CameraSpecError
from vision.frame import Frame


class LateCamera:
    """A camera by its spec, found or not; `make` is tried at every opening until it finds one.

    Opened in vain it raises `CameraError` with the finder's own line, so that a supervisor tries again.
    """

    def __init__(self, spec: str, make: Callable[[], Camera]) -> None:
        self._spec, self._make = spec, make
        self._found: Camera | None = None

    @property
    def identity(self) -> CameraIdentity:
        """Which camera this is: by its spec alone until it is found."""
        return CameraIdentity("camera", "camera", self._spec) if self._found is None else self._found.identity

    @property
    def capabilities(self) -> frozenset[Capability]:
        """What it can do; nothing until it is found."""
        return frozenset() if self._found is None else self._found.capabilities

    @property
    def mode(self) -> CameraMode:
        """How it gives its pictures; `CameraError` while it is closed."""
        return self._there().mode

    def open(self) -> None:
        """Find the device, take it and start it."""
        if self._found is None:
            try:
                self._found = self._make()
            except CameraSpecError as fault:
                raise CameraError(str(fault)) from fault
        self._found.open()

    def frames(self) -> Iterator[Frame]:
        """Yield frames as they come."""
        return self._there().frames()

    def close(self) -> None:
        """Give the device back; it is looked for anew when it is opened again."""
        found, self._found = self._found, None
        if found is not None:
            found.close()

    def hold(self, held: bool) -> None:
        """Keep exposure and focus as they are now, or let the camera choose again."""
        holder = holding(self._there())
        if holder is not None:
            holder.hold(held)

    @property
    def exposure(self) -> Exposure:
        """What the sensor was set to for the last picture."""
        holder = holding(self._there())
        return Exposure() if holder is None else holder.exposure

    def _there(self) -> Camera:
        if self._found is None:
            raise CameraError(f"{self._spec}: the camera is not open; open it first")
        return self._found


def camera_when_there(
    spec: str, shown: str, *, size_px: tuple[int, int] | None = None, fps: float | None = None
) -> Camera:
    """Return the camera that `spec` names, or one that is looked for until there is such a one.

    `shown` is the spec as people may read it, without a password.
    """
    try:
        return camera_from_spec(spec, size_px=size_px, fps=fps)
    except CameraSpecError:
        return LateCamera(shown, lambda: camera_from_spec(spec, size_px=size_px, fps=fps))
