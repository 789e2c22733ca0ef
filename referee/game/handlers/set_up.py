"""Beginning a game, what holds for all of it, and ending it before its time (rules A24-03, A24-04, A24-12)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from referee.game.events import Event, activations, operatives, score, setting
from referee.game.handlers.handler import Handler
from referee.game.handlers.marker_size import size_findings
from referee.game.intent_handler import condition
from referee.game.intents import EndBattle, SetPolicy, SetTerrain, SetThreshold, SetUp
from referee.game.recorded_terrain import RecordedTerrain
from referee.game.rule_ids import RuleIds
from referee.game.state import GameState
from referee.rules.ruling import Finding


@dataclass(frozen=True, slots=True)
class SetUpHandler(Handler):
    """Begin a game (rules A24-03, A24-04): two seats, every card on one of them."""

    edition: str

    def check(self, state: GameState, intent: SetUp) -> tuple[Finding, ...]:
        """Return whether the game is new, and whether the cards fit the seats."""
        seats = [seat.id for seat in intent.seats]
        ids = [card.id for card in intent.operatives]
        strangers = sorted({card.player for card in intent.operatives} - set(seats))
        lost = sorted(set(intent.places) - set(ids))
        marker_ids = [marker.id for marker in intent.markers]
        return (
            condition(self.ids.seats, not state.begun, "the game was set up already; undo that first or start another"),
            condition(
                self.ids.seats,
                len(set(seats)) == len(seats) == 2,
                f"a game has two seats of different names, not {seats}",
            ),
            condition(self.ids.seats, len(set(ids)) == len(ids), f"operatives share an id: {sorted(ids)}"),
            condition(
                self.ids.seats, len(set(marker_ids)) == len(marker_ids), f"markers share an id: {sorted(marker_ids)}"
            ),
            condition(self.ids.seats, not strangers, f"operatives of players who have no seat: {strangers}"),
            *_told_apart(self.ids, intent.terrain),
            condition(
                self.ids.seats,
                len({action.name for action in intent.actions}) == len(intent.actions),
                "two actions of the pack share a name",
            ),
            *(finding for marker in intent.markers for finding in size_findings(self.ids, marker)),
            condition(self.ids.ploys, set(intent.ploys) <= set(seats), f"ploys of players who have no seat: {seats}"),
            condition(
                self.ids.secrets, set(intent.tac_ops) <= set(seats), f"tac ops of players who have no seat: {seats}"
            ),
            condition(self.ids.ploys, not _twice(intent), f"ploys that stand twice: {_twice(intent)}"),
            condition(self.ids.seats, not lost, f"places of operatives that are not in the teams: {lost}"),
        )

    def apply(self, state: GameState, intent: SetUp) -> tuple[Event, ...]:
        """Return the game set up, with those deployed that have a place."""
        begun = setting.GameSetUp(
            edition=self.edition,
            seats=intent.seats,
            operatives=intent.operatives,
            markers=intent.markers,
            killzone=intent.killzone,
            mission=intent.mission,
            free=intent.free,
            actions=intent.actions,
            terrain=intent.terrain,
            equipment=intent.equipment,
            own_equipment=intent.own_equipment,
            grounds=intent.grounds,
            asks_primary=intent.asks_primary,
            ploys=intent.ploys,
            tac_ops=intent.tac_ops,
        )
        deployed: list[Event] = []
        for operative, place in intent.places.items():
            deployed.append(setting.Deployed(operative=operative))
            deployed.append(operatives.Placed(operative=operative, place=place))
            if intent.free:
                deployed.append(activations.ReadinessDeclared(operative=operative, ready=True))
        return (begun, *deployed)


def _twice(intent: SetUp) -> list[str]:
    """Return the names of a player's ploys that stand on two cards."""
    found = []
    for cards in intent.ploys.values():
        names = [card.name.casefold() for card in cards]
        found += sorted({name for name in names if names.count(name) > 1})
    return found


def _told_apart(ids: RuleIds, terrain: tuple[RecordedTerrain, ...]) -> tuple[Finding, ...]:
    names = [part.id for part in terrain]
    twice = sorted({name for name in names if names.count(name) > 1})
    return (condition(ids.placement, not twice, f"terrain parts share an id: {twice}"),)


@dataclass(frozen=True, slots=True)
class SetTerrainHandler(Handler):
    """Say what terrain stands on the killzone."""

    def check(self, state: GameState, intent: SetTerrain) -> tuple[Finding, ...]:
        """Return whether a game is set up, and every part has an id of its own."""
        return (
            condition(self.ids.sequence, state.begun, "the game was not set up yet"),
            *_told_apart(self.ids, intent.terrain),
        )

    def apply(self, state: GameState, intent: SetTerrain) -> tuple[Event, ...]:
        """Return the terrain set; nothing when it stands so already."""
        return () if intent.terrain == state.terrain else (setting.TerrainSet(terrain=intent.terrain),)


class SetPolicyHandler:
    """Change what is done about a rule."""

    def check(self, state: GameState, intent: SetPolicy) -> tuple[Finding, ...]:
        """Return nothing: a policy may be set at any time."""
        return ()

    def apply(self, state: GameState, intent: SetPolicy) -> tuple[Event, ...]:
        """Return the policy set."""
        return (setting.PolicySet(rule=intent.rule, policy=intent.policy),)


class SetThresholdHandler:
    """Change how sure the camera must be."""

    def check(self, state: GameState, intent: SetThreshold) -> tuple[Finding, ...]:
        """Return nothing: the threshold may be set at any time."""
        return ()

    def apply(self, state: GameState, intent: SetThreshold) -> tuple[Event, ...]:
        """Return the threshold set."""
        return (setting.ThresholdSet(sure=intent.sure),)


@dataclass(frozen=True, slots=True)
class EndBattleHandler(Handler):
    """End the battle before its time. `finish` returns the last points and the end of a battle that is over."""

    finish: Callable[[GameState], tuple[Event, ...]]

    def check(self, state: GameState, intent: EndBattle) -> tuple[Finding, ...]:
        """Return whether there is a battle to end, and who gives up is at the table."""
        return (
            condition(self.ids.end, state.begun and not state.ended, "there is no battle going on"),
            condition(
                self.ids.end,
                intent.conceded_by is None or not state.begun or intent.conceded_by in state.sides,
                f"no player {intent.conceded_by!r} in this game",
            ),
        )

    def apply(self, state: GameState, intent: EndBattle) -> tuple[Event, ...]:
        """Return the battle ended: the other player wins when one concedes, else most victory points do."""
        if intent.conceded_by is not None:
            winner: str | None = state.opponent(intent.conceded_by)
            return (score.BattleEnded(winner=winner, why=f"{intent.conceded_by} conceded"),)
        if state.free:
            return (score.BattleEnded(winner=state.leader, why="agreed"),)
        return tuple(
            one.model_copy(update={"why": "agreed"}) if isinstance(one, score.BattleEnded) else one
            for one in self.finish(state)
        )
