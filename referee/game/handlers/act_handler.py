"""Perform an action (rules C24-05, C24-06, C24-12, D24-*, C21-03, D21-*)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar

from referee.game.dice.dice_actions import DiceActions, DiceActionType
from referee.game.events import Event, activations, decisions, pieces
from referee.game.handlers.handler import Handler, condition
from referee.game.intents import Act
from referee.game.judging.limited_weapons import has_use_left
from referee.game.judging.position import declined, edition_of_game, weapon_in_use, weapon_rules, weapons_of
from referee.game.state import STATS, Activation, GameState, Performed
from referee.rules.dice.rule_book import RuleBook
from referee.rules.ports.actions import restrictions
from referee.rules.ports.edition import ActionSpec, Edition
from referee.rules.position import Order
from referee.rules.ruling import Finding
from referee.rules.weapon import Weapon, WeaponType, titled


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


def paused(spec: ActionSpec, act: Act, performed: tuple[Performed, ...]) -> bool:
    """Return whether the action goes on with a move that another was performed in the middle of (rule I24-14)."""
    return act.goes_on and bool(performed) and spec.name in performed[-1].pauses


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

    def _hooks(self, spec: ActionSpec) -> Iterator[ActionHook]:
        """Yield the hooks that have something to say to an action, in their order."""
        return (hook for hook in self.hooks if not hook.actions or spec.name in hook.actions)

    def sort(self, spec: ActionSpec) -> DiceActionType | None:
        """Return the sort of dice that resolves an action; None for one without dice."""
        return self.dicing.sorts.get(counts_as(spec)) if spec.rolls else None

    def point_blank(self, state: GameState, act: Act, spec: ActionSpec) -> bool:
        """Return whether it is done near an enemy though its own conditions bar that (rules K24-10, K21-01)."""
        near = spec.engaged is False and act.evidence.engaged is True
        return near and any(hook.lifts_engaged(state, spec) for hook in self._hooks(spec))

    def worse_by(self, state: GameState, act: Act) -> int:
        """Return by how much the circumstances worsen the weapon's Hit (rules C21-04, K24-10)."""
        spec = self.actions(state)[act.action]
        return sum(hook.worse_by(state, act, spec) for hook in self._hooks(spec))

    def check(self, state: GameState, intent: Act) -> tuple[Finding, ...]:
        """Return every condition of the action that the game itself can test."""
        actions = self.actions(state)
        spec = actions.get(intent.action)
        if spec is None or intent.operative not in state.operatives:
            names = ", ".join(sorted(actions))
            return (
                self.known(state, intent.operative),
                condition(self.ids.sequence, spec is not None, f"no action {intent.action!r}; there are {names}"),
            )
        acting = state.acting
        if acting is None or acting.operative != intent.operative:
            busy = f"{acting.operative} is" if acting else "activate it first"
            return (condition(self.ids.alternation, False, f"{intent.operative} is not the active operative: {busy}"),)
        return (
            *self._free_to_act(state, acting),
            *self._restrictions(state, intent, spec, acting=acting),
            *self._circumstances(state, intent, spec),
            *(finding for hook in self._hooks(spec) for finding in hook.findings(state, intent, spec)),
        )

    def check_beforehand(self, state: GameState, intent: Act) -> tuple[Finding, ...]:
        """Return those conditions of `check` that hold or not whatever geometry finds of the action."""
        spec, acting = self.actions(state).get(intent.action), state.acting
        if spec is None or acting is None or acting.operative != intent.operative:
            return ()
        return (
            *self._free_to_act(state, acting),
            *self._restrictions(state, intent, spec, acting=acting),
            *(
                finding
                for hook in self._hooks(spec)
                if hook.beforehand
                for finding in hook.findings(state, intent, spec)
            ),
        )

    def _free_to_act(self, state: GameState, acting: Activation) -> tuple[Finding, ...]:
        able = state.in_play(acting.operative)
        return (
            condition(self.ids.wounds, able, f"{acting.operative} is incapacitated"),
            condition(self.ids.sequence, state.sequence is None, "dice are still being resolved"),
            condition(
                self.ids.sequence, not acting.awaiting, f"{', '.join(acting.awaiting)} may interrupt first: ask or pass"
            ),
        )

    def _restrictions(
        self, state: GameState, intent: Act, spec: ActionSpec, *, acting: Activation
    ) -> tuple[Finding, ...]:
        cost = self.cost(state, intent, spec, acting=acting)
        left = state.operative(intent.operative).apl - acting.spent
        done = (each.action for each in acting.performed)
        going = paused(spec, intent, acting.performed)
        tests = [*restrictions(spec, done, self.actions(state), once=self.ids.once, goes_on=going)]
        if acting.left is None:
            tests.append(condition(self.ids.budget, cost <= left, f"{spec.name} costs {cost} AP, {left} left"))
        else:
            over = acting.left <= 0 and not intent.free
            tests.append(condition(self.ids.once, not over, f"only one action in one {acting.name}: end it"))
        return tuple(tests)

    def _circumstances(self, state: GameState, intent: Act, spec: ActionSpec) -> tuple[Finding, ...]:
        operative = state.operative(intent.operative)
        tests = []
        pack = state.actions.get(spec.name)
        if pack is not None and pack.operatives:
            owners = ", ".join(pack.operatives)
            able = intent.operative in pack.operatives
            tests.append(condition(spec.rule, able, f"{spec.name} is for {owners}"))
        lifted = spec.lifts_conceal(weapon_rules(state, intent), operative.card.exempt)
        if operative.order is Order.CONCEAL and not spec.conceal and not lifted:
            tests.append(condition(spec.rule, False, f"{spec.name} may not be performed with a Conceal order"))
        past_it = spec.engaged is False and any(hook.lifts_engaged(state, spec) for hook in self._hooks(spec))
        if spec.engaged is not None and intent.evidence.engaged is not None and not past_it:
            who = "an enemy must" if spec.engaged else "no enemy may"
            wanted = f"{who} be within {self.edition.engagement.term}"
            tests.append(condition(spec.rule, intent.evidence.engaged is spec.engaged, f"{spec.name}: {wanted}"))
        for player in sorted(set(intent.declared.rerolls)):
            points = state.sides[player].cp if player in state.sides else 0
            uses = intent.declared.rerolls.count(player)
            tests.append(
                condition(self.ids.points, uses <= points, f"{player}: {uses} Command Re-rolls, {points} CP left")
            )
        for hurt in sorted({*(each.operative for each in intent.declared.results), *intent.declared.stunned}):
            known = state.operatives.get(hurt)
            there = known is not None and known.standing
            tests.append(condition(self.ids.wounds, there, f"damage on {hurt!r}, who is not on the killzone"))
        if intent.dice:
            tests.extend(self._rolling(state, intent, spec))
            said = intent.declared.results or intent.declared.stunned or intent.declared.rerolls
            tests.append(condition(spec.rule, not said, "declare the results or roll the dice, not both"))
        sort, weapon = self.sort(spec), weapon_in_use(state, intent)
        if intent.weapon is not None and operative.card.weapons:
            tests.append(condition(spec.rule, weapon is not None, f"no weapon {intent.weapon!r} on its card"))
        if sort is not None and weapon is not None:
            fits, means = (
                weapon.type is sort.weapon,
                f"{titled(weapon)} is a {weapon.type} weapon, not a {sort.weapon} one",
            )
            tests.append(condition(spec.rule, fits, means))
        if sort is not None and sort.weapon is WeaponType.RANGED and operative.card.weapons:
            armed = bool(weapons_of(state, intent.operative, sort.weapon))
            tests.append(condition(spec.rule, armed, f"{operative.card.name} has no {sort.weapon} weapon"))
        rule = declined(intent.weapon)[1]
        if rule:
            declinable = edition_of_game(self.edition, state).environment.declinable
            tests.append(condition(spec.rule, rule in declinable, f"{rule} is not left out here: it always counts"))
        if intent.goes_on and state.acting is not None:
            going = paused(spec, intent, state.acting.performed)
            tests.append(condition(spec.rule, going, f"no {spec.name} was interrupted that could go on"))
        if intent.target is not None:
            target = state.operatives.get(intent.target)
            there = target is not None and target.standing
            tests.append(condition(self.ids.wounds, there, f"target {intent.target!r} is not on the killzone"))
        return tuple(tests)

    def _rolling(self, state: GameState, intent: Act, spec: ActionSpec) -> tuple[Finding, ...]:
        """Return whether the action is one of dice, and says with which weapon it is done against whom."""
        sort = self.sort(spec)
        if sort is None:
            names = " and ".join(sorted(self.dicing.sorts))
            return (condition(spec.rule, False, f"{spec.name} has no attack dice: {names} have"),)
        held = usable_weapons(state, intent.operative, sort.weapon, self.dicing.rules.weapon_rules)
        there = ", ".join(map(titled, held)) or f"it has no {sort.weapon} one to use"
        able = sort.weapon is not WeaponType.MELEE or state.operative(intent.operative).wounds > 0
        return (
            condition(self.ids.wounds, able, f"{intent.operative} has no wounds left: declare what its fight comes to"),
            condition(spec.rule, intent.target is not None, f"{spec.name}: say at which enemy"),
            condition(spec.rule, intent.weapon is not None, f"{spec.name}: say with which weapon: {there}"),
        )

    def cost(self, state: GameState, intent: Act, spec: ActionSpec, *, acting: Activation) -> int:
        """Return the AP to pay (rule C24-05): none for a free action or a reaction."""
        if intent.free or acting.left is not None or paused(spec, intent, acting.performed):
            return 0
        surcharges = (hook.surcharge(state, intent, spec) for hook in self._hooks(spec))
        return STATS.ap_cost(spec.cost_ap, (*intent.cost_changes, *surcharges))

    def apply(self, state: GameState, intent: Act) -> tuple[Event, ...]:
        """Return the action done and paid, the operative moved, damage and markers as declared, dice opened."""
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
                free=intent.free,
            )
        ]
        if intent.to is not None:
            happened.extend(_answered(state, intent.operative))
            happened.append(pieces.Placed(operative=intent.operative, place=intent.to))
        happened.extend(self.dicing.declared(intent))
        if intent.dice:
            happened.extend(self.dicing.opening(state, intent, counts_as(spec)))
        for hook in self._hooks(spec):
            happened.extend(hook.after(state, intent, spec))
        return tuple(happened)
