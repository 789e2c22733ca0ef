"""The part of a kept picture that a ruling is about: a small picture of a whole board shows no base."""

from __future__ import annotations

from web.contract.table.recordings import ClipView

MARGIN = 1.3
"""How much more than the ruling itself is shown, so that what it is near to can be seen."""

LEAST = 0.3
"""The smallest part of the picture's sides that is shown."""

Box = tuple[float, float, float, float]


def close_up(view: ClipView) -> Box | None:
    """Return left, top, width and height in px of what its ruling is drawn in, in the shape of the whole view.

    None where nothing is drawn.
    """
    findings = () if view.ruling is None else view.ruling.findings
    points = [
        *(point for one in findings for stroke in one.witness for point in stroke.points_px or ()),
        *(point for base in view.named for point in base.outline_px),
    ]
    if not points:
        return None
    left, top, width, height = view.view_px or (0.0, 0.0, *map(float, view.size_px))
    xs, ys = zip(*points, strict=True)
    share = MARGIN * max((max(xs) - min(xs)) / width, (max(ys) - min(ys)) / height)
    share = min(1.0, max(LEAST, share))
    return (
        _within((min(xs) + max(xs)) / 2, share * width, low=left, whole=width),
        _within((min(ys) + max(ys)) / 2, share * height, low=top, whole=height),
        share * width,
        share * height,
    )


def _within(middle: float, size: float, *, low: float, whole: float) -> float:
    """Return where a stretch about `middle` begins that stays in the whole one."""
    return min(max(middle - size / 2, low), low + whole - size)
