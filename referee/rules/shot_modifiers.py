"""What an edition says of a shot beside whether it may be taken: what changes its dice, and how the target is seen."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from referee.rules.position import Order

UNCAPPED = math.inf
"""The cap on Piercing that takes nothing away."""


class CoverSave(StrEnum):
    """What a target in cover may retain without rolling, where it may choose (rule H24-11)."""

    ONE_CRITICAL = "one critical"
    TWO_NORMAL = "two normal"


@dataclass(frozen=True, slots=True)
class ShotModifiers:
    """What bears on a shot's dice and on its target; None stands for what an edition says nothing of.

    `accurate` is the Accurate value in the end, Vantage included (H24-10); `fewer_attack_dice` how many dice an
    operative in the way takes (K21-03). `piercing_cap` is the most that is left of a weapon's Piercing: `UNCAPPED`,
    or less by smoke (J24-12); None for a weapon without it. `cover_save_options` are what cover gives in place of one
    normal save; `save_improved_by` how much Protective cover improves the Save (I24-11). `same_feature` says that
    cover and obscured come from one feature, so that the defender chooses one of them (E24-04). `in_line_of_sight`
    and `treated_as_order` are the 2021 edition's (E21-01, H21-05). `read_as` is the reading of an open option that
    decided.
    """

    accurate: int | None = None
    fewer_attack_dice: int | None = None
    piercing_cap: float | None = None
    cover_save_options: tuple[CoverSave, ...] = ()
    save_improved_by: int = 0
    same_feature: bool | None = None
    in_line_of_sight: bool | None = None
    treated_as_order: Order | None = None
    read_as: str | None = None

    @property
    def defender_chooses(self) -> bool:
        """Whether the defender chooses cover or obscured, as one feature gives both."""
        return self.same_feature is True

    @property
    def piercing_ignored(self) -> bool:
        """Whether nothing is left of the weapon's Piercing."""
        return self.piercing_cap == 0

    def to_data(self) -> Mapping[str, object]:
        """Return what is said as plain values, by the names that the corpus has for it, without what is not said."""
        capped = self.piercing_cap is not None and 0 < self.piercing_cap < UNCAPPED
        said: dict[str, object] = {
            "in_los": self.in_line_of_sight,
            "treated_as_order": self.treated_as_order.value if self.treated_as_order is not None else None,
            "fewer_attack_dice": self.fewer_attack_dice,
            "accurate": self.accurate,
            "cover_save_options": [option.value for option in self.cover_save_options] or None,
            "save_improved_by": self.save_improved_by or None,
            "same_feature": self.same_feature,
            "defender_selects_one": ["cover", "obscured"] if self.defender_chooses else None,
            "piercing_ignored": self.piercing_ignored if self.piercing_cap is not None else None,
            "read_as": self.read_as,
            "piercing_at_most": self.piercing_cap if capped else None,
        }
        return {name: value for name, value in said.items() if value is not None}
