"""What can be done now: every action with its price, whether it is possible, and why not."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Any

from pydantic import Field

from referee.rules.ruling import Verdict
from web.contract.prose import Prose, prose_of
from web.contract.sheltered import sheltered
from web.contract.views import Name, View


class Needs(StrEnum):
    """What an action still asks for: nothing, a target, a marker, a hatch, or a model moved by hand for the camera."""

    NOTHING = "nothing"
    TARGET = "target"
    MARKER = "marker"
    MOVE = "move"
    PLACE = "place"
    THING = "hatch"


class ChoiceView(View):
    """One way to perform an action: with which weapon, at whom, with which marker, or on which hatch (`thing`).

    `why` says in one sentence what forbids it, or how it comes to be allowed. `odds` says in words what may come of
    it; `chance` is that of the target's end, the bar to draw beside it. `facts` has cover, obscured, odds in one line.
    """

    weapon: str = ""
    target: str = ""
    marker: str = ""
    thing: str = ""
    label: Name
    possible: bool
    verdict: Verdict
    why: str = ""
    cover: Verdict = Verdict.NO
    obscured: Verdict = Verdict.NO
    odds: str = ""
    chance: Annotated[float, Field(ge=0, le=1)] | None = None
    facts: str = Field(default_factory=sheltered)
    why_prose: Prose = Field(default_factory=lambda known: prose_of(known["why"]))


class OfferView(View):
    """One action of the active operative: its price in AP, whether it can be done, why not.

    With `dice` the table asks for each roll; one that `declares` is rolled by hand, with the wounds lost said at once.
    `text` is what a pack says that its action does.
    """

    action: Name
    cost: Annotated[int, Field(ge=0)]
    possible: bool
    why: str = ""
    needs: Needs = Needs.NOTHING
    dice: bool = False
    declares: bool = False
    text: str = ""
    choices: tuple[ChoiceView, ...] = ()


def _moves(known: dict[str, Any]) -> bool:
    return any(one.possible and one.needs is Needs.MOVE for one in known["actions"])


class OffersView(View):
    """What the active operative could do; `of` is the number of the event that it is right for.

    `moves` is whether it may still move.
    """

    operative: Name
    player: Name
    of: Annotated[int, Field(ge=0)]
    actions: tuple[OfferView, ...] = ()
    moves: bool = Field(default_factory=_moves)


class MenuView(View):
    """What the panel's buttons would do: `marked` is taken by Confirm, Next goes on to the one after it.

    `question` is what is asked; `at` and `of` say which of how many is marked, 0 for none yet. `entered` are the dice
    entered so far, `picked` the options that Confirm takes together.
    """

    question: Name
    marked: Name
    prompt: str = ""
    choice: str = ""
    at: Annotated[int, Field(ge=0)]
    of: Annotated[int, Field(ge=1)]
    entered: tuple[int, ...] = ()
    picked: tuple[Name, ...] = ()
