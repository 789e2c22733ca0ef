"""What happened in a game, in plain sentences."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from overlook.table.step_words import called, marker_names
from referee.game.dice.dice_text import thrown_said
from referee.game.engine.timeline import Step
from referee.game.events import Event, activations, battle, decisions, pieces
from referee.game.handlers.handler import spaced
from referee.game.intents import INTENTS, Act, Answer
from referee.game.judging.position import position_of
from referee.game.state import GameState
from referee.rules.errors import RefereeError
from referee.rules.findings import in_inches
from referee.rules.ports.edition import Edition

HISSING = ("s", "sh", "ch", "x", "z")
VERBS = frozenset(
    {
        *("charge", "climb", "dash", "fall", "fight", "guard", "jump", "move", "operate", "overwatch", "pick", "place"),
        *("reposition", "shoot"),
    }
)
"""The actions that are called by a verb, by their first word."""


def does(action: str) -> str:
    """Return an action as what somebody does: "Fall Back" is "falls back", "Normal Move" "performs normal move"."""
    first, _, rest = action.lower().partition(" ")
    if first not in VERBS:
        return f"performs {action.lower()}"
    verb = f"{first}es" if first.endswith(HISSING) else f"{first}s"
    return f"{verb} {rest}".strip()


def told(step: Step, edition: Edition) -> tuple[str, ...]:
    """Return what one step of a game brought about, a sentence for each thing; most events need none.

    Markers of which the table made up the id are called what people call them: "the smoke", "Red's comms device".
    """
    act, names = act_of(step), marker_names(step.before) | marker_names(step.after)
    return tuple(called(sentence, names) for sentence in _sentences(step, act, edition))


def _sentences(step: Step, act: Act | None, edition: Edition) -> Iterator[str]:
    state = step.before
    if isinstance(step.intent, Answer) and step.intent.thrown:
        yield f"{' '.join(map(str, step.intent.dice))} is entered, {thrown_said(step.intent.thrown)}"
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
    """Yield what everybody takes once all have chosen: it is revealed together (A24-04)."""
    if not after.sides.keys() <= after.chosen:
        yield f"{event.player} has chosen its equipment"
        return
    for player, side in after.sides.items():
        yield f"{player} takes {', '.join(side.equipment) or 'no equipment'}"


def act_of(step: Step) -> Act | None:
    """Return the action that a step performed: itself, or what was proposed and taken."""
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


def _action(done: activations.ActionPerformed, act: Act | None, step: Step, edition: Edition) -> str:
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
    """Return how far the move might have gone, where that can be said: no further than a reaction goes."""
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
"""The sentence of each event that people are told of."""
