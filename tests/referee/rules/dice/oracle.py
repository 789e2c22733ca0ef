"""An independent count of every roll, die by die, written from the rules alone. Slow on purpose; nothing is shared.

Keys are those of the vectors: atk, hit, dmg, accurate, reroll, lethal, rending, punishing, severe, devastating,
piercing, piercing_crits, saturate, brutal, shock (2024); ap, p, mw, no_cover, stun (2021).
"""

from __future__ import annotations

import itertools
from collections import defaultdict
from fractions import Fraction
from typing import Any

FACES = range(1, 7)


def grade(face: int, needed: int, lethal: int = 6) -> str:
    if face == 6:
        return "C"
    if face == 1 or face < needed:
        return "F"
    return "C" if face >= lethal else "N"


def rerolled(dice: list[int], weapon: dict[str, Any]) -> list[tuple[list[int], Fraction]]:
    """Every outcome of the standard policy's re-rolls, with its probability."""
    lethal = weapon.get("lethal", 6)
    steps = {
        "none": [],
        "balanced": ["one"],
        "ceaseless": ["value"],
        "ones": ["ones"],
        "relentless": ["all"],
        "ceaseless+balanced": ["value", "one"],
        "ones+balanced": ["ones", "one"],
    }[weapon.get("reroll", "none")]
    states = [(dice, frozenset[int](), Fraction(1))]
    for step in steps:
        following = []
        for faces, done, chance in states:
            fails = [i for i, face in enumerate(faces) if grade(face, weapon["hit"], lethal) == "F" and i not in done]
            if step == "ones":
                picked = [i for i in fails if faces[i] == 1]
            elif step == "one":
                picked = sorted(fails, key=lambda i: faces[i])[:1]
            elif step == "value":
                shown = [faces[i] for i in fails]
                value = max(sorted(set(shown)), key=shown.count, default=0)
                picked = [i for i in fails if faces[i] == value]
            else:
                picked = fails
            for new in itertools.product(FACES, repeat=len(picked)):
                after = list(faces)
                for index, face in zip(picked, new, strict=True):
                    after[index] = face
                following.append((after, done | set(picked), chance / 6 ** len(picked)))
        states = following
    return [(faces, chance) for faces, _, chance in states]


def retained(faces: list[int], weapon: dict[str, Any], unrolled: int, obscured: bool) -> tuple[int, int]:
    """Critical and normal successes after every rule that retains or changes dice."""
    grades = [grade(face, weapon["hit"], weapon.get("lethal", 6)) for face in faces]
    crits, normals, fails = grades.count("C"), grades.count("N"), grades.count("F")
    if obscured:
        return 0, max(0, crits + normals + unrolled - 1)
    if crits:
        fixed = unrolled + (1 if weapon.get("punishing") and fails else 0)
        lifted = 1 if weapon.get("rending") and normals else 0
        return crits + lifted, normals - lifted + fixed
    if weapon.get("severe") and normals + unrolled:
        return 1, normals + unrolled - 1
    return 0, normals + unrolled


def volley(weapon: dict[str, Any], obscured: bool = False) -> dict[tuple[int, int, int], Fraction]:
    """Probability of (criticals, normals, discarded ones)."""
    unrolled = min(weapon.get("accurate", 0), weapon["atk"])
    found: dict[tuple[int, int, int], Fraction] = defaultdict(Fraction)
    count = weapon["atk"] - unrolled
    for roll in itertools.product(FACES, repeat=count):
        for faces, chance in rerolled(list(roll), weapon):
            crits, normals = retained(faces, weapon, unrolled, obscured)
            found[crits, normals, faces.count(1)] += chance / 6**count
    return found


def least_damage(hits: tuple[int, int], saves: tuple[int, int], dmg: tuple[int, int], normals_block: bool) -> int:
    """The least damage over every way to block, tried one save after another."""
    crits, normals = hits
    best = crits * dmg[1] + normals * dmg[0]
    if saves[0]:
        if crits:
            best = min(best, least_damage((crits - 1, normals), (saves[0] - 1, saves[1]), dmg, normals_block))
        if normals:
            best = min(best, least_damage((crits, normals - 1), (saves[0] - 1, saves[1]), dmg, normals_block))
    if normals_block and saves[1] and normals:
        best = min(best, least_damage((crits, normals - 1), (saves[0], saves[1] - 1), dmg, normals_block))
    if normals_block and saves[1] > 1 and crits:
        best = min(best, least_damage((crits - 1, normals), (saves[0], saves[1] - 2), dmg, normals_block))
    return best


def shot(
    weapon: dict[str, Any],
    dice: int,
    save: int,
    kept: tuple[int, int] = (0, 0),
    obscured: bool = False,
    ward: int | None = None,
) -> dict[int, Fraction]:
    """Probability of each damage; `kept` are dice kept unrolled for cover, normal and critical."""
    found: dict[int, Fraction] = defaultdict(Fraction)
    for (crits, normals, _), chance in volley(weapon, obscured).items():
        fewer = max(weapon.get("piercing", 0), weapon.get("ap", 0))
        if crits:
            fewer = max(fewer, weapon.get("piercing_crits", 0), weapon.get("p", 0))
        count = dice if ward else max(0, dice - fewer)
        keep = (0, 0) if weapon.get("saturate") or weapon.get("no_cover") else kept
        kept_crits = min(keep[1], count)
        kept_normals = min(keep[0], count - kept_crits)
        rolled = count - kept_crits - kept_normals
        at_once = crits * (weapon.get("devastating", 0) + weapon.get("mw", 0))
        for roll in itertools.product(FACES, repeat=rolled):
            grades = [grade(face, ward or save) for face in roll]
            saves = (grades.count("C") + kept_crits, grades.count("N") + kept_normals)
            left = least_damage((crits, normals), saves, weapon["dmg"], not weapon.get("brutal"))
            found[at_once + left] += chance / 6**rolled
    return dict(found)


def act(own: list[int], foe: list[int], policy: str, barred: bool) -> str:
    if policy == "parry" and foe[0] + foe[1]:
        if own[0] and foe[0]:
            return "crit on crit"
        if own[1] and foe[1] and not barred:
            return "normal on normal"
        if own[0]:
            return "crit on normal"
    return "strike"


def duel(
    one: dict[str, Any], two: dict[str, Any], dice: tuple[list[int], list[int]], policies: tuple[str, str]
) -> tuple[int, int]:
    """Both sides' wounds after a fight with these successes: [criticals, normals] of each."""
    weapons, wounds, hands = (one, two), [one["wounds"], two["wounds"]], [list(dice[0]), list(dice[1])]
    for side in (0, 1):
        if min(wounds) > 0:
            harm = weapons[side].get("devastating", 0) * hands[side][0]
            for hurt in (1 - side, side) if weapons[side].get("spreads") else (1 - side,):
                wounds[hurt] = max(0, wounds[hurt] - harm)
    struck, turn = [0, 0], 0
    while min(wounds) > 0 and any(map(sum, hands)):
        if sum(hands[turn]):
            own, foe, weapon = hands[turn], hands[1 - turn], weapons[turn]
            what = act(own, foe, policies[turn], bool(weapons[1 - turn].get("brutal")))
            if what == "strike":
                crit = own[0] > 0
                own[0 if crit else 1] -= 1
                wounds[1 - turn] = max(0, wounds[1 - turn] - weapon["dmg"][crit])
                if crit and not struck[turn]:
                    if (weapon.get("shock") or weapon.get("stun")) and foe[1]:
                        foe[1] -= 1
                    elif weapon.get("shock") and foe[0]:
                        foe[0] -= 1
                struck[turn] += crit
            else:
                own[0 if what.startswith("crit") else 1] -= 1
                foe[0 if what.endswith("on crit") else 1] -= 1
        turn = 1 - turn
    return wounds[0], wounds[1]


def fight(one: dict[str, Any], two: dict[str, Any], policies: tuple[str, str]) -> dict[tuple[int, int], Fraction]:
    """Probability of each pair of remaining wounds."""
    found: dict[tuple[int, int], Fraction] = defaultdict(Fraction)
    for (crits, normals, _), chance in volley(one).items():
        for (other_crits, other_normals, _), other in volley(two).items():
            wounds = duel(one, two, ([crits, normals], [other_crits, other_normals]), policies)
            found[wounds] += chance * other
    return dict(found)
