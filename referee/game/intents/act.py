"""The intent to perform an action: the player's input, the evidence of rulings, and results rolled at the table.

In code these are three separate records; in a journal their fields are side by side, in one fixed order.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar

from pydantic import Field, FiniteFloat

from referee.game.board_place import BoardPlace
from referee.game.intents.base import (
    INTENTS,
    Dice,
    Intent,
    Items,
    RequestedPoint,
    RequestedRules,
    request_fields,
)
from referee.game.record import Record
from referee.game.recorded_ruling import RecordedRuling
from referee.rules.errors import MalformedError
from referee.rules.weapon import RuleUse


class Damage(Record):
    """Damage that was rolled at the table and is declared: on whom, how much."""

    operative: str
    amount: Annotated[int, Field(ge=0, le=200)]


class Evidence(Record):
    """Facts of an action that only geometry knows, from its rulings.

    `rulings` permit it; `engaged`: an enemy was in its control range (engagement range) before; `noticed` are the
    guards in whose control range it ends, `perhaps_noticed` those for which that is uncertain. `springs` are the mines
    set off on the way, `sprung_at` its position at each of them (x, y, z in inches). `near` are the operatives within
    an inch of the target, for grenades (J24-13); `stands` is the previous state of a hatch; `jump_from` is the position
    where a mover stays that fails its jump (I21-03), x, y and z in inches; `then` is the action that continues a climb
    begun by this one (I21-04), and is performed with it. `under_way`: a move is paused before or after this and goes on
    (I24-14), so nobody interrupts yet. `facts` are the facts of a shot or a fight for the dice.
    """

    rulings: tuple[RecordedRuling, ...] = ()
    engaged: bool | None = None
    noticed: tuple[str, ...] = ()
    perhaps_noticed: tuple[str, ...] | None = None
    springs: tuple[str, ...] = ()
    sprung_at: tuple[tuple[FiniteFloat, ...], ...] | None = None
    near: tuple[str, ...] | None = None
    stands: str | None = None
    jump_from: tuple[FiniteFloat, ...] | None = None
    then: str | None = None
    under_way: bool | None = None
    facts: dict[str, Any] = Field(default_factory=dict)


class DeclaredResults(Record):
    """Results rolled at the table: `results` are the damage, `stunned` the operatives that lose 1 APL.

    `rerolls` are the players who spent a point on a Command Re-roll, one entry for each; `attack_dice`, `defence_dice`
    and `notes` ("cover", "obscured") are for the record only.
    """

    results: tuple[Damage, ...] = ()
    stunned: tuple[str, ...] = ()
    rerolls: tuple[str, ...] = ()
    attack_dice: Dice = ()
    defence_dice: Dice = ()
    notes: tuple[str, ...] = ()


NOTHING_FOUND, NOTHING_DECLARED = Evidence(), DeclaredResults()
"""Shared defaults of most actions: immutable, so that pydantic does not copy a default for each."""


@INTENTS.word("act")
class Act(Intent):
    """Perform an action with the active operative.

    A move has `to`, its `path` and the `charged` inches. `weapon` is one of its card; `weapon_rules` are those that the
    situation adds. `free` costs nothing because of a rule; `cost_changes` are added to the price (rule C24-05). `thing`
    is the hatch that it operates; `goes_on` continues the move that was paused for that. With `dice` the dice are
    opened with the facts of the evidence; without it the results rolled at the table are `declared`.
    """

    request = request_fields(
        "operative",
        "action",
        "target",
        "weapon",
        "marker",
        "thing",
        "dice",
        "free",
        "goes_on",
        cost_changes=Items(10),
        marker_to=RequestedPoint,
        weapon_rules=RequestedRules,
        results=Items(20),
        stunned=Items(20),
        rerolls=Items(4),
    )

    PARTS: ClassVar[Mapping[str, type[Record]]] = {"evidence": Evidence, "declared": DeclaredResults}

    operative: str
    action: str
    free: Annotated[bool, Field(description="a rule lets it cost nothing; it counts as performed (C24-12)")] = False
    cost_changes: Annotated[
        tuple[int, ...], Field(description="added to its price in AP (C24-05); the price is 0 at least")
    ] = ()
    to: BoardPlace | None = None
    path: tuple[tuple[FiniteFloat, FiniteFloat, FiniteFloat], ...] = ()
    charged: FiniteFloat | None = None
    target: str | None = None
    weapon: str | None = None
    weapon_rules: tuple[RuleUse, ...] = ()
    marker: str | None = None
    marker_to: BoardPlace | None = None
    thing: Annotated[str | None, Field(description="the hatch or door that it operates")] = None
    goes_on: Annotated[bool, Field(description="the rest of the move that was paused for this (I24-14)")] = False
    dice: Annotated[
        bool, Field(description="the table asks for each roll; without it what was rolled is declared in `results`")
    ] = False
    evidence: Evidence = Field(default_factory=lambda: NOTHING_FOUND)
    declared: DeclaredResults = Field(default_factory=lambda: NOTHING_DECLARED)

    @classmethod
    def nested(cls, fields: Mapping[str, Any]) -> dict[str, Any]:
        """Move the fields of the evidence and of the declared results into their parts.

        Raises `MalformedError` for names that no journal has: those of the parts, and of entries in the facts.
        """
        for name in sorted(fields.keys() & {*cls.PARTS, *IN_FACTS}):
            raise MalformedError("intent-field-unknown", intent=cls.kind, field=name, found=str(fields[name]))
        flat = {**fields, **_lifted(fields[FACTS])} if isinstance(fields.get(FACTS), Mapping) else dict(fields)
        for part, form in cls.PARTS.items():
            inner = {name: flat.pop(name) for name in form.model_fields if name in flat}
            if inner:
                flat[part] = inner
        return flat

    @classmethod
    def written_fields(cls) -> tuple[str, ...]:
        """Return the names of its fields in a journal, including those of its parts."""
        return ("id", *WRITTEN)

    def with_found(self, **found: Any) -> Act:
        """Return the action with these fields of its evidence."""
        return self.model_copy(update={"evidence": self.evidence.model_copy(update=found)})

    def to_data(self) -> dict[str, Any]:
        """Convert the action to plain JSON values, its parts side by side, in the journal's order."""
        data = super().to_data()
        flat = {**data, **data["evidence"], **data["declared"]}
        found = {name: flat[name] for name in IN_FACTS if flat[name] is not None}
        flat[FACTS] = {**found, **flat[FACTS]}
        return {name: flat[name] for name in WRITTEN if name in flat}


FACTS = "facts"
"""Field of a journal that holds the facts of the dice, together with those of `IN_FACTS`."""

IN_FACTS = ("perhaps_noticed", "sprung_at", "near", "stands", "jump_from", "then", "under_way")

WRITTEN = (
    "by",
    "agreed",
    "operative",
    "action",
    "free",
    "cost_changes",
    "to",
    "path",
    "charged",
    "target",
    "weapon",
    "weapon_rules",
    "marker",
    "marker_to",
    "engaged",
    "noticed",
    "springs",
    "thing",
    "goes_on",
    "rulings",
    "dice",
    "facts",
    "results",
    "stunned",
    "rerolls",
    "attack_dice",
    "defence_dice",
    "notes",
)
"""Fields of an action in a journal, in order; `agreed` only if somebody was asked."""


def _lifted(facts: Mapping[str, Any]) -> dict[str, Any]:
    """Return the entries of a journal's facts as fields of the evidence, with lists as tuples."""
    found = {name: facts[name] for name in IN_FACTS if facts.get(name) is not None}
    found = {name: tuple(value) if isinstance(value, list) else value for name, value in found.items()}
    return {**found, FACTS: {name: value for name, value in facts.items() if name not in IN_FACTS}}
