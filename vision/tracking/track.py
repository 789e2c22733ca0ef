"""Track of one thing: seen, moving, covered, lifted or gone, with the path of its last move."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

import numpy as np

from calibration.pose.localisation import LocatedThing
from geometry.base import MM_PER_INCH
from geometry.placement import Placement

MOVED_MM = 0.6
"""Shift between images from which a thing has moved; tags at rest scatter by a tenth of it."""

MOVED_DEG = 1.5

STILL_S = 0.4
"""Time without a move after which a thing has settled."""

GONE_S = 10.0
"""Time after which a lifted thing that was not put down has left the table."""

COVERED_MM_PER_S = 0.3
"""Growth of a covered thing's position error: standard deviation per square root of a second, mm."""

MOST_AVERAGED = 20

_SOON = 1e-6


class TrackState(StrEnum):
    """Visibility and motion of a thing; `TrackState` of the pages adds places that people enter."""

    SEEN = "seen"
    MOVING = "moving"
    COVERED = "covered"
    LIFTED = "lifted"
    GONE = "gone"


@dataclass(frozen=True, slots=True)
class Waypoint:
    """Point of a path: seconds, and x, y on the board in inches."""

    t_s: float
    x: float
    y: float


@dataclass(frozen=True, slots=True, eq=False)
class Track:
    """Track of one thing over time. Immutable: every image makes a new one.

    - `located`: best placement, the mean over the images since it settled.
    - `anchor`: placement by its tags alone when it settled.
    - `latest`: current placement by its tags alone.
    - `moved_s`, `seen_s`: when it was last seen moving, and last seen.
    - `since_s`: when its state began.
    - `path`: waypoints of its last visible move, beginning with its old position.
    """

    located: LocatedThing
    anchor: Placement
    latest: Placement
    state: TrackState
    since_s: float
    seen_s: float
    moved_s: float
    averaged: int = 1
    path: tuple[Waypoint, ...] = ()

    @property
    def id(self) -> str:
        """The thing's id in the catalogue."""
        return self.located.id

    @property
    def placement(self) -> Placement:
        """Best known placement."""
        return self.located.placement

    @classmethod
    def first(cls, located: LocatedThing, by_tags: Placement, t_s: float, *, settled: bool) -> Track:
        """Return the track of a new thing; in the first image it is assumed to have been there already."""
        state = TrackState.SEEN if settled else TrackState.MOVING
        moved_s = t_s if not settled else t_s - STILL_S
        return cls(located, by_tags, by_tags, state, t_s, t_s, moved_s)

    def seen(self, located: LocatedThing, by_tags: Placement, t_s: float) -> Track:
        """Return the track after an image with the thing seen at `located` (by its tags alone: `by_tags`)."""
        absent = self.state in {TrackState.LIFTED, TrackState.GONE}
        if absent or has_moved(by_tags, self.anchor) or located.level != self.located.level:
            return self._moved(located, by_tags, t_s)
        settled = self.state is not TrackState.MOVING or t_s - self.moved_s >= STILL_S - _SOON
        state = TrackState.SEEN if settled else TrackState.MOVING
        count = min(self.averaged + 1, MOST_AVERAGED)
        return replace(
            self,
            located=replace(located, placement=_mean(self.placement, located.placement, 1 / count)),
            anchor=_mean(self.anchor, by_tags, 1 / count),
            latest=by_tags,
            state=state,
            since_s=self.since_s if state is self.state else t_s,
            seen_s=t_s,
            averaged=count,
        )

    def _moved(self, located: LocatedThing, by_tags: Placement, t_s: float) -> Track:
        left = Waypoint(self.seen_s, self.placement.x, self.placement.y)
        path = self.path if self.state is TrackState.MOVING else (left,)
        here = Waypoint(t_s, located.placement.x, located.placement.y)
        since = self.since_s if self.state is TrackState.MOVING else t_s
        return Track(located, by_tags, by_tags, TrackState.MOVING, since, t_s, t_s, 1, (*path, here))

    def unseen(self, t_s: float, *, still_there: bool) -> Track:
        """Return the track after an image without the thing.

        `still_there`: it may be covered, or its base is visible at its position; otherwise it was lifted. The placement
        is kept; its covariance grows.
        """
        if still_there and self.state not in {TrackState.LIFTED, TrackState.GONE}:
            state = TrackState.COVERED
        elif self.state is TrackState.GONE or (
            self.state is TrackState.LIFTED and not still_there and t_s - self.since_s >= GONE_S
        ):
            state = TrackState.GONE
        else:
            state = TrackState.LIFTED
        since_s = self.since_s if state is self.state else t_s
        return replace(self, state=state, since_s=since_s)

    def out_of_sight(self, t_s: float) -> Track:
        """Return the track after an image that shows nothing of the table: a thing that was there is covered."""
        state = TrackState.COVERED if self.state in {TrackState.SEEN, TrackState.MOVING} else self.state
        return replace(self, state=state, since_s=self.since_s if state is self.state else t_s)

    def at(self, t_s: float) -> Placement:
        """Return the best known placement, with a covariance that grows while the thing is not seen."""
        unseen_s = max(t_s - self.seen_s, 0.0)
        if self.state in {TrackState.SEEN, TrackState.MOVING} or unseen_s == 0:
            return self.placement
        grown = np.array(self.placement.covariance)
        grown[0, 0] += (COVERED_MM_PER_S / MM_PER_INCH) ** 2 * unseen_s
        grown[1, 1] += (COVERED_MM_PER_S / MM_PER_INCH) ** 2 * unseen_s
        return replace(self.placement, covariance=grown)


def has_moved(one: Placement, other: Placement) -> bool:
    """Return whether two placements of one thing are different positions."""
    shift_mm = float(np.hypot(one.x - other.x, one.y - other.y)) * MM_PER_INCH
    turn_deg = (one.rotation_deg - other.rotation_deg + 180) % 360 - 180
    return shift_mm > MOVED_MM or abs(turn_deg) > MOVED_DEG


def _mean(old: Placement, new: Placement, share: float) -> Placement:
    """Return the mean of two placements of one thing.

    Independent errors per image are a thousandth of the variance (docs/accuracy.md). The errors of tag mount, board,
    lens and level are the same in all images and do not average out, so the covariance is unchanged. The level is taken
    from the newest image.
    """
    known = old if old.levels == new.levels else new
    turn_deg = (new.rotation_deg - old.rotation_deg + 180) % 360 - 180
    return replace(
        new,
        x=old.x + share * (new.x - old.x),
        y=old.y + share * (new.y - old.y),
        rotation_deg=(old.rotation_deg + share * turn_deg + 180) % 360 - 180,
        covariance=known.covariance,
        mount=known.mount,
        errors=known.errors,
    )
