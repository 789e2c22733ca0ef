"""Where things stand: mounts, levels, several tags, edges, and what the covariance promises."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from calibration.catalogue import MarkerEntry, OperativeEntry
from calibration.pose.board_pose import register
from calibration.pose.displacement import Cause
from calibration.pose.localisation import (
    LevelTrial,
    LocatedThing,
    add_alternatives,
    place_standing,
    place_terrain,
    untagged_tops,
)
from calibration.pose.pose_fit import fit_pose
from calibration.tag_geometry import Pose2D
from calibration.tags import DEFAULT_TOLERANCE, TagSighting, Tolerance
from referee.rules.level_hypotheses import on_its_level
from tests.calibration.conftest import World
from tests.depth import depth

EXACT = Tolerance(mount_mm=1e-4, mount_deg=1e-4, level_mm=1e-3, print_mm=1e-3, size_ratio=1e-5)


def placed(
    world: World, sightings: list[TagSighting], tolerance: Tolerance = DEFAULT_TOLERANCE
) -> dict[str, LocatedThing]:
    camera, catalogue = world.rig.camera, world.catalogue
    registration = register(camera, catalogue, sightings, tolerance)
    seen = {s.id: s for s in sightings}
    terrain, surfaces = place_terrain(camera, registration, catalogue, seen, tolerance)
    result = dict(terrain)
    things: tuple[OperativeEntry | MarkerEntry, ...] = (*catalogue.operatives, *catalogue.markers)
    for thing in things:
        tags = [(tag, seen[tag.id]) for tag in thing.tags if tag.id in seen]
        if tags:
            result[thing.id] = place_standing(camera, registration, thing, tags, surfaces, tolerance)
    return result


def error_mm(located: LocatedThing, pose: Pose2D) -> np.ndarray:
    where = located.placement
    return np.array([where.x * 25.4 - pose.x, where.y * 25.4 - pose.y])


def test_exact_corners_give_exact_places_whatever_the_mount(world: World) -> None:
    found = placed(world, world.sightings())
    assert set(found) == set(world.thing_poses)
    for name, pose in world.thing_poses.items():
        located = found[name]
        assert np.abs(error_mm(located, pose)).max() < 2e-3, name
        assert located.placement.z * 25.4 == pytest.approx(pose.z)
        turn = np.radians(located.placement.rotation_deg) - pose.angle
        assert abs(np.sin(turn)) < 1e-4
        assert np.cos(turn) > 0
        assert located.uncertain is None
        assert located.hanging_mm == 0


def test_the_level_is_the_surface_under_the_base(world: World) -> None:
    found = placed(world, world.sightings(np.random.default_rng(1)))
    levels = {name: found[name].level for name in ("tab", "whole", "head", "turned", "two", "m1")}
    assert levels == {
        "tab": "floor",
        "whole": "low",
        "head": "high",
        "turned": "floor",
        "two": "floor",
        "m1": "floor",
    }


@pytest.mark.parametrize("thing", ["tab", "whole", "head"])
@pytest.mark.parametrize("level", ["floor", "low", "high"])
def test_levels_hold_all_over_the_board(world: World, thing: str, level: str) -> None:
    rng = np.random.default_rng(7)
    for _ in range(12):
        while True:
            x, y = rng.uniform(60, 700), rng.uniform(60, 500)
            inside = {name: _depth(world.thing_poses[name], half, x, y) for name, half in _HALVES.items()}
            fits = all(d < -22 for d in inside.values()) if level == "floor" else inside[level] > 18
            if fits:
                break
        z = {"floor": 0.0, "low": 25.4, "high": 76.2}[level]
        moved = world.moved(**{thing: Pose2D(x, y, z, rng.uniform(-3, 3))})
        others = frozenset({40, 41, 42, 43, 44, 45, 60}) - {t.id for t in _entry(world, thing).tags}
        found = placed(moved, moved.sightings(rng, without=others, mount=(0.15, 0.5)))[thing]
        assert found.level == level, (x, y, found)


_HALVES = {"low": (75, 55), "high": (75, 55), "wall": (50, 8)}


def _entry(world: World, name: str) -> OperativeEntry:
    return next(entry for entry in world.catalogue.operatives if entry.id == name)


def _depth(pose: Pose2D, half: tuple[float, float], x: float, y: float) -> float:
    cos, sin = np.cos(pose.angle), np.sin(pose.angle)
    dx, dy = x - pose.x, y - pose.y
    return float(min(half[0] - abs(cos * dx + sin * dy), half[1] - abs(-sin * dx + cos * dy)))


def test_the_stated_95_percent_covers_95_percent(world: World) -> None:
    rng = np.random.default_rng(11)
    inside: dict[str, list[bool]] = {name: [] for name in ("tab", "whole", "head", "turned", "two")}
    tolerance = Tolerance(level_mm=0, print_mm=0.0, size_ratio=0.0)
    for _ in range(depth(24, 70)):
        found = placed(world, world.sightings(rng, mount=(0.15, 0.5)), tolerance)
        for name, hits in inside.items():
            off = error_mm(found[name], world.thing_poses[name]) / 25.4
            hits.append(bool(off @ np.linalg.solve(found[name].placement.covariance_xy, off) < 5.99))
    everything = np.concatenate(list(inside.values()))
    assert 0.92 <= everything.mean() <= 0.98
    assert all(np.mean(hits) > 0.85 for hits in inside.values()), {n: np.mean(h) for n, h in inside.items()}


def test_the_lever_of_a_tab_turns_angle_into_place(world: World) -> None:
    found = placed(world, world.sightings())
    direction = np.array([np.cos(world.thing_poses["tab"].angle), np.sin(world.thing_poses["tab"].angle)])
    across = np.array([-direction[1], direction[0]])
    spread = found["tab"].placement.covariance_xy * 25.4**2
    lever = 25.35 * np.radians(0.5)
    assert across @ spread @ across == pytest.approx(0.15**2 + lever**2, rel=0.3)
    assert direction @ spread @ direction == pytest.approx(0.15**2, rel=0.5)


def test_two_tags_of_one_thing_are_surer_than_one(world: World) -> None:
    both = placed(world, world.sightings())["two"].placement
    one = placed(world, world.sightings(without=frozenset({45})))["two"].placement
    assert both.tags == (44, 45)
    assert one.tags == (44,)
    assert both.sigma < 0.75 * one.sigma


def test_a_level_that_may_be_off_shows_away_from_the_camera(world: World) -> None:
    sure, unsure = (Tolerance(level_mm=mm) for mm in (0.0, 2.0))
    sightings = world.sightings()
    gained = (
        placed(world, sightings, unsure)["tab"].placement.covariance_xy
        - placed(world, sightings, sure)["tab"].placement.covariance_xy
    ) * 25.4**2
    pose = world.thing_poses["tab"]
    outward = np.array([pose.x, pose.y]) - world.pose.camera_mm[:2]
    reach = np.linalg.norm(outward) / world.pose.camera_mm[2] * 2.0
    outward /= np.linalg.norm(outward)
    assert outward @ gained @ outward == pytest.approx(reach**2, rel=0.1)


def test_the_place_of_a_lifted_model_is_uncertain(world: World) -> None:
    lifted = world.moved(whole=Pose2D(640, 250, 90, 0.0))
    found = placed(lifted, lifted.sightings())["whole"]
    assert found.uncertain is not None
    assert found.uncertain.cause in {Cause.LIFTED, Cause.SIZE}


def test_a_base_that_hangs_over_an_edge_is_reported(world: World) -> None:
    low = world.thing_poses["low"]
    cos, sin = np.cos(low.angle), np.sin(low.angle)
    hanging = world.moved(whole=Pose2D(low.x + cos * 68, low.y + sin * 68, 25.4, 0.0))
    found = placed(hanging, hanging.sightings())["whole"]
    assert found.level == "low"
    assert found.hanging_mm == pytest.approx(13, abs=0.3)


def test_tags_printed_too_large_do_not_move_the_level_silently(world: World) -> None:
    sightings = []
    for s in world.sightings():
        grown = s
        if s.id == 40:
            middle = s.corners_px.mean(axis=0)
            grown = TagSighting(s.id, middle + (s.corners_px - middle) * 1.05, s.covariance_px)
        sightings.append(grown)
    found = placed(world, sightings)["tab"]
    assert found.level == "floor"
    assert found.uncertain is not None
    assert found.uncertain.raise_mm > 20
    assert found.uncertain.size_ratio == pytest.approx(1.05, abs=0.01)


def test_exact_mounts_leave_only_pixels_and_pose(world: World) -> None:
    assert placed(world, world.sightings(), EXACT)["whole"].placement.sigma * 25.4 < 0.05


def split(world: World, *, tagged: tuple[str, ...]) -> World:
    """The world with its platform "high" as a rigid piece of three parts; the tags are on the parts in `tagged`."""
    whole = next(entry for entry in world.catalogue.terrain if entry.id == "high")
    cuts = {"high": (-75, -25), "high.middle": (-25, 25), "high.end": (25, 75)}
    parts = [
        whole.model_copy(
            update={
                "id": name,
                "piece": "high",
                "footprint_mm": ((a, -55), (b, -55), (b, 55), (a, 55)),
                "tags": tuple(tag for tag, carrier in zip(whole.tags, tagged, strict=True) if carrier == name),
            }
        )
        for name, (a, b) in cuts.items()
    ]
    others = [entry for entry in world.catalogue.terrain if entry.id != "high"]
    catalogue = world.catalogue.model_copy(update={"terrain": (*others, *parts)})
    return replace(
        world, catalogue=catalogue, thing_poses={**world.thing_poses, **dict.fromkeys(cuts, world.thing_poses["high"])}
    )


@pytest.mark.parametrize("tagged", [("high", "high"), ("high", "high.end"), ("high.end", "high.middle")])
def test_the_parts_of_a_rigid_piece_stand_where_the_tags_of_any_of_them_say(
    world: World, tagged: tuple[str, str]
) -> None:
    pieces = split(world, tagged=tagged)
    noise = np.random.default_rng(3)
    whole, found = placed(world, world.sightings(noise)), placed(pieces, pieces.sightings(np.random.default_rng(3)))
    for name in ("high", "high.middle", "high.end"):
        part, one = found[name].placement, whole["high"].placement
        assert (part.x, part.y, part.rotation_deg) == pytest.approx((one.x, one.y, one.rotation_deg), abs=1e-6)
        assert set(part.tags) == set(one.tags)
    assert found["head"].level == "high.middle", "a figure stands on the part that is under it"


def test_a_piece_that_looks_lifted_says_so_once(world: World) -> None:
    pieces = split(world, tagged=("high", "high.end"))
    up = Pose2D(560, 180, 30.0, -0.4)
    lifted = replace(pieces, thing_poses={**pieces.thing_poses, "high": up, "high.middle": up, "high.end": up})
    found = placed(pieces, lifted.sightings())
    off = [name for name in ("high", "high.middle", "high.end") if found[name].uncertain is not None]
    assert off == ["high"]
    doubt = found["high"].uncertain
    assert doubt is not None
    assert doubt.raise_mm == pytest.approx(30, abs=6)


TERRAIN_TAGS = frozenset(range(20, 26))


def inside(located: LocatedThing, pose: Pose2D) -> bool:
    """Whether a place lies within four stated standard deviations, which honest ones leave once in 3000 times."""
    off = error_mm(located, pose) / 25.4
    return bool(off @ np.linalg.solve(located.placement.covariance_xy, off) < 16)


@pytest.mark.parametrize("seed", range(depth(2, 6)))
def test_on_terrain_whose_tags_are_all_covered_a_model_is_placed_by_its_size_or_said_to_be_unsure(
    world: World, seed: int
) -> None:
    sightings = world.sightings(np.random.default_rng(seed), without=TERRAIN_TAGS, mount=(0.15, 0.5))
    camera, catalogue = world.rig.camera, world.catalogue
    registration = register(camera, catalogue, sightings)
    seen = {s.id: s for s in sightings}
    for name in ("whole", "head", "tab"):
        entry, pose = _entry(world, name), world.thing_poses[name]
        tags = [(tag, seen[tag.id]) for tag in entry.tags]
        tops = untagged_tops(catalogue, {})
        assert tops == {"low": 25.4, "high": 76.2, "wall": 101.6}
        found = place_standing(camera, registration, entry, tags, {}, DEFAULT_TOLERANCE, hidden=tops)
        assert inside(found, pose), name
        blind = place_standing(camera, registration, entry, tags, {}, DEFAULT_TOLERANCE)
        assert inside(blind, pose), f"{name}: where no terrain is known, what lifts it is in doubt"


def test_who_may_stand_on_what_is_not_seen_is_less_sure_than_beside_what_is(world: World) -> None:
    """The same rival, as far off and as well borne out by the tags' size: unseen, it is doubted more than believed."""
    seen = {s.id: s for s in world.sightings()}
    registration = register(world.rig.camera, world.catalogue, list(seen.values()))
    entry = _entry(world, "tab")
    tags = [(tag, seen[tag.id]) for tag in entry.tags]
    here, there = (fit_pose(world.rig.camera, registration, tags, z, DEFAULT_TOLERANCE) for z in (0.0, 25.4))
    own, cost = LevelTrial(here.chi2, "floor", here), here.chi2 + 12.0
    trials = [LevelTrial(cost, "low", there), LevelTrial(cost, "low", there, hidden=True)]
    known, hidden = (add_alternatives(here, [own, trial], []).levels[0][0] for trial in trials)
    assert known == pytest.approx(np.exp(-6.0) / (1 + np.exp(-6.0)))
    assert 3 * known < hidden < 4 * known


def test_a_piece_that_is_seen_hides_no_part(world: World) -> None:
    assert set(untagged_tops(world.catalogue, {"high": None})) == {"low", "wall"}


def test_corners_that_claim_to_be_exact_are_placed(world: World) -> None:
    exact = Tolerance(mount_mm=0, mount_deg=0, level_mm=0, print_mm=0, size_ratio=0)
    sightings = [TagSighting(s.id, s.corners_px, np.zeros((8, 8))) for s in world.sightings()]
    found = placed(world, sightings, exact)
    assert np.abs(error_mm(found["two"], world.thing_poses["two"])).max() < 2e-3


@pytest.mark.parametrize("seed", range(3))
def test_the_levels_that_a_place_may_be_on_are_what_its_covariance_holds_beyond_its_own(
    world: World, seed: int
) -> None:
    """Terrain whose tags are all covered, and tags whose size says little: who stands on what is open."""
    loose = replace(DEFAULT_TOLERANCE, size_ratio=0.02)
    sightings = world.sightings(np.random.default_rng(seed), without=TERRAIN_TAGS, mount=(0.15, 0.5))
    camera, catalogue = world.rig.camera, world.catalogue
    registration, seen = register(camera, catalogue, sightings), {s.id: s for s in sightings}
    doubtful = 0
    for name in ("whole", "head", "tab"):
        entry = _entry(world, name)
        tags = [(tag, seen[tag.id]) for tag in entry.tags]
        tops = untagged_tops(catalogue, {})
        place = place_standing(camera, registration, entry, tags, {}, loose, hidden=tops).placement
        doubtful += bool(place.levels)
        own = on_its_level(place)
        assert own.levels == ()
        rest = sum((one.p * np.outer(one.away(place), one.away(place)) for one in place.levels), np.zeros((4, 4)))
        assert np.abs(own.covariance + rest - place.covariance).max() < 1e-6
        assert np.sqrt(own.covariance[2, 2]) * 25.4 < 2 * DEFAULT_TOLERANCE.level_mm + 1.0
        assert sum(one.p for one in place.levels) < 1.0
    assert doubtful


def test_the_causes_of_a_places_error_add_up_to_its_covariance(world: World) -> None:
    found = placed(world, world.sightings(np.random.default_rng(3)))
    for name, located in found.items():
        place = located.placement
        parts = dict(place.errors)
        assert np.allclose(sum(parts.values(), np.zeros((4, 4))), place.covariance, rtol=1e-9, atol=1e-12), name
        turn = np.radians(place.rotation_deg)
        turned = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
        mounting = turned @ place.mount @ turned.T
        assert np.trace(parts["mounting"][:2, :2]) >= np.trace(mounting) * (1 - 1e-9), name
    tab = found["tab"].placement
    assert max(dict(tab.errors), key=lambda cause: np.trace(dict(tab.errors)[cause][:2, :2])) == "mounting"
