"""Equipment that acts, 2024: smoke, stun grenades, ammo caches and mines (rules J24-02, J24-07, J24-11, J24-13)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from referee.editions.kt24.areas import MINE_DAMAGE, MINES, STUN_ON
from referee.editions.kt24.flow_strategy import d3
from referee.editions.kt24.smoke import MARKER_DIAMETER, SMOKE
from referee.game.board_place import BoardPlace
from referee.game.events import Event, calls, flow, markers, operatives
from referee.game.handlers.acting import ActionHook
from referee.game.handlers.laying import laying_findings
from referee.game.intent_handler import TestOutcome, condition
from referee.game.intents import Act, SpringMine
from referee.game.state import GameState, MarkerState, OpenTest, Until
from referee.rules.edition import ActionSpec
from referee.rules.ruling import Finding

AMMO_CACHE = "ammo cache"
RESUPPLIED = "ammo resupply"
MINE = "mine"
STUN = "stun"


@dataclass(frozen=True, slots=True)
class SmokeGrenades(ActionHook):
    """The action sets up a smoke marker under a new name; the judge says whether it may lie there (rule J24-11)."""

    def findings(self, state: GameState, act: Act, spec: ActionSpec) -> tuple[Finding, ...]:
        """Return whether the marker has a name of its own and a place."""
        if spec.name != "Smoke Grenade":
            return ()
        return laying_findings(state, act, spec.rule, what="smoke")

    def after(self, state: GameState, act: Act, spec: ActionSpec) -> tuple[Event, ...]:
        """Return the smoke set up."""
        if spec.name != "Smoke Grenade" or act.marker is None:
            return ()
        owner = state.operative(act.operative).player
        smoke = MarkerState(act.marker, SMOKE, MARKER_DIAMETER, act.marker_to, owner=owner)
        return (markers.MarkerSetUp(marker=smoke),)


@dataclass(frozen=True, slots=True)
class StunGrenades(ActionHook):
    """Whoever stands near the target tests: one D6, and on 3+ its APL is worse by 1 (rule J24-13).

    `Evidence.near` lists whom the judge finds within an inch of the target, itself among them. Without it the
    results are declared in `DeclaredResults.stunned`.
    """

    def findings(self, state: GameState, act: Act, spec: ActionSpec) -> tuple[Finding, ...]:
        """Return whether an enemy is named, and all who test are there."""
        if spec.name != "Stun Grenade":
            return ()
        target = state.operatives.get(act.target or "")
        enemy = target is not None and target.player != state.operative(act.operative).player
        strangers = sorted(str(key) for key in _tested(act) if key not in state.operatives)
        return (
            condition(
                spec.rule,
                enemy,
                f"{act.target} is no enemy operative" if act.target else f"{spec.name}: say at which enemy",
            ),
            condition(spec.rule, not strangers, f"no operatives {strangers} to test"),
        )

    def after(self, state: GameState, act: Act, spec: ActionSpec) -> tuple[Event, ...]:
        """Return a test for each of them."""
        if spec.name != "Stun Grenade":
            return ()
        thrower = state.operative(act.operative).player
        where = f"{state.turning_point}:{state.activations}:{act.operative}"
        return tuple(
            calls.RollCalled(
                test=OpenTest(f"{STUN}:{where}:{key}", STUN, key, thrower, f"Stun test for {key}: one D6, 3+ stuns")
            )
            for key in _tested(act)
        )


def _tested(act: Act) -> tuple[str, ...]:
    return act.evidence.near or ()


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
            condition(
                spec.rule, own, f"{act.marker} is no ammo cache of {player}" if act.marker else "no ammo cache is named"
            ),
            condition(spec.rule, not used, f"{act.marker} was used in this turning point"),
        )

    def after(self, state: GameState, act: Act, spec: ActionSpec) -> tuple[Event, ...]:
        """Return the cache used for this turning point, and a re-roll of one attack die in each of its shots."""
        if spec.name != "Ammo Resupply":
            return ()
        return (
            flow.PloyUsed(player=state.operative(act.operative).player, name=_use(act)),
            operatives.StatChanged(
                operative=act.operative, stat=RESUPPLIED, by=1, until=Until.TURNING_POINT, why="J24-02"
            ),
        )


def _use(act: Act) -> str:
    return f"{AMMO_CACHE} {act.marker}".casefold()


@dataclass(frozen=True, slots=True)
class Mines(ActionHook):
    """A mine goes off under the first who has it in control range, and is gone (rule J24-07).

    The judge says which mines an action sets off (`Evidence.springs`).
    """

    def findings(self, state: GameState, act: Act, spec: ActionSpec) -> tuple[Finding, ...]:
        """Return whether what goes off is a mine that lies there."""
        lying = {key for key, each in state.markers.items() if each.kind in MINES and each.place is not None}
        springs, places = act.evidence.springs, act.evidence.sprung_at
        placed = places is None or (len(places) == len(springs) and all(len(one) == 3 for one in places))
        return (
            *(condition("J24-07", mine in lying, f"{mine!r} is no mine on the killzone") for mine in springs),
            condition("J24-07", placed, f"sprung_at {places!r}: expected x, y and z for each mine"),
        )

    def after(self, state: GameState, act: Act, spec: ActionSpec) -> tuple[Event, ...]:
        """Return the mines removed, and the dice of their damage called for."""
        springs = act.evidence.springs
        places = act.evidence.sprung_at or ((),) * len(springs)
        gone = zip(springs, places, strict=True)
        return tuple(event for mine, at in gone for event in going_off(state, mine, act.operative, at=at))


def going_off(state: GameState, mine: str, operative: str, at: tuple[float, ...] = ()) -> tuple[Event, ...]:
    """Return a mine removed, and the dice of its damage called for; `at` is where on its way the operative was."""
    owner = state.marker(mine).owner or state.opponent(state.operative(operative).player)
    question = f"{mine} goes off under {operative}: D3+3 damage"
    test = OpenTest(f"{MINE}:{mine}", MINE, operative, owner, question, about=mine, at=at)
    return (
        markers.MarkerRemoved(marker=mine, why=f"it went off under {operative}"),
        calls.RollCalled(test=test),
    )


@dataclass(frozen=True, slots=True)
class SpringMineHandler:
    """A mine goes off that has come within control range otherwise than by a move: by a set-up, a hatch (J24-07).

    The judge says that it has.
    """

    def check(self, state: GameState, intent: SpringMine) -> tuple[Finding, ...]:
        """Return whether it is a mine that lies there, and the operative stands."""
        mine = state.markers.get(intent.marker)
        lies = mine is not None and mine.kind in MINES and mine.place is not None
        stands = state.in_play(intent.operative)
        return (
            condition("J24-07", lies, f"{intent.marker!r} is no mine on the killzone"),
            condition("J24-07", stands, f"{intent.operative!r} is not on the killzone"),
        )

    def apply(self, state: GameState, intent: SpringMine) -> tuple[Event, ...]:
        """Return it gone off."""
        return going_off(state, intent.marker, intent.operative)


def _mine(state: GameState, roll: OpenTest, dice: tuple[int, ...]) -> tuple[Event, ...]:
    """Return the wounds that a mine takes: D3+3. Who dies of it goes no further than where it went off."""
    amount = d3(dice[0]) + MINE_DAMAGE
    lost = operatives.WoundsLost(operative=roll.operative, amount=amount, why="J24-07")
    if not roll.at or amount < state.operative(roll.operative).wounds:
        return (lost,)
    x, y, z = roll.at
    return operatives.Placed(operative=roll.operative, place=BoardPlace(x, y, z)), lost


def _stun(state: GameState, roll: OpenTest, dice: tuple[int, ...]) -> tuple[Event, ...]:
    """Return the APL lost by a stun test of 3 or more."""
    if dice[0] < STUN_ON:
        return ()
    change = operatives.StatChanged(
        operative=roll.operative, stat="apl", by=-1, until=Until.NEXT_ACTIVATION, why="J24-13"
    )
    return (change,)


OUTCOMES: Mapping[str, TestOutcome] = MappingProxyType({MINE: _mine, STUN: _stun})
"""What the dice of equipment do."""
