"""Table tracker: one observation per frame, with a board registration that is kept until the camera is moved."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.catalogue import Catalogue, OperativeEntry
from calibration.errors import RegistrationError
from calibration.pose.board_pose import Registration, camera_motion, register
from calibration.pose.localisation import DoorState, LocatedThing, common_variance, door_states, shared_shifts
from calibration.pose.pose_fit import SeenTags
from calibration.pose.tag_offset_learning import MountModel
from calibration.rig import BoardPose, CameraModel, Rig, project
from calibration.tag_geometry import Pose2D
from calibration.tags import DEFAULT_TOLERANCE, TagSighting, Tolerance
from geometry.base import MM_PER_INCH
from geometry.placement import Placement
from messages.message import Message
from vision.intensity import SRGB, ResponseCurve, largest
from vision.tags.detector import Detection, Detector
from vision.tags.windowed_detector import WindowedDetector
from vision.tracking.hand_detector import BoardMask, HandDetector, HandView
from vision.tracking.object_localizer import ObjectLocalizer, Thing
from vision.tracking.table_warnings import place_warnings, system_warnings, tag_warnings
from vision.tracking.track import STILL_S, Track, TrackState, has_moved

SAME_SHARE = 0.5
"""Share of a base's cells that must be unchanged for it to be still there."""

COVERED_SHARE = 0.5
"""Share of a base's surroundings that must have changed for something to cover both.

Lifting a model changes its place and those of its tab and shadow, but leaves most of the ring around it unchanged.
"""

_CELLS = 12
_LEAST_NOISE = 6.0
_RING_MM = (5.0, 13.0, 21.0, 29.0)
"""Distances of the ring's points from the base's rim."""
_RING_POINTS = 32
_LEAST_RING_NOISE = 4.0
_GAIN = (0.6, 1.6)


@dataclass(frozen=True, slots=True, eq=False)
class AppearancePatch:
    """Appearance of a base and its surroundings: mean colours, (rows, columns, channels), and the pixels sampled.

    `maps` are the sampled pixels, (rows, columns, 2); `on_base` marks the cells on the base. `ring_maps` and `ring` are
    the same for its surroundings on its level. Taken at `t_s`.
    """

    maps: NDArray[np.float32]
    on_base: NDArray[np.bool_]
    colours: NDArray[np.float32]
    ring_maps: NDArray[np.float32]
    ring: NDArray[np.float32]
    t_s: float


def snapshot_appearance(
    image: NDArray[np.uint8],
    camera: CameraModel,
    pose: BoardPose,
    base_pose: Pose2D,
    half_axes_mm: tuple[float, float],
    t_s: float,
) -> AppearancePatch:
    """Return the appearance of a base at its position, and of its surroundings."""
    side = np.linspace(-1, 1, _CELLS)
    u, v = np.meshgrid(side, side)
    flat = np.column_stack([u.ravel() * half_axes_mm[0], v.ravel() * half_axes_mm[1], np.zeros(u.size)])
    maps = project(camera, pose, base_pose.carry(flat)).reshape(_CELLS, _CELLS, 2).astype(np.float32)
    turn, off = np.meshgrid(np.linspace(0, 2 * np.pi, _RING_POINTS, endpoint=False), _RING_MM)
    ring = np.column_stack(
        [
            ((half_axes_mm[0] + off) * np.cos(turn)).ravel(),
            ((half_axes_mm[1] + off) * np.sin(turn)).ravel(),
            np.zeros(turn.size),
        ]
    )
    ring_maps = project(camera, pose, base_pose.carry(ring)).reshape(*turn.shape, 2).astype(np.float32)
    on_base = np.asarray(u**2 + v**2 <= 1)
    return AppearancePatch(maps, on_base, _sample(image, maps), ring_maps, _sample(image, ring_maps), t_s)


def matches_appearance(image: NDArray[np.uint8], look: AppearancePatch) -> bool:
    """Return whether enough of the base is unchanged, apart from overall brightness."""
    now = _sample(image, look.maps)
    before = look.colours
    gain = float(np.median((now[look.on_base] + 1) / (before[look.on_base] + 1)))
    apart = largest(np.abs(now - before * np.float32(np.clip(gain, *_GAIN))))
    contrast = float(before[look.on_base].std())
    same = apart[look.on_base] < max(_LEAST_NOISE, 0.5 * contrast)
    return bool(same.mean() >= SAME_SHARE)


def is_occluded(image: NDArray[np.uint8], look: AppearancePatch) -> bool:
    """Return whether a thing and its surroundings are covered: by a sheet, a book, a case or darkness.

    A change of overall brightness around it is no cover.
    """
    now = _sample(image, look.ring_maps)
    gain = float(np.median((now + 1) / (look.ring + 1)))
    apart = largest(np.abs(now - look.ring * np.float32(np.clip(gain, *_GAIN))))
    # A robust spread, because a white tab or a wall in the ring says nothing about the contrast of the floor.
    texture = 1.4826 * float(np.median(np.abs(look.ring - np.median(look.ring, axis=(0, 1)))))
    return bool(np.mean(apart > max(_LEAST_RING_NOISE, 0.35 * texture)) >= COVERED_SHARE)


def _sample(image: NDArray[np.uint8], maps: NDArray[np.float32]) -> NDArray[np.float32]:
    height, width = image.shape[:2]
    low = np.floor(maps.reshape(-1, 2).min(axis=0) - 3).astype(int).clip(0)
    high = np.ceil(maps.reshape(-1, 2).max(axis=0) + 4).astype(int).clip(None, [width, height])
    crop = image[low[1] : high[1], low[0] : high[0]]
    if crop.size == 0:
        return np.zeros((*maps.shape[:2], image.shape[2] if image.ndim == 3 else 1), dtype=np.float32)
    smooth = cv2.blur(crop, (3, 3))
    at = maps - low.astype(np.float32)
    values = cv2.remap(smooth, at[..., 0].copy(), at[..., 1].copy(), cv2.INTER_LINEAR, None, cv2.BORDER_REPLICATE)
    return np.asarray(values, dtype=np.float32).reshape(*maps.shape[:2], -1)


class BoardTracker:
    """Current registration of the board, and whether the camera has moved since.

    `registration` is the reference of all placements; `moved` means that it is invalid and the camera is not at rest
    yet; `lost` means that too few board tags are visible to know. Raises `RegistrationError` if the first image does
    not show the board.
    """

    def __init__(
        self,
        camera: CameraModel,
        catalogue: Catalogue,
        sightings: Sequence[TagSighting],
        tolerance: Tolerance,
        previous_pose: BoardPose | None = None,
    ) -> None:
        self._camera, self._catalogue = camera, catalogue
        self._tolerance, self._previous_pose = tolerance, previous_pose
        self.registration: Registration = register(camera, catalogue, sightings, tolerance, previous_pose)
        self.moved = False
        self.lost = False
        self._candidate: Registration | None = None

    def update(self, sightings: Sequence[TagSighting]) -> bool:
        """Check the board tags of the next image; return whether the camera has moved or just came to rest.

        It comes to rest at the old pose or at a new one. While the board is lost, the last state is kept.
        After a knock the board is registered in every image until two agree; the second becomes `registration`.
        """
        seen = camera_motion(self._camera, self.registration.pose, self._catalogue, sightings)
        self.lost = seen.moved is None
        if seen.moved is None:
            return self.moved
        if not seen.moved:
            was, self.moved = self.moved, False
            return was
        self.moved = True
        try:
            fresh = register(self._camera, self._catalogue, sightings, self._tolerance, self._previous_pose)
        except RegistrationError:
            return True
        before, self._candidate = self._candidate, fresh
        if before is not None and not camera_motion(self._camera, before.pose, self._catalogue, sightings).moved:
            self.registration, self._candidate, self.moved = fresh, None, False
        return True


NEAR_HAND_PX = 10.0
"""Distance from the hand below which a tag may be half covered or shaded, so that it is not averaged."""

LOOK_AGAIN_S = 3.0
"""Time after which the appearance of a visible thing and its surroundings is updated: lighting and neighbours change.
"""

_SOON = 1e-6
_THERE = frozenset({TrackState.SEEN, TrackState.MOVING, TrackState.COVERED})
_NO_HAND = HandView(False, np.zeros((1, 1), dtype=np.bool_))


@dataclass(frozen=True, slots=True, eq=False)
class Observation:
    """State of the table at one moment of a sequence.

    `operatives` and `markers` are the tracks of everything ever seen. `missing` are operatives that are neither seen
    nor covered. `leaves` are the states of the leaves of doors and hatches, by id. `settled` means that for `STILL_S`
    the board was visible, no hand was seen and nothing moved. While `camera_moved`, placements are outdated and must
    not be used for rulings. `registration` is the reference of the placements, `common` the covariance (4, 4), inches
    and degrees, that all of them share.
    """

    t_s: float
    operatives: Mapping[str, Track]
    markers: Mapping[str, Track]
    terrain: Mapping[str, LocatedThing]
    leaves: Mapping[str, DoorState]
    hand: bool
    settled: bool
    camera_moved: bool
    missing: tuple[str, ...]
    unknown_tags: tuple[int, ...]
    registration: Registration
    detection: Detection
    warnings: tuple[Message, ...] = ()
    common: NDArray[np.float64] | None = None


class TableTracker:
    """Tracker of one table in the images of one camera; not thread-safe.

    The board is registered in the first image and whenever the camera has moved. `observe` raises `RigError` for an
    image of another size; only the first call can raise `RegistrationError`. `mounts` has the learned offsets of the
    tags on their bases; each rim of a base that is found updates it.
    """

    def __init__(
        self,
        rig: Rig,
        catalogue: Catalogue,
        *,
        tolerance: Tolerance = DEFAULT_TOLERANCE,
        response: ResponseCurve = SRGB,
        mounts: MountModel | None = None,
    ) -> None:
        self._camera, self._previous_pose = rig.camera, rig.pose
        self._catalogue = catalogue
        self._tolerance = tolerance
        self._detector = WindowedDetector(
            Detector(catalogue.dictionary, catalogue.tag_ids, rig.camera.size_px, response)
        )
        self.mounts = mounts or MountModel()
        self._placer = ObjectLocalizer(rig.camera, catalogue, tolerance, response, self.mounts)
        self._watch: BoardTracker | None = None
        self._hand_detector: HandDetector | None = None
        self._leaves: dict[str, DoorState] = {}
        self._tracks: dict[str, Track] = {}
        self._looks: dict[str, AppearancePatch] = {}
        self._restless_s = 0.0

    def observe(self, image: NDArray[np.uint8], t_s: float) -> Observation:
        """Return the state of the table after the next image, taken at `t_s`; times must not decrease."""
        self._camera.require_size((image.shape[1], image.shape[0]))
        detection = self._detector.detect(image)
        first = self._watch is None
        watch = self._watch = self._watch or BoardTracker(
            self._camera, self._catalogue, detection.sightings, self._tolerance, self._previous_pose
        )
        moved = not first and watch.update(detection.sightings)
        if moved or watch.lost:
            self._detector.forget()
        if first or moved:
            self._restless_s = t_s
            self._start_over()
        hand = _NO_HAND
        if watch.lost:
            self._restless_s = t_s
        if not watch.moved:
            hand = self._look_for_hand(image, t_s, watch.registration)
            seen = {sighting.id: sighting for sighting in detection.sightings}
            self._placer.rims.blur = detection.blur
            self._placer.place_terrain(watch.registration, seen, hand=hand.seen)
            self._leaves |= door_states(self._camera, watch.registration, self._catalogue, self._placer.terrain, seen)
            self._follow(image, seen, watch.registration, hand, t_s, first=first)
        return self._observation(detection, watch, hand, t_s)

    def _start_over(self) -> None:
        """Discard everything valid for one registration only: background, placements, appearances."""
        self._hand_detector = None
        self._placer.forget()
        self._looks.clear()

    def _look_for_hand(self, image: NDArray[np.uint8], t_s: float, registration: Registration) -> HandView:
        if self._hand_detector is None:
            self._hand_detector = HandDetector(
                BoardMask(self._camera, registration.pose, self._catalogue.board.size_mm)
            )
        hand = self._hand_detector.look(image, t_s)
        if hand.seen:
            self._restless_s = t_s
        return hand

    def _follow(
        self,
        image: NDArray[np.uint8],
        seen: Mapping[int, TagSighting],
        registration: Registration,
        hand: HandView,
        t_s: float,
        *,
        first: bool,
    ) -> None:
        things: tuple[Thing, ...] = (*self._catalogue.operatives, *self._catalogue.markers)
        for thing in things:
            tags = [(tag, seen[tag.id]) for tag in thing.tags if tag.id in seen]
            track = self._tracks.get(thing.id)
            if tags:
                track = self._seen(image, thing, tags, registration, hand, track, t_s, first=first)
            elif track is not None and self._blind:
                track = track.out_of_sight(t_s)
            elif track is not None:
                track = track.unseen(t_s, still_there=self._may_be_there(image, thing, track, hand))
            if track is not None:
                self._tracks[thing.id] = track
                self._restless_s = max(self._restless_s, track.moved_s)

    def _seen(
        self,
        image: NDArray[np.uint8],
        thing: Thing,
        tags: SeenTags,
        registration: Registration,
        hand: HandView,
        track: Track | None,
        t_s: float,
        *,
        first: bool,
    ) -> Track:
        by_tags = self._placer.by_tags(registration, thing, tags)
        at_hand = any(hand.near(sighting.corners_px, NEAR_HAND_PX) for _, sighting in tags)
        moved = track is None or has_moved(by_tags.placement, track.anchor)
        if track is not None and not moved and at_hand:
            return replace(track, state=_rested(track), seen_s=t_s)
        if moved:
            self._placer.moved(thing.id)
        located = by_tags
        if isinstance(thing, OperativeEntry) and not at_hand and not self._placer.rim_converged(thing.id):
            located = self._placer.with_rim(registration, image, thing, tags, by_tags)
        elif track is not None and not moved:
            located = track.located
        if track is None:
            new = Track.first(located, by_tags.placement, t_s, settled=first)
        else:
            new = track.seen(located, by_tags.placement, t_s)
        if new.state is TrackState.SEEN and not at_hand:
            self._note_look(image, thing, new, registration, t_s)
        return new

    def _note_look(
        self, image: NDArray[np.uint8], thing: Thing, track: Track, registration: Registration, t_s: float
    ) -> None:
        """Store the appearance of a visible thing, unless it is known and recent."""
        known = self._looks.get(thing.id)
        if known is not None and track.averaged > 2 and t_s - known.t_s < LOOK_AGAIN_S:
            return
        if isinstance(thing, OperativeEntry):
            half = thing.half_axes_mm
        else:
            half = (thing.diameter_mm / 2, thing.diameter_mm / 2)
        base_pose = _pose_of(track.placement)
        self._looks[thing.id] = snapshot_appearance(image, self._camera, registration.pose, base_pose, half, t_s)

    def _may_be_there(self, image: NDArray[np.uint8], thing: Thing, track: Track, hand: HandView) -> bool:
        """Return whether an unseen thing may still be at its position.

        It may be if it is behind a hand, if its base is visible, or if something covers it and its surroundings.
        """
        corners = [sighting.corners_px for sighting in self._placer.sightings(thing.id)]
        look = self._looks.get(thing.id)
        if look is not None:
            corners.append(look.maps.reshape(-1, 2).astype(np.float64))
        if corners and hand.near(np.concatenate(corners), NEAR_HAND_PX):
            return True
        if look is None or track.state in {TrackState.LIFTED, TrackState.GONE}:
            return False
        return matches_appearance(image, look) or is_occluded(image, look)

    @property
    def _blind(self) -> bool:
        """Whether so little of the board is visible that an unseen thing means nothing."""
        return self._watch is not None and self._watch.lost

    def _observation(self, detection: Detection, watch: BoardTracker, hand: HandView, t_s: float) -> Observation:
        operatives = {e.id: self._tracks[e.id] for e in self._catalogue.operatives if e.id in self._tracks}
        quiet = t_s - self._restless_s >= STILL_S - _SOON
        warnings = [*tag_warnings(detection, watch.registration)]
        if detection.quality is not None:
            warnings += detection.quality.warnings
        covered = [name for name, track in operatives.items() if track.state is TrackState.COVERED]
        if watch.lost:
            warnings.append(Message.of("board-lost"))
        elif covered and not hand.seen:
            warnings.append(Message.of("position-covered", operatives=covered))
        if watch.moved:
            warnings.append(Message.of("board-camera-moved"))
        else:
            seen = {name: track.located for name, track in operatives.items() if track.state is TrackState.SEEN}
            warnings += [*system_warnings(watch.registration), *place_warnings(seen, self._placer.terrain)]
        return Observation(
            t_s=t_s,
            operatives=operatives,
            markers={e.id: self._tracks[e.id] for e in self._catalogue.markers if e.id in self._tracks},
            terrain=dict(self._placer.terrain),
            leaves=dict(self._leaves),
            hand=hand.seen,
            settled=quiet and not hand.seen and not watch.moved and not watch.lost,
            camera_moved=watch.moved,
            missing=tuple(
                entry.id
                for entry in self._catalogue.operatives
                if entry.tags and (entry.id not in operatives or operatives[entry.id].state not in _THERE)
            ),
            unknown_tags=detection.unknown_ids,
            registration=watch.registration,
            detection=detection,
            warnings=tuple(warnings),
            common=self._common(watch.registration),
        )

    def _common(self, registration: Registration) -> NDArray[np.float64] | None:
        """Return the covariance of the error that all placements share; None if they share none."""
        there = [track.placement for track in self._tracks.values() if track.state in _THERE]
        if not there:
            return None
        places_mm = np.array([(one.x, one.y, one.z) for one in there]) * MM_PER_INCH
        variance = common_variance(shared_shifts(self._camera, registration, places_mm)) / MM_PER_INCH**2
        return np.diag([variance, variance, 0.0, 0.0]) if variance else None


def _rested(track: Track) -> TrackState:
    return TrackState.SEEN if track.state is TrackState.COVERED else track.state


def _pose_of(placement: Placement) -> Pose2D:
    return Pose2D(
        placement.x * MM_PER_INCH,
        placement.y * MM_PER_INCH,
        placement.z * MM_PER_INCH,
        float(np.radians(placement.rotation_deg)),
    )
