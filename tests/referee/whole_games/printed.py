"""What the published texts say of actions and turns, by edition: the tables of the independent checker.

"002:49" is line 49 of the source that begins with 002 (000 is that of 2021).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Edition:
    """The rules of one edition that a journal alone can be held to."""

    price: Mapping[str, int]
    apart: frozenset[frozenset[str]]
    """Actions that exclude each other within one activation."""
    never_after: Mapping[str, str]
    """Actions that are barred once another one was performed in the activation, with that other one."""
    repeatable: frozenset[str]
    moves: frozenset[str]
    heavy: frozenset[str]
    """Moves that exclude a shot with a Heavy weapon in the same activation."""
    not_concealed: frozenset[str]
    not_engaged: frozenset[str]
    only_engaged: frozenset[str]
    treated_as: Mapping[str, str]
    reactions: frozenset[str] | None
    """Actions in place of an activation; None for any that costs 1 AP other than Guard."""
    interrupts: frozenset[str]
    command_points: tuple[int, int]
    """What the player with initiative and the other one gain after the first turning point."""
    group_of_one: bool


def _pairs(*pairs: tuple[str, str]) -> frozenset[frozenset[str]]:
    return frozenset(frozenset(pair) for pair in pairs)


KT24 = Edition(
    price={
        **dict.fromkeys(("Reposition", "Dash", "Charge", "Shoot", "Fight", "Guard", "Pick Up Marker"), 1),
        **dict.fromkeys(("Place Marker", "Operate Hatch", "Hatchway Fight", "Smoke Grenade", "Stun Grenade"), 1),
        "Fall Back": 2,
        "Ammo Resupply": 0,
    },
    apart=_pairs(
        ("Reposition", "Fall Back"),  # 002:89, 98
        ("Reposition", "Charge"),  # 002:89, 103
        ("Dash", "Charge"),  # 002:94, 103
        ("Fall Back", "Charge"),  # 002:98, 103
    ),
    never_after={"Place Marker": "Pick Up Marker"},  # 001:250
    repeatable=frozenset(),
    moves=frozenset({"Reposition", "Dash", "Fall Back", "Charge"}),
    heavy=frozenset({"Reposition", "Dash", "Fall Back", "Charge"}),  # 001:50
    not_concealed=frozenset({"Shoot", "Charge", "Guard"}),  # 002:42, 001:336
    not_engaged=frozenset(
        {"Reposition", "Dash", "Charge", "Shoot", "Guard", "Pick Up Marker", "Operate Hatch", "Smoke Grenade"}
    ),
    only_engaged=frozenset({"Fall Back", "Fight"}),
    treated_as={"Guard": "Shoot", "Hatchway Fight": "Fight", "Door Fight": "Fight"},
    reactions=None,  # 002:60
    interrupts=frozenset({"Shoot", "Fight", "Hatchway Fight", "Door Fight"}),  # 001:340
    command_points=(1, 2),  # 002:28
    group_of_one=True,
)
KT21 = Edition(
    price={
        **dict.fromkeys(("Normal Move", "Dash", "Charge", "Shoot", "Fight", "Guard", "Pick Up", "Pass"), 1),
        **dict.fromkeys(("Operate Hatch", "Hatchway Fight"), 1),
        "Fall Back": 2,
        "Overwatch": 0,
    },
    apart=_pairs(
        ("Normal Move", "Fall Back"),  # 000:113, 127
        ("Normal Move", "Charge"),  # 000:113, 123
        ("Dash", "Charge"),  # 000:123, 131
        ("Fall Back", "Charge"),  # 000:123, 127
    ),
    never_after={},
    repeatable=frozenset({"Pass"}),  # 000:135
    moves=frozenset({"Normal Move", "Dash", "Fall Back", "Charge"}),
    heavy=frozenset({"Normal Move", "Fall Back", "Charge"}),  # 000:993
    not_concealed=frozenset({"Shoot", "Charge", "Guard", "Overwatch"}),
    not_engaged=frozenset({"Normal Move", "Dash", "Charge", "Shoot", "Guard", "Pick Up", "Operate Hatch"}),
    only_engaged=frozenset({"Fall Back", "Fight"}),
    treated_as={"Guard": "Shoot", "Hatchway Fight": "Fight"},
    reactions=frozenset({"Overwatch"}),  # 000:107
    interrupts=frozenset({"Overwatch", "Fight", "Hatchway Fight"}),  # 000:367
    command_points=(1, 1),  # 000:81
    group_of_one=False,
)
EDITIONS = {"kt24": KT24, "kt21": KT21}
