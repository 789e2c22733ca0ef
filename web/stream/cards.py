"""Cards detected between two snapshots; what is stripped for the public."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from referee.game.prompt import Prompt, Topic
from referee.rules.ruling import Verdict
from web.contract.table.board_views import RulingView
from web.contract.table.game_views import CombatDieView, CombatSideView, CombatView
from web.contract.table.on_air import CardKind, CardView
from web.contract.table.snapshot import Snapshot
from web.stream import commentary
from web.stream.rundown import Cue

CLIP_FRAMES = 2
"""A clip of fewer frames is a picture and no replay."""


def public(combat: CombatView) -> CombatView:
    """Return a combat as everybody may see it: without what a question proposes, what answers would do, and why."""
    sides = {name: getattr(combat, name).model_copy(update={"reasons": ()}) for name in ("attacker", "target")}
    if combat.proposed:
        sides = {name: _unproposed(side) for name, side in sides.items()}
    return combat.model_copy(update={"options": (), "proposed": False, **sides})


def _unproposed(side: CombatSideView) -> CombatSideView:
    dice = tuple(die if die.spent or not die.met else _unmet(die) for die in side.dice)
    return side.model_copy(update={"dice": dice})


def _unmet(die: CombatDieView) -> CombatDieView:
    """Return a die that nothing stops yet, in words too."""
    return CombatDieView.model_validate({**die.model_dump(exclude={"says"}), "met": ()})


def aired(ruling: RulingView, now: Snapshot) -> RulingView:
    """Return a ruling without the camera's pixels and without advice, in names where the table's words have labels.

    Notes and what would settle it are for those who play and who run the table. Two models of one name keep their
    labels beside it.
    """
    names = _names(now)
    findings = tuple(
        one.model_copy(
            update={
                "means": _named(one.means, names),
                "witness": tuple(stroke.model_copy(update={"points_px": None}) for stroke in one.witness),
            }
        )
        for one in ruling.findings
    )
    said: dict[str, object] = {"notes": (), "settling": None}
    said |= {"claim": _named(ruling.claim, names), "sentence": _named(ruling.sentence, names)}
    return ruling.model_copy(update={**said, "findings": findings})


def fall_replay_of(operative: str, now: Snapshot) -> str:
    """Return the address of the seconds around an operative's fall as frames; empty where none were kept."""
    kept = next((one for one in now.falls if one.operative == operative), None)
    if kept is None or kept.clip < CLIP_FRAMES:
        return ""
    return f"/api/games/{now.game.number}/clips/{kept.clip_of}"


def replay_of(ruling: RulingView | None, now: Snapshot) -> str:
    """Return the address of the seconds before a ruling as frames; empty where none were kept."""
    if ruling is None or ruling.clip < CLIP_FRAMES:
        return ""
    return f"/api/games/{now.game.number}/clips/{ruling.sequence}"


def _names(now: Snapshot) -> dict[str, str]:
    called = [one.name for one in now.game.roster]
    return {
        one.id.upper(): one.name if called.count(one.name) == 1 else f"{one.name} ({one.id.upper()})"
        for one in now.game.roster
    }


def _named(words: str, names: dict[str, str]) -> str:
    if not names:
        return words
    labels = re.compile(rf"(?<![\w(])({'|'.join(map(re.escape, names))})(?!\w)")
    return labels.sub(lambda found: names[found.group()], words)


MEASURED = "m"
"""With this begin the ids of what somebody measured for itself: that is private, and never goes on air."""


@dataclass(frozen=True, slots=True)
class Timing:
    """How a kind of card is timed: see `Cue`."""

    rank: int
    least_s: float
    hold_s: float


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
"""A fall is shown once from its cause to the model that is taken off."""

CLOSE_RANK = 7
"""A ruling too close to call goes before what is being fought: it decides what happens at all."""


@dataclass(frozen=True, slots=True)
class Item:
    """A card and whether it is still going on; `withdrawn` when it is not so any more."""

    card: CardView
    going: bool = False
    withdrawn: bool = False

    @property
    def cue(self) -> Cue:
        """How the card is timed."""
        replayed = self.card.kind is CardKind.KILL and self.card.replay
        timing = REPLAYED_KILL if replayed else TIMINGS[self.card.kind]
        close = self.card.kind is CardKind.RULING and self.card.verdict is Verdict.TOO_CLOSE
        return Cue(self.card.id, CLOSE_RANK if close else timing.rank, timing.least_s, timing.hold_s, going=self.going)


def news(before: Snapshot, now: Snapshot) -> tuple[Item, ...]:
    """Return what is new, other than before, or not so any more, in the order in which it is told.

    Nothing where `before` is of another game: what a stream did not see happen is no news.
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


def going_on(now: Snapshot) -> tuple[Item, ...]:
    """Return what goes on while somebody begins to look: it is shown though nobody saw it begin."""
    asked, combat = _challenged(now), now.combat[0] if now.combat else None
    fought = () if combat is None or combat.over else (Item(_combat_card(combat), going=True),)
    return (*(() if asked is None else (_asked_item(now, asked),)), *fought)


def _combat(before: Snapshot, now: Snapshot) -> Iterator[Item]:
    was, combat = (one.combat[0] if one.combat else None for one in (before, now))
    if was is not None and not was.over and (combat is None or combat.number < was.number):
        yield Item(_combat_card(was), withdrawn=True)
    if combat is not None and combat != was:
        yield Item(_combat_card(combat), going=not combat.over)


def _combat_card(combat: CombatView) -> CardView:
    return CardView(
        id=f"combat-{combat.number}",
        kind=CardKind.COMBAT,
        title=f"{combat.attacker.name} {'against' if combat.kind == 'fight' else 'at'} {combat.target.name}",
        sentence=commentary.came_of(combat) if combat.over else commentary.attacks(combat),
        player=combat.attacker.player,
        combat=(public(combat),),
    )


def _rulings(before: Snapshot, now: Snapshot) -> Iterator[Item]:
    """Yield a card for the rulings of each new action, and for those that were taken back."""
    known = {one.id: one for one in before.rulings}
    newest = max((one.sequence for one in before.rulings if not one.id.startswith(MEASURED)), default=0)
    told: dict[int, list[RulingView]] = {}
    for one in now.rulings:
        if one.id.startswith(MEASURED):
            continue
        if _told_anew(one, known.get(one.id), newest):
            told.setdefault(one.sequence, []).append(one)
    for sequence in sorted(told):
        yield _ruling_item([aired(one, now) for one in told[sequence]], now)


def _told_anew(one: RulingView, before: RulingView | None, newest: int) -> bool:
    """Return whether a ruling is new, taken back, or the newest and too close with its frames kept by now."""
    if before is None:
        return one.sequence > newest and not one.taken_back
    filmed = one.verdict is Verdict.TOO_CLOSE and one.sequence == newest and before.clip == 0 < one.clip
    return before.taken_back != one.taken_back or filmed


def _ruling_item(rulings: Sequence[RulingView], now: Snapshot) -> Item:
    doubt = [Verdict.TOO_CLOSE, Verdict.NO, Verdict.YES]
    ordered = sorted(rulings, key=lambda one: doubt.index(one.verdict))
    worst = ordered[0]
    card = CardView(
        id=f"ruling-{worst.sequence}",
        kind=CardKind.RULING,
        title=worst.claim,
        sentence=" ".join(commentary.called(one) for one in ordered),
        detail=worst.figures,
        verdict=worst.verdict,
        rulings=tuple(ordered),
        replay=replay_of(worst, now) if worst.verdict is Verdict.TOO_CLOSE else "",
    )
    return Item(card, withdrawn=worst.taken_back)


def _challenge(before: Snapshot, now: Snapshot) -> Iterator[Item]:
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
        title = "Upheld: taken back" if back else "The ruling stands"
        yield Item(_challenge_card(now, was, ruling, commentary.settled(ruling, back=back), title=title))


def _asked_item(now: Snapshot, asked: Prompt) -> Item:
    ruling = _ruling_of(now, asked)
    return Item(_challenge_card(now, asked, ruling, commentary.doubted(ruling), title="Challenge"), going=True)


def _challenge_card(now: Snapshot, prompt: Prompt, ruling: RulingView | None, sentence: str, *, title: str) -> CardView:
    return CardView(
        id=f"challenge-{prompt.id}",
        kind=CardKind.CHALLENGE,
        title=title,
        sentence=sentence,
        verdict=ruling.verdict if ruling is not None else None,
        rulings=(ruling,) if ruling is not None else (),
        replay=replay_of(ruling, now),
    )


def _challenged(one: Snapshot) -> Prompt | None:
    return next((prompt for prompt in one.prompts if prompt.topic is Topic.CHALLENGE), None)


def _ruling_of(one: Snapshot, prompt: Prompt) -> RulingView | None:
    return next((aired(ruling, one) for ruling in one.rulings if str(ruling.sequence) == prompt.about), None)


def _activation(before: Snapshot, now: Snapshot) -> Iterator[Item]:
    active = now.game.active
    if active is None or active == before.game.active:
        return
    operative = next((one for one in now.table.operatives if one.id == active), None)
    if operative is None:
        return
    seat = next((one for one in now.game.seats if one.player == operative.player), None)
    wounds = (
        f"{operative.wounds} of {operative.start_wounds} wounds"
        if operative.wounds is not None and operative.start_wounds is not None
        else ""
    )
    order = operative.order.value.capitalize() if operative.order is not None else ""
    yield Item(
        CardView(
            id=f"model-{now.revision}",
            kind=CardKind.MODEL,
            title=operative.name,
            sentence=commentary.activates(operative, seat),
            detail=" · ".join(part for part in (order, wounds) if part),
            player=operative.player,
            operatives=(operative.id,),
        )
    )


def _kills(before: Snapshot, now: Snapshot) -> Iterator[Item]:
    standing = {one.id for one in before.game.roster if not one.out}
    combat = now.combat[0] if now.combat else None
    for one in now.game.roster:
        if one.out and one.id in standing:
            # Out means removed too: who leaves with wounds left was not killed.
            if one.wounds > 0:
                continue
            card = CardView(
                id=f"kill-{one.id}",
                kind=CardKind.KILL,
                title=one.name,
                sentence=commentary.falls(one, combat),
                player=one.player,
                operatives=(one.id,),
                replay=fall_replay_of(one.id, now),
            )
            yield Item(card)
        elif not one.out and any(known.id == one.id and known.out for known in before.game.roster):
            gone = CardView(id=f"kill-{one.id}", kind=CardKind.KILL, title=one.name, sentence=f"{one.name} stands.")
            yield Item(gone, withdrawn=True)


def _objectives(before: Snapshot, now: Snapshot) -> Iterator[Item]:
    known = {marker.id: marker.carried_by for marker in before.table.markers}
    roster = {one.id: one for one in now.game.roster}
    for marker in now.table.markers:
        carrier = roster.get(marker.carried_by or "")
        if carrier is not None and known.get(marker.id) != marker.carried_by:
            yield Item(
                CardView(
                    id=f"objective-{marker.id}-{now.revision}",
                    kind=CardKind.OBJECTIVE,
                    title=carrier.name,
                    sentence=commentary.takes(marker, carrier),
                    player=carrier.player,
                    operatives=(carrier.id,),
                )
            )


def _score(before: Snapshot, now: Snapshot) -> Iterator[Item]:
    known = {seat.player: seat.vp for seat in before.game.seats}
    if not before.game.begun or all(known.get(seat.player, seat.vp) == seat.vp for seat in now.game.seats):
        return
    first, was = commentary.leader(now.game.seats), commentary.leader(before.game.seats)
    gained = next((seat for seat in now.game.seats if seat.vp != known.get(seat.player, seat.vp)), None)
    took = first is not None and (was is None or was.player != first.player)
    yield Item(
        CardView(
            id=f"points-{now.revision}",
            kind=CardKind.SCORE,
            title=f"{commentary.side_name(first)} leads" if first is not None and took else "Points",
            sentence=commentary.scores(before.game.seats, now.game.seats),
            player=first.player if first is not None and took else gained.player if gained is not None else None,
        )
    )


def _turn(before: Snapshot, now: Snapshot) -> Iterator[Item]:
    if now.game.turning_point > before.game.turning_point and not now.game.over:
        point = now.game.turning_point
        yield Item(
            CardView(
                id=f"turn-{point}",
                kind=CardKind.TURN,
                title=f"Turning point {point}",
                sentence=commentary.turns(now.game),
                detail=commentary.losses(now.game),
                player=now.game.initiative,
            )
        )


def _end(before: Snapshot, now: Snapshot) -> Iterator[Item]:
    if now.game.over != before.game.over:
        won = next((commentary.side_name(seat) for seat in now.game.seats if seat.player == now.game.winner), None)
        card = CardView(
            id="end",
            kind=CardKind.END,
            title=f"{won} wins" if won is not None else "A draw",
            sentence=commentary.ends(now.game),
            player=now.game.winner,
        )
        yield Item(card, withdrawn=not now.game.over)
