"""Available actions of the active operative, each with its price and choices, or the reason why it is impossible."""

from __future__ import annotations

import contextlib
import math
from collections.abc import Iterable, Iterator
from typing import TypedDict

from geometry.measure import gap
from geometry.table import Operative
from messages.catalogue import ENGLISH
from messages.message import Message
from overlook.table.games.steps import display_names
from overlook.table.observation.accepted_position import ready
from overlook.table.observation.displaced import displaced_models
from overlook.table.offers.odds import Chance, chance_of, shelter_of
from overlook.table.rulings.action_rulings import attach_rulings, dice_action_type, judge_together, reach_in_doubt
from overlook.table.rulings.judging_context import JudgingContext
from referee.game.board_place import BoardPlace
from referee.game.card import title
from referee.game.dice.dice_actions import SHOOTING, DiceActionType
from referee.game.handlers.act_handler import usable_weapons
from referee.game.intents import ANY, Act
from referee.game.judging.position import moved_so_far, named_weapon, still_going, ways_to_use, weapons_of
from referee.game.policy import Policy
from referee.rules.errors import RefereeError
from referee.rules.moves.interactions import OPERATE_HATCH, openings
from referee.rules.ports.edition import ActionSpec
from referee.rules.ruling import Ruling, Verdict
from referee.rules.weapon import Weapon
from web.contract.table.available_actions import (
    ChoiceView,
    LengthText,
    Needs,
    OffersView,
    OfferView,
    describe_target,
    pieces_of,
)


class Reason(TypedDict):
    """Fields of a view that say why something is not possible."""

    why: str
    message: Message | None


class Description(TypedDict):
    """Fields of a view that describe an action."""

    text: str
    text_message: Message | None


class ReasonInPieces(Reason):
    """The same with the lengths in the text apart."""

    why_prose: LengthText


def how_far(context: JudgingContext, operative: str, move: str) -> float:
    """Return how far a move may still take an operative on the table, in inches.

    A move that continues after a pause has used a part already (rule I24-14); a counteraction has a limit (rule
    C24-15).
    """
    allowance = context.edition.movement.allowance(context.edition, context.position, operative, move)
    acting = context.state.acting
    if acting is None or acting.operative != operative:
        return allowance
    going = still_going(acting, operative)
    left = None if acting.move_limit is None else acting.move_limit - moved_so_far(acting, besides=move)
    limit = allowance if left is None else min(allowance, left)
    return max(0.0, limit - going.get(move, 0.0))


def available_actions(context: JudgingContext) -> OffersView | None:
    """Return every action for the active operative; None if no operative is active or something must be resolved first.

    That is an open shot or fight, or what the active operative awaits.
    """
    state = context.state
    acting = state.acting
    if acting is None or state.sequence is not None or acting.awaiting:
        return None
    left_out = unconfirmed(context)
    offers = sorted((_described(context, acting.operative, spec) for spec in context.actions.values()), key=_order)
    return OffersView(
        operative=acting.operative,
        player=state.operative(acting.operative).player,
        of=context.timeline.sequence,
        actions=tuple(offers),
        likely=likely_actions(context, acting.operative, offers),
        unconfirmed="" if left_out is None else ENGLISH.text(left_out, display_names(state)),
        unconfirmed_message=left_out,
    )


def unconfirmed(context: JudgingContext) -> Message | None:
    """Return what the camera has seen and the available actions do not count, because nobody has confirmed it yet.

    That is a proposed move or action, or a move of the active operative that is not over. None if there is nothing.
    """
    state, acting = context.state, context.state.acting
    for proposal in state.proposals:
        if proposal.to is not None:
            return Message.of("offer-move-unconfirmed", operative=proposal.operative)
        if proposal.operative and proposal.readings[0].intent == Act.kind:
            action = str(proposal.readings[0].data["action"])
            return Message.of("offer-action-unconfirmed", operative=proposal.operative, action=action)
    if acting is not None and not context.table.settled and acting.operative in displaced_models(state, context.table):
        return Message.of("offer-model-moving", operative=acting.operative)
    return None


def _described(context: JudgingContext, operative: str, spec: ActionSpec) -> OfferView:
    """Return an action with its pack's description of what it does."""
    pack = context.state.actions.get(spec.name)
    offer = _offer(context, operative, spec)
    if pack is None or not pack.text:
        return offer
    parts = offer.text_message["parts"] if offer.text_message else ()
    return offer.model_copy(update=dict(_described_by(context, *parts, pack.text)))


def _order(offer: OfferView) -> tuple[bool, bool, str]:
    return not offer.possible, offer.needs is Needs.MOVE, offer.action


MOST_LIKELY = 3
"""Number of actions that a page offers first."""


def likely_actions(context: JudgingContext, operative: str, offers: Iterable[OfferView]) -> tuple[str, ...]:
    """Return the names of the possible actions that come first for a player, at most three.

    Attacks on a target come first, the most dangerous before others; then a charge that reaches an enemy, markers and
    hatches at hand, and moves, the farthest first.
    """
    possible = [one for one in offers if one.possible]
    return tuple(
        one.action for one in sorted(possible, key=lambda one: _likeliness(context, operative, one))[:MOST_LIKELY]
    )


def _likeliness(context: JudgingContext, operative: str, offer: OfferView) -> tuple[int, float]:
    """Return the sort key of a possible action, smallest for the likeliest."""
    able = [way for way in offer.choices if way.possible]
    if offer.needs is Needs.TARGET and (offer.dice or offer.declares):
        return 0, -max((way.chance or 0.0 for way in able), default=0.0)
    if offer.needs in (Needs.MARKER, Needs.THING):
        return 2, 0.0
    if offer.needs is not Needs.MOVE:
        return 4, 0.0
    if operative not in context.position.status:
        return 3, 0.0
    inches = how_far(context, operative, offer.action)
    if not context.edition.movement.ends_by_an_enemy(offer.action):
        return 3, -inches
    own = context.position.table.operative(operative).base
    away = min((gap(own, enemy.base) for enemy in context.position.enemies_of(operative)), default=math.inf)
    return (1 if away <= inches else 5), 0.0


def make_act(operative: str, action: str, **fields: object) -> Act:
    """Return an action to try out."""
    return Act.model_validate({"id": "offer", "by": ANY, "operative": operative, "action": action, **fields})


def _offer(context: JudgingContext, operative: str, spec: ActionSpec) -> OfferView:
    acting = context.state.acting
    bare = make_act(operative, spec.name, goes_on=spec.name in still_going(acting, operative))
    cost = 0 if acting is None else context.acting.cost(context.state, bare, spec, acting=acting)
    dice_type = dice_action_type(context, spec)
    if dice_type is not None:
        return _with_target(context, spec, dice_type, cost=cost, bare=bare)
    tried = attach_rulings(context, bare)
    why = context.fault(tried)
    doubt = None if why else _doubt(context, tried, spec)
    if spec.name in context.edition.movement.names:
        return OfferView(
            action=spec.name,
            cost=cost,
            possible=not why,
            **_reason(context, why),
            needs=Needs.MOVE,
            **_described_by(context, _how_far(context, operative, spec.name), doubt),
        )
    if why is None:
        return OfferView(action=spec.name, cost=cost, possible=True, **_described_by(context, doubt))
    if spec.name == OPERATE_HATCH:
        return _of_hatches(context, bare, cost=cost)
    return _named(context, spec, bare, cost=cost, why=why)


def _reason(context: JudgingContext, why: Message | None) -> Reason:
    """Return the fields of a view for a reason, with the names of this game."""
    return {"why": "" if why is None else ENGLISH.text(why, display_names(context.state)), "message": why}


def _described_by(context: JudgingContext, *parts: Message | str | None) -> Description:
    """Return the fields of a view for its description, with the names of this game."""
    given = [part for part in parts if part]
    message = Message.of("text-sentences", parts=given) if given else None
    text = "" if message is None else ENGLISH.text(message, display_names(context.state))
    return {"text": text, "text_message": message}


def _reason_in_pieces(context: JudgingContext, why: Message | None) -> ReasonInPieces:
    """Return the fields of a choice for a reason, with the names of this game."""
    pieces = pieces_of(why, names=display_names(context.state))
    text = "".join(piece if isinstance(piece, str) else piece.said for piece in pieces)
    return {"why": text, "message": why, "why_prose": pieces}


def _how_far(context: JudgingContext, operative: str, move: str) -> Message | None:
    """Return how far a move may go; None for a fallen operative that acts once more."""
    if operative not in context.position.status:
        return None
    return Message.of("offer-up-to", inches=how_far(context, operative, move))


def _named(context: JudgingContext, spec: ActionSpec, bare: Act, *, cost: int, why: Message) -> OfferView:
    """Return an action that is impossible as it is, with the choices of place, target or marker that make it possible.

    A place is tried first, then targets, then markers; the first kind with a possible choice is offered. If there is
    none, the reason is that of the first marker, else of a target, else `why`: the refusal of the bare action.
    """
    somewhere = _somewhere(context, bare)
    if not context.barred(somewhere) and not context.fault(attach_rulings(context, somewhere)):
        tokens = tuple(_tokens(context, bare, spec))
        return OfferView(action=spec.name, cost=cost, possible=True, needs=Needs.PLACE, choices=tokens)
    aims = tuple(_aims(context, bare, spec))
    able = tuple(way for act in aims if not context.barred(act) and (way := _aimed(context, act)).possible)
    if able:
        return OfferView(action=spec.name, cost=cost, possible=True, needs=Needs.TARGET, choices=able)
    why = next(
        (way.message for way in (_aimed(context, act) for act in aims) if way.message and way.message != why), why
    )
    ways = tuple(_markers(context, bare))
    possible = any(way.possible for way in ways)
    shown = ways if possible else ()
    return OfferView(
        action=spec.name,
        cost=cost,
        possible=possible,
        **_reason(context, None if possible else next((way.message for way in ways if way.message), why)),
        needs=Needs.MARKER if possible else Needs.NOTHING,
        choices=shown,
    )


def _of_hatches(context: JudgingContext, bare: Act, *, cost: int) -> OfferView:
    """Return the action with each hatch as a choice (rules K24-07, K21-02)."""
    parts = openings(context.position, "access_point")
    ways = tuple(
        _way(
            context,
            bare.model_copy(update={"thing": part.id}),
            Message.of("offer-hatch", open=part.state == "open", hatch=part.id),
        )
        for part in parts
    )
    possible = any(way.possible for way in ways)
    return OfferView(
        action=bare.action,
        cost=cost,
        possible=possible,
        **_reason(context, None if possible else next((way.message for way in ways), Message.of("offer-no-hatch"))),
        needs=Needs.THING if possible else Needs.NOTHING,
        choices=ways if possible else (),
    )


def _somewhere(context: JudgingContext, bare: Act) -> Act:
    """Return the action with a new marker at the operative's place, to test whether only the place is missing."""
    place = context.state.operative(bare.operative).place
    return bare.model_copy(update={"marker": f"{bare.operative}-new", "marker_to": place})


def _aims(context: JudgingContext, bare: Act, spec: ActionSpec) -> Iterator[Act]:
    """Yield an action without dice at each operative that it could target.

    These are enemies, unless a pack allows other targets; none if the edition's action has no target.
    """
    there = context.position.table.operatives
    pack = context.state.actions.get(bare.action)
    if bare.operative not in there:
        return
    if pack is not None and pack.target is not None:
        aimed = sorted(there)
    elif pack is not None or spec.aimed:
        aimed = [one.id for one in context.position.enemies_of(bare.operative)]
    else:
        return
    yield from (bare.model_copy(update={"target": name}) for name in aimed)


def _aimed(context: JudgingContext, act: Act) -> ChoiceView:
    return _choice(context, attach_rulings(context, act), None)


def _tokens(context: JudgingContext, bare: Act, spec: ActionSpec) -> Iterator[ChoiceView]:
    """Yield the action with each token on the table that it may bring into play, at the token's place."""
    for key, token in sorted(ready(context.edition, context.state, context.table).items()):
        if token.kind == spec.lays:
            act = bare.model_copy(update={"marker": key, "marker_to": BoardPlace.of(token.placement)})
            yield _way(context, act, Message.of("offer-token", kind=token.kind, token=key.upper()))


def _markers(context: JudgingContext, bare: Act) -> Iterator[ChoiceView]:
    """Yield the action with each marker of the game; a carried one is put down where its carrier stands."""
    place = context.state.operative(bare.operative).place
    for key, marker in sorted(context.state.markers.items()):
        carried = marker.carried_by == bare.operative
        act = bare.model_copy(update={"marker": key, "marker_to": place if carried else None})
        yield _way(context, act, Message.of("offer-marker", kind=marker.kind, marker=key))


def _way(context: JudgingContext, act: Act, label: Message) -> ChoiceView:
    tried = attach_rulings(context, act)
    why = context.fault(tried)
    verdict = _verdict(context, tried)
    label = Message.of("offer-too-close", choice=label) if verdict is Verdict.TOO_CLOSE and not why else label
    said = Verdict.NO if why and verdict is Verdict.YES else verdict
    return ChoiceView(
        marker=act.marker or "",
        thing=act.thing or "",
        label=str(label),
        label_message=label,
        possible=not why,
        verdict=said,
        **_reason_in_pieces(context, why),
    )


def _with_target(
    context: JudgingContext, spec: ActionSpec, dice_type: DiceActionType, *, cost: int, bare: Act
) -> OfferView:
    ways = sorted(_targets(context, spec, dice_type=dice_type, bare=bare), key=_best)
    possible = any(way.possible for way in ways)
    armed = bool(weapons_of(context.state, bare.operative, dice_type.weapon))
    whole = None if possible else _whole(context, bare, ways)
    return OfferView(
        action=spec.name,
        cost=cost,
        possible=possible,
        **_reason(context, whole),
        needs=Needs.TARGET,
        dice=armed,
        declares=not armed,
        choices=tuple(ways),
    )


def _whole(context: JudgingContext, bare: Act, ways: list[ChoiceView]) -> Message:
    """Return why an action is impossible: the reason that holds for every target, else that for the first target."""
    why = context.fault(attach_rulings(context, bare))
    return why or next((way.message for way in ways if way.message), Message.of("offer-no-enemy"))


def _best(way: ChoiceView) -> tuple[bool, float, str]:
    return not way.possible, -(way.chance or 0.0), way.label


def _targets(
    context: JudgingContext, spec: ActionSpec, *, dice_type: DiceActionType, bare: Act
) -> Iterator[ChoiceView]:
    state, operative = context.state, bare.operative
    if operative not in context.position.table.operatives:
        return
    declinable = context.edition.environment.declinable
    held = weapons_of(state, operative, dice_type.weapon)
    usable = usable_weapons(state, operative, dice_type.weapon, context.edition.rule_book)
    spent = bool(held) and not usable
    weapons: list[str | None] = [way for one in usable or held for way in ways_to_use(one, title(one), declinable)]
    tried = {
        enemy.id: [
            bare.model_copy(update={"target": enemy.id, "weapon": weapon, "dice": weapon is not None})
            for weapon in weapons or [None]
        ]
        for enemy in _in_question(context, spec, dice_type, operative=operative)
    }
    if dice_type is SHOOTING:
        judge_together(context, (act for acts in tried.values() for act in acts))
    for acts in tried.values():
        ways = [_choice(context, attach_rulings(context, act), dice_type) for act in acts]
        able = [(way, named_weapon(state, act)[0]) for way, act in zip(ways, acts, strict=True) if way.possible]
        yield from _with_distinguishing_facts(context, able) or (ways[:1] if dice_type is SHOOTING or spent else ())


def _with_distinguishing_facts(
    context: JudgingContext, ways: list[tuple[ChoiceView, Weapon | None]]
) -> list[ChoiceView]:
    """Return the ways to attack one target, each with those facts of its weapon that not all of them share."""
    shown: list[list[Message | str]] = [
        [] if weapon is None else [_damage(weapon), *map(context.edition.write_rule, weapon.rules)]
        for _, weapon in ways
    ]
    own = [[fact for fact in each if not all(fact in other for other in shown)] for each in shown]
    return [_with_facts(way, only) if only else way for (way, _), only in zip(ways, own, strict=True)]


def _damage(weapon: Weapon) -> Message:
    normal, critical = weapon.damage
    return Message.of("offer-damage", normal=normal, critical=critical)


def _with_facts(way: ChoiceView, facts: list[Message | str]) -> ChoiceView:
    """Return a way to attack with facts of its weapon behind its odds."""
    weapon = Message.of("offer-weapon-facts", facts=facts)
    odds = Message.of("view-target-facts", parts=[way.odds_message, weapon]) if way.odds_message else weapon
    known = {"cover": way.cover, "obscured": way.obscured, "odds": str(odds), "odds_message": odds}
    whole = describe_target(known)
    return way.model_copy(update={**known, "facts_message": whole, "facts": str(whole or "")})


def _in_question(
    context: JudgingContext, spec: ActionSpec, dice_type: DiceActionType, *, operative: str
) -> tuple[Operative, ...]:
    """Return the enemies at which a dice action may be offered: all, or those that may be in control range.

    The latter for a fight without conditions of its own, if the table enforces that fights are in control range.
    """
    refused = context.state.policies.of(context.edition.engagement.rule) is Policy.ENFORCE
    if dice_type is not SHOOTING and not spec.conditions and refused:
        return context.position.enemies_perhaps_near(operative)
    return context.position.enemies_of(operative)


def _choice(context: JudgingContext, act: Act, dice_type: DiceActionType | None) -> ChoiceView:
    why = context.fault(act)
    target = act.target or ""
    verdict = _verdict(context, act)
    name = context.state.operative(target).card.name
    label = (
        Message.of("offer-target-weapon", name=name, weapon=act.weapon)
        if act.weapon
        else Message.of("offer-target", name=name)
    )
    label = Message.of("offer-too-close", choice=label) if verdict is Verdict.TOO_CLOSE and not why else label
    chance = Chance()
    with contextlib.suppress(RefereeError):
        if dice_type is not None and not why:
            chance = chance_of(context, act, dice_type)
        elif dice_type is SHOOTING:
            chance = shelter_of(context, act)
    return ChoiceView(
        weapon=act.weapon or "",
        target=target,
        label=str(label),
        label_message=label,
        possible=not why,
        verdict=Verdict.NO if why and verdict is Verdict.YES else verdict,
        **_reason_in_pieces(context, why or _decisive_reason(act.evidence.rulings)),
        cover=chance.cover,
        obscured=chance.obscured,
        odds="" if chance.words is None else str(chance.words),
        odds_message=chance.words,
        chance=chance.end,
    )


def _verdict(context: JudgingContext, act: Act) -> Verdict:
    """Return the verdict on an action: the worst of its rulings."""
    threshold = context.state.policies.threshold
    return min((ruling.verdict(threshold) for ruling in act.evidence.rulings), key=_severity, default=Verdict.YES)


def _doubt(context: JudgingContext, act: Act, spec: ActionSpec) -> Message | None:
    """Return why an action without a target is too close to call; None if it is not."""
    threshold = context.state.policies.threshold
    close = [one for one in act.evidence.rulings if one.verdict(threshold) is Verdict.TOO_CLOSE]
    if spec.engaged is not None and act.operative in context.position.table.operatives:
        close += reach_in_doubt(context, act)
    reason = _decisive_reason(tuple(close))
    return None if reason is None else Message.of("offer-open", reason=reason)


def _severity(verdict: Verdict) -> int:
    return (Verdict.NO, Verdict.TOO_CLOSE, Verdict.YES).index(verdict)


def _decisive_reason(rulings: tuple[Ruling, ...]) -> Message | None:
    decisive = rulings[0].decisive if rulings else None
    return None if decisive is None else decisive.outcome
