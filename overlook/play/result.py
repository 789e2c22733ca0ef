"""Result of a played script as JSON: state, steps, sentences of events, and differences from expectations."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from overlook.table.games.steps import marker_names, named, substitute_names
from overlook.table.observation.accepted_position import accepted_position
from overlook.table.offers.table_facts import TableFacts
from overlook.table.views.attack_dice import worded_prompts
from referee.game.dice.dice_text import format_throws
from referee.game.engine.timeline import TimelineStep, state_before_action
from referee.game.events import Event, activations, battle, decisions, pieces
from referee.game.handlers.handler import spaced
from referee.game.intents import INTENTS, Act, Answer
from referee.game.judging.position import as_operated, position_of
from referee.game.prompt import Prompt
from referee.game.state import GameState, OperativeState
from referee.rules.errors import RefereeError
from referee.rules.findings import in_inches
from referee.rules.ports.edition import Edition
from referee.rules.position import Position, StatRules
from referee.rules.ruling import Finding, ResolutionHint, Ruling, Threshold, resolution_hint
from web.contract.base import Point3
from web.contract.table.available_actions import OffersView, OfferView

EXACT = 1e-6
ROUNDED_IN = 1e-4
"""Largest rounding error of a written position, in inches."""

SIGMAS = 4.0
"""Largest distance between a seen position and the script's, in standard deviations."""


def position_tolerance(sigma_in: float) -> float:
    """Return the largest distance in inches between a seen position and the script's."""
    return SIGMAS * sigma_in + ROUNDED_IN


def differences(expected: Any, found: Any, *, near_in: float, at: str = "") -> Iterator[str]:
    """Yield the differences from what was expected, as sentences.

    Objects must have every expected field with its value. Lists must contain every expected item; lists of numbers
    (positions) are compared item by item within `near_in`.
    """
    if isinstance(expected, Mapping):
        yield from _of_object(expected, found, near_in=near_in, at=at)
    elif isinstance(expected, Sequence) and not isinstance(expected, str):
        yield from _of_list(expected, found, near_in=near_in, at=at)
    elif not _same(expected, found, EXACT):
        yield f"{at or 'it'}: found {_shown(found)}; expected {_shown(expected)}"


def _of_object(expected: Mapping[str, Any], found: Any, *, near_in: float, at: str) -> Iterator[str]:
    if not isinstance(found, Mapping):
        yield f"{at or 'it'}: found {_shown(found)}; expected an object with {', '.join(expected)}"
        return
    for name, value in expected.items():
        where = f"{at}.{name}" if at else name
        if name not in found:
            yield f"{where}: found nothing of that name; there: {', '.join(map(str, found)) or 'nothing'}"
        else:
            yield from differences(value, found[name], near_in=near_in, at=where)


def _of_list(expected: Sequence[Any], found: Any, *, near_in: float, at: str) -> Iterator[str]:
    if not isinstance(found, Sequence) or isinstance(found, str):
        yield f"{at or 'it'}: found {_shown(found)}; expected a list"
        return
    if expected and all(map(_is_number, expected)):
        alike = len(expected) == len(found) and all(map(_is_number, found))
        if not alike or not all(_same(one, other, near_in) for one, other in zip(expected, found, strict=True)):
            yield f"{at or 'it'}: found {_shown(found)}; expected {_shown(expected)}"
        return
    for item in expected:
        if not any(_holds(item, one, near_in) for one in found):
            yield f"{at or 'it'}: found {_shown(found)}; expected {_shown(item)} among them"


def _holds(expected: Any, found: Any, near_in: float) -> bool:
    return next(differences(expected, found, near_in=near_in), None) is None


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _same(expected: Any, found: Any, tolerance: float) -> bool:
    if _is_number(expected) and _is_number(found):
        return math.isclose(expected, found, rel_tol=0.0, abs_tol=tolerance)
    return type(expected) is type(found) and bool(expected == found)


def _shown(value: Any) -> str:
    words = repr(value)
    return words if len(words) <= 240 else f"{words[:237]}..."


HISSING = ("s", "sh", "ch", "x", "z")
VERBS = frozenset(
    {
        *("charge", "climb", "dash", "fall", "fight", "guard", "jump", "move", "operate", "overwatch", "pick", "place"),
        *("reposition", "shoot"),
    }
)
"""First words of the actions that are named by a verb."""


def does(action: str) -> str:
    """Return an action as a verb phrase: "Fall Back" is "falls back", "Normal Move" "performs normal move"."""
    first, _, rest = action.lower().partition(" ")
    if first not in VERBS:
        return f"performs {action.lower()}"
    verb = f"{first}es" if first.endswith(HISSING) else f"{first}s"
    return f"{verb} {rest}".strip()


def told(step: TimelineStep, edition: Edition) -> tuple[str, ...]:
    """Return the sentences for one step of a game; most events have none.

    Markers whose ids the table generated get their display names: "the smoke", "Red's comms device".
    """
    act, names = act_of(step), marker_names(step.before) | marker_names(step.after)
    return tuple(substitute_names(sentence, names) for sentence in _sentences(step, act, edition))


def _sentences(step: TimelineStep, act: Act | None, edition: Edition) -> Iterator[str]:
    state = step.before
    if isinstance(step.intent, Answer) and step.intent.thrown:
        yield f"{' '.join(map(str, step.intent.dice))} is entered, {format_throws(step.intent.thrown)}"
    for event in step.events:
        if isinstance(event, activations.ActionPerformed):
            yield _action(event, act, step, edition)
        elif isinstance(event, battle.StageEntered):
            yield f"{spaced(event.stage)} begins"
        elif isinstance(event, decisions.RollMade):
            yield _tested(event, state)
        elif isinstance(event, pieces.EquipmentChosen):
            yield from _equipped(event, step.after)
        elif type(event) in SENTENCES:
            yield SENTENCES[type(event)](event)


def _equipped(event: pieces.EquipmentChosen, after: GameState) -> Iterator[str]:
    """Yield what each player takes once all have chosen, since it is revealed together (A24-04)."""
    if not after.sides.keys() <= after.chosen:
        yield f"{event.player} has chosen its equipment"
        return
    for player, side in after.sides.items():
        yield f"{player} takes {', '.join(side.equipment) or 'no equipment'}"


def act_of(step: TimelineStep) -> Act | None:
    """Return the action that a step performed, directly or by accepting a proposal."""
    if isinstance(step.intent, Act):
        return step.intent
    for event in step.events:
        if isinstance(event, decisions.ProposalClosed) and event.taken is not None:
            proposal = next((one for one in step.before.proposals if one.id == event.proposal), None)
            if proposal is not None:
                reading = proposal.readings[event.taken]
                meant = INTENTS.read(reading.intent, {**reading.data, "id": "told"})
                return meant if isinstance(meant, Act) else None
    return None


def _action(done: activations.ActionPerformed, act: Act | None, step: TimelineStep, edition: Edition) -> str:
    said = f"{done.operative} {does(done.action)}"
    if done.charged is not None:
        return f"{said}, {in_inches(done.charged)}{_allowed(done, step.before, edition)}"
    if act is None:
        return said
    about = act.target or act.thing or act.marker
    if any(isinstance(event, pieces.MarkerSetUp) and event.marker.id == about for event in step.events):
        about = None
    return f"{said}{f' {about}' if about else ''}{f' with {done.weapon}' if done.weapon else ''}"


def _allowed(done: activations.ActionPerformed, before: GameState, edition: Edition) -> str:
    """Return the allowed distance of a move, limited by a reaction's; empty if it cannot be determined."""
    acting = before.acting
    try:
        most = edition.movement.allowance(edition, position_of(before), done.operative, done.action)
    except RefereeError:
        return ""
    limit = acting.move_limit if acting is not None else None
    return f' of {most if limit is None else min(most, limit):g}"'


def _tested(made: decisions.RollMade, before: GameState) -> str:
    asked = next((one.question for one in before.tests if one.id == made.test), made.test)
    return f"{asked.partition(':')[0]}: {', '.join(map(str, made.dice))}"


def _stat(event: pieces.StatChanged) -> str:
    return event.stat.upper() if event.stat == "apl" else event.stat


def _wounds(amount: int) -> str:
    return "1 wound" if amount == 1 else f"{amount} wounds"


def _points(event: Any) -> str:
    return f"{event.player} {'gains' if event.by > 0 else 'spends'} {abs(event.by)} CP: {event.why}"


SENTENCES: Mapping[type[Event], Callable[[Any], str]] = {
    activations.Activated: lambda event: f"{event.operative} is activated, {event.order}",
    activations.ActivationEnded: lambda event: f"{event.operative}'s activation ends",
    activations.ReactionBegan: lambda event: f"{event.operative} acts out of turn: {event.name}",
    activations.ReactionEnded: lambda event: f"{event.operative} is done",
    activations.GuardBegan: lambda event: f"{event.operative} is on guard",
    activations.GuardEnded: lambda event: f"{event.operative} is no longer on guard",
    activations.OrderChanged: lambda event: f"{event.operative}'s order is {event.order}",
    decisions.OpeningTurned: lambda event: f"{event.opening} is {event.now}",
    decisions.RollMade: lambda event: f"{event.test}: {', '.join(map(str, event.dice))}",
    decisions.SequenceClosed: lambda event: event.summary or "the dice are resolved",
    battle.TurningPointBegan: lambda event: f"turning point {event.turning_point} begins",
    battle.Rolled: lambda event: f"{event.player} rolls {event.value}",
    battle.InitiativeGiven: lambda event: f"{event.player} has initiative",
    battle.GroundsExchanged: lambda event: f"{event.player} takes the other drop zone",
    battle.CommandPointsChanged: _points,
    battle.PloyUsed: lambda event: f"{event.player} uses {event.name}",
    pieces.MarkerSetUp: lambda event: f"{event.marker.id} is set up",
    pieces.MarkerTaken: lambda event: f"{event.operative} takes {event.marker}",
    pieces.MarkerPlaced: lambda event: f"{event.marker} is placed",
    pieces.MarkerRemoved: lambda event: f"{event.marker} is removed{f': {event.why}' if event.why else ''}",
    pieces.WoundsLost: lambda event: f"{event.operative} loses {_wounds(event.amount)}",
    pieces.WoundsRegained: lambda event: f"{event.operative} regains {_wounds(event.amount)}",
    pieces.Incapacitated: lambda event: f"{event.operative} is incapacitated",
    pieces.Removed: lambda event: f"{event.operative} is removed",
    pieces.Revived: lambda event: f"{event.operative} stands again with {_wounds(event.wounds)}",
    pieces.StatChanged: lambda event: (
        f"{event.operative}'s {_stat(event)} changes by {event.by:+d} until the {event.until}"
    ),
    battle.Scored: lambda event: f"{event.player} scores {event.vp} VP from {spaced(event.op)}",
    battle.Revealed: lambda event: f"{event.player} reveals {spaced(event.topic)}",
    battle.BattleEnded: lambda event: f"the battle ends: {event.winner or 'nobody'} wins",
    pieces.Deployed: lambda event: f"{event.operative} is set up",
}
"""Sentence of each event that has one."""


OPS = ("crit", "tac", "kill", "primary")
LEAVES = frozenset({"access_point", "door", "hatch"})
DIGITS = 4

Document = dict[str, Any]


def state_of(facts: TableFacts) -> Document:
    """Return the state of the game."""
    state = facts.state
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
            name: _operative(state, known, facts.edition_here.stats) for name, known in state.operatives.items()
        },
        "markers": _markers(facts),
        "openings": _openings(facts),
        "faults": dict(facts.called),
        "log": [said for step in facts.timeline.live_steps() for said in told(step, facts.edition_here)],
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
    """Return the action points that an operative can still spend in its activation of this turning point."""
    acting = state.acting
    if acting is not None and acting.operative == known.card.id and acting.left is None:
        return max(0, known.apl - acting.spent)
    activation = state.activation
    if activation is not None and activation.operative == known.card.id:
        return max(0, known.apl - activation.spent)
    return known.apl if known.ready else 0


def _markers(facts: TableFacts) -> Document:
    seen, state = facts.seen, facts.state
    settled = state_before_action(facts.timeline)
    position = None if seen is None else accepted_position(facts.edition_here, settled, seen.table)
    return {
        name: {
            "kind": marker.kind,
            "controlled_by": None if position is None else _controller(facts, position, name),
            "control_in_doubt": position is not None and _control_in_doubt(facts, position, name),
            "carried_by": marker.carried_by,
            "owner": marker.owner,
            "timer": marker.timer,
            "place": None
            if marker.place is None
            else [round(value, DIGITS) for value in (marker.place.x, marker.place.y)],
        }
        for name, marker in state.markers.items()
    }


def _controller(facts: TableFacts, position: Position, marker: str) -> str | None:
    carrier = facts.state.markers[marker].carried_by
    if carrier is not None:
        return facts.state.operative(carrier).player
    if marker not in position.table.markers:
        return None
    return facts.edition_here.markers.control(position, marker).controller


def _control_in_doubt(facts: TableFacts, position: Position, marker: str) -> bool:
    there = marker in position.table.markers
    return there and facts.edition_here.markers.in_doubt(position, marker, facts.state.policies.threshold)


def _openings(facts: TableFacts) -> Document:
    """Return the state of every door and hatch: as operated in the game, else as seen."""
    seen = facts.seen
    parts = () if seen is None else as_operated(facts.state, seen.table.terrain)
    return {part.id: part.state or "closed" for part in parts if part.role in LEAVES}


def prompts_of(facts: TableFacts) -> list[Document]:
    """Return the open prompts, in the order in which they must be answered.

    `question` includes the state of the game, as in the journal. `asked` is the question on phones, empty while another
    prompt must be answered first. A choice is `open` if the rules allow it; phones show only those. `says` is the
    effect of a choice, or who agrees to it.
    """
    phones = {one.id: named(one, facts.state) for one in worded_prompts(facts)}
    return [_prompt(named(one, facts.state), phones.get(one.id)) for one in facts.asked]


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
    """Return the available actions of the operative that is acting, one entry for each action."""
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
    """Return rulings, one entry for each of their findings, with notes on the readings used.

    `settles` is how to settle a ruling that is too close, with one place to put a gauge.
    """
    return [
        _finding(finding, threshold)
        | {
            "claim": str(ruling.claim),
            "claim_call": str(ruling.verdict(threshold)),
            "notes": list(ruling.notes),
            "settles": _settles(settles),
        }
        for ruling in rulings
        for settles in [resolution_hint(ruling, threshold, places)]
        for finding in ruling.findings
    ]


def _settles(found: ResolutionHint | None) -> Document | None:
    if found is None:
        return None
    at = None if found.at is None else [round(value, 2) for value in found.at]
    return {"words": found.words, "at": at, "rule": found.finding.rule}


def findings_of(findings: Iterable[Finding], threshold: Threshold) -> list[Document]:
    """Return findings without a ruling: reasons for refusals or questions."""
    return [_finding(finding, threshold) for finding in findings]


def _finding(finding: Finding, threshold: Threshold) -> Document:
    return {
        "rule": finding.rule,
        "call": str(threshold.call(finding.p_yes)),
        "p_yes": finding.p_yes,
        "words": finding.means,
    }
