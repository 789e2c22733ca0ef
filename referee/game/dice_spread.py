"""Whom the criticals of a weapon hurt beside the one that is shot or struck (rules G24-06, G21-13)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from referee.game.said import NOTHING_SAID, About, Doubt, Said
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


def struck_near(
    scene: Scene, weapon: Weapon, *, struck: str, striker: str, said: Said = NOTHING_SAID
) -> dict[float, tuple[str, ...]]:
    """Return who else is hurt when one fighter strikes the other: as was said, by the best estimate elsewhere."""
    chances = strike_chances(scene, weapon, struck=struck, striker=striker)
    return {
        far: tuple(sorted(name for name, p in near.items() if said.holds(Doubt(About.NEAR, name, struck), p)))
        for far, near in chances.items()
    }


def strike_chances(scene: Scene, weapon: Weapon, *, struck: str, striker: str) -> dict[float, dict[str, float]]:
    """Return who else may be hurt when one fighter strikes the other, by how near (inches), and how probable it is.

    Those near the struck one; by Reap the striker's other enemies that it sees, near either of the two (G21-13).
    """
    near = {far: _chances(scene, struck, far) for far in _reaches(scene, weapon)}
    for _, hook, _ in scene.dice.weapon_rules.hooks(weapon.rules, CritStrikeSpread):
        also = near.setdefault(hook.distance, {})
        for name, p in _reaped(scene, striker, struck, hook.distance).items():
            also[name] = max(p, also.get(name, 0.0))
    return near


def _reaped(scene: Scene, striker: str, struck: str, far: float) -> dict[str, float]:
    """Return the striker's other enemies that it may see, near either of the two, with how probable that is."""
    position, spacing, found = scene.position, scene.edition.spacing, {}
    ends = [position.table.operative(name) for name in (struck, striker)]
    for enemy in position.enemies_of(striker):
        near = 0.0 if enemy.id == struck else max(near_chance(spacing, position, end, enemy, far) for end in ends)
        p = near * scene.edition.sight.visible(position, striker, enemy.id).p_yes if near > UNLIKELY else 0.0
        if p > UNLIKELY:
            found[enemy.id] = p
    return found


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
