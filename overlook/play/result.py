"""What a scripted table shows: the state of the game, and what one step came to, as plain JSON values."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from overlook.play.told import told
from overlook.table.game_showing import named
from overlook.table.interpretation import accepted_position
from overlook.table.session import TableSession
from referee.game.engine.timeline import before_action
from referee.game.judging.position import as_operated
from referee.game.prompt import Prompt
from referee.game.state import GameState, OperativeState
from referee.rules.position import Position, StatRules
from referee.rules.ruling import Finding, Ruling, Settling, Threshold, settling
from web.contract.base import Point3
from web.contract.table.available_actions import OffersView, OfferView

OPS = ("crit", "tac", "kill", "primary")
LEAVES = frozenset({"access_point", "door", "hatch"})
DIGITS = 4

Document = dict[str, Any]


def state_of(table: TableSession) -> Document:
    """Return how the game stands."""
    state = table.state
    acting = state.acting
    return {
        "turning_point": state.turning_point,
        "phase": state.stage,
        "over": state.ended,
        "winner": state.winner,
        "initiative": state.initiative,
        "turn": state.turn,
        "active": acting.operative if acting is not None else None,
        "players": {
            player: {
                "cp": side.cp,
                "vp": dict.fromkeys(OPS, 0) | dict(side.vp),
                "equipment": list(side.equipment),
                "supplies": dict(side.supplies),
            }
            for player, side in state.sides.items()
        },
        "operatives": {
            name: _operative(state, known, table.edition_here.stats) for name, known in state.operatives.items()
        },
        "markers": _markers(table),
        "openings": _openings(table),
        "faults": dict(table.game.called),
        "log": [said for step in table.game.timeline.live_steps() for said in told(step, table.edition_here)],
    }


def _operative(state: GameState, known: OperativeState, stats: StatRules) -> Document:
    place = known.place
    return {
        "player": known.player,
        "wounds": known.wounds,
        "order": str(known.order),
        "ready": known.ready,
        "on_guard": known.on_guard,
        "on_board": known.on_board,
        "life": str(known.life),
        "ap_left": _ap_left(state, known),
        "place": None if place is None else [round(value, DIGITS) for value in (place.x, place.y, place.z)],
        "carrying": known.carrying,
        "injured": known.injured,
        "stats": {"apl": known.apl, "move": stats.move(known.status()), "save": known.save},
        "changes": [{"stat": one.stat, "by": one.by, "until": str(one.until)} for one in known.changes],
    }


def _ap_left(state: GameState, known: OperativeState) -> int:
    """Return the action points that an operative can still spend in this turning point's activation."""
    acting = state.acting
    if acting is not None and acting.operative == known.card.id and acting.left is None:
        return max(0, known.apl - acting.spent)
    activation = state.activation
    if activation is not None and activation.operative == known.card.id:
        return max(0, known.apl - activation.spent)
    return known.apl if known.ready else 0


def _markers(table: TableSession) -> Document:
    seen, state = table.seen, table.state
    settled = before_action(table.game.timeline)
    position = None if seen is None else accepted_position(table.edition_here, settled, seen.table)
    return {
        name: {
            "kind": marker.kind,
            "controlled_by": None if position is None else _controller(table, position, name),
            "control_in_doubt": position is not None and _control_in_doubt(table, position, name),
            "carried_by": marker.carried_by,
            "owner": marker.owner,
            "timer": marker.timer,
            "place": None
            if marker.place is None
            else [round(value, DIGITS) for value in (marker.place.x, marker.place.y)],
        }
        for name, marker in state.markers.items()
    }


def _controller(table: TableSession, position: Position, marker: str) -> str | None:
    carrier = table.state.markers[marker].carried_by
    if carrier is not None:
        return table.state.operative(carrier).player
    if marker not in position.table.markers:
        return None
    return table.edition_here.markers.control(position, marker).controller


def _control_in_doubt(table: TableSession, position: Position, marker: str) -> bool:
    there = marker in position.table.markers
    return there and table.edition_here.markers.in_doubt(position, marker, table.state.policies.threshold)


def _openings(table: TableSession) -> Document:
    """Return how every door and hatch stands: as operated in the game, else as it is seen."""
    seen = table.seen
    parts = () if seen is None else as_operated(table.state, seen.table.terrain)
    return {part.id: part.state or "closed" for part in parts if part.role in LEAVES}


def prompts_of(table: TableSession) -> list[Document]:
    """Return what is asked now, what is to be answered first first.

    `question` says where the game is, as the journal does; `asked` is the question as phones have it, empty while
    another must be answered first. A choice is `open` where the rules take it: phones show those alone.
    What it brings, or who agrees to it, it `says`.
    """
    phones = {one.id: named(one, table.state) for one in table.prompts}
    return [_prompt(named(one, table.state), phones.get(one.id)) for one in table.game.prompts]


def _prompt(prompt: Prompt, on_phones: Prompt | None) -> Document:
    taken = {choice.key for choice in on_phones.choices} if on_phones is not None else set()
    return {
        "id": prompt.id,
        "owner": prompt.owner,
        "topic": str(prompt.topic),
        "about": prompt.about,
        "question": prompt.question,
        "asked": on_phones.question if on_phones is not None else "",
        "choices": [
            {"key": one.key, "label": one.label, "says": one.says, "open": one.key in taken} for one in prompt.choices
        ],
        "default": on_phones.default if on_phones is not None else prompt.default,
        "dice": prompt.dice,
        "picks": prompt.picks,
    }


def offers_of(views: Iterable[OffersView]) -> list[Document]:
    """Return what the operative at work could do now, an entry for each action."""
    return [_offer(view.operative, action) for view in views for action in view.actions]


def _offer(operative: str, offer: OfferView) -> Document:
    ways = [way for way in offer.choices if way.possible]
    return {
        "operative": operative,
        "action": offer.action,
        "possible": offer.possible,
        "why": offer.why or None,
        "text": offer.text or None,
        "ap": offer.cost,
        "needs": str(offer.needs),
        "weapons": _once(way.weapon for way in ways),
        "targets": _once(way.target for way in ways),
        "markers": _once(way.marker for way in ways),
        "things": _once(way.thing for way in ways),
        "ways": [
            {
                "weapon": way.weapon or None,
                "target": way.target or None,
                "marker": way.marker or None,
                "thing": way.thing or None,
                "possible": way.possible,
                "label": way.label,
                "call": str(way.verdict),
                "why": way.why or None,
                "cover": str(way.cover),
                "obscured": str(way.obscured),
                "odds": way.odds or None,
            }
            for way in offer.choices
        ],
    }


def _once(names: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(name for name in names if name))


def rulings_of(rulings: Iterable[Ruling], threshold: Threshold, places: Mapping[str, Point3]) -> list[Document]:
    """Return rulings, an entry for each finding that decides one, with the readings that the ruling hangs on.

    `settles` is what would settle one that is too close, with the one place to put a gauge.
    """
    return [
        _finding(finding, threshold)
        | {
            "claim": ruling.claim,
            "claim_call": str(ruling.verdict(threshold)),
            "notes": list(ruling.notes),
            "settles": _settles(settles),
        }
        for ruling in rulings
        for settles in [settling(ruling, threshold, places)]
        for finding in ruling.findings
    ]


def _settles(found: Settling | None) -> Document | None:
    if found is None:
        return None
    at = None if found.at is None else [round(value, 2) for value in found.at]
    return {"words": found.words, "at": at, "rule": found.finding.rule}


def findings_of(findings: Iterable[Finding], threshold: Threshold) -> list[Document]:
    """Return findings that stand for themselves: why something was refused, or is asked about."""
    return [_finding(finding, threshold) for finding in findings]


def _finding(finding: Finding, threshold: Threshold) -> Document:
    return {
        "rule": finding.rule,
        "call": str(threshold.call(finding.p_yes)),
        "p_yes": finding.p_yes,
        "words": finding.means,
    }
