"""Result of a played script as JSON: state, steps, sentences of events, and differences from expectations."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from pydantic import TypeAdapter

from messages.catalogue import ENGLISH, NOTHING
from messages.message import FAILS, Message
from overlook.play.script import NO_OFFER, NO_PROMPT_FOR, NOT
from overlook.table.games.steps import marker_names, prompt_view, text_of
from overlook.table.observation.accepted_position import accepted_position
from overlook.table.offers.table_facts import TableFacts
from overlook.table.views.attack_dice import worded_prompts
from referee.game.dice.dice_text import format_throws
from referee.game.engine.timeline import TimelineStep, state_before_action
from referee.game.events import Event, activations, battle, decisions, pieces
from referee.game.handlers.handler import op_name, phase_name
from referee.game.intents import INTENTS, Act, Answer
from referee.game.judging.position import as_operated, moved_so_far, position_of
from referee.game.state import GameState, OperativeState
from referee.rules.errors import RefereeError
from referee.rules.ports.edition import Edition
from referee.rules.position import Position, StatRules
from referee.rules.ruling import Finding, ResolutionHint, Ruling, Threshold, resolution_hint
from web.contract.base import Point3
from web.contract.table.available_actions import OffersView, OfferView
from web.contract.table.game_views import PromptView

EXACT = 1e-6
ROUNDED_IN = 1e-4
"""Largest rounding error of a written position, in inches."""

CODE = "code"
MESSAGE = TypeAdapter(Message)

SIGMAS = 4.0
"""Largest distance between a seen position and the script's, in standard deviations."""


def position_tolerance(sigma_in: float) -> float:
    """Return the largest distance in inches between a seen position and the script's."""
    return SIGMAS * sigma_in + ROUNDED_IN


def differences(expected: Any, found: Any, *, near_in: float, at: str = "") -> Iterator[Message]:
    """Yield the differences from what was expected.

    Objects must have every expected field with its value. Lists must contain every expected item; lists of numbers
    (positions) are compared item by item within `near_in`.
    """
    if isinstance(expected, Mapping):
        yield from _of_object(expected, found, near_in=near_in, at=at)
    elif isinstance(expected, Sequence) and not isinstance(expected, str):
        yield from _of_list(expected, found, near_in=near_in, at=at)
    elif not _same(expected, found, EXACT):
        yield _differs("script-differs", at, found, expected=_shown(expected))


SEVERAL = "games-refused"
"""Code of a refusal with several reasons."""


def reason_codes(why: Message | None) -> list[str]:
    """Return the codes of the reasons of a refusal, the first one first, as the catalogue lists them.

    Text without a code has none.
    """
    if why is None or why.coded is None:
        return []
    if why.code != SEVERAL:
        return [why.code.removesuffix(f".{FAILS}")]
    return [code for one in why["reasons"] if isinstance(one, Message) for code in reason_codes(one)]


def first_code(why: Message | None) -> str | None:
    """Return the code of a reason; None without one."""
    return next(iter(reason_codes(why)), None)


def differences_from_step(expected: Mapping[str, Any], found: Document, *, near_in: float) -> Iterator[Message]:
    """Yield the differences from an expectation about the state and the step before it.

    `found` also has the codes of all reasons (`codes`) and the seats that may answer an open prompt (`may_answer`).
    """
    for name, wanted in expected.items():
        if name == NOT:
            yield from _although_unwanted(wanted, found, near_in=near_in)
        elif name == NO_PROMPT_FOR:
            if wanted in found["may_answer"]:
                yield Message.of("script-prompt-open", seat=wanted)
        elif name == NO_OFFER:
            offers = found["offers"]
            if any(_holds({"possible": True, **wanted}, one, near_in) for one in offers):
                yield Message.of("script-offered", offer=_shown(wanted))
        elif name == CODE and str(wanted).removesuffix(f".{FAILS}") in found["codes"]:
            continue
        else:
            yield from differences({name: wanted}, found, near_in=near_in)


def _although_unwanted(unwanted: Mapping[str, Any], found: Document, *, near_in: float) -> Iterator[Message]:
    """Yield the fields that are as an expectation says that they must not be."""
    for name, value in unwanted.items():
        if name in (NOT, NO_PROMPT_FOR, NO_OFFER, CODE):
            if next(differences_from_step({name: value}, found, near_in=near_in), None) is None:
                yield Message.of("script-although-unwanted", field=name, found=_shown(value))
        else:
            yield from _alike(value, found.get(name), near_in=near_in, at=name)


def _alike(unwanted: Any, found: Any, *, near_in: float, at: str) -> Iterator[Message]:
    """Yield the innermost fields of an object, and the items of a list, that are as they must not be."""
    if isinstance(unwanted, Mapping) and unwanted:
        for name, value in unwanted.items():
            if isinstance(found, Mapping) and name in found:
                yield from _alike(value, found[name], near_in=near_in, at=f"{at}.{name}")
    elif isinstance(unwanted, list) and not all(map(_is_number, unwanted)):
        items = (one for one in unwanted if _holds([one], found, near_in))
        yield from (Message.of("script-although-unwanted", field=at, found=_shown(one)) for one in items)
    elif _holds(unwanted, found, near_in):
        yield Message.of("script-although-unwanted", field=at, found=_shown(found))


def _of_object(expected: Mapping[str, Any], found: Any, *, near_in: float, at: str) -> Iterator[Message]:
    if not isinstance(found, Mapping):
        yield _differs("script-no-object", at, found, fields=list(expected))
        return
    for name, value in expected.items():
        where = f"{at}.{name}" if at else name
        if name not in found:
            yield Message.of("script-nothing-found", field=where, known=list(map(str, found)))
        else:
            yield from differences(value, found[name], near_in=near_in, at=where)


def _of_list(expected: Sequence[Any], found: Any, *, near_in: float, at: str) -> Iterator[Message]:
    if not isinstance(found, Sequence) or isinstance(found, str):
        yield _differs("script-no-list", at, found)
        return
    if expected and all(map(_is_number, expected)):
        alike = len(expected) == len(found) and all(map(_is_number, found))
        if not alike or not all(_same(one, other, near_in) for one, other in zip(expected, found, strict=True)):
            yield _differs("script-differs", at, found, expected=_shown(expected))
        return
    for item in expected:
        if not any(_holds(item, one, near_in) for one in found):
            yield _differs("script-item-missing", at, found, item=_shown(item))


def _differs(code: str, at: str, found: Any, **expected: Any) -> Message:
    return Message.of(code, field=at or Message.of("script-result"), found=_shown(found), **expected)


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


def describe_step(step: TimelineStep, edition: Edition) -> tuple[str, ...]:
    """Return the log lines of one step of a game; most events have none.

    Markers whose ids the table generated get their display names: "the smoke", "Red's comms device".
    """
    names = marker_names(step.before) | marker_names(step.after)
    return tuple(ENGLISH.text(line, names) for line in _lines(step, act_of(step), edition))


def _lines(step: TimelineStep, act: Act | None, edition: Edition) -> Iterator[Message]:
    state = step.before
    if isinstance(step.intent, Answer) and step.intent.thrown:
        dice = " ".join(map(str, step.intent.dice))
        yield Message.of("log-entered", dice=dice, throws=format_throws(step.intent.thrown))
    for event in step.events:
        if isinstance(event, activations.ActionPerformed):
            yield _action(event, act, step, edition)
        elif isinstance(event, decisions.RollMade):
            yield _tested(event, state)
        elif isinstance(event, pieces.EquipmentChosen):
            yield from _equipped(event, step.after)
        elif type(event) in LINES:
            yield LINES[type(event)](event)


def _equipped(event: pieces.EquipmentChosen, after: GameState) -> Iterator[Message]:
    """Yield what each player takes once all have chosen, since it is revealed together (A24-04)."""
    if not after.sides.keys() <= after.chosen:
        yield Message.of("log-equipment-chosen", player=event.player)
        return
    for player, side in after.sides.items():
        yield Message.of("log-equipment", player=player, items=side.equipment)


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


def _action(done: activations.ActionPerformed, act: Act | None, step: TimelineStep, edition: Edition) -> Message:
    does = Message.of("log-does", action=done.action.lower(), key=done.action.lower().replace(" ", "_"))
    if done.charged is not None:
        most = _allowed(done, step.before, edition)
        if most is None:
            return Message.of("log-moved", operative=done.operative, does=does, charged=done.charged)
        return Message.of("log-moved-of", operative=done.operative, does=does, charged=done.charged, most=most)
    about = None if act is None else act.target or act.thing or act.marker
    if any(isinstance(event, pieces.MarkerSetUp) and event.marker.id == about for event in step.events):
        about = None
    weapon = done.weapon if act is not None and done.weapon else NOTHING
    return Message.of("log-action", operative=done.operative, does=does, about=about or NOTHING, weapon=weapon)


def _allowed(done: activations.ActionPerformed, before: GameState, edition: Edition) -> float | None:
    """Return the allowed distance of a move, limited by a reaction's; None if it cannot be determined."""
    acting = before.acting
    try:
        most = edition.movement.allowance(edition, position_of(before), done.operative, done.action)
    except RefereeError:
        return None
    limit = acting.move_limit if acting is not None else None
    return most if limit is None else min(most, max(0.0, limit - moved_so_far(acting)))


TESTS: Mapping[str, str] = {"mine": "log-mine-test", "stun": "log-stun-test", "jump": "log-jump-test"}
"""The line of a test of the dice by its sort; other tests are those of packs."""


def _tested(made: decisions.RollMade, before: GameState) -> Message:
    test = next((one for one in before.tests if one.id == made.test), None)
    if test is None:
        return Message.of("log-test", test=made.test, dice=made.dice)
    code = TESTS.get(test.sort, "log-pack-test")
    return Message.of(code, operative=test.operative, about=test.about, dice=made.dice)


def _points(event: battle.CommandPointsChanged) -> Message:
    code = "log-cp-gained" if event.by > 0 else "log-cp-spent"
    return Message.of(code, player=event.player, points=abs(event.by), why=event.why)


def _stat(event: pieces.StatChanged) -> Message:
    stat = event.stat.upper() if event.stat == "apl" else event.stat
    return Message.of(
        "log-stat", operative=event.operative, stat=stat, by=event.by, more=event.by > 0, until=str(event.until)
    )


LINES: Mapping[type[Event], Callable[[Any], Message]] = {
    activations.Activated: lambda event: Message.of("log-activated", operative=event.operative, order=event.order),
    activations.ActivationEnded: lambda event: Message.of("log-activation-ended", operative=event.operative),
    activations.ReactionBegan: lambda event: Message.of("log-reaction", operative=event.operative, name=event.name),
    activations.ReactionEnded: lambda event: Message.of("log-reaction-ended", operative=event.operative),
    activations.GuardBegan: lambda event: Message.of("log-guard", operative=event.operative),
    activations.GuardEnded: lambda event: Message.of("log-guard-ended", operative=event.operative),
    activations.OrderChanged: lambda event: Message.of("log-order", operative=event.operative, order=event.order),
    decisions.OpeningTurned: lambda event: Message.of("log-opening", opening=event.opening, state=event.now),
    decisions.SequenceClosed: lambda event: (
        Message.stored(event.summary) if event.summary else Message.of("log-dice-resolved")
    ),
    battle.StageEntered: lambda event: Message.of("log-phase", phase=phase_name(event.stage)),
    battle.TurningPointBegan: lambda event: Message.of("log-turning-point", number=event.turning_point),
    battle.Rolled: lambda event: Message.of("log-rolled", player=event.player, value=event.value),
    battle.InitiativeGiven: lambda event: Message.of("log-initiative", player=event.player),
    battle.GroundsExchanged: lambda event: Message.of("log-drop-zone", player=event.player),
    battle.CommandPointsChanged: _points,
    battle.PloyUsed: lambda event: Message.of("log-ploy", player=event.player, name=event.name),
    pieces.MarkerSetUp: lambda event: Message.of("log-set-up", thing=event.marker.id),
    pieces.MarkerTaken: lambda event: Message.of("log-marker-taken", operative=event.operative, marker=event.marker),
    pieces.MarkerPlaced: lambda event: Message.of("log-marker-placed", marker=event.marker),
    pieces.MarkerRemoved: lambda event: Message.of("log-marker-removed", marker=event.marker, why=event.why or NOTHING),
    pieces.WoundsLost: lambda event: Message.of("log-wounds-lost", operative=event.operative, wounds=event.amount),
    pieces.WoundsRegained: lambda event: Message.of(
        "log-wounds-regained", operative=event.operative, wounds=event.amount
    ),
    pieces.Incapacitated: lambda event: Message.of("log-incapacitated", operative=event.operative),
    pieces.Removed: lambda event: Message.of("log-removed", operative=event.operative),
    pieces.Revived: lambda event: Message.of("log-revived", operative=event.operative, wounds=event.wounds),
    pieces.StatChanged: _stat,
    battle.Scored: lambda event: Message.of("log-scored", player=event.player, vp=event.vp, op=op_name(event.op)),
    battle.Revealed: lambda event: Message.of("log-revealed", player=event.player, topic=op_name(event.topic)),
    battle.BattleEnded: lambda event: Message.of("log-battle-ended", winner=event.winner or NOTHING),
    pieces.Deployed: lambda event: Message.of("log-set-up", thing=event.operative),
}
"""Log line of each event that has one."""


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
        "faults": {key: str(fault) for key, fault in facts.called.items()},
        "log": [said for step in facts.timeline.live_steps() for said in describe_step(step, facts.edition_here)],
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
        return max(0, state.points_left(acting))
    activation = state.activation
    if activation is not None and activation.operative == known.card.id:
        return max(0, state.points_left(activation))
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
            "z": None if marker.place is None else round(marker.place.z, DIGITS),
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
    phones = {one.id: prompt_view(one, facts.state) for one in worded_prompts(facts)}
    return [_prompt(prompt_view(one, facts.state), phones.get(one.id)) for one in facts.asked]


def _prompt(prompt: PromptView, on_phones: PromptView | None) -> Document:
    taken = {choice.key for choice in on_phones.choices} if on_phones is not None else set()
    return {
        "id": prompt.id,
        "owner": prompt.owner,
        "topic": str(prompt.topic),
        "about": prompt.about,
        "question": prompt.question,
        "message": message_data(prompt.message),
        "asked": on_phones.question if on_phones is not None else "",
        "asked_message": message_data(on_phones.message) if on_phones is not None else None,
        "choices": [
            {
                "key": one.key,
                "label": one.label,
                "message": message_data(one.message),
                "says": one.says,
                "says_message": message_data(one.effect),
                "open": one.key in taken,
            }
            for one in prompt.choices
        ],
        "default": on_phones.default if on_phones is not None else prompt.default,
        "dice": prompt.dice,
        "picks": prompt.picks,
    }


def offers_of(views: Iterable[OffersView]) -> list[Document]:
    """Return the available actions of the operative that is acting, one entry for each action.

    `unconfirmed` is the code of what they do not count, because nobody has confirmed it yet.
    """
    return [
        {**_offer(view.operative, action), "unconfirmed": first_code(view.unconfirmed_message)}
        for view in views
        for action in view.actions
    ]


def _offer(operative: str, offer: OfferView) -> Document:
    ways = [way for way in offer.choices if way.possible]
    return {
        "operative": operative,
        "action": offer.action,
        "possible": offer.possible,
        "why": offer.why or None,
        "code": first_code(offer.message),
        "message": message_data(offer.message),
        "text": offer.text or None,
        "text_message": message_data(offer.text_message),
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
                "message": message_data(way.message),
                "cover": str(way.cover),
                "obscured": str(way.obscured),
                "odds": way.odds or None,
                "odds_message": message_data(way.odds_message),
            }
            for way in offer.choices
        ],
    }


def _once(names: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(name for name in names if name))


def rulings_of(
    rulings: Iterable[Ruling], threshold: Threshold, places: Mapping[str, Point3], names: Mapping[str, str]
) -> list[Document]:
    """Return rulings, one entry for each of their findings, with notes on the readings used.

    `names` are those of markers by id. `settles` is how to settle a ruling that is too close, with one place to put a
    gauge.
    """
    return [
        _finding(finding, threshold, names)
        | {
            "claim": str(ruling.claim),
            "claim_message": message_data(ruling.claim),
            "claim_call": str(ruling.verdict(threshold)),
            "notes": list(map(str, ruling.notes)),
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
    return {"words": found.words, "message": message_data(found.message), "at": at, "rule": found.finding.rule}


def message_data(message: Message | None) -> Document | None:
    """Return a message as JSON, with null for an infinite number; None for text without a code."""
    if message is None or message.coded is None:
        return None
    data: Document = json.loads(MESSAGE.dump_json(message))
    return data


def findings_of(findings: Iterable[Finding], threshold: Threshold, names: Mapping[str, str]) -> list[Document]:
    """Return findings without a ruling: reasons for refusals or questions."""
    return [_finding(finding, threshold, names) for finding in findings]


def _finding(finding: Finding, threshold: Threshold, names: Mapping[str, str]) -> Document:
    return {
        "rule": finding.rule,
        "call": str(threshold.call(finding.p_yes)),
        "p_yes": finding.p_yes,
        "words": text_of(finding.outcome, names),
        "message": message_data(finding.outcome),
    }
