"""Somebody who tries everything that can be said at a table, in both editions, and does what is taken.

No battle of good players says every word that a journal may hold: a revived operative, a marker taken off, a rule
logged. The wanderer picks at random, from a seed, among whole intents and sends those that the game takes.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import count
from typing import Any

from geometry.errors import GeometryError
from referee.editions.registry import ruleset_of
from referee.game.dice.attack_context import DiceContext, fight_facts, shooting_facts
from referee.game.engine.game import Game
from referee.game.intents import Act, read_intent
from referee.game.judging.position import edition_of_game, position_of
from referee.rules.errors import RefereeError
from referee.rules.judgement import Move, Shot

Data = dict[str, Any]
SEATS = [{"id": "p1", "name": "Red"}, {"id": "p2", "name": "Blue"}]
PLACES = {"A1": (10, 10), "A2": (14, 17), "A3": (4, 4), "B1": (12.4, 10), "B2": (18, 17), "B3": (24, 5)}
FINDING = {"rule": "H24-04", "means": "told", "holds": True, "measured": 0.5, "required": 1.0, "margin": 0.5}
SAID = {"claim": "A1 is near B1", "findings": [FINDING | {"sigma": 0.01}], "notes": ["by eye"]}
TRIES = 6


def weapon(name: str, kind: str, *rules: Data) -> Data:
    return {"name": name, "type": kind, "atk": 4, "hit": 3, "damage": [3, 5], "rules": list(rules)}


def card(name: str) -> Data:
    rules: list[Data] = [{"rule": "limited", "x": 1}] if name.endswith("2") else [{"rule": "lethal", "x": 5}]
    return {
        "id": name, "player": "p1" if name.startswith("A") else "p2", "name": f"Trooper {name}", "apl": 3, "move": 6.0,
        "save": 4, "wounds": 11, "weapons": [weapon("rifle", "ranged", *rules), weapon("blade", "melee")],
        "keywords": ["LEADER"] if name.endswith("1") else [], "type": "trooper",
        "exempt": ["last action"] if name.endswith("3") else [],
    }  # fmt: skip


def part(name: str, x: float, y: float, *traits: str, **more: Any) -> Data:
    outline = [[x, y], [x + 0.4, y], [x + 0.4, y + 4], [x, y + 4]]
    return {"id": name, "feature": name, "outline": outline, "bottom": 0.0, "top": 3.0, "traits": list(traits), **more}


TERRAIN = [part("ruin", 20, 8, "Heavy"), part("gate", 10.9, 8, "Accessible", role="access_point", state="closed")]
MARKERS = [
    {"id": "M1", "kind": "objective", "diameter": 1.575, "place": {"x": 11, "y": 11}, "pick_up_allowed": True},
    {"id": "boom", "kind": "mines", "diameter": 0.787, "place": {"x": 9, "y": 7}, "owner": "p2"},
]
PACK = [{"name": "Signal", "cost_ap": 1, "text": "A flag is raised.", "operatives": ["A1", "B1"]}]


class Wanderer:
    """One game of an edition, in a killzone or on open ground."""

    def __init__(self, edition: str, killzone: str | None, seed: int) -> None:
        rules = ruleset_of(edition)
        self.edition, self.game = rules.edition, Game(rules.flow)
        self.luck = random.Random(seed)
        self._ids = count(1)
        places = {name: {"x": x, "y": y} for name, (x, y) in PLACES.items()}
        set_up = {
            "seats": SEATS, "operatives": [card(name) for name in PLACES], "places": places, "markers": MARKERS,
            "killzone": killzone, "mission": "Wandering", "actions": PACK, "terrain": TERRAIN,
        }  # fmt: skip
        self.tried("set_up", set_up)

    def wander(self, steps: int) -> None:
        """Take so many steps, or fewer where the battle ends."""
        others = list(self.others())
        for _ in range(steps):
            if self.game.state.stage == "ended":
                return
            at_work = self.game.state.acting is not None
            chance = self.luck.random()
            if self.game.prompts and chance < (0.25 if at_work else 0.45):
                self.answer()
            elif at_work and chance < 0.7:
                self.act()
            else:
                self.say(others)

    def concede(self) -> None:
        """End the battle."""
        self.tried("end_battle", {"conceded_by": self.player})

    def say(self, others: list[tuple[str, Callable[[], Data]]]) -> None:
        """Say what was said least often so far, if the game takes it; else the next."""
        said = Counter(event.kind for event in self.game.log)
        self.luck.shuffle(others)
        for kind, make in sorted(others, key=lambda other: said[other[0]]):
            if self.tried(kind, make()):
                if kind == "undo" and self.luck.random() < 0.6:
                    self.tried("redo", {})
                return

    def tried(self, kind: str, data: Data) -> bool:
        """Return whether the game took an intent."""
        try:
            self.game.submit(read_intent({"kind": kind, "id": f"w{next(self._ids)}-{kind}", **data}))
        except (RefereeError, GeometryError):
            return False
        return True

    def answer(self) -> None:
        prompt = self.luck.choice(self.game.prompts)
        data: Data = {"prompt": prompt.id}
        if prompt.dice:
            data["dice"] = [self.luck.randint(1, 6) for _ in range(prompt.dice)]
        elif prompt.choices and self.luck.random() < 0.8:
            data["choice"] = self.luck.choice(prompt.choices).key
        self.tried("answer", data)

    @property
    def whom(self) -> str:
        return self.luck.choice(list(self.game.state.operatives))

    @property
    def player(self) -> str:
        return self.luck.choice(["p1", "p2"])

    @property
    def somewhere(self) -> Data:
        return {"x": round(self.luck.uniform(2, 28), 1), "y": round(self.luck.uniform(2, 20), 1)}

    def act(self) -> None:
        """Try an action of the active operative, with what the judge says of it."""
        acting = self.game.state.acting
        assert acting is not None
        edition = edition_of_game(self.edition, self.game.state)
        action = "Guard" if "Guard" in edition.actions and self.luck.random() < 0.3 else ""
        if acting.doing == "interrupt":
            action = "Overwatch" if "Overwatch" in edition.actions else "Shoot"
        action = action or self.luck.choice(list(edition.actions))
        data: Data = {"operative": acting.operative, "action": action}
        try:
            if action in edition.movement.names:
                data |= self.moved(acting.operative, action)
            elif action in ("Shoot", "Overwatch"):
                data |= self.shot(data)
            elif action == "Fight":
                data |= self.fought(data)
            elif "Up" in action or "Marker" in action or "Resupply" in action:
                data |= {"marker": self.luck.choice([*self.game.state.markers, "none"]), "marker_to": self.somewhere}
            elif "Hatch" in action:
                data["thing"] = "gate"
            elif "Grenade" in action:
                data |= {
                    "target": self.whom,
                    "facts": {"near": [self.whom]},
                    "marker": "S1",
                    "marker_to": self.somewhere,
                }
        except (RefereeError, GeometryError):
            return
        self.tried("act", data)

    def moved(self, who: str, action: str) -> Data:
        """Return a move with its path, its price, and the judge's ruling of it: a legal one where there is one near."""
        place = self.game.state.operative(who).place
        if place is None:
            return {}
        edition, position = edition_of_game(self.edition, self.game.state), position_of(self.game.state)
        sigma = self.luck.choice([0.0, 0.01])
        for _ in range(TRIES):
            to = {"x": round(place.x + self.luck.uniform(-5, 5), 1), "y": round(place.y + self.luck.uniform(-5, 5), 1)}
            path = ((place.x, place.y, place.z), (to["x"], to["y"], 0.0))
            judged = edition.judge_move(position, Move(who, action, path, sigma=sigma))
            if judged.legal:
                break
        noticed = [key for key, one in self.game.state.operatives.items() if one.on_guard]
        found = {"rulings": [_plain(judged.ruling)], "springs": list(judged.sprung), "noticed": noticed}
        return {"to": to, "path": path, "charged": judged.charged, **found}

    def shot(self, data: Data) -> Data:
        """Return a shot at somebody: with the dice machine, or with the results said."""
        target = self.whom
        data = {**data, "weapon": "rifle", "target": target, "engaged": self.luck.random() < 0.5}
        position = position_of(self.game.state)
        edition = edition_of_game(self.edition, self.game.state)
        judged = edition.judge_shot(position, Shot(data["operative"], target))
        if self.luck.random() < 0.3:
            said = {"results": [{"operative": target, "amount": 3}], "stunned": [target], "rerolls": ["p1"]}
            return {**data, **said, "attack_dice": [5, 4, 2, 1], "defence_dice": [6, 3], "notes": ["cover"]}
        scene = DiceContext(edition, edition.dice, self.game.state, position)
        act = Act.from_fields(id="facts", **data)
        facts = shooting_facts(scene, act, {target: judged})
        return {**data, "dice": True, "facts": facts, "rulings": [_plain(judged.selectable)]}

    def fought(self, data: Data) -> Data:
        """Return a fight with somebody, with the dice machine."""
        data = {**data, "weapon": "blade", "target": self.whom, "engaged": True}
        edition = edition_of_game(self.edition, self.game.state)
        scene = DiceContext(edition, edition.dice, self.game.state, position_of(self.game.state))
        facts = fight_facts(scene, Act.from_fields(id="facts", **data), "blade")
        return {**data, "dice": True, "facts": facts}

    def others(self) -> Iterator[tuple[str, Callable[[], Data]]]:
        """Yield what may be said beside answers and actions: the kind, and how the rest of it is made."""
        luck, ids = self.luck, self._ids
        ops = ["crit", "tac", "kill"] if self.edition.id == "kt24" else ["mission", "tac"]
        yield "undo", dict
        yield "redo", dict
        yield "challenge", dict
        yield "propose", lambda: {
            "owner": self.player, "question": "What was that?",
            "readings": [
                {"label": "damage", "intent": "declare_damage", "data": {"operative": self.whom, "amount": 1}},
                {"label": "an end", "intent": "end_activation", "data": {"operative": self.whom}},
            ],
        }  # fmt: skip
        yield "call", lambda: {"key": f"fault-{luck.randint(1, 3)}", "means": "a base hangs over the edge"}
        yield "mend", lambda: {"key": f"fault-{luck.randint(1, 3)}"}
        yield "see_roll", lambda: {
            "dice": [
                {"value": luck.randint(1, 6), "player": self.player, "box": [4, 5, 30, 31]},
                {"value": None, "doubt": "cocked", "kept": True, "taken": "an answer"},
            ],
            "prompts": [prompt.id for prompt in self.game.prompts[:1]], "why": "one lies on its edge",
            "picture": f"roll-{next(ids)}", "sha256": "0" * 64,
        }  # fmt: skip
        yield (
            "place_marker",
            lambda: {
                "marker": {"id": f"m{luck.randint(1, 3)}", "kind": "smoke", "diameter": 0.787, "place": self.somewhere}
            },
        )
        yield "remove_marker", lambda: {"marker": luck.choice([*self.game.state.markers, "none"]), "why": "it was used"}
        yield "declare_damage", lambda: {"operative": self.whom, "amount": luck.choice([-2, 2, 11]), "why": "a fall"}
        yield "declare_stat", lambda: {
            "operative": self.whom, "stat": luck.choice(["apl", "move", "hit", "save"]), "change": -1,
            "until": luck.choice(
                [
                    "end of its next activation", "end of its current or next activation",
                    "end of the turning point", "end of the battle",
                ]
            ),
        }  # fmt: skip
        yield "declare_status", lambda: {"operative": self.whom, "ready": luck.random() < 0.5, "by": "referee"}
        yield "declare_status", lambda: {"operative": self.whom, "order": "conceal", "by": "referee"}
        yield "declare_place", lambda: {"operative": self.whom, "place": self.somewhere}
        yield "remove_operative", lambda: {"operative": self.whom, "why": "by hand"}
        yield "revive", lambda: {"operative": self.whom, "wounds": 3, "place": self.somewhere, "by": "referee"}
        yield (
            "set_policy",
            lambda: {
                "rule": luck.choice(["C", "D24-1", "L2", "G21"]),
                "policy": luck.choice(["enforce", "propose", "log", "ignore"]),
            },
        )
        yield "set_threshold", lambda: {"sure": luck.choice([0.9, 0.99])}
        yield "set_terrain", lambda: {"terrain": luck.choice([TERRAIN, TERRAIN[:1]])}
        yield (
            "trigger",
            lambda: {"rules": [{"name": "a mine", "owner": self.player}, {"name": "a ploy", "owner": self.player}]},
        )
        yield "use_ploy", lambda: {"player": self.player, "name": luck.choice(["Plan", "Rush"]), "cost": 1}
        yield "pass_turn", lambda: {"player": self.player}
        yield "score", lambda: {"player": self.player, "op": luck.choice(ops), "vp": 1}
        yield "score", lambda: {"player": self.player, "op": ops[0], "vp": -1, "by": "referee", "why": "counted twice"}
        yield "seal", lambda: {"player": self.player, "topic": "tac_op", "value": "Recover"}
        yield "seal", lambda: {"player": self.player, "topic": "primary_op", "value": "crit"}
        yield "reveal", lambda: {"player": self.player, "topic": luck.choice(["tac_op", "primary_op"])}
        yield "drop_marker", lambda: {"operative": self.whom, "place": self.somewhere}
        yield "react", lambda: {"operative": self.whom, "rulings": [SAID]}
        yield "activate", lambda: {"operative": self.whom, "order": luck.choice(["engage", "conceal"])}
        yield "end_activation", lambda: {"operative": self.whom}
        yield "end_stage", lambda: {"stage": self.game.state.stage or "set_up"}
        yield "deploy", lambda: {"operative": self.whom, "place": self.somewhere, "rulings": [SAID]}
        yield "choose_equipment", lambda: {"player": self.player, "options": ["ammo cache", "ladders"]}
        yield "place_equipment", lambda: {"player": self.player, "item": "ammo cache", "rulings": [SAID]}


def _plain(ruling: Any) -> Any:
    """Return a ruling as an intent's data has it: without what is drawn of it."""
    data = Act(id="plain", operative="A1", action="Dash").with_found(rulings=(ruling,)).to_data()
    return data["rulings"][0]
