"""Secondary targets of 2021: blast, fusillade and torrent (rules G21-04, G21-06, G21-15, N21-04)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from referee.editions.kt21.options import BLAST_ABOVE, DOES_NOT_COUNT, TORRENT
from referee.rules.judgement import NOBODY_ELSE, SecondaryTargets, Shot, ShotJudgement
from referee.rules.ports.edition import BLAST_BESIDE_FRIENDS, NONE_ENGAGED, Edition
from referee.rules.ports.killzone import near_chance
from referee.rules.position import Order, Position
from referee.rules.sight.control_range import friends_engaging
from referee.rules.sight.duel import UNLIKELY
from referee.rules.weapon import RuleUse

FUSILLADE_REACH = 2.0


def blast_targets(
    edition: Edition,
    position: Position,
    primary: str,
    distance: float,
    rules: Sequence[RuleUse] = (),
    *,
    shooter: str | None = None,
) -> SecondaryTargets:
    """Return every other operative that may be near the original target and a valid target from there.

    Both friends and enemies; validity and cover are judged as if the original target shot with a weapon of these
    `rules` (rule G21-04), so the shooter is also hit if it is near enough. Rules about enemies do not apply to the
    `shooter`'s side: Indirect leaves its cover (G21-09), a Vantage Point its order (H21-05), and no die is lost against
    it (K21-03).
    """
    centre = position.table.operative(primary)
    own = None if shooter is None else position.table.operative(shooter).player
    at_own = tuple(use for use in rules if use.rule != "indirect")
    found, chance = {}, {}
    for name, other in sorted(position.table.operatives.items()):
        near = 0.0 if name == primary else near_chance(edition.spacing, position, centre, other, distance)
        if near <= UNLIKELY:
            continue
        shot = Shot(primary, name, at_own if other.player == own else tuple(rules))
        judged = edition.judge_shot(_as_everybodys_enemy(position, primary), shot)
        if other.player == own:
            if _seen_from_above(position, name, judged):
                continue
            judged = _spared(judged)
        elif edition.readings.get(BLAST_ABOVE) == DOES_NOT_COUNT and _seen_from_above(position, name, judged):
            continue
        if shooter is not None and other.player != own and edition.readings.get(BLAST_BESIDE_FRIENDS) == NONE_ENGAGED:
            near *= 1.0 - friends_engaging(edition, position, shooter, name)
        if (p := near * judged.selectable.p_yes) > UNLIKELY:
            found[name], chance[name] = judged, p
    return SecondaryTargets(found, chance)


def _as_everybodys_enemy(position: Position, primary: str) -> Position:
    """Return the position with the original target on neither side, so that its friends exclude nothing."""
    own = replace(position.table.operative(primary), player=f"{position.table.operative(primary).player} (target)")
    operatives = {**position.table.operatives, primary: own}
    return replace(position, table=replace(position.table, operatives=operatives))


def _seen_from_above(position: Position, name: str, judged: ShotJudgement) -> bool:
    """Return whether a concealed operative is a target only through a Vantage Point, as enemies are (rule H21-05)."""
    concealed = position.status[name].order is Order.CONCEAL
    return concealed and judged.modifiers.treated_as_order is Order.ENGAGE


def _spared(judged: ShotJudgement) -> ShotJudgement:
    """Return a shot at the shooter's own side: an engaged operative in the way costs it no die (rule K21-03)."""
    if judged.line_crossed is None:
        return judged
    return replace(judged, modifiers=replace(judged.modifiers, fewer_attack_dice=0), line_crossed=None)


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
    """Return the further valid targets of a Torrent weapon, after a Shoot or an Overwatch (G21-15, N21-04).

    `chained`: within `reach` inches of the original target or of one that is already hit; otherwise of all of them.
    Each must be a valid target by the weapon's `rules` (Rng).
    """
    return _led_to(edition, position, Shot(shooter, primary, tuple(rules)), reach, chained=chained).likely


def _led_to(edition: Edition, position: Position, shot: Shot, distance: float, *, chained: bool) -> SecondaryTargets:
    """Return the targets that a torrent may reach, the most likely first, each with the probability of being reached.

    Chained, it is the most likely chain from one hit target to the next; otherwise the target is near all of them.
    """
    there = position.table.operatives
    valid, hit = _other_targets(edition, position, shot), {shot.target: 1.0}
    by_way = max if chained else min

    def reached(name: str) -> float:
        ways = (p * near_chance(edition.spacing, position, there[one], there[name], distance) for one, p in hit.items())
        return by_way(ways) * valid.chance[name]

    while left := [name for name in valid.judged if name not in hit]:
        likely = {name: reached(name) for name in left}
        name = max(likely, key=lambda one: likely[one])
        if likely[name] <= UNLIKELY:
            break
        hit[name] = likely[name]
    found = {name: hit[name] for name in sorted(hit) if name != shot.target}
    return SecondaryTargets({name: valid.judged[name] for name in found}, found)


def _other_targets(edition: Edition, position: Position, shot: Shot) -> SecondaryTargets:
    """Return every other enemy that the weapon might also shoot, except those that the shooter is engaged with."""
    shots = (
        Shot(shot.shooter, enemy.id, shot.weapon_rules)
        for enemy in position.enemies_of(shot.shooter)
        if enemy.id != shot.target
    )
    found, chance = {}, {}
    for one in shots:
        judged = edition.judge_shot(position, one)
        engaged = edition.engagement.engaged(position, shot.shooter, one.target)
        if (p := judged.selectable.p_yes * (1.0 - engaged.p_yes)) > UNLIKELY:
            found[one.target], chance[one.target] = judged, p
    return SecondaryTargets(found, chance)


def fusillade_targets(
    edition: Edition, position: Position, shooter: str, primary: str, rules: Sequence[RuleUse] = ()
) -> tuple[str, ...]:
    """Return the other valid targets among which a Fusillade's dice may be split: within 2" of the first (G21-06)."""
    return _beside(edition, position, Shot(shooter, primary, tuple(rules))).likely


def _beside(edition: Edition, position: Position, shot: Shot) -> SecondaryTargets:
    there, valid = position.table.operatives, _other_targets(edition, position, shot)
    near = {
        name: p * near_chance(edition.spacing, position, there[shot.target], there[name], FUSILLADE_REACH)
        for name, p in valid.chance.items()
    }
    chance = {name: p for name, p in near.items() if p > UNLIKELY}
    return SecondaryTargets({name: valid.judged[name] for name in chance}, chance, shared=True)


@dataclass(frozen=True, slots=True)
class BlastTorrentAndFusillade:
    """Spread of 2021 (rules G21-04, G21-06, G21-15); the reach of a Torrent is an option."""

    def secondary(self, edition: Edition, position: Position, shot: Shot, primary: ShotJudgement) -> SecondaryTargets:
        """Return all targets in a blast or reached by a torrent, or among which a fusillade may be split."""
        blast, torrent = shot.rule("blast"), shot.rule("torrent")
        if blast is not None:
            return blast_targets(
                edition, position, shot.target, blast.x or 0.0, shot.weapon_rules, shooter=shot.shooter
            )
        if torrent is not None:
            chained = edition.reads(TORRENT) == "chain"
            return _led_to(edition, position, shot, torrent.x or 0.0, chained=chained)
        if shot.rule("fusillade") is not None:
            return _beside(edition, position, shot)
        return NOBODY_ELSE
