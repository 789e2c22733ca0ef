"""Events of active operatives: activations, actions, reactions, guard."""

from __future__ import annotations

from dataclasses import replace

from pydantic import FiniteFloat

from messages.message import Message
from referee.game.events.base import EVENTS, Event
from referee.game.pack_action import Until
from referee.game.record import OutOfOrderError
from referee.game.state import EXTRA, Activation, ActivationKind, GameState, Performed, StatChange
from referee.rules.position import Order
from referee.rules.weapon import RuleUse


@EVENTS.word("activated")
class Activated(Event):
    """An operative was activated with an order (rules C24-01, C24-02, C21-01); a new order ends a guard (K24-08).

    With `keeps_apl` changes of its APL count from its next activation (a reading of C24-10, A21-03).
    """

    LATER = frozenset({"keeps_apl"})

    operative: str
    order: Order
    keeps_apl: bool = False

    def apply(self, state: GameState) -> GameState:
        """Return the state with that operative active."""
        if state.activation is not None:
            raise OutOfOrderError("state-still-active", operative=state.activation.operative)
        standing = state.operative(self.operative).standing
        self.expect(standing, Message.of("state-not-standing", operative=self.operative))
        guard = state.operative(self.operative).on_guard and state.operative(self.operative).order is self.order
        state = state.with_operative(self.operative, order=self.order, on_guard=guard)
        apl = state.operative(self.operative).apl
        activation = Activation(self.operative, ActivationKind.ACTIVATION, apl=apl, keeps_apl=self.keeps_apl)
        return replace(state, activation=activation, last=self.operative, resolved=None, counteraction=None)


@EVENTS.word("order_changed")
class OrderChanged(Event):
    """An operative's order was changed other than by its activation; it is no longer on guard (K24-08)."""

    operative: str
    order: Order

    def apply(self, state: GameState) -> GameState:
        """Return the state with the new order."""
        return state.with_operative(self.operative, order=self.order, on_guard=False)


@EVENTS.word("readiness_declared")
class ReadinessDeclared(Event):
    """An operative was declared ready or expended, by token or by hand (rule A24-14)."""

    operative: str
    ready: bool

    def apply(self, state: GameState) -> GameState:
        """Return the state with that readiness."""
        return state.with_operative(self.operative, ready=self.ready)


@EVENTS.word("action_performed")
class ActionPerformed(Event):
    """The acting operative performed an action, for `cost` AP. It is no longer on guard (rule K24-08)."""

    operative: str
    action: str
    counts_as: str
    cost: int
    weapon: str | None = None
    weapon_rules: tuple[RuleUse, ...] = ()
    marker: str | None = None
    charged: FiniteFloat | None = None
    pauses: tuple[str, ...] = ()
    free: bool = False

    def apply(self, state: GameState) -> GameState:
        """Return the state with the action recorded and paid; a free one does not use up a reaction's actions."""
        acting = self.need(state.acting, Message.of("state-nobody-active"))
        other = Message.of("state-other-active", active=acting.operative, operative=self.operative)
        self.expect(acting.operative == self.operative, other)
        done = Performed(
            self.action,
            self.counts_as,
            self.cost,
            self.weapon,
            self.weapon_rules,
            self.marker,
            self.charged,
            frozenset(self.pauses),
            state.operative(self.operative).wounds if self.pauses else None,
        )
        acting = replace(
            acting,
            spent=acting.spent + self.cost,
            performed=(*acting.performed, done),
            left=None if acting.left is None else max(0, acting.left - (not self.free)),
        )
        state = replace(state.with_operative(self.operative, on_guard=False), resolved=None)
        if state.reaction is not None:
            return replace(state, reaction=acting)
        return replace(state, activation=acting)


@EVENTS.word("weapon_used")
class WeaponUsed(Event):
    """One use of a weapon with a limited number of uses per battle (rules G24-10, G21-12)."""

    operative: str
    weapon: str

    def apply(self, state: GameState) -> GameState:
        """Return the state with one more use."""
        uses = state.operative(self.operative).uses
        return state.with_operative(self.operative, uses={**uses, self.weapon: uses.get(self.weapon, 0) + 1})


@EVENTS.word("activation_ended")
class ActivationEnded(Event):
    """An operative's activation ended: it is expended (rule C24-09), and effects until then end."""

    operative: str

    def apply(self, state: GameState) -> GameState:
        """Return the state with no operative active."""
        activation = self.need(state.activation, Message.of("state-nobody-active"))
        other = Message.of("state-other-active", active=activation.operative, operative=self.operative)
        self.expect(activation.operative == self.operative, other)
        self.expect(state.reaction is None, Message.of("state-reaction-open"))
        kept = tuple(_aged(change) for change in state.operative(self.operative).changes if not _over(change))
        state = state.with_operative(self.operative, ready=False, changes=kept)
        for key in activation.let_pass:
            if state.operative(key).player not in activation.interrupted:
                state = state.with_operative(key, on_guard=False)
        markers = {
            key: replace(marker, timer=marker.timer - 1) if marker.timer is not None else marker
            for key, marker in state.markers.items()
        }
        return replace(state, activation=None, activations=state.activations + 1, markers=markers)


def _over(change: StatChange) -> bool:
    if change.until is Until.THIS_OR_NEXT_ACTIVATION:
        return True
    return change.until is Until.NEXT_ACTIVATION and not change.fresh


def _aged(change: StatChange) -> StatChange:
    return replace(change, fresh=False)


@EVENTS.word("reaction_began")
class ReactionBegan(Event):
    """An operative acts outside its activation: counteract, overwatch or a guard's interrupt (C24-14, K24-09, C21-04).

    `doing` is "reaction" in place of an activation and "interrupt" within the enemy's; `name` is the edition's term. A
    last or a free action may interrupt anything; if the operative was acting itself, its actions so far count (C24-12).
    """

    operative: str
    doing: ActivationKind
    name: str
    actions: int = 1
    move_limit: FiniteFloat | None = None

    def apply(self, state: GameState) -> GameState:
        """Return the state with that operative active, and its use of the limit recorded."""
        extra = self.doing in EXTRA
        self.expect(state.reaction is None or extra, Message.of("state-reaction-open"))
        operative = state.operative(self.operative)
        able = operative.standing or operative.one_more
        self.expect(able, Message.of("state-not-standing", operative=self.operative))
        reaction = Activation(self.operative, self.doing, self.name, left=self.actions, move_limit=self.move_limit)
        if extra:
            own = _own_so_far(state, self.operative)
            if own is not None:
                performed = tuple(replace(each, pauses=frozenset()) for each in own.performed)
                reaction = replace(reaction, performed=performed, move_limit=own.move_limit)
            held = () if state.reaction is None else (state.reaction,)
            state = state.with_operative(self.operative, one_more=False)
            return replace(state, reaction=reaction, held=(*state.held, *held))
        if self.doing is ActivationKind.INTERRUPT:
            activation = self.need(state.activation, Message.of("state-no-interrupt"))
            player = state.operative(self.operative).player
            activation = replace(activation, interrupted=activation.interrupted | {player}, awaiting=())
            state = state.with_operative(self.operative, interrupted=True)
            return replace(state, activation=activation, reaction=reaction)
        self.expect(state.activation is None, Message.of("state-activation-open"))
        state = state.with_operative(self.operative, counteracted=True)
        return replace(state, reaction=reaction, counteraction=None)


def _own_so_far(state: GameState, operative: str) -> Activation | None:
    """Return the operative's activation, reaction or counteraction just done, with which a further action counts."""
    running = (state.reaction, state.activation, state.counteraction)
    return next((one for one in running if one is not None and one.operative == operative), None)


@EVENTS.word("reaction_ended")
class ReactionEnded(Event):
    """A reaction ended. If it performed nothing, the guards that were to answer are no longer on guard (K24-08).

    After a last or free action, the reaction that it interrupted continues (L24-06, C24-12).
    """

    operative: str

    def apply(self, state: GameState) -> GameState:
        """Return the state with the interrupted activation, if any, continued."""
        reaction = self.need(state.reaction, Message.of("state-nobody-reacts"))
        other = Message.of("state-other-active", active=reaction.operative, operative=self.operative)
        self.expect(reaction.operative == self.operative, other)
        activation = state.activation
        if activation is None or reaction.doing is not ActivationKind.INTERRUPT:
            own = state.counteraction
            belongs = own is not None and own.operative == self.operative
            if reaction.doing is ActivationKind.REACTION or (reaction.doing is ActivationKind.FREE and belongs):
                state = replace(state, counteraction=reaction)
            return replace(state, reaction=state.held[-1] if state.held else None, held=state.held[:-1])
        for key in () if reaction.performed else (*activation.noticed, *activation.let_pass):
            state = state.with_operative(key, on_guard=False)
        return replace(state, reaction=None, activation=replace(activation, noticed=(), perhaps=()))


@EVENTS.word("interrupt_offered")
class InterruptOffered(Event):
    """The active operative has performed an action, and these players may interrupt now (rule K24-09).

    `noticed` are their operatives on guard in whose control range it ended: their guard ends if this action (or with
    `until_end` the activation) is not answered. `perhaps` are those for which that is too close to call. With `later`
    its move is paused and goes on: they may interrupt after that, at the latest before the activation ends.
    """

    LATER = frozenset({"perhaps", "later"})

    players: tuple[str, ...]
    noticed: tuple[str, ...] = ()
    perhaps: tuple[str, ...] = ()
    until_end: bool = False
    later: bool = False

    def apply(self, state: GameState) -> GameState:
        """Return the state waiting for these players, now or later."""
        activation = self.need(state.activation, Message.of("state-no-interrupt"))
        noticed = () if self.until_end else self.noticed
        passing = tuple(dict.fromkeys((*activation.let_pass, *(self.noticed if self.until_end else ()))))
        asked = replace(activation, noticed=noticed, perhaps=self.perhaps, let_pass=passing)
        awaiting, owed = ((), self.players) if self.later else (self.players, ())
        return replace(state, activation=replace(asked, awaiting=awaiting, owed=owed))


@EVENTS.word("interrupt_declined")
class InterruptDeclined(Event):
    """A player let an action pass; guards in whose control range it ended are no longer on guard (K24-08).

    `near` are those for which it was too close to call and the player confirmed it.
    """

    LATER = frozenset({"near"})

    player: str
    near: tuple[str, ...] = ()

    def apply(self, state: GameState) -> GameState:
        """Return the state that no longer waits for that player."""
        activation = self.need(state.activation, Message.of("state-nobody-active"))
        self.expect(self.player in activation.awaiting, Message.of("state-not-asked", player=self.player))
        for key in (*activation.noticed, *self.near):
            if state.operative(key).player == self.player:
                state = state.with_operative(key, on_guard=False)
        awaiting = tuple(each for each in activation.awaiting if each != self.player)
        noticed = tuple(key for key in activation.noticed if state.operative(key).player != self.player)
        return replace(state, activation=replace(activation, awaiting=awaiting, noticed=noticed, perhaps=()))


@EVENTS.word("guard_began")
class GuardBegan(Event):
    """An operative went on guard (rules D24-15, K21-01)."""

    operative: str

    def apply(self, state: GameState) -> GameState:
        """Return the state with it on guard."""
        return state.with_operative(self.operative, on_guard=True)


@EVENTS.word("guard_ended")
class GuardEnded(Event):
    """An operative is no longer on guard: an enemy ended an action near it and it did not answer (K24-08, K21-01)."""

    operative: str

    def apply(self, state: GameState) -> GameState:
        """Return the state without it on guard."""
        return state.with_operative(self.operative, on_guard=False)


@EVENTS.word("overwatch_spent")
class OverwatchSpent(Event):
    """An operative on guard made its one overwatch of the turning point (rules C21-04, K21-01)."""

    operative: str

    def apply(self, state: GameState) -> GameState:
        """Return the state in which it can make no further overwatch in this turning point."""
        return state.with_operative(self.operative, counteracted=True)


@EVENTS.word("retaliation_barred")
class RetaliationBarred(Event):
    """An operative cannot retaliate until the end of the current activation (rule K24-10)."""

    operative: str

    def apply(self, state: GameState) -> GameState:
        """Return the state with it barred."""
        activation = self.need(state.activation, Message.of("state-nobody-active"))
        barred = (*activation.barred_from_retaliating, self.operative)
        return replace(state, activation=replace(activation, barred_from_retaliating=barred))
