"""Hooks on actions in both editions: guard, Heavy weapons, hatches, limited uses."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from messages.message import Message
from referee.game.card import title
from referee.game.dice.dice_actions import FIGHTING, DiceActionType, is_barred_from_retaliating
from referee.game.events import Event, activations, decisions, pieces
from referee.game.handlers.act_handler import ActionHook, counts_as
from referee.game.handlers.activating import GUARD, Reactions
from referee.game.handlers.handler import condition
from referee.game.intents import Act
from referee.game.judging.limited_weapons import LIMITED, limit_of, reading_of_uses, uses_of
from referee.game.judging.position import (
    edition_of_game,
    split_declined_rule,
    weapon_and_declined_rule,
    weapon_in_use,
    weapon_rules,
    weapons_of,
)
from referee.game.state import Activation, ActivationKind, GameState
from referee.rules.dice.rule_book import RuleBook
from referee.rules.moves.interactions import OPERATE_HATCH
from referee.rules.ports.actions import Heavy
from referee.rules.ports.edition import ActionSpec, Edition
from referee.rules.ruling import Finding
from referee.rules.weapon import RuleUse, Weapon, WeaponType


@dataclass(frozen=True, slots=True)
class ReactionActions(ActionHook):
    """Out of turn only what the row of that step permits is performed."""

    reactions: Reactions

    def findings(self, state: GameState, act: Act, spec: ActionSpec) -> tuple[Finding, ...]:
        """Return the row's conditions of the action; none in an activation or for an action that a rule gives."""
        row = self.reactions.row(state.acting.doing) if state.acting is not None else None
        return () if row is None else row.what(state, act, spec)


@dataclass(frozen=True, slots=True)
class Guarding(ActionHook):
    """The Guard action and its consequences.

    `point_blank` are actions that, performed near an enemy, bar the operative from retaliating for the rest of that
    activation (K24-10); their Hit is worse by `point_blank_worse`, in addition to the action's own change (an overwatch
    is worse anyway); `aimed`: they need a valid target like any other shot (K21-01).
    `each_for_itself` ends a guard that does not answer itself, even if another has (K21-01); `after_free`: a free
    action may be interrupted. `until_end`: a guard near which an action ended waits for the activation's end (K24-08).
    `in_pauses`: a hatch that is operated in the middle of a move may be answered before the move goes on.
    """

    point_blank: frozenset[str]
    point_blank_worse: int = 0
    aimed: bool = False
    each_for_itself: bool = False
    after_free: bool = True
    until_end: bool = False
    in_pauses: bool = False

    def worse_by(self, state: GameState, act: Act, spec: ActionSpec) -> int:
        """Return the change of Hit of a point-blank shot."""
        close = act.evidence.engaged is True and self.lifts_engaged(state, spec)
        return self.point_blank_worse if close else 0

    @property
    def point_blank_is_aimed(self) -> bool:
        """Whether a point-blank shot needs a valid target like any other."""
        return self.aimed

    def lifts_engaged(self, state: GameState, spec: ActionSpec) -> bool:
        """Return whether an interrupt may be this shot near an enemy; it permits nothing else."""
        acting = state.acting
        return acting is not None and acting.doing is ActivationKind.INTERRUPT and spec.name in self.point_blank

    def after(self, state: GameState, act: Act, spec: ActionSpec) -> tuple[Event, ...]:
        """Return the guard begun, the retaliation barred, or the enemy asked whether to interrupt."""
        acting = state.acting
        happened: list[Event] = []
        if spec.name == GUARD:
            happened.append(activations.GuardBegan(operative=act.operative))
        if acting is None or state.free:
            return tuple(happened)
        if acting.doing is ActivationKind.INTERRUPT and act.evidence.engaged and spec.name in self.point_blank:
            happened.append(activations.RetaliationBarred(operative=act.operative))
        happened.extend(self._answered(state, act, acting))
        return tuple(happened)

    def _answered(self, state: GameState, act: Act, acting: Activation) -> tuple[Event, ...]:
        """Return the question to the enemy whether to interrupt, or the end of guards that cannot answer."""
        enemy = state.opponent(state.operative(act.operative).player)
        guards = [key for key in state.standing_of(enemy) if state.operative(key).on_guard]
        noticed = tuple(key for key in act.evidence.noticed if key in guards)
        over = tuple(activations.GuardEnded(operative=key) for key in noticed)
        if acting.doing is not ActivationKind.ACTIVATION or (act.free and not self.after_free):
            return over
        if enemy in acting.interrupted:
            return over if self.each_for_itself else ()
        perhaps = () if self.until_end else tuple(key for key in act.evidence.perhaps_noticed or () if key in guards)
        waits = bool(act.evidence.under_way) and not (self.in_pauses and act.action == OPERATE_HATCH)
        asked = activations.InterruptOffered(
            players=(enemy,),
            noticed=noticed,
            perhaps=perhaps,
            until_end=self.until_end,
            later=waits,
        )
        return (asked,) if guards else ()


@dataclass(frozen=True, slots=True)
class Hatches(ActionHook):
    """Operating a hatch opens a closed one and closes an open one (K24-07, K21-02); a ruling decides whether it may.

    `Act.thing` is the hatch; its previous state comes from earlier actions, or from the ruling in `Evidence.stands`.
    """

    actions: ClassVar[frozenset[str]] = frozenset({OPERATE_HATCH})

    def findings(self, state: GameState, act: Act, spec: ActionSpec) -> tuple[Finding, ...]:
        """Return whether a hatch is named."""
        return (condition(spec.rule, act.thing is not None, Message.of("refusal-hatch-missing")),)

    def after(self, state: GameState, act: Act, spec: ActionSpec) -> tuple[Event, ...]:
        """Return the hatch operated."""
        if act.thing is None:
            return ()
        stands = state.openings.get(act.thing, act.evidence.stands or "closed")
        return (decisions.OpeningTurned(opening=act.thing, now="closed" if stands == "open" else "open"),)


@dataclass(frozen=True, slots=True)
class HeavyWeapons(ActionHook):
    """Incompatible Heavy weapons and moves in one activation or reaction; Guard is never affected."""

    heavy: Heavy
    edition: Edition

    def findings(self, state: GameState, act: Act, spec: ActionSpec) -> tuple[Finding, ...]:
        """Return a fault for each incompatible pair of move and Heavy weapon."""
        if state.acting is None:
            return ()
        done, actions = state.acting.performed, edition_of_game(self.edition, state).actions
        moves = self.heavy.after_moves(weapon_rules(state, act), (each.action for each in done), actions)
        return (*moves, *self.heavy.before_move((each.weapon_rules for each in done), spec.name, actions))


@dataclass(frozen=True, slots=True)
class LimitedUsesHook(ActionHook):
    """Uses of a Limited weapon are limited per battle; one action is one use.

    `kinds` are the dice actions, as in `DiceActions`. The weapon that a defender chooses in open dice is counted there;
    here the active operative's is counted, and the defender's in a declared fight. `book` has the edition's rule.
    """

    book: RuleBook
    kinds: Mapping[str, DiceActionType]

    def findings(self, state: GameState, act: Act, spec: ActionSpec) -> tuple[Finding, ...]:
        """Return whether a use is left."""
        name, weapon = self._weapon(state, act, spec)
        limit = limit_of(_rules(weapon, act))
        if limit is None or not name:
            return ()
        if weapon is None:
            used, read_as = state.operative(act.operative).uses.get(name, 0), None
        else:
            used = uses_of(state, act.operative, weapon, self.book)
            read_as = reading_of_uses(state, act.operative, (weapon,), self.book)
        spent = Message.of("refusal-weapon-used-up", weapon=name, used=used, limit=limit)
        if read_as is not None:
            spent = Message.of("refusal-weapon-used-up-read", weapon=name, used=used, limit=limit, note=read_as)
        return (condition(self.book[LIMITED].id, used < limit, spent),)

    def after(self, state: GameState, act: Act, spec: ActionSpec) -> tuple[Event, ...]:
        """Return the uses counted."""
        name, weapon = self._weapon(state, act, spec)
        used = [] if not name or limit_of(_rules(weapon, act)) is None else [(act.operative, name)]
        foe = act.target or ""
        if not act.dice and foe in state.operatives and self._sort(spec) is FIGHTING:
            used += [(foe, title(one)) for one in self._only_answer(state, foe)]
        return tuple(activations.WeaponUsed(operative=who, weapon=what) for who, what in used)

    def _weapon(self, state: GameState, act: Act, spec: ActionSpec) -> tuple[str, Weapon | None]:
        """Return the name of the weapon in use and the printed weapon; without a name, the only one that fits."""
        if act.weapon is not None:
            name, _ = weapon_and_declined_rule(state, act)
            return name, weapon_in_use(state, act.model_copy(update={"weapon": name}))
        sort = self._sort(spec)
        fitting = () if sort is None else weapons_of(state, act.operative, sort.weapon)
        return (title(fitting[0]), fitting[0]) if len(fitting) == 1 else ("", None)

    def _sort(self, spec: ActionSpec) -> DiceActionType | None:
        """Return the sort of dice of an action; None for one without, as going on guard is."""
        return self.kinds.get(counts_as(spec)) if spec.rolls else None

    def _only_answer(self, state: GameState, defender: str) -> tuple[Weapon, ...]:
        """Return the Limited weapon that a defender must have retaliated with: its only melee weapon with a use left.

        With several it is unknown which one it used, so none is counted.
        """
        if is_barred_from_retaliating(state, defender):
            return ()
        melee = (one for one in state.operative(defender).card.weapons if one.type is WeaponType.MELEE)
        limits = ((one, limit_of(one.rules)) for one in melee)
        left = [
            (one, limit) for one, limit in limits if limit is None or uses_of(state, defender, one, self.book) < limit
        ]
        return tuple(one for one, limit in left if limit is not None) if len(left) == 1 else ()


def _rules(weapon: Weapon | None, act: Act) -> tuple[RuleUse, ...]:
    return (*(() if weapon is None else weapon.rules), *act.weapon_rules)


@dataclass(frozen=True, slots=True)
class SharedSupplies(ActionHook):
    """A team's shared supply has as many uses as were selected, by any of its operatives (rule J24-14).

    `names` are the weapons and actions that are counted, in lower case; one action is one use.
    """

    beforehand: ClassVar[bool] = True

    rule: str
    names: frozenset[str]

    def findings(self, state: GameState, act: Act, spec: ActionSpec) -> tuple[Finding, ...]:
        """Return whether a use is left; free play has no limit."""
        if state.free:
            return ()
        supplies = state.side(state.operative(act.operative).player).supplies
        return tuple(
            condition(self.rule, supplies.get(name, 0) > 0, Message.of("refusal-supply-used-up", item=name))
            for name in self._used(act, spec)
        )

    def after(self, state: GameState, act: Act, spec: ActionSpec) -> tuple[Event, ...]:
        """Return the use counted."""
        player = state.operative(act.operative).player
        left = state.side(player).supplies
        return tuple(
            pieces.SupplyUsed(player=player, name=name) for name in self._used(act, spec) if left.get(name, 0) > 0
        )

    def _used(self, act: Act, spec: ActionSpec) -> tuple[str, ...]:
        named = (spec.name.casefold(), split_declined_rule(act.weapon)[0].casefold())
        return tuple(name for name in named if name in self.names)
