"""Targets of a blast or a torrent besides the first (rules G24-03, G24-22)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from referee.rules.judgement import NOBODY_ELSE, SecondaryTargets, Shot, ShotJudgement
from referee.rules.ports.edition import BLAST_BESIDE_FRIENDS, NONE_ENGAGED, Edition
from referee.rules.ports.killzone import near_chance
from referee.rules.position import Position
from referee.rules.sight.control_range import friends_engaging
from referee.rules.sight.duel import UNLIKELY
from referee.rules.weapon import RuleUse

SPREADING = frozenset({"blast", "torrent"})


def blast_targets(edition: Edition, position: Position, primary: str, distance: float) -> dict[str, float]:
    """Return every other operative that may be visible to the primary target and within the distance (rule G24-03).

    Each with its probability. Friends and enemies, with any order; never the primary target itself. The shooter is
    included if it is near enough.
    """
    centre = position.table.operative(primary)
    found = {}
    for name, other in sorted(position.table.operatives.items()):
        near = 0.0 if name == primary else near_chance(edition.spacing, position, centre, other, distance)
        p = near * edition.sight.visible(position, primary, name).p_yes if near > UNLIKELY else 0.0
        if p > UNLIKELY:
            found[name] = p
    return found


def torrent_targets(
    edition: Edition, position: Position, shooter: str, primary: str, distance: float, rules: Sequence[RuleUse] = ()
) -> tuple[str, ...]:
    """Return the enemies that may be secondary targets: valid, near the first, not engaged with the shooter's friends.

    Rule G24-22: each must be a valid target of a weapon with these `rules` (Range, Seek) itself; none if the first is
    not. The shooter counts as one of its friends: in a point-blank shot no other enemy within its control range is a
    target.
    """
    shot = Shot(shooter, primary, tuple(rules))
    if not edition.judge_shot(position, shot).selectable.holds:
        return ()
    return _led_to(edition, position, shot, distance).likely


def _led_to(edition: Edition, position: Position, shot: Shot, distance: float) -> SecondaryTargets:
    """Return the targets to which a shot with its weapon's rules may continue (Range and Seek also apply)."""
    first = position.table.operative(shot.target)
    found, chance = {}, {}
    for enemy in position.enemies_of(shot.shooter):
        near = 0.0 if enemy.id == shot.target else near_chance(edition.spacing, position, first, enemy, distance)
        if near <= UNLIKELY:
            continue
        judged = edition.judge_shot(position, Shot(shot.shooter, enemy.id, shot.weapon_rules))
        engaged = edition.engagement.engaged(position, shot.shooter, enemy.id)
        p = near * judged.selectable.p_yes * (1.0 - engaged.p_yes)
        if p > UNLIKELY:
            found[enemy.id], chance[enemy.id] = judged, p
    return SecondaryTargets(found, chance, optional=True)


@dataclass(frozen=True, slots=True)
class BlastAndTorrent:
    """Spread of 2024: Blast and Torrent (rules G24-03, G24-22)."""

    def secondary(self, edition: Edition, position: Position, shot: Shot, primary: ShotJudgement) -> SecondaryTargets:
        """Return all targets in a blast, sheltered like the primary target, or those a torrent may continue to."""
        blast, torrent = shot.rule("blast"), shot.rule("torrent")
        if blast is not None:
            chance = blast_targets(edition, position, shot.target, blast.x or 0.0)
            if edition.readings.get(BLAST_BESIDE_FRIENDS) == NONE_ENGAGED:
                chance = _without_engaged(edition, position, shot, chance)
            shots = (Shot(shot.shooter, name, shot.weapon_rules) for name in chance)
            found = {one.target: _blasted(edition, position, one, primary) for one in shots}
            return SecondaryTargets(found, chance, frozenset(found))
        if torrent is not None:
            return _led_to(edition, position, shot, torrent.x or 0.0)
        return NOBODY_ELSE


def _without_engaged(edition: Edition, position: Position, shot: Shot, chance: dict[str, float]) -> dict[str, float]:
    """Return the same without the enemies that a friend of the shooter is likely to engage."""
    enemies = {enemy.id for enemy in position.enemies_of(shot.shooter)}
    free = {
        name: p * (1.0 - friends_engaging(edition, position, shot.shooter, name)) if name in enemies else p
        for name, p in chance.items()
    }
    return {name: p for name, p in free.items() if p > UNLIKELY}


def _blasted(edition: Edition, position: Position, shot: Shot, primary: ShotJudgement) -> ShotJudgement:
    """Return a secondary target of a blast: in cover and obscured like the primary target, otherwise judged itself.

    If it is the shooter itself, there are no lines to judge, so it is judged like the primary target.
    """
    if shot.shooter == shot.target:
        return replace(primary, modifiers=replace(primary.modifiers, cover_save_options=(), save_improved_by=0))
    own = edition.judge_shot(position, shot)
    return replace(
        own,
        in_cover=primary.in_cover,
        obscured=primary.obscured,
        cover_saves=primary.cover_saves,
        cover_hides=primary.cover_hides,
        modifiers=replace(own.modifiers, same_feature=primary.modifiers.same_feature),
        piercing=None if own.piercing is None else replace(own.piercing, obscures=False),
    )
