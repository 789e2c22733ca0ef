"""Agreements: the consent that an act of a player needs, and the open requests of one player to the other."""

from __future__ import annotations

import hmac
import itertools
import secrets
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from messages.message import Message
from overlook.table.games.steps import last_done, undo_message
from overlook.table.offers.table_facts import TableFacts
from referee.game.consent import (
    CHALLENGE_ENDS,
    Actor,
    ActorKind,
    Ask,
    Consent,
    ConsentFacts,
    FairPlay,
    Refusal,
    Refused,
    consent,
)
from referee.game.engine.prompting import ROLL_OFF, TAKE_BACK, UPHOLD
from referee.game.engine.timeline import TimelineStep
from referee.game.events import battle, decisions, pieces
from referee.game.handlers.handler import describe
from referee.game.intents import (
    ANY,
    REFEREE,
    Act,
    Answer,
    DeclareDamage,
    DeclarePlace,
    DeclareStat,
    DeclareStatus,
    EndBattle,
    EndStage,
    Intent,
    PlaceMarker,
    Redo,
    RemoveMarker,
    Revive,
    Undo,
)
from referee.game.prompt import Topic
from referee.game.state import GameState

VOID_S = 60.0
"""Time after which a request that nobody answers is void, or at an event the referee's."""

GONE_S = 30.0
"""Time without the asked phone after which the table's screen may answer."""

MOST_DECLINED = 3
"""Limit of declined requests of one kind and player in a turning point."""

NO_PHONES: frozenset[str] = frozenset()
REFUSALS: Mapping[Refusal, str] = MappingProxyType(
    {
        Refusal.REFEREES_STEP: "games-undo-referee",
        Refusal.SHOWN: "games-undo-revealed",
        Refusal.SIGNED: "games-undo-signed",
        Refusal.CONCEDE_ONLY: "games-concede-only",
        Refusal.IN_PLAY: "games-in-play",
        Refusal.NEVER: "games-not-a-phones",
        Refusal.NOT_AT_THE_TABLE: "games-not-a-phones",
    }
)
"""Codes of refusals; the rules themselves refuse what belongs to the other player."""

LESS_IS_WORSE = frozenset({"apl", "move"})
MORE_IS_WORSE = frozenset({"hit", "save"})


def actor_of(by: str, facts: TableFacts) -> Actor:
    """Return the actor of an intent's author: a seat, the referee, else the table's screen."""
    if by in facts.state.sides:
        return Actor(ActorKind.PLAYER, by)
    return Actor(ActorKind.REFEREE if by == REFEREE else ActorKind.SCREEN)


def act_kind(intent: Intent, facts: TableFacts) -> str:
    """Return the act that an intent is in the table of consent; the answer that ends a phase is its end.

    The answer to a challenge is the end that it gives to the challenge.
    """
    topic = _topic(intent, facts)
    if topic is Topic.CHALLENGE and isinstance(intent, Answer):
        return intent.choice if intent.choice in (TAKE_BACK, ROLL_OFF) else UPHOLD
    return EndStage.kind if topic is Topic.TURNING_POINT_END else intent.kind


def _topic(intent: Intent, facts: TableFacts) -> Topic | None:
    if not isinstance(intent, Answer):
        return None
    return next((one.topic for one in facts.asked if one.id == intent.prompt), None)


def consent_to(intent: Intent, facts: TableFacts, phones: frozenset[str]) -> Consent:
    """Return the consent to an intent by its author; `phones` are the seats that have a phone."""
    return consent(act_kind(intent, facts), actor_of(intent.by, facts), consent_facts(intent, facts, phones))


def consent_facts(intent: Intent, facts: TableFacts, phones: frozenset[str] = NO_PHONES) -> ConsentFacts:
    """Return the facts about an intent on which the consent to it depends."""
    state = facts.state
    known = ConsentFacts(
        players=tuple(state.sides),
        phones=phones,
        setting=FairPlay.FRIENDLY if state.free else facts.defaults.fair_play,
        in_play=state.begun and not state.ended,
        owner=_owner(intent, facts, state),
        agreed_end=isinstance(intent, EndBattle) and intent.conceded_by is None,
        helps_other=_gives_way(intent, facts) or _helps_other(intent, state),
    )
    step = step_in_question(intent, facts)
    return known if step is None else _of_a_step(known, intent, step, facts)


def step_in_question(intent: Intent, facts: TableFacts) -> TimelineStep | None:
    """Return the step that an undo takes back or a redo restores; None for any other intent."""
    timeline = facts.timeline
    if isinstance(intent, Undo):
        return last_done(timeline)
    return timeline.undone.step if isinstance(intent, Redo) and timeline.undone is not None else None


def _of_a_step(known: ConsentFacts, intent: Intent, step: TimelineStep, facts: TableFacts) -> ConsentFacts:
    doer = step.intent.by
    known = replace(
        known,
        doer=doer if doer in known.players else None,
        by_referee=doer == REFEREE,
        owner=_owner(step.intent, facts, step.before),
    )
    if isinstance(intent, Redo):
        return known
    return replace(
        known,
        dice_rolled=_shows_dice(step) or any(one.dice for one in facts.suggestions),
        secret_shown=_shows_secret(step, facts),
        signed=set(known.players) <= set(facts.signed),
    )


def _owner(intent: Intent, facts: TableFacts, state: GameState) -> str | None:
    """Return the player to whom an intent belongs: by its question, operative or marker, else the one it names."""
    if isinstance(intent, Answer):
        asked = facts.asked if state is facts.state else facts.decider.prompts(state)
        owner = next((one.owner for one in asked if one.id == intent.prompt), None)
        return owner if owner in state.sides else None
    if isinstance(intent, PlaceMarker | RemoveMarker):
        name = intent.marker.id if isinstance(intent, PlaceMarker) else intent.marker
        known = state.markers.get(name)
        marker = known or (intent.marker if isinstance(intent, PlaceMarker) else None)
        return None if marker is None else marker.owner
    operative = state.operatives.get(getattr(intent, "operative", None) or "")
    if operative is not None:
        return operative.player
    named = (getattr(intent, name, None) for name in ("player", "conceded_by"))
    return next((player for player in named if player in state.sides), None)


def _gives_way(intent: Intent, facts: TableFacts) -> bool:
    """Return whether a player ends a challenge for the other: the challenger upholds, the other takes back."""
    challenge, kind = facts.state.challenge, act_kind(intent, facts)
    if challenge is None or kind not in CHALLENGE_ENDS:
        return False
    if kind == TAKE_BACK:
        return challenge.whose not in facts.state.sides or intent.by == challenge.whose
    return intent.by == challenge.by or (challenge.by not in facts.state.sides and intent.by != challenge.whose)


def _helps_other(intent: Intent, state: GameState) -> bool:
    """Return whether a declared change can only help the other player, or is made before the battle's first turn."""
    operative = state.operatives.get(getattr(intent, "operative", None) or "")
    own = operative is not None and operative.player == intent.by
    match intent:
        case DeclareDamage(amount=amount):
            return amount >= 0 if own else amount <= 0
        case DeclareStat(stat=stat, change=change):
            worse = change <= 0 if stat in LESS_IS_WORSE else stat in MORE_IS_WORSE and change >= 0
            better = change >= 0 if stat in LESS_IS_WORSE else stat in MORE_IS_WORSE and change <= 0
            return worse if own else better
        case DeclareStatus():
            return _is_harmless_status(intent, state)
        case PlaceMarker(marker=marker):
            return marker.owner == intent.by and not state.turning_point
        case RemoveMarker(marker=name):
            known = state.markers.get(name)
            return known is None or known.owner == intent.by
        case _:
            return False


def _is_harmless_status(intent: DeclareStatus, state: GameState) -> bool:
    """Return whether a declared status is a correction of an unfinished activation, or only makes it expended."""
    known = state.operatives.get(intent.operative)
    if known is None or not state.turning_point:
        return True
    acting = state.acting
    unfinished = acting is not None and acting.operative == intent.operative and not acting.performed
    changed = intent.order not in (None, known.order)
    return intent.ready in (None, False, known.ready) and (unfinished or not changed)


def _shows_dice(step: TimelineStep) -> bool:
    """Return whether dice became known in a step."""
    intent = step.intent
    if isinstance(intent, Answer) and (intent.dice or intent.thrown):
        return True
    declared = intent.declared if isinstance(intent, Act) else None
    said = declared is not None and (declared.results or declared.attack_dice or declared.defence_dice)
    return bool(said) or any(isinstance(event, decisions.RollMade | battle.Rolled) for event in step.events)


def _shows_secret(step: TimelineStep, facts: TableFacts) -> bool:
    """Return whether a secret choice became known in a step.

    Equipment, scouting and the primary op are revealed together (A24-04, A24-08, A24-12): the last player to choose
    would choose again, knowing the other's choice.
    """
    both = facts.state.sides.keys()
    chosen = any(isinstance(event, pieces.EquipmentChosen) for event in step.events) and both <= step.after.chosen
    return chosen or any(isinstance(event, battle.Revealed) for event in step.events)


def refusal_of(found: Consent, intent: Intent, facts: TableFacts) -> Message | None:
    """Return why an intent is not done at once, None if consent does not prevent it.

    What belongs to the other player is refused by the rules, which name the rule.
    """
    if isinstance(found, Ask):
        return Message.of("consent-ask", player=found.player)
    if not isinstance(found, Refused):
        return None
    if found.reason is Refusal.OTHERS_STEP:
        step = step_in_question(intent, facts)
        return Message.of("games-undo-owner", player=intent.by if step is None else step.intent.by)
    if found.reason is Refusal.NOT_YOURS and isinstance(intent, DeclarePlace):
        return Message.of("games-model-owner", player=facts.state.operative(intent.operative).player)
    code = REFUSALS.get(found.reason)
    return None if code is None else Message.of(code)


def change_message(intent: Intent, facts: TableFacts) -> Message:
    """Return exactly what an intent would change, for the player who is asked."""
    step = step_in_question(intent, facts)
    if step is not None:
        means = undo_message(step, facts.decider.prompts)
        back, now = (step.before, step.after) if isinstance(intent, Undo) else (step.after, step.before)
        changes = list(_changes(back, now))
        if not changes:
            return Message.of("consent-undo" if isinstance(intent, Undo) else "consent-redo", step=means)
        code = "consent-undo-changes" if isinstance(intent, Undo) else "consent-redo-changes"
        return Message.of(code, step=means, changes=changes)
    challenge = facts.state.challenge
    if challenge is not None and act_kind(intent, facts) == ROLL_OFF:
        return Message.of("consent-roll-off", ruling=challenge.means)
    if challenge is not None and act_kind(intent, facts) in CHALLENGE_ENDS:
        code = "consent-take-back" if act_kind(intent, facts) == TAKE_BACK else "consent-uphold"
        return Message.of(code, ruling=challenge.means)
    if act_kind(intent, facts) == EndStage.kind:
        return Message.of("consent-end-stage", number=facts.state.turning_point)
    return _declared(intent, facts.state)


def _declared(intent: Intent, state: GameState) -> Message:
    known = state.operatives.get(getattr(intent, "operative", None) or "")
    match intent:
        case DeclareDamage(operative=operative, amount=amount) if known is not None:
            after = min(max(0, known.wounds - amount), known.card.wounds)
            return Message.of("consent-wounds", operative=operative, back=after, now=known.wounds)
        case DeclareStat(operative=operative, stat=stat, change=change):
            return Message.of("consent-stat", operative=operative, stat=stat, change=f"{change:+d}")
        case DeclareStatus(operative=operative, order=order, ready=ready):
            states = [] if order is None else [Message.of("hand-order", order=order)]
            states += [] if ready is None else [Message.of("hand-ready" if ready else "hand-expended")]
            return Message.of("consent-status", operative=operative, states=states)
        case Revive(operative=operative, wounds=wounds):
            return Message.of("consent-revive", operative=operative, wounds=wounds)
        case EndBattle():
            return Message.of("consent-end-battle")
        case _:
            return _marker_change(intent, state)


def _marker_change(intent: Intent, state: GameState) -> Message:
    match intent:
        case PlaceMarker(marker=marker) if marker.place is not None:
            x, y = marker.place.x, marker.place.y
            code = "consent-marker-moved" if marker.id in state.markers else "consent-marker-new"
            return Message.of(code, marker=marker.id, x=x, y=y)
        case RemoveMarker(marker=marker):
            return Message.of("consent-marker-removed", marker=marker)
        case _:
            return describe(intent)


def _changes(back: GameState, now: GameState) -> Iterator[Message]:
    """Yield what is different in the state `back` from the one now: wounds, points, places."""
    for name, one in back.operatives.items():
        other = now.operatives.get(name)
        if other is None:
            continue
        if one.wounds != other.wounds:
            yield Message.of("consent-wounds-again", operative=name, back=one.wounds, now=other.wounds)
        if one.place != other.place:
            yield Message.of("consent-place-again", operative=name)
    for player, side in back.sides.items():
        has = now.sides[player]
        if side.total_vp != has.total_vp:
            yield Message.of("consent-vp-again", player=player, back=side.total_vp, now=has.total_vp)
        if side.cp != has.cp:
            yield Message.of("consent-cp-again", player=player, back=side.cp, now=has.cp)


@dataclass(frozen=True, slots=True)
class OpenRequest:
    """One player's request to the other: the intent that is done if it is accepted.

    `means` is what would change, `step` the number of the disputed step, 0 for none. `to` is the asked seat, or
    "referee" once a referee is asked.
    """

    id: str
    intent: Intent
    kind: str
    by: str
    asked: str
    to: str
    means: Message
    step: int
    made_s: float
    game: int
    turning_point: int

    def is_void(self, facts: TableFacts) -> bool:
        """Return whether what it would change has changed since, or the game or turning point has ended."""
        if (self.game, self.turning_point) != (facts.number, facts.state.turning_point):
            return True
        return self.step != _number_of_step(self.intent, facts) or self.means != change_message(self.intent, facts)


def _number_of_step(intent: Intent, facts: TableFacts) -> int:
    step = step_in_question(intent, facts)
    return 0 if step is None else step.sequence


def in_whose_name(request: OpenRequest) -> Intent:
    """Return the intent of an accepted request: the asked player takes a challenged act back, everybody else acts."""
    by = request.asked if request.kind == TAKE_BACK else request.by
    return request.intent.model_copy(update={"by": by})


@dataclass
class Phones:
    """Seats with a phone of their own, and the time in seconds at which each was last heard."""

    heard_s: dict[str, float] = field(default_factory=dict)
    connected: Counter[str] = field(default_factory=Counter)

    def opened(self, seat: str, now_s: float) -> None:
        """Note a new connection of a seat's phone."""
        self.connected[seat] += 1
        self.heard_s[seat] = now_s

    def closed(self, seat: str, now_s: float) -> None:
        """Note the end of a connection."""
        self.connected[seat] -= 1
        if seat in self.heard_s:
            self.heard_s[seat] = now_s

    def heard(self, seat: str, now_s: float) -> None:
        """Note a request of a seat's phone."""
        self.heard_s[seat] = now_s

    def forget(self, seat: str) -> None:
        """Forget the phone of a seat that gave it up."""
        self.heard_s.pop(seat, None)

    @property
    def seats(self) -> frozenset[str]:
        """The seats that have a phone."""
        return frozenset(self.heard_s)

    def is_gone(self, seat: str, now_s: float) -> bool:
        """Return whether a seat's phone has been away for `GONE_S`."""
        here = seat in self.heard_s and self.connected[seat] > 0
        return not here and now_s - self.heard_s.get(seat, -GONE_S) >= GONE_S


HAND_OVER_S = 180.0
"""Time after which an unanswered hand-over is void."""


@dataclass(frozen=True, slots=True)
class HandOver:
    """A device's request for a seat that has a phone; `ticket` is known to that device alone, `by` is who accepted."""

    id: str
    ticket: str
    seat: str
    made_s: float
    by: str = ""


class HandOvers:
    """The hand-overs of seats from one device to another, at most one per seat."""

    def __init__(self) -> None:
        self._of: dict[str, HandOver] = {}
        self._numbers = itertools.count(1)

    @property
    def open(self) -> tuple[HandOver, ...]:
        """The unanswered hand-overs."""
        return tuple(one for one in self._of.values() if not one.by)

    def ask(self, seat: str, now_s: float) -> HandOver | None:
        """Ask for a seat; None if another device is asking for it."""
        self.expire(now_s)
        if seat in self._of:
            return None
        asked = HandOver(f"hand-over-{next(self._numbers)}", secrets.token_urlsafe(24), seat, now_s)
        self._of[seat] = asked
        return asked

    def may_answer(self, one: HandOver, by: str, now_s: float) -> bool:
        """Return whether somebody may answer: the seat's phone at once, the table's screen once it could object."""
        return by == one.seat or (by == ANY and now_s - one.made_s >= GONE_S)

    def accept(self, one: HandOver, by: str) -> None:
        """Accept a hand-over; its device then fetches the seat with its ticket."""
        self._of[one.seat] = replace(one, by=by)

    def decline(self, one: HandOver) -> None:
        """Decline a hand-over."""
        self._of.pop(one.seat, None)

    def take(self, ticket: str, seat: str) -> HandOver | None:
        """Return the hand-over of a ticket; an accepted one is given once."""
        found = self._of.get(seat)
        if found is None or not hmac.compare_digest(found.ticket.encode(), ticket.encode()):
            return None
        if found.by:
            self.decline(found)
        return found

    def expire(self, now_s: float) -> None:
        """Forget the hand-overs that were not answered or fetched in time."""
        for one in tuple(self._of.values()):
            if now_s - one.made_s >= HAND_OVER_S:
                self.decline(one)


class Agreements:
    """The open requests of a table, at most one per player. It belongs to the event loop and reads no clock."""

    def __init__(self) -> None:
        self.phones = Phones()
        self.hand_overs = HandOvers()
        self._open: dict[str, OpenRequest] = {}
        self._declined: Counter[tuple[int, int, str, str]] = Counter()
        self._numbers = itertools.count(1)

    @property
    def open(self) -> tuple[OpenRequest, ...]:
        """The open requests, the oldest first."""
        return tuple(self._open.values())

    def find(self, request: str | None, by: str) -> OpenRequest | None:
        """Return the open request of that id, without one the oldest of another player; None if there is none."""
        return next((one for one in self.open if one.id == request or (request is None and one.by != by)), None)

    def make(self, intent: Intent, facts: TableFacts, now_s: float) -> Message | None:
        """Open a request; return why it cannot be made, None if it is open."""
        found = consent_to(intent, facts, self.phones.seats)
        by, kind = intent.by, act_kind(intent, facts)
        others = (one for one in facts.state.sides if one != by and one in self.phones.seats)
        asked = found.player if isinstance(found, Ask) else next(others, None)
        performed = intent.model_copy(update={"by": asked}) if kind == TAKE_BACK and asked is not None else intent
        reason = facts.rejection(performed)
        if isinstance(found, Refused):
            return refusal_of(found, intent, facts) or reason or Message.of("consent-not-yours")
        if asked is None or by not in facts.state.sides:
            return Message.of("consent-nobody")
        if by in self._open:
            return Message.of("consent-one-open")
        if self._declined[self._key(facts, by, kind)] >= MOST_DECLINED:
            return Message.of("consent-declined-often", player=asked, times=MOST_DECLINED)
        if reason is not None:
            return reason
        self._open[by] = OpenRequest(
            id=f"request-{next(self._numbers)}",
            intent=intent,
            kind=kind,
            by=by,
            asked=asked,
            to=asked,
            means=change_message(intent, facts),
            step=_number_of_step(intent, facts),
            made_s=now_s,
            game=facts.number,
            turning_point=facts.state.turning_point,
        )
        return None

    def may_answer(self, request: OpenRequest, by: str, now_s: float) -> Message | None:
        """Return why somebody may not answer a request, None if they may: the asked player, the referee, the screen.

        The table's screen may once the asked phone is gone; a request that was passed on is the referee's as well.
        """
        if by in (REFEREE, request.asked):
            return None
        if by == ANY and request.to != REFEREE and self.phones.is_gone(request.asked, now_s):
            return None
        return Message.of("consent-not-asked", player=request.asked)

    def close(self, request: OpenRequest) -> None:
        """Close a request."""
        self._open.pop(request.by, None)

    def decline(self, request: OpenRequest) -> None:
        """Close a request as declined."""
        self._declined[(request.game, request.turning_point, request.by, request.kind)] += 1
        self.close(request)

    def pass_on(self, request: OpenRequest) -> None:
        """Ask the referee in place of the other player."""
        self._open[request.by] = replace(request, to=REFEREE)

    def expire(self, facts: TableFacts, now_s: float) -> tuple[OpenRequest, ...]:
        """Close the requests that are void, or pass them on at an event; return those changed."""
        changed = []
        for one in self.open:
            late = now_s - one.made_s >= VOID_S and one.to != REFEREE
            if one.is_void(facts) or (late and facts.defaults.fair_play is not FairPlay.EVENT):
                self.close(one)
                changed.append(one)
            elif late:
                self.pass_on(one)
                changed.append(self._open[one.by])
        return tuple(changed)

    def _key(self, facts: TableFacts, by: str, kind: str) -> tuple[int, int, str, str]:
        return facts.number, facts.state.turning_point, by, kind
