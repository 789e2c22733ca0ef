"""Seeded whole games at a careless table, each step of which the independent checker follows."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

from referee.editions.kt21.edition import KT21
from referee.editions.kt21.flow import flow as flow21
from referee.editions.registry import ruleset_of
from referee.game.board_place import BoardPlace
from referee.game.card import Card
from referee.game.engine.decider import Decider
from referee.game.engine.timeline import Timeline, fold_all
from referee.game.intents import Intent
from referee.game.journal_entry import JournalEntry
from referee.game.state import GameState
from referee.rules.errors import RefereeError
from referee.rules.weapon import RuleUse, Weapon, WeaponType
from tests.referee.game.careless_table import BLADE, OWNER, Table
from tests.referee.whole_games.checker import Checker, Json

MOST_STEPS = 700
SIZES = ((3, 3), (4, 2), (2, 4))
"""Operatives of the two teams: if one is larger, the other waits with all of its own expended."""
ACTIONS24 = (
    "Reposition", "Dash", "Charge", "Fall Back", "Shoot", "Shoot", "Fight", "Guard", "Guard", "Pick Up Marker",
    "Place Marker", "Operate Hatch",
)  # fmt: skip
ACTIONS21 = (
    "Normal Move", "Dash", "Charge", "Fall Back", "Shoot", "Shoot", "Fight", "Pass", "Pick Up", "Overwatch", "Guard",
    "Operate Hatch",
)  # fmt: skip
OUT_OF_TURN = ("Shoot", "Fight", "Overwatch", "Dash", "Reposition", "Guard")
OPS = ("crit", "tac", "tac_op_1:1")
BY = ("any", "any", "any", "p1", "p2", "referee", "camera")


def cards(edition: str, sizes: tuple[int, int]) -> tuple[Card, ...]:
    """Return two teams: APL of 2 and 3, weapons that are limited, silent, heavy; in 2021 a group of two."""

    def gun(name: str, *rules: RuleUse) -> Weapon:
        return Weapon(name, WeaponType.RANGED, 4, 3, (2, 4), rules)

    once = RuleUse("limited", 1.0 if edition == "kt24" else None)
    weapons = {
        "1": (gun("rifle"), gun("launcher", once)),
        "2": (gun("bow", RuleUse("silent")), gun("rifle")),
        "4": (gun("rifle"),),
        "3": (gun("cannon", RuleUse("heavy")), *((gun("axe", RuleUse("unwieldy")),) if edition == "kt21" else ())),
    }
    return tuple(
        Card(
            name, OWNER[name[0]], name, 3 if name[1] == "2" else 2, 6.0, 4, 9, weapons=(*weapons[name[1]], BLADE),
            type="grunt" if name[1] != "3" else "gunner", group=2 if edition == "kt21" and name in ("A1", "A2") else 1,
        )
        for name in (f"{team}{number}" for team, size in zip("AB", sizes, strict=True) for number in range(1, size + 1))
    )  # fmt: skip


@dataclass
class Played:
    """What a game came to: its steps, what it contained, and the rules that it broke."""

    edition: str
    seed: int
    steps: int = 0
    refused: int = 0
    ended: bool = False
    kinds: dict[str, int] = field(default_factory=dict)
    wrong: list[str] = field(default_factory=list)


class Seated(Table):
    """A careless table of 2024 that a checker follows."""

    actions = ACTIONS24
    cards = cards("kt24", SIZES[0])

    def __init__(self) -> None:
        self.checker = Checker(self.edition.id)
        self.kinds: Counter[str] = Counter()
        self.taken = 0
        super().__init__()

    def submit(self, intent: Intent) -> bool:
        """Submit an intent, without the tests of the engine that the careless table makes."""
        before = self.game.state
        try:
            entries = self.game.submit(intent)
        except RefereeError:
            return False
        self.watch(entries, before)
        return True

    def watch(self, entries: Sequence[JournalEntry], before: GameState) -> None:
        """Hand the rows of a step to the checker as JSON, with what the game showed before and shows now."""
        self.taken += 1
        rows = [entry.model_dump(mode="json") for entry in entries]
        for row in rows:
            self.kinds[row["kind"]] += 1
            if row["kind"] == "action_performed":
                self.kinds[row["data"]["action"]] += 1
        asked = {prompt.id: prompt.owner for prompt in self.game.prompts_of(before)}
        self.checker.step(rows, {"prompts": asked}, shown(self.game.state))


class Seated21(Seated):
    """The same in 2021, in Close Quarters."""

    edition = KT21
    battle_flow = flow21(KT21)
    killzone = "close quarters"
    actions = ACTIONS21
    cards = cards("kt21", SIZES[0])


def shown(state: GameState) -> Json:
    """Return what a game shows, as plain JSON."""
    acting = state.acting
    carriers = [one for one in state.operatives.values() if one.carrying and not one.standing]
    return {
        "operatives": {
            key: {
                "wounds": one.wounds, "life": str(one.life), "ready": one.ready, "order": str(one.order),
                "apl": one.apl, "carrying": one.carrying, "uses": dict(one.uses), "counteracted": one.counteracted,
                "interrupted": one.interrupted, "on_guard": one.on_guard,
            }
            for key, one in state.operatives.items()
        },
        "sides": {
            key: {"cp": one.cp, "vp": dict(one.vp), "supplies": dict(one.supplies)} for key, one in state.sides.items()
        },
        "acting": acting and {
            "operative": acting.operative, "spent": acting.spent, "left": acting.left,
            "done": [one.action for one in acting.performed],
        },
        "turning_point": state.turning_point, "turn": state.turn, "initiative": state.initiative,
        "openings": dict(state.openings),
        "waits": bool(state.tests or state.simultaneous or carriers),
    }  # fmt: skip


def broken_in(edition: str, log: Iterable[JournalEntry]) -> list[str]:
    """Return the rules that a recorded game breaks, by the independent checker."""
    checker, timeline, decider = Checker(edition), Timeline(), Decider(ruleset_of(edition).flow)
    for _, entries in groupby(log, key=lambda entry: entry.cause):
        asked = {prompt.id: prompt.owner for prompt in decider.asked(timeline.state)} if timeline.state.begun else {}
        step = list(entries)
        timeline = fold_all(step, timeline)
        checker.step([entry.model_dump(mode="json") for entry in step], {"prompts": asked}, shown(timeline.state))
    return checker.wrong


def play(edition: str, seed: int) -> Played:
    """Play one game from its seed, to its end or for `MOST_STEPS` steps."""
    chance = random.Random(f"{edition}-{seed}")
    table = (Seated if edition == "kt24" else Seated21)()
    table.cards = cards(edition, chance.choice(SIZES))
    table.set_up(gallowdark=chance.random() < 0.8, deployed=True, to_firefight=True, draws=chance)
    played = Played(edition, seed)
    moves = _moves(table, chance)
    names, weights = list(moves), [weight for weight, _ in moves.values()]
    for _ in range(MOST_STEPS):
        if table.game.state.ended:
            break
        taken = table.taken
        moves[chance.choices(names, weights)[0]][1]()
        played.refused += table.taken == taken
    played.steps, played.ended = table.taken, table.game.state.ended
    played.kinds, played.wrong = dict(table.kinds), table.checker.wrong
    return played


def _moves(table: Table, chance: random.Random) -> dict[str, tuple[int, Callable[[], Any]]]:
    """Return what may happen next, and how often."""

    names = [card.id for card in table.cards]

    def name() -> str:
        return chance.choice(names)

    def turn() -> None:
        if table.game.state.acting is None:
            table.take_a_turn(chance, order())

    def acts() -> None:
        acting = table.game.state.acting
        if acting is None:
            any(table.say("react", operative=key) for key in chance.sample(names, len(names)))
            return
        for _ in range(4):
            action = chance.choice(OUT_OF_TURN) if acting.doing != "activation" else None
            table.act(chance, chance.choice((None, None, True, False)), (), action=action)

    def player() -> str:
        return chance.choice(("p1", "p2"))

    def order() -> str:
        return chance.choice(("engage", "engage", "conceal"))

    def until() -> str:
        return chance.choice(
            ("end of its next activation", "end of its current or next activation", "end of the turning point")
        )

    return {
        "sensible": (22, lambda: table.sensible(chance)),
        "turn": (26, turn),
        "act": (60, acts),
        "attack": (18, lambda: table.attack(chance)),
        "answer": (14, lambda: table.answer(chance, chance.choice(BY))),
        "activate": (6, lambda: table.activate(name(), order(), chance.choice(BY))),
        "end": (5, lambda: table.end(name())),
        "react": (14, lambda: table.react(name())),
        "pass": (3, lambda: table.pass_turn(player())),
        "ploy": (3, lambda: table.account(player(), chance.choice(("Hold", "Dig")), "", 1, "any")),
        "score": (3, lambda: table.account(player(), None, chance.choice(OPS), chance.randint(-1, 4), "any")),
        "harm": (4, lambda: table.harm(name(), chance.randint(-2, 3), None)),
        "stat": (2, lambda: table.harm(name(), chance.choice((-1, 1)), until())),
        "drop": (1, lambda: table.drop(name(), BoardPlace(5, 5))),
        "status": (1, lambda: table.say("declare_status", operative=name(), order=order(), by="referee")),
        "ready": (1, lambda: table.say("declare_status", operative=name(), ready=chance.random() < 0.5, by="referee")),
        "propose": (1, lambda: table.propose(name(), chance.choice(("Dash", "Charge")))),
        "challenge": (1, table.challenge),
        "undo": (2, lambda: table.undo(chance.choice((1, 1, 2)))),
        "redo": (1, lambda: table.redo(1)),
    }  # fmt: skip
