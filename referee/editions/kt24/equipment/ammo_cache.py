"""Ammo cache: a marker and Ammo Resupply, once per turning point (J24-01, J24-02)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from messages.message import Message
from referee.editions.kt24.equipment.item import EquipmentItem, FootprintRules
from referee.editions.kt24.options import RESUPPLY as RESUPPLY_READ
from referee.game.events import Event, battle, pieces
from referee.game.handlers.act_handler import ActionHook
from referee.game.handlers.handler import condition
from referee.game.intents import Act
from referee.game.pack_action import Until
from referee.game.state import GameState
from referee.rules.judgement import Attempt
from referee.rules.ports.actions import controls_marker
from referee.rules.ports.edition import ActionSpec, Edition, note
from referee.rules.position import Position
from referee.rules.ruling import Fact, Finding

CACHE = "ammo cache"
RESUPPLIED = "ammo resupply"


def controls_cache(edition: Edition, position: Position, attempt: Attempt) -> Iterable[Finding]:
    """Yield whether the operative controls the ammo cache that it names, and how often its die serves (J24-02)."""
    if attempt.target is not None:
        yield controls_marker(edition, position, "J24-02", attempt.by, attempt.target)
    if RESUPPLY_READ in edition.options:
        read_as = note(RESUPPLY_READ, edition.reads(RESUPPLY_READ))
        yield Fact.declared("J24-02", True, Message.of("item-resupply-as-read", reading=read_as))


RESUPPLY = ActionSpec("Ammo Resupply", "J24-02", 0, engaged=False, conditions=(controls_cache,))


def _use(act: Act) -> str:
    return f"{CACHE} {act.marker}".casefold()


@dataclass(frozen=True, slots=True)
class AmmoCaches(ActionHook):
    """One's own cache, once a turning point (rule J24-02). The judge says whether the operative controls it."""

    actions: ClassVar[frozenset[str]] = frozenset({RESUPPLY.name})

    def findings(self, state: GameState, act: Act, spec: ActionSpec) -> tuple[Finding, ...]:
        """Return whether the marker is a cache of that player, not used yet in this turning point."""
        marker = state.markers.get(act.marker or "")
        player = state.operative(act.operative).player
        own = marker is not None and marker.kind == CACHE and marker.owner == player
        used = _use(act) in state.side(player).used
        return (
            condition(
                spec.rule,
                own,
                Message.of("item-not-own-cache", marker=act.marker, player=player)
                if act.marker
                else Message.of("item-cache-missing", action=spec.name),
            ),
            condition(spec.rule, not used, Message.of("item-cache-used", marker=act.marker or "")),
        )

    def after(self, state: GameState, act: Act, spec: ActionSpec) -> tuple[Event, ...]:
        """Return the cache used for this turning point, and a re-roll of one attack die in each of its shots."""
        return (
            battle.PloyUsed(player=state.operative(act.operative).player, name=_use(act)),
            pieces.StatChanged(operative=act.operative, stat=RESUPPLIED, by=1, until=Until.TURNING_POINT, why="J24-02"),
        )


AMMO_CACHE = EquipmentItem(
    CACHE,
    "J24-01",
    Message.of("item-about-ammo-cache"),
    kinds=frozenset({CACHE}),
    footprint=FootprintRules(),
    actions=(RESUPPLY,),
    hooks=(AmmoCaches(),),
)
