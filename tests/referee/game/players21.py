"""Two players at a table of 2021: teams of three, a horde, and a driver that plays them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count
from typing import Any

from referee.editions.kt21.edition import KT21
from referee.editions.kt21.flow import flow
from referee.game.board_place import BoardPlace
from referee.game.card import Card, PloyCard, Seat, TacOpCard
from referee.game.engine.game import Game
from referee.game.intents import Act, SetUp, read_intent
from referee.game.journal_entry import JournalEntry
from referee.game.pack_action import PackAction
from referee.game.state import Activation, GameState, MarkerState
from referee.rules.weapon import RuleUse, Weapon, WeaponType

FLOW = flow(KT21)
GUN = Weapon("gun", WeaponType.RANGED, 4, 3, (3, 4))
HEAVY = Weapon("heavy gun", WeaponType.RANGED, 4, 3, (3, 4), (RuleUse("heavy"),))
UNWIELDY = Weapon("cannon", WeaponType.RANGED, 4, 3, (5, 6), (RuleUse("unwieldy"),))
BLAST = Weapon("launcher", WeaponType.RANGED, 4, 3, (3, 5), (RuleUse("blast", 2), RuleUse("limited")))


def made(name: str, player: str, type_: str = "trooper", group: int = 1) -> Card:
    weapons = (GUN, HEAVY, UNWIELDY, BLAST)
    return Card(name, player, name, 2, 6.0, 4, 8, type=type_, group=group, weapons=weapons)


TEAMS = (
    made("A1", "p1"),
    made("A2", "p1"),
    made("A3", "p1"),
    made("B1", "p2"),
    made("B2", "p2"),
    made("B3", "p2"),
)
HORDE = (
    made("A1", "p1", "gaunt", 3),
    made("A2", "p1", "gaunt", 3),
    made("A3", "p1", "gaunt", 3),
    made("A4", "p1", "leader"),
    made("B1", "p2"),
    made("B2", "p2"),
)


class GameDriver:
    def __init__(self) -> None:
        self.game = Game(FLOW)
        self._ids = count()

    @property
    def state(self) -> GameState:
        return self.game.state

    @property
    def acting(self) -> Activation:
        """Who is active right now."""
        acting = self.state.acting
        assert acting is not None, "no operative is active"
        return acting

    def __call__(self, kind: str, **given: Any) -> tuple[JournalEntry, ...]:
        return self.game.submit(read_intent({"kind": kind, "id": f"i{next(self._ids)}", **given}))

    def act(self, operative: str, action: str, **given: Any) -> tuple[JournalEntry, ...]:
        return self.game.submit(Act.from_fields(id=f"i{next(self._ids)}", operative=operative, action=action, **given))

    def answer(self, start: str, choice: str | None = None, dice: Sequence[int] = ()) -> tuple[JournalEntry, ...]:
        prompt = next(each for each in self.game.prompts if each.id.startswith(start))
        return self("answer", prompt=prompt.id, dice=list(dice), choice=choice)

    def set_up(
        self,
        cards: tuple[Card, ...] = TEAMS,
        *,
        deployed: bool = True,
        actions: tuple[PackAction, ...] = (),
        ploys: dict[str, tuple[PloyCard, ...]] | None = None,
        tac_ops: dict[str, tuple[TacOpCard, ...]] | None = None,
    ) -> None:
        places = {
            card.id: BoardPlace(3.0 * n + 2, 3.0 if card.player == "p1" else 19.0) for n, card in enumerate(cards)
        }
        marker = MarkerState("M1", "objective", 1.57, BoardPlace(15, 11), pick_up_allowed=True)
        seats = (Seat("p1", "Red"), Seat("p2", "Blue"))
        self.game.submit(
            SetUp(
                id="setup",
                seats=seats,
                operatives=cards,
                places=places if deployed else {},
                markers=(marker,),
                actions=actions,
                ploys=ploys or {},
                tac_ops=tac_ops or {},
            )
        )

    def to_firefight(self) -> None:
        while self.state.stage != "firefight":
            prompt = self.game.prompts[0]
            if prompt.dice:
                self.answer(prompt.id, dice=[6 if prompt.owner == "p1" else 2])
            else:
                self.answer(prompt.id, choice=prompt.default or "p1")

    def turn(self, operative: str, order: str = "engage") -> None:
        self("activate", operative=operative, order=order)
        self("end_activation", operative=operative)


def at_firefight(cards: tuple[Card, ...] = TEAMS) -> GameDriver:
    """Return a driver whose game is in the first turning point's Firefight phase."""
    driver = GameDriver()
    driver.set_up(cards)
    driver.to_firefight()
    return driver
