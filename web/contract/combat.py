"""A shot or a fight as every surface shows it: who against whom, the dice as they lie, and what came of it."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from referee.game.dice.dice_actions import CountsAs
from web.contract.views import Name, View

Face = Annotated[int, Field(ge=1, le=6)]
Wounds = Annotated[int, Field(ge=0)]


COUNTS: dict[CountsAs, str] = {"crit": "critical", "success": "success", "fail": "fail"}


def _said(die: dict[str, Any]) -> str:
    counts = COUNTS[die["counts_as"]]
    facts = (
        counts if die["face"] is None else f"{die['face']}, {counts}",
        "kept without rolling" if die["kept"] else "",
        f"was {die['was']}" if die["was"] else "",
        "raised by a rule" if die["raised"] else "",
        ("stopped" if die["spent"] else "would be stopped") if die["met"] else "",
    )
    return ", ".join(filter(None, facts))


class CombatDieView(View):
    """One die. `face` is null where it was not rolled (`kept`) or only counted.

    `was` is what it showed before it was re-rolled, `raised` whether a rule made it count as more than it shows. `met`
    are the dice of the other side, by their place in its row, that stop this one (or are proposed to), `spent` whether
    it has been used or stopped. `says` is all of this in words, for who does not see it.
    """

    face: Face | None = None
    counts_as: CountsAs
    was: Face | None = None
    kept: bool = False
    raised: bool = False
    met: tuple[int, ...] = ()
    spent: bool = False
    says: str = Field(default_factory=_said)


class CombatReasonView(View):
    """Why a side rolls what it rolls and not what its card prints, in words, by which rule; "" where none has an id."""

    says: Name
    rule: str = ""


def _line(one: dict[str, Any]) -> str:
    return " · ".join(filter(None, (one["weapon"], one["numbers"], *one["rules"], *one["shelter"])))


def _left(one: dict[str, Any]) -> str:
    before, now = one["before"], one["wounds"]
    return f"{now} of {one['start_wounds']}" if before == now else f"{before} → {now}"


class CombatSideView(View):
    """One side: the operative, what it uses, its dice. `numbers` are those of its dice in words, `reasons` why.

    `shelter` is what makes it harder to hit, `line` what it uses, its numbers, rules and shelter in one.
    `due` dice are to be rolled now. `before` are its wounds when it began, `wounds` what is left, `left` both in words.
    """

    operative: Name
    player: Name
    name: Name
    weapon: str = ""
    numbers: str = ""
    rules: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    reasons: tuple[CombatReasonView, ...] = ()
    before: Wounds
    wounds: Wounds
    start_wounds: Annotated[int, Field(ge=1)]
    shelter: tuple[str, ...] = ()
    due: Annotated[int, Field(ge=0)] = 0
    line: str = Field(default_factory=_line)
    left: str = Field(default_factory=_left)
    dice: tuple[CombatDieView, ...] = ()


class CombatOptionView(View):
    """What one choice of the open question does, in words; `key` is that of the choice."""

    key: Name
    does: Name


class CombatResultView(View):
    """What came of it for one operative, in a sentence; `down` when it is incapacitated."""

    operative: Name
    player: Name
    sentence: Name
    down: bool = False


class CombatView(View):
    """A shot or a fight that is being resolved, or the last one until the next thing is done (`over`).

    `number` counts them over the game. `shelter` says why the target is harder to hit, `blows` what was done with each
    die of a fight, in order. `proposed` when what meets what is the proposal of an open question. `odds` are what the
    dice promised against the target before any was rolled, `came` what came of it beside them, once it is over.
    """

    number: Annotated[int, Field(ge=1)]
    kind: Literal["shoot", "fight"]
    action: Name
    attacker: CombatSideView
    target: CombatSideView
    shelter: tuple[str, ...] = ()
    blows: tuple[str, ...] = ()
    proposed: bool = False
    options: tuple[CombatOptionView, ...] = ()
    over: bool = False
    odds: str = ""
    came: str = ""
    results: tuple[CombatResultView, ...] = ()
