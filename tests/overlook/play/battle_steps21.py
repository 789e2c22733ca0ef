"""What the whole battle of 2021 has: teams with every weapon rule, and an account of what was done and ruled in it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

from overlook.table.games.games import Games
from tests.overlook.play.battle_steps import done
from tests.overlook.play.hands import Document, Hands
from tests.overlook.play.scripts import BLADE, GUN, Raw, operative


def armed(name: str, *guns: tuple[str, tuple[str, ...]], blade: tuple[str, ...] = (), **card: object) -> Raw:
    """Return an operative with guns of these rules, and a blade; no weapon hurts much."""
    ranged = [{**GUN, "name": gun, "damage": [1, 1], "rules": list(rules)} for gun, rules in guns]
    return operative(name, weapons=[*ranged, {**BLADE, "damage": [1, 1], "rules": list(blade)}], wounds=40, **card)


BARRICADE = "barricade"
HORDE: Raw = {"group": 2, "type": "horde"}
TEAMS21 = [
    armed("A1", ("rifle", ("Balanced", "AP1", "Rending")), keywords=["FLY"]),
    armed("A2", ("melta", ("Rng 15", "MW1", "P1"))),
    armed("A3", ("flamer", ("Torrent 2", "Relentless")), blade=("Brutal",)),
    armed("A4", ("launcher", ("Blast 3", "Hot", "Unwieldy"))),
    armed("A5", ("sniper", ("Silent", "Heavy", "Lethal 5+", "No Cover"))),
    armed("B1", ("shotgun", ("Ceaseless", "Splash 1", "Stun")), save=6, invulnerable_save=4),
    armed("B2", ("gun", ()), ("mortar", ("Indirect", "Barrage", "Limited"))),
    armed("B3", ("repeater", ("Fusillade",)), blade=("Reap 1",), **HORDE),
    armed("B4", ("gun", ()), **HORDE),
]
"""Nobody falls, so that everybody is still there for what they have to show."""


async def opening21(table: Hands, stands: dict[str, list[float]]) -> None:
    """Choose tac ops in secret, take initiative from the mission, and set everybody up."""
    await table.seal("p1", "tac_op_1", "Rout")
    await table.seal("p2", "tac_op_1", "Robbery")
    await table.choose("Initiative: P1")
    for name, place in stands.items():
        await table.deploy(name, place)


async def strategy21(table: Hands, *, reveals: bool) -> None:
    """Use a strategic ploy and pass; reveal a tac op each, or none, and pass."""
    first = table.asked["owner"]
    other = "p2" if first == "p1" else "p1"
    await table.ploy(first, "Hold", 1)
    await table.choose("Pass")
    await table.choose("Pass")
    if reveals:
        await table.reveal(first, "tac_op_1")
        await table.reveal(other, "tac_op_1")
    await table.choose("Pass")
    await table.choose("Pass")


async def next_turning_point21(table: Hands, faces: tuple[int, int]) -> None:
    """Go on to the next firefight: the winner of the roll has initiative."""
    await table.choose("Everything is scored")
    for face in faces:
        await table.roll([face])
    await strategy21(table, reveals=False)


async def whole21(ways: type[Hands], raw: Raw, play: Callable[[Hands], Awaitable[None]], folder: Path) -> Document:
    """Return what a battle came to: its state, what was done, used and asked in it, what happened, and who signed."""
    games = Games(folder / ways.__name__)
    try:
        table = ways(raw, games)
        await table.play()
        await play(table)
        used = done(table)
        used["rules"] |= set(_wards(table))
        used["equipment"] |= set(_barricades(table))
        kinds = {entry.kind for entry in table.table.game.log if not entry.is_intent}
        return {
            **table.state,
            "done": used,
            "kinds": kinds,
            "signed": table.table.facts().signed,
        }
    finally:
        games.close()


def _wards(table: Hands) -> Iterator[str]:
    """Yield the rule of operatives whose save was used in place of another."""
    for entry in table.table.game.log:
        if entry.is_intent and entry.kind == "answer" and entry.data.get("choice") == "use:invulnerable save":
            yield "invulnerable_save"


def _barricades(table: Hands) -> Iterator[str]:
    """Yield the roles of equipment that stood in the way of what somebody did."""
    standing = {part["id"]: part["role"] for part in table._raw["terrain"] if part.get("role") == BARRICADE}
    for entry in table.table.game.log:
        if entry.is_intent and entry.kind == "act":
            yield from (role for name, role in standing.items() if name in str(entry.data["rulings"]))
