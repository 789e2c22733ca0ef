"""Pack files: schema, ploys, actions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from referee.editions.registry import EditionName, edition_of, ruleset_of
from referee.game.card import MOST_CP, MOST_NAME, PloyCard, PloyTime
from referee.game.pack_action import PackAction, PackDice, PackEffect, PackLimit, PackMove, PackTarget, Until
from referee.rules.errors import MalformedError
from referee.rules.ports.actions import lineage
from referee.rules.ports.edition import ActionSpec


class PloyRecord(BaseModel):
    """One ploy: `when` it is used ("strategy", "firefight", or "any"), and its price in command points."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: Annotated[str, Field(strict=True, min_length=1, max_length=MOST_NAME)]
    when: PloyTime = PloyTime.ANY
    cp: Annotated[int, Field(strict=True, ge=0, le=MOST_CP)] = 1
    text: str = ""

    def card(self) -> PloyCard:
        """Convert to the game's form."""
        return PloyCard(self.name, self.when, self.cp, self.text)


def ploy_document(card: PloyCard) -> dict[str, Any]:
    """Convert a ploy to the form of a file."""
    return {"name": card.name, "when": str(card.when), "cp": card.cost, "text": card.text}


Title = Annotated[str, Field(strict=True, min_length=1, max_length=60)]
Inches = Annotated[float, Field(gt=0, le=60, allow_inf_nan=False)]
Amount = Annotated[int, Field(strict=True, ge=-99, le=99)]


class _Record(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class TargetRecord(_Record):
    """At whom an action is done; inches."""

    who: Literal["enemy", "friend", "anybody"] = "enemy"
    within: Inches | None = None
    visible: bool = True
    support: bool = False
    keywords: tuple[Title, ...] = ()


class LimitRecord(_Record):
    """How often an action is performed."""

    uses: Annotated[int, Field(strict=True, ge=1, le=20)] = 1
    per: Literal["turning point", "battle"] = "battle"
    by: Literal["operative", "player"] = "player"


class MoveRecord(_Record):
    """How far an action carries, inches."""

    extra: Annotated[float, Field(ge=-30, le=30, allow_inf_nan=False)] = 0.0
    fixed: Inches | None = None


class DiceRecord(_Record):
    """The dice that an action asks for."""

    dice: Annotated[int, Field(strict=True, ge=1, le=10)] = 1
    on: Annotated[int, Field(strict=True, ge=1, le=60)] = 1
    each: bool = False


class EffectRecord(_Record):
    """One thing that an action does."""

    what: Literal["damage", "heal", "stat", "vp", "cp", "ready", "expend"]
    whom: Literal["self", "target", "near"] = "target"
    amount: Amount = 0
    roll: Literal["", "d6", "d3"] = ""
    stat: Literal["", "apl", "move", "hit", "save"] = ""
    until: Until = Until.TURNING_POINT
    op: Annotated[str, Field(max_length=40)] = ""
    always: bool = False


class ActionRecord(_Record):
    """One action: its price, what it counts as, its conditions, its dice and its effects.

    Where `conceal` and `engaged` are not said they are those of the action that it counts as (rules D24-*, D21-*).
    """

    name: Title
    ap: Annotated[int, Field(strict=True, ge=0, le=9)] = 1
    treated_as: Title | None = None
    bars: tuple[Title, ...] = ()
    conceal: bool | None = None
    engaged: bool | Literal["either"] | None = None
    repeatable: bool = False
    operatives: tuple[Title, ...] = ()
    keywords: tuple[Title, ...] = ()
    text: Annotated[str, Field(max_length=600)] = ""
    target: TargetRecord | None = None
    near: Inches = 1.0
    controls: Annotated[str, Field(max_length=30)] = ""
    lays: Annotated[str, Field(max_length=30)] = ""
    limit: LimitRecord | None = None
    move: MoveRecord | None = None
    weapon_rules: tuple[Title, ...] = ()
    dice: DiceRecord | None = None
    effects: tuple[EffectRecord, ...] = ()


class PackPloyRecord(PloyRecord):
    """A ploy of a pack: every player's, or of those who have an operative with all of the `keywords`."""

    keywords: tuple[Title, ...] = ()


class TacOpRecord(_Record):
    """A tac op of a pack: what it is called, and what it asks."""

    name: Title
    text: Annotated[str, Field(max_length=2000)] = ""


class PackFile(_Record):
    """A pack file; lengths are inches."""

    version: Literal[1]
    name: Title
    about: str = ""
    edition: EditionName = "2024"
    equipment: tuple[Title, ...] = ()
    actions: tuple[ActionRecord, ...] = ()
    ploys: tuple[PackPloyRecord, ...] = ()
    tac_ops: tuple[TacOpRecord, ...] = ()

    def pack_actions(self) -> tuple[PackAction, ...]:
        """Return its actions; raises `MalformedError` for one that the edition does not permit."""
        return actions_of(self.actions, self.edition)


def actions_of(records: tuple[ActionRecord, ...], edition: EditionName) -> tuple[PackAction, ...]:
    """Return the actions that a pack or a mission adds to an edition; raises `MalformedError` for invalid ones."""
    rules = edition_of(edition)
    names = [one.name for one in records]
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise MalformedError("pack-action-twice", action=twice[0])
    zones = (zone(rules).actions for zone in rules.killzones.values())
    own = {**{name: spec for actions in zones for name, spec in actions.items()}, **rules.actions}
    for one in records:
        if one.name in own:
            raise MalformedError("pack-action-taken", action=one.name)
        for other in (*one.bars, *((one.treated_as,) if one.treated_as else ())):
            if other not in own and other not in names:
                known = sorted({*own, *names})
                raise MalformedError("pack-action-unknown", action=one.name, found=other, known=known)
        if one.move is not None and one.treated_as not in rules.movement.names:
            moves, found = rules.movement.names, one.treated_as or ""
            raise MalformedError("pack-action-no-move", action=one.name, found=found, known=moves)
        aims = [name for name in ("target", "controls", "lays") if getattr(one, name)]
        if aims and one.treated_as in rules.movement.names:
            raise MalformedError("pack-move-names-nothing", action=one.name, field=aims[0])
        if aims not in ([], ["target"]) and one.treated_as in ruleset_of(edition).flow.dice_actions.kinds:
            raise MalformedError("pack-attack-names-target", action=one.name, field=aims[0])
    packs = {one.name: one for one in records}
    return tuple(_action(one, edition, _bars(one, packs, own)) for one in records)


def _bars(
    one: ActionRecord, packs: Mapping[str, ActionRecord], own: Mapping[str, ActionSpec]
) -> tuple[bool, bool | None]:
    """Return whether it is permitted with a Conceal order, and its condition on enemies, by what it counts as."""
    rows = tuple(lineage(one, packs))
    like = own.get(rows[-1].treated_as or "")
    conceal = next((row.conceal for row in rows if row.conceal is not None), like is None or like.conceal)
    engaged = next((row.engaged for row in rows if row.engaged is not None), None if like is None else like.engaged)
    return conceal, None if engaged == "either" else engaged


def _action(one: ActionRecord, edition: EditionName, bars: tuple[bool, bool | None]) -> PackAction:
    return PackAction(
        name=one.name,
        cost_ap=one.ap,
        treated_as=one.treated_as,
        bars=one.bars,
        conceal=bars[0],
        engaged=bars[1],
        repeatable=one.repeatable,
        operatives=one.operatives,
        text=one.text,
        keywords=one.keywords,
        target=PackTarget(**dict(one.target)) if one.target is not None else None,
        controls=one.controls,
        lays=one.lays,
        limit=PackLimit(**dict(one.limit)) if one.limit is not None else None,
        move=PackMove(**dict(one.move)) if one.move is not None else None,
        weapon_rules=edition_of(edition).read_rules(one.weapon_rules),
        dice=PackDice(**dict(one.dice)) if one.dice is not None else None,
        effects=tuple(PackEffect(**dict(effect)) for effect in one.effects),
        near=one.near,
    )
