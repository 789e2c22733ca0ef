"""The script of the demonstration game: what hands move, what players say, and when."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from calibration.catalogue import Catalogue
from geometry.base import MM_PER_INCH
from overlook.table.default_cards import card_of, seats_of
from referee.game.board_place import BoardPlace, RecordedTerrain
from referee.game.card import Card, PloyCard, PloyTime
from referee.game.intents import SetUp
from referee.game.prompt import Topic
from referee.game.state import MarkerState
from referee.rules.position import Order
from referee.rules.weapon import Weapon, WeaponType
from simulation.scene.choreography import Move

RIFLE = Weapon("rifle", WeaponType.RANGED, 4, 4, (3, 4))
BLADE = Weapon("blade", WeaponType.MELEE, 3, 4, (3, 5))

PLOYS = {
    "p1": (
        PloyCard("Hold the Ford", PloyTime.STRATEGY, text="Friends within 3 inches of an objective save better."),
        PloyCard("Second Wind", PloyTime.FIREFIGHT, text="A friend that is activated regains D3 wounds."),
    ),
    "p2": (
        PloyCard("Low Fog", PloyTime.STRATEGY, text="Friends more than 6 inches away are obscured."),
        PloyCard("Barbed", PloyTime.FIREFIGHT, text="A friend that retaliates strikes first."),
        PloyCard("Scatter", PloyTime.FIREFIGHT, cost=2, text="When a friend falls, another moves up to 2 inches."),
    ),
}
"""Both teams' cards in the demonstration."""

MISSION = "Demonstration"
"""What the demonstration's games are of."""

OPENING = "opening"
"""The word that stands for all that is asked before the first activation, whatever the edition asks."""

OPENING_DICE = (6, 2)

DICE = "dice"
"""The word that stands for all that a shot's dice ask: rolls into the tray, and the default where something is asked.

Its data are the faces that each player rolls, in order.
"""


@dataclass(frozen=True, slots=True)
class Word:
    """Something a player says at a time: an intent of the game, or an answer to the first prompt of a topic.

    A word of the kind `OPENING` answers everything that is asked before the first activation, one of the kind `DICE`
    everything that is asked until the dice are resolved.
    """

    at_s: float
    kind: str
    data: dict[str, Any]
    prompt: Topic | None = None
    choice: str | None = None


def moves() -> tuple[Move, ...]:
    """Return what the hands do."""
    return (
        Move("a4", 8.0, ((10.2, 10.4), (12.0, 8.0)), arm_deg=200.0),
        Move("b4", 24.0, ((19.4, 12.4),), arm_deg=-20.0),
        Move("a5", 40.0, ((12.2, 2.2), (14.9, 2.4)), arm_deg=-100.0),
        Move("b5", 56.0, ((19.6, 19.6), (13.2, 20.2)), arm_deg=80.0),
        Move("b5", 64.0, ((19.6, 19.6), (20.6, 17.3)), arm_deg=80.0),
        Move("a1", 78.0, ((2.4, 10.8),), arm_deg=180.0),
        Move("b2", 92.0, ((20.6, 6.3),), arm_deg=-40.0),
    )


END_S = 118.0


def card(catalogue: Catalogue, operative: str) -> Card:
    """Return an operative's card in the demonstration: a trooper with a rifle and a blade."""
    plain = card_of(next(entry for entry in catalogue.operatives if entry.id == operative))
    given = {name: getattr(plain, name) for name in plain.__slots__}
    return Card(**{**given, "weapons": (RIFLE, BLADE)})


def set_up(
    catalogue: Catalogue,
    places: dict[str, BoardPlace],
    markers: dict[str, BoardPlace],
    *,
    key: str,
    terrain: tuple[RecordedTerrain, ...] = (),
) -> SetUp:
    """Return the intent that begins the demonstration game."""
    return SetUp(
        id=key,
        seats=seats_of(catalogue),
        operatives=tuple(card(catalogue, entry.id) for entry in catalogue.operatives),
        places=places,
        markers=tuple(
            MarkerState(entry.id, entry.kind, entry.diameter_mm / MM_PER_INCH, markers[entry.id])
            for entry in catalogue.markers
        ),
        terrain=terrain,
        mission=MISSION,
        ploys=PLOYS,
    )


def _answer(at_s: float, prompt: Topic, choice: str | None = None) -> Word:
    return Word(at_s, "answer", {}, prompt, choice)


def _activation(at_s: float, operative: str, order: Order = Order.ENGAGE) -> Word:
    return Word(at_s, "activate", {"operative": operative, "order": order.value})


def _taken(at_s: float) -> Word:
    return _answer(at_s, Topic.PROPOSAL)


def _shot(at_s: float, shooter: str, target: str, *, rolls: dict[str, tuple[int, ...]]) -> tuple[Word, Word]:
    data = {"operative": shooter, "action": "Shoot", "target": target, "weapon": "rifle", "dice": True}
    return Word(at_s, "act", data), Word(at_s, DICE, rolls)


def _end(at_s: float, operative: str) -> Word:
    return Word(at_s, "end_activation", {"operative": operative})


def words() -> tuple[Word, ...]:
    """Return what the players say, in order."""
    return (
        Word(1.0, OPENING, {}),
        _activation(6.0, "a4"),
        _taken(13.5),
        *_shot(17.0, "a4", "b6", rolls={"p1": (5, 4, 3, 1), "p2": (6, 2, 1)}),
        _end(21.0, "a4"),
        _activation(22.5, "b4"),
        _taken(29.5),
        *_shot(33.0, "b4", "a6", rolls={"p2": (4, 4, 2, 1), "p1": (5, 3, 2)}),
        _end(37.0, "b4"),
        _activation(38.5, "a5"),
        _taken(45.5),
        *_shot(49.0, "a5", "b6", rolls={"p1": (6, 5, 3, 2), "p2": (4, 2, 1)}),
        _end(53.0, "a5"),
        _activation(54.5, "b5"),
        _answer(62.0, Topic.PROPOSAL, "refuse"),
        *_shot(71.0, "b5", "a6", rolls={"p2": (3, 3, 2, 1), "p1": (6, 5, 4)}),
        _end(75.0, "b5"),
        _activation(76.5, "a1", Order.CONCEAL),
        _taken(83.0),
        _end(87.0, "a1"),
        _activation(90.0, "b2"),
        _taken(97.5),
        *_shot(101.0, "b2", "a5", rolls={"p2": (6, 3, 2, 2), "p1": (4, 3, 1)}),
        _end(106.0, "b2"),
        Word(114.0, "end_battle", {}),
    )
