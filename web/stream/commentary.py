"""Commentary: one message per event, for captions, the feed, screen readers and the voice."""

from __future__ import annotations

from collections.abc import Sequence

from messages.message import Message
from referee.rules.ruling import Verdict
from web.contract.table.board_views import MarkerView, OperativeView, RulingView
from web.contract.table.game_views import CombatView, GameView, MemberView, SeatView


def ruling_message(ruling: RulingView) -> Message:
    """Return a ruling as a referee calls it: the verdict, then the claim and the reason against it."""
    claim, why = ruling.claim_message or ruling.claim, ruling.message or ruling.sentence
    if ruling.taken_back:
        return Message.of("stream-ruling-withdrawn", claim=claim)
    if ruling.verdict is Verdict.YES:
        return Message.of("stream-ruling-yes", claim=claim)
    if ruling.verdict is Verdict.NO:
        return Message.of("stream-ruling-no", claim=claim, why=why)
    return Message.of("stream-ruling-too-close", claim=claim, why=why)


def side_name(seat: SeatView) -> str:
    """Return a side's name on air: its team, else its player."""
    return seat.team or seat.name


def attacks(combat: CombatView) -> Message:
    """Return the announcement of an attack."""
    attacker, target, weapon = combat.attacker.name, combat.target.name, combat.attacker.weapon
    if not weapon:
        return Message.of(
            "stream-fights" if combat.kind == "fight" else "stream-shoots", attacker=attacker, target=target
        )
    return Message.of(
        "stream-fights-with" if combat.kind == "fight" else "stream-shoots-with",
        attacker=attacker,
        target=target,
        weapon=weapon,
    )


def results(combat: CombatView) -> Message:
    """Return an attack with its results."""
    found = [Message.of("stream-combat-result", result=one.message or one.sentence) for one in combat.results]
    return Message.of("stream-combat-results", attack=attacks(combat), results=found) if found else attacks(combat)


def falls(member: MemberView, combat: CombatView | None) -> Message:
    """Return that an operative is incapacitated, and by whom if that happened in the combat."""
    sides = () if combat is None else (combat.attacker, combat.target)
    foe = next((side for side in sides if side.operative != member.id), None)
    if foe is None or member.id not in {side.operative for side in sides}:
        return Message.of("stream-fell", name=member.name)
    if not foe.weapon:
        return Message.of("stream-taken-out", name=member.name, foe=foe.name)
    return Message.of("stream-taken-out-with", name=member.name, foe=foe.name, weapon=foe.weapon)


def activates(operative: OperativeView, seat: SeatView | None) -> Message:
    """Return that an operative is activated, for which side and with which order."""
    name, order = operative.name, operative.order
    if seat is None and order is None:
        return Message.of("stream-activated", name=name)
    if seat is None:
        return Message.of("stream-activated-with", name=name, order=order)
    if order is None:
        return Message.of("stream-activated-of", name=name, side=side_name(seat))
    return Message.of("stream-activated-of-with", name=name, side=side_name(seat), order=order)


def picks_up(marker: MarkerView, carrier: MemberView) -> Message:
    """Return that an operative picks up a marker."""
    return Message.of("stream-picked-up", carrier=carrier.name, marker=marker.label)


def standing(seats: Sequence[SeatView]) -> list[Message]:
    """Return the score of each side."""
    return [Message.of("stream-side", side=side_name(seat), count=seat.vp) for seat in seats]


def leader(seats: Sequence[SeatView]) -> SeatView | None:
    """Return the seat with the most points, or None if tied."""
    best = max((seat.vp for seat in seats), default=0)
    ahead = [seat for seat in seats if seat.vp == best]
    return ahead[0] if len(ahead) == 1 else None


def scores(before: Sequence[SeatView], now: Sequence[SeatView]) -> Message:
    """Return the points scored, and the leader if that has changed."""
    known = {seat.player: seat.vp for seat in before}
    changed = [(side_name(seat), seat.vp - known.get(seat.player, 0)) for seat in now]
    gains = [
        Message.of("stream-gained" if more > 0 else "stream-lost", vp=abs(more), side=side)
        for side, more in changed
        if more
    ]
    first, was = leader(now), leader(before)
    if first is not None and (was is None or was.player != first.player):
        return Message.of("stream-scored-lead", gains=gains, leader=side_name(first), score=standing(now))
    level = first is None and was is not None
    return Message.of("stream-scored-level" if level else "stream-scored", gains=gains, score=standing(now))


def turns(game: GameView) -> Message:
    """Return that a turning point begins, with the score."""
    return Message.of("stream-turn", point=game.turning_point, score=standing(game.seats))


def casualties(game: GameView) -> Message | None:
    """Return the losses of each side, or None if there are none."""
    lost = {seat.player: sum(one.out and one.player == seat.player for one in game.roster) for seat in game.seats}
    counts = [Message.of("stream-side", side=side_name(seat), count=lost[seat.player]) for seat in game.seats]
    return Message.of("stream-casualties", counts=counts) if any(lost.values()) else None


def ends(game: GameView) -> Message:
    """Return the winner and the score."""
    won = next((side_name(seat) for seat in game.seats if seat.player == game.winner), None)
    if won is None:
        return Message.of("stream-drawn", score=standing(game.seats))
    return Message.of("stream-won", side=won, score=standing(game.seats))


def challenged(ruling: RulingView | None) -> Message:
    """Return that a ruling is challenged."""
    if ruling is None:
        return Message.of("stream-challenge-unknown")
    claim, why = ruling.claim_message or ruling.claim, ruling.message or ruling.sentence
    return Message.of("stream-challenge", claim=claim, why=why)


def challenge_result(ruling: RulingView | None, *, back: bool) -> Message:
    """Return the result of a challenge; `back` if it succeeded."""
    if ruling is None:
        return Message.of("stream-challenge-over")
    code = "stream-challenge-successful" if back else "stream-challenge-rejected"
    return Message.of(code, claim=ruling.claim_message or ruling.claim)
