"""Events of the battle: phases, turning points, initiative, command and victory points, secrets, the end."""

from __future__ import annotations

from dataclasses import replace

from messages.message import Message
from referee.game.events.base import EVENTS, Event
from referee.game.events.secret_choices import CommittingEvent, RevealingEvent
from referee.game.pack_action import Until
from referee.game.state import ENDED, Alternation, GameState, PausedGroup


@EVENTS.word("stage_entered")
class StageEntered(Event):
    """The next phase of the battle began; `first` has the first turn if players alternate in it."""

    stage: str
    first: str | None = None

    def apply(self, state: GameState) -> GameState:
        """Return the state in that phase, with no rolls and no passes yet."""
        alternation = Alternation(self.first) if self.first is not None else None
        return replace(
            state,
            stage=self.stage,
            alternation=alternation,
            rolls={},
            ties=0,
            decider=None,
            in_a_row=0,
            stage_closed=False,
        )


@EVENTS.word("stage_closed")
class StageClosed(Event):
    """The players declared a phase over."""

    stage: str

    def apply(self, state: GameState) -> GameState:
        """Return the state with the phase closed."""
        self.expect(state.stage == self.stage, Message.of("state-other-phase", phase=state.stage, found=self.stage))
        return replace(state, stage_closed=True)


@EVENTS.word("turning_point_began")
class TurningPointBegan(Event):
    """A turning point began: limits per turning point are reset (rules A24-02, B21-01)."""

    turning_point: int

    def apply(self, state: GameState) -> GameState:
        """Return the state with every once-per-turning-point limit cleared and guards ended (K24-08)."""
        expected = state.turning_point + 1
        wrong = Message.of("state-turning-point", found=self.turning_point, expected=expected)
        self.expect(self.turning_point == expected, wrong)
        operatives = {
            key: replace(each, counteracted=False, interrupted=False, on_guard=False)
            for key, each in state.operatives.items()
        }
        sides = {key: replace(side, used=frozenset()) for key, side in state.sides.items()}
        return replace(
            state,
            turning_point=self.turning_point,
            operatives=operatives,
            sides=sides,
            had_initiative=state.initiative,
            activations=0,
            counteraction=None,
        )


@EVENTS.word("turning_point_ended")
class TurningPointEnded(Event):
    """A turning point ended: effects that last until its end are over."""

    def apply(self, state: GameState) -> GameState:
        """Return the state without the stat changes and timed markers that end here (rule B24-11)."""
        operatives = {
            key: replace(each, changes=tuple(c for c in each.changes if c.until is not Until.TURNING_POINT))
            for key, each in state.operatives.items()
        }
        markers = {key: marker for key, marker in state.markers.items() if marker.timer is None}
        return replace(state, operatives=operatives, markers=markers)


@EVENTS.word("rolled")
class Rolled(Event):
    """A player's die of a roll-off."""

    player: str
    value: int

    def apply(self, state: GameState) -> GameState:
        """Return the state with that roll."""
        self.expect(self.player not in state.rolls, Message.of("state-rolled", player=self.player))
        return replace(state, rolls={**state.rolls, self.player: self.value})


@EVENTS.word("rolls_tied")
class RollsTied(Event):
    """A roll-off was a tie and is repeated (rules B24-02, A21-04)."""

    def apply(self, state: GameState) -> GameState:
        """Return the state without rolls."""
        return replace(state, rolls={}, ties=state.ties + 1)


@EVENTS.word("decision_given")
class DecisionGiven(Event):
    """A player has won the right to decide (rule B24-01)."""

    player: str

    def apply(self, state: GameState) -> GameState:
        """Return the state with that player deciding."""
        return replace(state, decider=self.player)


@EVENTS.word("initiative_given")
class InitiativeGiven(Event):
    """A player has initiative (rules B24-01, B21-02)."""

    player: str

    def apply(self, state: GameState) -> GameState:
        """Return the state with that player's initiative."""
        state.side(self.player)
        return replace(state, initiative=self.player)


@EVENTS.word("grounds_exchanged")
class GroundsExchanged(Event):
    """The players exchanged drop zones: the winner of the roll-off has chosen the other one (rule A24-03).

    The mission's markers that belong to a side are exchanged with it.
    """

    player: str

    def apply(self, state: GameState) -> GameState:
        """Return the state with the two sides of the killzone exchanged."""
        other = state.opponent(self.player)
        self.expect({self.player, other} <= state.grounds.keys(), Message.of("state-no-drop-zones"))
        grounds = {self.player: state.grounds[other], other: state.grounds[self.player]}
        to = {self.player: other, other: self.player}
        markers = {key: replace(one, owner=to.get(one.owner or "", one.owner)) for key, one in state.markers.items()}
        return replace(state, grounds=grounds, markers=markers)


@EVENTS.word("command_points_changed")
class CommandPointsChanged(Event):
    """A player gained (+) or spent (-) command points (rules B24-03, B21-03)."""

    NEWER = frozenset({"why"})

    player: str
    by: int
    why: str

    def apply(self, state: GameState) -> GameState:
        """Return the state with the changed command points, which never go below zero."""
        cp = state.side(self.player).cp + self.by
        self.expect(cp >= 0, Message.of("state-cp-negative", player=self.player, cp=cp))
        return state.with_side(self.player, cp=cp)


@EVENTS.word("readied")
class Readied(Event):
    """A player's operatives were made ready (rules B24-04, B21-01)."""

    player: str

    def apply(self, state: GameState) -> GameState:
        """Return the state with all of them ready."""
        operatives = {
            key: replace(each, ready=True) if each.player == self.player and each.standing else each
            for key, each in state.operatives.items()
        }
        return replace(state, operatives=operatives)


@EVENTS.word("ploy_used")
class PloyUsed(Event):
    """A player used a gambit or ploy; with `once` it cannot be used again this turning point (B24-05, B24-07)."""

    NEWER = frozenset({"name"})

    player: str
    name: str
    once: bool = True

    def apply(self, state: GameState) -> GameState:
        """Return the state with the use recorded."""
        if not self.once:
            return state
        return state.with_side(self.player, used=state.side(self.player).used | {self.name.casefold()})


@EVENTS.word("turn_taken")
class TurnTaken(Event):
    """A player acted in an alternation, and the turn passed to `to`.

    `group_left` members of the last operative's group are not activated yet (C21-02).
    """

    NEWER = LATER = frozenset({"group_left"})

    player: str
    to: str
    group_left: int = 0

    def apply(self, state: GameState) -> GameState:
        """Return the state with the other player's turn and no passes in a row."""
        alternation = self.need(state.alternation, Message.of("state-no-turns"))
        other = Message.of("state-other-turn", player=self.player, turn=alternation.turn)
        self.expect(alternation.turn == self.player, other)
        row = state.in_a_row + 1 if self.to == self.player else 0
        if self.to != self.player and (self.group_left or state.side(self.player).group is not None):
            group = PausedGroup(state.turning_point, state.last or "", self.group_left) if self.group_left else None
            state = state.with_side(self.player, group=group)
        return replace(state, alternation=Alternation(self.to, 0, alternation.taken + 1), in_a_row=row)


@EVENTS.word("turn_passed")
class TurnPassed(Event):
    """A player passed, or had no possible action, and the turn passed to `to`."""

    player: str
    to: str

    def apply(self, state: GameState) -> GameState:
        """Return the state with the other player's turn and one more pass in a row."""
        alternation = self.need(state.alternation, Message.of("state-no-turns"))
        other = Message.of("state-other-turn", player=self.player, turn=alternation.turn)
        self.expect(alternation.turn == self.player, other)
        return replace(state, alternation=Alternation(self.to, alternation.passes + 1, alternation.taken), in_a_row=0)


@EVENTS.word("scored")
class Scored(Event):
    """A player scored victory points from an op (rules L24-14, B21-07); negative points correct a mistake."""

    player: str
    op: str
    vp: int
    why: str = ""

    def apply(self, state: GameState) -> GameState:
        """Return the state with the points."""
        vp = dict(state.side(self.player).vp)
        vp[self.op] = vp.get(self.op, 0) + self.vp
        negative = Message.of("state-vp-negative", player=self.player, vp=vp[self.op], op=self.op)
        self.expect(vp[self.op] >= 0, negative)
        return state.with_side(self.player, vp=vp)


@EVENTS.word("sealed")
class Sealed(CommittingEvent):
    """A player made a secret choice (rules A24-04, A24-08, A24-10)."""

    LATER = frozenset({"salt", "commitment"})
    NEWER = LATER | {"value"}

    topic: str
    value: str

    def apply(self, state: GameState) -> GameState:
        """Return the state with the choice sealed."""
        sealed = {**state.side(self.player).sealed, self.topic: self.value}
        return self.commit(state, self.topic, (self.value,)).with_side(self.player, sealed=sealed)


@EVENTS.word("revealed")
class Revealed(RevealingEvent):
    """A player's secret choice was revealed."""

    LATER = frozenset({"opened"})
    NEWER = LATER

    player: str
    topic: str

    def reveals(self, state: GameState) -> tuple[tuple[str, str], ...]:
        """Return this choice."""
        return ((self.player, self.topic),)

    def apply(self, state: GameState) -> GameState:
        """Return the state with the choice revealed."""
        state = self.open_choices(state)
        side = state.side(self.player)
        self.expect(self.topic in side.sealed, Message.of("state-no-secret", player=self.player, topic=self.topic))
        return state.with_side(self.player, revealed={**side.revealed, self.topic: side.sealed[self.topic]})


@EVENTS.word("battle_ended")
class BattleEnded(Event):
    """The battle is over (rule A24-12); `winner` is None for a draw."""

    winner: str | None
    why: str = ""

    def apply(self, state: GameState) -> GameState:
        """Return the state with no further turns or activations."""
        return replace(
            state, stage=ENDED, winner=self.winner, activation=None, reaction=None, alternation=None, rolls={}
        )
