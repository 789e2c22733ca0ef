"""View of the shot or fight in progress, with the reasons for its dice."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from messages.catalogue import ENGLISH
from messages.message import NO_NAMES, Message
from overlook.table.games.steps import display_names, text_of
from overlook.table.offers.odds import CombatOdds, OddsBeforeRoll
from overlook.table.offers.table_facts import TableFacts
from overlook.table.views.attack_dice import OBSCURED, DieChange, Row, Rows, ShownDie, fight_rows, shot_rows, tested
from referee.game.dice.dice_actions import COUNTED, CountsAs
from referee.game.dice.dice_text import GRADES, UNPRINTED, rule_title
from referee.game.engine.battle_flow import BattleFlow
from referee.game.state import GameState, LifeState, OpenSequence
from referee.rules.dice.attack_facts import (
    AttackOutcome,
    FighterFacts,
    FightFacts,
    PendingInput,
    ReasonFacts,
    ShootingFacts,
    TargetFacts,
    When,
)
from referee.rules.dice.dice_rules import DiceRules
from referee.rules.dice.fighting import FightSequence
from referee.rules.dice.rule_book import CritFrom, FewerDefenceDice, OnlyCritsBlock, OnlyCritsSave, RuleHook
from referee.rules.dice.rule_parser import written
from referee.rules.dice.shooting import ShootingSequence
from referee.rules.dice.shot import COVER_SAVE
from referee.rules.dice.step import DiceChoice, DiceStepName, Side
from referee.rules.weapon import Weapon
from web.contract.table.game_views import (
    COUNTS,
    ChangeKind,
    CombatChangeView,
    CombatDamageView,
    CombatDieView,
    CombatOptionView,
    CombatReasonView,
    CombatResultView,
    CombatSideView,
    CombatView,
)


def of_side(
    dice: DiceRules, state: GameState, *, operative: str, facts: Sequence[ReasonFacts], weapon: Weapon | None
) -> Iterator[CombatReasonView]:
    """Yield what changes an operative's dice: reasons from table and game (`facts`), then its weapon's rules."""
    names = _names(state)
    for one in facts:
        if one.who == operative:
            yield _reason(one.message or Message.stored(one.says), one.rule, names)
    if weapon is not None:
        for rule, title, x in _hooks(dice, weapon, CritFrom):
            yield _reason(Message.of("modifier-criticals-from", face=x, rule=title), rule)


def _reason(message: Message, rule: str, names: Mapping[str, str] = NO_NAMES) -> CombatReasonView:
    return CombatReasonView(says=text_of(message, names), rule=rule, message=message.coded)


def _names(state: GameState) -> dict[str, str]:
    """Return the names of a game, operatives as on their cards."""
    return display_names(state) | {key: one.card.name for key, one in state.operatives.items()}


def of_shot_at(dice: DiceRules, target: TargetFacts, weapon: Weapon, *, there: int) -> Iterator[CombatReasonView]:
    """Yield a weapon's effects on its target's dice; `there` of them are rolled or kept, 0 while none are due."""
    if 0 < there < target.defender.dice:
        for rule, title, _ in _hooks(dice, weapon, FewerDefenceDice):
            yield _reason(
                Message.of("modifier-fewer-defence-dice", dice=target.defender.dice - there, rule=title), rule
            )
    for rule, title, _ in _hooks(dice, weapon, OnlyCritsSave):
        yield _reason(Message.of("modifier-only-criticals-save", rule=title), rule)


def of_fought_with(dice: DiceRules, weapon: Weapon | None) -> Iterator[CombatReasonView]:
    """Yield the effects of the enemy's weapon on a fighter's dice."""
    if weapon is not None:
        for rule, title, _ in _hooks(dice, weapon, OnlyCritsBlock):
            yield _reason(Message.of("modifier-only-criticals-block", word=dice.stopping_word, rule=title), rule)


def of_first(dice: DiceRules, state: GameState, facts: FightFacts) -> Iterator[CombatReasonView]:
    """Yield why the defender resolves the first die (rule K24-04)."""
    if facts.first is Side.DEFENDER:
        first = Message.of("modifier-resolves-first", attacker=facts.attacker.id)
        yield _reason(first, dice.reasons.first, _names(state))


def _hooks(dice: DiceRules, weapon: Weapon, kind: type[RuleHook]) -> Iterator[tuple[str, str, int]]:
    """Yield each rule of a weapon with such a hook: its id, its written form, and its best number."""
    book = dice.weapon_rules
    for rule, _, uses in book.hooks(weapon.rules, kind):
        best = min(uses, key=lambda use: use.x or 0)
        yield rule.id, written(book, best), int(best.x or 0)


Action = ShootingSequence | FightSequence


def combat_of(facts: TableFacts) -> tuple[CombatView, ...]:
    """Return the shot or fight that is being resolved or was resolved last; empty if there is none."""

    def made() -> tuple[CombatView, ...]:
        view = combat_view(facts.flow, facts.state, facts.memo.odds)
        return () if view is None else (view,)

    return facts.memo.get("combat", facts.state, made)


def combat_view(flow: BattleFlow, state: GameState, odds: CombatOdds | None = None) -> CombatView | None:
    """Return the open dice action, else the last one if nothing else was done since; None if there is none.

    `odds` keeps what was computed for earlier states.
    """
    sequence = state.sequence or state.resolved
    if sequence is None:
        return None
    action, odds = flow.dice_actions.action(sequence), odds or CombatOdds()
    if isinstance(action, ShootingSequence):
        return _shot(flow, state, sequence=sequence, action=action, odds=odds)
    if isinstance(action, FightSequence):
        return _fight(flow, state, sequence=sequence, action=action, odds=odds)
    return None


@dataclass(frozen=True, slots=True)
class _Played:
    """Data from which both sides of one view are made."""

    flow: BattleFlow
    state: GameState
    sequence: OpenSequence
    action: Action
    rows: Rows

    def side(
        self,
        operative: str,
        side: Side,
        *,
        numbers: Message,
        weapon: Weapon | None,
        facts: tuple[ReasonFacts, ...],
        more: Iterable[CombatReasonView] = (),
        shelter: tuple[Message, ...] = (),
    ) -> CombatSideView:
        """Return one side; `numbers` is text about its dice, `weapon` the one that it uses.

        `facts` are the referee's reasons, `more` those that come from the other side's weapon.
        """
        known, book = self.state.operative(operative), self.flow.dice_actions.rules.weapon_rules
        return CombatSideView(
            operative=operative,
            player=known.player,
            name=known.card.name,
            weapon=weapon.name if weapon is not None else "",
            numbers=str(numbers),
            numbers_message=numbers,
            rules=tuple(written(book, use) for use in weapon.rules) if weapon is not None else (),
            notes=tuple(map(str, self.rows.notes[side])),
            note_messages=tuple(self.rows.notes[side]),
            reasons=(
                *of_side(self.flow.dice_actions.rules, self.state, operative=operative, facts=facts, weapon=weapon),
                *more,
            ),
            before=self.sequence.wounds.get(operative, known.wounds),
            wounds=known.wounds,
            start_wounds=known.card.wounds,
            shelter=tuple(map(str, shelter)),
            shelter_messages=shelter,
            due=_due(self.action.pending).get(side, 0),
            dice=tuple(map(_die_view, self.rows.of(side))),
            changes=tuple(_changes(self.flow.dice_actions.rules, self.rows.of(side), self._weapons)),
        )

    def view(
        self,
        kind: Literal["shoot", "fight"],
        attacker: CombatSideView,
        target: CombatSideView,
        *,
        promise: OddsBeforeRoll | None,
        **more: Any,
    ) -> CombatView:
        """Return the whole view; `more` has the fields that only a shot or only a fight has."""
        over = self.state.sequence is None
        before = promise.before if promise is not None else None
        after = promise.after(target.before - target.wounds) if promise is not None and over else None
        named = (target.operative, attacker.operative) if kind == "fight" else self._targets
        return CombatView(
            number=self.sequence.number,
            kind=kind,
            action=self.sequence.sort,
            attacker=attacker,
            target=target,
            proposed=self.rows.proposed,
            options=_options(self.state, self.action),
            over=over,
            odds=str(before or ""),
            odds_message=before,
            came=str(after or ""),
            came_message=after,
            results=_results(self.state, self.sequence, outcomes=self.action.outcomes, targets=named) if over else (),
            **more,
        )

    @property
    def _weapons(self) -> tuple[Weapon, ...]:
        """The weapons of both sides whose rules may change dice."""
        action = self.action
        if isinstance(action, FightSequence):
            armed = (action.fought.attacker.weapon, action.fought.defender.weapon)
            return tuple(weapon for weapon in armed if weapon is not None)
        return tuple(action.weapon_against(target) for target in action.facts.targets)

    @property
    def _targets(self) -> tuple[str, ...]:
        facts = self.action.facts
        return tuple(each.id for each in facts.targets) if isinstance(facts, ShootingFacts) else ()


def _shot(
    flow: BattleFlow, state: GameState, *, sequence: OpenSequence, action: ShootingSequence, odds: CombatOdds
) -> CombatView:
    target, rows = shot_rows(flow.dice_actions.rules, action, sequence.data.get(COUNTED, ()))
    played = _Played(flow, state, sequence, action, rows)
    weapon, defender = action.weapon_against(target), target.defender
    there = len(rows.defence) + _due(action.pending).get(Side.DEFENDER, 0)
    saves = (
        Message.of("roll-fewer-defence-dice", rolled=there, dice=defender.dice, save=defender.save)
        if 0 < there < defender.dice
        else Message.of("roll-defence-dice", dice=defender.dice, save=defender.save)
    )
    rows.notes[Side.ATTACKER] += filter(None, (tested(action),))
    wounds = sequence.wounds.get(target.id, state.operative(target.id).wounds)
    promise = odds.of_shot(action, target, wounds) if wounds and not target.unsure else None
    why, rules = target.reasons, flow.dice_actions.rules
    against = of_shot_at(rules, target, weapon, there=there)
    return played.view(
        "shoot",
        played.side(action.facts.shooter, Side.ATTACKER, numbers=_attack(weapon), weapon=weapon, facts=why),
        played.side(
            target.id, Side.DEFENDER, numbers=saves, weapon=None, facts=why, more=against, shelter=_shelter(target)
        ),
        shelter=tuple(map(str, _shelter(target))),
        shelter_messages=_shelter(target),
        promise=promise,
        damage=_damage(action, target, rows, wounds),
    )


def _shelter(target: TargetFacts) -> tuple[Message, ...]:
    """Return what shelters a target, or may shelter it if the camera cannot tell and the players have to decide."""
    ways = target.unsure
    covers = {way.cover for way in ways} or {bool(target.defender.cover)}
    obscures = {way.obscured for way in ways} or {target.defender.obscured}
    found = []
    if True in covers:
        found.append(Message.of("roll-in-cover" if len(covers) == 1 else "roll-perhaps-in-cover"))
    if True in obscures:
        found.append(Message.of("roll-obscured" if len(obscures) == 1 else "roll-perhaps-obscured"))
    return tuple(found)


def _fight(
    flow: BattleFlow, state: GameState, *, sequence: OpenSequence, action: FightSequence, odds: CombatOdds
) -> CombatView:
    rows = fight_rows(flow.dice_actions.rules, action, sequence.data.get(COUNTED, ()))
    played = _Played(flow, state, sequence, action, rows)

    def side(fighter: FighterFacts, which: Side) -> CombatSideView:
        unarmed = Message.of("roll-chooses-weapon" if fighter.choices else "roll-no-retaliation")
        numbers = unarmed if fighter.weapon is None else _attack(fighter.weapon)
        other = action.fought.defender if which is Side.ATTACKER else action.fought.attacker
        more = [*of_fought_with(rules, other.weapon)] if fighter.weapon is not None else []
        first = of_first(rules, state, action.facts) if which is Side.DEFENDER else ()
        return played.side(
            fighter.id, which, numbers=numbers, weapon=fighter.weapon, facts=fighter.reasons, more=(*more, *first)
        )

    rules = flow.dice_actions.rules
    one, two = side(action.fought.attacker, Side.ATTACKER), side(action.fought.defender, Side.DEFENDER)
    blows, names = _blows(action, rows, word=rules.stopping_word), _names(state)
    said = tuple(ENGLISH.text(blow, names) for blow in blows)
    return played.view("fight", one, two, blows=said, blow_messages=blows, promise=odds.of_fight(action))


def _die_view(die: ShownDie) -> CombatDieView:
    return CombatDieView(
        face=None if die.again or die.counted else die.face,
        counts_as=die.counts_as,
        was=die.was,
        kept=die.kept,
        raised=die.raised,
        met=die.met,
        spent=die.spent,
    )


_OBSCURED = Message.of("roll-rule-obscured")
UNWRITTEN = {**UNPRINTED, "": _OBSCURED, OBSCURED: _OBSCURED}
"""Names of rules that are on no card, by the rule of a change."""

CHANGE_ORDER: tuple[ChangeKind, ...] = ("kept", "rerolled", "counted", "improved", "lowered", "discarded")


def _changes(dice: DiceRules, row: Row, weapons: Sequence[Weapon]) -> Iterator[CombatChangeView]:
    """Yield what each rule did to a row of dice, in the order of the rules' stages."""
    found: dict[tuple[ChangeKind, str, CountsAs | None, CountsAs | None], list[tuple[int, DieChange]]] = {}
    for at, die in enumerate(row):
        for one in die.changes:
            same = (one.kind, one.rule, *((one.before, one.after) if one.kind != "rerolled" else (None, None)))
            found.setdefault(same, []).append((at, one))
    for kind, rule, *grades in sorted(found, key=lambda key: CHANGE_ORDER.index(key[0])):
        changed = found[kind, rule, grades[0], grades[1]]
        title, id_ = _named(dice, rule, weapons)
        after = _common([one.after for _, one in changed])
        message = _change(kind, UNWRITTEN.get(rule, title), [one for _, one in changed], after)
        yield CombatChangeView(
            rule=id_,
            name=title,
            kind=kind,
            dice=tuple(at for at, _ in changed),
            before=_common([one.before for _, one in changed]),
            after=after,
            says=str(message),
            message=message,
        )


def _common(grades: Sequence[CountsAs | None]) -> CountsAs | None:
    """Return what all dice count as; None if they differ."""
    return grades[0] if len(set(grades)) == 1 else None


def _named(dice: DiceRules, rule: str, weapons: Sequence[Weapon]) -> tuple[str, str]:
    """Return a rule's name as on the card and its id; "" without an id."""
    book = dice.weapon_rules
    known = book.by_name.get(rule)
    if known is None:
        return rule_title(rule) or rule_title(OBSCURED), dice.reasons.defence if rule == COVER_SAVE else ""
    use = next((use for weapon in weapons for use in weapon.rules if use.rule == rule), None)
    return (known.title if use is None else written(book, use)), known.id


def _change(kind: ChangeKind, title: str | Message, changed: Sequence[DieChange], after: CountsAs | None) -> Message:
    if kind == "kept" and after is not None:
        return Message.of("roll-change-kept", rule=title, dice=len(changed), after=COUNTS[after])
    if kind == "rerolled":
        return Message.of("roll-change-rerolled", rule=title, dice=[_rerolled(one) for one in changed])
    faces = [one.face or COUNTS[one.before or "fail"] for one in changed]
    if after is None:
        return Message.of("roll-change-discarded", rule=title, dice=faces)
    return Message.of("roll-change", rule=title, dice=faces, after=COUNTS[after])


def _rerolled(one: DieChange) -> Message:
    was, now = one.was or COUNTS[one.before or "fail"], one.face or COUNTS[one.after or "fail"]
    return Message.of("roll-change-face", was=was, now=now)


def _damage(action: ShootingSequence, target: TargetFacts, rows: Rows, before: int) -> CombatDamageView | None:
    """Return the damage of a shot at a target; None before its saves are assigned."""
    if not rows.allotted:
        return None
    normal, critical = action.weapon_against(target).damage
    hits = [die.counts_as for die in rows.attack if not die.met and not die.spent]
    normals, crits = hits.count("success"), hits.count("crit")
    rules = {
        one.rule: one.amount
        for one in action.outcomes
        if one.who == target.id and one.kind in ("damage", "mortal") and one.rule and one.when is When.NOW
    }
    total = normals * normal + crits * critical + sum(rules.values())
    parts = [Message.of("roll-damage-normals", hits=normals, damage=normal)] if normals else []
    parts += [Message.of("roll-damage-criticals", hits=crits, damage=critical)] if crits else []
    parts += [Message.of("roll-damage-rule", rule=rule_title(rule), amount=amount) for rule, amount in rules.items()]
    after = max(0, before - total)
    if parts:
        message = Message.of("roll-damage", parts=parts, total=total, before=before, after=after)
    else:
        message = Message.of("roll-damage-none", wounds=before)
    return CombatDamageView(
        normals=normals,
        normal_damage=normal,
        crits=crits,
        critical_damage=critical,
        more=sum(rules.values()),
        total=total,
        before=before,
        after=after,
        says=str(message),
        message=message,
    )


def _due(pending: PendingInput | None) -> Mapping[Side, int]:
    if pending is None or not pending.dice or pending.stage is DiceStepName.AFTER:
        return {}
    return {pending.side: pending.dice}


def _attack(weapon: Weapon) -> Message:
    normal, critical = weapon.damage
    return Message.of("roll-attack-dice", dice=weapon.atk, hit=weapon.hit, normal=normal, critical=critical)


def _blows(action: FightSequence, rows: Rows, *, word: str) -> tuple[Message, ...]:
    """Return a message for each die used in a fight; `word` is the edition's term for a die that stops another one."""
    fighters = {Side.ATTACKER: action.fought.attacker, Side.DEFENDER: action.fought.defender}
    found = []
    for side, choice in rows.blows:
        name, weapon = fighters[side].id, fighters[side].weapon
        own, _, foe = choice.rule.partition(" on ")
        if choice.verb == "strike" and weapon is not None:
            damage = weapon.damage[own == "crit"]
            found.append(Message.of("roll-strikes", operative=name, own=own, damage=damage))
        elif foe in GRADES:
            found.append(Message.of("roll-stops", operative=name, word=word, own=own, foe=foe))
        else:
            found.append(Message.of("roll-gives-up", operative=name, own=own))
    return tuple(found)


def _options(state: GameState, action: Action) -> tuple[CombatOptionView, ...]:
    """Return the effect of each choice of an open block or strike; empty if dice or another decision are due."""
    pending = action.pending
    if pending is None or pending.stage not in (DiceStepName.BLOCK, DiceStepName.RESOLVE):
        return ()
    names = _names(state)
    does = {choice.key: _does(state, action, choice) for choice in pending.choices}
    return tuple(CombatOptionView(key=key, does=ENGLISH.text(of, names), message=of) for key, of in does.items())


def _does(state: GameState, action: Action, choice: DiceChoice) -> Message:
    after = action.answer(choice).outcomes[len(action.outcomes) :]
    lost: dict[str, int] = {}
    for outcome in after:
        if outcome.kind in ("damage", "mortal"):
            lost[outcome.who] = lost.get(outcome.who, 0) + outcome.amount
    if not lost:
        stops = choice.verb == "block" and isinstance(action, FightSequence)
        return Message.of("roll-effect-stops" if stops else "roll-effect-none")
    return Message.of("roll-effects", effects=[_falls(state, who, amount) for who, amount in lost.items()])


def _falls(state: GameState, who: str, amount: int) -> Message:
    wounds = state.operative(who).wounds
    if not wounds:
        return Message.of("roll-effect-fallen", operative=who)
    if wounds <= amount:
        return Message.of("roll-effect-falls", operative=who, damage=amount)
    return Message.of("roll-effect-damage", operative=who, damage=amount, before=wounds, after=wounds - amount)


def _results(
    state: GameState, sequence: OpenSequence, *, outcomes: Sequence[AttackOutcome], targets: Sequence[str]
) -> tuple[CombatResultView, ...]:
    """Return the result for everybody who was hurt, and for each target that was not."""
    hurt = [each.who for each in outcomes if each.kind in ("damage", "mortal", "apl")]
    return tuple(
        _result(state, sequence, who=who, outcomes=outcomes) for who in dict.fromkeys((*targets, *hurt)) if who
    )


def _result(
    state: GameState, sequence: OpenSequence, *, who: str, outcomes: Sequence[AttackOutcome]
) -> CombatResultView:
    known = state.operative(who)
    before = sequence.wounds.get(who, known.wounds)
    lost = sum(each.amount for each in outcomes if each.who == who and each.kind in ("damage", "mortal"))
    apl = sum(each.amount for each in outcomes if each.who == who and each.kind == "apl")
    left = max(0, before - lost)
    down = left == 0 or known.life in (LifeState.INCAPACITATED, LifeState.REMOVED)
    parts = [
        Message.of("roll-result-wounds", before=before, after=left)
        if lost
        else Message.of("roll-result-unhurt", wounds=left, most=known.card.wounds)
    ]
    if down:
        parts.append(Message.of("roll-result-incapacitated"))
    elif lost and 2 * left < known.card.wounds:
        parts.append(Message.of("roll-result-injured"))
    if apl:
        parts.append(Message.of("roll-result-apl", sign="+" if apl > 0 else "-", change=abs(apl)))
    result = Message.of("roll-result", operative=who, parts=parts)
    sentence = ENGLISH.text(result, _names(state))
    return CombatResultView(operative=who, player=known.player, sentence=sentence, down=down, message=result)
