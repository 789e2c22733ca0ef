"""A Limited weapon is used no more often than it may be, whoever uses it (rules G24-10, G21-12).

Random battles are counted over their events by a counter that shares nothing with the code under test.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import count
from typing import Any

import pytest

from geometry.errors import GeometryError
from referee.editions.registry import ruleset_of
from referee.game.dice.attack_context import DiceContext, fight_facts, shooting_facts
from referee.game.engine.game import Game
from referee.game.engine.timeline import Timeline, fold_all
from referee.game.events import activations, decisions
from referee.game.intents import Act, read_intent
from referee.game.judging.position import edition_of_game, position_of
from referee.game.prompt import Prompt, Topic
from referee.game.record import RefusedError
from referee.game.state import GameState
from referee.rules.errors import MalformedError, RefereeError
from referee.rules.judgement import Shot
from tests.depth import depth

Data = dict[str, Any]
SEATS = [{"id": "p1", "name": "Red"}, {"id": "p2", "name": "Blue"}]
PLACES = {"A1": (10, 10), "A2": (10, 11.8), "B1": (11.8, 10), "B2": (11.8, 11.8), "B3": (10, 8.2), "B4": (10, 13.6)}
"""Two against four, so that the two act out of turn, too."""
ATTACKS = {"kt24": ("Shoot", "Fight"), "kt21": ("Shoot", "Fight", "Overwatch")}
EDITIONS = pytest.mark.parametrize("edition", ["kt24", "kt21"])
WITHOUT = " without "


def weapon(name: str, kind: str, limit: int | None = None, profile: str = "") -> Data:
    rules = [] if limit is None else [{"rule": "limited", "x": limit}]
    return {"name": name, "profile": profile, "type": kind, "atk": 4, "hit": 3, "damage": [1, 2], "rules": rules}


PIKE = weapon("pike", "melee")


def limited(name: str, kind: str, times: int, edition: str, profile: str = "") -> Data:
    """A weapon for so many uses; in 2021 for one, as the rule has no number there."""
    found = weapon(name, kind, times, profile)
    return found if edition == "kt24" else {**found, "rules": [{"rule": "limited", "x": None}]}


def titled(one: Data) -> str:
    return f"{one['name']} ({one['profile']})" if one["profile"] else str(one["name"])


def armed(edition: str, chance: random.Random) -> list[Data]:
    """Some weapons, at least one for melee, most of them Limited."""
    melee = [
        limited("claw", "melee", 1, edition),
        limited("chain", "melee", chance.randint(1, 3), edition, "slow"),
        weapon("fist", "melee"),
    ]
    ranged = [
        limited("bow", "ranged", 1, edition),
        limited("launcher", "ranged", chance.randint(1, 3), edition, "frag"),
        weapon("rifle", "ranged"),
    ]
    return [*chance.sample(ranged, chance.randint(0, 3)), *chance.sample(melee, chance.randint(1, 3))]


class Spent:
    """How often each weapon was used, counted over what happened; nothing of the game's own count is looked at."""

    def __init__(self, cards: Mapping[str, list[Data]]) -> None:
        self._cards = cards
        self.uses: Counter[tuple[str, str]] = Counter()
        self._open: Data | None = None

    def of(self, timeline: Timeline) -> Counter[tuple[str, str]]:
        for step in timeline.live_steps():
            for event in step.events:
                self._take(event)
            acted = any(isinstance(event, activations.ActionPerformed) for event in step.events)
            if acted and isinstance(step.intent, Act) and step.intent.action == "Fight" and not step.intent.dice:
                self._declared(step.intent.target or "", step.before)
        return self.uses

    def _declared(self, defender: str, before: GameState) -> None:
        """Count the weapon of who was fought without dice: it is known where only one has a use left."""
        barred = before.activation is not None and defender in before.activation.barred_from_retaliating
        melee = [one for one in self._cards[defender] if one["type"] == "melee"]
        left = [
            one for one in melee if not one["rules"] or self.uses[defender, one["name"]] < (one["rules"][0]["x"] or 1)
        ]
        if len(left) == 1 and not barred:
            self._use(defender, left[0]["name"])

    def _take(self, event: Any) -> None:
        match event:
            case activations.ActionPerformed() if event.weapon:
                self._use(event.operative, event.weapon.partition(WITHOUT)[0])
            case decisions.SequenceOpened() if event.sort == "Fight":
                foe = event.opening["facts"]["defender"]
                self._open = foe if foe.get("choices") else None
                if not foe.get("choices") and foe["weapon"]:
                    self._use(foe["id"], foe["weapon"]["name"])
            case decisions.SequenceAdvanced() if self._open is not None:
                self._use(self._open["id"], event.now["answers"][0]["choice"].removeprefix("weapon:"))
                self._open = None

    def _use(self, operative: str, name: str) -> None:
        self.uses[operative, name.partition(" (")[0]] += 1

    def limits(self) -> Iterator[tuple[str, str, int]]:
        for operative, weapons in self._cards.items():
            for one in weapons:
                for rule in one["rules"]:
                    yield operative, one["name"], rule["x"] or 1


class Brawl:
    """Six operatives within each other's reach, and two players who attack with whatever comes to hand."""

    def __init__(self, edition: str, seed: int, weapons: list[Data] | None = None) -> None:
        self.chance = random.Random(f"{edition}-{seed}")
        rules = ruleset_of(edition)
        self.edition, self.flow, self.game = rules.edition, rules.flow, Game(rules.flow)
        self._ids = count(1)
        self.cards = {name: weapons or armed(edition, self.chance) for name in PLACES}
        self.refused: Counter[str] = Counter()
        operatives = [
            {
                "id": name, "player": "p1" if name.startswith("A") else "p2", "name": f"Trooper {name}", "apl": 3,
                "move": 6.0, "save": 4, "wounds": 40, "weapons": self.cards[name], "type": name,
                "exempt": ["last action"],
            }
            for name in PLACES
        ]  # fmt: skip
        places = {name: {"x": x, "y": y} for name, (x, y) in PLACES.items()}
        killzone = self.chance.choice([None, "gallowdark"])
        self.say("set_up", seats=SEATS, operatives=operatives, places=places, killzone=killzone)

    @property
    def state(self) -> GameState:
        return self.game.state

    def say(self, kind: str, **data: Any) -> None:
        self.game.submit(read_intent({"kind": kind, "id": f"i{next(self._ids)}", **data}))

    def tried(self, kind: str, **data: Any) -> bool:
        try:
            self.say(kind, **data)
        except (RefereeError, GeometryError) as refusal:
            self.refused[type(refusal).__name__] += 1
            return False
        return True

    def play(self, steps: int) -> None:
        for _ in range(steps):
            if self.state.ended:
                break
            self.step()
            self.holds()

    def step(self) -> None:
        """Take one step: undo or redo now and then, an attack where somebody may act, else what is asked."""
        luck = self.chance.random()
        if luck < 0.06 and self.game.timeline.past is not None and self.state.stage == "firefight":
            self.undone(self.chance.randint(1, 4))
            return
        acting = self.state.acting
        if acting is not None and self.state.sequence is None and not acting.awaiting and luck < 0.8:
            self.attack(acting.operative)
            return
        self.answer(self.chance.choice(self.game.prompts))

    def undone(self, times: int) -> None:
        """Undo some steps and redo them: the uses come back and go again."""
        before, steps = self.spent(), 0
        while steps < times and self.game.timeline.past is not None:
            self.say("undo")
            self.holds()
            steps += 1
        if self.chance.random() < 0.5:
            for _ in range(steps):
                self.say("redo")
            assert self.spent() == before

    def answer(self, prompt: Prompt) -> None:
        if prompt.dice:
            self.tried("answer", prompt=prompt.id, dice=[self.chance.randint(1, 6) for _ in range(prompt.dice)])
            return
        keys = [choice.key for choice in prompt.choices]
        if prompt.topic in (Topic.REACTION, Topic.INTERRUPT):
            keys = [key for key in keys if key in PLACES] or keys
        wanted = self.chance.choice(keys) if self.chance.random() < 0.7 else prompt.default or keys[0]
        self.tried("answer", prompt=prompt.id, choice=wanted)

    def attack(self, operative: str) -> None:
        """Try an attack at any enemy with any weapon, by its title or bare name, with dice or declared."""
        foes = self.state.standing_of(self.state.opponent(self.state.operative(operative).player))
        action = self.chance.choice(ATTACKS[self.edition.id])
        kind = "melee" if action == "Fight" else "ranged"
        own = [one for one in self.cards[operative] if one["type"] == kind]
        if not foes or not own:
            self.tried("end_activation", operative=operative)
            return
        if self.chance.random() < 0.3 and self.tried("act", operative=operative, action="Guard"):
            return
        held = self.chance.choice(own)
        told: Data = {"operative": operative, "action": action, "target": self.chance.choice(foes)}
        told["free"] = self.chance.random() < 0.2
        told["weapon"] = self.chance.choice([held["name"], titled(held)])
        if self.chance.random() < 0.15:
            self.tried("act", **told, results=[{"operative": told["target"], "amount": 1}])
            return
        try:
            told |= {"dice": True, "facts": self.facts(told)}
        except MalformedError:
            return
        self.tried("act", **told)

    def facts(self, told: Data) -> Data:
        """What the table finds of an attack; the weapon of who is fought is any of its card, used up or not."""
        edition = edition_of_game(self.edition, self.state)
        scene = DiceContext(edition, edition.dice, self.state, position_of(self.state))
        act = Act.model_validate({"id": "facts", **told})
        if told["action"] == "Fight":
            foe = [one for one in self.cards[told["target"]] if one["type"] == "melee"]
            return fight_facts(scene, act, titled(self.chance.choice(foe)))
        judged = edition.judge_shot(scene.position, Shot(act.operative, told["target"]))
        return shooting_facts(scene, act, {told["target"]: judged})

    def spent(self) -> Counter[tuple[str, str]]:
        return Spent(self.cards).of(self.game.timeline)

    def holds(self) -> None:
        """No weapon was used more often than it may be, and those that a defender may choose have a use left."""
        uses = self.spent()
        left = {(who, name): limit - uses[who, name] for who, name, limit in Spent(self.cards).limits()}
        assert min(left.values(), default=0) >= 0, left
        for prompt in self.game.prompts:
            chosen = [one.key.removeprefix("weapon:") for one in prompt.choices if one.key.startswith("weapon:")]
            if prompt.topic is Topic.DICE and chosen:
                sequence = self.state.sequence
                assert sequence is not None
                who = sequence.data["facts"]["defender"]["id"]
                assert all(left.get((who, name.partition(" (")[0]), 1) > 0 for name in chosen), (who, chosen, left)


@EDITIONS
@pytest.mark.parametrize("seed", range(depth(2, 100)))
def test_no_weapon_is_ever_used_more_often_than_its_limit(edition: str, seed: int) -> None:
    brawl = Brawl(edition, seed)
    brawl.play(depth(120, 200))
    assert fold_all(brawl.game.log).state == brawl.state
    assert Game(brawl.flow, brawl.game.log).state == brawl.state
    assert sum(brawl.spent().values()) > 5, "attacks were made"


def to_firefight(brawl: Brawl) -> Brawl:
    """Answer what is asked before the first activation."""
    while brawl.state.stage != "firefight":
        brawl.answer(brawl.game.prompts[0])
    return brawl


def fight(brawl: Brawl, operative: str, target: str, weapon: str) -> list[str]:
    """Activate an operative and fight with it; return the weapons that the defender may choose from."""
    brawl.say("activate", operative=operative, order="engage")
    told = {"operative": operative, "action": "Fight", "target": target, "weapon": weapon}
    brawl.say("act", **told, dice=True, facts=brawl.facts(told))
    return [one.key for one in brawl.game.prompts[0].choices]


def through(brawl: Brawl, choice: str) -> None:
    """Choose a weapon for the defender, resolve the dice and end the activation."""
    brawl.say("answer", prompt=brawl.game.prompts[0].id, choice=choice)
    while brawl.state.sequence is not None:
        brawl.answer(brawl.game.prompts[0])
    brawl.say("end_activation", operative=brawl.state.acting.operative if brawl.state.acting else "")


@EDITIONS
@pytest.mark.parametrize(("policy", "withheld"), [("enforce", True), ("ignore", False), ("log", False)])
def test_a_used_up_weapon_is_withheld_where_its_limit_is_enforced(edition: str, policy: str, withheld: bool) -> None:
    brawl = to_firefight(Brawl(edition, 0, [limited("claw", "melee", 1, edition), weapon("fist", "melee"), PIKE]))
    brawl.say("set_policy", rule={"kt24": "G24-10", "kt21": "G21-12"}[edition], policy=policy)
    first, second = ("A1", "B1") if brawl.state.turn == "p1" else ("B1", "A1")
    assert set(fight(brawl, first, second, "fist")) == {"weapon:claw", "weapon:fist", "weapon:pike"}
    through(brawl, "weapon:claw")
    assert brawl.state.operative(second).uses == {"claw": 1}
    brawl.say("activate", operative=second, order="engage")
    brawl.say("end_activation", operative=second)
    offered = fight(brawl, f"{first[0]}2", second, "fist")
    assert ("weapon:claw" in offered) is not withheld
    assert {"weapon:fist", "weapon:pike"} <= set(offered)


@EDITIONS
def test_facts_that_name_a_used_up_weapon_are_cut_down_by_the_game_itself(edition: str) -> None:
    brawl = to_firefight(Brawl(edition, 0, [limited("claw", "melee", 1, edition), weapon("fist", "melee")]))
    first, second = ("A1", "B1") if brawl.state.turn == "p1" else ("B1", "A1")
    told = {"operative": first, "action": "Fight", "target": second, "weapon": "fist"}
    facts = brawl.facts(told)
    assert set(fight(brawl, first, second, "fist")) == {"weapon:claw", "weapon:fist"}
    through(brawl, "weapon:claw")
    brawl.say("activate", operative=second, order="engage")
    brawl.say("end_activation", operative=second)
    mate = f"{first[0]}2"
    brawl.say("activate", operative=mate, order="engage")
    stale = {**facts, "attacker": {**facts["attacker"], "id": mate}}
    brawl.say("act", **{**told, "operative": mate}, dice=True, facts=stale)
    sequence = brawl.state.sequence
    assert sequence is not None
    assert sequence.data["facts"]["defender"]["weapon"]["name"] == "fist"
    assert brawl.state.operative(second).uses == {"claw": 1}


@EDITIONS
def test_uses_of_a_profile_count_by_its_title_and_by_its_bare_name_together(edition: str) -> None:
    brawl = to_firefight(
        Brawl(edition, 0, [limited("launcher", "ranged", 1, edition, "frag"), weapon("fist", "melee")])
    )
    first, second = ("A1", "B1") if brawl.state.turn == "p1" else ("B1", "A1")
    shot = {"operative": first, "action": "Shoot", "target": second, "results": [{"operative": second, "amount": 1}]}
    brawl.say("activate", operative=first, order="engage")
    brawl.say("act", **shot, weapon="launcher")
    brawl.say("end_activation", operative=first)
    brawl.say("activate", operative=second, order="engage")
    brawl.say("end_activation", operative=second)
    brawl.say("declare_status", operative=first, ready=True, by="referee")
    brawl.say("activate", operative=first, order="engage")
    with pytest.raises(RefusedError, match="was used 1 of 1 times"):
        brawl.say("act", **shot, weapon="launcher (frag)")
