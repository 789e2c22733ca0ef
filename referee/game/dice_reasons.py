"""Why the dice of a shot or a fight are not as the cards print them, for who sits before them (`ReasonFacts`)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from referee.game.dice_words import dice_said
from referee.game.state import GameState
from referee.rules.dice.facts import ReasonFacts
from referee.rules.dice.rule_parser import written
from referee.rules.dice.rules import DiceRules
from referee.rules.dice.weapon import RuleUse, Weapon
from referee.rules.edition import Edition
from referee.rules.judgement import ShotJudgement
from referee.rules.shot_modifiers import UNCAPPED


def of_hit(
    dice: DiceRules, state: GameState, operative: str, *, injured: int, stats: Collection[str]
) -> Iterator[ReasonFacts]:
    """Yield why an operative hits otherwise than printed: its wounds, and what was said to change it.

    `injured` is by how much wounds worsen its Hit, `stats` are the names by which that Hit is changed.
    """
    if injured:
        yield of_injury(dice, operative, worse_by=injured)
    yield from of_changes(dice, state, operative, "Hit", stats=stats)


def of_injury(dice: DiceRules, operative: str, *, worse_by: int) -> ReasonFacts:
    """Return why an injured operative hits worse (rules L24-07, L21-01)."""
    return _reason(operative, f"{_by('Hit', worse_by)}: injured", dice.reasons.injured)


def of_changes(
    dice: DiceRules, state: GameState, operative: str, named: str, *, stats: Collection[str]
) -> Iterator[ReasonFacts]:
    """Yield each declared change of a stat, by what is said of it; `stats` are the names it is declared by."""
    for change in state.operative(operative).changes:
        if change.stat.casefold() in stats and change.by:
            why = change.why or "as was said at the table"
            yield _reason(operative, f"{_by(named, change.by)}: {why}", dice.reasons.changed)


def of_moment(dice: DiceRules, operative: str, *, worse_by: int, point_blank: bool) -> Iterator[ReasonFacts]:
    """Yield why a shot out of turn hits worse (rules K24-10, K21-01, C21-04)."""
    if not worse_by:
        return
    if point_blank:
        yield _reason(operative, f"{_by('Hit', worse_by)}: a shot at point-blank range", dice.reasons.point_blank)
    else:
        yield _reason(operative, f"{_by('Hit', worse_by)}: overwatch", dice.reasons.overwatch)


def of_ground(dice: DiceRules, edition: Edition, operative: str, gained: Sequence[RuleUse]) -> Iterator[ReasonFacts]:
    """Yield the rules that the killzone adds to a weapon (rules K24-03, K24-06, K21-03)."""
    for use in gained:
        gains = written(dice.weapon_rules, use)
        yield _reason(operative, f"gains {gains} by the killzone", edition.environment.gains_by)


def of_helpers(dice: DiceRules, operative: str, helpers: Sequence[str]) -> Iterator[ReasonFacts]:
    """Yield who helps in a fight (rules F24-06, F21-02)."""
    for helper in helpers:
        yield _reason(operative, f"{_by('Hit', -1)}: {helper} helps", dice.reasons.helped)


def of_lines(
    dice: DiceRules, weapon: Weapon, *, shooter: str, target: str, judged: ShotJudgement
) -> Iterator[ReasonFacts]:
    """Yield what lies between shooter and target does to either one's dice; `weapon` is as printed."""
    modifiers, ids = judged.modifiers, dice.reasons
    if modifiers.fewer_attack_dice:
        fewer = dice_said(modifiers.fewer_attack_dice, "attack")
        yield _reason(shooter, f"{fewer} fewer: an engaged operative stands in the line", ids.in_the_way)
    own = weapon.rule("accurate")
    if modifiers.accurate and (own is None or own.x != modifiers.accurate):
        yield _reason(shooter, f"Accurate {modifiers.accurate}: shoots from Vantage", ids.vantage)
    most = modifiers.piercing_cap
    if most is not None and most != UNCAPPED:
        left = f"Piercing {most:g} at most" if most else "no Piercing"
        yield _reason(shooter, f"{left}: {target} is in smoke", ids.smoke)
    if modifiers.save_improved_by and judged.cover_saves:
        improved = _by("Save", -modifiers.save_improved_by)
        yield _reason(target, f"{improved}: Protective cover", ids.protective)
    if modifiers.cover_save_options:
        yield _reason(target, "cover keeps a critical or two normals: shot from Vantage", ids.vantage_cover)


def _by(stat: str, by: int) -> str:
    """Return a change of a roll that is needed in words: worse is a higher one (L24-09)."""
    return f"{stat} {abs(by)} {'worse' if by > 0 else 'better'}"


def _reason(who: str, says: str, rule: str) -> ReasonFacts:
    return ReasonFacts(who=who, says=says, rule=rule)
