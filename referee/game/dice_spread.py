"""Whom the criticals of a weapon hurt beside the one that is shot or struck (rules G24-06, G21-13)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from geometry.tolerance import EXACT_TOLERANCE
from referee.rules.dice.facts import NearFacts
from referee.rules.dice.hooks import CritStrikeSpread, PerCrit
from referee.rules.dice.rules import DiceRules
from referee.rules.dice.weapon import Weapon
from referee.rules.edition import Edition
from referee.rules.position import Position
from referee.rules.ruling import Threshold, Verdict
from referee.rules.sight.shot_geometry import UNLIKELY
from referee.rules.spacing import near_chance


class Scene(Protocol):
    """Where dice are thrown."""

    @property
    def edition(self) -> Edition:
        """The edition with the killzone's overlay."""

    @property
    def dice(self) -> DiceRules:
        """Its dice."""

    @property
    def position(self) -> Position:
        """The table as it is judged."""


@dataclass(frozen=True, slots=True)
class Spread:
    """Who is near enough, by how near (inches): surely, and perhaps."""

    sure: Mapping[float, tuple[str, ...]]
    unsure: tuple[NearFacts, ...]


def spread_from(scene: Scene, weapon: Weapon, target: str, threshold: Threshold) -> Spread:
    """Return who is visible to and within each distance of the target that the weapon's criticals spread to."""
    found = {far: _chances(scene, target, far) for far in _reaches(scene, weapon)}
    call = threshold.call
    sure = {far: tuple(name for name, p in near.items() if call(p) is Verdict.YES) for far, near in found.items()}
    unsure = tuple(
        NearFacts(id=name, distance=far, p=p)
        for far, near in found.items()
        for name, p in near.items()
        if call(p) is Verdict.TOO_CLOSE
    )
    return Spread(sure, unsure)


def struck_near(scene: Scene, weapon: Weapon, *, struck: str, striker: str) -> dict[float, tuple[str, ...]]:
    """Return who else is hurt when one fighter strikes the other, by the best estimate.

    Those near the struck one; by Reap the striker's other enemies that it sees, near either of the two (G21-13).
    """
    near = {
        far: tuple(name for name, p in _chances(scene, struck, far).items() if p >= 1 / 2)
        for far in _reaches(scene, weapon)
    }
    sight = scene.edition.sight
    enemies = [enemy.id for enemy in scene.position.enemies_of(striker) if enemy.id != struck]
    for _, hook, _ in scene.dice.weapon_rules.hooks(weapon.rules, CritStrikeSpread):
        found = {
            key
            for key in enemies
            if any(_is_near(scene, one, key, hook.distance) for one in (struck, striker))
            and sight.visible(scene.position, striker, key).holds
        }
        near[hook.distance] = tuple(sorted(found | set(near.get(hook.distance, ()))))
    return near


def _reaches(scene: Scene, weapon: Weapon) -> set[float]:
    """Return the distances to which criticals of the weapon spread from the target."""
    found = {
        use.distance if hook.spread is None else hook.spread
        for _, hook, uses in scene.dice.weapon_rules.hooks(weapon.rules, PerCrit)
        for use in uses
    }
    return {distance for distance in found if distance is not None}


def _chances(scene: Scene, centre: str, far: float) -> dict[str, float]:
    """Return how probable it is of everybody else to be so near and visible, those of whom it may be."""
    position, found = scene.position, {}
    middle = position.table.operative(centre)
    for name, other in sorted(position.table.operatives.items()):
        near = 0.0 if name == centre else near_chance(scene.edition.spacing, position, middle, other, far)
        p = near * scene.edition.sight.visible(position, centre, name).p_yes if near > UNLIKELY else 0.0
        if p > UNLIKELY:
            found[name] = p
    return found


def _is_near(scene: Scene, one: str, other: str, distance: float) -> bool:
    """Whether two operatives are within so many inches, as the edition measures here."""
    bases = (scene.position.table.operative(name).base for name in (one, other))
    return scene.edition.spacing.gap(scene.position, *bases) <= distance + EXACT_TOLERANCE
