"""A table whose game is written down in notation, read back and played again."""

from __future__ import annotations

from itertools import count
from typing import Any

from referee.editions.kt24.edition import KT24
from referee.editions.kt24.flow import flow
from referee.game.board_place import BoardPlace
from referee.game.card import Card, PloyCard, PloyTime, Seat
from referee.game.engine.game import Game
from referee.game.intents import Act, SetUp, read_intent
from referee.game.state import GameState, MarkerState
from referee.records.notation.notation import play_notation, to_notation
from referee.rules.weapon import RuleUse, Weapon, WeaponType

FLOW = flow(KT24)
BOLTER = Weapon("bolter", WeaponType.RANGED, 4, 3, (3, 4), (RuleUse("stun"), RuleUse("piercing", 1)))
PLASMA = Weapon("plasma gun", WeaponType.RANGED, 4, 3, (5, 6), (RuleUse("lethal", 5),), "super charge", ("*Poison",))
KNIFE = Weapon("knife", WeaponType.MELEE, 3, 4, (3, 4), (RuleUse("devastating", 2, distance=1.0),))
HEAVY = Weapon("heavy", WeaponType.RANGED, 4, 4, (3, 4), (RuleUse("heavy", only="dash"),))
CARDS = tuple(
    Card(f"{letter}{n}", player, f"Bruder {n} \"Ö\"", 3, 6.0, 3, 12, (28.5, 28.5) if n == 2 else (60.0, 35.0),
         1.3999999999999997, "trooper", ("LEADER",), (BOLTER, PLASMA, KNIFE, HEAVY), ward=5 if n == 1 else None)
    for letter, player in (("A", "p1"), ("B", "p2")) for n in (1, 2, 3)
)  # fmt: skip
SEATS = (Seat("p1", "Red Team", "#cc0000", (0, 56)), Seat("p2", "Blue"))
PLACES = {
    "A1": BoardPlace(10.1, 10.0),
    "A2": BoardPlace(3.0, 3.0, 2.0, 45.5),
    "A3": BoardPlace(5.0, 3.0, declared=True),
    "B1": BoardPlace(14.0, 10.0),
    "B2": BoardPlace(15.7, 10.0),
    "B3": BoardPlace(25.0, 20.0),
}
MARKERS = (
    MarkerState("M1", "objective", 40 / 25.4, BoardPlace(15.0, 11.0), pick_up_allowed=True),
    MarkerState("ammo", "ammo cache", 20 / 25.4, BoardPlace(4, 4), owner="p1"),
    MarkerState("S 1", "smoke", 20 / 25.4, BoardPlace(1, 1), owner="p2"),
)


PLOYS = {
    "p1": (PloyCard('Glass "Tide"', PloyTime.STRATEGY, 2, "Hold, and\nsalt."), PloyCard("Run", PloyTime.FIREFIGHT, 0)),
    "p2": (PloyCard("Hush"),),
}


class Table:
    def __init__(
        self, *, free: bool = False, killzone: str | None = "gallowdark", cards: tuple[Card, ...] = CARDS
    ) -> None:
        self.game = Game(FLOW)
        self._ids = count()
        self.game.submit(
            SetUp(id="s", seats=SEATS, operatives=cards, places=PLACES, markers=MARKERS, killzone=killzone, free=free,
                  mission='The "long" one', ploys=PLOYS)
        )  # fmt: skip

    @property
    def state(self) -> GameState:
        return self.game.state

    def __call__(self, kind: str, **given: Any) -> None:
        self.game.submit(read_intent({"kind": kind, "id": f"i{next(self._ids)}", **given}))

    def act(self, operative: str, action: str, **given: Any) -> None:
        self.game.submit(Act.from_fields(id=f"i{next(self._ids)}", operative=operative, action=action, **given))

    def go(self, dice: int = 6) -> None:
        prompt = self.game.prompts[0]
        if prompt.dice:
            self("answer", prompt=prompt.id, dice=[dice] * prompt.dice)
        else:
            keys = [choice.key for choice in prompt.choices]
            choice = "p1" if "p1" in keys else prompt.default or keys[0]
            self("answer", prompt=prompt.id, choice=choice)

    def go_to(self, stage: str) -> None:
        dice = 0
        while self.state.stage != stage:
            self.go(6 - dice % 6)
            dice += 1

    def again(self) -> Game:
        text = to_notation(self.game.timeline, KT24, FLOW)
        game = Game(FLOW)
        play_notation(text, KT24, game)
        assert to_notation(game.timeline, KT24, FLOW) == text
        return game


def lines_of(table: Table) -> list[str]:
    return to_notation(table.game.timeline, KT24, FLOW).splitlines()
