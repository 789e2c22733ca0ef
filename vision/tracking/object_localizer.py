"""Object localiser: placements from sightings, image after image, with cached results and learned tag mounts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from calibration.catalogue import Catalogue, MarkerEntry, OperativeEntry
from calibration.pose.board_pose import Registration
from calibration.pose.localisation import (
    LevelTrial,
    LocatedThing,
    RimObserver,
    Surface,
    place_standing,
    place_terrain,
    try_levels,
    untagged_tops,
)
from calibration.pose.pose_fit import PoseFit, SeenTags
from calibration.pose.print_scale import measured_tolerance
from calibration.pose.tag_offset_learning import MountModel
from calibration.rig import CameraModel, project_with_jacobians, unproject
from calibration.tags import RimSighting, TagSighting, Tolerance
from geometry.base import MM_PER_INCH
from vision.intensity import ResponseCurve
from vision.tracking.base_rim import RimProfileOdds
from vision.tracking.photograph import rim_observer
from vision.tracking.track import has_moved

RIM_LOOKS = 8
"""Images in which the rim of a base at rest is measured; more of an unchanged scene would add nothing."""

Thing = OperativeEntry | MarkerEntry


class ObjectLocalizer:
    """Placements of terrain and things relative to one registration at a time.

    `terrain` has the last known placement of every part. Rims of bases update the mount model `mounts`; `rims` has
    their edge profiles and the image blur.
    """

    def __init__(
        self,
        camera: CameraModel,
        catalogue: Catalogue,
        tolerance: Tolerance,
        response: ResponseCurve,
        mounts: MountModel,
    ):
        self._camera, self._catalogue, self._response = camera, catalogue, response
        self._tolerance = self._stated_tolerance = tolerance
        self._sizes_seen = 0
        self.mounts = mounts
        self.terrain: dict[str, LocatedThing] = {}
        self._surfaces: dict[str, Surface] = {}
        self._terrain_seen: tuple[TagSighting, ...] = ()
        self._placed: dict[str, tuple[tuple[TagSighting, ...], LocatedThing]] = {}
        self._tried: dict[str, tuple[Registration, tuple[TagSighting, ...], tuple[LevelTrial, ...]]] = {}
        self._looks: dict[str, int] = {}
        self.rims = RimProfileOdds()

    def forget(self) -> None:
        """Discard all placements, because the registration changed."""
        self._placed.clear()
        self._terrain_seen = ()
        self._sizes_seen = 0

    def place_terrain(self, registration: Registration, seen: Mapping[int, TagSighting], *, hand: bool) -> None:
        """Update terrain from its tags; hidden or unmoved terrain is unchanged."""
        self._place_seen_terrain(registration, seen, hand=hand)
        if not hand:
            self._measure_sizes(registration, seen)

    def _measure_sizes(self, registration: Registration, seen: Mapping[int, TagSighting]) -> None:
        """Measure the spread of printed sizes if terrain changed or more tags are visible than when it was measured."""
        if len(seen) > self._sizes_seen:
            self._sizes_seen = len(seen)
            levels = [surface.top_mm for surface in self._surfaces.values()]
            measured = measured_tolerance(
                self._camera, registration, self._catalogue, seen, levels, self._stated_tolerance
            )
            if measured != self._tolerance:
                self._tolerance = measured
                self._placed.clear()
                self._tried.clear()

    def _place_seen_terrain(self, registration: Registration, seen: Mapping[int, TagSighting], *, hand: bool) -> None:
        mine = {tag.id for entry in self._catalogue.terrain for tag in entry.tags}
        sightings = tuple(sighting for tag_id, sighting in seen.items() if tag_id in mine)
        if _same(sightings, self._terrain_seen):
            return
        self._terrain_seen, self._sizes_seen = sightings, 0
        located, surfaces = place_terrain(self._camera, registration, self._catalogue, seen, self._stated_tolerance)
        for name, new in located.items():
            old = self.terrain.get(name)
            if old is not None:
                # If a hand hides one of a part's tags, the part seems to rotate slightly around the other.
                fewer = len(new.placement.tags) < len(old.placement.tags)
                if not has_moved(new.placement, old.placement) or (fewer and hand):
                    continue
            self.terrain[name], self._surfaces[name] = new, surfaces[name]
            self._placed.clear()
            self._tried.clear()

    def sightings(self, thing: str) -> tuple[TagSighting, ...]:
        """Return the tags of a thing's last placement."""
        return self._placed[thing][0] if thing in self._placed else ()

    def by_tags(self, registration: Registration, thing: Thing, tags: SeenTags) -> LocatedThing:
        """Return the placement from tags alone; cached as long as the sightings are the same."""
        sightings = tuple(sighting for _, sighting in tags)
        known = self._placed.get(thing.id)
        if known is not None and _same(known[0], sightings):
            return known[1]
        fixed, left, tags = self._as_mounted(thing, tags)
        if fixed is thing:
            located = self._standing(registration, thing, tags)
        else:
            hidden = self._hidden()
            located = place_standing(self._camera, registration, fixed, tags, self._surfaces, left, hidden=hidden)
        self._placed[thing.id] = (sightings, located)
        return located

    def _standing(
        self, registration: Registration, thing: Thing, tags: SeenTags, look: RimObserver | None = None
    ) -> LocatedThing:
        """Return the placement of a thing from its tags as catalogued and from the rim found by `look`.

        Levels are tried once per set of sightings, terrain and registration, for any number of looks.
        """
        sightings = tuple(sighting for _, sighting in tags)
        known = self._tried.get(thing.id)
        if known is None or known[0] is not registration or not _same(known[1], sightings):
            trials = try_levels(
                self._camera, registration, thing, tags, self._surfaces, self._tolerance, self._hidden()
            )
            known = self._tried[thing.id] = (registration, sightings, trials)
        return place_standing(
            self._camera, registration, thing, tags, self._surfaces, self._tolerance, look, trials=known[2]
        )

    def _hidden(self) -> dict[str, float]:
        """Return the tops of terrain that was never seen; terrain seen before is at its last placement."""
        return untagged_tops(self._catalogue, self._surfaces)

    def _as_mounted(self, thing: Thing, tags: SeenTags) -> tuple[Thing, Tolerance, SeenTags]:
        """Return a thing, the remaining tolerance and its seen tags, corrected by the mount model."""
        if not isinstance(thing, OperativeEntry) or not self.mounts.knows(thing.id):
            return thing, self._tolerance, tags
        fixed, left = self.mounts.corrected(thing, self._tolerance)
        own = {tag.id: tag for tag in fixed.tags}
        return fixed, left, [(own[tag.id], sighting) for tag, sighting in tags]

    def moved(self, thing: str) -> None:
        """Restart measuring a thing's rim, because it has a new position."""
        self._looks.pop(thing, None)

    def rim_converged(self, thing: str) -> bool:
        """Return whether a thing's rim has been measured often enough at its position."""
        return self._looks.get(thing, 0) >= RIM_LOOKS

    def with_rim(
        self,
        registration: Registration,
        image: NDArray[np.uint8],
        thing: OperativeEntry,
        tags: SeenTags,
        by_tags: LocatedThing,
    ) -> LocatedThing:
        """Return the placement with the rim, if its tags are off-centre; updates the mount model once per rest."""
        look = rim_observer(image, self._camera, registration, self._response, thing, tags, self.rims)
        if look is None:
            return by_tags
        looks = self._looks[thing.id] = self._looks.get(thing.id, 0) + 1
        rims: list[RimSighting] = []

        def keep(fit: PoseFit) -> RimSighting | None:
            rim = look(fit)
            rims.extend([] if rim is None else [rim])
            return rim

        located = self._standing(registration, thing, tags, keep)
        if rims and looks == RIM_LOOKS:
            self._learn(registration, thing, tags, rims[0])
        return by_tags if self.mounts.knows(thing.id) else located

    def _learn(self, registration: Registration, thing: OperativeEntry, tags: SeenTags, rim: RimSighting) -> None:
        """Add the position of a base at rest, by its tags as catalogued and by its rim, to the mount model."""
        plain = self._standing(registration, thing, tags).placement
        z_mm = plain.z * MM_PER_INCH
        camera, pose = registration.measured_by(self._camera)
        centre = unproject(camera, pose, rim.centre_px[None], z_mm)[0]
        at = np.array([[centre[0], centre[1], z_mm]])
        _, _, _, by_point = project_with_jacobians(camera, pose, at)
        back = np.linalg.inv(by_point[0, :, :2])
        by_tags = (plain.x * MM_PER_INCH, plain.y * MM_PER_INCH, plain.rotation_deg)
        self.mounts.note(thing.id, by_tags, centre, back @ rim.covariance_px @ back.T)


def _same(one: Sequence[TagSighting], other: Sequence[TagSighting]) -> bool:
    return len(one) == len(other) and all(a is b for a, b in zip(one, other, strict=True))
