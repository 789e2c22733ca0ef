"""Equipment that acts, 2024: smoke grenades leave a marker, an ammo cache serves once (rules J24-02, J24-11)."""

from __future__ import annotations

from dataclasses import dataclass

from referee.rules.edition import ActionSpec
from referee.rules.game.happenings import Happening, flow, markers
from referee.rules.game.intents import Act
from referee.rules.game.law import test
from referee.rules.game.laws.acting import ActionHook
from referee.rules.game.state import GameState, MarkerState
from referee.rules.ruling import Finding

MARKER_DIAMETER = 20 / 25.4
SMOKE = "smoke"
AMMO_CACHE = "ammo cache"


@dataclass(frozen=True, slots=True)
class SmokeGrenades(ActionHook):
    """The action sets up a smoke marker under a new name; the judge says whether it may lie there (rule J24-11)."""

    def findings(self, state: GameState, act: Act, spec: ActionSpec) -> tuple[Finding, ...]:
        """Return whether the marker has a name of its own and a place."""
        if spec.name != "Smoke Grenade":
            return ()
        new = act.marker is not None and act.marker not in state.markers
        return (
            test(spec.rule, new, f"the smoke needs a marker of its own, not {act.marker!r}"),
            test(spec.rule, act.marker_to is not None, "say where the smoke lies"),
        )

    def after(self, state: GameState, act: Act, spec: ActionSpec) -> tuple[Happening, ...]:
        """Return the smoke set up."""
        if spec.name != "Smoke Grenade" or act.marker is None:
            return ()
        owner = state.operative(act.operative).player
        smoke = MarkerState(act.marker, SMOKE, MARKER_DIAMETER, act.marker_to, owner=owner)
        return (markers.MarkerSetUp(marker=smoke),)


@dataclass(frozen=True, slots=True)
class AmmoCaches(ActionHook):
    """One's own cache, once a turning point (rule J24-02). The judge says whether the operative controls it."""

    def findings(self, state: GameState, act: Act, spec: ActionSpec) -> tuple[Finding, ...]:
        """Return whether the marker is a cache of that player, not used yet in this turning point."""
        if spec.name != "Ammo Resupply":
            return ()
        marker = state.markers.get(act.marker or "")
        player = state.operative(act.operative).player
        own = marker is not None and marker.kind == AMMO_CACHE and marker.owner == player
        used = _use(act) in state.side(player).used
        return (
            test(spec.rule, own, f"{act.marker!r} is no ammo cache of {player}"),
            test(spec.rule, not used, f"{act.marker} was used in this turning point"),
        )

    def after(self, state: GameState, act: Act, spec: ActionSpec) -> tuple[Happening, ...]:
        """Return the cache used for this turning point."""
        if spec.name != "Ammo Resupply":
            return ()
        return (flow.PloyUsed(player=state.operative(act.operative).player, name=_use(act)),)


def _use(act: Act) -> str:
    return f"{AMMO_CACHE} {act.marker}".casefold()
