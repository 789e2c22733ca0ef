"""What refuses a change of a set-up: whose team it is, and the line in which a page says why."""

from __future__ import annotations

from calibration.errors import CalibrationError
from overlook.setup.box import BoxPort
from overlook.setup.draft import SEATS, Draft
from overlook.setup.errors import SetupRefusedError
from referee.rules.errors import RefereeError
from web.contract.setup import actions

REFUSALS = (SetupRefusedError, RefereeError, CalibrationError)


def allowed(draft: Draft, action: actions.SetupAction, player: str) -> None:
    """Raise `SetupRefusedError` where a player's phone changes another's team or one of its models."""
    model = draft.owner(getattr(action, "operative", ""))
    whose = getattr(action, "player", player) if model is None else model[0].player
    if player not in ("any", whose):
        raise SetupRefusedError(f"this phone is {player}'s: it does not change {whose}'s team")


def own_models_alone(action: actions.Put | actions.TakeOff, box: BoxPort, player: str) -> None:
    """Raise `SetupRefusedError` where a player's phone moves in a game what is not one of its models."""
    thing = next((one for one in box.things if one.id == action.thing), None)
    if thing is None:
        return
    if thing.model is None:
        raise SetupRefusedError(f"a game is on: {thing.name} is moved on the table's screen")
    whose = thing.model.player
    if whose != player:
        raise SetupRefusedError(f"{thing.name} is {SEATS.get(whose, whose)}'s: this phone moves its own models")


def line_of(refusal: Exception, source: str) -> str:
    """Return a refusal as the one line that a page shows; the name of the file that was brought stays as it is."""
    text, file = " ".join(str(refusal).split()).rstrip("."), " ".join(source.split())
    named = bool(file) and text.startswith(file)
    return f"{text}." if named else f"{text[:1].upper()}{text[1:]}."
