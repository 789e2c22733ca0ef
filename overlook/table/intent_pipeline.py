"""Intent pipeline: complete an intent from the camera, hold it back, attach rulings, follow it up."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import replace

from geometry.table import Table
from messages.message import Message
from overlook.table.games.steps import accompanying_undo
from overlook.table.moves.move_classification import StartLevelTracker, interpret_from_each
from overlook.table.moves.plans import LIFTED
from overlook.table.observation.displaced import RecordedParts, displaced_model_block, displaced_models
from overlook.table.offers.prompts import at_its_price, reaction_block_reason, waits_for_a_move
from overlook.table.offers.table_facts import TableFacts
from overlook.table.rulings.action_rulings import ask_about_doubts, attach_rulings
from overlook.table.rulings.judging_context import JudgingContext
from overlook.table.rulings.placement_rulings import (
    attach_deployment_ruling,
    attach_drop_ruling,
    attach_equipment_ruling,
    attach_set_up_again_ruling,
    laid_down,
)
from referee.game.engine.timeline import TimelineStep
from referee.game.events.activations import ActionPerformed
from referee.game.intents import (
    ANY,
    CAMERA,
    Act,
    Answer,
    Deploy,
    DropMarker,
    EndActivation,
    Intent,
    PassTurn,
    PlaceEquipment,
    Propose,
    ProposedReading,
    React,
    Redo,
    SetUp,
    SetUpAgain,
    SpringMine,
    Undo,
    UsePloy,
)
from referee.game.judging.position import HATCH
from referee.game.phases.common_phases import PASSING
from referee.game.prompt import Topic
from referee.rules.errors import IllegalError
from referee.rules.judgement import Attempt, TriggerSetOff
from referee.rules.ports.actions import is_engaged
from referee.rules.ruling import Fact, Ruling, Verdict


def fill_move_from_camera(act: Act, facts: TableFacts, *, stood: RecordedParts, levels: StartLevelTracker) -> Act:
    """Return a move with its operative's seen place, path and price; other actions unchanged.

    An operative that has not left its place moves nowhere. A declared change of the price in AP is kept.
    """
    edition, state, seen = facts.edition_here, facts.state, facts.seen
    if seen is None or act.to is not None or act.action not in edition.movement.names:
        return act
    if act.operative not in displaced_models(state, seen.table):
        return act
    way = seen.paths.get(act.operative, ())
    began = levels.of(state, act.operative)
    how = {"seen_way": way, "stood": stood, "only": act.action}
    table = _with_hatches_as_played(seen.table, facts.board)
    readings = interpret_from_each(edition, state, table, mover=act.operative, began=began, **how)
    if not readings:
        return act
    read = readings[0].act
    found = {name: getattr(read, name) for name in ("to", "path", "charged", "goes_on", "evidence")}
    return act.model_copy(update=found)


def _with_hatches_as_played(seen: Table, board: Table | None) -> Table:
    """Return the seen table with its hatches as on the board that rulings use: a leaf turned by hand opens nothing."""
    played = {} if board is None else {part.id: part.state for part in board.terrain if part.role == HATCH}
    terrain = (replace(part, state=played.get(part.id, part.state)) for part in seen.terrain)
    return replace(seen, terrain=tuple(terrain))


def attach_no_move_ruling(context: JudgingContext, act: Act) -> Act:
    """Return a move that leaves its operative in place, with the ruling that bars it, if there is one.

    A Charge ends near an enemy (rules D24-07, D21-04), every other move does not.
    """
    edition = context.edition
    if act.to is not None or act.action not in edition.movement.names or act.operative not in context.position.status:
        return act
    wanted, term = edition.movement.ends_by_an_enemy(act.action), edition.engagement.term
    near = is_engaged(edition, context.position, Attempt(act.operative, act.action)).p_yes
    if context.state.policies.threshold.call(near if wanted else 1.0 - near) is not Verdict.NO:
        return act
    code = "move-stayed-apart" if wanted else "move-stayed-close"
    means = Message.of(code, operative=act.operative, action=act.action, range=term)
    claim = Message.of("move-claim-ends", operative=act.operative, action=act.action)
    barred = Ruling.of(claim, Fact.declared(edition.action(act.action).rule, False, means))
    return act.with_found(rulings=(*act.evidence.rulings, barred))


def fill_from_camera(intent: Intent, facts: TableFacts, *, stood: RecordedParts, levels: StartLevelTracker) -> Intent:
    """Return an intent with the fields that it leaves to the table filled in; `stood` as in `classify_move`.

    `levels` has the levels on which models may have stood.
    """
    if isinstance(intent, Act):
        act = fill_move_from_camera(intent, facts, stood=stood, levels=levels)
        return laid_down(facts.state, None if facts.seen is None else facts.seen.table, act)
    return at_its_price(facts.state, intent) if isinstance(intent, UsePloy) else intent


def roll_dice(intent: Intent, facts: TableFacts) -> Intent:
    """Return an answer that asks the program to roll with dice of the system's random source; others unchanged.

    Dice that came with such a request are discarded. Raises `IllegalError` if the table does not allow it, or if the
    open question does not ask for dice.
    """
    if not isinstance(intent, Answer) or not intent.roll:
        return intent
    if not facts.defaults.app_dice:
        raise IllegalError("games-app-dice-off")
    prompt = next((one for one in facts.asked if one.id == intent.prompt), None)
    if prompt is not None and not prompt.dice:
        raise IllegalError("games-no-dice-asked")
    dice = tuple(secrets.randbelow(6) + 1 for _ in range(prompt.dice if prompt is not None else 0))
    return intent.model_copy(update={"dice": dice, "choice": None, "counted": False})


def require_not_blocked(intent: Intent, facts: TableFacts) -> None:
    """Raise `IllegalError` for an intent that has to wait.

    Dice wait for a challenge, and the end of an activation for a seen move that may be taken. An operative cannot react
    if the rules bar it where it stands. Displaced models hold nothing back while the camera sees nothing or has a
    problem.
    """
    answered = intent.prompt if isinstance(intent, Answer) else None
    prompt = None if answered is None else next((one for one in facts.asked if one.id == answered), None)
    topic = None if prompt is None else prompt.topic
    state, seen = facts.state, facts.seen
    if state.challenge is not None and topic is Topic.DICE:
        raise IllegalError("games-challenge-open")
    ends = isinstance(intent, EndActivation) or topic is Topic.ACTION
    open_ = [one.id for one in facts.open_prompts if waits_for_a_move(one, state)] if ends else []
    if open_:
        raise IllegalError("games-pick-up-open" if open_[0].startswith(LIFTED) else "games-move-open")
    waits = _kept_from_reacting(intent, topic, facts)
    if waits is None and seen is not None and seen.problem is None:
        waits = displaced_model_block(
            state, displaced_models(state, seen.table), intent, moves=facts.edition_here.movement.names
        )
    if waits is not None:
        raise IllegalError(waits)


def _kept_from_reacting(intent: Intent, topic: Topic | None, facts: TableFacts) -> Message | None:
    operative = intent.operative if isinstance(intent, React) and not intent.free else None
    if isinstance(intent, Answer) and topic is Topic.REACTION:
        operative = intent.choice
    context = None if operative is None else facts.context()
    if context is None or operative is None:
        return None
    return reaction_block_reason(context, operative)


RULED_INTENTS = (Act, Deploy, DropMarker, PlaceEquipment, SetUpAgain)
"""Intents that get rulings before the game decides."""


def attach_judgement(context: JudgingContext, intent: Intent) -> Intent:
    """Return the intent with its rulings and the facts of geometry; other intents unchanged.

    An attack becomes a proposal if something that changes its dice is too close to call.
    """
    match intent:
        case Act():
            return ask_about_doubts(context, attach_no_move_ruling(context, attach_rulings(context, intent)))
        case DropMarker():
            return attach_drop_ruling(context, intent)
        case SetUpAgain():
            return attach_set_up_again_ruling(context, intent)
        case Deploy():
            return attach_deployment_ruling(context, intent)
        case PlaceEquipment():
            return attach_equipment_ruling(context, intent)
        case _:
            return intent


def follow_up_intent(intent: Intent, facts: TableFacts, new_id: Callable[[str], str]) -> Intent | None:
    """Return the intent that follows an accepted one; None if there is none.

    It is part of an undo, passes a turn in which no operative may react, or is because of a mine. `facts` are those
    after the intent.
    """
    if isinstance(intent, Undo | Redo):
        return accompanying_undo(intent, facts.timeline, new_id)
    if (player := _may_only_pass(facts)) is not None:
        return PassTurn(id=new_id("pass"), by=CAMERA, player=player)
    return _sprung_mine(intent, facts, new_id)


def _sprung_mine(intent: Intent, facts: TableFacts, new_id: Callable[[str], str]) -> Intent | None:
    """Return the intent for a mine that an accepted intent sets off; None if none goes off.

    If that is too close to call, one proposal is made for the change that brought it about; for a move, its player has
    decided that already.
    """
    past, edition = facts.timeline.past, facts.edition_here
    if (
        SpringMine not in facts.flow.handlers
        or past is None
        or past.intent.id != intent.id
        or isinstance(intent, SetUp | SpringMine)
    ):
        return None
    state = facts.state
    lying = {key for key, one in state.markers.items() if one.kind in edition.set_up.markers and one.place is not None}
    asked = facts.context() if lying and not (state.ended or state.sequence is not None or state.tests) else None
    found = None if asked is None else edition.movement.trigger_set_off(edition, asked.position)
    if found is None or found.marker not in lying:
        return None
    sprung = SpringMine(id=new_id("spring"), by=CAMERA, marker=found.marker, operative=found.operative)
    match state.policies.threshold.call(found.p):
        case Verdict.YES:
            return sprung
        case Verdict.TOO_CLOSE if _brought_about(past, found):
            return _asked(sprung, new_id("mine"))
    return None


def _may_only_pass(facts: TableFacts) -> str | None:
    """Return the player who is asked for a reaction that the rules allow none of its operatives where they stand."""
    if not any(one.topic is Topic.REACTION for one in facts.asked):
        return None
    reacting = (one for one in facts.open_prompts if one.topic is Topic.REACTION)
    return next((one.owner for one in reacting if [choice.key for choice in one.choices] == [PASSING]), None)


def _brought_about(past: TimelineStep, found: TriggerSetOff) -> bool:
    """Return whether a change other than a seen move affects the mine: a declared place, a set-up, an opening."""
    before, after = past.before, past.after
    acted = any(isinstance(each, ActionPerformed) for each in past.events)
    return (
        (not acted and before.operatives[found.operative].place != after.operatives[found.operative].place)
        or before.markers.get(found.marker) != after.markers[found.marker]
        or before.openings != after.openings
    )


def _asked(sprung: SpringMine, id_: str) -> Propose:
    mine, operative = sprung.marker, sprung.operative
    question = Message.of("games-mine", mine=mine, operative=operative)
    return Propose(
        id=id_,
        by=CAMERA,
        owner=ANY,
        question=str(question),
        readings=(ProposedReading.of(Message.of("games-mine-goes-off", mine=mine), sprung),),
        message=question,
    )
