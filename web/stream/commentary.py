"""Commentary: one sentence per event, for captions, the feed, screen readers and the voice."""

from __future__ import annotations

from collections.abc import Sequence

from referee.rules.ruling import Verdict
from web.contract.table.board_views import MarkerView, OperativeView, RulingView
from web.contract.table.game_views import CombatView, GameView, MemberView, SeatView

VERBS = {"shoot": ("shoots at", "shot"), "fight": ("fights", "struck down")}


def ruling_sentence(ruling: RulingView) -> str:
    """Return a ruling as a referee calls it: the verdict, then the claim or the reason against it."""
    if ruling.taken_back:
        return f"Taken back: {ruling.claim}."
    if ruling.verdict is Verdict.YES:
        return f"Yes: {ruling.claim}."
    if ruling.verdict is Verdict.NO:
        return f"No: {ruling.claim}. {ruling.sentence}"
    return f"Too close to call: {ruling.claim}? {ruling.sentence}"


def side_name(seat: SeatView) -> str:
    """Return a side's name on air: its team, else its player."""
    return seat.team or seat.name


def attacks(combat: CombatView) -> str:
    """Return the sentence that announces an attack."""
    weapon = f" with {combat.attacker.weapon}" if combat.attacker.weapon else ""
    return f"{combat.attacker.name} {VERBS[combat.kind][0]} {combat.target.name}{weapon}."


def result_sentence(combat: CombatView) -> str:
    """Return the sentence with the results of a shot or a fight."""
    return f"{attacks(combat)} {' '.join(f'{one.sentence}.' for one in combat.results)}".strip()


def falls(member: MemberView, combat: CombatView | None) -> str:
    """Return the sentence that an operative is incapacitated, and by whom if it fell in the combat."""
    if combat is None:
        return f"{member.name} is incapacitated."
    own, foe = combat.target, combat.attacker
    if member.id == foe.operative:
        own, foe = foe, own
    by = f" by {foe.name}" if member.id == own.operative else ""
    weapon = f" with {foe.weapon}" if by and foe.weapon else ""
    how = VERBS[combat.kind][1] if by else "incapacitated"
    return f"{member.name} is {how}{by}{weapon}."


def activates(operative: OperativeView, seat: SeatView | None) -> str:
    """Return the sentence that an operative is activated, for which side and with which order."""
    order = f" with {operative.order.value} order" if operative.order is not None else ""
    return f"{operative.name} of {side_name(seat)} is activated{order}." if seat else f"{operative.name} is activated."


def pick_up_sentence(marker: MarkerView, carrier: MemberView) -> str:
    """Return the sentence that an operative picks up a marker."""
    return f"{carrier.name} picks up {marker.label}."


def standing(seats: Sequence[SeatView]) -> str:
    """Return the score."""
    return ", ".join(f"{side_name(seat)} {seat.vp}" for seat in seats)


def leader(seats: Sequence[SeatView]) -> SeatView | None:
    """Return the seat with the most points, or None if tied."""
    best = max((seat.vp for seat in seats), default=0)
    ahead = [seat for seat in seats if seat.vp == best]
    return ahead[0] if len(ahead) == 1 else None


def scores(before: Sequence[SeatView], now: Sequence[SeatView]) -> str:
    """Return the sentence with the points scored, and the leader if that has changed."""
    known = {seat.player: seat.vp for seat in before}
    gained = [(seat, seat.vp - known.get(seat.player, 0)) for seat in now]
    parts = [f"{side_name(seat)} {'scores' if more > 0 else 'loses'} {_points(more)}" for seat, more in gained if more]
    first, was = leader(now), leader(before)
    if first is not None and (was is None or was.player != first.player):
        parts.append(f"{side_name(first)} takes the lead")
    elif first is None and was is not None:
        parts.append("it is level")
    return f"{', '.join(parts)}: {standing(now)}."


def turns(game: GameView) -> str:
    """Return the sentence that a turning point begins, with the score."""
    return f"Turning point {game.turning_point}: {standing(game.seats)}."


def casualties_sentence(game: GameView) -> str:
    """Return the losses of each side; empty if there are none."""
    out = {
        seat.player: [one.name for one in game.roster if one.out and one.player == seat.player] for seat in game.seats
    }
    parts = [f"{side_name(seat)} {len(out[seat.player])}" for seat in game.seats]
    return f"Out of action: {', '.join(parts)}." if any(out.values()) else ""


def ends(game: GameView) -> str:
    """Return the sentence with the winner and the score."""
    won = next((side_name(seat) for seat in game.seats if seat.player == game.winner), None)
    return f"{f'{won} wins' if won else 'The battle is a draw'}: {standing(game.seats)}."


def challenge_sentence(ruling: RulingView | None) -> str:
    """Return the sentence that a ruling is challenged."""
    return f"Challenged: {ruling.claim}. {ruling.sentence}" if ruling is not None else "A ruling is challenged."


def challenge_result_sentence(ruling: RulingView | None, *, back: bool) -> str:
    """Return the sentence with the result of a challenge."""
    claim = f": {ruling.claim}" if ruling is not None else ""
    return f"The challenge is upheld, the ruling is taken back{claim}." if back else f"The ruling stands{claim}."


def _points(count: int) -> str:
    return f"{abs(count)} {'point' if abs(count) == 1 else 'points'}"
