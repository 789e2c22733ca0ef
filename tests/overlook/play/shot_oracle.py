"""What a shot comes to by the printed rules, from its dice and decisions: an oracle apart from the referee's code."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from tests.overlook.play.dice_steps import stage_of, target_of
from tests.overlook.play.scripts import Raw

RULES = {
    "kt24": (
        *("Accurate 1", "Balanced", "Ceaseless", "Lethal 5+", "Punishing", "Rending", "Severe", "Stun", "Hot"),
        *("Devastating 2", "Piercing 1", "Piercing Crits 2", "Saturate", "Brutal", 'Blast 2"'),
    ),
    "kt21": (
        *("AP1", "AP2", "P1", "P2", "Balanced", "Ceaseless", "Relentless", "Rending", "Lethal 5+", "MW1", "MW2"),
        *("Splash 1", "Stun", "Hot", "No Cover", "Indirect", 'Blast 2"'),
    ),
}


@dataclass
class Attack:
    """One attack as it goes: its dice, what was kept unrolled, used and blocked; how many dice each roll had."""

    target: str
    unrolled: int = 0
    faces: list[int] = field(default_factory=list)
    saves: list[int] = field(default_factory=list)
    picked: list[int] = field(default_factory=list)
    used: set[str] = field(default_factory=set)
    kept: tuple[int, int] = (0, 0)
    blocks: tuple[int, int, int, int] = (0, 0, 0, 0)
    asked: dict[str, int] = field(default_factory=dict)


@dataclass
class Gunfight:
    """Answers every question of an action at random, and keeps what was rolled and chosen, attack by attack."""

    rng: random.Random
    attacks: list[Attack] = field(default_factory=list)
    tested: int | None = None

    def __call__(self, prompt: dict[str, Any]) -> Raw:
        """Return the step that answers a question of dice."""
        target, what = target_of(prompt), stage_of(prompt)
        if prompt["choices"]:
            key = self.rng.choice([one["key"] for one in prompt["choices"] if one["open"]])
            self._chosen(what, target, key)
            return {"as": prompt["owner"], "choose": key}
        faces = [self.rng.randint(1, 6) for _ in range(prompt["dice"])]
        self._rolled(what, target, faces)
        return {"as": prompt["owner"], "dice": faces}

    def _chosen(self, what: str, target: str, key: str) -> None:
        verb, *more = key.split(":")
        if what == "retain unrolled":
            self.attacks.append(Attack(target, unrolled=int(more[-1])))
        elif verb == "re-roll":
            self.attacks[-1].picked = [int(face) for face in more[-1].split(",")]
        elif verb == "use":
            self.attacks[-1].used.add(more[0])
        elif what == "cover saves":
            normal, crit = more[-1].split(",")
            self.attacks[-1].kept = int(crit), int(normal)
        elif what == "block":
            one, two, three, four = (int(number) for number in more[-1].split(","))
            self.attacks[-1].blocks = one, two, three, four

    def _rolled(self, what: str, target: str, faces: list[int]) -> None:
        if what == "after use":
            self.tested = faces[0]
            return
        if what == "attack roll" and (not self.attacks or self.attacks[-1].asked or self.attacks[-1].target != target):
            self.attacks.append(Attack(target))
        attack = self.attacks[-1]
        if what.endswith("roll"):
            attack.asked[what] = len(faces)
        dice = attack.faces if what.startswith("attack") else attack.saves
        for face in attack.picked:
            dice.remove(face)
        dice += faces
        attack.picked = []


@dataclass(frozen=True)
class Card:
    """The printed numbers of a gun and of all its targets, who share them."""

    rules: Sequence[str]
    atk: int
    hit: int
    damage: tuple[int, int]
    defence: int
    save: int
    ward: int | None = None

    def x(self, name: str) -> int:
        """Return the largest number after the rule of that name, 0 where the gun has none such."""
        return max((int(rule[len(name) :].strip('+" ') or 1) for rule in self.rules if self._is(rule, name)), default=0)

    @staticmethod
    def _is(rule: str, name: str) -> bool:
        return rule.rstrip('0123456789+" ') == name

    def hits(self, attack: Attack) -> tuple[int, int]:
        """Return the criticals and normals that are retained (001:38-72; 000:979-1021)."""
        lethal = self.x("Lethal") or 6
        good = [face for face in attack.faces if face == 6 or (face >= self.hit and face != 1)]
        crits = sum(face == 6 or face >= lethal for face in good)
        normals = len(good) - crits + attack.unrolled + ("punishing" in attack.used)
        lifted = len(attack.used & {"rending", "severe"})
        return crits + lifted, normals - lifted

    def may_use(self, attack: Attack) -> set[str]:
        """Return the rules that may raise a die of the roll: each needs its die, and all but Severe a critical."""
        crits, normals = self.hits(Attack("", attack.unrolled, attack.faces))
        fails = len(attack.faces) - crits - (normals - attack.unrolled)
        can = {
            "punishing": crits and fails,
            "rending": crits and normals > attack.unrolled,
            "severe": not crits and normals,
        }
        return {name for name, may in can.items() if may and name.title() in self.rules}

    def defence_dice(self, attack: Attack) -> int:
        """Return how many dice the defender has, those that cover keeps among them."""
        if "invulnerable save" in attack.used:
            return self.defence
        crits = self.hits(attack)[0]
        sure, if_critical = max(self.x("Piercing"), self.x("AP")), max(self.x("Piercing Crits"), self.x("P"))
        return max(0, self.defence - max(sure, if_critical if crits else 0))

    def saves(self, attack: Attack) -> tuple[int, int]:
        """Return the defender's criticals and normals."""
        needed = self.ward if "invulnerable save" in attack.used and self.ward else self.save
        good = [face for face in attack.saves if face == 6 or (face >= needed and face != 1)]
        crits = good.count(6)
        return crits + attack.kept[0], len(good) - crits + attack.kept[1]

    def through(self, attack: Attack) -> int:
        """Return the damage of the hits that nothing blocked, once all is blocked that can be."""
        (crits, normals), (own_crits, own_normals) = self.hits(attack), self.saves(attack)
        crit_crit, crit_normal, pair_crit, normal_normal = attack.blocks
        free_crits, free_normals = own_crits - crit_crit - crit_normal, own_normals - 2 * pair_crit - normal_normal
        if "Brutal" in self.rules:
            free_normals = 0
        left, plain = crits - crit_crit - pair_crit, normals - crit_normal - normal_normal
        assert min(free_crits, free_normals, left, plain) >= 0, "more is blocked than there is, or by more"
        idle = (free_crits and left + plain) or (free_normals and plain) or (free_normals > 1 and left)
        assert not idle, "a save that can block does"
        return left * self.damage[1] + plain * self.damage[0]


def losses(card: Card, fight: Gunfight, near: dict[str, str], shooter: str) -> Counter[str]:
    """Return the wounds that each loses, and check the number of dice of every roll; `near` is who stands by whom."""
    lost: Counter[str] = Counter()
    for attack in fight.attacks:
        assert attack.used - {"invulnerable save"} <= card.may_use(attack)
        assert attack.asked["attack roll"] == card.atk - attack.unrolled
        assert attack.asked.get("defence roll", 0) == max(0, card.defence_dice(attack) - sum(attack.kept))
        crits = card.hits(attack)[0]
        lost[attack.target] += crits * (card.x("Devastating") + card.x("MW") + card.x("Splash")) + card.through(attack)
        lost[near[attack.target]] += crits * card.x("Splash")
        if fight.tested is None and "Hot" in card.rules:
            lost[shooter] += 3 * attack.faces.count(1)
    if fight.tested is not None and fight.tested < card.hit:
        lost[shooter] += 2 * fight.tested
    return lost


def stunned(card: Card, fight: Gunfight) -> Iterator[str]:
    """Yield whom a retained critical of a weapon that stuns has hit."""
    for attack in fight.attacks:
        if "Stun" in card.rules and card.hits(attack)[0]:
            yield attack.target
