"""The doctor's checks while a table is in play: what can be told from a picture that was looked at anyway."""

from __future__ import annotations

from calibration.catalogue import Catalogue
from overlook.doctor.check import Check
from overlook.doctor.focus import focus
from overlook.table.seen_table import SeenTable

EVERY_S = 5.0


def health_checks(seen: SeenTable, catalogue: Catalogue) -> tuple[Check, ...]:
    """Return the stages' times, whether the camera has moved, and the focus, as far as the picture tells them."""
    took = ", ".join(f"{stage} {ms:.0f} ms" for stage, ms in seen.took_ms.items())
    stages = Check.ok("stages", f"for each picture: {took}")
    if seen.problem is not None:
        return (stages,)
    moved = Check.trouble("sentinel", "the camera has moved", "let it hang still, places are measured anew")
    camera = moved if seen.pose is None else Check.ok("sentinel", "the camera hangs where it hung")
    sharp = focus(seen.frame.image, {tag.id: tag.corners_px for tag in seen.tags.values()}, catalogue)
    return stages, camera, *([] if sharp is None else [sharp])
