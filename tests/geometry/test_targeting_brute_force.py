"""Shadows against dense brute force: every place that is named, and every point of the base that is not."""

from __future__ import annotations

import numpy as np
import pytest

from geometry.measure import gap
from geometry.targeting.line_rules import LineRules
from tests.depth import depth
from tests.geometry.conftest import Brute, MakeScene, Scatter, Scene
from tests.geometry.single_duel import targeting

pytestmark = pytest.mark.long

RESOLUTION = 0.03
FINE = 800
RULES = (LineRules(), LineRules(obscured_beyond_target=2.0))


def disagreements(
    scene: Scene, rules: LineRules, brute: Brute, scatter: Scatter, rng: np.random.Generator, points: int = 90
) -> list[str]:
    """What brute force says otherwise, even when terrain is grown or shrunk by its resolution in our favour."""
    answer = targeting(scene.shooter, scene.target, scene.covering, scene.obscuring, rules=rules)
    far = gap(scene.shooter, scene.target) > rules.cover_beyond
    named = np.array([place.point[:2] for place in answer.places])
    strewn = scatter(scene.shooter, points, rng)
    found: list[str] = []
    free = {True: np.ones(points, dtype=bool), False: np.ones(points, dtype=bool)}
    for cover, parts in ((True, scene.covering if far else ()), (False, scene.obscuring)):
        for part in parts:
            ours = np.array([part in (place.cover if cover else place.obscuring) for place in answer.places])
            both = np.concatenate([named, strewn])
            at_most = brute(both, scene, part, rules, cover=cover, slack=RESOLUTION)
            at_least = brute(named, scene, part, rules, cover=cover, slack=-RESOLUTION)
            wrong = (ours & ~at_most[: len(named)]) | (~ours & at_least)
            if wrong.any():
                # Lines that only cut a corner of a part can slip between slices of height: look again, closer.
                spoiled = brute(named, scene, part, rules, cover=cover, slack=RESOLUTION, slices=FINE)
                surely = brute(named, scene, part, rules, cover=cover, slack=-RESOLUTION, slices=FINE)
                wrong = (ours & ~spoiled) | (~ours & surely)
            found += [f"{part.id} cover={cover} at {named[row]}: {ours[row]}" for row in np.flatnonzero(wrong)]
            free[cover] &= ~at_most[len(named) :]
    if not far and any(place.in_cover for place in answer.places):
        found.append("in cover although near")
    for name, named_by_us, left_by_force in (
        ("out of cover", any(not place.in_cover for place in answer.places), free[True].any()),
        ("not obscured", any(not place.obscured for place in answer.places), free[False].any()),
        ("clean", answer.clean is not None, (free[True] & free[False]).any()),
    ):
        if left_by_force and not named_by_us:
            found.append(f"a point {name} was missed")
    return found


KINDS: dict[str, dict[str, bool]] = {
    "level": {},
    "slanted": {"slanted": True},
    "ovals": {"ovals": True},
    "slanted ovals": {"slanted": True, "ovals": True},
}


@pytest.fixture(scope="session")
def first(request: pytest.FixtureRequest) -> int:
    """The first of the scenes of this commit: each commit sees other ones of those that the night goes through."""
    return 100_000 + int(request.config.getoption("hypothesis_seed") or 0) % 100


def assert_agrees(make: MakeScene, brute: Brute, scatter: Scatter, options: dict[str, bool], seeds: range) -> None:
    wrong = {}
    for seed in seeds:
        rng = np.random.default_rng(seed)
        found = disagreements(make(rng, **options), RULES[seed % 2], brute, scatter, rng)
        if found:
            wrong[seed] = found
    assert not wrong


@pytest.mark.parametrize(("kind", "count"), [("level", 20), ("slanted", 6), ("ovals", 8), ("slanted ovals", 1)])
def test_targeting_agrees_with_brute_force(
    make_scene: MakeScene, brute: Brute, scatter: Scatter, kind: str, count: int, first: int
) -> None:
    assert_agrees(make_scene, brute, scatter, KINDS[kind], range(first, first + count))


@pytest.mark.parametrize(("kind", "count"), [("level", depth(12, 40)), ("slanted", depth(16, 60))])
def test_touching_and_exact_limits_agree_with_brute_force(
    make_snapped_scene: MakeScene, brute: Brute, scatter: Scatter, kind: str, count: int
) -> None:
    assert_agrees(make_snapped_scene, brute, scatter, KINDS[kind], range(1000, 1000 + count))


@pytest.mark.parametrize("seed", [100_021, 100_309])
def test_terrain_between_overlapping_surroundings_of_ovals_obscures(
    make_scene: MakeScene, brute: Brute, scatter: Scatter, seed: int
) -> None:
    assert_agrees(make_scene, brute, scatter, KINDS["ovals"], range(seed, seed + 1))


@pytest.mark.parametrize(("kind", "count"), [("slanted", depth(15, 60)), ("slanted ovals", depth(8, 30))])
def test_what_is_met_from_any_point_of_the_base_is_met_from_one_of_the_places(
    make_scene: MakeScene, scatter: Scatter, kind: str, count: int
) -> None:
    for seed in range(count):
        rng = np.random.default_rng(seed)
        scene = make_scene(rng, **KINDS[kind])
        points = scatter(scene.shooter, 12, rng)
        answers = [
            targeting(
                scene.shooter,
                scene.target,
                scene.covering,
                scene.obscuring,
                rules=RULES[seed % 2],
                probe=(float(x), float(y)),
            )
            for x, y in points
        ]
        met = [(place.cover, place.obscuring) for place in answers[0].places]
        assert len(set(met)) == len(met)
        probes = [answer.probe for answer in answers]
        assert all(probe is not None and (probe.cover, probe.obscuring) in met for probe in probes)


def shares(first: int, share: int, **counts: int) -> list[tuple[str, int, int]]:
    """Kinds of scenes with the first and last seed of shares that several processes can work on."""
    return [
        (kind.replace("_", " "), seed, min(seed + share, first + count))
        for kind, count in counts.items()
        for seed in range(first, first + count, share)
    ]


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("kind", "first", "end"),
    shares(100_000, 1000, level=depth(1000, 6000), slanted=depth(300, 2500), ovals=depth(500, 1000))
    + shares(100_000, 125, slanted_ovals=depth(125, 500)),
)
def test_targeting_agrees_with_brute_force_on_thousands_of_scenes(
    make_scene: MakeScene, brute: Brute, scatter: Scatter, kind: str, first: int, end: int
) -> None:
    assert_agrees(make_scene, brute, scatter, KINDS[kind], range(first, end))


@pytest.mark.nightly
@pytest.mark.parametrize(("kind", "first", "end"), shares(0, 1000, level=depth(1000, 2000), slanted=depth(300, 4000)))
def test_touching_and_exact_limits_agree_with_brute_force_on_many(
    make_snapped_scene: MakeScene, brute: Brute, scatter: Scatter, kind: str, first: int, end: int
) -> None:
    assert_agrees(make_snapped_scene, brute, scatter, KINDS[kind], range(first, end))
