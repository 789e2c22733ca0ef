"""Level uncertainty against exact arithmetic, and models held at any height by a simulated camera's tags."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from decimal import Decimal, localcontext
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from calibration.catalogue import OperativeEntry, load_catalogue
from calibration.errors import CalibrationError, RegistrationError
from calibration.pose.board_pose import register
from calibration.pose.displacement import COSTS, Cause, Displacement
from calibration.pose.localisation import (
    UNCERTAIN,
    LevelTrial,
    LocatedThing,
    add_alternatives,
    place_standing,
    place_terrain,
    placement_of,
    uncertainty,
)
from calibration.pose.pose_fit import PoseFit
from calibration.rig import BoardPose, Rig, load_rig
from calibration.tag_geometry import Pose2D
from calibration.tags import DEFAULT_TOLERANCE, Tolerance
from overlook.image_files import read_picture
from tests.calibration.conftest import World, make_world
from tests.calibration.random_views import random_eye, random_lens
from tests.depth import depth
from vision.tracking.photograph import locate

SMALLEST_P = 1e-3
"""A level less probable than this is left out."""

SIGMAS_95 = 1.96
FLAT = np.diag([0.04, 0.04, 0.04, 1e-4])


APART_MM = 30.0
HELD_AT_MM = 17.0


@st.composite
def fits(draw: st.DrawFn, z_mm: float) -> PoseFit:
    """Draw a fit at a height, anywhere on a board, whose tags look raised by anything."""
    pose = Pose2D(draw(st.floats(0, 762)), draw(st.floats(0, 559)), z_mm, draw(st.floats(-3, 3)))
    return PoseFit(pose, FLAT, draw(st.floats(0, 1e5)), 5, draw(st.floats(-300, 900)), draw(st.floats(0.5, 10)))


@st.composite
def tried(draw: st.DrawFn) -> list[LevelTrial]:
    """Draw levels that were tried, the cheapest first: misfits differ by up to 1e5 in chi-square."""
    costs = sorted(draw(st.lists(st.floats(0, draw(st.sampled_from([10.0, 40.0, 3e3, 1e5]))), min_size=1, max_size=6)))
    return [
        LevelTrial(cost, f"level {k}", draw(fits(APART_MM * k)), draw(st.booleans())) for k, cost in enumerate(costs)
    ]


def exact_shares(own: float, others: list[float]) -> list[float]:
    """Return how probable each of the others is, with 40 digits and any exponent."""
    with localcontext() as context:
        context.prec, context.Emax, context.Emin = 40, 10**9, -(10**9)
        weights = [((Decimal(own) - Decimal(cost)) / 2).exp() for cost in others]
        return [float(weight / (1 + sum(weights))) for weight in weights]


@st.composite
def displaced(draw: st.DrawFn, own: float) -> list[Displacement]:
    """Draw what else the tags may mean, each at another height: costs differ from the best level's by up to 1e5."""
    costs = draw(st.lists(st.floats(-100, draw(st.sampled_from([10.0, 1e5]))), max_size=3))
    return [
        Displacement(draw(st.sampled_from(Cause)), own + cost, draw(fits(HELD_AT_MM + k)))
        for k, cost in enumerate(costs)
    ]


@given(data=st.data(), trials=tried())
def test_alternatives_are_as_probable_as_their_misfits_say_by_however_much_they_differ(
    data: st.DataObject, trials: list[LevelTrial]
) -> None:
    own = trials[0]
    moved = data.draw(displaced(own.cost))
    others = [(max(trial.doubted, own.cost), trial.fit) for trial in trials[1:]]
    others += [(one.cost, one.fit) for one in moved]
    shares = exact_shares(own.cost, [cost for cost, _ in others])
    expected = {fit.pose.z: p for p, (_, fit) in zip(shares, others, strict=True) if p > SMALLEST_P}

    found = add_alternatives(own.fit, trials, moved)
    assert {away[2]: p for p, away in found.levels} == pytest.approx(expected, rel=1e-9)
    for p, away in found.levels:
        # One standard deviation reaches as far as the alternative is off, weighted by its probability.
        reach = away[:2] @ away[:2]
        assert away[:2] @ found.covariance[:2, :2] @ away[:2] >= p * reach**2 * (1 - 1e-9)
    assert own_level_p(found) == pytest.approx(1 - sum(expected.values()), abs=1e-9)
    p_displaced = math.fsum(shares[len(trials) - 1 :])
    if abs(p_displaced - UNCERTAIN) > 1e-9:
        assert (uncertainty(1000.0, trials, moved) is not None) == (p_displaced > UNCERTAIN)


def own_level_p(fit: PoseFit) -> float:
    """Return how probable a fit's own level is, as the referee takes it."""
    return placement_of("a1", fit, (40,)).own_level_p


@given(over_sigmas=st.floats(7, 1e4))
def test_doubt_grows_with_how_far_tags_look_raised(over_sigmas: float) -> None:
    """Seven sigmas are enough to think that it is held; a thousand may not be less."""
    fit = PoseFit(Pose2D(100, 100, 0, 0), FLAT, over_sigmas**2 + 4, 5, 51.0, 51.0 / over_sigmas)
    held = Displacement(Cause.LIFTED, 4 + COSTS[Cause.LIFTED], replace(fit, pose=Pose2D(151, 100, 51.0, 0), chi2=4.0))
    doubted = add_alternatives(fit, [LevelTrial(fit.chi2, "floor", fit)], [held])
    ((p, away),) = doubted.levels
    assert p > 0.999
    assert away[:3] == pytest.approx([51, 0, 51])
    assert SIGMAS_95 * math.sqrt(doubted.covariance[0, 0]) > 51


@pytest.mark.parametrize("cost", [math.nan, math.inf, -math.inf])
def test_a_level_whose_misfit_is_no_number_is_refused(cost: float) -> None:
    fit = PoseFit(Pose2D(100, 100, 0, 0), FLAT, 4.0, 5, 0.0, 3.0)
    with pytest.raises(CalibrationError) as error:
        LevelTrial(cost, "floor", fit)
    assert error.value.message.code == "board-level-not-finite"


@pytest.mark.parametrize(
    "broken",
    [{"chi2": math.nan}, {"raise_mm": math.nan}, {"raise_sigma_mm": math.nan}, {"raise_sigma_mm": 0.0}],
)
def test_a_fit_that_is_no_number_is_refused(broken: dict[str, float]) -> None:
    fit = PoseFit(Pose2D(100, 100, 0, 0), FLAT, 4.0, 5, 0.0, 3.0)
    with pytest.raises(CalibrationError) as error:
        replace(fit, **broken)  # type: ignore[arg-type]
    assert error.value.message.code == "board-fit-not-finite"


@dataclass(frozen=True)
class Held:
    """A model that is held in the air: where it is, and what was made of it."""

    truth: Pose2D
    found: LocatedThing

    @property
    def off_mm(self) -> np.ndarray:
        where = self.found.placement
        return np.array([where.x * 25.4 - self.truth.x, where.y * 25.4 - self.truth.y])

    @property
    def covered(self) -> bool:
        """Whether the stated 95 % radius covers the truth."""
        return bool(np.linalg.norm(self.off_mm) <= SIGMAS_95 * self.found.placement.sigma * 25.4)


def held_models(
    seed: int, count: int, lift_mm: tuple[float, float], *, terrain: bool, tolerance: Tolerance = DEFAULT_TOLERANCE
) -> Iterator[Held]:
    """Yield models held anywhere over the board and its rim, below cameras in any place, by all kinds of mounts."""
    rng = np.random.default_rng(seed)
    table = make_world()
    while count:
        lens = random_lens(rng, "2304x1296")
        eye = random_eye(rng, lens, 15.0)
        rig = Rig(lens.model(), BoardPose(np.asarray(cv2.Rodrigues(eye.rotation)[0], dtype=np.float64), eye.shift))
        entry = table.catalogue.operatives[rng.integers(len(table.catalogue.operatives))]
        truth = Pose2D(rng.uniform(20, 742), rng.uniform(20, 539), rng.uniform(*lift_mm), rng.uniform(-3, 3))
        if truth.z > eye.at[2] - 150:
            continue
        world = replace(table, rig=rig).moved(**{entry.id: truth})
        found = _place(world, entry, rng, terrain=terrain, tolerance=tolerance)
        if found is not None:
            count -= 1
            yield Held(truth, found)


def _place(
    world: World, entry: OperativeEntry, rng: np.random.Generator, *, terrain: bool, tolerance: Tolerance
) -> LocatedThing | None:
    """Return what the solver makes of an operative in a picture; None if the picture does not show it."""
    camera, catalogue = world.rig.camera, world.catalogue
    last = np.array(camera.size_px) - 3
    sightings = [
        sighting
        for sighting in world.sightings(rng, mount=(0.15, 0.5))
        if (sighting.corners_px > 2).all() and (sighting.corners_px < last).all()
    ]
    seen = {sighting.id: sighting for sighting in sightings if terrain or sighting.id not in range(20, 26)}
    tags = [(tag, seen[tag.id]) for tag in entry.tags if tag.id in seen]
    if not tags:
        return None
    try:
        registration = register(camera, catalogue, list(seen.values()))
    except RegistrationError:
        return None
    _, surfaces = place_terrain(camera, registration, catalogue, seen, tolerance)
    return place_standing(camera, registration, entry, tags, surfaces, tolerance)


@pytest.mark.parametrize(("terrain", "seed"), [(False, 1), (True, 2)])
def test_the_95_percent_radius_of_a_held_model_covers_where_it_is(terrain: bool, seed: int) -> None:
    held = list(held_models(seed, depth(20, 400), (25, 900), terrain=terrain))
    missed = [(one.truth, one.off_mm, one.found) for one in held if not one.covered]
    assert len(missed) <= 0.05 * len(held), missed
    inside = [
        one.off_mm @ np.linalg.solve(one.found.placement.covariance_xy * 25.4**2, one.off_mm) < 5.99 for one in held
    ]
    assert np.mean(inside) >= 0.95


def test_a_held_model_is_also_placed_where_its_tags_look() -> None:
    """However high: a straight line through the tags' size would end up above the camera."""
    off = []
    for one in held_models(3, depth(12, 200), (100, 900), terrain=False):
        where = one.found.placement
        level = max(where.levels, key=lambda level: level.p)
        assert level.p > 0.4
        assert one.found.uncertain is not None
        assert one.found.uncertain.raise_mm == pytest.approx(one.truth.z, abs=20)
        off.append(math.hypot(*(one.off_mm + np.array([level.dx, level.dy]) * 25.4)))
    assert np.median(off) < 1.0
    assert max(off) < 8.0


def test_a_model_held_beside_terrain_is_not_put_on_it_for_its_height(world: World) -> None:
    """Its tags look a little lower than the platform beside it: that it hangs in the air there is no better."""
    rng = np.random.default_rng(4)
    high = world.thing_poses["high"]
    entry = next(one for one in world.catalogue.operatives if one.id == "whole")
    for beside in (86, 88, 90):
        x, y = high.x + math.cos(high.angle) * beside, high.y + math.sin(high.angle) * beside
        truth = Pose2D(x, y, 66.0, 0.0)
        found = _place(world.moved(whole=truth), entry, rng, terrain=True, tolerance=DEFAULT_TOLERANCE)
        assert found is not None
        assert Held(truth, found).covered


def test_outlines_that_are_exact_are_a_tolerance(world: World) -> None:
    entry = next(one for one in world.catalogue.operatives if one.id == "head")
    exact = replace(DEFAULT_TOLERANCE, outline_mm=0)
    found = _place(world, entry, np.random.default_rng(5), terrain=True, tolerance=exact)
    assert found is not None
    assert found.level == "high"


@pytest.mark.data
def test_a_model_lifted_by_120_mm_says_by_how_much_it_may_be_off(shared_data: Path) -> None:
    folder = shared_data / "public_inputs"
    rig, catalogue = load_rig(folder / "rig.json"), load_catalogue(folder / "catalogue.json")
    lifted = locate(read_picture(folder / "a1_lifted_120mm.jpg"), rig, catalogue).operatives["a1"]
    where, truth_in = lifted.placement, (2.7, 13.6)
    off_in = math.dist((where.x, where.y), truth_in)
    assert off_in * 25.4 == pytest.approx(51, abs=1)
    assert off_in < SIGMAS_95 * where.sigma
    (level,) = where.levels
    assert math.dist((where.x + level.dx, where.y + level.dy), truth_in) * 25.4 < 2
    assert lifted.uncertain is not None
    assert lifted.uncertain.raise_mm == pytest.approx(120, abs=5)
