"""What happens to operatives: places, wounds, stats, the end."""

from __future__ import annotations

from referee.game.board_place import BoardPlace
from referee.game.events.base import EVENTS, Event
from referee.game.state import GameState, LifeState, StatChange, Until
from referee.rules.exemption import Exemption


@EVENTS.word("placed")
class Placed(Event):
    """An operative was accepted where it stands. It is no longer on guard when it moved (rule K24-08)."""

    operative: str
    place: BoardPlace
    moved: bool = True

    def apply(self, state: GameState) -> GameState:
        """Return the state with the operative there."""
        guard = state.operative(self.operative).on_guard and not self.moved
        return state.with_operative(self.operative, place=self.place, on_guard=guard)


@EVENTS.word("wounds_lost")
class WoundsLost(Event):
    """Damage was inflicted on an operative (rules L24-05, L21-01)."""

    operative: str
    amount: int
    why: str = ""

    def apply(self, state: GameState) -> GameState:
        """Return the state with the wounds gone; they never go below zero."""
        wounds = state.operative(self.operative).wounds
        return state.with_operative(self.operative, wounds=max(0, wounds - self.amount))


@EVENTS.word("wounds_regained")
class WoundsRegained(Event):
    """An operative regained wounds, up to those it started with."""

    operative: str
    amount: int
    why: str = ""

    def apply(self, state: GameState) -> GameState:
        """Return the state with the wounds back."""
        operative = state.operative(self.operative)
        return state.with_operative(self.operative, wounds=min(operative.card.wounds, operative.wounds + self.amount))


@EVENTS.word("incapacitated")
class Incapacitated(Event):
    """An operative has no wounds left. It is removed in a step of its own (rule L24-05)."""

    operative: str

    def apply(self, state: GameState) -> GameState:
        """Return the state with the operative out of the fight but still on the killzone."""
        operative = state.operative(self.operative)
        self.expect(
            operative.standing and operative.wounds == 0, f"{self.operative!r} is not incapacitated: it has wounds left"
        )
        one_more = Exemption.LAST_ACTION in operative.card.exempt
        return state.with_operative(
            self.operative, life=LifeState.INCAPACITATED, ready=False, on_guard=False, one_more=one_more
        )


@EVENTS.word("removed")
class Removed(Event):
    """An operative left the killzone (rules E24-11, L24-05, E21-05)."""

    operative: str

    def apply(self, state: GameState) -> GameState:
        """Return the state without it on the board; it keeps its last place for those who look back."""
        operative = state.operative(self.operative)
        self.expect(operative.on_board, f"{self.operative!r} is not on the killzone")
        self.expect(operative.carrying is None, f"{self.operative!r} still carries {operative.carrying!r}")
        return state.with_operative(self.operative, life=LifeState.REMOVED, ready=False, on_guard=False, one_more=False)


@EVENTS.word("revived")
class Revived(Event):
    """An operative that was out of the fight stands again with some wounds: a rule or the referee says so."""

    operative: str
    wounds: int

    def apply(self, state: GameState) -> GameState:
        """Return the state with it standing."""
        operative = state.operative(self.operative)
        self.expect(not operative.standing, f"{self.operative!r} is standing")
        self.expect(0 < self.wounds <= operative.card.wounds, f"{self.wounds} wounds of {operative.card.wounds}")
        return state.with_operative(self.operative, life=LifeState.STANDING, wounds=self.wounds, one_more=False)


@EVENTS.word("stat_changed")
class StatChanged(Event):
    """A stat of an operative is changed for a while (rules C24-10, G24-21, A21-03)."""

    operative: str
    stat: str
    by: int
    until: Until
    why: str = ""

    def apply(self, state: GameState) -> GameState:
        """Return the state with the change noted; one made in its own activation outlives that activation."""
        activation = state.activation
        own = activation is not None and activation.operative == self.operative
        change = StatChange(self.stat, self.by, self.until, self.why, fresh=own)
        changes = state.operative(self.operative).changes
        return state.with_operative(self.operative, changes=(*changes, change))
