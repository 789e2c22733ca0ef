"""A whole 2024 battle that plays itself, legally: the judge is asked as a table asks, the players answer."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from itertools import count
from typing import Any

from geometry.measure import gap
from referee.editions.kt24.areas import blast_targets, torrent_targets
from referee.editions.kt24.dice import DICE
from referee.editions.kt24.edition import KT24
from referee.editions.kt24.flow import flow
from referee.game.board_place import BoardPlace, RecordedTerrain
from referee.game.card import Card, Seat
from referee.game.dice.attack_context import DiceContext, fight_facts, shooting_facts
from referee.game.engine.game import Game
from referee.game.intents import Act, Intent, SetUp, read_intent
from referee.game.judging.position import attempt_of, edition_of_game, position_of
from referee.game.pack_action import PackAction
from referee.game.state import ActivationKind, GameState, MarkerState
from referee.rules.dice.rule_book import Number, WeaponRule
from referee.rules.judgement import Move, Shot
from referee.rules.ports.actions import judge_attempt
from referee.rules.ports.edition import Edition
from referee.rules.position import Position
from referee.rules.weapon import RuleUse, Weapon, WeaponType
from tests.referee.allowed import is_allowed

FLOW = flow(KT24)
R32 = 32 / 25.4 / 2
FIGURES = {Number.COUNT: 1, Number.TARGET: 5, Number.INCHES: 2}


def use_of(rule: WeaponRule) -> RuleUse:
    x = 30 if rule.name == "range" else FIGURES.get(rule.number)
    return RuleUse(rule.name, x, only="dash" if rule.name == "heavy" else None)


USES = [use_of(rule) for rule in KT24.rule_book.rules]
MELEE_ONLY = {"shock"}
GUN_USES = [use for use in USES if use.rule not in MELEE_ONLY]
GUNS = tuple(Weapon(f"gun {n}", WeaponType.RANGED, 4, 3, (1, 2), tuple(GUN_USES[n * 2 : n * 2 + 2])) for n in range(12))
CLAW = Weapon("claw", WeaponType.MELEE, 3, 4, (1, 2), (RuleUse("shock"), RuleUse("brutal"), RuleUse("lethal", 5)))
SIGNAL = PackAction("Signal", 1, text="Nothing but a flag.")
MOVES = ("Charge", "Fall Back", "Move With Barricade", "Reposition", "Dash")


def box(
    name: str, x0: float, y0: float, x1: float, y1: float, top: float, *traits: str, **more: Any
) -> RecordedTerrain:
    corners = ((x0, y0), (x1, y0), (x1, y1), (x0, y1))
    return RecordedTerrain(name, more.pop("feature", name), corners, 0.0, top, tuple(sorted(traits)), **more)


COMMON = (
    box("ruin", 20, 3, 20.4, 6, 4, "Heavy"),
    box("crates", 24, 15, 25.5, 15.5, 1, "Light"),
    box("shield", 5 + R32, 17, 5.3 + R32, 19, 1, "Light", "Protective", "Portable", equipment="portable barricade"),
)
TERRAIN = {
    "gallowdark": (*COMMON, box("hatch", 10.62, 8, 11, 12, 4, "Accessible", role="access_point", state="closed")),
    "volkus": (*COMMON, box("gate", 10.62, 8, 11, 12, 4, "Heavy", role="door")),
}
PLACES = {
    "A1": BoardPlace(10, 10), "A2": BoardPlace(14, 18), "A3": BoardPlace(3, 3), "A4": BoardPlace(5, 18),
    "B1": BoardPlace(12.4, 10), "B2": BoardPlace(20, 18), "B3": BoardPlace(9, 4), "B4": BoardPlace(17, 11),
    "B5": BoardPlace(25, 5),
}  # fmt: skip
MARKERS = (
    MarkerState("M1", "objective", 40 / 25.4, BoardPlace(15.5, 18), pick_up_allowed=True),
    MarkerState("cache", "ammo cache", 20 / 25.4, BoardPlace(3, 4.2), owner="p1"),
    MarkerState("boom", "mines", 20 / 25.4, BoardPlace(8, 7), owner="p2"),
)
EQUIPMENT = ("utility grenades: smoke, stun", "explosive grenades: frag, krak", "ammo cache")
SEATS = (Seat("p1", "Red"), Seat("p2", "Blue"))


def cards() -> tuple[Card, ...]:
    made = []
    for number, name in enumerate(PLACES):
        guns = GUNS[(number % 4) * 3 : (number % 4) * 3 + 3]
        player = "p1" if name.startswith("A") else "p2"
        made.append(Card(name, player, name, 3, 6.0, 4, 60, weapons=(*guns, CLAW)))
    return tuple(made)


class Battle:
    """One battle in one killzone; `play` plays it to its end. `done` are the actions, `rules` the weapon rules used.

    `tired` is how often, after the first turning point, an activation ends though its operative could act.
    """

    def __init__(self, killzone: str, seed: int, tired: float = 0.0) -> None:
        self.killzone = killzone
        self.tired = tired
        self.game = Game(FLOW)
        self.dice = random.Random(seed)
        self.done: set[str] = set()
        self.rules: set[str] = set()
        self._ids = count()

    @property
    def state(self) -> GameState:
        return self.game.state

    @property
    def edition(self) -> Edition:
        return edition_of_game(KT24, self.state)

    def say(self, kind: str, **given: Any) -> None:
        self.game.submit(self.intent(kind, **given))

    def intent(self, kind: str, **given: Any) -> Intent:
        return read_intent({"kind": kind, "id": f"i{next(self._ids)}", **given})

    def play(self) -> None:
        self.game.submit(
            SetUp(id="set up", seats=SEATS, operatives=cards(), places=PLACES, markers=MARKERS, killzone=self.killzone,
                  terrain=TERRAIN[self.killzone], actions=(SIGNAL,))
        )  # fmt: skip
        while self.state.stage != "ended":
            self.go_on()

    def go_on(self) -> None:
        """Answer what is asked first, as a player would."""
        prompt = self.game.prompts[0]
        about = prompt.id.partition(":")[0]
        keys = [choice.key for choice in prompt.choices]
        if about == "equipment" and "none" in keys:
            self.say("choose_equipment", player=prompt.owner, options=list(EQUIPMENT))
        elif about == "gambit" and "primary:crit" in keys:
            self.say("answer", prompt=prompt.id, choice="primary:crit")
        elif about == "act":
            self.act_or_end(prompt.id)
        elif about == "end":
            self.say("score", player="p1", op="crit", vp=1)
            self.say("answer", prompt=prompt.id)
        elif about == "activate":
            order = "conceal" if self.dice.random() < 0.15 else "engage"
            self.say("answer", prompt=prompt.id, choice=self.dice.choice([key for key in keys if key.endswith(order)]))
        elif prompt.dice:
            rolled = [self.dice.randint(1, 6) for _ in range(prompt.dice)]
            self.say("answer", prompt=prompt.id, dice=rolled)
        elif about in ("react", "interrupt", "dice"):
            self.say("answer", prompt=prompt.id, choice=self.dice.choice(keys))
        else:
            self.say("answer", prompt=prompt.id, choice=prompt.default or keys[0])

    def act_or_end(self, prompt: str) -> None:
        acting = self.state.acting
        assert acting is not None
        tired = self.tired > 0 and self.state.turning_point > 1 and self.dice.random() < self.tired
        for act in () if tired else self.wishes(acting.operative):
            if is_allowed(self.game, act):
                self.game.submit(act)
                self.done.add(act.action)
                if act.weapon is not None:
                    self.rules |= {use.rule for use in self.state_weapon(act).rules}
                return
        self.say("answer", prompt=prompt, choice="end")

    def state_weapon(self, act: Act) -> Weapon:
        shared = {weapon.name: weapon for weapon in self.state.side(self.player(act.operative)).weapons}
        return shared.get(str(act.weapon)) or self.state.operative(act.operative).card.weapon(str(act.weapon))

    def player(self, operative: str) -> str:
        return self.state.operative(operative).player

    def wishes(self, who: str) -> Iterator[Act]:
        """Yield the acts that the judge allows, those not done in this battle first."""
        names = list(self.edition.actions)
        self.dice.shuffle(names)
        names.sort(key=lambda name: (name in self.done, name in MOVES))
        acting = self.state.acting
        position = position_of(self.state)
        for name in names:
            spec = self.edition.action(name)
            interrupts = acting is not None and acting.doing is ActivationKind.INTERRUPT
            if interrupts and (spec.treated_as or name) not in ("Shoot", "Fight"):
                continue
            for act in self.ways(position, who, name):
                point_blank = interrupts and act.evidence.engaged
                if point_blank or judge_attempt(self.edition, position, attempt_of(self.state, act)).holds:
                    yield act
                    break

    def ways(self, position: Position, who: str, name: str) -> Iterator[Act]:
        engaged = bool(self.edition.engagement.enemies_engaging(position, who))
        base = {"operative": who, "action": name, "engaged": engaged}
        acting = self.state.acting
        interrupts = acting is not None and acting.doing is ActivationKind.INTERRUPT
        if self.edition.action(name).engaged not in (None, engaged) and not interrupts:
            return
        kind = self.edition.action(name).treated_as or name
        if name in MOVES:
            yield from self.moves(position, who, name, base)
        elif name == "Shoot":
            yield from self.shots(position, who, base, engaged)
        elif kind == "Fight":
            yield from self.fights(position, who, base)
        elif name in ("Pick Up Marker", "Ammo Resupply"):
            yield self.made(base, marker="cache" if name == "Ammo Resupply" else "M1")
        elif name == "Place Marker":
            yield self.made(base, marker="M1", marker_to=self.state.operative(who).place)
        elif name == "Smoke Grenade":
            place = self.state.operative(who).place
            assert place is not None
            yield self.made(base, marker=f"S{next(self._ids)}", marker_to=BoardPlace(place.x + 2, place.y))
        elif name == "Stun Grenade":
            yield from self.stuns(position, who, base)
        elif name == "Operate Hatch":
            yield self.made(base, thing="hatch")
        else:
            yield self.made(base)

    def made(self, base: dict[str, Any], **given: Any) -> Act:
        return Act.from_fields(id=f"i{next(self._ids)}", **{**base, **given})

    def moves(self, position: Position, who: str, name: str, base: dict[str, Any]) -> Iterator[Act]:
        place = self.state.operative(who).place
        acting = self.state.acting
        assert place is not None
        assert acting is not None
        here = (place.x, place.y, place.z)
        enemies = [enemy.placement for enemy in position.enemies_of(who)]
        goals = [(e.x + 1.9 * math.cos(a), e.y + 1.9 * math.sin(a)) for e in enemies for a in (0.1, 2.2, 4.3)]
        if name != "Charge":
            spots = [(self.dice.uniform(1, 6), self.dice.uniform(0, 2 * math.pi)) for _ in range(12)]
            goals = [(place.x + d * math.cos(a), place.y + d * math.sin(a)) for d, a in spots]
        goals.sort(key=lambda goal: math.dist(goal, here[:2]))
        limit = acting.move_limit is not None
        for x, y in goals[:4]:
            path = (here, (round(x, 2), round(y, 2), 0.0))
            if math.dist(*path) < 0.5:
                continue
            done = tuple(each.action for each in acting.performed)
            judged = self.edition.judge_move(position, Move(who, name, path, performed=done, counteracting=limit))
            if judged.legal:
                yield self.made(
                    base, to=BoardPlace(path[1][0], path[1][1]), path=path, charged=judged.charged,
                    rulings=(judged.ruling,),
                    springs=judged.sprung,
                )  # fmt: skip

    def shots(self, position: Position, who: str, base: dict[str, Any], engaged: bool) -> Iterator[Act]:
        weapons = [weapon for weapon in self.state.operative(who).card.weapons if weapon.type is WeaponType.RANGED]
        weapons += self.state.side(self.player(who)).weapons
        weapons.sort(key=lambda weapon: {use.rule for use in weapon.rules} <= self.rules)
        close = self.edition.engagement.enemies_engaging(position, who)
        scene = DiceContext(self.edition, DICE, self.state, position)
        for weapon in weapons:
            for enemy in position.enemies_of(who):
                judged = self.edition.judge_shot(position, Shot(who, enemy.id, weapon.rules))
                if (enemy.id not in close) if engaged else not judged.selectable.holds:
                    continue
                act = self.made(base, weapon=weapon.name, target=enemy.id)
                targets = {enemy.id: judged}
                for use in weapon.rules:
                    if use.rule == "blast":
                        targets |= dict.fromkeys(blast_targets(self.edition, position, enemy.id, use.x or 0), judged)
                    if use.rule == "torrent":
                        for other in torrent_targets(self.edition, position, who, enemy.id, use.x or 0):
                            targets[other] = self.edition.judge_shot(position, Shot(who, other, weapon.rules))
                targets.pop(who, None)
                facts = shooting_facts(scene, act, targets, worse_by=int(engaged))
                rulings = () if engaged else (judged.selectable,)
                yield act.model_copy(update={"dice": True}).with_found(facts=facts, rulings=rulings)
                break

    def fights(self, position: Position, who: str, base: dict[str, Any]) -> Iterator[Act]:
        scene = DiceContext(self.edition, DICE, self.state, position)
        own = position.table.operative(who).base
        for enemy in sorted(position.enemies_of(who), key=lambda one: gap(one.base, own)):
            act = self.made(base, weapon="claw", target=enemy.id)
            if base["action"] == "Fight" and not self.edition.engagement.engaged(position, who, enemy.id).holds:
                continue
            yield act.model_copy(update={"dice": True}).with_found(facts=fight_facts(scene, act, "claw"))

    def stuns(self, position: Position, who: str, base: dict[str, Any]) -> Iterator[Act]:
        thrower = position.table.operative(who)
        for enemy in position.enemies_of(who):
            near = gap(thrower.base, enemy.base) <= 6 and self.edition.sight.visible(position, who, enemy.id).holds
            if near:
                around = [key for key, each in position.table.operatives.items() if gap(each.base, enemy.base) <= 1]
                yield self.made(base, target=enemy.id, facts={"near": sorted(around)})
