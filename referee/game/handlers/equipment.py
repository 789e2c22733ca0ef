"""Equipment is chosen and set up (rules A24-03 to A24-06)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from referee.game.events import Event, flow, markers, setting
from referee.game.handlers.handler import Handler
from referee.game.handlers.marker_size import size_findings
from referee.game.intent_handler import condition
from referee.game.intents import ChooseEquipment, PlaceEquipment
from referee.game.state import GameState
from referee.rules.brought import Brought
from referee.rules.ruling import Finding


def option_name(option: str) -> str:
    """Return which equipment option it is, whatever was picked of it: at most one of a name is taken (rule A24-05)."""
    return option.partition(":")[0].strip().casefold()


def known_option(name: str, options: frozenset[str]) -> bool:
    """Return whether there is an option of that name, in the singular or the plural."""
    return not {name, f"{name}s", name.removesuffix("s")}.isdisjoint(options)


def in_mission(state: GameState, option: str) -> bool:
    """Return whether the mission has an equipment option (rule A24-03)."""
    return state.equipment is None or option_name(option) in map(option_name, state.equipment)


@dataclass(frozen=True, slots=True)
class ChooseEquipmentHandler(Handler):
    """Reveal the equipment options: up to `slots`, each at most once (rules A24-04, A24-05).

    An option is its name, and behind a colon what was picked of it. `options` are the names there are, in lower case;
    those of a team stand in its pack. `brings` says what one brings; it raises `MalformedError` for picks that there
    are not.
    """

    slots: int
    rule: str
    brings: Callable[[str], Brought]
    options: frozenset[str]

    def check(self, state: GameState, intent: ChooseEquipment) -> tuple[Finding, ...]:
        """Return whether the options fit the slots and none stands twice."""
        names = [option_name(option) for option in intent.options]
        twice = sorted({name for name in names if names.count(name) > 1})
        missing = [name for name in names if not in_mission(state, name)]
        there = self.options | {option_name(option) for option in state.own_equipment}
        unknown = [name for name in names if not known_option(name, there)]
        return (
            condition(self.ids.seats, intent.player in state.sides, f"no player {intent.player!r} in this game"),
            condition(
                self.rule, len(intent.options) <= self.slots, f"{len(intent.options)} options: at most {self.slots}"
            ),
            condition(self.rule, intent.player not in state.chosen, f"{intent.player} has revealed equipment already"),
            condition(self.rule, not twice, f"each option once: {', '.join(twice)}"),
            condition(
                self.rule, not unknown, f"no equipment {', '.join(unknown)}; there are {', '.join(sorted(there))}"
            ),
            condition(self.rule, not missing, f"not in this mission: {', '.join(missing)}"),
        )

    def apply(self, state: GameState, intent: ChooseEquipment) -> tuple[Event, ...]:
        """Return the options revealed."""
        brought = [self.brings(option) for option in intent.options]
        return (
            setting.EquipmentChosen(
                player=intent.player,
                options=intent.options,
                weapons=tuple(weapon for each in brought for weapon in each.weapons),
                supplies={name: uses for each in brought for name, uses in each.supplies.items()},
            ),
        )


@dataclass(frozen=True, slots=True)
class PlaceEquipmentHandler(Handler):
    """Set up one item of a chosen option, in turn (rule A24-06). The judge says whether it may lie there."""

    rule: str

    def check(self, state: GameState, intent: PlaceEquipment) -> tuple[Finding, ...]:
        """Return whether it is that player's turn and the option was chosen."""
        side = state.sides.get(intent.player)
        if side is None:
            return (condition(self.ids.seats, False, f"no player {intent.player!r} in this game"),)
        chosen = ", ".join(side.equipment) or "none"
        marker = intent.marker
        taken = known_option(option_name(intent.item), frozenset(map(option_name, side.equipment)))
        already = (intent.thing is not None and state.set_up.get(intent.thing) == intent.player) or (
            marker is not None
            and any(each.kind == marker.kind and each.owner == intent.player for each in state.markers.values())
        )
        return (
            self.on_turn(state, intent.player, self.rule, at_any_time=state.free),
            condition(self.rule, taken, f"{intent.item!r} was not chosen; chosen: {chosen}"),
            condition(self.rule, not already, f"{intent.player} has set up its {intent.item} already"),
            *(size_findings(self.ids, marker) if marker is not None else ()),
            condition(
                self.rule,
                marker is None or marker.id not in state.markers,
                f"marker {marker.id if marker else ''!r} is there already",
            ),
        )

    def apply(self, state: GameState, intent: PlaceEquipment) -> tuple[Event, ...]:
        """Return the item set up, and the turn given on."""
        happened: list[Event] = []
        if intent.marker is not None:
            happened.append(markers.MarkerSetUp(marker=intent.marker))
        if intent.thing is not None:
            happened.append(setting.ItemSetUp(player=intent.player, thing=intent.thing))
        if state.alternation is not None:
            happened.append(flow.TurnTaken(player=state.alternation.turn, to=state.opponent(intent.player)))
        return tuple(happened)
