"""A door's leaf says whether it is open, wherever its wall stands."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from pydantic import ValidationError

from calibration.catalogue import Catalogue, ThingTag
from calibration.errors import first_fault
from calibration.pose.board_pose import register
from calibration.pose.localisation import DoorState, door_states, place_terrain
from calibration.tag_geometry import Pose2D, corners_in_object_frame
from calibration.tags import DEFAULT_TOLERANCE, TagSighting
from tests.calibration.conftest import World

OPEN, CLOSED = ([30.0, 40.0, 60.0], 90.0), ([0.0, 0.0, 60.0], 0.0)
SECOND_OPEN, SECOND_CLOSED = ([90.0, 40.0, 60.0], 90.0), ([60.0, 0.0, 60.0], 0.0)

LeafPlace = tuple[list[float], float]


def leaf(tag_id: int, opened: LeafPlace, closed: LeafPlace) -> dict[str, object]:
    return {
        "id": f"leaf-{tag_id}",
        "tag_id": tag_id,
        "size_mm": 14,
        "open": {"offset_mm": opened[0], "angle_deg": opened[1]},
        "closed": {"offset_mm": closed[0], "angle_deg": closed[1]},
    }


def with_leaves(world: World, *leaves: dict[str, object]) -> World:
    data = world.catalogue.model_dump()
    data["terrain"][2]["leaves"] = leaves
    return replace(world, catalogue=Catalogue.model_validate(data))


def with_door(world: World, tag_id: int = 80) -> World:
    return with_leaves(world, leaf(tag_id, OPEN, CLOSED))


def state(world: World, *places: LeafPlace) -> DoorState | None:
    """Return the wall's state where its leaves' tags, 80 and on, are seen at these places."""
    rng = np.random.default_rng(1)
    sightings = world.sightings(rng)
    for tag_id, (offset_mm, angle_deg) in enumerate(places, 80):
        x, y, z = offset_mm
        tag = ThingTag(id=tag_id, size_mm=14, offset_mm=(x, y, z), angle_deg=angle_deg)
        pixels = world.corners_px(world.thing_poses["wall"].carry(corners_in_object_frame(tag))) + rng.normal(
            0, 0.08, (4, 2)
        )
        sightings.append(TagSighting(tag_id, pixels, np.eye(8) * 0.0064))
    camera, catalogue = world.rig.camera, world.catalogue
    registration = register(camera, catalogue, sightings)
    seen = {s.id: s for s in sightings}
    terrain, _ = place_terrain(camera, registration, catalogue, seen, DEFAULT_TOLERANCE)
    return door_states(camera, registration, catalogue, terrain, seen).get("wall")


@pytest.mark.parametrize("pose", [Pose2D(380, 290, 0, 1.2), Pose2D(150, 200, 0, -2.5), Pose2D(600, 420, 0, 0.1)])
def test_a_leaf_is_open_or_closed_wherever_its_wall_stands(world: World, pose: Pose2D) -> None:
    there = with_door(world).moved(wall=pose)
    assert state(there, OPEN) is DoorState.OPEN
    assert state(there, CLOSED) is DoorState.CLOSED


def test_a_leaf_ajar_is_neither(world: World) -> None:
    assert state(with_door(world), ([18.0, 15.0, 60.0], 45.0)) is DoorState.AJAR


def test_a_leaf_turned_about_its_own_middle_is_not_where_it_should_be(world: World) -> None:
    assert state(with_door(world), (CLOSED[0], 90.0)) is DoorState.AJAR


def test_door_of_two_leaves_is_open_or_closed_only_if_both_leaves_are(world: World) -> None:
    there = with_leaves(world, leaf(80, OPEN, CLOSED), leaf(81, SECOND_OPEN, SECOND_CLOSED))
    assert state(there, OPEN, SECOND_OPEN) is DoorState.OPEN
    assert state(there, CLOSED, SECOND_CLOSED) is DoorState.CLOSED
    assert state(there, OPEN, SECOND_CLOSED) is DoorState.AJAR
    assert state(there, CLOSED, SECOND_OPEN) is DoorState.AJAR


def test_a_leaf_without_its_tag_in_view_says_nothing(world: World) -> None:
    there = with_door(world)
    sightings = there.sightings()
    registration = register(there.rig.camera, there.catalogue, sightings)
    seen = {s.id: s for s in sightings}
    terrain, _ = place_terrain(there.rig.camera, registration, there.catalogue, seen, DEFAULT_TOLERANCE)
    assert door_states(there.rig.camera, registration, there.catalogue, terrain, seen) == {}


def test_a_leaf_s_tag_counts_among_the_catalogue_s(world: World) -> None:
    assert 80 in with_door(world).catalogue.tag_ids
    with pytest.raises(ValidationError) as error:
        with_door(world, tag_id=40)
    fault = first_fault(error.value)
    assert (fault.code, fault["field"], fault["tag"]) == ("catalogue-tag-twice", "terrain[2].leaves[0].tag_id", 40)
