"""What refuses a change of a set-up: whose team it is, and the line in which a page says why."""

from __future__ import annotations

from calibration.errors import CalibrationError
from overlook.setup.draft import Draft
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


def line_of(refusal: Exception, source: str) -> str:
    """Return a refusal as the one line that a page shows; the name of the file that was brought stays as it is."""
    text, file = " ".join(str(refusal).split()).rstrip("."), " ".join(source.split())
    named = bool(file) and text.startswith(file)
    return f"{text}." if named else f"{text[:1].upper()}{text[1:]}."
