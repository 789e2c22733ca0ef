"""Scoring: points that may be scored, and who holds each objective and why."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from messages.catalogue import ENGLISH
from messages.message import Message
from overlook.table.games.new_game import TableDefaults
from overlook.table.games.steps import display_names
from overlook.table.rulings.judging_context import JudgingContext
from referee.game.engine.timeline import Timeline
from referee.game.events import battle
from referee.game.handlers.handler import op_title
from referee.game.intents import ANY, Score
from referee.game.prompt import Prompt, Topic
from referee.game.state import LifeState
from referee.rules.ports.markers import OBJECTIVE, MarkerControl
from referee.rules.ruling import Verdict
from web.contract.table.game_views import ExpectedView, SeatOpView
from web.contract.table.snapshot import HeldView, OpView, ScoringView


def tac_op_text(defaults: TableDefaults, player: str, name: str) -> str:
    """Return the text of the tac op with that name; empty if no card has it."""
    wanted = name.strip().casefold()
    return next((one.text for one in defaults.tac_ops(player) if one.name.casefold() == wanted), "")


def is_scored_now(context: JudgingContext) -> bool:
    """Return whether a turning point is over, so that its points are to be scored."""
    prompts = context.flow.prompts(context.state)
    return any(one.topic is Topic.TURNING_POINT_END and one.owner == ANY for one in prompts)


def scoring_view(context: JudgingContext, defaults: TableDefaults) -> ScoringView:
    """Return who controls each objective, and what each player may score from each op that is open.

    `defaults` has the cards of the tac ops.
    """
    state = context.state
    lying = sorted(key for key, one in state.markers.items() if one.kind == OBJECTIVE)
    held = tuple(held_by(context, key) for key in lying)
    return ScoringView(
        turning_point=state.turning_point,
        held=held,
        ops=tuple(op for player in state.sides for op in _ops(context, player, objectives=held, defaults=defaults)),
    )


def telling_open_points(prompts: Sequence[Prompt], scoring: Sequence[ScoringView]) -> tuple[Prompt, ...]:
    """Return the questions; the one that ends a turning point lists counted points that nobody has scored.

    It then has no default, so that pressing Confirm without looking loses no points.
    """
    due = [one for view in scoring for one in view.ops if one.counted and one.vp]
    if not due:
        return tuple(prompts)
    points = [
        Message.of("choice-points-open", player=one.player, op=one.label_message or one.label, vp=one.vp) for one in due
    ]
    missing = Message.of("choice-not-scored", points=points)
    return tuple(
        one
        if one.topic is not Topic.TURNING_POINT_END
        else one.model_copy(
            update={
                "choices": tuple(choice.model_copy(update={"says": missing}) for choice in one.choices),
                "default": None,
            }
        )
        for one in prompts
    )


def held_by(context: JudgingContext, marker: str) -> HeldView:
    """Return who controls an objective as seen now, with the reason as text."""
    return _held(context, marker, _control(context, marker))


def _control(context: JudgingContext, marker: str) -> MarkerControl | None:
    """Return who controls a marker; None if its place is unknown."""
    position = context.position
    carrier = context.state.markers[marker].carried_by
    there = carrier in position.table.operatives if carrier is not None else marker in position.table.markers
    return context.edition.markers.control(position, marker) if there else None


def _held(context: JudgingContext, marker: str, control: MarkerControl | None) -> HeldView:
    state = context.state
    name, by = marker.upper(), None if control is None else control.controller
    if control is None:
        why = Message.of("score-unseen", marker=name)
    elif context.edition.markers.in_doubt(context.position, marker, state.policies.threshold):
        by, why = None, Message.of("score-too-close", marker=name, margins=_margins(context, marker))
    elif by is not None:
        why = Message.of("score-controlled", marker=name, player=by, operatives=control.contesting)
    elif control.contesting:
        apl = control.apl.values()
        why = Message.of("score-contested", marker=name, operatives=control.contesting, apl=apl)
    else:
        why = Message.of("score-uncontrolled", marker=name)
    return _held_view(context, marker, by, why)


def _held_view(context: JudgingContext, marker: str, player: str | None, why: Message) -> HeldView:
    text = ENGLISH.text(why, display_names(context.state))
    return HeldView(marker=marker, player=player, why=text, message=why)


def _margins(context: JudgingContext, marker: str) -> tuple[Message, ...]:
    """Return the operatives that may or may not be near a marker, too close to call, with their margins in inches."""
    position = context.position
    near = {name: context.edition.markers.near(position, name, marker) for name in sorted(position.table.operatives)}
    return tuple(
        Message.of(
            "score-margin",
            operative=name,
            where="inside" if one.margin >= 0 else "outside",
            margin=abs(one.margin),
            sigma=one.sigma,
        )
        for name, ruling in near.items()
        if ruling.verdict(context.state.policies.threshold) is Verdict.TOO_CLOSE and (one := ruling.decisive)
    )


def _ops(
    context: JudgingContext, player: str, *, objectives: tuple[HeldView, ...], defaults: TableDefaults
) -> Iterator[OpView]:
    """Yield what a player may score; ops that are full or not revealed yet are left out."""
    state, counted = context.state, context.flow.counted
    for op in counted.ops:
        has = state.side(player).vp.get(op, 0)
        name = op.partition(":")[0]
        shown = next((said for topic, said in state.side(player).revealed.items() if topic in (name, f"{name}_op")), "")
        known = _counted(context, player, op, held=objectives)
        if known is not None:
            due, why = known
        else:
            text = tac_op_text(defaults, player, shown)
            due, why = 0, Message.stored(text) if text else Message.of("score-op-secret")
        refused = context.fault(Score(id="offer", by=ANY, player=player, op=op, vp=1))
        if refused is not None and not has:
            continue
        room = 0 if refused is not None else max(0, due)
        label = Message.of("score-op-named", op=op_title(op), name=shown) if shown else op_title(op)
        yield OpView(
            player=player,
            op=op,
            label=str(label),
            label_message=label,
            vp=room,
            why=str(why),
            counted=op in (counted.held, counted.fallen),
            scored=max(0, has),
            message=why.coded,
        )


def _counted(context: JudgingContext, player: str, op: str, *, held: Iterable[HeldView]) -> tuple[int, Message] | None:
    """Return the points that an op gives now, and why; None if only its player knows."""
    state, counted = context.state, context.flow.counted
    if op == counted.held:
        own = [one.marker for one in held if one.player == player]
        why = (
            Message.of("score-op-controls", markers=[key.upper() for key in own])
            if own
            else Message.of("score-op-controls-none")
        )
        return len(own) - _scored_now(context.timeline, player, op), why
    if op == counted.fallen:
        fallen = [one for one in state.operatives.values() if one.player != player and _is_out(one.life)]
        has = state.side(player).vp.get(op, 0)
        return len(fallen) - has, Message.of("score-op-fallen", fallen=len(fallen))
    return None


def expected_points(context: JudgingContext, held: Iterable[HeldView]) -> tuple[ExpectedView, ...]:
    """Return what each player would score at the end of this turning point if nothing changed."""
    held, found = tuple(held), []
    for player in context.state.sides:
        ops = tuple(_expected(context, player, held))
        found.append(ExpectedView(player=player, vp=sum(one.vp for one in ops), ops=ops))
    return tuple(found)


def _expected(context: JudgingContext, player: str, held: tuple[HeldView, ...]) -> Iterator[SeatOpView]:
    state, scoring = context.state, context.flow.handlers[Score]
    for op in context.flow.counted.ops:
        known = _counted(context, player, op, held=held)
        if known is None or known[0] <= 0:
            continue
        score = Score(id="offer", by=ANY, player=player, op=op, vp=known[0])
        if not all(one.holds for one in scoring.check(state, score)):
            continue
        vp = sum(event.vp for event in scoring.apply(state, score) if isinstance(event, battle.Scored))
        yield SeatOpView(op=op, label=op_label(op), vp=vp, message=op_title(op))


def op_label(op: str) -> str:
    """Return the English name of an op: "tac_op_1:2" is "Tac op 1, condition 2"."""
    return str(op_title(op))


def _is_out(life: LifeState) -> bool:
    return life in (LifeState.INCAPACITATED, LifeState.REMOVED)


def _scored_now(timeline: Timeline, player: str, op: str) -> int:
    """Return the points of an op that a player has scored in this turning point."""
    total, turning_point = 0, timeline.state.turning_point
    for step in timeline.live_steps():
        said = step.intent
        mine = isinstance(said, Score) and (said.player, said.op) == (player, op)
        if mine and step.before.turning_point == turning_point:
            total += step.after.side(player).vp.get(op, 0) - step.before.side(player).vp.get(op, 0)
    return total


def held_objectives(context: JudgingContext) -> Mapping[str, HeldView]:
    """Return who holds each objective, by its id."""
    lying = sorted(key for key, one in context.state.markers.items() if one.kind == OBJECTIVE)
    return {key: _ruled(context, key, held_by(context, key)) for key in lying}


def _ruled(context: JudgingContext, marker: str, held: HeldView) -> HeldView:
    """Return who holds an objective, with the rule that decides it."""
    position = context.position
    if marker not in position.table.markers:
        return held
    rule = context.edition.markers.rule(position, marker)
    if held.message is None:
        return held
    return _held_view(context, marker, held.player, Message.of("score-by-rule", held=held.message, rule=rule))
