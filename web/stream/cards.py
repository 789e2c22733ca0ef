"""Cards for the stream, detected between two snapshots, without private data."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from messages.catalogue import ENGLISH
from messages.message import Message
from referee.game.prompt import Topic
from referee.rules.ruling import Verdict
from web.contract.table.board_views import RulingView
from web.contract.table.game_views import CombatDieView, CombatSideView, CombatView, PromptView
from web.contract.table.on_air import CardKind, CardView
from web.contract.table.snapshot import Snapshot
from web.stream import commentary
from web.stream.rundown import Cue

CLIP_FRAMES = 2
"""Fewest frames of a clip that is shown as a replay."""


def public_combat(combat: CombatView) -> CombatView:
    """Return a combat for the public: without proposals, the effects of open choices, and reasons."""
    sides = {name: getattr(combat, name).model_copy(update={"reasons": ()}) for name in ("attacker", "target")}
    if combat.proposed:
        sides = {name: _unproposed(side) for name, side in sides.items()}
    return combat.model_copy(update={"options": (), "proposed": False, **sides})


def _unproposed(side: CombatSideView) -> CombatSideView:
    dice = tuple(die if die.spent or not die.met else _unmet(die) for die in side.dice)
    return side.model_copy(update={"dice": dice})


def _unmet(die: CombatDieView) -> CombatDieView:
    """Return a die as not stopped, its wording included."""
    return CombatDieView.model_validate({**die.model_dump(exclude={"says", "message"}), "met": ()})


def public_ruling(ruling: RulingView, now: Snapshot) -> RulingView:
    """Return a ruling for the public: no pixels, notes or advice, and operatives' names instead of their labels.

    Two models of the same name keep their labels behind it. Texts without a code keep the labels.
    """
    names = _names(now)
    findings = tuple(
        one.model_copy(
            update={
                "means": one.means if one.message is None else ENGLISH.text(one.message, names),
                "witness": tuple(stroke.model_copy(update={"points_px": None}) for stroke in one.witness),
            }
        )
        for one in ruling.findings
    )
    said: dict[str, object] = {"notes": (), "note_messages": (), "settling": None}
    if ruling.claim_message is not None:
        said["claim"] = ENGLISH.text(ruling.claim_message, names)
    if ruling.message is not None:
        said["sentence"] = ENGLISH.text(ruling.message, names)
    return ruling.model_copy(update={**said, "findings": findings})


def fall_replay_of(operative: str, now: Snapshot) -> str:
    """Return the address of the clip of an operative's fall, or an empty string."""
    kept = next((one for one in now.falls if one.operative == operative), None)
    if kept is None or kept.clip < CLIP_FRAMES:
        return ""
    return f"/api/games/{now.game.number}/clips/{kept.clip_of}"


def replay_of(ruling: RulingView | None, now: Snapshot) -> str:
    """Return the address of the clip of a ruling, or an empty string."""
    if ruling is None or ruling.clip < CLIP_FRAMES:
        return ""
    return f"/api/games/{now.game.number}/clips/{ruling.sequence}"


def _names(now: Snapshot) -> dict[str, str]:
    """Return names by id: of sides, markers and operatives."""
    called = [one.name for one in now.game.roster]
    names = {seat.player: seat.name for seat in now.game.seats}
    names |= {marker.id: marker.label for marker in now.table.markers}
    return names | {
        one.id: one.name if called.count(one.name) == 1 else f"{one.name} ({one.id.upper()})" for one in now.game.roster
    }


MEASURED = "m"
"""Prefix of the ids of players' own measurements, which are private and never go on air."""


@dataclass(frozen=True, slots=True)
class Timing:
    """Rank and durations of a kind of card: see `Cue`."""

    rank: int
    min_s: float
    idle_s: float


TIMINGS: Mapping[CardKind, Timing] = {
    CardKind.END: Timing(9, 8.0, 60.0),
    CardKind.CHALLENGE: Timing(8, 4.0, 6.0),
    CardKind.TURN: Timing(6, 3.0, 4.0),
    CardKind.COMBAT: Timing(5, 4.0, 6.0),
    CardKind.KILL: Timing(5, 3.0, 5.0),
    CardKind.SCORE: Timing(4, 3.0, 5.0),
    CardKind.OBJECTIVE: Timing(4, 2.5, 4.0),
    CardKind.RULING: Timing(5, 2.5, 6.0),
    CardKind.MODEL: Timing(1, 1.5, 4.0),
}
REPLAYED_KILL = Timing(5, 5.0, 8.0)
"""A replayed fall is shown from its cause until the model is taken off."""

CLOSE_RANK = 7
"""Rank of a ruling too close to call: above a combat, because what happens next depends on it."""


@dataclass(frozen=True, slots=True)
class CardUpdate:
    """A card, whether its subject is still in progress (`ongoing`), and whether it was withdrawn."""

    card: CardView
    ongoing: bool = False
    withdrawn: bool = False

    @property
    def cue(self) -> Cue:
        """The card's cue in the rundown."""
        replayed = self.card.kind is CardKind.KILL and self.card.replay
        timing = REPLAYED_KILL if replayed else TIMINGS[self.card.kind]
        close = self.card.kind is CardKind.RULING and self.card.verdict is Verdict.TOO_CLOSE
        return Cue(
            self.card.id, CLOSE_RANK if close else timing.rank, timing.min_s, timing.idle_s, ongoing=self.ongoing
        )


def detect_cards(before: Snapshot, now: Snapshot) -> tuple[CardUpdate, ...]:
    """Return the cards that are new, changed or withdrawn, in narrative order.

    Empty if `before` is of another game, whose end was not observed.
    """
    if before.game.number != now.game.number:
        return ()
    return (
        *_challenge(before, now),
        *_activation(before, now),
        *_rulings(before, now),
        *_combat(before, now),
        *_kills(before, now),
        *_objectives(before, now),
        *_score(before, now),
        *_turn(before, now),
        *_end(before, now),
    )


def ongoing_cards(now: Snapshot) -> tuple[CardUpdate, ...]:
    """Return the cards in progress when the first viewer connects."""
    asked, combat = _challenged(now), now.combat[0] if now.combat else None
    fought = () if combat is None or combat.over else (CardUpdate(_combat_card(combat, now), ongoing=True),)
    return (*(() if asked is None else (_asked_item(now, asked),)), *fought)


def _combat(before: Snapshot, now: Snapshot) -> Iterator[CardUpdate]:
    was, combat = (one.combat[0] if one.combat else None for one in (before, now))
    if was is not None and not was.over and (combat is None or combat.number < was.number):
        yield CardUpdate(_combat_card(was, before), withdrawn=True)
    if combat is not None and combat != was:
        yield CardUpdate(_combat_card(combat, now), ongoing=not combat.over)


def _combat_card(combat: CombatView, now: Snapshot) -> CardView:
    title = Message.of(
        "stream-title-fight" if combat.kind == "fight" else "stream-title-shot",
        attacker=combat.attacker.name,
        target=combat.target.name,
    )
    message = commentary.results(combat) if combat.over else commentary.attacks(combat)
    return CardView(
        id=f"combat-{combat.number}",
        kind=CardKind.COMBAT,
        title=str(title),
        title_message=title,
        sentence=ENGLISH.text(message, _names(now)),
        message=message,
        player=combat.attacker.player,
        combat=(public_combat(combat),),
    )


def _rulings(before: Snapshot, now: Snapshot) -> Iterator[CardUpdate]:
    """Yield a card for the rulings of each new action, and for withdrawn ones."""
    known = {one.id: one for one in before.rulings}
    newest = max((one.sequence for one in before.rulings if not one.id.startswith(MEASURED)), default=0)
    told: dict[int, list[RulingView]] = {}
    for one in now.rulings:
        if one.id.startswith(MEASURED):
            continue
        if _told_anew(one, known.get(one.id), newest):
            told.setdefault(one.sequence, []).append(one)
    for sequence in sorted(told):
        yield _ruling_item([public_ruling(one, now) for one in told[sequence]], now)


def _told_anew(one: RulingView, before: RulingView | None, newest: int) -> bool:
    """Whether a ruling is new, was withdrawn, or is the newest, undecided, and has just got its clip."""
    if before is None:
        return one.sequence > newest and not one.taken_back
    filmed = one.verdict is Verdict.TOO_CLOSE and one.sequence == newest and before.clip == 0 < one.clip
    return before.taken_back != one.taken_back or filmed


def _ruling_item(rulings: Sequence[RulingView], now: Snapshot) -> CardUpdate:
    doubt = [Verdict.TOO_CLOSE, Verdict.NO, Verdict.YES]
    ordered = sorted(rulings, key=lambda one: doubt.index(one.verdict))
    worst = ordered[0]
    message = Message.of("text-sentences", parts=[commentary.ruling_message(one) for one in ordered])
    card = CardView(
        id=f"ruling-{worst.sequence}",
        kind=CardKind.RULING,
        title=worst.claim,
        title_message=worst.claim_message,
        sentence=ENGLISH.text(message, _names(now)),
        message=message,
        detail=worst.figures,
        detail_message=worst.figures_message,
        verdict=worst.verdict,
        rulings=tuple(ordered),
        replay=replay_of(worst, now) if worst.verdict is Verdict.TOO_CLOSE else "",
    )
    return CardUpdate(card, withdrawn=worst.taken_back)


def _challenge(before: Snapshot, now: Snapshot) -> Iterator[CardUpdate]:
    was, asked = _challenged(before), _challenged(now)
    kept = (
        asked is not None
        and was is not None
        and replay_of(_ruling_of(now, asked), now) != replay_of(_ruling_of(before, was), before)
    )
    if asked is not None and (was is None or kept):
        yield _asked_item(now, asked)
    if was is not None and asked is None:
        ruling = _ruling_of(now, was) or _ruling_of(before, was)
        back = ruling is not None and ruling.taken_back
        title = Message.of("stream-title-successful" if back else "stream-title-rejected")
        yield CardUpdate(_challenge_card(now, was, ruling, commentary.challenge_result(ruling, back=back), title=title))


def _asked_item(now: Snapshot, asked: PromptView) -> CardUpdate:
    """Return the card of an open challenge, without a verdict until it is ruled."""
    ruling = _ruling_of(now, asked)
    title = Message.of("stream-title-challenge")
    card = _challenge_card(now, asked, ruling, commentary.challenged(ruling), title=title)
    return CardUpdate(card.model_copy(update={"verdict": None}), ongoing=True)


def _challenge_card(
    now: Snapshot, prompt: PromptView, ruling: RulingView | None, message: Message, *, title: Message
) -> CardView:
    return CardView(
        id=f"challenge-{prompt.id}",
        kind=CardKind.CHALLENGE,
        title=str(title),
        title_message=title,
        sentence=ENGLISH.text(message, _names(now)),
        message=message,
        verdict=ruling.verdict if ruling is not None else None,
        rulings=(ruling,) if ruling is not None else (),
        replay=replay_of(ruling, now),
    )


def _challenged(one: Snapshot) -> PromptView | None:
    return next((prompt for prompt in one.prompts if prompt.topic is Topic.CHALLENGE), None)


def _ruling_of(one: Snapshot, prompt: PromptView) -> RulingView | None:
    return next((public_ruling(ruling, one) for ruling in one.rulings if str(ruling.sequence) == prompt.about), None)


def _activation(before: Snapshot, now: Snapshot) -> Iterator[CardUpdate]:
    active = now.game.active
    if active is None or active == before.game.active:
        return
    operative = next((one for one in now.table.operatives if one.id == active), None)
    if operative is None:
        return
    seat = next((one for one in now.game.seats if one.player == operative.player), None)
    details: list[Message] = []
    if operative.order is not None:
        details.append(Message.of("stream-order", order=operative.order))
    if operative.wounds is not None and operative.start_wounds is not None:
        details.append(Message.of("stream-wounds", wounds=operative.wounds, of=operative.start_wounds))
    detail = Message.of("stream-details", parts=details) if details else None
    message = commentary.activates(operative, seat)
    yield CardUpdate(
        CardView(
            id=f"model-{now.revision}",
            kind=CardKind.MODEL,
            title=operative.name,
            sentence=ENGLISH.text(message, _names(now)),
            message=message,
            detail=str(detail or ""),
            detail_message=detail,
            player=operative.player,
            operatives=(operative.id,),
        )
    )


def _kills(before: Snapshot, now: Snapshot) -> Iterator[CardUpdate]:
    standing = {one.id for one in before.game.roster if not one.out}
    combat = now.combat[0] if now.combat else None
    for one in now.game.roster:
        if one.out and one.id in standing:
            # An operative is also out when it was removed; with wounds left it was not killed.
            if one.wounds > 0:
                continue
            message = commentary.falls(one, combat)
            card = CardView(
                id=f"kill-{one.id}",
                kind=CardKind.KILL,
                title=one.name,
                sentence=ENGLISH.text(message, _names(now)),
                message=message,
                player=one.player,
                operatives=(one.id,),
                replay=fall_replay_of(one.id, now),
            )
            yield CardUpdate(card)
        elif not one.out and any(known.id == one.id and known.out for known in before.game.roster):
            message = Message.of("stream-back-up", name=one.name)
            gone = CardView(
                id=f"kill-{one.id}",
                kind=CardKind.KILL,
                title=one.name,
                sentence=ENGLISH.text(message, _names(now)),
                message=message,
            )
            yield CardUpdate(gone, withdrawn=True)


def _objectives(before: Snapshot, now: Snapshot) -> Iterator[CardUpdate]:
    known = {marker.id: marker.carried_by for marker in before.table.markers}
    roster = {one.id: one for one in now.game.roster}
    for marker in now.table.markers:
        carrier = roster.get(marker.carried_by or "")
        if carrier is not None and known.get(marker.id) != marker.carried_by:
            message = commentary.picks_up(marker, carrier)
            yield CardUpdate(
                CardView(
                    id=f"objective-{marker.id}-{now.revision}",
                    kind=CardKind.OBJECTIVE,
                    title=carrier.name,
                    sentence=ENGLISH.text(message, _names(now)),
                    message=message,
                    player=carrier.player,
                    operatives=(carrier.id,),
                )
            )


def _score(before: Snapshot, now: Snapshot) -> Iterator[CardUpdate]:
    known = {seat.player: seat.vp for seat in before.game.seats}
    if not before.game.begun or all(known.get(seat.player, seat.vp) == seat.vp for seat in now.game.seats):
        return
    first, was = commentary.leader(now.game.seats), commentary.leader(before.game.seats)
    gained = next((seat for seat in now.game.seats if seat.vp != known.get(seat.player, seat.vp)), None)
    took = first is not None and (was is None or was.player != first.player)
    title = Message.of("stream-title-points")
    if first is not None and took:
        title = Message.of("stream-title-lead", side=commentary.side_name(first))
    message = commentary.scores(before.game.seats, now.game.seats)
    yield CardUpdate(
        CardView(
            id=f"points-{now.revision}",
            kind=CardKind.SCORE,
            title=str(title),
            title_message=title,
            sentence=ENGLISH.text(message, _names(now)),
            message=message,
            player=first.player if first is not None and took else gained.player if gained is not None else None,
        )
    )


def _turn(before: Snapshot, now: Snapshot) -> Iterator[CardUpdate]:
    if now.game.turning_point > before.game.turning_point and not now.game.over:
        point = now.game.turning_point
        title = Message.of("stream-title-turn", point=point)
        message, lost = commentary.turns(now.game), commentary.casualties(now.game)
        yield CardUpdate(
            CardView(
                id=f"turn-{point}",
                kind=CardKind.TURN,
                title=str(title),
                title_message=title,
                sentence=ENGLISH.text(message, _names(now)),
                message=message,
                detail=str(lost or ""),
                detail_message=lost,
                player=now.game.initiative,
            )
        )


def _end(before: Snapshot, now: Snapshot) -> Iterator[CardUpdate]:
    if now.game.over != before.game.over:
        won = next((commentary.side_name(seat) for seat in now.game.seats if seat.player == now.game.winner), None)
        title = Message.of("stream-title-draw") if won is None else Message.of("stream-title-won", side=won)
        message = commentary.ends(now.game)
        card = CardView(
            id="end",
            kind=CardKind.END,
            title=str(title),
            title_message=title,
            sentence=ENGLISH.text(message, _names(now)),
            message=message,
            player=now.game.winner,
        )
        yield CardUpdate(card, withdrawn=not now.game.over)
