"""Crowded tables at random: two teams that stand among each other past walls, in a game's first activation."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np

from geometry.table import Table
from overlook.table.rulings.judging_context import JudgingContext, ShotCache
from referee.editions.registry import ruleset_of
from referee.game.board_place import BoardPlace, RecordedTerrain
from referee.game.card import Card, Seat
from referee.game.engine.game import Game
from referee.game.intents import SetUp, read_intent
from referee.game.judging.position import table_of
from referee.rules.ports.edition import Edition
from referee.rules.weapon import Weapon, WeaponType

WHERE = (("kt24", None), ("kt24", "volkus"), ("kt21", None), ("kt21", "close quarters"))
"""Editions and killzones."""
SIGMA_IN = 0.02


def crowded_game(edition: str, killzone: str | None, seed: int, *, a_side: int = 5) -> Game:
    """Return a game in which A1 is active and every operative has both kinds of weapons."""
    stream = random.Random(seed)
    weapons = (Weapon("rifle", WeaponType.RANGED, 4, 3, (3, 4)), Weapon("blade", WeaponType.MELEE, 4, 3, (3, 4)))
    cards, places = [], {}
    for side in (1, 2):
        for number in range(1, a_side + 1):
            name = f"{'AB'[side - 1]}{number}"
            cards.append(Card(name, f"p{side}", name, 2, 6.0, 4, 10, weapons=weapons))
            places[name] = BoardPlace(stream.uniform(8, 16), stream.uniform(7, 14))
    game = Game(ruleset_of(edition).flow)
    game.submit(
        SetUp(
            id="s",
            seats=(Seat("p1", "Red"), Seat("p2", "Blue")),
            operatives=tuple(cards),
            places=places,
            terrain=tuple(_wall(stream, number, killzone) for number in range(5)),
            killzone=killzone,
            free=True,
        )
    )
    game.submit(read_intent({"kind": "activate", "id": "a", "operative": "A1", "order": "engage"}))
    return game


def _wall(stream: random.Random, number: int, killzone: str | None) -> RecordedTerrain:
    x, y = stream.uniform(8, 15), stream.uniform(7, 13)
    wide, deep = stream.choice([(2.4, 0.4), (0.4, 2.4), (1.2, 1.2)])
    corners = ((x, y), (x + wide, y), (x + wide, y + deep), (x, y + deep))
    kind = stream.choice(["Heavy", "Light"])
    role = "wall" if killzone == "close quarters" else None
    return RecordedTerrain(f"t{number}", f"f{number}", corners, 0.0, stream.choice([1.0, 2.5]), (kind,), role=role)


def table_seen(game: Game) -> Table:
    """Return the table as the camera has it: every place a little in doubt."""
    table = table_of(game.state)
    doubt = np.diag([SIGMA_IN**2, SIGMA_IN**2, 0.0, 0.0])
    operatives = {
        name: replace(one, placement=replace(one.placement, covariance=doubt)) for name, one in table.operatives.items()
    }
    return replace(table, operatives=operatives)


def context_of(game: Game, edition: Edition, *, sharp: bool) -> JudgingContext:
    """Return what questions are asked of, with nothing worked out yet."""
    flow = ruleset_of(edition.id).flow
    return JudgingContext(edition, flow, game.timeline, table_seen(game), ShotCache(), sharp=sharp)
