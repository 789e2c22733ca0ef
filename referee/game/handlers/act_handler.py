"""Perform an action (rules C24-05, C24-06, C24-12, D24-*, C21-03, D21-*)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar

from messages.message import Message
from referee.game.dice.dice_actions import DiceActions, DiceActionType
from referee.game.events import Event, activations, decisions, pieces
from referee.game.handlers.activating import begin_free_action, free_action_findings
from referee.game.handlers.handler import DICE_OPEN, Handler, condition, not_active
from referee.game.intents import Act
from referee.game.judging.limited_weapons import has_use_left
from referee.game.judging.position import (
    edition_of_game,
    weapon_and_declined_rule,
    weapon_in_use,
    weapon_rules,
    weapons_of,
)
from referee.game.policy import RuleIds
from referee.game.state import STATS, Activation, ActivationKind, GameState, OperativeState, Performed
from referee.rules.dice.rule_book import RuleBook
from referee.rules.moves.interactions import PLACE_MARKER
from referee.rules.ports.actions import restrictions
from referee.rules.ports.edition import APL_CHANGED, ActionSpec, Edition, note
from referee.rules.position import Order
from referee.rules.ruling import Finding
from referee.rules.weapon import RuleUse, Weapon, WeaponType, titled


class ActionHook:
    """What one rule adds to actions; each rule overrides what it has something to say to.

    `beforehand` is whether its findings are the same whatever geometry finds: they never read `Act.evidence`.
    """

    beforehand: ClassVar[bool] = False

    @property
    def actions(self) -> frozenset[str]:
        """The names of the actions that this rule is about; empty for a rule about all of them."""
        return frozenset()

    def surcharge(self, state: GameState, act: Act, spec: ActionSpec) -> int:
        """Return by how much this rule changes the action's price in AP."""
        return 0

    def worse_by(self, state: GameState, act: Act, spec: ActionSpec) -> int:
        """Return by how much this rule worsens the weapon's Hit."""
        return 0

    @property
    def point_blank_is_aimed(self) -> bool:
        """Whether a shot near an enemy needs a valid target like any other."""
        return False

    def lifts_engaged(self, state: GameState, spec: ActionSpec) -> bool:
        """Return whether this rule allows the action near an enemy, though the action's own conditions do not."""
        return False

    def findings(self, state: GameState, act: Act, spec: ActionSpec) -> tuple[Finding, ...]:
        """Return what this rule tests of the action."""
        return ()

    def after(self, state: GameState, act: Act, spec: ActionSpec) -> tuple[Event, ...]:
        """Return what follows from the action by this rule."""
        return ()


def usable_weapons(state: GameState, operative: str, kind: WeaponType, book: RuleBook) -> tuple[Weapon, ...]:
    """Return those of `weapons_of` that may be chosen: without Limited ones that are used up (G24-10, G21-12)."""
    return tuple(one for one in weapons_of(state, operative, kind) if has_use_left(state, operative, one, book))


def counts_as(spec: ActionSpec) -> str:
    """Return the action that it is for the restrictions: its own name, or the one it is treated as."""
    return spec.treated_as or spec.name


def continues_paused_move(spec: ActionSpec, act: Act, performed: tuple[Performed, ...]) -> bool:
    """Return whether the action goes on with a move that another was performed in the middle of (rule I24-14)."""
    return act.goes_on and bool(performed) and spec.name in performed[-1].pauses


NOT_EXTRA = {"free": False}
"""The one action of a free action outside an activation, once that has begun: free anyway."""


def is_extra(state: GameState, act: Act) -> bool:
    """Return whether an action is a free one of an operative that is not active (rule C24-12)."""
    return act.free and (state.acting is None or state.acting.operative != act.operative)


def leaves_reaction_open(acting: Activation, act: Act, spec: ActionSpec) -> bool:
    """Return whether an action is not the one action of a reaction: it is free (C24-12).

    A fallen operative performs one free action; only placing its marker comes beside it (L24-06).
    """
    return spec.name == PLACE_MARKER if acting.doing is ActivationKind.LAST else act.free


def _answered(state: GameState, operative: str) -> Iterator[Event]:
    """Yield the end of each proposal that asks where an operative has moved: it has said so itself."""
    for proposal in state.proposals:
        if proposal.operative == operative and proposal.to is not None:
            yield decisions.ProposalClosed(proposal=proposal.id)


@dataclass(frozen=True, slots=True)
class ActHandler(Handler):
    """Perform an action with the active operative: its price, its restrictions, its order, and what follows."""

    edition: Edition
    dicing: DiceActions
    hooks: tuple[ActionHook, ...] = ()

    def actions(self, state: GameState) -> Mapping[str, ActionSpec]:
        """Return the action table of the killzone that is played in, with the mission pack's actions."""
        return edition_of_game(self.edition, state).actions

    def hooks_of(self, spec: ActionSpec) -> Iterator[ActionHook]:
        """Yield the hooks that have something to say to an action, in their order."""
        return (hook for hook in self.hooks if not hook.actions or spec.name in hook.actions)

    def dice_type(self, spec: ActionSpec) -> DiceActionType | None:
        """Return the type of dice action that resolves an action; None for one without dice."""
        return self.dicing.kinds.get(counts_as(spec)) if spec.rolls else None

    def point_blank(self, state: GameState, act: Act, spec: ActionSpec) -> bool:
        """Return whether it is done near an enemy though its own conditions bar that (rules K24-10, K21-01)."""
        near = spec.engaged is False and act.evidence.engaged is True
        return near and any(hook.lifts_engaged(state, spec) for hook in self.hooks_of(spec))

    def point_blank_is_aimed(self, spec: ActionSpec) -> bool:
        """Return whether a shot near an enemy needs a valid target like any other (rule K21-01)."""
        return any(hook.point_blank_is_aimed for hook in self.hooks_of(spec))

    def worse_by(self, state: GameState, act: Act) -> int:
        """Return by how much the circumstances worsen the weapon's Hit (rules C21-04, K24-10)."""
        spec = self.actions(state)[act.action]
        return sum(hook.worse_by(state, act, spec) for hook in self.hooks_of(spec))

    def check(self, state: GameState, intent: Act) -> tuple[Finding, ...]:
        """Return every condition of the action that the game itself can test."""
        actions = self.actions(state)
        spec = actions.get(intent.action)
        if spec is None or intent.operative not in state.operatives:
            unknown = Message.of("action-unknown", action=intent.action, known=sorted(actions))
            return (
                self.known(state, intent.operative),
                condition(self.ids.sequence, spec is not None, unknown),
            )
        acting = state.acting
        if is_extra(state, intent):
            barred = free_action_findings(state, intent.operative, self.ids)
            if not all(one.holds for one in barred):
                return barred
            return self.check(begin_free_action(intent.operative).apply(state), intent.model_copy(update=NOT_EXTRA))
        if acting is None or acting.operative != intent.operative:
            return (condition(self.ids.alternation, False, not_active(intent.operative, acting)),)
        scene = ActScene.of(self, state, intent, spec, acting)
        return (
            *(finding for test in CONDITIONS for finding in test(scene)),
            *(finding for hook in self.hooks_of(spec) for finding in hook.findings(state, intent, spec)),
        )

    def check_beforehand(self, state: GameState, intent: Act) -> tuple[Finding, ...]:
        """Return those conditions of `check` that hold or not whatever geometry finds of the action."""
        spec, acting = self.actions(state).get(intent.action), state.acting
        if spec is None or acting is None or acting.operative != intent.operative:
            return ()
        scene = ActScene.of(self, state, intent, spec, acting)
        hooks = (hook for hook in self.hooks_of(spec) if hook.beforehand)
        return (
            *(finding for test in CONDITIONS if test in BEFOREHAND for finding in test(scene)),
            *(finding for hook in hooks for finding in hook.findings(state, intent, spec)),
        )

    def cost(self, state: GameState, intent: Act, spec: ActionSpec, *, acting: Activation) -> int:
        """Return the AP to pay (rule C24-05): none for a free action or a reaction."""
        if intent.free or acting.left is not None or continues_paused_move(spec, intent, acting.performed):
            return 0
        surcharges = (hook.surcharge(state, intent, spec) for hook in self.hooks_of(spec))
        return STATS.ap_cost(spec.cost_ap, (*intent.cost_changes, *surcharges))

    def apply(self, state: GameState, intent: Act) -> tuple[Event, ...]:
        """Return the action done and paid, the operative moved, damage and markers as declared, dice opened."""
        if is_extra(state, intent):
            began = begin_free_action(intent.operative)
            return (began, *self.apply(began.apply(state), intent.model_copy(update=NOT_EXTRA)))
        spec = self.actions(state)[intent.action]
        acting = state.acting
        cost = self.cost(state, intent, spec, acting=acting) if acting is not None else 0
        happened: list[Event] = [
            activations.ActionPerformed(
                operative=intent.operative,
                action=spec.name,
                counts_as=counts_as(spec),
                cost=cost,
                weapon=intent.weapon,
                weapon_rules=weapon_rules(state, intent),
                marker=intent.marker,
                charged=intent.charged,
                pauses=tuple(sorted(spec.within & {done.action for done in acting.performed[-1:]})) if acting else (),
                free=intent.free if acting is None else leaves_reaction_open(acting, intent, spec),
            )
        ]
        if intent.to is not None:
            happened.extend(_answered(state, intent.operative))
            happened.append(pieces.Placed(operative=intent.operative, place=intent.to))
        happened.extend(self.dicing.declared(intent))
        if intent.dice:
            happened.extend(self.dicing.opening(state, intent, counts_as(spec)))
        for hook in self.hooks_of(spec):
            happened.extend(hook.after(state, intent, spec))
        return tuple(happened)


@dataclass(frozen=True, slots=True)
class ActScene:
    """What the conditions of one action look at, found once per check."""

    handler: ActHandler
    state: GameState
    act: Act
    spec: ActionSpec
    acting: Activation
    operative: OperativeState
    weapon: Weapon | None
    rules: tuple[RuleUse, ...]
    dice: DiceActionType | None

    @classmethod
    def of(cls, handler: ActHandler, state: GameState, act: Act, spec: ActionSpec, acting: Activation) -> ActScene:
        """Return the scene of an action of the active operative."""
        weapon, rules = weapon_in_use(state, act), weapon_rules(state, act)
        return cls(
            handler, state, act, spec, acting, state.operative(act.operative), weapon, rules, handler.dice_type(spec)
        )

    @property
    def ids(self) -> RuleIds:
        """The rule ids under which findings are reported."""
        return self.handler.ids

    @property
    def goes_on(self) -> bool:
        """Whether the action goes on with a move that another was performed in the middle of."""
        return continues_paused_move(self.spec, self.act, self.acting.performed)

    def test(self, holds: bool, fault: Message) -> Finding:
        """Return a finding under the action's own rule."""
        return condition(self.spec.rule, holds, fault)


def free_to_act(scene: ActScene) -> Iterator[Finding]:
    """Yield whether the operative stands, and nothing else has to be resolved first."""
    ids, acting = scene.ids, scene.acting
    gone = Message.of("refusal-incapacitated", operative=acting.operative)
    yield condition(ids.wounds, scene.state.in_play(acting.operative), gone)
    yield condition(ids.sequence, scene.state.sequence is None, DICE_OPEN)
    others = Message.of("refusal-may-interrupt", players=acting.awaiting)
    yield condition(ids.sequence, not acting.awaiting, others)


def not_excluded(scene: ActScene) -> Iterable[Finding]:
    """Return a fault for each action done that excludes this one."""
    if scene.spec.name == PLACE_MARKER and scene.acting.doing is ActivationKind.LAST:
        return ()
    done = (each.action for each in scene.acting.performed)
    actions = scene.handler.actions(scene.state)
    return restrictions(scene.spec, done, actions, once=scene.ids.once, goes_on=scene.goes_on)


def action_points(scene: ActScene) -> Iterator[Finding]:
    """Yield whether it has the AP, or in a reaction the one action that it may perform."""
    acting, spec = scene.acting, scene.spec
    if acting.left is None:
        cost = scene.handler.cost(scene.state, scene.act, spec, acting=acting)
        left = scene.state.points_left(acting)
        short = Message.of("refusal-ap-short", action=spec.name, cost=cost, left=left)
        readings = scene.handler.edition.readings
        if acting.apl not in (None, scene.operative.apl) and APL_CHANGED in readings:
            read_as = note(APL_CHANGED, readings[APL_CHANGED])
            short = Message.of("refusal-ap-short-read", action=spec.name, cost=cost, left=left, note=read_as)
        yield condition(scene.ids.budget, cost <= left, short)
    else:
        over = acting.left <= 0 and not leaves_reaction_open(acting, scene.act, spec)
        yield condition(scene.ids.once, not over, Message.of("refusal-one-action", reaction=acting.name))


def for_this_operative(scene: ActScene) -> Iterator[Finding]:
    """Yield whether a pack's action is for this operative."""
    pack = scene.state.actions.get(scene.spec.name)
    if pack is not None and pack.operatives:
        able = scene.act.operative in pack.operatives
        others = Message.of("refusal-action-operatives", action=scene.spec.name, operatives=pack.operatives)
        yield scene.test(able, others)


def order_allows(scene: ActScene) -> Iterator[Finding]:
    """Yield a fault where its order is Conceal and the action may not be performed with that."""
    spec, operative = scene.spec, scene.operative
    lifted = spec.lifts_conceal(scene.rules, operative.card.exempt)
    if operative.order is Order.CONCEAL and not spec.conceal and not lifted:
        yield scene.test(False, Message.of("action-not-concealed", action=spec.name))


def engaged_as_wanted(scene: ActScene) -> Iterator[Finding]:
    """Yield whether an enemy is near, or none is, as the action wants it."""
    spec, engaged, handler = scene.spec, scene.act.evidence.engaged, scene.handler
    past_it = spec.engaged is False and any(hook.lifts_engaged(scene.state, spec) for hook in handler.hooks_of(spec))
    if spec.engaged is not None and engaged is not None and not past_it:
        code = "control-enemy-within" if spec.engaged else "control-no-enemy-within"
        yield scene.test(engaged is spec.engaged, Message.of(code, range=handler.edition.engagement.term))


def rerolls_payable(scene: ActScene) -> Iterator[Finding]:
    """Yield whether each player has the points for its declared Command Re-rolls."""
    rerolls, sides = scene.act.declared.rerolls, scene.state.sides
    for player in sorted(set(rerolls)):
        points = sides[player].cp if player in sides else 0
        uses = rerolls.count(player)
        short = Message.of("refusal-command-rerolls", player=player, uses=uses, left=points)
        yield condition(scene.ids.points, uses <= points, short)


def results_on_killzone(scene: ActScene) -> Iterator[Finding]:
    """Yield whether those on whom results are declared stand on the killzone."""
    declared = scene.act.declared
    for hurt in sorted({*(each.operative for each in declared.results), *declared.stunned}):
        known = scene.state.operatives.get(hurt)
        there = known is not None and known.standing
        yield condition(scene.ids.wounds, there, Message.of("refusal-off-killzone", operative=hurt))


def names_target_and_weapon(scene: ActScene) -> Iterator[Finding]:
    """Yield whether an action to be rolled has dice, and says with which weapon it is done against whom."""
    if not scene.act.dice:
        return
    act, spec, dicing, sort = scene.act, scene.spec, scene.handler.dicing, scene.dice
    if sort is None:
        known = sorted(dicing.kinds)
        yield scene.test(False, Message.of("refusal-no-attack-dice", action=spec.name, known=known))
        return
    held = usable_weapons(scene.state, act.operative, sort.weapon, dicing.rules.weapon_rules)
    yield scene.test(act.target is not None, Message.of("refusal-target-missing", action=spec.name))
    weapons = map(titled, held)
    missing = Message.of("refusal-weapon-missing", action=spec.name, type=sort.weapon, weapons=weapons)
    yield scene.test(act.weapon is not None, missing)


def results_or_dice(scene: ActScene) -> Iterator[Finding]:
    """Yield whether no results are declared of an action to be rolled."""
    if scene.act.dice:
        declared = scene.act.declared
        said = declared.results or declared.stunned or declared.rerolls
        yield scene.test(not said, Message.of("refusal-results-and-dice"))


def weapon_fits(scene: ActScene) -> Iterator[Finding]:
    """Yield whether the weapon is on its card and of the type that the action uses."""
    sort, weapon = scene.dice, scene.weapon
    if scene.act.weapon is not None and scene.operative.card.weapons:
        unknown = Message.of("refusal-weapon-unknown", operative=scene.act.operative, weapon=scene.act.weapon)
        yield scene.test(weapon is not None, unknown)
    if sort is not None and weapon is not None:
        other = Message.of(
            "refusal-weapon-type", weapon=titled(weapon), found=weapon.type, action=scene.spec.name, type=sort.weapon
        )
        yield scene.test(weapon.type is sort.weapon, other)


def has_ranged_weapon(scene: ActScene) -> Iterator[Finding]:
    """Yield whether who shoots has a ranged weapon."""
    sort, card = scene.dice, scene.operative.card
    if sort is not None and sort.weapon is WeaponType.RANGED and card.weapons:
        armed = bool(weapons_of(scene.state, scene.act.operative, sort.weapon))
        unarmed = Message.of("refusal-no-weapon", operative=scene.act.operative, type=sort.weapon)
        yield scene.test(armed, unarmed)


def rule_declinable(scene: ActScene) -> Iterator[Finding]:
    """Yield whether the weapon rule that is left out may be left out here."""
    rule = weapon_and_declined_rule(scene.state, scene.act)[1]
    if rule:
        declinable = edition_of_game(scene.handler.edition, scene.state).environment.declinable
        yield scene.test(rule in declinable, Message.of("refusal-rule-counts", rule=rule))


def move_paused(scene: ActScene) -> Iterator[Finding]:
    """Yield whether there is a move to go on with."""
    if scene.act.goes_on:
        yield scene.test(scene.goes_on, Message.of("refusal-no-paused-move", action=scene.spec.name))


def target_stands(scene: ActScene) -> Iterator[Finding]:
    """Yield whether the target stands on the killzone."""
    if scene.act.target is not None:
        target = scene.state.operatives.get(scene.act.target)
        there = target is not None and target.standing
        yield condition(scene.ids.wounds, there, Message.of("refusal-off-killzone", operative=scene.act.target))


Condition = Callable[[ActScene], Iterable[Finding]]

CONDITIONS: tuple[Condition, ...] = (
    free_to_act,
    not_excluded,
    action_points,
    for_this_operative,
    order_allows,
    engaged_as_wanted,
    rerolls_payable,
    results_on_killzone,
    names_target_and_weapon,
    results_or_dice,
    weapon_fits,
    has_ranged_weapon,
    rule_declinable,
    move_paused,
    target_stands,
)
"""What the game itself can test of every action, in the order in which it is reported."""

BEFOREHAND: frozenset[Condition] = frozenset({free_to_act, not_excluded, action_points})
"""Those that hold or not whatever geometry finds of the action."""
