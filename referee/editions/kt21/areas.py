"""Whom a weapon reaches beyond its target, 2021 (rules G21-04, G21-06, G21-15, N21-04)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from geometry.base import Base
from geometry.tolerance import EXACT_TOLERANCE
from referee.editions.kt21.options import TORRENT
from referee.rules.dice.weapon import RuleUse
from referee.rules.edition import Edition
from referee.rules.judgement import Shot, ShotJudgement
from referee.rules.position import Position
from referee.rules.sight.secondary_targets import NOBODY_ELSE, SecondaryTargets

FUSILLADE_REACH = 2.0


def blast_targets(
    edition: Edition, position: Position, primary: str, distance: float, rules: Sequence[RuleUse] = ()
) -> dict[str, ShotJudgement]:
    """Return every other operative within the distance of the original target that is a valid target from there.

    Friend or foe; validity and cover are judged as if the original target were shooting with a weapon of these `rules`
    (rule G21-04), so the shooter is hit, too, when it stands that near.
    """
    centre = position.table.operative(primary)
    found = {}
    for name, other in sorted(position.table.operatives.items()):
        if name == primary or not _within(edition, position, centre.base, other.base, distance):
            continue
        judged = edition.judge_shot(_as_everybodys_enemy(position, primary), Shot(primary, name, tuple(rules)))
        if judged.selectable.holds:
            found[name] = judged
    return found


def _within(edition: Edition, position: Position, a: Base, b: Base, distance: float) -> bool:
    return edition.spacing.gap(position, a, b) <= distance + EXACT_TOLERANCE


def _as_everybodys_enemy(position: Position, primary: str) -> Position:
    """Return the position with the original target on nobody's side: its friends bar nothing."""
    own = replace(position.table.operative(primary), player=f"{position.table.operative(primary).player} (target)")
    operatives = {**position.table.operatives, primary: own}
    return replace(position, table=replace(position.table, operatives=operatives))


def torrent_targets(
    edition: Edition,
    position: Position,
    shooter: str,
    primary: str,
    reach: float,
    *,
    chained: bool = True,
    rules: Sequence[RuleUse] = (),
) -> tuple[str, ...]:
    """Return the further valid targets of a Torrent weapon, after a Shoot or an Overwatch alike (G21-15, N21-04).

    `chained`: within `reach` inches of the original target or of one that is hit already; otherwise of all of them.
    Each is a valid target by the weapon's `rules`, too (Rng).
    """
    return tuple(_led_to(edition, position, Shot(shooter, primary, tuple(rules)), reach, chained=chained))


def _led_to(
    edition: Edition, position: Position, shot: Shot, distance: float, *, chained: bool
) -> dict[str, ShotJudgement]:
    base_of = {name: each.base for name, each in position.table.operatives.items()}
    valid = _other_targets(edition, position, shot)
    near, hit = (any if chained else all), [shot.target]
    while True:
        more = (
            name
            for name in valid
            if name not in hit
            and near(_within(edition, position, base_of[name], base_of[each], distance) for each in hit)
        )
        found = next(more, None)
        if found is None:
            return {name: valid[name] for name in sorted(hit[1:])}
        hit.append(found)


def _other_targets(edition: Edition, position: Position, shot: Shot) -> dict[str, ShotJudgement]:
    """Return every other enemy that the weapon might shoot as well: none that the shooter is engaged with itself."""
    shots = (
        Shot(shot.shooter, enemy.id, shot.weapon_rules)
        for enemy in position.enemies_of(shot.shooter)
        if enemy.id != shot.target
    )
    judged = {one.target: edition.judge_shot(position, one) for one in shots}
    return {
        name: one
        for name, one in judged.items()
        if one.selectable.holds and not edition.engagement.engaged(position, shot.shooter, name).holds
    }


def fusillade_targets(
    edition: Edition, position: Position, shooter: str, primary: str, rules: Sequence[RuleUse] = ()
) -> tuple[str, ...]:
    """Return the other valid targets among which a Fusillade's dice may be split: within 2" of the first (G21-06)."""
    return tuple(_beside(edition, position, Shot(shooter, primary, tuple(rules))))


def _beside(edition: Edition, position: Position, shot: Shot) -> dict[str, ShotJudgement]:
    base_of = {name: each.base for name, each in position.table.operatives.items()}
    return {
        name: judged
        for name, judged in _other_targets(edition, position, shot).items()
        if _within(edition, position, base_of[shot.target], base_of[name], FUSILLADE_REACH)
    }


@dataclass(frozen=True, slots=True)
class BlastTorrentAndFusillade:
    """Whom a weapon shoots beside its target (rules G21-04, G21-06, G21-15); how far a Torrent reaches is an option."""

    def secondary(self, edition: Edition, position: Position, shot: Shot, primary: ShotJudgement) -> SecondaryTargets:
        """Return everybody in a blast or reached by a torrent, or among whom a fusillade may be split."""
        blast, torrent = shot.rule("blast"), shot.rule("torrent")
        if blast is not None:
            reached = blast_targets(edition, position, shot.target, blast.x or 0.0, shot.weapon_rules)
            return SecondaryTargets(reached)
        if torrent is not None:
            chained = edition.reads(TORRENT) == "chain"
            return SecondaryTargets(_led_to(edition, position, shot, torrent.x or 0.0, chained=chained))
        if shot.rule("fusillade") is not None:
            return SecondaryTargets(_beside(edition, position, shot), shared=True)
        return NOBODY_ELSE
