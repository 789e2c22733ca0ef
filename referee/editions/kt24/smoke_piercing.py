"""What smoke around a target leaves of a Piercing weapon, 2024 (rule J24-12), as surely as it is known."""

from __future__ import annotations

from geometry.witness import Witness
from referee.editions.kt24.smoke import in_smoke, smoke_chance
from referee.rules.judgement import PiercingDoubt
from referee.rules.ruling import Finding, Ruling
from referee.rules.shot_modifiers import UNCAPPED
from referee.rules.sight.shot_geometry import UNLIKELY, Duel

SOFTENED, IGNORED = 1, 0
"""The most that is left of Piercing, by the reading that smoke softens it and by the one that it takes it away."""


def piercing_cap(duel: Duel, *, softens: bool, from_centre: bool) -> float | None:
    """Return what smoke leaves of a Piercing weapon by the best estimate; None for any other weapon."""
    if not _pierces(duel):
        return None
    smoked = in_smoke(duel.position, duel.shooter, duel.target, only_target=True, from_centre=from_centre)
    return (SOFTENED if softens else IGNORED) if smoked else UNCAPPED


def piercing_doubt(duel: Duel, *, softens: bool, from_centre: bool) -> PiercingDoubt | None:
    """Return what is in doubt of what smoke leaves of a Piercing weapon; None where nothing is."""
    if not _pierces(duel):
        return None
    where = duel.position, duel.shooter, duel.target
    p, sigma = smoke_chance(*where, from_centre=from_centre, only_target=True)
    if sigma == 0 or not UNLIKELY < p < 1 - UNLIKELY:
        return None
    name, smoked = duel.target.id, in_smoke(*where, only_target=True, from_centre=from_centre)
    means = f"{name} stands in smoke" if smoked else f"{name} stands in no smoke"
    finding = Finding.likely("J24-12", smoked, means, p, sigma, Witness((), (duel.shooter.id, name)))
    ruling = Ruling(f"smoke takes Piercing against {name}", (finding,), p)
    return PiercingDoubt(ruling, SOFTENED if softens else IGNORED)


def _pierces(duel: Duel) -> bool:
    """Return whether smoke can bear on Piercing: it takes it from a shot at an enemy, not from an own blast."""
    return duel.shooter.player != duel.target.player and any(
        duel.shot.rule(name) is not None for name in ("piercing", "piercing_crits")
    )
