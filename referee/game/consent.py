"""Consent: which acts a player does alone, which need the other player's agreement, and which belong to somebody else.

`ACT_SCOPES` has the scope of every act, `consent` decides one act. Both are pure: they read no clock, disk or session.
What a rule gives to a player is that player's alone. A correction of one's own unfinished act is free, with no dice
rolled and no secret shown since. Everything else is asked of the other player.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType


class SeatScope(StrEnum):
    """Scope of an act for a player's phone; the table's screen, the panel and the referee are not restricted.

    - OWN: for its own seat, as decided by the rules and the set-up.
    - EITHER: for both seats.
    - OWN_IN_PLAY: as EITHER, but only for its own seat during a battle.
    - LAST: if it corrects the player's own unfinished act; otherwise the other player is asked.
    - COSTS: if it helps only the other player; otherwise the other player is asked.
    - OWN_COSTS: as COSTS, but only for its own seat.
    - ASK: the other player is asked.
    - CONCEDE: a player concedes for its own seat; an end by agreement is asked of the other player.
    - BETWEEN_GAMES: for both seats, but not during a battle.
    - NOT: never.
    """

    OWN = "own"
    OWN_IN_PLAY = "own in play"
    EITHER = "either"
    LAST = "last"
    COSTS = "costs"
    OWN_COSTS = "own costs"
    ASK = "ask"
    CONCEDE = "concede"
    BETWEEN_GAMES = "between games"
    NOT = "not"


ACT_SCOPES: Mapping[str, SeatScope] = MappingProxyType(
    {
        "act": SeatScope.OWN,
        "activate": SeatScope.OWN,
        "answer": SeatScope.OWN,
        "begin": SeatScope.BETWEEN_GAMES,
        "challenge": SeatScope.EITHER,
        "choose_equipment": SeatScope.OWN,
        "clock reset": SeatScope.BETWEEN_GAMES,
        "clock settle": SeatScope.EITHER,
        "clock start": SeatScope.EITHER,
        "clock stop": SeatScope.EITHER,
        "declare_damage": SeatScope.COSTS,
        "declare_place": SeatScope.OWN,
        "declare_stat": SeatScope.COSTS,
        "declare_status": SeatScope.OWN_COSTS,
        "deploy": SeatScope.OWN,
        "drop_marker": SeatScope.OWN,
        "end_activation": SeatScope.OWN,
        "end_battle": SeatScope.CONCEDE,
        "end_stage": SeatScope.ASK,
        "pass_turn": SeatScope.OWN,
        "play_on": SeatScope.BETWEEN_GAMES,
        "place_equipment": SeatScope.OWN,
        "place_marker": SeatScope.COSTS,
        "react": SeatScope.OWN,
        "redo": SeatScope.LAST,
        "remove_marker": SeatScope.COSTS,
        "remove_operative": SeatScope.OWN,
        "reveal": SeatScope.OWN,
        "revive": SeatScope.OWN_COSTS,
        "roll_off": SeatScope.ASK,
        "score": SeatScope.OWN,
        "seal": SeatScope.OWN,
        "set_up_again": SeatScope.OWN,
        "sign": SeatScope.OWN,
        "take_back": SeatScope.COSTS,
        "trigger": SeatScope.EITHER,
        "undo": SeatScope.LAST,
        "uphold": SeatScope.COSTS,
        "use_ploy": SeatScope.OWN,
    }
)
"""Scope of every act, by the kind of its request; "uphold", "take_back" and "roll_off" are answers to a challenge."""

CHALLENGE_ENDS = frozenset({"take_back", "uphold"})
CHALLENGE_ANSWERS = CHALLENGE_ENDS | {"roll_off"}


class ActorKind(StrEnum):
    """Kind of who acts. The owner administers the machine and takes no part in the game."""

    PLAYER = "player"
    REFEREE = "referee"
    SCREEN = "screen"
    PANEL = "panel"
    OWNER = "owner"
    VIEWER = "viewer"
    NOBODY = "nobody"


AT_THE_TABLE = frozenset({ActorKind.REFEREE, ActorKind.SCREEN, ActorKind.PANEL})
"""Actors who act for both players: the players stand around what they use."""


@dataclass(frozen=True, slots=True)
class Actor:
    """Who acts; `player` is the seat of a player's phone, empty for every other kind."""

    kind: ActorKind
    player: str = ""


class FairPlay(StrEnum):
    """Setting of a table: in a friendly game corrections are free and shown, otherwise they are asked of the other.

    In a club a request that nobody answers is void; at an event a referee is called.
    """

    FRIENDLY = "friendly"
    CLUB = "club"
    EVENT = "event"


@dataclass(frozen=True, slots=True, kw_only=True)
class ConsentFacts:
    """Facts about an act and its table.

    `players` are the seats; `phones` those that have a phone of their own, which alone can be asked. `owner` is the
    player to whom a rule gives the act, or whose operative or marker it changes; None for both or nobody.

    For an undo or a redo, `doer` is the seat that took the step in question, None for the table's screen, the panel or
    the camera, and `by_referee` is True for the referee's step. In that step `dice_rolled` and `secret_shown` became
    known; `signed` is True if both players have signed the result. `others_turn` is True if the other player has acted
    since. `helps_other` is True if a declared change can only help the other player. `agreed_end` is True for an end
    of the battle that nobody concedes.
    """

    players: tuple[str, ...]
    phones: frozenset[str] = frozenset()
    setting: FairPlay = FairPlay.CLUB
    in_play: bool = True
    owner: str | None = None
    doer: str | None = None
    by_referee: bool = False
    dice_rolled: bool = False
    secret_shown: bool = False
    signed: bool = False
    others_turn: bool = False
    helps_other: bool = False
    agreed_end: bool = False


class Refusal(StrEnum):
    """Reason why an act is refused."""

    NOT_AT_THE_TABLE = "not-at-the-table"
    NOT_YOURS = "not-yours"
    REFEREES_STEP = "the-referees-step"
    OTHERS_STEP = "the-other-players-step"
    SHOWN = "shown"
    SIGNED = "signed"
    CONCEDE_ONLY = "concede-only"
    IN_PLAY = "in-play"
    NEVER = "never"


@dataclass(frozen=True, slots=True)
class Allowed:
    """The act is allowed; the other player is shown a `correction`, and `confirm` wants a second tap."""

    correction: bool = False
    confirm: bool = False


@dataclass(frozen=True, slots=True)
class Ask:
    """The act needs the agreement of `player`."""

    player: str


@dataclass(frozen=True, slots=True)
class Refused:
    """The act is refused."""

    reason: Refusal


Consent = Allowed | Ask | Refused


def consent(act: str, actor: Actor, facts: ConsentFacts) -> Consent:
    """Return whether an actor may do an act, needs the other player's agreement, or may not."""
    if actor.kind in AT_THE_TABLE:
        return Allowed(confirm=_ends_a_game(act, facts))
    if actor.kind is not ActorKind.PLAYER or actor.player not in facts.players:
        return Refused(Refusal.NOT_AT_THE_TABLE)
    scope = ACT_SCOPES.get(act, SeatScope.OWN)
    return DECISIONS[scope](actor.player, facts)


def _ends_a_game(act: str, facts: ConsentFacts) -> bool:
    return facts.in_play and act in ("begin", "play_on", "end_battle")


def other_player(player: str, facts: ConsentFacts) -> str | None:
    """Return the other seat that has a phone of its own; None if there is nobody to ask."""
    return next((one for one in facts.players if one != player and one in facts.phones), None)


def _asked(player: str, facts: ConsentFacts, alone: Consent) -> Consent:
    """Return the question to the other player; `alone` if the other has no phone."""
    other = other_player(player, facts)
    return alone if other is None else Ask(other)


def _corrected(player: str, facts: ConsentFacts, alone: Consent) -> Consent:
    """Return the consent to a correction: as `_asked`, but free in a friendly game."""
    friendly = facts.setting is FairPlay.FRIENDLY and other_player(player, facts) is not None
    return Allowed(correction=True) if friendly else _asked(player, facts, alone)


def _own(player: str, facts: ConsentFacts) -> Consent:
    return Allowed() if facts.owner in (None, player) else Refused(Refusal.NOT_YOURS)


def _own_in_play(player: str, facts: ConsentFacts) -> Consent:
    return _own(player, facts) if facts.in_play else Allowed()


def _either(player: str, facts: ConsentFacts) -> Consent:
    return Allowed()


def _last(player: str, facts: ConsentFacts) -> Consent:
    """Return the consent to an undo or a redo, by the step that it affects."""
    if facts.by_referee:
        return Refused(Refusal.REFEREES_STEP)
    if facts.doer not in (None, player):
        return _corrected(player, facts, Refused(Refusal.OTHERS_STEP))
    if facts.signed:
        return _asked(player, facts, Refused(Refusal.SIGNED))
    if facts.secret_shown:
        return _asked(player, facts, Refused(Refusal.SHOWN))
    own = player in (facts.doer, facts.owner)
    if own and not facts.dice_rolled and not facts.others_turn:
        return Allowed(correction=True)
    return _corrected(player, facts, Allowed(correction=True))


def _costs(player: str, facts: ConsentFacts) -> Consent:
    if facts.helps_other:
        return Allowed(correction=True)
    return _corrected(player, facts, Allowed(correction=True))


def _own_costs(player: str, facts: ConsentFacts) -> Consent:
    return _costs(player, facts) if facts.owner in (None, player) else Refused(Refusal.NOT_YOURS)


def _ask(player: str, facts: ConsentFacts) -> Consent:
    return _asked(player, facts, Allowed())


def _concede(player: str, facts: ConsentFacts) -> Consent:
    if facts.agreed_end:
        return _asked(player, facts, Refused(Refusal.CONCEDE_ONLY))
    return Allowed(confirm=True) if facts.owner == player else Refused(Refusal.NOT_YOURS)


def _between_games(player: str, facts: ConsentFacts) -> Consent:
    return Refused(Refusal.IN_PLAY) if facts.in_play else Allowed()


def _not(player: str, facts: ConsentFacts) -> Consent:
    return Refused(Refusal.NEVER)


DECISIONS: Mapping[SeatScope, Callable[[str, ConsentFacts], Consent]] = MappingProxyType(
    {
        SeatScope.OWN: _own,
        SeatScope.OWN_IN_PLAY: _own_in_play,
        SeatScope.EITHER: _either,
        SeatScope.LAST: _last,
        SeatScope.COSTS: _costs,
        SeatScope.OWN_COSTS: _own_costs,
        SeatScope.ASK: _ask,
        SeatScope.CONCEDE: _concede,
        SeatScope.BETWEEN_GAMES: _between_games,
        SeatScope.NOT: _not,
    }
)
"""Decision of each scope for a player's phone."""
