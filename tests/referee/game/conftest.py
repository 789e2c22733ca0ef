"""A game to play with: an edition whose judges are never asked, two teams of three, and a driver that plays them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields
from itertools import count
from typing import Any

import pytest

from referee.editions.kt24.actions import ACTIONS
from referee.editions.kt24.dice import DICE
from referee.editions.kt24.flow import flow
from referee.editions.kt24.killzones import gallowdark
from referee.game.board_place import BoardPlace
from referee.game.card import Card, Seat
from referee.game.engine.battle_flow import BattleFlow
from referee.game.engine.game import Game
from referee.game.engine.timeline import TimelineStep
from referee.game.intents import Act, Activate, Answer, EndActivation, Intent, SetUp, read_intent
from referee.game.journal_entry import JournalEntry
from referee.game.prompt import Prompt
from referee.game.state import Activation, GameState, MarkerState
from referee.rules.ports.edition import Edition
from referee.rules.position import Order
from referee.rules.weapon import RuleUse, Weapon, WeaponType

MakeCard = Callable[..., Card]


class NeverAsked:
    """A port that fails the test when the game asks it to judge: the judge is the caller's."""

    term = "control range"

    def __getattr__(self, name: str) -> object:
        raise AssertionError(f"the game asked the judge for {name!r}")


def edition24(actions: Mapping[str, Any] = ACTIONS) -> Edition:
    known: dict[str, Any] = {
        "id": "kt24",
        "year": "2024",
        "title": "2024",
        "actions": actions,
        "killzones": {"gallowdark": gallowdark},
        "rule_of_restriction": "C24-06",
        "dice": DICE,
        "readings": {},
    }
    ports = {each.name: known.get(each.name, NeverAsked()) for each in fields(Edition)}
    return Edition(**ports)


FLOW = flow(edition24())
BOLTER = Weapon("bolter", WeaponType.RANGED, 4, 3, (3, 4))
HEAVY = Weapon("heavy bolter", WeaponType.RANGED, 5, 3, (4, 5), (RuleUse("heavy"),))
STUBBER = Weapon("stubber", WeaponType.RANGED, 4, 4, (2, 3), (RuleUse("heavy", only="dash"),))
ONE_SHOT = Weapon("launcher", WeaponType.RANGED, 4, 3, (4, 6), (RuleUse("limited", 1),))
KNIFE = Weapon("knife", WeaponType.MELEE, 3, 4, (3, 4))


def card(name: str, player: str, **changes: Any) -> Card:
    given: dict[str, Any] = {
        "id": name,
        "player": player,
        "name": f"Trooper {name}",
        "apl": 2,
        "move": 6.0,
        "save": 3,
        "wounds": 10,
        "weapons": (BOLTER, HEAVY, STUBBER, ONE_SHOT, KNIFE),
        **changes,
    }
    return Card(**given)


SEATS = (Seat("p1", "Red"), Seat("p2", "Blue"))
TEAMS = tuple(
    card(f"{letter}{number}", player) for letter, player in (("A", "p1"), ("B", "p2")) for number in (1, 2, 3)
)
PLACES = {
    each.id: BoardPlace(5.0 + 3 * index, 3.0 if each.player == "p1" else 19.0) for index, each in enumerate(TEAMS)
}
OBJECTIVE = MarkerState("M1", "objective", 40 / 25.4, BoardPlace(15.0, 11.0), pick_up_allowed=True)


class GameDriver:
    """Two players at a table: submits intents with ids of their own."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._ids: Iterator[int] = count(1)

    @property
    def state(self) -> GameState:
        return self.game.state

    @property
    def acting(self) -> Activation:
        """Who is active right now."""
        acting = self.state.acting
        assert acting is not None, "no operative is active"
        return acting

    @property
    def activation(self) -> Activation:
        """The activation that goes on, whoever reacts to it."""
        activation = self.state.activation
        assert activation is not None, "nobody is activated"
        return activation

    @property
    def last_step(self) -> TimelineStep:
        """What was done last and was not undone."""
        step = self.game.timeline.past
        assert step is not None, "nothing was done yet"
        return step

    def __call__(self, kind: str, **given: Any) -> tuple[JournalEntry, ...]:
        return self.game.submit(self.intent(kind, **given))

    def intent(self, kind: str, **given: Any) -> Intent:
        return read_intent({"kind": kind, "id": f"i{next(self._ids)}-{kind}", **given})

    def typed(self, make: Callable[..., Intent], **given: Any) -> tuple[JournalEntry, ...]:
        return self.game.submit(make(id=f"i{next(self._ids)}", **given))

    def prompt(self, start: str) -> Prompt:
        found = [prompt for prompt in self.game.prompts if prompt.id.startswith(start)]
        assert found, f"no prompt {start!r} among {[prompt.id for prompt in self.game.prompts]}"
        return found[0]

    def answer(self, start: str, choice: str | None = None, dice: tuple[int, ...] = (), by: str = "any") -> None:
        self.typed(Answer, prompt=self.prompt(start).id, choice=choice, dice=dice, by=by)

    def confirm_all(self, *starts: str) -> None:
        for start in starts:
            self.answer(start)

    def activate(self, operative: str, order: str = Order.ENGAGE) -> None:
        self.typed(Activate, operative=operative, order=Order(order))

    def act(self, operative: str, action: str, **given: Any) -> tuple[JournalEntry, ...]:
        return self.typed(Act.from_fields, operative=operative, action=action, **given)

    def end(self, operative: str) -> None:
        self.typed(EndActivation, operative=operative)

    def pass_activation(self, operative: str, order: str = Order.ENGAGE) -> None:
        self.activate(operative, order)
        self.end(operative)

    @property
    def cp(self) -> dict[str, int]:
        return {player: side.cp for player, side in self.state.sides.items()}

    def to_gambits(self, initiative: str = "p1", equipment: tuple[str, ...] = (), **given: Any) -> None:
        """Set up and go on to the first turning point's Gambit step; both players take the same equipment."""
        self.typed(SetUp, **{"seats": SEATS, "operatives": TEAMS, "places": PLACES, "markers": (OBJECTIVE,), **given})
        self.answer("first-roll:0:p1", dice=(6,))
        self.answer("first-roll:0:p2", dice=(1,))
        self.answer("first:", initiative)
        for player in ("p1", "p2"):
            self("choose_equipment", player=player, options=list(equipment))
        while self.state.stage == "equipment":
            self.confirm_all("equipment:")
        self.confirm_all("scouting:p1", "scouting:p2")
        self.answer("initiative:", initiative)

    def to_firefight(self, initiative: str = "p1", **given: Any) -> None:
        """Set up and go on to the first turning point's Firefight phase."""
        self.to_gambits(initiative, **given)
        self.confirm_all("gambit:", "gambit:")
        assert self.state.stage == "firefight"

    def to_next_firefight(self, initiative: str = "p1") -> None:
        """End the turning point's Firefight phase with nothing done, and begin the next one's."""
        self.finish_firefight()
        self.answer("end:")
        self.answer("initiative-roll", dice=(5,))
        self.answer("initiative-roll", dice=(2,))
        self.answer("initiative:", initiative)
        self.confirm_all("gambit:", "gambit:")

    def finish_firefight(self) -> None:
        while self.state.stage == "firefight":
            prompt = self.game.prompts[0]
            if prompt.id.startswith("activate"):
                self.pass_activation(prompt.choices[0].key.partition(":")[0])
            else:
                self.typed(Answer, prompt=prompt.id, choice="pass" if prompt.default == "pass" else "end")


@pytest.fixture
def battle_flow() -> BattleFlow:
    return FLOW


@pytest.fixture
def driver() -> GameDriver:
    return GameDriver(Game(FLOW))


@pytest.fixture
def firefight(driver: GameDriver) -> GameDriver:
    driver.to_firefight()
    return driver


@pytest.fixture
def close_quarters(driver: GameDriver) -> GameDriver:
    driver.to_firefight(killzone="gallowdark")
    return driver


@pytest.fixture
def seats() -> tuple[Seat, ...]:
    return SEATS


@pytest.fixture
def teams() -> tuple[Card, ...]:
    return TEAMS


@pytest.fixture
def places() -> dict[str, BoardPlace]:
    return dict(PLACES)


@pytest.fixture
def make_card() -> MakeCard:
    return card
