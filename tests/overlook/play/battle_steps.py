"""What every whole battle of 2024 has: teams, an opening, turning points, and an account of what was done in it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

from overlook.table.games.games import Games
from tests.overlook.play.hands import Document, Hands
from tests.overlook.play.scripts import BLADE, GUN, Raw, operative


def armed(name: str, gun: str, *rules: str, blade: tuple[str, ...] = (), **card: Any) -> Raw:
    """Return an operative with one gun of these rules, and a blade."""
    weapons = [
        {**GUN, "name": gun, "damage": [1, 1], "rules": list(rules)},
        {**BLADE, "damage": [1, 1], "rules": list(blade)},
    ]
    return operative(name, weapons=weapons, wounds=40, **card)


TEAMS = [
    armed("A1", "rifle", "Accurate 1", "Balanced", "Lethal 5+"),
    armed("A2", "melta", 'Range 24"', "Piercing 1", "Devastating 1"),
    armed("A3", "flamer", 'Torrent 3"', "Saturate", "Ceaseless", blade=("Brutal", "Shock")),
    armed("A4", "launcher", 'Blast 3"', "Piercing Crits 1", "Hot"),
    armed("A5", "sniper", "Silent", "Heavy (Dash only)", "Seek Light", "Severe"),
    armed("B1", "shotgun", "Relentless", "Punishing", "Rending"),
    armed("B2", "stunner", "Stun", "Limited 1", "Seek"),
    armed("B3", "gun"),
    armed("B4", "gun"),
]
"""No gun hurts much, so that everybody is still there for what they have to show."""


async def opening(table: Hands, mine: tuple[str, ...], theirs: tuple[str, ...]) -> None:
    """Roll off, and take equipment."""
    await table.roll([6])
    await table.roll([1])
    await table.choose("Initiative: P1")
    await table.equip("p1", *mine)
    await table.equip("p2", *theirs)


async def deployment(table: Hands, stands: dict[str, list[float]]) -> None:
    """Set everybody up, scout, have initiative, and make an op primary each."""
    for name in _by_thirds(stands):
        await table.deploy(name, stands[name])
    for _ in range(2):
        await table.choose("No scouting")
    await table.choose("Initiative: P1")
    await table.choose("Primary op: kill")
    await table.choose("Primary op: crit")
    await table.choose("Pass")
    await table.choose("Pass")


def _by_thirds(stands: dict[str, list[float]]) -> Iterator[str]:
    mine, theirs = ([name for name in stands if name.startswith(side)] for side in "AB")
    while mine or theirs:
        for team in (mine, theirs):
            third = -(-len([name for name in stands if name[0] == team[0][0]]) // 3) if team else 0
            yield from team[:third]
            del team[:third]


async def next_turning_point(table: Hands, faces: tuple[int, int], has: str) -> None:
    """Go on to the next firefight: initiative, what smoke asks, no gambits."""
    await table.choose("Everything is scored")
    for face in faces:
        await table.roll([face])
    await table.choose(f"Initiative: {has}")
    await table.through()
    await table.choose("Pass")
    await table.choose("Pass")


async def everybody_else(table: Hands) -> None:
    """Activate who is still ready, to do nothing; nobody counteracts."""
    while table.state["phase"] == "firefight":
        if table.asked["topic"] == "reaction":
            await table.choose("Nobody")
            continue
        player = "A" if table.asked["owner"] == "p1" else "B"
        standing = table.state["operatives"].items()
        name = next(name for name, one in standing if name.startswith(player) and one["ready"])
        await table.activate(name, "engage")
        await table.end(name)


async def to_the_turning_points_end(table: Hands) -> None:
    """Activate who is still ready, to do nothing, until the turning point's end is asked about."""
    await everybody_else(table)
    assert table.asked["topic"] == "turning_point_end", table.asked


async def whole(ways: type[Hands], raw: Raw, play: Callable[[Hands], Awaitable[None]], folder: Path) -> Document:
    """Return what a battle came to: its state, and whatever was done and used in it, by kind."""
    games = Games(folder / ways.__name__)
    try:
        table = ways(raw, games)
        await table.play()
        await play(table)
        return {**table.state, "done": done(table)}
    finally:
        games.close()


def done(table: Hands) -> dict[str, set[str]]:
    """Return the actions that were performed, the rules of the weapons that were used, and the equipment taken."""
    found: dict[str, set[str]] = {"actions": set(), "rules": set(), "equipment": set()}
    for entry in table.table.game.log:
        if entry.is_intent:
            continue
        if entry.kind == "action_performed":
            found["actions"].add(entry.data["action"])
            found["rules"] |= rules_of(table, entry.data["operative"], entry.data.get("weapon"))
        elif entry.kind == "equipment_chosen":
            found["equipment"] |= {option.partition(":")[0] for option in entry.data["options"]}
        elif entry.kind == "reacted":
            found["actions"].add(str(entry.data["doing"]))
    return found


def rules_of(table: Hands, operative: str, weapon: str | None) -> set[str]:
    """Return the rules of the weapon that was used, by name."""
    weapons = table.table.state.operative(operative).card.weapons
    return {use.rule for one in weapons if one.name == weapon for use in one.rules}
